// Tests reading workbooks: cells hold the displayed text, with the stored value, whatever program wrote them.
import { describe, expect, test } from 'vitest'
import { handWorkbook, type HandWorkbook, makeZip, textRows, workbookParts } from './make-zip.ts'
import { cellsOf, headersOf, useFolder } from './reading-files.ts'
import { workbookWarnings } from './workbook-warnings.ts'

const { read: readFile } = useFolder()
const read = (book: HandWorkbook | Buffer, options = {}) =>
  readFile(Buffer.isBuffer(book) ? book : handWorkbook(book), { name: 'Accounts.xlsx', ...options })
const head = '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c></row>'
const oneRow = (cells: string, book: Partial<HandWorkbook> = {}): HandWorkbook => ({
  ...book,
  sheets: [{ rows: `${head}<row r="2">${cells}</row>` }],
})

describe('numbers as displayed', () => {
  test.each([
    ['00000', '42', '00042'],
    ['000000', '20806', '020806'],
    ['0.00%', '0.123', '12.30%'],
    ['#,##0.00', '1234567.891', '1,234,567.89'],
    ['_("$"* #,##0.00_)', '12', '$12.00'],
    ['[$£-809]#,##0.00', '1234.5', '£1,234.50'],
    ['#,##0;[Red]-#,##0', '-1234.5', '-1,235'],
    ['"Acct "0', '7', 'Acct 7'],
    ['#9', '0.5', '50%'],
    ['#44', '3', '$3.00'],
    ['# ?/?', '1.5', '1 1/2'],
    ['General', '0.30000000000000004', '0.3'],
    ['General', '123456789012', '123456789012'],
    ['General', '-0', '0'],
    ['General', '1.10', '1.1'],
    ['@', '42', '42'],
    ['not a [format', '42', '42'],
  ])('format %s shows %s as %s', async (format, raw, shown) => {
    const { sheets, warnings } = await read(
      oneRow(`<c r="A2" s="1"><v>${raw}</v></c>`, { formats: [format] }),
    )
    expect(cellsOf(sheets[0])).toEqual([[shown]])
    expect(sheets[0]?.rows[0]?.kept).toEqual(shown === raw ? undefined : { 0: { kind: 'number', raw } })
    expect(workbookWarnings(warnings)).toEqual([])
  })

  test.each([
    ['dd/mm/yyyy', '46085', '04/03/2026', 'date', '2026-03-04'],
    ['d mmm yyyy', '46085.75', '4 Mar 2026', 'date', '2026-03-04'],
    ['yyyy-mm-dd hh:mm', '46085.75', '2026-03-04 18:00', 'datetime', '2026-03-04T18:00:00'],
    ['h:mm AM/PM', '0.75', '6:00 PM', 'time', '18:00:00'],
    ['#14', '46085', '2026-03-04', 'date', '2026-03-04'],
    ['yyyy-mm-dd', '46084.999999', '2026-03-04', 'date', '2026-03-04'],
    ['yyyy-mm-dd', '46084.99998', '2026-03-03', 'date', '2026-03-03'],
    ['yyyy-mm-dd', '1', '1900-01-01', 'date', '1900-01-01'],
    ['yyyy-mm-dd', '59', '1900-02-28', 'date', '1900-02-28'],
    ['yyyy-mm-dd', '61', '1900-03-01', 'date', '1900-03-01'],
  ])('date format %s shows %s as %s', async (format, raw, shown, kind, iso) => {
    const { sheets, warnings } = await read(
      oneRow(`<c r="A2" s="1"><v>${raw}</v></c>`, { formats: [format] }),
    )
    expect(cellsOf(sheets[0])).toEqual([[shown]])
    expect(sheets[0]?.rows[0]?.kept).toEqual({ 0: { kind, raw, iso } })
    expect(workbookWarnings(warnings)).toEqual([])
  })

  test('dates count from 1904 where the workbook says so', async () => {
    const { sheets } = await read(
      oneRow('<c r="A2" s="1"><v>44623</v></c>', { formats: ['yyyy-mm-dd'], date1904: true }),
    )
    expect(sheets[0]?.rows[0]).toMatchObject({
      cells: ['2026-03-04'],
      kept: { 0: { iso: '2026-03-04', raw: '44623' } },
    })
  })

  test('durations are not times of day', async () => {
    const { sheets } = await read(oneRow('<c r="A2" s="1"><v>1.5</v></c>', { formats: ['[h]:mm'] }))
    expect(sheets[0]?.rows[0]).toMatchObject({ cells: ['36:00'], kept: { 0: { kind: 'time', raw: '1.5' } } })
    expect(sheets[0]?.rows[0]?.kept?.['0']?.iso).toBeUndefined()
  })

  test.each([
    ['yyyy-mm-dd', '60', 'date_impossible', '1900-02-29'],
    ['yyyy-mm-dd', '-5', 'date_impossible', '-5'],
    ['General', '1234567890123456', 'digits_lost', '1234567890123460'],
    ['General', '1.2E+25', 'digits_lost', '1.2E+25'],
    ['0.00E+00', '447700900123', 'digits_lost', '4.48E+11'],
    ['General', 'abc', 'value_unreadable', 'abc'],
    ['General', '0x1F', 'value_unreadable', '0x1F'],
    ['General', '0b11', 'value_unreadable', '0b11'],
  ])('format %s with %s is reported as %s', async (format, raw, code, shown) => {
    const { sheets, warnings } = await read(
      oneRow(`<c r="A2" s="1"><v>${raw}</v></c>`, { formats: [format] }),
    )
    expect(cellsOf(sheets[0])).toEqual([[shown]])
    expect(workbookWarnings(warnings)).toMatchObject([{ code, sheet: 'Sheet1', row: 2, column: 'a' }])
  })
})

describe('other cells', () => {
  test('rich text is joined, phonetic guides are left out, escapes and blanks are kept', async () => {
    const strings = [
      '<r><rPr><b/></rPr><t>bold</t></r><r><t xml:space="preserve"> plain</t></r>',
      '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh>',
      '<t xml:space="preserve"> two\nlines_x000D_ &amp; _x005F_x0041_ </t>',
    ]
    const { sheets } = await read(
      oneRow([0, 1, 2].map((at) => `<c t="s"><v>${at}</v></c>`).join(''), { strings }),
    )
    expect(cellsOf(sheets[0])).toEqual([['bold plain', '東京', ' two\nlines\r & _x0041_ ']])
    expect(sheets[0]?.rows[0]?.kept).toBeUndefined()
  })

  test('an invalid boolean is shown unchanged and reported', async () => {
    const cells = ['TRUE', '0', '2', 'yes'].map((value) => `<c t="b"><v>${value}</v></c>`).join('')
    const { sheets, warnings } = await read(oneRow(cells))
    expect(cellsOf(sheets[0])).toEqual([['TRUE', 'FALSE', '2', 'yes']])
    expect(workbookWarnings(warnings).map(({ code }) => code)).toEqual([
      'value_unreadable',
      'value_unreadable',
    ])
  })

  test('text hidden by its number format is read as empty and reported', async () => {
    const formats = [';;;', '0;-0;0;"-"@', '0;-0;0']
    const cells = formats.map((_format, at) => `<c t="str" s="${at + 1}"><v>Acme</v></c>`).join('')
    const { sheets, warnings } = await read(oneRow(cells, { formats }))
    expect(cellsOf(sheets[0])).toEqual([['', '-Acme', 'Acme']])
    expect(sheets[0]?.rows[0]?.kept?.['0']).toEqual({ kind: 'text', raw: 'Acme' })
    expect(workbookWarnings(warnings)).toMatchObject([{ code: 'value_hidden', column: 'a' }])
  })

  test('booleans, errors and formulas are shown, kept and reported', async () => {
    const { sheets, warnings } = await read({
      sheets: [
        {
          rows: `${head}<row r="2"><c r="A2" t="b"><v>1</v></c><c r="B2" t="e"><v>#N/A</v></c></row><row r="3"><c r="A3"><f>1+1</f><v>2</v></c><c r="B3" t="str"><f>x</f><v>text</v></c></row><row r="4"><c r="A4"><f>2+2</f><v>4</v></c><c r="B4"><f>y</f></c></row>`,
        },
      ],
    })
    expect(cellsOf(sheets[0])).toEqual([
      ['TRUE', '#N/A'],
      ['2', 'text'],
      ['4', ''],
    ])
    expect(sheets[0]?.rows.map(({ kept }) => kept)).toEqual([
      { 0: { kind: 'boolean', raw: '1' }, 1: { kind: 'error', raw: '#N/A' } },
      { 0: { kind: 'number', raw: '2', formula: true }, 1: { kind: 'text', raw: 'text', formula: true } },
      { 0: { kind: 'number', raw: '4', formula: true }, 1: { kind: 'text', raw: '', formula: true } },
    ])
    expect(workbookWarnings(warnings).map(({ code, row, column }) => [code, row, column])).toEqual([
      ['error_value', 2, 'b'],
      ['formula_without_value', 4, 'b'],
      ['formula', 3, 'a'],
      ['formula', 3, 'b'],
    ])
    expect(workbookWarnings(warnings)[2]?.message).toContain('2 formulas')
  })

  test('a date stored as text by a strict file is a date', async () => {
    const { sheets } = await read(
      oneRow('<c r="A2" t="d" s="1"><v>2026-03-04</v></c>', { formats: ['dd/mm/yyyy'] }),
    )
    expect(sheets[0]?.rows[0]).toMatchObject({
      cells: ['04/03/2026'],
      kept: { 0: { kind: 'date', iso: '2026-03-04' } },
    })
  })
})

describe('workbooks of different programs', () => {
  test('references, row numbers and the dimension may be missing', async () => {
    const { sheets } = await read({
      sheets: [
        {
          rows: textRows([
            ['a', 'b'],
            ['1', ''],
            ['', '2'],
          ]),
        },
      ],
    })
    expect(headersOf(sheets[0])).toEqual(['a', 'b'])
    expect(sheets[0]?.rows).toEqual([
      { row: 2, cells: ['1'] },
      { row: 3, cells: ['', '2'] },
    ])
  })

  test('gaps in rows and columns are kept', async () => {
    const { sheets } = await read({
      sheets: [{ rows: `${head}<row r="7"><c r="B7"><v>5</v></c></row><row><c><v>6</v></c></row>` }],
    })
    expect(sheets[0]?.rows).toEqual([
      { row: 7, cells: ['', '5'] },
      { row: 8, cells: ['6'] },
    ])
  })

  test('prefixed names and the strict namespaces give the same result', async () => {
    const parts = workbookParts({
      sheets: [
        {
          name: 'Åsa & Co',
          rows: textRows([
            ['a', 'b'],
            ['1', '2'],
          ]),
        },
      ],
    }).map(({ name, content }) => ({
      name,
      content: (/rels$|styles|sharedStrings|Types/.test(name)
        ? String(content)
        : String(content)
            .replaceAll(
              /<(\/?)(worksheet|sheetData|row|c|is|t|sheets|sheet|workbook|workbookPr)(?=[\s>/])/g,
              '<$1x:$2',
            )
            .replaceAll('xmlns="', 'xmlns:x="')
      )
        .replaceAll(
          'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
          'http://purl.oclc.org/ooxml/spreadsheetml/main',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
          'http://purl.oclc.org/ooxml/officeDocument/relationships',
        ),
    }))
    const { sheets } = await read(makeZip(parts))
    expect(sheets[0]?.name).toBe('Åsa & Co')
    expect(cellsOf(sheets[0])).toEqual([['1', '2']])
  })

  test('parts may be stored without compression and in UTF-16', async () => {
    const parts = workbookParts({
      sheets: [
        {
          rows: textRows([
            ['a', 'b'],
            ['é', '😀'],
          ]),
        },
      ],
    }).map((part) =>
      part.name.includes('sheet1')
        ? {
            ...part,
            stored: true,
            content: Buffer.from(`\uFEFF${String(part.content).replace('UTF-8', 'UTF-16')}`, 'utf16le'),
          }
        : { ...part, stored: true },
    )
    expect(cellsOf((await read(makeZip(parts))).sheets[0])).toEqual([['é', '😀']])
  })

  test('sheets are in order with hidden ones flagged, and one can be chosen', async () => {
    const book = {
      sheets: [
        {
          name: 'Accounts',
          rows: textRows([
            ['a', 'b'],
            ['1', '2'],
          ]),
        },
        {
          name: 'Secret',
          state: 'veryHidden',
          rows: textRows([
            ['c', 'd'],
            ['3', '4'],
          ]),
        },
        { name: 'Empty', rows: '' },
      ],
    }
    const { sheets, warnings, end } = await read(book)
    expect(sheets.map(({ name, hidden, headerRow }) => [name, hidden, headerRow])).toEqual([
      ['Accounts', false, 1],
      ['Secret', true, 1],
      ['Empty', false, null],
    ])
    expect(end?.sheets).toEqual([
      { index: 0, rowCount: 1 },
      { index: 1, rowCount: 1 },
      { index: 2, rowCount: 0 },
    ])
    expect(workbookWarnings(warnings).map(({ code, sheet }) => [code, sheet])).toEqual([
      ['hidden_sheet', 'Secret'],
      ['no_rows', 'Empty'],
    ])
    const one = await read(book, { sheet: 'secret' })
    expect(one.end?.sheets).toEqual([{ index: 1, rowCount: 1 }])
    const blank = await read(book, { sheet: 'Empty' })
    expect(blank.end?.sheets).toEqual([{ index: 2, rowCount: 0 }])
    const none = await read(book, { sheet: 'Other' })
    expect(none.failure).toMatchObject({ code: 'sheet_missing' })
    expect(none.failure?.message).toContain('“Accounts”, “Secret”')
  })

  test('hidden rows and columns, merged ranges, cells given twice and rows out of order are reported', async () => {
    const { sheets, warnings } = await read({
      sheets: [
        {
          before: '<cols><col min="2" max="3" hidden="1"/></cols>',
          rows: `${head}<row r="3" hidden="true"><c r="A3"><v>1</v></c><c r="A3"><v>2</v></c></row><row r="2"><c r="B2"><v>3</v></c></row>`,
          after: '<mergeCells count="1"><mergeCell ref="A3:B3"/></mergeCells>',
        },
      ],
    })
    expect(sheets[0]?.rows).toEqual([
      { row: 3, cells: ['2'] },
      { row: 2, cells: ['', '3'] },
    ])
    expect(workbookWarnings(warnings).map(({ code }) => code)).toEqual([
      'cell_twice',
      'hidden_rows',
      'hidden_columns',
      'merged_cells',
      'rows_out_of_order',
    ])
  })

  test('cells hidden by a merged range are read as empty and reported, in any order of rows', async () => {
    const row = (number: number): string =>
      `<row r="${number}">${['A', 'B', 'C'].map((letter) => `<c r="${letter}${number}" t="str"><v>${letter}${number}</v></c>`).join('')}</row>`
    const { sheets, warnings } = await read({
      sheets: [
        {
          rows: [1, 4, 5, 2, 3, 6].map(row).join(''),
          after:
            '<mergeCells><mergeCell ref="A2:B3"/><mergeCell ref="C6:C5"/><mergeCell ref="A6"/></mergeCells><extLst><ext><mergeCells><mergeCell ref="A4:C4"/></mergeCells></ext></extLst>',
        },
        { rows: [1, 2].map(row).join('') },
      ],
    })
    expect(sheets[0]?.rows).toEqual([
      { row: 4, cells: ['A4', 'B4', 'C4'] },
      { row: 5, cells: ['A5', 'B5', 'C5'] },
      { row: 2, cells: ['A2', '', 'C2'] },
      { row: 3, cells: ['', '', 'C3'] },
      { row: 6, cells: ['A6', 'B6'] },
    ])
    expect(cellsOf(sheets[1])).toEqual([['A2', 'B2', 'C2']])
    const reported = workbookWarnings(warnings).filter(({ code }) => code === 'value_hidden')
    expect(reported.map(({ row: number, column }) => `${column}, row ${number}`)).toEqual([
      'B1, row 2',
      'A1, row 3',
      'B1, row 3',
      'C1, row 6',
    ])
    expect(reported[0]?.message).toContain('"B2" is hidden under a merged range')
  })

  test('reading a sheet stops early at the row limit', async () => {
    const rows = Array.from({ length: 5000 }, (_row, at) => [`${at}`, 'x'])
    const { sheets, end } = await read(
      { sheets: [{ rows: textRows([['a', 'b'], ...rows]) }] },
      { maxRows: 2 },
    )
    expect(cellsOf(sheets[0])).toEqual([
      ['0', 'x'],
      ['1', 'x'],
    ])
    expect(end?.sheets).toEqual([{ index: 0, rowCount: 2 }])
  })
})
