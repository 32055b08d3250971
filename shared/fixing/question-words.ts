// Phrases a question about a wrong cell in plain language, for an owner of the data who knows neither this program,
// its mapping nor the service's codes. Several problems of one cell become one question, the most informative
// first. Pure.
import type { Problem } from '../payload/problems.ts'
import { sentenceOf } from '../texts/message.ts'

export type AskedProblem = Pick<Problem, 'source' | 'code' | 'message'>

/** Information about the field that the cell feeds. */
export type AskedField = {
  readonly label: string
  readonly format: string | null
  readonly kind: string
  readonly required: boolean
  readonly minLength: number | null
  readonly maxLength: number | null
  readonly minimum: number | null
  readonly maximum: number | null
  /** The date format of this column, `dd/MM/yyyy`; null: year, month, day. */
  readonly datePattern: string | null
  /** There is a list to choose from. */
  readonly hasChoices: boolean
}

export type Asked = {
  readonly column: string
  /** The cell's text. */
  readonly text: string
  /** Null when the field is not in the catalogue. */
  readonly field: AskedField | null
  readonly problems: readonly AskedProblem[]
}

const longestQuote = 80

/** One or more sentences; never empty. */
export function questionAbout(asked: Asked): string {
  const { field, problems } = asked
  const missing = asked.text.trim() === ''
  const first = problems.toSorted((one, other) => weight(one) - weight(other))[0]
  const what = thing(asked)
  if (first === undefined) return `${what}?`
  if (missing)
    return field?.required === false && !isMissing(first.code)
      ? `${what}? Nothing is there. ${serviceSays(first)}`.trim()
      : `${what}? Nothing is there, and the platform needs it.${hint(asked, first.code)}`
  return `${sentence(asked, first, what)}${hint(asked, first.code)}${more(asked, first)}`
}

/** How a date of the column is to be written: `31/12/2024` for `dd/MM/yyyy`. */
export function dateExample(pattern: string | null): string {
  return (pattern ?? 'yyyy-MM-dd')
    .replace('yyyy', '2024')
    .replace('MMM', 'Dec')
    .replace(/MM?/, '12')
    .replace(/dd?/, '31')
}

function sentence(asked: Asked, { code, source, message }: AskedProblem, what: string): string {
  const { field, text } = asked
  const said = `What is there, ${quoted(text)},`
  switch (code) {
    case 'invalid_phone_number':
    case 'phone_not_read_here':
      return `${what}? ${said} is not one that the platform takes.`
    case 'invalid_choice':
      return field?.hasChoices === true
        ? `${what}? ${said} is not one of the choices. Please choose from the list.`
        : `${what}? ${said} is not one that the platform takes.`
    case 'possible_test_email_address':
      return `${what}? ${said} looks like an address for tests, which the platform refuses.`
    case 'date_in_future':
      return `${what}? ${said} is in the future.`
    case 'no_such_date':
    case 'two_digit_year':
    case 'no_such_time':
    case 'ambiguous_time':
      return `${what}? ${said} ${dateFaults[code]}.`
    case 'max_length':
      return `How can this be put more briefly? ${said} has ${text.length} characters; at most ${field?.maxLength ?? 'the platform’s number'} fit.`
    case 'min_length':
      return `${what}? ${said} is too short${field?.minLength === null || field === null ? '' : `: at least ${field.minLength} characters are needed`}.`
    case 'max_value':
      return `${what}? ${said} is too large${field?.maximum === null || field === null ? '' : `: at most ${field.maximum} is taken`}.`
    case 'min_value':
      return `${what}? ${said} is too small${field?.minimum === null || field === null ? '' : `: at least ${field.minimum} is taken`}.`
    case 'digits_lost':
      return `${what}? ${said} has lost digits in a spreadsheet. Please write all of them.`
    case 'error_cell':
      return `${what}? ${said} is an error of the spreadsheet.`
    case 'part_missing':
      return `${what}? A part is missing from what is there, ${quoted(text)}.`
    case 'conflicting_values':
      return `${what}? ${said} differs between rows of the same account.`
    default:
      // Our own messages address the operator of this program; the service's messages may help the owner of the
      // data.
      if (source === 'local' || source === 'file')
        return `${what}? ${said} cannot be read as ${kindOf(field)}.`
      return `${what}? ${said} was not accepted. ${serviceSays({ code, source, message })}`.trim()
  }
}

const dateFaults = {
  no_such_date: 'is a day that does not exist',
  two_digit_year: 'has a year of two digits only',
  no_such_time: 'is a time that does not exist',
  ambiguous_time: 'is a time that came twice that day, when the clocks went back',
} as const

/** The subject of the question: “Which telephone number”, “What should “Bill town” be”. */
function thing({ column, field, problems }: Asked): string {
  if (problems.some(({ code }) => code === 'invalid_phone_number' || code === 'phone_not_read_here'))
    return 'Which telephone number'
  switch (field?.format) {
    case 'phone':
      return 'Which telephone number'
    case 'email':
      return 'Which e-mail address'
    case 'date':
      return `Which date is “${column}”`
    case 'date-time':
      return `Which date and time is “${column}”`
    default:
      return field?.hasChoices === true ? `Which choice for “${column}”` : `What should “${column}” be`
  }
}

function kindOf(field: AskedField | null): string {
  if (field === null) return 'what belongs there'
  if (field.format === 'date') return 'a date'
  if (field.format === 'date-time') return 'a date and time'
  if (field.format === 'decimal' || field.kind === 'number') return 'a number'
  if (field.kind === 'integer') return 'a whole number'
  if (field.kind === 'boolean') return 'yes or no'
  if (field.format === 'email') return 'an e-mail address'
  return 'what belongs there'
}

function hint({ field }: Asked, code: string | null): string {
  if (field?.format === 'date' && code !== 'date_in_future')
    return ` Please write it like ${dateExample(field.datePattern)}.`
  if (isMissing(code) && field?.hasChoices === true) return ' Please choose from the list.'
  return ''
}

/**
 * The service's other messages about the same cell, each once; local ones are omitted because they mostly repeat
 * the point.
 */
function more({ problems }: Asked, first: AskedProblem): string {
  const said = new Set([sentenceOf(first.message)])
  const others = problems.filter((other) => {
    const isNew = fromService(other) && !said.has(sentenceOf(other.message)) && other.code !== first.code
    said.add(sentenceOf(other.message))
    return isNew
  })
  return others.length === 0 ? '' : ` Also: ${others.map(({ message }) => sentenceOf(message)).join(' ')}`
}

function serviceSays(problem: AskedProblem): string {
  const words = sentenceOf(problem.message).trim()
  return fromService(problem) && words !== '' ? `The platform says: ${words}` : ''
}

function fromService({ source }: AskedProblem): boolean {
  return source === 'validate' || source === 'create' || source === 'process'
}

const missingCodes: ReadonlySet<string> = new Set(['required', 'null', 'blank', 'empty', 'identity_missing'])

function isMissing(code: string | null): boolean {
  return code !== null && missingCodes.has(code)
}

/** Problems that name the required form come before those that only reject the value. */
function weight({ code }: AskedProblem): number {
  if (isMissing(code)) return 2
  return code === null || code === 'invalid' ? 1 : 0
}

function quoted(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return `“${line.length <= longestQuote ? line : `${line.slice(0, longestQuote - 1)}…`}”`
}
