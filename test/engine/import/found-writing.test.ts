// Tests detection without any options: a table written with any delimiter, quotation mark, escape, encoding and line
// end is read back equal or leads to a question, and is never silently misread.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import { cellsOf, collect, headersOf, useFolder } from './reading-files.ts'

const { write } = useFolder()

const word = fc.constantFrom(
  'Ann',
  'Smith, Ann',
  'a;b',
  '12',
  '3,50',
  '1.234,56',
  '09:30',
  '5" pipe',
  'say "no"',
  "O'Brien",
  'two\nlines',
  'C:\\new',
  'x|y',
  'Müller',
  '',
)
const writing = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|', '^'),
  quote: fc.constantFrom('"', "'", null),
  escape: fc.constantFrom('doubled', 'backslash'),
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  encoding: fc.constantFrom('utf-8', 'utf-16le', 'latin1'),
  quoteAll: fc.boolean(),
  rows: fc.array(fc.array(word, { minLength: 3, maxLength: 4 }), { minLength: 2, maxLength: 20 }),
})

/** Null when the table cannot be written that way. */
function written(
  cell: string,
  {
    delimiter,
    quote,
    escape,
    quoteAll,
  }: { delimiter: string; quote: string | null; escape: string; quoteAll: boolean },
): string | null {
  const special = [delimiter, '\n', '\r', '"', "'"].some((sign) => cell.includes(sign))
  if (quote === null) return [delimiter, '\n'].some((sign) => cell.includes(sign)) ? null : cell
  const escaped =
    escape === 'doubled'
      ? cell.replaceAll(quote, quote + quote)
      : cell.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
  // A writer that escapes with backslashes does so inside quotes; elsewhere they are text.
  return special || quoteAll || escape === 'backslash' ? `${quote}${escaped}${quote}` : cell
}

test('a table in any dialect is read back correctly, or its dialect is reported as uncertain', async () => {
  let read = 0
  await fc.assert(
    fc.asyncProperty(writing, async (way) => {
      const headers = ['Number', 'Name', 'Town', 'Note'].slice(0, way.rows[0]?.length)
      const rows = way.rows.map((cells) => headers.map((_header, at) => cells[at] ?? ''))
      // Without a quotation mark, one cell's doubled backslash cannot be distinguished from a text with two.
      const lone = way.escape === 'backslash' && !rows.flat().some((cell) => cell.includes(way.quote ?? '"'))
      const all = [headers, ...rows].map((cells) => cells.map((cell) => written(cell, way)))
      fc.pre(!lone && all.every((cells) => cells.every((cell) => cell !== null)))
      const text = all.map((cells) => cells.join(way.delimiter)).join(way.lineEnd)
      const mark = way.encoding === 'utf-16le' ? '\uFEFF' : ''
      const path = await write('table.csv', Buffer.from(mark + text, way.encoding as BufferEncoding))
      const found = await collect(readHere(path, {}, new AbortController().signal))
      if (found.failure !== null) return
      // A row with a warning is not silent.
      if (found.warnings.some(({ code }) => reported.has(code))) return
      read += 1
      const filled = rows.filter((cells) => cells.some((cell) => cell !== ''))
      expect(headersOf(found.sheets[0])).toEqual(headers)
      expect(cellsOf(found.sheets[0])).toEqual(
        filled.map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1)),
      )
    }),
    { numRuns: 300 },
  )
  // About a third is read without a warning; enough of them must be, or nothing is compared.
  expect(read).toBeGreaterThan(60)
})

const reported = new Set([
  'quote_in_text',
  'delimiter_unclear',
  'quoted_by_apostrophes',
  'cell_beyond_header',
  'short_row',
  'row_above_header',
])
