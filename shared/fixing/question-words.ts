// Phrases a question about a wrong cell in plain language, for an owner of the data who knows neither this program,
// its mapping nor the service's codes. Several problems of one cell become one question, the most informative
// first. Pure.
import type { Problem } from '../payload/problems.ts'
import { message, type Message, type Said } from '../texts/create-message.ts'
import { quoted, sentences } from '../texts/join.ts'
import { inEnglish } from '../texts/message.ts'
import { assertNever } from '../contract/assert-never.ts'

export type AskedProblem = Pick<Problem, 'source' | 'code' | 'message'>

/** Information about the field that the cell feeds. */
export type AskedField = {
  readonly label: Said
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
export function questionAbout(asked: Asked): Said {
  const { field, problems } = asked
  const missing = asked.text.trim() === ''
  const first = problems.toSorted((one, other) => weight(one) - weight(other))[0]
  const what = whatIsAsked(asked)
  if (first === undefined) return what
  if (missing)
    return field?.required === false && !isMissing(first.code)
      ? sentences(what, message('questions.nothing_there'), ...serviceSays(first))
      : sentences(what, message('questions.nothing_but_needed'), ...hint(asked, first.code))
  return sentences(...faultWords(asked, first, what), ...hint(asked, first.code), ...more(asked, first))
}

/** How a date of the column is to be written: `31/12/2024` for `dd/MM/yyyy`. */
export function dateExample(pattern: string | null): string {
  return (pattern ?? 'yyyy-MM-dd')
    .replace('yyyy', '2024')
    .replace('MMM', 'Dec')
    .replace(/MM?/, '12')
    .replace(/dd?/, '31')
}

/** What is asked, and what is wrong with the text that is there. */
function faultWords(asked: Asked, problem: AskedProblem, what: Message): readonly [Said, ...Said[]] {
  const { field } = asked
  const text = quoted(shortened(asked.text))
  switch (problem.code) {
    case 'invalid_phone_number':
    case 'phone_not_read_here':
      return [what, message('questions.not_taken', { text })]
    case 'invalid_choice':
      return field?.hasChoices === true
        ? [what, message('questions.no_choice', { text }), message('questions.choose_from_list')]
        : [what, message('questions.not_taken', { text })]
    case 'possible_test_email_address':
      return [what, message('questions.test_address', { text })]
    case 'date_in_future':
      return [what, message('questions.in_future', { text })]
    case 'no_such_date':
    case 'two_digit_year':
    case 'no_such_time':
    case 'ambiguous_time':
      return [what, message(`questions.${problem.code}`, { text })]
    case 'max_length':
    case 'min_length':
    case 'max_value':
    case 'min_value':
      return beyondLimit(asked, problem.code, what, text)
    case 'digits_lost':
      return [what, message('questions.digits_lost', { text })]
    case 'error_cell':
      return [what, message('questions.error_cell', { text })]
    case 'part_missing':
      return [what, message('questions.part_missing', { text })]
    case 'conflicting_values':
      return [what, message('questions.conflicting', { text })]
    default:
      // Our own messages address the operator of this program; the service's messages may help the owner of the
      // data.
      if (problem.source === 'local' || problem.source === 'file')
        return [what, message('questions.cannot_read', { text, kind: kindOf(field) })]
      return [what, message('questions.not_accepted', { text }), ...serviceSays(problem)]
  }
}

function beyondLimit(
  { field, text: whole }: Asked,
  code: 'max_length' | 'min_length' | 'max_value' | 'min_value',
  what: Message,
  text: Message,
): readonly [Said, ...Said[]] {
  switch (code) {
    case 'max_length': {
      const most = field?.maxLength ?? null
      const { length } = whole
      const long =
        most === null
          ? message('questions.too_long_unknown', { text, length })
          : message('questions.too_long', { text, length, most })
      return [message('questions.how_shorter'), long]
    }
    case 'min_length': {
      const least = field?.minLength ?? null
      const short = message('questions.too_short', { text })
      return [what, least === null ? short : message('questions.too_short_of', { text, least })]
    }
    case 'max_value': {
      const most = field?.maximum ?? null
      const large = message('questions.too_large', { text })
      return [what, most === null ? large : message('questions.too_large_of', { text, most })]
    }
    case 'min_value': {
      const least = field?.minimum ?? null
      const small = message('questions.too_small', { text })
      return [what, least === null ? small : message('questions.too_small_of', { text, least })]
    }
    default:
      return assertNever(code)
  }
}

/** “Which telephone number?”, “What should “Bill town” be?”. */
function whatIsAsked({ column, field, problems }: Asked): Message {
  if (problems.some(({ code }) => code === 'invalid_phone_number' || code === 'phone_not_read_here'))
    return message('questions.which_phone')
  switch (field?.format) {
    case 'phone':
      return message('questions.which_phone')
    case 'email':
      return message('questions.which_email')
    case 'date':
      return message('questions.which_date', { column })
    case 'date-time':
      return message('questions.which_time', { column })
    default:
      return field?.hasChoices === true
        ? message('questions.which_choice', { column })
        : message('questions.what_should', { column })
  }
}

function kindOf(field: AskedField | null): 'date' | 'time' | 'number' | 'whole' | 'yes' | 'email' | 'other' {
  if (field === null) return 'other'
  if (field.format === 'date') return 'date'
  if (field.format === 'date-time') return 'time'
  if (field.format === 'decimal' || field.kind === 'number') return 'number'
  if (field.kind === 'integer') return 'whole'
  if (field.kind === 'boolean') return 'yes'
  return field.format === 'email' ? 'email' : 'other'
}

function hint({ field }: Asked, code: string | null): Message[] {
  if (field?.format === 'date' && code !== 'date_in_future')
    return [message('questions.write_like', { example: dateExample(field.datePattern) })]
  if (isMissing(code) && field?.hasChoices === true) return [message('questions.choose_from_list')]
  return []
}

/**
 * The service's other messages about the same cell, each once; local ones are omitted because they mostly repeat
 * the point.
 */
function more({ problems }: Asked, first: AskedProblem): Message[] {
  const known = new Set([inEnglish(first.message)])
  const others = problems.filter((other) => {
    const words = inEnglish(other.message)
    const isNew = fromService(other) && !known.has(words) && other.code !== first.code
    known.add(words)
    return isNew
  })
  const [next, ...rest] = others.map((other) => other.message)
  return next === undefined ? [] : [message('questions.also', { words: sentences(next, ...rest) })]
}

function serviceSays(problem: AskedProblem): Message[] {
  const { message: said } = problem
  const words = typeof said === 'string' ? said.trim() : said
  return fromService(problem) && words !== '' ? [message('questions.platform_says', { words })] : []
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

function shortened(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length <= longestQuote ? line : `${line.slice(0, longestQuote - 1)}…`
}
