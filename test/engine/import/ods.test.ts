// Tests reading OpenDocument spreadsheets from hand-made files: every cell as displayed, repeated cells counted and
// not expanded, content beside the cell text ignored, and non-spreadsheets and malicious files refused.
import * as fc from 'fast-check'
import { writeOds } from 'hucre/ods'
import { describe, expect, test } from 'vitest'
import { makeZip, xmlHead, type ZipPart } from './make-zip.ts'
import { cellsOf, headersOf, useFolder } from './reading-files.ts'
import { workbookWarnings } from './workbook-warnings.ts'
import { times } from '../../support/repeats.ts'

const { read: readFile } = useFolder()
const spreadsheet = 'application/vnd.oasis.opendocument.spreadsheet'
const manifestName = 'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'
const names = ['office', 'table', 'text', 'style', 'drawing']
  .map(
    (name) =>
      `xmlns:${name === 'drawing' ? 'draw' : name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  )
  .join(' ')

const text = (shown: string): string =>
  `<table:table-cell office:value-type="string"><text:p>${shown}</text:p></table:table-cell>`
const row = (cells: string, attributes = ''): string =>
  `<table:table-row${attributes}>${cells}</table:table-row>`
const head = row(text('a') + text('b'))
const table = (rows: string, attributes = 'table:name="Sheet1"'): string =>
  `<table:table ${attributes}>${rows}</table:table>`
const value = (type: string, attributes: string, shown?: string): string =>
  `<table:table-cell office:value-type="${type}" ${attributes}>${shown === undefined ? '' : `<text:p>${shown}</text:p>`}</table:table-cell>`

function content(tables: string, before = ''): ZipPart {
  return {
    name: 'content.xml',
    content: `${xmlHead}<office:document-content ${names} xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">${before}<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  }
}
const mimetype = (type = spreadsheet): ZipPart => ({ name: 'mimetype', content: type, stored: true })
const packed = (tables: string, before = ''): Buffer => makeZip([mimetype(), content(tables, before)])
const read = (bytes: Buffer, options = {}) => readFile(bytes, { name: 'Accounts.ods', ...options })
const readRow = async (cells: string) => {
  const found = await read(packed(table(head + row(cells))), { headerRow: 1 })
  expect(found.failure).toBeNull()
  return { ...found, row: found.sheets[0]?.rows[0] }
}

describe('cells of an OpenDocument spreadsheet', () => {
  test.each<[string, string, unknown]>([
    ['float', value('float', 'office:value="42"', '00042'), { kind: 'number', raw: '42' }],
    ['percentage', value('percentage', 'office:value="0.125"', '12.50%'), { kind: 'number', raw: '0.125' }],
    [
      'currency',
      value('currency', 'office:currency="GBP" office:value="3"', '£3.00'),
      { kind: 'number', raw: '3' },
    ],
    [
      'date',
      value('date', 'office:date-value="2026-03-04"', '04/03/2026'),
      { kind: 'date', raw: '2026-03-04', iso: '2026-03-04' },
    ],
    [
      'date and time',
      value('date', 'office:date-value="2026-03-04T18:30:00.5"', '04/03/26'),
      { kind: 'datetime', raw: '2026-03-04T18:30:00.5', iso: '2026-03-04T18:30:00' },
    ],
    [
      'time',
      value('time', 'office:time-value="PT18H05M00S"', '6:05 PM'),
      { kind: 'time', raw: 'PT18H05M00S', iso: '18:05:00' },
    ],
    [
      'duration',
      value('time', 'office:time-value="PT36H00M00S"', '36:00'),
      { kind: 'time', raw: 'PT36H00M00S' },
    ],
    ['boolean', value('boolean', 'office:boolean-value="true"', 'TRUE'), { kind: 'boolean', raw: 'true' }],
  ])('a %s shows its text and keeps its value', async (_type, cell, kept) => {
    const { row: found } = await readRow(cell)
    expect(found?.cells[0]).toBe(/<text:p>(.*)<\/text:p>/.exec(cell)?.[1])
    expect(found?.kept).toEqual({ 0: kept })
  })

  test('a cell with the same text and value keeps no separate value', async () => {
    const { row: found } = await readRow(value('float', 'office:value="7"', '7') + text('x'))
    expect(found).toEqual({ row: 2, cells: ['7', 'x'] })
  })

  test.each([
    ['a float', value('float', 'office:value="1.10"'), '1.1'],
    ['a date', value('date', 'office:date-value="2026-03-04T09:30:00"'), '2026-03-04 09:30:00'],
    ['a time', value('time', 'office:time-value="PT09H30M00S"'), '09:30:00'],
    ['a long time', value('time', 'office:time-value="PT36H30M00S"'), '36:30:00'],
    ['a time in days', value('time', 'office:time-value="P1DT12H"'), '36:00:00'],
    ['a boolean', value('boolean', 'office:boolean-value="false"'), 'FALSE'],
    ['a boolean in capitals', value('boolean', 'office:boolean-value="TRUE"'), 'TRUE'],
    ['a string', value('string', 'office:string-value="x y"'), 'x y'],
  ])('the value replaces the missing text of %s', async (_type, cell, shown) => {
    expect((await readRow(cell)).row?.cells).toEqual([shown])
  })

  test.each([
    ['blanks as elements', 'a<text:s text:c="3"/>b<text:s/>', 'a   b '],
    ['runs of blanks and line ends in the file', ' a \n\t b', 'a b'],
    ['tabs and line breaks', 'a<text:tab/>b<text:line-break/>c', 'a\tb\nc'],
    ['paragraphs', 'a</text:p><text:p/><text:p>b', 'a\n\nb'],
    ['runs and links', '<text:span>a</text:span><text:a>b<text:span> c</text:span></text:a>', 'ab c'],
    ['entities and CDATA', '&lt;&#65;&amp;<![CDATA[<b>]]>', '<A&<b>'],
    [
      'readings over words',
      '<text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>とうきょう</text:ruby-text></text:ruby>',
      '東京',
    ],
    ['blanks that do not break', 'a\u00a0\u00a0b', 'a\u00a0\u00a0b'],
    [
      'a note in it',
      'a<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>no</text:p></text:note-body></text:note>b',
      'ab',
    ],
    [
      'a drawing in it',
      'a<draw:frame><draw:text-box><text:p>no</text:p></draw:text-box></draw:frame>b',
      'ab',
    ],
    ['elements of another namespace', 'a</text:p><y:p xmlns:y="urn:y">no</y:p><text:p>b', 'a\nb'],
  ])('text with %s', async (_what, xml, shown) => {
    expect((await readRow(text(xml))).row?.cells).toEqual([shown])
  })

  test.each([
    ['a float', value('float', 'office:value="42"', ''), '42'],
    ['a percentage', value('percentage', 'office:value="0.125"', ' '), '12.5%'],
    ['a date', value('date', 'office:date-value="2026-03-04"', ''), '2026-03-04'],
    ['a boolean', value('boolean', 'office:boolean-value="true"', ''), 'TRUE'],
    ['a string', value('string', 'office:string-value="x"', ''), undefined],
  ])('an empty paragraph does not hide the value of %s', async (_type, cell, shown) => {
    expect((await readRow(cell)).row?.cells[0]).toBe(shown)
  })

  test('an empty paragraph is shown as empty if the number format hides the value', async () => {
    const styles = `<office:automatic-styles xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"><number:number-style style:name="N1"/><style:style style:name="ce1" style:family="table-cell" style:data-style-name="N1"/></office:automatic-styles>`
    const hidden = value('float', 'office:value="42" table:style-name="ce1"', '')
    const { sheets } = await read(packed(table(head + row(hidden + text('x'))), styles))
    expect(sheets[0]?.rows[0]?.cells).toEqual(['', 'x'])
  })

  test('cells of another namespace are skipped', async () => {
    const other = '<y:table-cell xmlns:y="urn:y"><text:p>no</text:p></y:table-cell>'
    expect((await readRow(text('1') + other + text('2'))).row?.cells).toEqual(['1', '2'])
  })

  test('notes and drawings on a cell are not part of its text', async () => {
    const note = '<office:annotation><text:p>a note</text:p></office:annotation>'
    const drawing = `<draw:frame><draw:text-box><text:p>drawn</text:p></draw:text-box>${table(row(text('inner')))}</draw:frame>`
    const cells = `<table:table-cell office:value-type="string">${note}<text:p>shown</text:p>${drawing}</table:table-cell><table:table-cell>${note}</table:table-cell>${text('x')}`
    const { row: found } = await readRow(cells)
    expect(found?.cells).toEqual(['shown', '', 'x'])
  })

  test('the fast path for cells gives the same result as the parser', async () => {
    const attributes = fc.subarray([
      ' office:value-type="float"',
      ' office:value-type="string"',
      ' office:value-type="date"',
      ' calcext:value-type="error"',
      ' office:value="12.50"',
      ' office:value="a&amp;b"',
      " office:value='3'",
      ' office:date-value="2026-03-04"',
      ' table:number-columns-repeated="2"',
      ' table:number-columns-repeated="x"',
      ' table:style-name="ce1"',
      ' table:formula="of:=1"',
      ' office:string-value="s"',
      ' calcext:nobody="1"',
    ])
    const inside = fc.constantFrom(
      '',
      '7',
      ' lead',
      'two  blanks',
      'one\nline',
      'a&amp;b',
      'a<text:s/>b',
      '<',
      '&',
      'é',
      ']]>',
      '</text:p><text:p>',
    )
    const cells = fc.array(fc.tuple(attributes, inside, fc.constantFrom('', '\n', '<!-- x -->')), {
      minLength: 1,
      maxLength: 4,
    })
    const outcome = async (xml: string) => {
      const { sheets, warnings, failure } = await read(packed(table(head + row(xml))), { headerRow: 1 })
      return failure === null ? { sheets, warnings } : failure
    }
    await fc.assert(
      fc.asyncProperty(cells, async (all) => {
        // A blank at the end of its tag keeps a cell on the slow path.
        const cell = (blank: string) =>
          all
            .map(
              ([given, text, before]) =>
                `${before}<table:table-cell${given.join('')}${blank}>${text === '' ? '' : `<text:p>${text}</text:p>`}</table:table-cell>`,
            )
            .join('')
        expect(await outcome(cell(''))).toEqual(await outcome(cell(' ')))
      }),
      { numRuns: times(60) },
    )
  })

  test.each([
    ['a blank before it', ' a', 'a'],
    ['a blank before a run', '<text:span> a</text:span>', 'a'],
    ['several blanks between runs', '<text:span>a </text:span><text:span> b</text:span>', 'a b'],
    ['line ends in the file', '\n  a\n  b', 'a b'],
  ])('text with %s, which LibreOffice shows, is reported', async (_what, xml, shown) => {
    const { row: found, warnings } = await readRow(text(xml))
    expect(found?.cells).toEqual([shown])
    expect(workbookWarnings(warnings)).toMatchObject([{ code: 'blanks_not_counted', row: 2 }])
  })

  test('significant blanks in text, and blanks around a number, are not reported', async () => {
    const { warnings } = await readRow(
      text('a b<text:s text:c="2"/>c ') +
        text('<text:span>a</text:span> b') +
        value('float', 'office:value="2"', ' 2  '),
    )
    expect(workbookWarnings(warnings)).toEqual([])
  })

  test('formulas, errors, lost digits and unreadable numbers are reported', async () => {
    const { row: found, warnings } = await readRow(
      value('float', 'table:formula="of:=1+1" office:value="2"', '2') +
        value(
          'string',
          'table:formula="of:=NA()" calcext:value-type="error" office:string-value=""',
          '#N/A',
        ) +
        value('string', 'table:formula="of:=1/0"', '#DIV/0!') +
        '<table:table-cell table:formula="of:=[.A1]"/>' +
        value('float', 'office:value="12345678901234567"', '12345678901234600') +
        value('float', 'office:value="seven"', 'seven'),
    )
    expect(found?.cells).toEqual(['2', '#N/A', '#DIV/0!', '', '12345678901234600', 'seven'])
    expect(found?.kept?.['0']).toEqual({ kind: 'number', raw: '2', formula: true })
    expect(found?.kept?.['1']).toMatchObject({ kind: 'error', formula: true })
    const codes = warnings.map(({ code }) => code)
    for (const code of ['error_value', 'formula_without_value', 'digits_lost', 'value_unreadable', 'formula'])
      expect(codes).toContain(code)
    expect(codes.filter((code) => code === 'error_value')).toHaveLength(2)
  })
})

describe('rows, columns and sheets', () => {
  test('repeated cells are expanded, repeated blanks are only counted', async () => {
    const { sheets } = await read(
      packed(
        table(
          `${head}${row('<table:table-cell table:number-columns-repeated="16384"/>', ' table:number-rows-repeated="1000"')}${row(`<table:table-cell table:number-columns-repeated="2"/><table:table-cell table:number-columns-repeated="2" office:value-type="float" office:value="5"><text:p>5</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16380"/>`, ' table:number-rows-repeated="2"')}${row('<table:table-cell/>', ' table:number-rows-repeated="1047000"')}`,
        ),
      ),
    )
    expect(sheets[0]?.rows).toEqual([
      { row: 1002, cells: ['', '', '5', '5'] },
      { row: 1003, cells: ['', '', '5', '5'] },
    ])
  })

  test('rows in groups and header rows are read like other rows', async () => {
    const { sheets } = await read(
      packed(
        table(
          `<table:table-header-rows>${head}</table:table-header-rows><table:table-row-group><table:table-row-group>${row(text('1') + text('2'))}</table:table-row-group>${row(text('3') + text('4'))}</table:table-row-group>`,
        ),
      ),
    )
    expect(cellsOf(sheets[0])).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })

  test('hidden sheets, rows and columns and merged ranges are read and reported', async () => {
    const styles =
      '<office:automatic-styles><style:style style:name="t1" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="t2" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles>'
    const merged = `<table:table-cell table:number-columns-spanned="2" table:number-rows-spanned="2" office:value-type="string"><text:p>m</text:p></table:table-cell><table:covered-table-cell/>`
    const { sheets, warnings } = await read(
      packed(
        table(
          `<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/>${head}${row(text('1') + text('2'), ' table:visibility="filter"')}${row(merged)}${row('<table:covered-table-cell table:number-columns-repeated="2"/>')}`,
          'table:name="Shown" table:style-name="t1"',
        ) + table(head + row(text('3') + text('4')), 'table:name="Secret" table:style-name="t2"'),
        styles,
      ),
    )
    expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Shown', false],
      ['Secret', true],
    ])
    expect(cellsOf(sheets[0])).toEqual([['1', '2'], ['m']])
    expect(workbookWarnings(warnings).map(({ code, sheet }) => [code, sheet])).toEqual([
      ['hidden_rows', 'Shown'],
      ['hidden_columns', 'Shown'],
      ['merged_cells', 'Shown'],
      ['hidden_sheet', 'Secret'],
    ])
    expect(workbookWarnings(warnings)[1]?.message).toContain('2 hidden columns')
    expect(workbookWarnings(warnings)[2]?.message).toContain('A3:B4')
  })

  test('old cells of tracked changes and tables of links are not read as sheets', async () => {
    const { sheets } = await read(
      packed(
        `<table:tracked-changes><table:cell-content-change><table:table-cell office:value-type="string"><text:p>old</text:p></table:table-cell></table:cell-content-change></table:tracked-changes>${table(head + row(text('1') + text('2')))}<table:dde-links><table:dde-link>${table(row(text('x')), 'table:name="Link"')}</table:dde-link></table:dde-links>`,
      ),
    )
    expect(sheets.map(({ name }) => name)).toEqual(['Sheet1'])
    expect(cellsOf(sheets[0])).toEqual([['1', '2']])
  })

  test('one sheet can be chosen, and reading stops early at the row limit', async () => {
    const many = Array.from({ length: 3000 }, (_one, at) => row(text(`${at}`) + text('x'))).join('')
    const bytes = packed(
      table(head + many, 'table:name="First"') +
        table(head + row(text('1') + text('2')), 'table:name="Second"'),
    )
    const one = await read(bytes, { sheet: 'second' })
    expect(one.end?.sheets).toEqual([{ index: 1, rowCount: 1 }])
    const short = await read(bytes, { maxRows: 2 })
    expect(short.sheets.map((sheet) => cellsOf(sheet))).toEqual([
      [
        ['0', 'x'],
        ['1', 'x'],
      ],
      [['1', '2']],
    ])
    const none = await read(bytes, { sheet: 'Third' })
    expect(none.failure).toMatchObject({ code: 'sheet_missing' })
    expect(none.failure?.message).toContain('“First”, “Second”')
  })

  test('a spreadsheet is detected with or without its mimetype, whatever its file name', async () => {
    const manifest = { name: 'META-INF/manifest.xml', content: `<manifest xmlns="${manifestName}"/>` }
    const tables = content(table(head + row(text('1') + text('2'))))
    for (const parts of [
      [mimetype(), tables],
      [manifest, tables],
      [mimetype(`${spreadsheet}-template`), manifest, tables],
    ]) {
      const { failure, messages, end } = await read(makeZip(parts), { name: 'Accounts.xlsx' })
      expect(failure).toBeNull()
      expect(messages[0]).toMatchObject({ kind: 'file', format: 'ods', encoding: null, delimiter: null })
      expect(end?.sha256).toMatch(/^[0-9a-f]{64}$/)
    }
  })

  test('a spreadsheet written by another library is read back', async () => {
    const rows = [
      ['Account', 'Name', 'Count'],
      ['007', 'Åsa & <Öberg>', 12],
      ['A b', "it's", 0.5],
    ]
    const { sheets, failure } = await read(
      Buffer.from(await writeOds({ sheets: [{ name: 'Accounts', rows }] })),
    )
    expect(failure).toBeNull()
    expect(headersOf(sheets[0])).toEqual(['Account', 'Name', 'Count'])
    expect(cellsOf(sheets[0])).toEqual(rows.slice(1).map((cells) => cells.map(String)))
  })
})

describe('OpenDocument files that are refused', () => {
  const many = (attributes: string): string =>
    `<table:table-cell ${attributes} office:value-type="string"><text:p>x</text:p></table:table-cell>`
  const good = table(head + row(text('1') + text('2')))
  test.each<[string, string, Buffer]>([
    [
      'a text document',
      'is_opendocument',
      makeZip([mimetype('application/vnd.oasis.opendocument.text'), content('')]),
    ],
    [
      'a document without a spreadsheet in it',
      'is_opendocument',
      makeZip([
        { name: 'META-INF/manifest.xml', content: `<m:manifest xmlns:m="${manifestName}"/>` },
        {
          name: 'content.xml',
          content: `<office:document-content ${names}><office:body/></office:document-content>`,
        },
      ]),
    ],
    [
      'a password',
      'is_password_protected',
      makeZip([
        mimetype(),
        {
          name: 'META-INF/manifest.xml',
          content: `<manifest:manifest xmlns:manifest="${manifestName}"><manifest:file-entry><manifest:encryption-data/></manifest:file-entry></manifest:manifest>`,
        },
        { name: 'content.xml', content: 'x' },
      ]),
    ],
    [
      'a password around the whole package',
      'is_password_protected',
      makeZip([mimetype(), { name: 'encrypted-package', content: 'x' }]),
    ],
    ['no text anywhere', 'empty_file', packed(table(row('<table:table-cell/>')))],
    ['no sheets', 'empty_file', packed('')],
    [
      'a document type',
      'workbook_damaged',
      makeZip([
        mimetype(),
        {
          ...content(good),
          content: String(content(good).content).replace(
            xmlHead,
            `${xmlHead}<!DOCTYPE x [<!ENTITY a "aa">]>`,
          ),
        },
      ]),
    ],
    [
      'content that ends early',
      'workbook_damaged',
      makeZip([mimetype(), { ...content(good), content: String(content(good).content).slice(0, -60) }]),
    ],
    [
      'names that mean something else',
      'workbook_damaged',
      makeZip([
        mimetype(),
        {
          ...content(good),
          content: String(content(good).content).replace('xmlns:table="urn:oasis', 'xmlns:table="urn:other'),
        },
      ]),
    ],
    ['two sheets of one name', 'workbook_damaged', packed(good + good)],
    [
      'a cell repeated beyond the columns',
      'too_many_columns',
      packed(table(head + row(many('table:number-columns-repeated="16384"')))),
    ],
    [
      'rows repeated without end',
      'zip_unsafe',
      packed(
        table(
          head + row(many('table:number-columns-repeated="500"'), ' table:number-rows-repeated="1048576"'),
        ),
      ),
    ],
    [
      'blanks counted without end',
      'cell_too_long',
      packed(table(head + row(text('x<text:s text:c="99999999999"/>')))),
    ],
    ['a content that inflates too far', 'zip_unsafe', packed(`${good}<!--${' '.repeat(70_000_000)}-->`)],
    ['a part cut off', 'zip_damaged', packed(good).subarray(0, 300)],
  ])('%s', async (_name, code, bytes) => {
    const { failure, end } = await read(bytes)
    expect(failure?.code).toBe(code)
    expect(failure?.message).toMatch(/\.$/)
    expect(end).toBeNull()
  })

  test('a spreadsheet over a limit', async () => {
    const spanned = '<table:table-cell table:number-columns-spanned="2"/>'
    const bytes = packed(
      table(head + row(text('1') + text('2') + spanned) + row(spanned + text('1') + text('2'))),
    )
    const codeWith = async (caps: object) => (await read(bytes, { caps })).failure?.code
    expect(await codeWith({ rows: 1 })).toBe('too_many_rows')
    expect(await codeWith({ columns: 1 })).toBe('too_many_columns')
    expect(await codeWith({ merges: 1 })).toBe('too_many_merges')
    expect(await codeWith({ xlsxBytes: 100 })).toBe('file_too_large')
    expect(await codeWith({})).toBeUndefined()
  })
})
