// Lines, rows and the header: line ends of every kind, blank lines, ragged rows, titles.
import type { CorpusCase } from './case.ts'

const two = [
  ['a', 'b'],
  ['1', '2'],
  ['3', '4'],
]
const wide = `${['id', 'name', 'town', 'phone'].join()}\n${'1,Ann,Leeds,x\n'.repeat(3)}`
const wideCells = [
  ['id', 'name', 'town', 'phone'],
  ...Array.from({ length: 3 }, () => ['1', 'Ann', 'Leeds', 'x']),
]

export const rowCases: readonly CorpusCase[] = [
  { name: 'LF', bytes: 'a,b\n1,2\n3,4\n', cells: two, lines: [2, 3] },
  { name: 'CRLF', bytes: 'a,b\r\n1,2\r\n3,4\r\n', cells: two, lines: [2, 3] },
  { name: 'CR of an old Macintosh', bytes: 'a,b\r1,2\r3,4\r', cells: two, lines: [2, 3] },
  {
    name: 'CR, LF and CRLF mixed',
    bytes: 'a,b\r\n1,2\n3,4\r5,6\r\n',
    cells: [...two, ['5', '6']],
    lines: [2, 3, 4],
  },
  {
    name: 'mostly CR with LF and CRLF',
    bytes: 'a,b\r1,2\r3,4\r5,6\n7,8\r\n9,10\r',
    cells: [...two, ['5', '6'], ['7', '8'], ['9', '10']],
    lines: [2, 3, 4, 5, 6],
  },
  { name: 'CRCRLF of a broken transfer', bytes: 'a,b\r\r\n1,2\r\r\n3,4\r\r\n', cells: two },
  {
    name: 'a CR in an unquoted cell',
    bytes: 'a,b,c\r\n1,x\ry,2\r\n3,4,5\r\n',
    cells: [
      ['a', 'b', 'c'],
      ['1', 'x\ry', '2'],
      ['3', '4', '5'],
    ],
  },
  {
    name: 'line breaks of every kind in quoted cells',
    bytes: 'a,b\r\n1,"x\r\ny\nz\rw"\r\n2,v\r\n',
    cells: [
      ['a', 'b'],
      ['1', 'x\r\ny\nz\rw'],
      ['2', 'v'],
    ],
    lines: [2, 6],
  },
  { name: 'no final line end', bytes: 'a,b\n1,2\n3,4', cells: two },
  { name: 'no final line end after a quoted cell', bytes: 'a,b\n1,2\n3,"4"', cells: two },
  { name: 'a final CR', bytes: 'a,b\n1,2\n3,4\r', cells: two },
  { name: 'several final line ends', bytes: 'a,b\n1,2\n3,4\n\n\n\n', cells: two },
  {
    name: 'blank lines everywhere',
    bytes: '\n\na,b\n\n1,2\n\n\n3,4\n',
    cells: two,
    headerRow: 3,
    lines: [5, 8],
  },
  {
    name: 'lines of nothing but blanks or delimiters',
    bytes: 'a,b\n , \n1,2\n,\n3,4\n',
    cells: two,
    lines: [3, 5],
  },
  { name: 'trailing blank columns and rows', bytes: 'a,b,,\n1,2,,\n3,4,,\n,,,\n,,,\n', cells: two },
  {
    name: 'rows that are longer than the header',
    bytes: `a,b\n1,2\n3,4,extra,\n`,
    cells: [
      ['a', 'b', ''],
      ['1', '2'],
      ['3', '4', 'extra'],
    ],
    reported: ['cell_beyond_header'],
  },
  {
    name: 'rows that are shorter than the header',
    bytes: 'a,b,c\n1,2,3\n4\n',
    cells: [['a', 'b', 'c'], ['1', '2', '3'], ['4']],
    reported: ['short_row'],
  },
  { name: 'a header only', bytes: 'a,b\n', cells: [['a', 'b']], reported: ['no_rows'] },
  { name: 'one cell', bytes: 'a', cells: [['a']], reported: ['no_rows'] },
  { name: 'nothing', bytes: '', refused: 'empty_file' },
  {
    name: 'nothing but a mark, blanks and delimiters',
    bytes: '\uFEFF \r\n\r\n,,\r\n',
    refused: 'empty_file',
  },
  {
    name: 'a title line',
    bytes: `Customers of the north\n${wide}`,
    cells: wideCells,
    headerRow: 2,
    reported: ['row_above_header'],
  },
  {
    name: 'title lines with blank lines between',
    bytes: `Customers\n\nMade on,2026-03-04\n\n${wide}`,
    cells: wideCells,
    headerRow: 5,
    reported: ['row_above_header'],
  },
  {
    name: 'a title line with more commas than the table',
    bytes: 'Report, March, 2026, final, really\na;b;c\n1;2;3\n4;5;6\n',
    cells: [
      ['a', 'b', 'c'],
      ['1', '2', '3'],
      ['4', '5', '6'],
    ],
    reported: ['row_above_header'],
  },
  {
    name: 'a row of merged header cells above the header',
    bytes: 'Account,,Customer,,,\nno,since,name,phone,mail,town\n1,x,y,z,u,v\n2,x,y,z,u,v\n',
    cells: [
      ['no', 'since', 'name', 'phone', 'mail', 'town'],
      ['1', 'x', 'y', 'z', 'u', 'v'],
      ['2', 'x', 'y', 'z', 'u', 'v'],
    ],
    headerRow: 2,
    reported: ['row_above_header'],
  },
  {
    name: 'a header that a person named',
    bytes: 'x,y\n1,2\nid,name\n3,4\n',
    options: { headerRow: 3 },
    cells: [
      ['id', 'name'],
      ['3', '4'],
    ],
    headerRow: 3,
    reported: ['row_above_header'],
  },
  {
    name: 'a header that a person named by the sheet',
    bytes: 'x,y\nid,name\n3,4\n',
    options: { headerRows: { Accounts: 2 } },
    cells: [
      ['id', 'name'],
      ['3', '4'],
    ],
    headerRow: 2,
    reported: ['row_above_header'],
  },
  {
    name: 'a header that a person named where there is none',
    bytes: 'x,y\n1,2\n',
    options: { headerRow: 9 },
    cells: [[]],
    reported: ['header_row_missing', 'no_rows', 'row_above_header'],
  },
  {
    name: 'no header at all',
    bytes: '1,2026-03-04,5.5\n2,2026-03-05,6.5\n',
    cells: [
      ['1', '2026-03-04', '5.5'],
      ['2', '2026-03-05', '6.5'],
    ],
    reported: ['header_like_data'],
  },
  {
    name: 'years as headers',
    bytes: 'name,2024,2025\nAnn,1,2\n',
    cells: [
      ['name', '2024', '2025'],
      ['Ann', '1', '2'],
    ],
  },
  {
    name: 'repeated headers',
    bytes: 'Phone,Phone,phone\n1,2,3\n',
    cells: [
      ['Phone', 'Phone', 'phone'],
      ['1', '2', '3'],
    ],
    reported: ['duplicate_header'],
  },
  {
    name: 'blank headers',
    bytes: 'Phone,,Name\n1,2,3\n',
    cells: [
      ['Phone', '', 'Name'],
      ['1', '2', '3'],
    ],
    reported: ['blank_header'],
  },
  {
    name: 'headers that are names of an object’s inside',
    bytes: '__proto__,constructor,toString\n1,2,3\n',
    cells: [
      ['__proto__', 'constructor', 'toString'],
      ['1', '2', '3'],
    ],
  },
  {
    name: 'a header over two lines',
    bytes: '"Account\nnumber",b\n1,2\n',
    cells: [
      ['Account\nnumber', 'b'],
      ['1', '2'],
    ],
    lines: [3],
  },
  {
    name: 'a cell of 32,767 characters',
    bytes: `a,b\n1,"${'x\n'.repeat(16_383)}x"\n`,
    cells: [
      ['a', 'b'],
      ['1', `${'x\n'.repeat(16_383)}x`],
    ],
  },
  {
    name: 'a cell of 32,768 characters',
    bytes: `a,b\n1,${'x'.repeat(32_768)}\n`,
    refused: 'cell_too_long',
    line: 2,
    says: '32768',
  },
  {
    name: '512 columns',
    bytes: `${Array.from({ length: 512 }, (_, at) => `c${at}`).join()}\n${'1,'.repeat(511)}1\n`,
    cells: [Array.from({ length: 512 }, (_, at) => `c${at}`), Array.from({ length: 512 }, () => '1')],
  },
  { name: '513 columns', bytes: `${'a,'.repeat(512)}a\n`, refused: 'too_many_columns', line: 1 },
  {
    name: 'more rows than the cap',
    bytes: 'a,b\n1,2\n3,4\n',
    options: { caps: { rows: 1 } },
    refused: 'too_many_rows',
    line: 3,
  },
  {
    name: 'more bytes than the cap',
    bytes: 'a,b\n1,2\n',
    options: { caps: { csvBytes: 4 } },
    refused: 'file_too_large',
  },
  {
    name: 'a sheet that a text file does not have',
    bytes: 'a,b\n1,2\n',
    options: { sheet: 'Other' },
    refused: 'sheet_missing',
    says: 'Accounts',
  },
]
