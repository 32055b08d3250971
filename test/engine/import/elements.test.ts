// Tests that XML elements are matched by namespace and position: elements of an extension, a differential style or a
// phonetic guide with the same local name are ignored. Content without a place in a sheet is refused by name.
import { describe, expect, test } from 'vitest'
import {
  handWorkbook,
  type HandWorkbook,
  makeZip,
  textRows,
  workbookParts,
  type ZipPart,
} from './make-zip.ts'
import { cellsOf, useFolder } from './reading-files.ts'

const { read: readFile } = useFolder()
const read = (bytes: Buffer, options = {}) => readFile(bytes, { name: 'Accounts.xlsx', ...options })
const head = '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c></row>'
const other = 'http://example.com/other'
const mc = 'http://schemas.openxmlformats.org/markup-compatibility/2006'

function changed(book: HandWorkbook, part: string, change: (xml: string) => string): Buffer {
  return makeZip(
    workbookParts(book).map(
      (one): ZipPart => (one.name === part ? { ...one, content: change(String(one.content)) } : one),
    ),
  )
}
const oneRow = (cells: string, book: Partial<HandWorkbook> = {}): HandWorkbook => ({
  ...book,
  sheets: [{ rows: `${head}<row r="2">${cells}</row>` }],
})
const dated = oneRow('<c r="A2" s="1"><v>44623</v></c>', { formats: ['yyyy-mm-dd'], date1904: true })
const inSheet = (xml: string): Buffer => handWorkbook(oneRow(xml))

describe('elements with the same local name in other namespaces or places', () => {
  test.each<[string, Buffer, string[][]]>([
    [
      'workbook properties of an extension',
      changed(dated, 'xl/workbook.xml', (xml) =>
        xml.replace(
          '</workbook>',
          `<extLst><ext uri="x"><y:workbookPr xmlns:y="${other}" date1904="0"/></ext></extLst></workbook>`,
        ),
      ),
      [['2026-03-04']],
    ],
    [
      'workbook properties of our namespace in an extension',
      changed(dated, 'xl/workbook.xml', (xml) =>
        xml.replace('</workbook>', '<extLst><ext uri="x"><workbookPr/></ext></extLst></workbook>'),
      ),
      [['2026-03-04']],
    ],
    [
      'sheets of an extension',
      changed(dated, 'xl/workbook.xml', (xml) =>
        xml.replace(
          '</workbook>',
          `<extLst><ext uri="x"><y:sheets xmlns:y="${other}"><y:sheet name="No"/></y:sheets></ext></extLst></workbook>`,
        ),
      ),
      [['2026-03-04']],
    ],
    [
      'number formats of differential styles, even before the table',
      changed(dated, 'xl/styles.xml', (xml) =>
        xml.replace('<numFmts>', '<dxfs><dxf><numFmt numFmtId="164" formatCode="0%"/></dxf></dxfs><numFmts>'),
      ),
      [['2026-03-04']],
    ],
    [
      'number formats that only differential styles declare',
      changed(oneRow('<c r="A2" s="1"><v>46085</v></c>', { formats: ['#14'] }), 'xl/styles.xml', (xml) =>
        xml.replace(
          '</styleSheet>',
          '<dxfs><dxf><numFmt numFmtId="14" formatCode="0%"/></dxf></dxfs></styleSheet>',
        ),
      ),
      [['2026-03-04']],
    ],
    [
      'number formats and cell styles of an extension',
      changed(dated, 'xl/styles.xml', (xml) =>
        xml.replace(
          '</styleSheet>',
          `<extLst><ext uri="x"><numFmts><numFmt numFmtId="164" formatCode="0%"/></numFmts><y:cellXfs xmlns:y="${other}"><y:xf numFmtId="9"/></y:cellXfs></ext></extLst></styleSheet>`,
        ),
      ),
      [['2026-03-04']],
    ],
    [
      'texts of phonetic guides and extensions',
      handWorkbook(
        oneRow('<c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c>', {
          strings: [
            `<t>東京</t><rPh sb="0" eb="2"><t>とう</t></rPh><extLst><ext uri="x"><t>no</t></ext></extLst>`,
            `<r><t>x</t></r><y:r xmlns:y="${other}"><y:t>no</y:t></y:r>`,
          ],
        }),
      ),
      [['東京', 'x']],
    ],
    [
      'cells, values and rows of an extension',
      inSheet(
        `<c r="A2"><v>1</v><extLst><ext uri="x"><v>9</v><is><t>no</t></is></ext></extLst></c><y:c xmlns:y="${other}" r="B2"><y:v>7</y:v></y:c><extLst><c r="B2"><v>8</v></c></extLst>`,
      ),
      [['1']],
    ],
    ['a redefined prefix', inSheet(`<c r="A2"><v>1</v></c><c xmlns="${other}" r="B2"><v>2</v></c>`), [['1']]],
    [
      'alternatives: the first that is understood',
      inSheet(
        `<mc:AlternateContent xmlns:mc="${mc}" xmlns:n="${other}" xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><mc:Choice Requires="n"><c r="A2"><v>1</v></c></mc:Choice><mc:Choice Requires="x14"><c r="A2"><v>2</v></c></mc:Choice><mc:Fallback><c r="A2"><v>3</v></c></mc:Fallback></mc:AlternateContent>`,
      ),
      [['2']],
    ],
    [
      'alternatives: the fallback',
      inSheet(
        `<mc:AlternateContent xmlns:mc="${mc}" xmlns:n="${other}"><mc:Choice Requires="n"><c r="A2"><v>1</v></c></mc:Choice><mc:Fallback><c r="A2"><v>3</v></c></mc:Fallback></mc:AlternateContent><c r="B2"><v>4</v></c>`,
      ),
      [['3', '4']],
    ],
  ])('%s', async (_what, bytes, cells) => {
    const { failure, sheets } = await read(bytes)
    expect(failure).toBeNull()
    expect(sheets.map((sheet) => cellsOf(sheet))).toEqual([cells])
  })

  test('relations of another namespace are ignored', async () => {
    const bytes = changed(dated, 'xl/_rels/workbook.xml.rels', (xml) =>
      xml.replace(
        /(<Relationships[^>]*>)/,
        '$1<Relationship Id="z" Type="http://example.com/styles" Target="sharedStrings.xml"/>',
      ),
    )
    expect(cellsOf((await read(bytes)).sheets[0])).toEqual([['2026-03-04']])
  })

  test.each(['true', '1', 'on'])('date1904="%s" counts from 1904', async (word) => {
    const bytes = changed(dated, 'xl/workbook.xml', (xml) =>
      xml.replace('date1904="1"', `date1904="${word}"`),
    )
    expect(cellsOf((await read(bytes)).sheets[0])).toEqual([['2026-03-04']])
  })

  test('a part of another namespace is refused, never read as an empty sheet', async () => {
    const bytes = changed(dated, 'xl/worksheets/sheet1.xml', (xml) =>
      xml.replace(/xmlns="[^"]*"/, `xmlns="${other}"`),
    )
    const { failure } = await read(bytes)
    expect(failure?.code).toBe('workbook_damaged')
    expect(failure?.message).toContain('begins with "worksheet"')
  })
})

describe('missing sheets and invalid cell references', () => {
  test('a sheet without a part is reported, and the other sheets are read', async () => {
    const bytes = changed(dated, 'xl/workbook.xml', (xml) =>
      xml.replace('</sheets>', '<sheet name="Module1" sheetId="9" r:id="nowhere"/></sheets>'),
    )
    const { failure, sheets, warnings } = await read(bytes)
    expect(failure).toBeNull()
    expect(cellsOf(sheets[0])).toEqual([['2026-03-04']])
    expect(warnings).toMatchObject([{ code: 'sheet_without_part', sheet: 'Module1' }])
  })

  test.each<[string, string, string]>([
    ['a row beyond the last', '<row r="1048577"><c><v>1</v></c></row>', '1048577'],
    [
      'a row beyond all numbers',
      '<row r="99999999999999999999"><c><v>1</v></c></row>',
      '99999999999999999999'.slice(0, 5),
    ],
    ['a row with a word as number', '<row r="two"><c><v>1</v></c></row>', '"two"'],
    ['a row numbered 0', '<row r="0"><c><v>1</v></c></row>', '"0"'],
    ['a column beyond the last', '<row r="2"><c r="XFE2"><v>1</v></c></row>', '"XFE2"'],
    ['a cell with the reference of another row', '<row r="2"><c r="A5"><v>1</v></c></row>', 'row 5'],
    ['a cell without a column', '<row r="2"><c r="2"><v>1</v></c></row>', '"2"'],
  ])('%s is refused with its reference', async (_what, row, word) => {
    const { failure } = await read(handWorkbook({ sheets: [{ rows: head + row }] }))
    expect(failure?.code).toBe('workbook_damaged')
    expect(failure?.message).toContain(word.startsWith('999') ? '100000000000000000000' : word)
    expect(failure?.sheet).toBe('Sheet1')
  })

  test('cell references give the number of a row without one', async () => {
    const { sheets } = await read(
      handWorkbook({
        sheets: [{ rows: `${head}<row><c r="A4"><v>1</v></c></row><row><c r="B5"><v>2</v></c></row>` }],
      }),
    )
    expect(sheets[0]?.rows).toEqual([
      { row: 4, cells: ['1'] },
      { row: 5, cells: ['', '2'] },
    ])
  })

  test('only the later of two cells with the same reference is kept', async () => {
    const { sheets } = await read(
      handWorkbook(
        oneRow('<c r="A2" s="1"><v>46085</v></c><c r="A2" t="str"><v>x</v></c>', { formats: ['yyyy-mm-dd'] }),
      ),
    )
    expect(sheets[0]?.rows).toEqual([{ row: 2, cells: ['x'] }])
  })
})

describe('the total size of a workbook', () => {
  const rows = textRows([
    ['a', 'b'],
    ['1', '2'],
    ['3', '4'],
  ])
  const book = handWorkbook({ sheets: [{ rows }, { rows }, { rows }] })
  test.each([
    ['rows', { workbookRows: 5 }, '5 rows'],
    ['characters', { workbookCharacters: 11 }, '11 characters'],
    ['bytes', { workbookBytes: 1000 }, '1000 bytes'],
  ])('the total %s of all sheets are limited', async (_what, caps, words) => {
    const { failure } = await read(book, { caps })
    expect(failure?.code).toBe('workbook_too_large')
    expect(failure?.message).toContain(words)
    const larger = Object.fromEntries(Object.entries(caps).map(([name, most]) => [name, most * 10]))
    expect((await read(book, { caps: larger })).failure).toBeNull()
  })

  test('a highly compressed part is read if it is not large', async () => {
    const padded = handWorkbook({ sheets: [{ rows, after: `<!--${' '.repeat(3_000_000)}-->` }] })
    expect((await read(padded)).failure).toBeNull()
    const { failure } = await read(padded, { caps: { zipRatioBytes: 1_000_000 } })
    expect(failure?.code).toBe('zip_unsafe')
  })
})
