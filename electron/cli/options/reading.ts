// Command-line options for reading a file, the same choices as in the window. Every command that loads a file
// accepts all of them; options that are not given are detected.
import { InvalidArgumentError, Option } from 'commander'

type Quote = '"' | "'" | 'none'
export type ReadingOptions = {
  readonly encoding?: string
  readonly delimiter?: string
  /**
   * `none`: quotation marks are part of the text. Not an empty text, because the option parser treats null as empty.
   */
  readonly quote?: Quote
  readonly escape?: 'doubled' | 'backslash'
  readonly headerRow?: HeaderRows
}
/** `all`: for every sheet that is not named. */
type HeaderRows = { readonly all?: number; readonly bySheet: Readonly<Record<string, number>> }

const delimiters: Readonly<Record<string, string>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
  '\\t': '\t',
  bar: '|',
  pipe: '|',
  colon: ':',
  caret: '^',
  tilde: '~',
  space: ' ',
}
const quotes: Readonly<Record<string, Quote>> = {
  double: '"',
  '"': '"',
  single: "'",
  "'": "'",
  none: 'none',
}

export const readingOptions: readonly Option[] = [
  new Option(
    '--encoding <name>',
    'of a text file: utf-8, windows-1250, shift_jis … (default: found out, or asked for)',
  ).argParser(encodingName),
  new Option(
    '--delimiter <character>',
    'of a text file: one character, or comma, semicolon, tab, pipe, colon, space (default: found out)',
  ).argParser(delimiterCharacter),
  new Option(
    '--quote <kind>',
    'what stands around cells of a text file: double, single, or none (default: found out)',
  ).argParser(quoteKind),
  new Option(
    '--escape <kind>',
    'how a quotation mark is written inside a quoted cell: doubled or backslash (default: found out)',
  ).choices(['doubled', 'backslash']),
  new Option(
    '--header-row <n>',
    'the row of the header; SHEET=n for one sheet, and may be repeated (default: found out)',
  ).argParser(headerRows),
]

function encodingName(text: string): string {
  const name = text.trim().toLowerCase()
  if (name === 'utf-32le' || name === 'utf-32be') return name
  try {
    return new TextDecoder(name).encoding
  } catch {
    throw new InvalidArgumentError(
      'It is not an encoding that can be read. Use a name like utf-8, utf-16le, windows-1250, iso-8859-2, shift_jis or gb18030.',
    )
  }
}

function delimiterCharacter(text: string): string {
  const character = Object.hasOwn(delimiters, text.toLowerCase()) ? delimiters[text.toLowerCase()] : text
  if (character === undefined || !/^[^\r\n"'\\\uFEFF]$/.test(character))
    throw new InvalidArgumentError(
      'It must be one character, and neither a quotation mark, a backslash nor a line end.',
    )
  return character
}

function quoteKind(text: string): Quote {
  const quote = Object.hasOwn(quotes, text.toLowerCase()) ? quotes[text.toLowerCase()] : undefined
  if (quote === undefined) throw new InvalidArgumentError('It must be double, single or none.')
  return quote
}

function headerRows(text: string, before: HeaderRows = { bySheet: {} }): HeaderRows {
  const [, sheet, row = ''] = /^(?:(.+)=)?(.*)$/su.exec(text) ?? []
  if (!/^[1-9]\d{0,8}$/.test(row)) throw new InvalidArgumentError('It must be a whole number from 1.')
  const number = Number(row)
  return sheet === undefined
    ? { ...before, all: number }
    : { ...before, bySheet: { ...before.bySheet, [sheet]: number } }
}

/** Input for the contract's calls; options that were not given are left out. */
export function readChoicesOf({ encoding, delimiter, quote, escape, headerRow }: ReadingOptions) {
  return {
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(quote === undefined ? {} : { quote: quote === 'none' ? null : quote }),
    ...(escape === undefined ? {} : { escape }),
    ...(headerRow?.all === undefined ? {} : { headerRow: headerRow.all }),
    ...(headerRow === undefined || Object.keys(headerRow.bySheet).length === 0
      ? {}
      : { headerRows: { ...headerRow.bySheet } }),
  }
}
