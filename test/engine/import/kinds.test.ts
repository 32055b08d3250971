// Tests file type detection regardless of the file name: a file is identified and refused with advice, or opened if a
// spreadsheet program opens it without asking. Nothing is opened that may hang or run code.
import { execFile } from 'node:child_process'
import { readFile, symlink } from 'node:fs/promises'
import { createServer } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import { makeCompound } from './make-compound.ts'
import { handWorkbook, makeZip, textRows, workbookParts, xmlHead } from './make-zip.ts'
import { cellsOf, collect, headersOf, useFolder } from './reading-files.ts'

const { read, folder } = useFolder()
const latin = (text: string): Buffer => Buffer.from(text, 'latin1')
const rows = textRows([
  ['a', 'b'],
  ['1', '2'],
])
const book = handWorkbook({ sheets: [{ rows }] })
const at = (place: number, text: string): Buffer =>
  Buffer.concat([Buffer.alloc(place), latin(text), Buffer.alloc(20)])
/** Pseudo-random bytes, the same every time. */
const random = (length: number): Buffer => {
  let state = 12345
  return Buffer.from(
    Array.from({ length }, () => {
      state = (state * 1103515245 + 12345) & 0x7fffffff
      return (state >> 16) & 255
    }),
  )
}
/** One column, one record. */
const dbase = Buffer.concat([
  latin('\x03\x1a\x03\x04\x01\0\0\0\x41\0\x03\0'),
  Buffer.alloc(20),
  latin('NAME\0\0\0\0\0\0\0C\0\0\0\0\x02'),
  Buffer.alloc(15),
  latin('\r ab\x1a'),
])
const sylk = 'ID;PWXL;N;E\r\nP;PGeneral\r\nB;Y2;X2\r\nC;Y1;X1;K"a"\r\nE\r\n'

describe('files of other kinds are refused with their kind', () => {
  test.each<[string, string, Buffer | string]>([
    ['is_sylk', 'SYLK', sylk],
    ['is_dif', 'DIF', 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n0,2\r\n""\r\n'],
    ['is_json', 'JSON', '{"accounts": [1, 2]}'],
    ['is_json', 'JSON', '[\n  {"a": 1},\n  {"a": 2}\n]'],
    ['is_xml', 'XML', '<accounts>\n <account id="1"/>\n</accounts>'],
    ['is_image', 'SVG', '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>'],
    ['is_html', 'MHTML', 'MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\n'],
    ['is_program', 'Windows', Buffer.concat([latin('MZ\x90\x00\x03'), random(200)])],
    ['is_program', 'Linux', latin('\x7fELF\x02\x01\x01')],
    ['is_program', 'macOS', latin('\xcf\xfa\xed\xfe\x07\x00\x00\x01')],
    ['is_program', 'script', '#!/bin/sh\necho a,b\n'],
    ['is_archive', 'tar', at(257, 'ustar\x0000')],
    ['is_archive', 'bzip2', latin('BZh11AY&SY')],
    ['is_archive', 'split', latin('PK\x07\x08PK\x03\x04')],
    ['is_image', 'BMP', latin('BM\x36\x00\x00\x00\x00\x00')],
    ['is_binary', 'Parquet', 'PAR1'],
    ['is_database', 'Access', latin('\x00\x01\x00\x00Standard ACE DB\x00')],
    ['is_database', 'dBase', dbase],
    ['is_binary', 'shortcut', latin('L\x00\x00\x00\x01\x14\x02\x00')],
    ['is_binary', 'macOS', latin('\x00\x05\x16\x07\x00\x02')],
    ['is_binary', 'zeros', Buffer.alloc(5000)],
    ['is_binary', 'no text', random(5000)],
    ['is_old_excel', 'before 1995', latin('\x09\x02\x06\x00\x00\x00\x10\x00')],
    ['is_old_excel', '.xls', makeCompound({ Workbook: Buffer.alloc(5000) })],
    ['is_old_excel', '.xls', makeCompound({ WORKBOOK: Buffer.alloc(5000) })],
    ['is_old_excel', '.xls', makeCompound({ BOOK: Buffer.alloc(100) })],
    ['is_ole_document', '.doc', makeCompound({ WordDocument: Buffer.alloc(5000) })],
    ['is_ole_document', '.msg', makeCompound({ '__properties_version1.0': Buffer.alloc(32) })],
    ['is_ole_document', 'damaged', makeCompound({ Workbook: Buffer.alloc(5000) }).subarray(0, 300)],
    [
      'is_password_protected',
      'remove the password',
      makeCompound({ EncryptionInfo: Buffer.alloc(300), EncryptedPackage: Buffer.alloc(9000) }),
    ],
    ['zip_method_unknown', 'Deflate64', withMethod(makeZip(workbookParts({ sheets: [{ rows }] })), 9)],
  ])('%s: %s', async (code, word, bytes) => {
    const { failure } = await read(bytes, { name: 'Accounts.xlsx' })
    expect(failure?.code).toBe(code)
    expect(failure?.message).toContain(word)
    expect(failure?.message).toMatch(/\.$/)
  })

  test.each(['~$Accounts.xlsx', '.~lock.Accounts.xlsx#'])(
    '%s is refused as a program’s lock file, with the file to load',
    async (name) => {
      const { failure } = await read(latin('\x05Alice\x20\x20'), { name })
      expect(failure?.code).toBe('is_lock_file')
      expect(failure?.message).toContain('Load "Accounts.xlsx" itself')
    },
  )

  test.each<[string, string, string[]]>([
    ['a header that begins like SYLK', 'ID;Price;Place\n1;2;3\n2;3;4\n', ['ID', 'Price', 'Place']],
    ['a header that begins like a program', 'MZ,b\n1,2\n', ['MZ', 'b']],
    ['a header that begins like a picture', 'BMW,b\n1,2\n', ['BMW', 'b']],
    ['a header in brackets', '[a],[b]\n1,2\n', ['[a]', '[b]']],
    ['a header in braces', '{a},{b}\n1,2\n', ['{a}', '{b}']],
    ['a short text of control characters', 'a,b\n1,\x01\x02\x03\x04\n2,\x05é\n', ['a', 'b']],
    ['a header that begins like a sound', 'RIFFRAFF,b\n1,2\n', ['RIFFRAFF', 'b']],
  ])('%s is text', async (_what, text, headers) => {
    const { failure, sheets } = await read(text)
    expect(failure).toBeNull()
    expect(headersOf(sheets[0])).toEqual(headers)
  })
})

describe('files opened as in a spreadsheet program', () => {
  test.each(['default-password-agile.xlsx', 'default-password-standard.xlsx'])('%s', async (name) => {
    const bytes = await readFile(new URL(`../../files/reading/${name}`, import.meta.url))
    const { failure, sheets, end } = await read(bytes, { name })
    expect(failure).toBeNull()
    expect(headersOf(sheets[0])).toEqual(['Account', 'Name'])
    expect(cellsOf(sheets[0])).toEqual([
      ['00042', 'Åsa & Co'],
      ['00043', 'Zoë'],
    ])
    expect(end?.sha256).toMatch(/^[0-9a-f]{64}$/)
  })

  test('a file with another password is refused as password-protected', async () => {
    const bytes = await readFile(new URL('../../files/reading/other-password.xlsx', import.meta.url))
    const { failure } = await read(bytes, { name: 'other-password.xlsx' })
    expect(failure).toMatchObject({ code: 'is_password_protected' })
    expect(failure?.message).toContain('remove the password')
  })

  test('a flat OpenDocument spreadsheet', async () => {
    const names = ['office', 'table', 'text']
      .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
      .join(' ')
    const cell = (text: string): string =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
    const row = (...texts: string[]): string =>
      `<table:table-row>${texts.map(cell).join('')}</table:table-row>`
    const flat = `${xmlHead}<office:document ${names} office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="One">${row('a', 'b')}${row('1', '2')}</table:table></office:spreadsheet></office:body></office:document>`
    const { failure, sheets, messages } = await read(flat, { name: 'Accounts.fods' })
    expect(failure).toBeNull()
    expect(messages[0]).toMatchObject({ kind: 'file', format: 'ods' })
    expect(sheets[0]?.name).toBe('One')
    expect(cellsOf(sheets[0])).toEqual([['1', '2']])
  })
})

describe('the real reader refuses special files at once', () => {
  const refusalOf = async (path: string) =>
    (await collect(createProcessReader()(path, {}, new AbortController().signal))).failure

  test('a pipe without a writer, and a link to it', async (context) => {
    context.skip(platform() === 'win32', 'because Windows has no such files')
    const path = join(folder(), 'pipe.xlsx')
    await promisify(execFile)('mkfifo', [path])
    await symlink(path, join(folder(), 'link.xlsx'))
    for (const name of ['pipe.xlsx', 'link.xlsx']) {
      const failure = await refusalOf(join(folder(), name))
      expect(failure).toMatchObject({ code: 'file_not_ordinary' })
      expect(failure?.message).toContain('a pipe')
    }
  })

  test('a socket, a device and a folder', async (context) => {
    context.skip(platform() === 'win32', 'because Windows has no such files')
    const server = createServer()
    const path = join(folder(), 'socket.xlsx')
    await new Promise<void>((resolve) => void server.listen(path, resolve))
    try {
      expect((await refusalOf(path))?.message).toContain('a socket')
      expect((await refusalOf('/dev/zero'))?.message).toContain('a device')
      expect(await refusalOf(folder())).toMatchObject({ code: 'file_is_folder' })
    } finally {
      server.close()
    }
  })
})

describe('headers below titles', () => {
  test('more title lines than rows do not hide the header', async () => {
    const titles = ['Report', 'Made today', 'By Alice', 'For Bob', 'Confidential', 'Page 1']
    const { sheets } = await read(
      handWorkbook({
        sheets: [
          {
            rows: textRows([
              ...titles.map((title) => [title]),
              ['Account', 'Name', 'Town'],
              ['1', 'Ada', 'Ely'],
              ['2', 'Bo', 'Bath'],
            ]),
          },
        ],
      }),
      { name: 'Accounts.xlsx' },
    )
    expect(headersOf(sheets[0])).toEqual(['Account', 'Name', 'Town'])
    expect(sheets[0]?.headerRow).toBe(7)
  })

  test('a header of one cell above wider rows is reported', async () => {
    const { warnings } = await read(
      handWorkbook({
        sheets: [
          {
            rows: textRows([
              ['Report'],
              ...Array.from({ length: 25 }, (_row, n) => [`line ${n}`]),
              ['a', 'b'],
              ['1', '2'],
            ]),
          },
        ],
      }),
      { name: 'Accounts.xlsx' },
    )
    expect(warnings.map(({ code }) => code)).toContain('cell_beyond_header')
    const narrow = await read(
      handWorkbook({ sheets: [{ rows: textRows([['Report'], ['x'], ['y'], ['1', '2'], ['z'], ['w']]) }] }),
      { name: 'Accounts.xlsx' },
    )
    expect(narrow.warnings).toContainEqual(expect.objectContaining({ code: 'header_narrow', row: 1 }))
  })
})

test('the base workbook of these tests is readable', async () => {
  expect((await read(book, { name: 'Accounts.xlsx' })).failure).toBeNull()
})

/** Writes another compression method into every entry. */
function withMethod(zip: Buffer, method: number): Buffer {
  const bytes = Buffer.from(zip)
  const entry = latin('PK\x01\x02')
  for (let found = bytes.indexOf(entry); found !== -1; found = bytes.indexOf(entry, found + 4))
    bytes.writeUInt16LE(method, found + 10)
  return bytes
}
