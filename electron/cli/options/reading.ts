// Command-line options for reading a file, the same choices as in the window. Every command that loads a file
// accepts all of them; options that are not given are detected.
import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { helpTexts } from '../texts/help.ts'

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

export const readingOptions = (): readonly Option[] => [
  new Option('--encoding <name>', helpTexts.options.encoding).argParser(encodingName),
  new Option('--delimiter <character>', helpTexts.options.delimiter).argParser(delimiterCharacter),
  new Option('--quote <kind>', helpTexts.options.quote).argParser(quoteKind),
  new Option('--escape <kind>', helpTexts.options.escape).choices(['doubled', 'backslash']),
  new Option('--header-row <n>', helpTexts.options.headerRow).argParser(headerRows),
]

function encodingName(text: string): string {
  const name = text.trim().toLowerCase()
  if (name === 'utf-32le' || name === 'utf-32be') return name
  try {
    return new TextDecoder(name).encoding
  } catch {
    throw new InvalidArgumentError(helpTexts.invalid.encoding)
  }
}

function delimiterCharacter(text: string): string {
  const character = Object.hasOwn(delimiters, text.toLowerCase()) ? delimiters[text.toLowerCase()] : text
  if (character === undefined || !/^[^\r\n"'\\\uFEFF]$/.test(character))
    throw new InvalidArgumentError(helpTexts.invalid.delimiter)
  return character
}

function quoteKind(text: string): Quote {
  const quote = Object.hasOwn(quotes, text.toLowerCase()) ? quotes[text.toLowerCase()] : undefined
  if (quote === undefined) throw new InvalidArgumentError(helpTexts.invalid.quote)
  return quote
}

function headerRows(text: string, before: HeaderRows = { bySheet: {} }): HeaderRows {
  const [, sheet, row = ''] = /^(?:(.+)=)?(.*)$/su.exec(text) ?? []
  if (!/^[1-9]\d{0,8}$/.test(row)) throw new InvalidArgumentError(helpTexts.invalid.fromOne)
  const number = Number(row)
  return sheet === undefined
    ? { ...before, all: number }
    : { ...before, bySheet: { ...before.bySheet, [sheet]: number } }
}

/**
 * The files of a command, which become one batch, as the contract's calls name them. With several, the choices about
 * text are for those that are no workbooks by name.
 */
export function filesFrom(files: readonly string[], options: ReadingOptions) {
  const choices = readChoicesOf(options)
  const { headerRow, headerRows } = choices
  const ofWorkbook = {
    ...(headerRow === undefined ? {} : { headerRow }),
    ...(headerRows === undefined ? {} : { headerRows }),
  }
  const isWorkbook = (file: string): boolean => /\.(?:xls[xm]?|f?ods)$/i.test(file)
  const [first, ...also] = files.map((file) => ({
    path: resolve(file),
    ...(files.length > 1 && isWorkbook(file) ? ofWorkbook : choices),
  }))
  if (first === undefined) throw new Error('The command has no file')
  return { ...first, also }
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
