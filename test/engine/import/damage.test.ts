// Tests the warnings about damage: which cell, which column, with which evidence; and that nothing is repaired.
import { describe, expect, test } from 'vitest'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import { fileWarning } from '../../../shared/sheet/sheet.ts'
import { handWorkbook, textRows } from './make-zip.ts'
import { cellsOf, collect, useFolder } from './reading-files.ts'

const { read, write } = useFolder()
const columnOf = (header: string, cells: readonly string[]): string =>
  `name,${header}\n${cells.map((cell) => `x,${cell}\n`).join('')}`

describe('ambiguous dates', () => {
  test('give one warning per column, with the count and first cell of each reading', async () => {
    const cells = [
      '03/04/2023',
      '5/6/2023',
      '04/04/2023',
      '23/04/2023',
      '24/04/2023',
      '04/25/2023',
      '2023-04-03',
      '',
    ]
    const { warnings, sheets } = await read(columnOf('since', cells))
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatchObject({
      code: 'ambiguous_dates',
      column: 'since',
      row: 2,
      dateOrder: {
        ambiguous: { count: 2, first: { row: 2, text: '03/04/2023' } },
        dayFirst: { count: 2, first: { row: 5, text: '23/04/2023' } },
        monthFirst: { count: 1, first: { row: 7, text: '04/25/2023' } },
      },
    })
    expect(warnings[0]?.message).toContain('mixes both')
    expect(fileWarning.parse(warnings[0])).toEqual(warnings[0])
    expect(cellsOf(sheets[0])[0]).toEqual(['x', '03/04/2023'])
  })

  test('are reported separately for each column', async () => {
    const rows = Array.from(
      { length: 1000 },
      (_row, at) => `0${(at % 9) + 1}/04/2023,${(at % 12) + 13}/04/2023,03/04/2023`,
    )
    const { warnings } = await read(`from,to,signed\n${rows.join('\n')}`)
    expect(warnings.map(({ code, column }) => [code, column])).toEqual([
      ['ambiguous_dates', 'from'],
      ['ambiguous_dates', 'signed'],
    ])
    // The fourth of April is the same day in both orders.
    expect(warnings[0]?.dateOrder?.ambiguous.count).toBe(889)
    expect(warnings[0]?.message).toContain('No other cell of the column tells which')
  })
})

describe('a warning about a cell', () => {
  test('names the invisible characters with their code points', async () => {
    const { warnings } = await read(columnOf('town', ['Leeds\u200b\u00a0W\u202eest']))
    expect(warnings[0]).toMatchObject({ row: 2, column: 'town', code: 'invisible_characters' })
    for (const name of [
      'zero-width space (U+200B)',
      'no-break space (U+00A0)',
      'right-to-left override (U+202E)',
    ])
      expect(warnings[0]?.message).toContain(name)
  })

  test('gives the position and number of blanks', async () => {
    const { warnings } = await read(columnOf('town', ['  Leeds ']))
    expect(warnings[0]?.message).toContain('begins with 2 blanks and ends with a blank')
  })

  test('shows the original of a wrongly decoded text', async () => {
    const { warnings } = await read(columnOf('town', ['MÃ¼nchen']))
    expect(warnings[0]?.message).toContain('"München"')
  })

  test('appears twenty times per kind and column, then as one count', async () => {
    const rows = Array.from({ length: 30 }, () => ' a, b\n')
    const { warnings } = await read(`one,two\n${rows.join('')}`)
    for (const column of ['one', 'two']) {
      const reported = warnings.filter((warning) => warning.column === column)
      expect(reported.map(({ row }) => row)).toEqual([
        ...Array.from({ length: 20 }, (_row, at) => at + 2),
        null,
      ])
      expect(reported.at(-1)?.message).toContain('30 times')
    }
  })

  test('also appears if only a later chunk of the file holds special characters', async () => {
    const { warnings } = await read(
      `a,b\n${'x,y\n'.repeat(50_000)}x,y\u00a0z\n${'x,y\n'.repeat(50_000)}x,\x7f\n`,
    )
    const reported = warnings.filter(({ code }) => code === 'invisible_characters')
    expect(reported.map(({ row }) => row)).toEqual([50_002, 100_003])
  })
})

describe('mixed types', () => {
  test('are reported with the most common type, the number of other cells and the first of them', async () => {
    const cells = [...Array.from({ length: 95 }, (_cell, at) => `${at}.50`), 'n/a', 'see note']
    const { warnings } = await read(columnOf('amount', cells))
    expect(warnings).toMatchObject([{ code: 'mixed_types', row: 97, column: 'amount' }])
    expect(warnings[0]?.message).toContain('numbers (95 of 97); 2 are not, the first in row 97: "n/a"')
  })
})

describe('workbooks', () => {
  const book = (cells: readonly string[], formats: readonly string[] = ['00000']) =>
    handWorkbook({
      formats,
      sheets: [
        {
          rows: `${textRows([['a', 'b']])}${cells.map((cell, at) => `<row r="${at + 2}">${cell.replaceAll('#', String(at + 2))}</row>`).join('')}`,
        },
      ],
    })

  test('leading zeros added only by a number format are reported once per column', async () => {
    const { warnings, sheets } = await read(
      book([
        '<c r="A#" s="1"><v>42</v></c>',
        '<c r="A#" s="1"><v>12345</v></c>',
        '<c r="A#" s="1"><v>7</v></c>',
      ]),
      { name: 'x.xlsx' },
    )
    expect(cellsOf(sheets[0])).toEqual([['00042'], ['12345'], ['00007']])
    expect(warnings).toMatchObject([{ code: 'zeros_from_format', row: 2, column: 'a' }])
    expect(warnings[0]?.message).toContain('2 cells')
  })

  test('real dates are not ambiguous, but dates as text in the same column are reported', async () => {
    const date = '<c r="A#" s="1"><v>45019</v></c>'
    const text = '<c r="A#" t="str"><v>23/04/2023</v></c>'
    const real = await read(book([date, date], ['dd/mm/yyyy']), { name: 'x.xlsx' })
    expect(cellsOf(real.sheets[0])[0]).toEqual(['03/04/2023'])
    expect(real.warnings).toEqual([])
    const mixed = await read(book([date, text, date], ['dd/mm/yyyy']), { name: 'x.xlsx' })
    expect(mixed.warnings).toMatchObject([{ code: 'dates_and_texts', row: 3, column: 'a' }])
  })

  test('a number with lost digits is reported once, with the stored value', async () => {
    const { warnings } = await read(book(['<c r="A#"><v>1234567890123456789</v></c>']), { name: 'x.xlsx' })
    expect(warnings.filter(({ code }) => code === 'digits_lost')).toHaveLength(1)
  })
})

describe('an uncertain encoding', () => {
  const bytes = (text: string): Buffer => Buffer.from(text, 'latin1')

  test('is reported with the differing lines in each candidate encoding, best first', async () => {
    const { failure } = await read(
      bytes(`Name,Price\n${'a,b\n'.repeat(10)}M\xfcller,5 \x80\nplain,1\nJos\xe9,2\n`),
    )
    expect(failure?.candidates).toEqual([
      {
        encoding: 'windows-1252',
        lines: [
          { line: 12, text: 'Müller,5 €' },
          { line: 14, text: 'José,2' },
        ],
      },
      {
        encoding: 'iso-8859-15',
        lines: [
          { line: 12, text: 'Müller,5 \x80' },
          { line: 14, text: 'José,2' },
        ],
      },
      {
        encoding: 'macintosh',
        lines: [
          { line: 12, text: 'M¸ller,5 Ä' },
          { line: 14, text: 'JosÈ,2' },
        ],
      },
    ])
  })

  test.each([
    ['macintosh', 'M\x9fller,K\x9aln\nJos\x8e,Li\x8fge\n'],
    ['windows-1252', 'M\xfcller,K\xf6ln\nIt\x92s,\x93so\x94\n'],
    ['iso-8859-15', 'Smith,5 \xa4\nC\xbdur,\xb4i\xbeek\n'],
  ])('proposes %s first for its typical letters', async (encoding, text) => {
    expect((await read(bytes(`a,b\n${text}`))).failure?.candidates?.[0]?.encoding).toBe(encoding)
  })

  test('omits an encoding with the same result as a better one', async () => {
    const { failure } = await read(bytes('a,b\nM\xfcller,1\n'))
    expect(failure?.candidates?.map(({ encoding }) => encoding)).toEqual(['windows-1252', 'macintosh'])
  })

  test('shows at most five lines, and only the part around the letter of a long line', async () => {
    const { failure } = await read(bytes(`a,b\n${`${'x'.repeat(200)}\xfc${'y'.repeat(200)},1\n`.repeat(9)}`))
    const [best] = failure?.candidates ?? []
    expect(best?.lines.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6])
    expect(best?.lines[0]?.text).toBe(`…${'x'.repeat(40)}ü${'y'.repeat(59)}…`)
  })

  test('is reported in the same way by the reader process', async () => {
    const path = await write('x.csv', bytes('a,b\nM\xfcller,1\n'))
    const never = new AbortController().signal
    const there = await collect(createProcessReader()(path, { quote: null, escape: 'doubled' }, never))
    expect(there.failure?.candidates).toHaveLength(2)
    expect(there.failure).toEqual((await collect(readHere(path, {}, never))).failure)
  })
})

describe('the first rows', () => {
  test.each([
    ['narrow rows', 'a,b\n', '1,2\n', 2_000_000],
    ['wide rows', `${'c,'.repeat(300)}c\n`, `${'some text,'.repeat(300)}end\n`, 3000],
    ['long cells', 'a,b\n', `1,${'x'.repeat(20_000)}\n`, 500],
  ])('are delivered after a small part of a large file: %s', async (_name, header, row, count) => {
    const path = await write('x.csv', header + row.repeat(count))
    let clock = 0
    let done = 0
    const abort = new AbortController()
    for await (const message of readHere(path, {}, abort.signal, { now: () => (clock += 1000) })) {
      if (message.kind === 'progress') done = message.bytes
      if (message.kind === 'rows') abort.abort()
    }
    expect(done).toBeLessThan(1.5 * 1024 ** 2)
  })
})
