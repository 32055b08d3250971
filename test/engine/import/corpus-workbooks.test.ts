// Corpus of workbooks as a table: output of programs of every kind, missing parts, and malicious files. Each is made
// by hand, down to the bytes of its zip, so that it holds exactly what its line says.
import { describe, expect, test } from 'vitest'
import {
  type HandWorkbook,
  handWorkbook,
  makeZip,
  textRows,
  workbookParts,
  xmlHead,
  type ZipPart,
} from './make-zip.ts'
import { cellsOf, headersOf, useFolder } from './reading-files.ts'
import { workbookWarnings } from './workbook-warnings.ts'

const { read } = useFolder()
const sheet1 = 'xl/worksheets/sheet1.xml'
const table = textRows([
  ['a', 'b'],
  ['1', '2'],
])
const tableCells = [['1', '2']]
const parts = workbookParts({ sheets: [{ rows: table }] })
const without = (...names: string[]): ZipPart[] => parts.filter(({ name }) => !names.includes(name))
const changed = (name: string, change: (content: string) => string): ZipPart[] =>
  parts.map((part) => (part.name === name ? { ...part, content: change(String(part.content)) } : part))
const everywhere = (change: (content: string, name: string) => string): ZipPart[] =>
  parts.map((part) => ({ ...part, content: change(String(part.content), part.name) }))
const renamed = (change: (name: string) => string): ZipPart[] =>
  parts.map((part) => ({ ...part, name: change(part.name) }))
const head = '<row r="1"><c r="A1" t="str"><v>a</v></c><c r="B1" t="str"><v>b</v></c></row>'
const under = (rows: string, book: Partial<HandWorkbook> = {}): Buffer =>
  handWorkbook({ ...book, sheets: [{ rows: head + rows }] })
const secondRow = (cells: string, book: Partial<HandWorkbook> = {}): Buffer =>
  under(`<row r="2">${cells}</row>`, book)
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

describe('workbooks with missing, moved or renamed parts are read', () => {
  test.each<[string, Buffer]>([
    ['no content types', makeZip(without('[Content_Types].xml'))],
    ['no relations of the package', makeZip(without('_rels/.rels'))],
    ['no styles', makeZip(without('xl/styles.xml'))],
    ['no shared strings', makeZip(without('xl/sharedStrings.xml'))],
    ['neither styles nor shared strings', makeZip(without('xl/styles.xml', 'xl/sharedStrings.xml'))],
    ['parts in the reverse order', makeZip(parts.toReversed())],
    ['parts stored without compression', makeZip(parts.map((part) => ({ ...part, stored: true })))],
    ['sizes after the content', makeZip(parts.map((part) => ({ ...part, descriptor: true })))],
    [
      'sizes after stored content',
      makeZip(parts.map((part) => ({ ...part, descriptor: true, stored: true }))),
    ],
    ['names in capitals', makeZip(renamed((name) => name.toUpperCase()))],
    ['names with backslashes', makeZip(renamed((name) => name.replaceAll('/', '\\')))],
    [
      'absolute targets',
      makeZip(
        changed('xl/_rels/workbook.xml.rels', (xml) => xml.replaceAll('"worksheets/', '"/xl/worksheets/')),
      ),
    ],
    [
      'targets from the folder above',
      makeZip(
        changed('xl/_rels/workbook.xml.rels', (xml) =>
          xml.replaceAll('"worksheets/', '"../xl/./worksheets/'),
        ),
      ),
    ],
    [
      'targets with backslashes',
      makeZip(changed('xl/_rels/workbook.xml.rels', (xml) => xml.replaceAll('worksheets/', 'worksheets\\'))),
    ],
    [
      'targets with percent signs',
      makeZip(
        changed('xl/_rels/workbook.xml.rels', (xml) => xml.replaceAll('sheet1.xml', 'my%20sheet.xml')).map(
          (part) => ({ ...part, name: part.name.replace('sheet1', 'my sheet') }),
        ),
      ),
    ],
    [
      'parts in other folders',
      makeZip(
        everywhere((xml) =>
          xml.replaceAll('Target="xl/', 'Target="book/').replaceAll('Target="/xl/', 'Target="/book/'),
        ).map((part) => ({ ...part, name: part.name.replace(/^xl\//, 'book/') })),
      ),
    ],
    [
      'folders as entries',
      makeZip([{ name: 'xl/', content: '' }, { name: 'xl/worksheets/', content: '' }, ...parts]),
    ],
    [
      'a macro and pictures beside the sheets',
      makeZip([
        ...parts,
        { name: 'xl/vbaProject.bin', content: 'MZ' },
        { name: 'xl/media/image1.png', content: 'x' },
      ]),
    ],
    [
      'a workbook inside the workbook',
      makeZip([...parts, { name: 'xl/embeddings/inner.xlsx', content: makeZip(parts) }]),
    ],
    [
      'a comment after the zip',
      ((bytes) => Buffer.concat([bytes.subarray(0, -2), Buffer.from('\x05\x00hello', 'latin1')]))(
        makeZip(parts),
      ),
    ],
    ['a byte order mark before each part', makeZip(everywhere((xml) => `\uFEFF${xml}`))],
    ['no XML declaration', makeZip(everywhere((xml) => xml.replace(xmlHead, '')))],
    ['single quotation marks', makeZip(everywhere((xml) => xml.replaceAll('"', "'")))],
    [
      'blanks and line ends between elements',
      makeZip(changed(sheet1, (xml) => xml.replaceAll('><', '>\r\n\t<'))),
    ],
    [
      'comments and instructions between elements',
      makeZip(
        changed(sheet1, (xml) =>
          xml
            .replaceAll('</c>', '</c><!-- <c/> -->')
            .replaceAll('<row', '<!-- </c> <row> --><?x </row> ?><row'),
        ),
      ),
    ],
    [
      'prefixed elements',
      makeZip(
        changed(sheet1, (xml) => xml.replaceAll(/<(\/?)([a-z])/gi, '<$1x:$2').replace('xmlns=', 'xmlns:x=')),
      ),
    ],
    [
      'strict namespaces',
      makeZip(
        everywhere((xml) =>
          xml
            .replaceAll(
              'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
              'http://purl.oclc.org/ooxml/spreadsheetml/main',
            )
            .replaceAll(relations, 'http://purl.oclc.org/ooxml/officeDocument/relationships'),
        ),
      ),
    ],
    [
      'a wrong dimension',
      makeZip(
        changed(sheet1, (xml) => xml.replace('<sheetData', '<dimension ref="A1:XFD1048576"/><sheetData')),
      ),
    ],
    [
      'formats for each row and column',
      makeZip(
        changed(sheet1, (xml) =>
          xml
            .replace(
              '<sheetData',
              '<sheetFormatPr defaultRowHeight="15"/><cols><col min="1" max="16384" style="1"/></cols><sheetData',
            )
            .replaceAll('<row>', '<row spans="1:2" s="1" customFormat="1" ht="15">'),
        ),
      ),
    ],
    [
      'form controls with rows of their own',
      makeZip(
        changed(sheet1, (xml) =>
          xml.replace(
            '</sheetData>',
            '</sheetData><controls><control><anchor><from><col>1</col><row>9</row></from></anchor></control></controls>',
          ),
        ),
      ),
    ],
  ])('%s', async (_name, bytes) => {
    const { sheets, warnings, failure } = await read(bytes, { name: 'Accounts.xlsx' })
    expect(failure).toBeNull()
    expect(headersOf(sheets[0])).toEqual(['a', 'b'])
    expect(cellsOf(sheets[0])).toEqual(tableCells)
    expect(sheets[0]?.rows[0]?.row).toBe(2)
    expect(workbookWarnings(warnings)).toEqual([])
  })
})

describe('cells as written by different programs', () => {
  const inlineText = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  test.each<[string, Buffer, string[][]]>([
    ['references without row numbers on rows', under('<row><c r="B2"><v>5</v></c></row>'), [['', '5']]],
    ['cells out of order', secondRow('<c r="B2"><v>2</v></c><c r="A2"><v>1</v></c>'), [['1', '2']]],
    ['references in small letters', secondRow('<c r="b2"><v>2</v></c>'), [['', '2']]],
    ['references that say nothing', secondRow('<c r=""><v>1</v></c><c r=""><v>2</v></c>'), [['1', '2']]],
    ['attributes in another order', secondRow('<c t="n" s="0" r="B2"><v>2</v></c>'), [['', '2']]],
    ['attributes nobody knows', secondRow('<c r="A2" cm="1" vm="2" ph="1"><v>1</v></c>'), [['1']]],
    [
      'empty cells with a style',
      secondRow('<c r="A2" s="1"/><c r="B2" s="1"></c><c r="C2"><v>3</v></c>', { formats: ['0.00'] }),
      [['', '', '3']],
    ],
    [
      'numbers with a decimal point and a nought',
      secondRow('<c><v>12.0</v></c><c><v>3.50</v></c>'),
      [['12', '3.5']],
    ],
    [
      'numbers in scientific notation',
      secondRow('<c><v>1.2E3</v></c><c><v>5E-2</v></c>'),
      [['1200', '0.05']],
    ],
    ['numbers with blanks around them', secondRow('<c><v> 7 </v></c><c><v>\n8\n</v></c>'), [['7', '8']]],
    [
      'noise of binary fractions',
      secondRow('<c><v>1.1000000000000001</v></c><c><v>2.2999999999999998</v></c>'),
      [['1.1', '2.3']],
    ],
    ['a negative nought', secondRow('<c><v>-0</v></c><c><v>-0.0</v></c>'), [['0', '0']]],
    [
      'shared texts with blanks around their number',
      secondRow('<c t="s"><v> 0 </v></c>', { strings: ['<t>x</t>'] }),
      [['x']],
    ],
    [
      'an empty shared text',
      secondRow('<c t="s"><v>0</v></c><c><v>1</v></c>', { strings: ['<t/>'] }),
      [['', '1']],
    ],
    [
      'shared texts of every shape',
      secondRow('<c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>2</v></c>', {
        strings: ['<t>a</t>', '<t xml:space="preserve"> b </t>', '<r><t>c</t></r><phoneticPr fontId="1"/>'],
      }),
      [['a', ' b ', 'c']],
    ],
    ['texts in CDATA', secondRow('<c t="str"><v><![CDATA[a<b&c]]></v></c>'), [['a<b&c']]],
    ['texts with entities', secondRow(inlineText('&lt;&gt;&amp;&quot;&apos;&#65;&#x42;')), [['<>&"\'AB']]],
    [
      'line ends of every kind',
      secondRow(`${inlineText('a\r\nb')}${inlineText('a&#13;&#10;b')}`),
      [['a\nb', 'a\r\nb']],
    ],
    [
      'escaped characters',
      secondRow(`${inlineText('a_x000D__x000A_b')}${inlineText('_x005F_x000D_')}`),
      [['a\r\nb', '_x000D_']],
    ],
    ['characters beyond the first plane', secondRow(inlineText('😀&#x1F600;')), [['😀😀']]],
    ['a text of 32,767 characters', secondRow(inlineText('x'.repeat(32_767))), [['x'.repeat(32_767)]]],
    [
      'booleans in words and digits',
      secondRow('<c t="b"><v>true</v></c><c t="b"><v>0</v></c>'),
      [['TRUE', 'FALSE']],
    ],
    [
      'a formula with its result',
      secondRow('<c><f>A1&amp;B1</f><v>5</v></c><c t="str"><f>x</f><v>y</v></c>'),
      [['5', 'y']],
    ],
    [
      'a shared formula',
      secondRow(
        '<c><f t="shared" ref="A2:A9" si="0">B2*2</f><v>4</v></c><c><f t="shared" si="0"/><v>6</v></c>',
      ),
      [['4', '6']],
    ],
    [
      'an array formula',
      secondRow('<c><f t="array" ref="A2:B2">TRANSPOSE(D1:D2)</f><v>1</v></c><c><v>2</v></c>'),
      [['1', '2']],
    ],
    ['a text with a value beside it', secondRow('<c t="inlineStr"><v>v</v></c>'), [['v']]],
    [
      'an inline text in runs',
      secondRow(
        '<c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r><rPh sb="0" eb="1"><t>z</t></rPh></is></c>',
      ),
      [['ab']],
    ],
    [
      'dates by ISO text',
      secondRow(
        '<c t="d"><v>2026-03-04</v></c><c t="d"><v>2026-03-04T18:30:00.000Z</v></c><c t="d"><v>09:15:00</v></c>',
      ),
      [['2026-03-04', '2026-03-04 18:30:00', '09:15:00']],
    ],
    [
      'dates by ISO text under the later epoch',
      secondRow('<c t="d" s="1"><v>2026-03-04</v></c>', { formats: ['dd/mm/yyyy'], date1904: true }),
      [['04/03/2026']],
    ],
    ['a style that is not there', secondRow('<c s="99"><v>5</v></c>'), [['5']]],
    ['a format that is not there', secondRow('<c s="1"><v>5</v></c>', { formats: ['#9999'] }), [['5']]],
    [
      'rows without cells between rows',
      under('<row r="2"/><row r="5"><c><v>5</v></c></row><row r="6"></row>'),
      [['5']],
    ],
    [
      'a currency whose country changes no separators',
      secondRow('<c s="1"><v>1234.5</v></c><c s="2"><v>-2</v></c>', {
        formats: ['[$€-407]#,##0.00', '[$£-en-GB]0.00'],
      }),
      [['€1,234.50', '-£2.00']],
    ],
    [
      'dates whose country changes separators and names',
      secondRow('<c s="1"><v>46085</v></c><c s="2"><v>46085</v></c>', {
        formats: ['[$-407]dd/mm/yyyy', '[$-C0A]d mmmm yyyy;@'],
      }),
      [['04.03.2026', '4 marzo 2026']],
    ],
    [
      'a country before what is no date',
      secondRow('<c s="1"><v>1.5</v></c><c s="2"><v>2</v></c>', {
        formats: ['[$-407]# ?/? "Stk. d/m"', '[$-809]0" a/d"'],
      }),
      [['1 1/2 Stk. d/m', '2 a/d']],
    ],
    ['halves that make a whole', secondRow('<c s="1"><v>2.75</v></c>', { formats: ['# ?/2'] }), [['3']]],
    [
      'long and short dates of the system',
      secondRow('<c s="1"><v>46085</v></c><c s="2"><v>0.5</v></c>', {
        formats: ['[$-F800]dddd\\, mmmm dd\\, yyyy', '[$-F400]h:mm:ss AM/PM'],
      }),
      [['Wednesday, March 04, 2026', '12:00:00 PM']],
    ],
    [
      'dates that no file says the order of',
      secondRow('<c s="1"><v>46085</v></c><c s="2"><v>46085.5</v></c><c s="3"><v>46085</v></c>', {
        formats: ['#14', '#22', '#30'],
      }),
      [['2026-03-04', '2026-03-04 12:00', '2026-03-04']],
    ],
    [
      'times and durations that are built in',
      secondRow('<c s="1"><v>0.75</v></c><c s="2"><v>1.5</v></c><c s="3"><v>0.0207</v></c>', {
        formats: ['#18', '#46', '#47'],
      }),
      [['6:00 PM', '36:00:00', '29:48.5']],
    ],
  ])('%s', async (_name, bytes, cells) => {
    const { sheets, failure } = await read(bytes, { name: 'Accounts.xlsx' })
    expect(failure).toBeNull()
    expect(cellsOf(sheets[0])).toEqual(cells)
  })
})

describe('workbooks with warnings', () => {
  const others = makeZip(
    workbookParts({ sheets: [{ rows: table }, { rows: '' }] }).map((part) => ({
      ...part,
      content: String(part.content).replace(
        `${relations}/worksheet" Target="worksheets/sheet2.xml"`,
        `${relations}/chartsheet" Target="worksheets/sheet2.xml"`,
      ),
    })),
  )
  test.each<[string, Buffer, string[]]>([
    ['a chart sheet', others, ['sheet_without_cells']],
    ['a shared text that is not there', secondRow('<c t="s"><v>7</v></c><c><v>1</v></c>'), ['text_missing']],
    [
      'a value that its format hides',
      secondRow('<c s="1"><v>7</v></c><c><v>1</v></c>', { formats: [';;;'] }),
      ['value_hidden'],
    ],
    [
      'a day that never was',
      secondRow('<c s="1"><v>60</v></c>', { formats: ['dd/mm/yyyy'] }),
      ['date_impossible'],
    ],
    [
      'a date before all dates',
      secondRow('<c s="1"><v>-1</v></c>', { formats: ['dd/mm/yyyy'] }),
      ['date_impossible'],
    ],
    ['digits that a number cannot hold', secondRow('<c><v>12345678901234567</v></c>'), ['digits_lost']],
    ['an error', secondRow('<c t="e"><v>#REF!</v></c>'), ['error_value']],
    [
      'a formula that was never calculated',
      secondRow('<c><f>A1</f></c><c><v>1</v></c>'),
      ['formula_without_value', 'formula'],
    ],
    ['a cell given twice', secondRow('<c r="A2"><v>1</v></c><c r="A2"><v>2</v></c>'), ['cell_twice']],
    [
      'rows out of order',
      under('<row r="3"><c><v>1</v></c></row><row r="2"><c><v>2</v></c></row>'),
      ['rows_out_of_order'],
    ],
    ['a number that is none', secondRow('<c><v>seven</v></c>'), ['value_unreadable']],
  ])('%s', async (_name, bytes, codes) => {
    const { warnings, failure } = await read(bytes, { name: 'Accounts.xlsx' })
    expect(failure).toBeNull()
    expect(workbookWarnings(warnings).map(({ code }) => code)).toEqual(codes)
  })
})

describe('workbooks refused with a reason', () => {
  const cells = (xml: string): Buffer =>
    makeZip(changed(sheet1, (old) => old.replace('<sheetData>', `<sheetData>${xml}`)))
  const bytes = makeZip(parts)
  const corrupt = (change: (bytes: Buffer) => void): Buffer => {
    const copy = Buffer.from(bytes)
    change(copy)
    return copy
  }
  const directory = bytes.indexOf('PK\x01\x02', 0, 'latin1')
  test.each<[string, string, Buffer]>([
    ['a presentation', 'is_other_zip', makeZip([{ name: 'ppt/presentation.xml', content: '<p/>' }])],
    [
      'a text document with relations',
      'is_other_zip',
      makeZip([
        {
          name: '_rels/.rels',
          content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
        },
        { name: 'word/document.xml', content: '<w/>' },
      ]),
    ],
    ['no workbook part', 'is_other_zip', makeZip(without('xl/workbook.xml'))],
    [
      'no sheets',
      'workbook_damaged',
      makeZip(changed('xl/workbook.xml', (xml) => xml.replace(/<sheets>.*<\/sheets>/, '<sheets/>'))),
    ],
    ['no relations of the workbook', 'workbook_damaged', makeZip(without('xl/_rels/workbook.xml.rels'))],
    [
      'a sheet kept elsewhere',
      'workbook_damaged',
      makeZip(
        changed('xl/_rels/workbook.xml.rels', (xml) =>
          xml.replace('/worksheet"', '/worksheet" TargetMode="External"'),
        ),
      ),
    ],
    [
      'relations in a circle',
      'workbook_damaged',
      makeZip(
        changed('xl/_rels/workbook.xml.rels', (xml) =>
          xml.replaceAll('worksheets/sheet1.xml', 'workbook.xml'),
        ),
      ),
    ],
    [
      'two sheets of one name',
      'workbook_damaged',
      handWorkbook({
        sheets: [
          { name: 'A', rows: table },
          { name: 'a', rows: table },
        ],
      }),
    ],
    [
      'a document type in the workbook',
      'workbook_damaged',
      makeZip(changed('xl/workbook.xml', (xml) => xml.replace(xmlHead, `${xmlHead}<!DOCTYPE workbook>`))),
    ],
    [
      'entities that grow',
      'workbook_damaged',
      makeZip(
        changed('xl/sharedStrings.xml', (xml) =>
          xml.replace(xmlHead, `${xmlHead}<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>`),
        ),
      ),
    ],
    [
      'an outside entity',
      'workbook_damaged',
      makeZip(
        changed(sheet1, (xml) =>
          xml.replace(xmlHead, `${xmlHead}<!DOCTYPE x SYSTEM "file:///etc/hostname">`),
        ),
      ),
    ],
    ['elements that do not match', 'workbook_damaged', cells('<row><c><v>1</c></v></row>')],
    ['a cell that is never closed', 'workbook_damaged', cells('<row><c r="A1"><v>1</v></row>')],
    ['an attribute given twice', 'workbook_damaged', cells('<row><c r="A1" r="B1"><v>1</v></c></row>')],
    ['an attribute without quotation marks', 'workbook_damaged', cells('<row><c r=A1><v>1</v></c></row>')],
    ['a character that XML forbids', 'workbook_damaged', cells('<row><c t="str"><v>\u0001</v></c></row>')],
    ['a sign that must be escaped', 'workbook_damaged', cells('<row><c t="str"><v>a & b</v></c></row>')],
    ['the end of CDATA as text', 'workbook_damaged', cells('<row><c t="str"><v>]]></v></c></row>')],
    ['text after the last element', 'workbook_damaged', makeZip(changed(sheet1, (xml) => `${xml}<row/>`))],
    [
      'bytes that are no UTF-8',
      'workbook_damaged',
      makeZip(
        parts.map((part) =>
          part.name === sheet1
            ? {
                ...part,
                content: Buffer.from(
                  String(part.content).replace('<t xml:space="preserve">1', '<t xml:space="preserve">\xe9'),
                  'latin1',
                ),
              }
            : part,
        ),
      ),
    ],
    ['a directory cut off', 'zip_damaged', bytes.subarray(0, directory + 10)],
    ['only the first half', 'zip_damaged', bytes.subarray(0, bytes.length / 2)],
    [
      'a part that begins nowhere',
      'zip_damaged',
      makeZip(parts.map((part) => ({ ...part, offset: 0x7f_ff_ff_ff }))),
    ],
    [
      'an unknown way of packing',
      'zip_method_unknown',
      corrupt((copy) => void copy.writeUInt16LE(99, copy.lastIndexOf(sheet1) - 36)),
    ],
    [
      'sizes said to be beyond 4 GiB',
      'zip_unsafe',
      makeZip(parts.map((part) => ({ ...part, size: 0xff_ff_ff_ff }))),
    ],
    ['a part smaller than it says', 'zip_damaged', makeZip(parts.map((part) => ({ ...part, size: 99_999 })))],
    ['a part larger than it says', 'zip_damaged', makeZip(parts.map((part) => ({ ...part, size: 3 })))],
    [
      'a bomb of shared texts',
      'zip_unsafe',
      makeZip(
        changed('xl/sharedStrings.xml', (xml) => xml.replace('</sst>', `${' '.repeat(70_000_000)}</sst>`)),
      ),
    ],
    [
      'two parts of one name',
      'zip_unsafe',
      makeZip([...parts, { name: 'XL/Worksheets/Sheet1.xml', content: '<worksheet/>' }]),
    ],
    ['a name with a drive', 'zip_unsafe', makeZip([...parts, { name: 'C:/evil.xml', content: '' }])],
    [
      'a name that climbs out by backslashes',
      'zip_unsafe',
      makeZip([...parts, { name: '..\\..\\evil.xml', content: '' }]),
    ],
    ['a cell in column 513', 'too_many_columns', secondRow('<c r="SS2"><v>1</v></c>')],
    [
      'a text of 32,768 characters',
      'cell_too_long',
      secondRow(`<c t="str"><v>${'x'.repeat(32_768)}</v></c>`),
    ],
  ])('%s', async (_name, code, file) => {
    const { failure, end, messages } = await read(file, { name: 'Accounts.xlsx' })
    expect(failure?.code).toBe(code)
    expect(failure?.message).toMatch(/\.$/)
    expect(end).toBeNull()
    expect(messages.at(-1)?.kind).toBe('refused')
  })
})
