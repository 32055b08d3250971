// Detects the dialect of a delimited text file: line end, delimiter, quote, escape and usual row width. It tries
// every delimiter with every quote and escape on the first characters of the file, and picks the combination with
// the most consistent rows. A setting that a person chose is not checked.
import Papa from 'papaparse'
import { type Validation, validate } from './score.ts'
import type { Escape, Quote } from '../reader.ts'
import { refusal } from '../refusal.ts'
import { message } from '../../../../shared/texts/create-message.ts'

export type Dialect = {
  /** Delimiter for the parser. A null `shown` means that no delimiter was found: one column. */
  readonly delimiter: string
  readonly shown: string | null
  readonly quote: Quote | null
  /** A person chose the quote. */
  readonly quoteNamed: boolean
  readonly escape: Escape
  readonly lineEnd: '\n' | '\r'
  /** Cells of a typical row. */
  readonly width: number
  /** If no delimiter was found: a character that may be one, and the number of first lines that contain it. */
  readonly unclear: { readonly delimiter: string; readonly lines: number; readonly of: number } | null
}

/** Settings that a person chose; absent: to be detected. */
export type GivenDialect = {
  readonly delimiter: string | null
  readonly quote?: Quote | null | undefined
  readonly escape?: Escape | undefined
}

/**
 * Weight of each delimiter against a comma in the first row: commas are common in texts, tabs and control characters
 * rare.
 */
const candidates: Readonly<Record<string, number>> = {
  ',': 0,
  ';': 0.1,
  '\t': 0.25,
  '|': 0.15,
  '^': 0.15,
  '~': 0.1,
  '\x1f': 0.25,
}
/** Placeholder for "no delimiter": a code point that is never a character. */
const noDelimiter = '\ufdd0'

/** The `sep=` line that Excel writes and reads: the delimiter it names, and its length with its line end. */
export function sepLine(text: string): { readonly delimiter: string; readonly length: number } | null {
  const found = /^"?sep=([^\r\n"]{1,4}?)"?[,;\t| ]*(\r\n|\n|\r|$)/i.exec(text)
  return found?.[1] === undefined ? null : { delimiter: found[1], length: found[0].length }
}

/**
 * `whole`: the sample is the entire file, so its last line is complete. Throws a refusal for a delimiter of several
 * characters.
 */
export function dialectOf(sample: string, whole: boolean, named: GivenDialect): Dialect {
  const lines = sample.replace(/\r\n?/g, '\n')
  const isNamed = named.delimiter !== null || named.quote !== undefined || named.escape !== undefined
  const given = !isNamed && isOurs(lines) ? ourDialect : named
  const tried = given.delimiter === null ? Object.keys(candidates) : [given.delimiter]
  const validated = tried.map((delimiter) => bestWay(lines, whole, delimiter, given))
  const best = validated.reduce((left, right) =>
    score(right, validated) > score(left, validated) ? right : left,
  )
  const found = (
    { quote, escape, delimiter, width }: Validation,
    shown: string | null,
    unclear: Dialect['unclear'] = null,
  ): Dialect => {
    const lineEnd = lineEndOf(sample, quote)
    return { delimiter, shown, quote, quoteNamed: given.quote !== undefined, escape, lineEnd, width, unclear }
  }
  if (given.delimiter !== null) return found(best, given.delimiter)
  const several = delimiterOfSeveral(lines)
  if (several !== null)
    throw refusal('delimiter_unusable', message('import.delimiter_of_several', { delimiter: several }))
  // Rows of nothing but delimiters show the delimiter, not that there is a column.
  const only = /^[\s,;|"]*$/.test(lines)
    ? Object.keys(candidates).find((one) => lines.includes(one))
    : undefined
  if (only !== undefined) return found({ ...best, delimiter: only, width: 1 }, only)
  // A delimiter in fewer than half of the rows, and not in the first, is punctuation.
  if (best.width > 1 && (best.share >= 0.5 || best.inFirst)) return found(best, best.delimiter)
  const colons = bestWay(lines, whole, ':', given)
  if (isColonTable(colons)) return found(colons, ':')
  const none = { ...bestWay(lines, whole, noDelimiter, given), width: 1 }
  return found(none, null, unclearOf(lines, best))
}

const ourDialect = { delimiter: ',', quote: '"', escape: 'doubled' } as const

/** A file of our own is read back as written, regardless of its cells: nothing of it is detected. */
function isOurs(lines: string): boolean {
  if (!lines.includes(',carryover_account,')) return false
  const [header] = Papa.parse<string[]>(lines, { delimiter: ',', newline: '\n', preview: 1 }).data
  return header?.includes('carryover_account') === true
}

/** Doubled quotation marks, unless they give faults or are not used, and another way fits better. */
function bestWay(lines: string, whole: boolean, delimiter: string, given: GivenDialect): Validation {
  const escapesOf = (quote: Quote | null): Validation => {
    const usual = validate(lines, { delimiter, quote, escape: given.escape ?? 'doubled' }, whole)
    if (given.escape !== undefined || quote === null || !lines.includes(`\\${quote}`)) return usual
    if (usual.faults === 0 && usual.strays === 0) return usual
    const other = validate(lines, { delimiter, quote, escape: 'backslash' }, whole)
    if (other.faults !== usual.faults) return other.faults < usual.faults ? other : usual
    return other.strays < usual.strays && other.share > usual.share ? other : usual
  }
  if (given.quote !== undefined) return escapesOf(given.quote)
  const usual = escapesOf('"')
  if (opened(lines, delimiter, '"') > 0) return usual
  if (opened(lines, delimiter, "'") === 0) return usual
  const other = escapesOf("'")
  const often = opened(lines, delimiter, "'") >= Math.max(2, other.rows / 2) || holdsDoubled(lines, delimiter)
  // A leading apostrophe without a closing one is text: a quote must close every cell that it opens.
  return often && other.faults === 0 && other.rows * 2 >= usual.rows && other.share >= usual.share
    ? other
    : usual
}

/** A cell in apostrophes with a doubled one inside, which only quoting produces. */
function holdsDoubled(lines: string, delimiter: string): boolean {
  const edge = `\\u${delimiter.charCodeAt(0).toString(16).padStart(4, '0')}\\n`
  return new RegExp(`(?:^|[${edge}])'[^'\\n]*(?:''[^'\\n]*)+'(?:[${edge}]|$)`).test(lines)
}

/** Cells that begin with a quotation mark. */
function opened(lines: string, delimiter: string, quote: Quote): number {
  const starts = [`\n${quote}`, `${delimiter}${quote}`]
  return starts.reduce((sum, start) => sum + lines.split(start).length - 1, lines.startsWith(quote) ? 1 : 0)
}

function score(one: Validation, all: readonly Validation[]): number {
  if (one.width < 2) return -1
  const weight = (of: Validation): number => candidates[of.delimiter] ?? 0
  // Cells that still contain a better delimiter are incomplete.
  const inside = all
    .filter((other) => weight(other) > weight(one) && other.inFirst)
    .reduce((most, other) => Math.max(most, other.presence), 0)
  const rows = Math.max(1, one.rows)
  return (
    one.share * 0.5 +
    one.presence * 0.5 +
    (one.inFirst ? 0.2 + weight(one) : 0) -
    (one.strays / rows) * 0.3 -
    (one.faults / rows) * 0.3 -
    inside * 0.2 +
    Math.min(one.width, 100) / 1e5
  )
}

/**
 * Colons are common in times, web addresses and texts, so they count only for a complete table with names in its
 * header.
 */
function isColonTable({ width, share, faults, inFirst, rows, first }: Validation): boolean {
  const names = first.every((cell) => /^"?\p{L}/u.test(cell.trim()))
  return width > 2 && share === 1 && faults === 0 && inFirst && rows > 1 && names
}

/** Possible delimiter: one that splits some rows, or a character that all lines contain equally often. */
function unclearOf(lines: string, best: Validation): Dialect['unclear'] {
  if (best.width > 1)
    return {
      delimiter: best.delimiter,
      lines: Math.round(best.presence * best.rows),
      of: best.rows,
    }
  const all = lines.split('\n', 100).filter((line) => line.trim() !== '')
  const [first = ''] = all
  if (all.length < 2) return null
  const count = (line: string, sign: string): number => line.split(sign).length - 1
  const signs = new Set(first.match(/[^\p{L}\p{N}\s"'.,()_-]/gu) ?? [])
  const found = [...signs].find((sign) => all.every((line) => count(line, sign) === count(first, sign)))
  return found === undefined ? null : { delimiter: found, lines: all.length, of: all.length }
}

/** Old Macintosh files end lines with CR alone; in all others LF ends a line, and a CR before it belongs to it. */
function lineEndOf(sample: string, quote: Quote | null): '\n' | '\r' {
  const unquoted = quote === null ? sample : sample.replace(quote === '"' ? /"[^"]*"/g : /'[^']*'/g, '')
  const feeds = unquoted.split('\n').length - 1
  const lone = unquoted.replace(/\r\n|\r$/g, '').split('\r').length - 1
  return lone > feeds ? '\r' : '\n'
}

/** Counts as a delimiter even if it occurs once per line. */
const severalKnown = new Set([
  '||',
  '::',
  '|~|',
  '~|~',
  '~~',
  '^^',
  '##',
  '@@',
  '$$',
  '|^|',
  '^|^',
  '<>',
  '&&',
])
const linesReviewed = 100

/**
 * Detects a delimiter of several characters (`||`, `|~|`, `::`): reading such a file by one of its characters would
 * give an empty column between each two columns. `lines`: with LF as the only line end. Null if no such delimiter
 * occurs equally often in almost all lines.
 */
function delimiterOfSeveral(lines: string): string | null {
  const all = lines.split('\n', linesReviewed).filter((line) => line.trim() !== '')
  const [first = ''] = all
  if (all.length < 2) return null
  const signs = new Set(first.match(/[^\p{L}\p{N}\s"'.,;()/\\_+*=-]{2,4}/gu) ?? [])
  return [...signs].find((sign) => separates(sign, all)) ?? null
}

function separates(sign: string, all: readonly string[]): boolean {
  const pieces = all.map((line) => line.split(sign))
  const width = pieces[0]?.length ?? 1
  if (width < 3 && !severalKnown.has(sign)) return false
  const alike = pieces.filter((cells) => cells.length === width)
  // A single character of the delimiter that occurs alone is a delimiter itself.
  const alone = alike.filter((cells) => cells.some((cell) => cell.includes(sign[0] ?? '')))
  return alike.length >= all.length * 0.9 && alone.length === 0
}
