// Files that are not delimited text by their first bytes, and text under another file extension.
import { makeCompound } from '../make-compound.ts'
import { bytes, type CorpusCase, utf16 } from './case.ts'

const ole = (stream: string): Buffer => makeCompound({ [stream]: Buffer.alloc(100) })

const plain = [
  ['a', 'b'],
  ['1', '2'],
]

export const refusedCases: readonly CorpusCase[] = [
  { name: 'a PDF', bytes: '%PDF-1.7\n%…', refused: 'is_pdf', says: 'PDF' },
  {
    name: 'a web page called .xls',
    file: 'Accounts.xls',
    bytes: '<html><table><tr><td>1</td></tr></table></html>',
    refused: 'is_html',
    says: 'web page',
  },
  { name: 'a web page with a mark', bytes: '\uFEFF\n<!DOCTYPE html><table>', refused: 'is_html' },
  { name: 'a web page in UTF-16', bytes: utf16('\uFEFF<html><body>'), refused: 'is_html' },
  {
    name: 'an XML spreadsheet of Excel 2003',
    bytes: '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    refused: 'is_xml',
    says: 'Excel 2003',
  },
  { name: 'another XML file', bytes: '<?xml version="1.0"?><accounts/>', refused: 'is_xml' },
  { name: 'a rich-text document', bytes: '{\\rtf1}', refused: 'is_rtf' },
  { name: 'a gzip', bytes: bytes('\x1f\x8b\x08\x00'), refused: 'is_gzip', says: 'Unpack' },
  { name: 'a 7z archive', bytes: bytes('7z\xbc\xaf\x27\x1c\x00'), refused: 'is_archive' },
  { name: 'a RAR archive', bytes: bytes('Rar!\x1a\x07\x00'), refused: 'is_archive' },
  { name: 'a zstd archive', bytes: bytes('\x28\xb5\x2f\xfd\x00'), refused: 'is_archive' },
  { name: 'a PNG picture', bytes: bytes('\x89PNG\r\n\x1a\n'), refused: 'is_image' },
  { name: 'a JPEG picture', bytes: bytes('\xff\xd8\xff\xe0'), refused: 'is_image' },
  { name: 'an SQLite database', bytes: bytes('SQLite format 3\x00'), refused: 'is_database' },
  { name: 'a Parquet file', bytes: 'PAR1abcd', refused: 'is_binary' },
  { name: 'an old Excel file called .csv', bytes: ole('Workbook'), refused: 'is_old_excel', says: '.xlsx' },
  {
    name: 'a workbook with a password',
    file: 'Accounts.xlsx',
    bytes: ole('EncryptedPackage'),
    refused: 'is_password_protected',
    says: 'password',
  },
  { name: 'an old Word file', bytes: ole('WordDocument'), refused: 'is_ole_document' },
  {
    name: 'text called .xlsx',
    file: 'Accounts.xlsx',
    bytes: 'a,b\n1,2\n',
    cells: plain,
    reported: ['misnamed_file'],
  },
  {
    name: 'text called .xls',
    file: 'Accounts.xls',
    bytes: 'a\tb\n1\t2\n',
    cells: plain,
    reported: ['misnamed_file'],
    delimiter: '\t',
  },
  { name: 'text called .txt', file: 'Accounts.txt', bytes: 'a\tb\n1\t2\n', cells: plain, delimiter: '\t' },
  { name: 'text called .tsv', file: 'Accounts.tsv', bytes: 'a\tb\n1\t2\n', cells: plain, delimiter: '\t' },
  { name: 'text without an extension', file: 'Accounts', bytes: 'a,b\n1,2\n', cells: plain },
]
