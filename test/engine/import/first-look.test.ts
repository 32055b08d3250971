// Tests the preview of a file: it ends once every sheet's header is known, unless the whole file is requested. It
// reports the rows above each header, and anomalies in rows without any text.
import { describe, expect, test } from 'vitest'
import { previewSheets } from '../../../electron/engine/import/loading.ts'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import type { Reader } from '../../../electron/engine/import/reader.ts'
import { handWorkbook, textRows } from './make-zip.ts'
import { useFolder } from './reading-files.ts'

const { write, read } = useFolder()

/** A reader that records the calls it receives. */
function noted() {
  const real = createProcessReader()
  const kinds: string[] = []
  const reader: Reader = async function* (path, options, signal) {
    for await (const message of real(path, options, signal)) {
      kinds.push(message.kind)
      yield message
    }
  }
  return { reader, kinds }
}

const lines = Array.from({ length: 3000 }, (_line, at) => [`${at}`, `Name ${at}`])
const text = ['a,b', ...lines.map((cells) => cells.join())].join('\n')
const book = handWorkbook({
  sheets: [
    { name: 'One', rows: textRows([['a', 'b'], ...lines]) },
    { name: 'Two', rows: textRows([['c', 'd'], ...lines]) },
  ],
})

describe('a preview', () => {
  test.each([
    ['x.csv', text, [['a', 'b']]],
    [
      'x.xlsx',
      book,
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
  ])('of %s has every header and does not read to the end', async (name, content, headers) => {
    const { reader, kinds } = noted()
    const found = await previewSheets(reader, [{ path: await write(name, content), options: {} }])
    expect(found.ok && found.value.map(({ columns }) => columns.map(({ header }) => header))).toEqual(headers)
    expect(kinds).not.toContain('end')
    expect(kinds.filter((kind) => kind === 'rows')).toHaveLength(headers.length)
  })

  test('reads to the end if the whole file is to be verified', async () => {
    const path = await write(
      'x.csv',
      Buffer.concat([Buffer.from(`${text}\n`), Buffer.from('ä,b\n', 'latin1')]),
    )
    const options = { encoding: 'utf-8' }
    const { reader, kinds } = noted()
    const whole = await previewSheets(reader, [{ path, options }], { toTheEnd: () => undefined })
    expect(whole).toMatchObject({ ok: false, failure: { code: 'encoding_wrong' } })
    expect(kinds.at(-1)).toBe('refused')
  })

  test('of one of several sheets returns that sheet', async () => {
    const found = await previewSheets(createProcessReader(), [
      { path: await write('x.xlsx', book), options: { sheet: 'Two' } },
    ])
    expect(found.ok && found.value.map(({ name }) => name)).toEqual(['Two'])
  })

  test('of a sheet without rows below its header ends too', async () => {
    const found = await previewSheets(createProcessReader(), [
      { path: await write('x.csv', 'a,b\n'), options: {} },
    ])
    expect(found.ok && found.value.map(({ columns }) => columns.length)).toEqual([2])
  })
})

describe('the rows above a header', () => {
  test('are reported with the sheet, and long texts are cut', async () => {
    const { sheets } = await read(`Customers of March\n\n${'x'.repeat(300)}\na,b,c\n1,2,3\n4,5,6\n`)
    expect(sheets[0]?.headerRow).toBe(4)
    expect(sheets[0]?.above).toEqual([
      { row: 1, cells: ['Customers of March'] },
      { row: 3, cells: [`${'x'.repeat(199)}…`] },
    ])
  })

  test('are limited to forty, and absent if there are none', async () => {
    const many = Array.from({ length: 60 }, (_line, at) => `title ${at}`).join('\n')
    const { sheets } = await read(`${many}\na,b\n1,2\n`, { headerRow: 61 })
    expect(sheets[0]?.above).toHaveLength(40)
    expect(sheets[0]?.above?.at(-1)).toEqual({ row: 40, cells: ['title 39'] })
    expect((await read('a,b\n1,2\n')).sheets[0]).not.toHaveProperty('above')
  })
})

test('oddities of a row without text are reported, although the row is not read', async () => {
  const hidden = (row: number): string => `<row r="${row}"><c r="B${row}" s="1"><v>7</v></c></row>`
  const rows = (from: number, count: number): string =>
    Array.from(
      { length: count },
      (_row, at) =>
        `<row r="${from + at}"><c r="A${from + at}"><v>1</v></c><c r="B${from + at}"><v>2</v></c></row>`,
    ).join('')
  const head = textRows([['a', 'b']])
  const content = handWorkbook({
    sheets: [{ rows: `${head}${hidden(2)}${rows(3, 30)}${hidden(40)}` }],
    formats: [';;;'],
  })
  const { sheets, warnings } = await read(content, { name: 'x.xlsx' })
  expect(sheets[0]?.rows.map(({ row }) => row)).not.toContain(2)
  expect(
    warnings.filter(({ code }) => code === 'value_hidden').map(({ row, column }) => [row, column]),
  ).toEqual([
    [2, 'b'],
    [40, 'b'],
  ])
})

test('a summary warning has its total count', async () => {
  const { warnings } = await read(`Phone,b\n${' 1,x\n'.repeat(30)}`)
  const blanks = warnings.filter(({ code }) => code === 'outer_blanks')
  expect(blanks).toHaveLength(21)
  expect(blanks.map(({ count }) => count)).toEqual([...Array<undefined>(20).fill(undefined), 30])
})
