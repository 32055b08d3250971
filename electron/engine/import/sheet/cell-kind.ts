// Classifies a cell's text: number, date, yes/no word. For counting only, never for converting. Every cell of a
// file passes through here, so leading letters decide at once and common texts allocate nothing.

/** Numbers, because they index counts: millions of cells are classified. */
export const cellKinds = {
  text: 0,
  number: 1,
  date: 2,
  time: 3,
  boolean: 4,
  email: 5,
  error: 6,
  /** Looks like a code that a spreadsheet program took for a date: `3-Apr`, `Apr-23`. */
  dayMonth: 7,
} as const
export type CellKind = (typeof cellKinds)[keyof typeof cellKinds]
const kinds = cellKinds

/** Result for the last text; valid until the next call. All fields except `kind` are only for numbers and dates. */
export type CellLook = {
  kind: CellKind
  /** Number of digits of a text with digits only, else 0. */
  digits: number
  /** A number in scientific notation with a sign, as written by programs. */
  scientific: boolean
  /** Digits, a point and a zero: `442079460000.0`. */
  pointZero: boolean
  /** For a date of three numbers: which of them may be the day. A date that starts with the year has none. */
  order: 'either' | 'same' | 'dayFirst' | 'monthFirst' | 'none'
  shortYear: boolean
}

const other = 0
const digit = 1
const dateSign = 2
const colon = 3
/** Characters of numbers and phones other than digits. */
const numberSign = 4
const signs = new Uint8Array(128)
for (let code = 48; code < 58; code += 1) signs[code] = digit
for (const character of '/.-') signs[character.charCodeAt(0)] = dateSign
for (const character of '+,() %$') signs[character.charCodeAt(0)] = numberSign
signs[58] = colon

const booleans: ReadonlySet<string> = new Set(['true', 'false', 'yes', 'no', 'y', 'n', 't', 'f'])
const error =
  /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BUSY!|GETTING_DATA)$|^#{3,}$/
const scientific = /^[+-]?\d(?:[.,]\d+)?[eE][+-]\d{1,3}$/
const month = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const dayMonth = new RegExp(`^(?:\\d{1,2}-(?:${month})|(?:${month})-\\d{2})$`)
const dateInWords = new RegExp(`^\\d{1,2}[-/. ](?:${month})[a-z]*[-/. ,]+(\\d{2}|\\d{4})$`, 'i')

export type CellLooking = {
  readonly look: CellLook
  /** `email`: true to search for an e-mail address; most columns never hold one. */
  readonly at: (text: string, email: boolean) => void
}

export function createCellLook(): CellLooking {
  const look: CellLook = {
    kind: kinds.text,
    digits: 0,
    scientific: false,
    pointZero: false,
    order: 'none',
    shortYear: false,
  }

  return {
    look,
    at: (text, email) => classify(look, text, email),
  }
}

/** Three numbers with the same separator may be a date; a letter makes it something else. */
function ofNumbers(look: CellLook, text: string): void {
  const { length } = text
  if (isAllDigits(text)) {
    look.kind = kinds.number
    look.digits = length
    return
  }
  let digits = 0
  let parts = 0
  let sign = 0
  let number = 0
  let begin = 0
  let one = 0
  let oneLength = 0
  let two = 0
  let colons = 0
  let strange = 0
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index)
    const kind = kindOfCharacter(code)
    if (kind === digit) {
      digits += 1
      // No part of a date is longer; small integers are fast.
      if (index - begin < 5) number = number * 10 + code - 48
    } else if (kind === dateSign) {
      parts += 1
      if (parts === 1) {
        one = number
        oneLength = index
        sign = code
      } else two = number
      if (code !== sign) strange += 1
      number = 0
      begin = index + 1
    } else if (kind === colon) colons += 1
    else if (kind === other) return withLetter(look, text, code)
    else if (code === 32 && parts === 2 && strange === 0 && isClock(text, index + 1))
      return ofDate(look, one, two, number, oneLength, index - begin)
    else strange += 1
  }
  look.kind = digits === 0 ? kinds.text : kinds.number
  if (colons > 0) look.kind = parts + strange === 0 && colons < 3 && length <= 8 ? kinds.time : kinds.text
  else if (parts === 1)
    look.pointZero = sign === 46 && strange === 0 && number === 0 && oneLength > 0 && begin === length - 1
  else if (parts === 2 && strange === 0) ofDate(look, one, two, number, oneLength, length - begin)
}

function ofDate(
  look: CellLook,
  one: number,
  two: number,
  three: number,
  oneLength: number,
  threeLength: number,
): void {
  if (oneLength === 4) {
    if (one >= 1000 && two >= 1 && two <= 12 && three >= 1 && three <= 31) look.kind = kinds.date
    return
  }
  if (oneLength < 1 || oneLength > 2 || (threeLength !== 2 && threeLength !== 4)) return
  if (one < 1 || two < 1 || one > 31 || two > 31 || (one > 12 && two > 12)) return
  if (threeLength === 4 && three < 1000) return
  look.kind = kinds.date
  look.shortYear = threeLength === 2
  look.order = one > 12 ? 'dayFirst' : two > 12 ? 'monthFirst' : one === two ? 'same' : 'either'
}

function withLetter(look: CellLook, text: string, letter: number): void {
  const { length } = text
  if (length > 40) return
  if ((letter === 69 || letter === 101) && scientific.test(text)) {
    look.kind = kinds.number
    look.scientific = true
  } else if (length > 4 && length < 20) {
    if (length < 7 && dayMonth.test(text)) look.kind = kinds.dayMonth
    const found = /[a-z]/i.test(text) ? dateInWords.exec(text) : null
    if (found !== null) {
      look.kind = kinds.date
      look.shortYear = found[1]?.length === 2
    }
  }
  if (look.kind === kinds.text && text.includes('@')) look.kind = kinds.email
}

function classify(look: CellLook, text: string, email: boolean): void {
  const first = text.charCodeAt(0)
  if (kindOfCharacter(first) === other) {
    look.kind = kindOfWord(text, first, email)
    return
  }
  look.kind = kinds.text
  look.digits = 0
  look.scientific = false
  look.pointZero = false
  look.order = 'none'
  look.shortYear = false
  ofNumbers(look, text)
}

function kindOfCharacter(code: number): number {
  if (code < 128) return signs[code] ?? other
  return code === 0xa0 || code === 0x20ac || code === 0x202f ? numberSign : other
}

/** The most common case among numbers, worth a loop of its own. */
function isAllDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 48 || code > 57) return false
  }
  return true
}

/** True if `9:30` or `09:30` begins here. */
function isClock(text: string, at: number): boolean {
  return text.charCodeAt(at + 1) === 58 || text.charCodeAt(at + 2) === 58
}

/** Classifies a text that begins with neither a digit nor a sign of numbers. */
function kindOfWord(text: string, first: number, email: boolean): CellKind {
  const { length } = text
  const small = first | 32
  if (length <= 5 && (small === 116 || small === 102 || small === 121 || small === 110))
    return booleans.has(text.toLowerCase()) ? kinds.boolean : kinds.text
  if (length === 6 && text.charCodeAt(3) === 45) return dayMonth.test(text) ? kinds.dayMonth : kinds.text
  if (first === 35) return error.test(text) ? kinds.error : kinds.text
  if (first === 163) return /^£ ?[\d.,]+$/.test(text) ? kinds.number : kinds.text
  return email && text.includes('@') ? kinds.email : kinds.text
}
