// Fast path for one cell of a worksheet in the form that nearly every program writes. Strict: it accepts only
// well-formed text that a parser would not change; the parser handles anything else.

export type PlainCell = {
  /** Zero-based; -1 if the cell has no reference. */
  column: number
  /** Row number in its reference; -1 without a reference. */
  row: number
  style: number
  type: string
  /** Text of `v`, null if absent. */
  value: string | null
  /** Text of an inline string, as written. */
  inline: string | null
  formula: boolean
}

const types = ['n', 's', 'b', 'e', 'str', 'inlineStr']
const quote = 34
const lastColumn = 16_384
const reference = 1
const style = 2
const type = 4

/** Fills `cell` and returns the position after it; -1 for a cell, or anything else, that needs the parser. */
export function readPlainCell(text: string, from: number, cell: PlainCell): number {
  let at = from
  while (isBlank(text.charCodeAt(at))) at += 1
  if (!text.startsWith('<c', at)) return -1
  cell.column = -1
  cell.row = -1
  cell.style = 0
  cell.type = 'n'
  cell.value = null
  cell.inline = null
  cell.formula = false
  at += 2
  for (let seen = 0; text.charCodeAt(at) === 32; ) {
    const name = attributeAt(text, at + 1)
    const end = name === 0 || (seen & name) !== 0 ? -1 : text.indexOf('"', at + 4)
    if (end === -1 || !takeAttribute(name, text, at + 4, end, cell)) return -1
    seen |= name
    at = end + 1
  }
  if (text.startsWith('/>', at)) return at + 2
  return text.charCodeAt(at) === 62 ? readContent(text, at + 1, cell) : -1
}

/** The one of the three attributes that begins here, up to its value. */
function attributeAt(text: string, at: number): number {
  if (text.charCodeAt(at + 1) !== 61 || text.charCodeAt(at + 2) !== quote) return 0
  switch (text.charCodeAt(at)) {
    case 114:
      return reference
    case 115:
      return style
    case 116:
      return type
    default:
      return 0
  }
}

function takeAttribute(name: number, text: string, from: number, to: number, cell: PlainCell): boolean {
  if (name === type) {
    const found = types.find((known) => known.length === to - from && text.startsWith(known, from))
    cell.type = found ?? ''
    return found !== undefined
  }
  let at = from
  let column = 0
  if (name === reference) {
    for (let letter = text.charCodeAt(at); letter >= 65 && letter <= 90; letter = text.charCodeAt(at)) {
      column = column * 26 + (letter - 64)
      at += 1
    }
    if (at === from || at > from + 3 || column > lastColumn) return false
    cell.column = column - 1
  }
  if (at === to || to - at > 7) return false
  let number = 0
  for (; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48
    if (digit < 0 || digit > 9) return false
    number = number * 10 + digit
  }
  if (name === style) cell.style = number
  else cell.row = number
  return true
}

function readContent(text: string, from: number, cell: PlainCell): number {
  let at = from
  if (text.startsWith('<f>', at)) {
    const end = plainEnd(text, at + 3)
    if (!text.startsWith('</f><v>', end)) return -1
    cell.formula = true
    at = end + 4
  }
  if (text.startsWith('<v>', at)) {
    const end = plainEnd(text, at + 3)
    if (!text.startsWith('</v></c>', end)) return -1
    cell.value = text.slice(at + 3, end)
    return end + 8
  }
  if (text.startsWith('<is><t', at)) {
    at += 6
    if (text.startsWith(' xml:space="preserve"', at)) at += 21
    if (text.charCodeAt(at) !== 62) return -1
    const end = plainEnd(text, at + 1)
    if (!text.startsWith('</t></is></c>', end)) return -1
    cell.inline = text.slice(at + 1, end)
    return end + 13
  }
  return text.startsWith('</c>', at) ? at + 4 : -1
}

/** End of a plain text: at an element, an entity, a line end that a parser would change, or invalid text. */
export function plainEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 60 || code === 62 || code === 38 || code >= 0xfffe) return at
    if (code < 32 && code !== 10 && code !== 9) return at
  }
  return text.length
}

function isBlank(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}
