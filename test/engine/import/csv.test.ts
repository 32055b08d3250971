// Tests reading delimited text: the cells equal what a text editor shows, whatever program wrote the file.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import type { ReadMessage } from '../../../electron/engine/import/reader.ts'
import { cellsOf, headersOf, useFolder } from './reading-files.ts'

const { read, write } = useFolder()
const utf16 = (text: string, big = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le')
  return big ? bytes.swap16() : bytes
}
const utf32 = (text: string, big = false): Buffer =>
  Buffer.concat(
    [...text].map((character) => {
      const bytes = Buffer.alloc(4)
      if (big) bytes.writeUInt32BE(character.codePointAt(0) ?? 0)
      else bytes.writeUInt32LE(character.codePointAt(0) ?? 0)
      return bytes
    }),
  )
const table = '"Name",Town\r\nÅsa Öberg,"Köln, Süd"\r\n李雷,😀\r\n'
const tableCells = [
  ['Åsa Öberg', 'Köln, Süd'],
  ['李雷', '😀'],
]

describe('encodings', () => {
  test.each([
    ['UTF-8', 'utf-8', Buffer.from(table)],
    ['UTF-8 with a mark before a quoted header', 'utf-8', Buffer.from(`\uFEFF${table}`)],
    ['UTF-16 LE with a mark', 'utf-16le', utf16(`\uFEFF${table}`)],
    ['UTF-16 BE with a mark', 'utf-16be', utf16(`\uFEFF${table}`, true)],
    ['UTF-32 LE with a mark', 'utf-32le', utf32(`\uFEFF${table}`)],
    ['UTF-32 BE with a mark', 'utf-32be', utf32(`\uFEFF${table}`, true)],
    ['UTF-16 LE reported by its NULs', 'utf-16le', utf16(`${'Name,Town\n'.repeat(3)}Åsa,Köln\n`)],
    ['UTF-16 BE reported by its NULs', 'utf-16be', utf16(`${'Name,Town\n'.repeat(3)}Åsa,Köln\n`, true)],
  ])('%s is read', async (name, encoding, bytes) => {
    const { encoding: found, sheets, failure } = await read(bytes, { chunkBytes: 7 })
    expect(failure).toBeNull()
    expect(found).toBe(encoding)
    expect(headersOf(sheets[0])).toEqual(['Name', 'Town'])
    if (name.includes('NULs')) expect(cellsOf(sheets[0]).at(-1)).toEqual(['Åsa', 'Köln'])
    else expect(cellsOf(sheets[0])).toEqual(tableCells)
  })

  test('bytes that are not UTF-8 are reported with the line and its windows-1252 reading', async () => {
    const bytes = Buffer.from(`Name,Town\n${'a,b\n'.repeat(5000)}Müller,Köln\nc,d\n`, 'latin1')
    const { failure, end } = await read(bytes)
    expect(failure).toMatchObject({ code: 'encoding_unsure', row: 5002 })
    expect(failure?.message).toContain('Müller,Köln')
    expect(failure?.message).toContain('windows-1252')
    expect(end).toBeNull()
    const named = await read(bytes, { encoding: 'windows-1252' })
    expect(cellsOf(named.sheets[0]).at(-2)).toEqual(['Müller', 'Köln'])
  })

  test('a chosen encoding that does not fit, and an unknown encoding, are refused', async () => {
    expect((await read(Buffer.from('a,b\n\xe4,1\n', 'latin1'), { encoding: 'utf-8' })).failure).toMatchObject(
      { code: 'encoding_wrong', row: 2 },
    )
    expect((await read('a,b\n1,2\n', { encoding: 'klingon' })).failure?.code).toBe('encoding_unknown')
  })

  test('a NUL character is refused with its line', async () => {
    expect((await read('a,b\n1,2\n3,\0\n')).failure).toMatchObject({ code: 'nul_characters', row: 3 })
  })
})

describe('delimiters and quotes', () => {
  test.each([
    ['comma', ',', 'a,b\n1;1,2\n'],
    ['semicolon of European Excel, with decimal commas', ';', 'a;b\n1,5;2,5\n3,5;4,5\n'],
    ['tab', '\t', 'a\tb\n1,2\t3\n'],
    ['bar', '|', 'a|b\n1|2\n'],
    ['comma where cells hold 12;12;12', ',', 'a,b\nx,12;12;12\ny,12;12;12\n'],
    ['semicolon below a title line with commas', ';', 'Report, March, 2026\na;b;c\n1;2;3\n4;5;6\n'],
    ['comma where the header holds the other delimiter in quotes', ',', '"a;b;c",d\n1,2\n'],
  ])('the delimiter is detected: %s', async (_name, delimiter, text) => {
    expect((await read(text)).delimiter).toBe(delimiter)
  })

  test('a single column has no delimiter, even if a text holds a comma', async () => {
    const { delimiter, sheets } = await read('Name\nSmith\nMiller, Ann\nJones\n')
    expect(delimiter).toBeNull()
    expect(cellsOf(sheets[0])).toEqual([['Smith'], ['Miller, Ann'], ['Jones']])
  })

  test('a sep= line sets the delimiter and is not a row, but counts in line numbers', async () => {
    const { delimiter, sheets } = await read('sep=|\r\na,x|b\r\n1,1|2\r\n')
    expect(delimiter).toBe('|')
    expect(headersOf(sheets[0])).toEqual(['a,x', 'b'])
    expect(sheets[0]?.headerRow).toBe(2)
    expect(sheets[0]?.rows).toEqual([{ row: 3, cells: ['1,1', '2'] }])
  })

  test('an unclosed quote and an undoubled quote are refused with their line', async () => {
    const open = await read('a,b\n1,"x\ny"\n2,"never\n3,z\n')
    expect(open.failure).toMatchObject({ code: 'quote_not_closed', row: 4 })
    const wrong = await read('a,b\n1,2\n3,"say "no" now"\n')
    expect(wrong.failure).toMatchObject({ code: 'quote_misplaced', row: 3 })
    const unused = await read('a,b\n1,5" pipe\n')
    expect(cellsOf(unused.sheets[0])).toEqual([['1', '5" pipe']])
  })

  test('an unclosed quote in a large file is refused without keeping the file in memory', async () => {
    const { failure } = await read(`a,b\n1,"never\n${'2,3\n'.repeat(200_000)}`, {
      caps: { columns: 4, cellCharacters: 1000 },
    })
    expect(failure).toMatchObject({ code: 'quote_not_closed', row: 2 })
  })
})

describe('lines and rows', () => {
  test('rows have the line number of a text editor, despite blank lines and line breaks in cells', async () => {
    const { sheets } = await read('a,b\r\n\r\n1,"x\r\ny\nz"\r\n,\r\n2,w')
    expect(sheets[0]?.rows).toEqual([
      { row: 3, cells: ['1', 'x\r\ny\nz'] },
      { row: 7, cells: ['2', 'w'] },
    ])
  })

  test('CR, LF and CRLF may be mixed', async () => {
    const { sheets } = await read('a,b\r\n1,2\n3,4\r5,6\r\n7,8\r9,"x"\r\n10,11')
    expect(sheets[0]?.rows).toEqual(
      [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
        ['7', '8'],
        ['9', 'x'],
        ['10', '11'],
      ].map((cells, at) => ({ row: at + 2, cells })),
    )
  })

  test('CR alone ends the lines of an old Macintosh file', async () => {
    const { sheets } = await read('a,b\r1,"x\ry"\r2,z\r')
    expect(sheets[0]?.rows).toEqual([
      { row: 2, cells: ['1', 'x\ry'] },
      { row: 4, cells: ['2', 'z'] },
    ])
  })

  test('a CR in an unquoted cell is part of the cell unless it ends the row', async () => {
    const { sheets } = await read('a,b,c\r\n1,x\ry,2\r\n3,4,5\r\n')
    expect(cellsOf(sheets[0])).toEqual([
      ['1', 'x\ry', '2'],
      ['3', '4', '5'],
    ])
  })

  test('longer rows keep their cells in a new column; longer and shorter rows are reported', async () => {
    const long = `a,b\n${'1,2\n'.repeat(30)}3,4,extra,\n5\n`
    const { sheets, warnings } = await read(long)
    expect(sheets[0]?.columns.map(({ name }) => name)).toEqual(['a', 'b', 'Column 3'])
    expect(cellsOf(sheets[0]).slice(-2)).toEqual([['3', '4', 'extra'], ['5']])
    expect(warnings).toMatchObject([
      { code: 'cell_beyond_header', row: 32, column: 'Column 3' },
      { code: 'short_row', row: 33 },
    ])
  })

  test('the extended list of columns is sent before the rows that need it', async () => {
    const { messages } = await read(`a,b\n${'1,2\n'.repeat(300)}3,4,extra\n`)
    const kinds = messages.map(({ kind }) => kind).filter((kind) => kind === 'columns' || kind === 'rows')
    expect(kinds).toEqual(['rows', 'rows', 'columns', 'rows'])
  })

  test('trailing blank columns and rows are left out', async () => {
    const { sheets, warnings } = await read('a,b,,\n1,2,,\n,,,\n,,,\n')
    expect(headersOf(sheets[0])).toEqual(['a', 'b'])
    expect(cellsOf(sheets[0])).toEqual([['1', '2']])
    expect(warnings).toEqual([])
  })

  test('texts that look like numbers or dates stay as they are', async () => {
    const { sheets } = await read(
      'id,phone,when\n007,564-564-5644,03/04/2023\n123456789012345678,+44 20 7946 0000,12;12;12\n',
    )
    expect(cellsOf(sheets[0])).toEqual([
      ['007', '564-564-5644', '03/04/2023'],
      ['123456789012345678', '+44 20 7946 0000', '12;12;12'],
    ])
  })

  test('numbers in scientific notation are reported as lost digits', async () => {
    const { warnings } = await read('id,n\n4.42079E+11,1\n22E1,2\n')
    expect(warnings).toMatchObject([{ code: 'digits_lost', row: 2, column: 'id' }])
  })
})

describe('the header', () => {
  test('title lines above it are reported, not read as data', async () => {
    const { sheets, warnings } = await read(
      'Customers of the north\n\nMade on,2026-03-04\nid,name,town\n1,Ann,Leeds\n2,Bob,York\n',
    )
    expect(sheets[0]).toMatchObject({ headerRow: 4 })
    expect(cellsOf(sheets[0])).toEqual([
      ['1', 'Ann', 'Leeds'],
      ['2', 'Bob', 'York'],
    ])
    expect(warnings.map(({ code, row }) => [code, row])).toEqual([
      ['row_above_header', 1],
      ['row_above_header', 3],
    ])
  })

  test('can be chosen by its row', async () => {
    const { sheets } = await read('x,y\n1,2\nid,name\n3,4\n', { headerRow: 3 })
    expect(headersOf(sheets[0])).toEqual(['id', 'name'])
    expect(cellsOf(sheets[0])).toEqual([['3', '4']])
  })

  test('blank and repeated headers get names and are reported', async () => {
    const { sheets, warnings } = await read('Phone,,Phone\n1,2,3\n')
    expect(sheets[0]?.columns.map(({ name }) => name)).toEqual(['Phone', 'Column 2', 'Phone (2)'])
    expect(warnings.map(({ code, column }) => [code, column])).toEqual([
      ['blank_header', 'Column 2'],
      ['duplicate_header', 'Phone (2)'],
    ])
  })

  test('without further rows gives a sheet without rows', async () => {
    const { sheets, warnings, end } = await read('a,b\n')
    expect(headersOf(sheets[0])).toEqual(['a', 'b'])
    expect(warnings.map(({ code }) => code)).toEqual(['no_rows'])
    expect(end?.sheets).toEqual([{ index: 0, rowCount: 0 }])
  })

  test('of our own exports loses the apostrophe that guards a formula; other files keep theirs', async () => {
    const rows = "Phone,x,carryover_account\n'+44 20,'tis,1\n''=a,'＝b,\n"
    expect(cellsOf((await read(rows)).sheets[0])).toEqual([
      ['+44 20', "'tis", '1'],
      ["'=a", '＝b'],
    ])
    expect(cellsOf((await read(rows.replace('carryover_account', 'other'))).sheets[0])[0]).toEqual([
      "'+44 20",
      "'tis",
      '1',
    ])
  })
})

describe('limits and the end', () => {
  test('the hash covers all bytes, even if reading stops early', async () => {
    const text = `a,b\n${'1,2\n'.repeat(100_000)}`
    const { end, sheets } = await read(text, { maxRows: 3 })
    expect(cellsOf(sheets[0])).toHaveLength(3)
    expect(end).toEqual({
      kind: 'end',
      sha256: createHash('sha256').update(text).digest('hex'),
      sheets: [{ index: 0, rowCount: 3 }],
    })
  })

  test.each([
    ['file_too_large', { csvBytes: 10 }],
    ['too_many_rows', { rows: 2 }],
    ['too_many_columns', { columns: 1 }],
    ['cell_too_long', { cellCharacters: 4 }],
  ])('a file over a limit is refused: %s', async (code, caps) => {
    const { failure } = await read('a,b\n1,2\n3,4\n5,67890\n', { caps })
    expect(failure?.code).toBe(code)
    expect(failure?.message).toContain(String(Object.values(caps)[0]))
  })

  test('a cell of 32,767 characters is read', async () => {
    const { sheets } = await read(`a,b\n1,"${'x\n'.repeat(16_383)}x"\n`)
    expect(cellsOf(sheets[0])[0]?.[1]).toHaveLength(32_767)
  })

  test('rows are sent in small messages, however long their cells are', async () => {
    const long = await read(`a,b\n${`1,${'x'.repeat(30_000)}\n`.repeat(300)}`)
    const sizes = long.messages.map((message) => (message.kind === 'rows' ? message.rows.length : 0))
    expect(Math.max(...sizes)).toBe(35)
    const short = await read(`a,b\n${'1,2\n'.repeat(500)}`)
    expect(
      short.messages.flatMap((message) => (message.kind === 'rows' ? [message.rows.length] : [])),
    ).toEqual([200, 200, 100])
  })

  test('an abort stops the messages without a final message', async () => {
    const path = await write('x.csv', `a,b\n${'1,2\n'.repeat(100_000)}`)
    const abort = new AbortController()
    const kinds: string[] = []
    for await (const { kind } of readHere(path, {}, abort.signal)) {
      kinds.push(kind)
      if (kind === 'rows') abort.abort()
    }
    // Progress comes by the time that passed, so a slow machine may report some before.
    expect(kinds.filter((kind) => kind !== 'progress')).toEqual(['file', 'sheet', 'rows'])
  })

  test('progress counts bytes and rows up to the total', async () => {
    const text = `a,b\n${'1,2\n'.repeat(100_000)}`
    let clock = 0
    const path = await write('x.csv', text)
    const messages: ReadMessage[] = []
    for await (const message of readHere(path, {}, new AbortController().signal, {
      now: () => (clock += 1000),
    }))
      messages.push(message)
    const progress = messages.flatMap((message) => (message.kind === 'progress' ? [message] : []))
    expect(progress.length).toBeGreaterThan(5)
    expect(progress.map(({ bytes }) => bytes)).toEqual(
      progress.map(({ bytes }) => bytes).toSorted((one, other) => one - other),
    )
    expect(progress.at(-1)).toEqual({
      kind: 'progress',
      bytes: text.length,
      bytesTotal: text.length,
      rows: 100_000,
    })
  })

  test('repeated warnings of a column are listed twenty times and then counted', async () => {
    const { warnings } = await read(`id,n\n${'1.5E+12,x\n'.repeat(50)}`)
    expect(warnings).toHaveLength(21)
    expect(warnings.at(-1)).toMatchObject({ code: 'digits_lost', row: null, column: 'id' })
    expect(warnings.at(-1)?.message).toContain('50 times')
  })
})
