// Tests that any table of texts, written as delimited text or as a workbook, is read back cell by cell, wherever the
// bytes are cut into chunks.
import * as fc from 'fast-check'
import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import type { ReadOptions } from '../../../electron/engine/import/reader.ts'
import { handWorkbook, makeZip, workbookParts } from './make-zip.ts'
import { cellsOf, collect, headersOf, useFolder, type WholeReading } from './reading-files.ts'
import { times } from '../../support/repeats.ts'

const { write } = useFolder()

/** Texts that are hard on parsers, without characters that no reader can distinguish (NUL, lone surrogates). */
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '"',
    '""',
    ',',
    ';',
    '\t',
    '|',
    '\n',
    '\r',
    '\r\n',
    "'=1",
    '007',
    'a,b',
    '"a"',
    'é',
    '😀',
    '\u2028',
    '\uFEFF',
    'sep=,',
  ),
  fc.string({
    unit: fc.constantFrom('a', '1', '"', ',', ';', '\t', '|', '\n', '\r', ' ', 'é', '€', '😀'),
    maxLength: 12,
  }),
  fc.string({ unit: 'binary', maxLength: 8 }).map((found) => found.replaceAll('\0', '').toWellFormed()),
)
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((width) =>
    fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 60 }),
  )
  .map((rows) => rows.filter((cells) => cells.some((cell) => cell.trim() !== '')))
  .filter((rows) => rows.length > 0)

function headersFor(rows: string[][]): string[] {
  return (rows[0] ?? []).map((_cell, at) => `Head, "${at}"`)
}
/** Empty cells at a row's end are dropped. */
function trimmed(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((cells) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1))
}

const encoders: Record<string, (all: string) => Uint8Array> = {
  'utf-8': (all) => Buffer.from(all),
  'utf-8 with a mark': (all) => Buffer.from(`\uFEFF${all}`),
  'utf-16le': (all) => Buffer.from(`\uFEFF${all}`, 'utf16le'),
  'utf-16be': (all) => Buffer.from(`\uFEFF${all}`, 'utf16le').swap16(),
}

test('delimited text is read back with any delimiter, quoting, line end, encoding and chunk size', async () => {
  const dialect = fc.record({
    rows: table,
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
    quoteAll: fc.boolean(),
    lastEnd: fc.boolean(),
    encoding: fc.constantFrom(...Object.keys(encoders)),
    chunkBytes: fc.constantFrom(1, 2, 3, 7, 64, 65_536),
  })
  await fc.assert(
    fc.asyncProperty(
      dialect,
      async ({ rows, delimiter, lineEnd, quoteAll, lastEnd, encoding, chunkBytes }) => {
        const quoted = (cell: string): string =>
          quoteAll || /["\r\n,;\t|]|^\s|\s$|^\uFEFF/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
        const headers = headersFor(rows)
        const lines = [headers, ...rows].map((cells) => cells.map(quoted).join(delimiter))
        const bytes = encoders[encoding]?.(lines.join(lineEnd) + (lastEnd ? lineEnd : '')) ?? Buffer.alloc(0)
        const path = await write('table.csv', bytes)
        const readAs = (options: ReadOptions): Promise<WholeReading> =>
          collect(readHere(path, options, new AbortController().signal, { chunkBytes }))
        const first = await readAs({ headerRow: 1, delimiter })
        // A cell in which every line looks like a row leads to a question.
        const found =
          first.failure?.code === 'quote_over_lines'
            ? await readAs({ headerRow: 1, delimiter, quote: '"' })
            : first
        expect(found.failure).toBeNull()
        expect(headersOf(found.sheets[0])).toEqual(headers)
        expect(cellsOf(found.sheets[0])).toEqual(trimmed(rows))
        // Line numbers: the number of line ends before each row, as a text editor counts.
        let line = 2
        for (const [at, cells] of rows.entries()) {
          expect(found.sheets[0]?.rows[at]?.row).toBe(line)
          line += 1 + cells.join('-').split(/\r\n|\r|\n/).length - 1
        }
      },
    ),
    { numRuns: times(120) },
  )
})

test('the delimiter of a table with plain headers is detected', async () => {
  const words = fc.constantFrom(
    'Ann',
    'Leeds',
    '12',
    '3.50',
    '2026-03-04',
    'x y',
    'Miller, Ann',
    'a;b',
    '',
    '5" pipe',
  )
  const input = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|'),
    rows: fc.array(fc.array(words, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(input, async ({ delimiter, rows }) => {
      const quoted = (cell: string): string => (/[",;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
      const all = [['id', 'name', 'town'], ...rows]
        .map((cells) => cells.map(quoted).join(delimiter))
        .join('\n')
      const found = await collect(readHere(await write('table.csv', all), {}, new AbortController().signal))
      expect(found.delimiter).toBe(delimiter)
    }),
    { numRuns: times(60) },
  )
})

test('a workbook written by another library is read back', async () => {
  // Characters that XML cannot hold are not written; a CR is written as a line end.
  const writable = fc
    .oneof(text, fc.constantFrom('_x_', '<b>&amp;', ' lead', 'trail '))
    .map((cell) =>
      cell.replace(/[\p{Cc}\uFFFE\uFFFF]/gu, (found) => (found === '\n' || found === '\t' ? found : '')),
    )
  const rows = fc
    .array(fc.array(writable, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 40 })
    .map((all) => all.filter((cells) => cells.some((cell) => cell.trim() !== '')))
    .filter((all) => all.length > 0)
  await fc.assert(
    fc.asyncProperty(rows, fc.constantFrom(64, 65_536), async (all, chunkBytes) => {
      const headers = headersFor(all)
      const path = await write(
        'table.xlsx',
        await writeXlsx({ sheets: [{ name: 'Accounts', rows: [headers, ...all] }] }),
      )
      const found = await collect(
        readHere(path, { headerRow: 1 }, new AbortController().signal, { chunkBytes }),
      )
      expect(found.failure).toBeNull()
      expect(headersOf(found.sheets[0])).toEqual(headers)
      expect(cellsOf(found.sheets[0])).toEqual(trimmed(all))
    }),
    { numRuns: times(50) },
  )
})

test('the fast path for cells gives the same result as the parser', async () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '',
      ' ',
      '7',
      '007',
      '1.50',
      '46085',
      '1',
      '0',
      '&amp;',
      '&lt;b',
      '_x0041_',
      '\n',
      '\t',
      'é😀',
      '<!-- </c> -->',
      '<![CDATA[<d>]]>',
      '<',
      '&',
      ']]>',
      '\u0001',
      '\r\n',
      '>',
    ),
    fc.string({ unit: fc.constantFrom('a', '1', ' ', '.', '-', '"', "'", '/', 'é'), maxLength: 6 }),
  )
  const attribute = fc.constantFrom(
    ' r="A2"',
    ' r="C2"',
    ' r="b2"',
    ' r="AAAA2"',
    ' r="2"',
    ' r=""',
    ' s="1"',
    ' s="2"',
    ' s="99"',
    ' s="x"',
    ' t="s"',
    ' t="n"',
    ' t="b"',
    ' t="e"',
    ' t="str"',
    ' t="inlineStr"',
    ' t="d"',
    ' t=""',
    ' cm="1"',
    "  s='1'",
    ' s = "2"',
  )
  const inside = fc
    .tuple(piece, fc.integer({ min: 0, max: 8 }))
    .map(
      ([text, shape]) =>
        [
          `<v>${text}</v>`,
          `<f>${text}</f><v>2</v>`,
          `<f/><v>${text}</v>`,
          `<is><t>${text}</t></is>`,
          `<is><t xml:space="preserve">${text}</t></is>`,
          `<is><r><t>${text}</t></r></is>`,
          `<v>${text}`,
          '<v/>',
          '',
        ][shape],
    )
  const cell = fc
    .tuple(
      fc.array(attribute, { maxLength: 3 }),
      inside,
      fc.constantFrom('', ' ', '\r\n  ', '<!-- x -->', 'text'),
      fc.boolean(),
    )
    .map(([attributes, xml, before, closed]) =>
      xml === '' && closed
        ? `${before}<c${attributes.join('')}/>`
        : `${before}<c${attributes.join('')}>${xml}</c>`,
    )
  const rows = fc.array(fc.array(cell, { maxLength: 5 }), { minLength: 1, maxLength: 4 })
  const strings = ['<t>zero</t>', '<t>one</t>', '<r><t>t</t></r><r><t>wo</t></r>']
  const formats = ['00000', 'dd/mm/yyyy']
  const outcome = async (bytes: Uint8Array, chunkBytes: number) => {
    const path = await write('cells.xlsx', bytes)
    const { sheets, warnings, failure } = await collect(
      readHere(path, { headerRow: 1 }, new AbortController().signal, { chunkBytes }),
    )
    return failure === null ? { sheets, warnings } : { code: failure.code, message: failure.message }
  }
  const numRuns = times(100)
  let refused = 0
  let read = 0
  await fc.assert(
    fc.asyncProperty(rows, async (all) => {
      const xml = `<row><c t="str"><v>head</v></c></row>${all.map((cells) => `<row>${cells.join('')}</row>`).join('')}`
      const parts = workbookParts({ sheets: [{ rows: xml }], strings, formats })
      // A prefix keeps every cell on the slow path, through the parser.
      const longWay = parts.map((part) =>
        part.name.includes('sheet1')
          ? {
              ...part,
              content: String(part.content)
                .replaceAll(/(?<!<!-- )<(\/?)(worksheet|sheetData|row|c)(?=[\s>/])/g, '<$1x:$2')
                .replace(/xmlns=("[^"]*")/, 'xmlns=$1 xmlns:x=$1'),
            }
          : part,
      )
      const expected = await outcome(makeZip(longWay), 65_536)
      if ('code' in expected) refused += 1
      else read += 1
      expect(await outcome(handWorkbook({ sheets: [{ rows: xml }], strings, formats }), 65_536)).toEqual(
        expected,
      )
    }),
    { numRuns },
  )
  // Both kinds must be frequent enough to compare something.
  expect(Math.min(refused, read)).toBeGreaterThan(numRuns / 20)
})
