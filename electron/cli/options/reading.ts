// Command-line options for reading a file, the same choices as in the window. Every command that loads a file
// accepts all of them; options that are not given are detected, and nothing is filled.
import { resolve } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import type { FillChoice, FillChoices } from '../../../shared/sheet/fill-down.ts'
import type { Client } from '../data-folder/session.ts'
import { dataTexts } from '../texts/data.ts'
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
  readonly fillDown?: BySheet<readonly string[]>
  readonly fillMerged?: BySheet<Merged>
}
/** `all`: for every sheet that is not named. */
type BySheet<Value> = { readonly all?: Value; readonly bySheet: Readonly<Record<string, Value>> }
type HeaderRows = BySheet<number>
type Merged = NonNullable<FillChoice['merged']>

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
  new Option('--fill-down <column>', helpTexts.options.fillDown).argParser(filledColumns),
  new Option('--fill-merged <cells>', helpTexts.options.fillMerged).argParser(filledMerged),
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

/** `SHEET=value`, or a value for every sheet that is not named. */
function bySheet<Value>(
  text: string,
  read: (value: string, earlier: Value | undefined) => Value,
  before: BySheet<Value> = { bySheet: {} },
): BySheet<Value> {
  const [, sheet, value = ''] = /^(?:(.+)=)?(.*)$/su.exec(text) ?? []
  if (sheet === undefined) return { ...before, all: read(value, before.all) }
  const earlier = Object.hasOwn(before.bySheet, sheet) ? before.bySheet[sheet] : undefined
  return { ...before, bySheet: { ...before.bySheet, [sheet]: read(value, earlier) } }
}

function headerRows(text: string, before?: HeaderRows): HeaderRows {
  const rowOf = (row: string): number => {
    if (!/^[1-9]\d{0,8}$/.test(row)) throw new InvalidArgumentError(helpTexts.invalid.fromOne)
    return Number(row)
  }
  return bySheet(text, rowOf, before)
}

function filledColumns(text: string, before?: BySheet<readonly string[]>): BySheet<readonly string[]> {
  const withColumn = (column: string, earlier: readonly string[] = []): readonly string[] => {
    if (column === '') throw new InvalidArgumentError(helpTexts.invalid.column)
    return [...new Set([...earlier, column])]
  }
  return bySheet(text, withColumn, before)
}

function filledMerged(text: string, before?: BySheet<Merged>): BySheet<Merged> {
  const mergedOf = (cells: string): Merged => {
    if (cells !== 'down' && cells !== 'all') throw new InvalidArgumentError(helpTexts.invalid.merged)
    return cells
  }
  return bySheet(text, mergedOf, before)
}

/** What is filled on every sheet, and on those that are named: there besides. */
function fillsFrom({ fillDown, fillMerged }: ReadingOptions): { fill?: FillChoice; fills?: FillChoices } {
  const choice = (merged: Merged | undefined, columns: readonly string[]): FillChoice => ({
    ...(merged === undefined ? {} : { merged }),
    ...(columns.length === 0 ? {} : { columns: [...columns] }),
  })
  const all = fillDown?.all ?? []
  const named = [
    ...new Set([...Object.keys(fillDown?.bySheet ?? {}), ...Object.keys(fillMerged?.bySheet ?? {})]),
  ]
  const fill = choice(fillMerged?.all, all)
  const fills = named.map((sheet) => {
    const columns = [...new Set([...all, ...(fillDown?.bySheet[sheet] ?? [])])]
    return [sheet, choice(fillMerged?.bySheet[sheet] ?? fillMerged?.all, columns)] as const
  })
  return {
    ...(Object.keys(fill).length === 0 ? {} : { fill }),
    ...(fills.length === 0 ? {} : { fills: Object.fromEntries(fills) }),
  }
}

/**
 * The files of a command, which become one batch, as the contract's calls name them. With several, the choices about
 * text are for those that are no workbooks by name.
 */
export function filesFrom(files: readonly string[], options: ReadingOptions) {
  const choices = readChoicesOf(options)
  const { headerRow, headerRows } = choices
  const ofWorkbook = {
    ...fillsFrom(options),
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
export function readChoicesOf(options: ReadingOptions) {
  const { encoding, delimiter, quote, escape, headerRow } = options
  return {
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(quote === undefined ? {} : { quote: quote === 'none' ? null : quote }),
    ...(escape === undefined ? {} : { escape }),
    ...(headerRow?.all === undefined ? {} : { headerRow: headerRow.all }),
    ...(headerRow === undefined || Object.keys(headerRow.bySheet).length === 0
      ? {}
      : { headerRows: { ...headerRow.bySheet } }),
    ...fillsFrom(options),
  }
}

/** Prints what was filled, and what was to be filled and has no empty cell. */
export async function tellFilled(client: Client, batch: number, say: (line: string) => void): Promise<void> {
  const { files } = await client.batches.get({ batch })
  const sheets = await client.sheets.list({ batch })
  for (const { info, fills } of sheets)
    if (fills !== null && fills.filled > 0)
      say(dataTexts.filled.cells({ cells: fills.filled, sheet: info.name }))
  const isAsked = files.some(({ readAs }) => readAs.fill !== undefined || readAs.fills !== undefined)
  if (isAsked && sheets.every(({ fills }) => (fills?.filled ?? 0) === 0)) say(dataTexts.filled.none)
}
