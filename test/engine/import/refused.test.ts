// Tests that files that are not spreadsheets and malicious files are refused by name, with advice, and never throw.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import { makeCompound } from './make-compound.ts'
import { handWorkbook, makeZip, textRows, workbookParts, xmlHead } from './make-zip.ts'
import { collect, useFolder } from './reading-files.ts'

const { read, folder } = useFolder()
const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const ole = (stream: string): Buffer => makeCompound({ [stream]: Buffer.alloc(100) })
const part = (name: string, content = 'x') => ({ name, content })
const small = workbookParts({
  sheets: [
    {
      rows: textRows([
        ['a', 'b'],
        ['1', '2'],
      ]),
    },
  ],
})

describe('files refused by their first bytes, whatever their name', () => {
  test.each<[string, string, string | Buffer]>([
    ['is_pdf', 'PDF', '%PDF-1.7\n%…'],
    ['is_html', 'HTML', '\uFEFF\n <!DOCTYPE html><table>'],
    ['is_html', 'HTML', '<html xmlns:x="urn:schemas-microsoft-com:office:excel">'],
    [
      'is_xml',
      'Excel 2003',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    ],
    ['is_xml', 'XML', '<?xml version="1.0"?><accounts/>'],
    ['is_rtf', 'rich-text', '{\\rtf1}'],
    ['is_gzip', 'gzip', latin('\x1f\x8b\x08\x00')],
    ['is_archive', '7z', latin('7z\xbc\xaf\x27\x1c\x00')],
    ['is_image', 'PNG', latin('\x89PNG\r\n\x1a\n')],
    ['is_image', 'JPEG', latin('\xff\xd8\xff\xe0')],
    ['is_database', 'SQLite', latin('SQLite format 3\x00')],
    ['is_old_excel', '.xls', ole('Workbook')],
    ['is_password_protected', 'password', ole('EncryptedPackage')],
    ['is_ole_document', '.doc', ole('WordDocument')],
    ['is_opendocument', '.ods', makeZip([part('mimetype'), part('content.xml')])],
    ['is_binary_excel', '.xlsb', makeZip([part('xl/workbook.bin')])],
    ['is_numbers', 'Numbers', makeZip([part('Index/Document.iwa')])],
    ['is_other_zip', 'text document', makeZip([part('word/document.xml')])],
    ['is_other_zip', 'zip archive', makeZip([part('readme.txt')])],
    ['empty_file', '0 bytes', ''],
    ['empty_file', 'no text', '\uFEFF \r\n\r\n,,\r\n'],
    ['nul_characters', 'NUL', latin('a,b\n1,\x00\x01\x02\n')],
  ])('%s: %s', async (code, word, bytes) => {
    const { failure, end, messages } = await read(bytes, { name: 'Accounts.xlsx' })
    expect(failure?.code).toBe(code)
    expect(failure?.message).toContain(word)
    expect(end).toBeNull()
    expect(messages.at(-1)?.kind).toBe('refused')
  })

  test('a missing file and a folder are refused', async () => {
    const refusalOf = async (path: string) =>
      (await collect(readHere(path, {}, new AbortController().signal))).failure
    expect(await refusalOf(join(folder(), 'none.csv'))).toMatchObject({ code: 'file_missing' })
    await mkdir(join(folder(), 'folder.csv'))
    expect(await refusalOf(join(folder(), 'folder.csv'))).toMatchObject({ code: 'file_is_folder' })
  })

  test('a text named .xlsx and a workbook named .csv are read and reported', async () => {
    expect(await read('a,b\n1,2\n', { name: 'x.xlsx' })).toMatchObject({
      failure: null,
      warnings: [{ code: 'misnamed_file' }],
    })
    expect(await read(makeZip(small), { name: 'x.csv' })).toMatchObject({
      failure: null,
      warnings: [{ code: 'misnamed_file' }],
    })
  })
})

describe('options for text files', () => {
  test.each([
    [{ encoding: 'utf-8' }, 'an encoding'],
    [{ delimiter: ';' }, 'a delimiter'],
    [{ quote: null }, 'a quotation mark'],
    [{ escape: 'backslash', encoding: 'utf-8' }, 'an encoding and an escape'],
  ] as const)('%o is refused for a workbook', async (choices, words) => {
    const { failure } = await read(makeZip(small), { name: 'Accounts.xlsx', ...choices })
    expect(failure?.code).toBe('only_for_text')
    expect(failure?.message).toContain(`so ${words} cannot be chosen`)
  })
})

describe('hostile and broken workbooks', () => {
  const sheetBomb = `${xmlHead}<worksheet><sheetData><row>${'<c/>'.repeat(17_500_000)}</row></sheetData></worksheet>`
  const replaced = (name: string, content: string) =>
    makeZip(small.map((old) => (old.name === name ? { ...old, content } : old)))
  const sheet1 = 'xl/worksheets/sheet1.xml'
  test.each<[string, string, Buffer]>([
    ['a part that inflates too far', 'zip_unsafe', replaced(sheet1, sheetBomb)],
    ['a part given twice', 'zip_unsafe', makeZip([...small, part('XL/workbook.xml')])],
    ['a name with a parent folder', 'zip_unsafe', makeZip([...small, part('../evil')])],
    ['an absolute name', 'zip_unsafe', makeZip([...small, part('/etc/evil')])],
    [
      'too many parts',
      'zip_unsafe',
      makeZip([...small, ...Array.from({ length: 1000 }, (_one, at) => part(`x${at}`))]),
    ],
    [
      'an encrypted part',
      'is_password_protected',
      makeZip(small.map((old) => ({ ...old, encrypted: true }))),
    ],
    [
      'a wrong checksum',
      'zip_damaged',
      makeZip(small.map((old) => (old.name === sheet1 ? { ...old, sum: 1 } : old))),
    ],
    ['a cut file', 'zip_damaged', makeZip(small).subarray(0, 900)],
    [
      'a document type',
      'workbook_damaged',
      replaced(sheet1, '<!DOCTYPE x [<!ENTITY a "aaa">]><worksheet><sheetData/></worksheet>'),
    ],
    [
      'an unknown entity',
      'workbook_damaged',
      replaced(sheet1, '<worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>'),
    ],
    ['XML that ends early', 'workbook_damaged', replaced(sheet1, '<worksheet><sheetData><row>')],
    ['a missing sheet', 'workbook_damaged', makeZip(small.filter(({ name }) => name !== sheet1))],
    ['sheets that are all empty', 'empty_file', handWorkbook({ sheets: [{ rows: '' }, { rows: '<row/>' }] })],
  ])('%s', async (_name, code, bytes) => {
    const { failure } = await read(bytes, { name: 'Accounts.xlsx' })
    expect(failure?.code).toBe(code)
  })

  test('a part that inflates further than it declares is refused', async () => {
    const bytes = makeZip(small)
    // The declared size of the workbook's part, in its directory entry.
    const entry = bytes.lastIndexOf(latin('xl/workbook.xml')) - 46
    bytes.writeUInt32LE(10, entry + 24)
    expect((await read(bytes, { name: 'Accounts.xlsx' })).failure?.code).toBe('zip_damaged')
  })

  test.each([
    ['file_too_large', { xlsxBytes: 100 }],
    ['too_many_rows', { rows: 1 }],
    ['too_many_columns', { columns: 1 }],
    ['cell_too_long', { cellCharacters: 1 }],
    ['too_many_merges', { merges: 1 }],
  ])('a workbook over a limit is refused: %s', async (code, caps) => {
    const rows = textRows([
      ['a', 'b'],
      ['1', '2'],
      ['3', '44'],
    ])
    const after = '<mergeCells><mergeCell ref="A8:B8"/><mergeCell ref="A9:B9"/></mergeCells>'
    const { failure } = await read(handWorkbook({ sheets: [{ rows, after }] }), {
      name: 'Accounts.xlsx',
      caps,
    })
    expect(failure?.code).toBe(code)
  })
})
