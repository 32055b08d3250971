// Tests `read`, `suggest` and `payloads`: exactly the output formats that other programs rely on, from CSV and XLSX.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { writeXlsx } from '../../files/write-xlsx.ts'
import { carryover, freshFolder, sample } from './command-line.ts'

function write(name: string, text: string): string {
  const file = join(freshFolder(), name)
  writeFileSync(file, text)
  return file
}
const json = (text: string): unknown => JSON.parse(text)
const lines = (text: string): unknown[] => text.trimEnd().split('\n').map(json)

describe('read', () => {
  it('prints a CSV file as specified, with blanks and repeats unchanged', async () => {
    const text = 'Account No,Phone,Phone,\n007,0113 496 0001,,x\n\n"18""4",,"two\nlines",\n'
    const file = write('small.csv', text)
    const { code, stdout } = await carryover(['read', file])
    expect(json(stdout)).toEqual({
      file: 'small.csv',
      sha256: createHash('sha256').update(text).digest('hex'),
      sheets: [
        {
          name: 'small',
          hidden: false,
          headerRow: 1,
          columns: [
            { index: 0, header: 'Account No' },
            { index: 1, header: 'Phone' },
            { index: 2, header: 'Phone' },
            { index: 3, header: '' },
          ],
          rowCount: 2,
          rows: [
            { row: 2, cells: ['007', '0113 496 0001', '', 'x'] },
            { row: 4, cells: ['18"4', '', 'two\nlines'] },
          ],
        },
      ],
      warnings: expect.any(Array),
    })
    expect(stdout.trimEnd()).not.toContain('\n')
    expect(code).toBe(0)
  })

  it('says what is odd in the language of the user, under the same code', async () => {
    const file = write('small.csv', 'Account No,Phone\n007, 0113\n')
    const { stdout } = await carryover(['read', file, '--language', 'de'])
    expect(json(stdout)).toMatchObject({
      warnings: [
        { code: 'outer_blanks', message: expect.stringContaining('„ 0113“ beginnt mit einem Leerzeichen.') },
      ],
    })
  })

  it.each([
    ['--encoding', 'utf-8'],
    ['--delimiter', 'tab'],
    ['--quote', 'none'],
    ['--escape', 'backslash'],
  ])('refuses %s for a workbook, where it has no meaning', async (option, value) => {
    const { code, stdout, stderr } = await carryover(['read', sample('linked-500.xlsx'), option, value])
    expect(code).toBe(3)
    expect(stdout).toBe('')
    expect(stderr).toContain('is a workbook, not delimited text')
    expect(stderr).toContain(option)
  })

  it('prints some rows of one sheet of a workbook, and counts them all', async () => {
    const { code, stdout } = await carryover([
      'read',
      sample('linked-500.xlsx'),
      '--sheet',
      'Customers',
      '--rows',
      '2',
    ])
    expect(json(stdout)).toMatchObject({
      file: 'linked-500.xlsx',
      sha256: createHash('sha256')
        .update(readFileSync(sample('linked-500.xlsx')))
        .digest('hex'),
      sheets: [{ name: 'Customers', headerRow: 1, rowCount: 656, rows: [{ row: 2 }, { row: 3 }] }],
    })
    expect(code).toBe(0)
  })

  it('prints every sheet of a workbook in order, also with no rows requested', async () => {
    const { stdout } = await carryover(['read', sample('linked-500.xlsx'), '--rows', '0'])
    const rows: unknown[] = []
    expect(json(stdout)).toMatchObject({
      sheets: [
        { name: 'Accounts', rowCount: 500, rows },
        { name: 'Customers', rowCount: 656, rows },
        { name: 'Supply', rows },
        { name: 'Meters', rows },
      ],
    })
  })

  it('prints warnings with their location', async () => {
    const { stdout } = await carryover(['read', write('odd.csv', 'a,b\n1,2\n3,4,5\n')])
    const { warnings } = json(stdout) as { warnings: Record<string, unknown>[] }
    expect(warnings.length).toBeGreaterThan(0)
    for (const warning of warnings) {
      expect(Object.keys(warning).toSorted()).toEqual(['code', 'column', 'message', 'row', 'sheet'])
    }
    expect(warnings).toContainEqual(expect.objectContaining({ sheet: 'odd', row: 3 }))
  })
})

describe('the options for reading a file', () => {
  const latin = 'Account No;First name;Landline\nA-1;J\xfcrgen;0113 496 0001\n'
  const writeBytes = (name: string, text: string): string => {
    const file = join(freshFolder(), name)
    writeFileSync(file, Buffer.from(text, 'latin1'))
    return file
  }

  it('set encoding, delimiter, quotation marks and header row, or are detected', async () => {
    const file = writeBytes('said.txt', 'Made by;x\nid:name\n1:"J\xfcrgen\n')
    const words = ['--encoding', 'latin1', '--delimiter', ':', '--quote', 'none', '--header-row', '2']
    const { code, stdout } = await carryover(['read', file, ...words])
    expect(json(stdout)).toMatchObject({
      sheets: [
        {
          headerRow: 2,
          columns: [
            { index: 0, header: 'id' },
            { index: 1, header: 'name' },
          ],
          rows: [{ row: 3, cells: ['1', '"Jürgen'] }],
        },
      ],
    })
    expect(code).toBe(0)
  })

  it('accept a header row for a sheet by name, and names of delimiters', async () => {
    const file = write('one.csv', 'x\ty\nid\tname\n1\tAnn\n')
    const { stdout } = await carryover(['read', file, '--delimiter', 'tab', '--header-row', 'one=2'])
    expect(json(stdout)).toMatchObject({ sheets: [{ headerRow: 2, rowCount: 1 }] })
  })

  it('fill empty cells from the cell above, of chosen columns and behind merged ranges', async () => {
    const file = join(freshFolder(), 'dual.xlsx')
    const rows = [
      ['Account No', 'Region', 'Fuel'],
      ['A-1', 'North', 'Power'],
      ['', '', 'Gas'],
    ]
    const sheets = ['Extract', 'Old'].map((name) => ({ name, rows, merges: ['A2:A3'] }))
    await writeXlsx(file, sheets)
    const cellsOf = async (...words: string[]): Promise<unknown[]> => {
      const { stdout } = await carryover(['read', file, ...words])
      const read = json(stdout) as { sheets: { rows: { cells: string[] }[] }[] }
      return read.sheets.map((sheet) => sheet.rows[1]?.cells)
    }
    const plain = ['', '', 'Gas']
    expect(await cellsOf()).toEqual([plain, plain])
    const all = ['A-1', 'North', 'Gas']
    expect(await cellsOf('--fill-merged', 'down', '--fill-down', 'Region')).toEqual([all, all])
    expect(await cellsOf('--fill-merged', 'Old=all')).toEqual([plain, ['A-1', '', 'Gas']])
    expect(await cellsOf('--fill-down', 'Region', '--fill-down', 'Extract=Account No')).toEqual([
      all,
      ['', 'North', 'Gas'],
    ])
  })

  it('name the cells that payloads filled, beside a text file as well', async () => {
    const folder = freshFolder()
    const file = join(folder, 'dual.csv')
    writeFileSync(file, 'Account No,Surname\nA-1,Fox\n,Bell\n')
    const suggested = await carryover(['suggest', file, '--fill-down', 'Account No'])
    expect(suggested.code).toBe(0)
    const map = write('dual.mapping.json', suggested.stdout)
    const words = ['payloads', file, '--mapping', map, '--supplier', 'ACME']
    const filled = await carryover([...words, '--fill-down', 'Account No'])
    expect(filled.stderr).toContain('1 empty cell was filled from the cell above on “dual”')
    expect(lines(filled.stdout)).toMatchObject([{ key: 'A-1' }, { key: 'A-1' }])
    const none = await carryover([...words, '--fill-down', 'Accont No'])
    expect(none.stderr).toContain('No cell was filled from the cell above')
  })

  it('work for suggest and payloads; without an encoding, both end with proposals and the option', async () => {
    const file = writeBytes('latin.csv', latin)
    const asked = await carryover(['suggest', file])
    expect(asked).toMatchObject({ code: 3, stdout: '' })
    expect(asked.stderr).toContain('--encoding windows-1252: A-1;Jürgen;0113 496 0001')
    expect(asked.stderr).toContain('--encoding NAME')
    const suggested = await carryover(['suggest', file, '--encoding', 'windows-1252'])
    expect(suggested.code).toBe(0)
    const map = write('latin.mapping.json', suggested.stdout)
    const words = ['payloads', file, '--mapping', map, '--supplier', 'ACME']
    expect(await carryover(words)).toMatchObject({ code: 3, stdout: '' })
    const { stdout } = await carryover([...words, '--encoding', 'windows-1252'])
    expect(lines(stdout)).toMatchObject([{ payload: { customers: [{ given_name: 'Jürgen' }] } }])
  })

  it('are suggested for a misplaced quotation mark', async () => {
    const file = write('odd.csv', 'id;name;n\n1;"say "no" now";1,5\n')
    const { code, stdout, stderr } = await carryover(['read', file])
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain('On line 2, column 2, a quotation mark')
    expect(stderr).toContain('--quote none')
    const on = await carryover(['read', file, '--quote', 'none'])
    expect(json(on.stdout)).toMatchObject({ sheets: [{ rows: [{ cells: ['1', '"say "no" now"', '1,5'] }] }] })
  })

  it.each([
    ['read', ['--encoding', 'klingon'], 'not an encoding'],
    ['suggest', ['--delimiter', '||'], 'one character'],
    ['payloads', ['--quote', 'both'], 'double, single or none'],
    ['validate', ['--escape', 'slash'], 'doubled, backslash'],
    ['run', ['--header-row', 'Sheet=x'], 'whole number from 1'],
    ['run', ['--fill-merged', 'Sheet=up'], 'down or all'],
    ['payloads', ['--fill-down', 'Sheet='], 'name of a column'],
  ])('%s refuses %j', async (command, words, says) => {
    const { code, stdout, stderr } = await carryover([command, 'small.csv', ...words])
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toContain(says)
  })
})

describe('several files', () => {
  const file = (folder: string, name: string, content: string): string => {
    writeFileSync(join(folder, name), Buffer.from(content, 'latin1'))
    return join(folder, name)
  }
  const map = {
    version: 1,
    sheet: 'accounts',
    key: 'Account No',
    columns: [{ column: 'Account No', field: 'external_account_number' }],
    linked: [
      {
        sheet: 'people',
        key: 'Account No',
        list: 'customers',
        columns: [
          { column: 'Account No', ignore: true },
          { column: 'Surname', field: 'family_name' },
        ],
      },
    ],
  }

  it('become one batch, with options of text for those that are no workbooks', async () => {
    const folder = freshFolder()
    const accounts = join(folder, 'accounts.xlsx')
    await writeXlsx(accounts, [{ name: 'accounts', rows: [['Account No'], ['A-1']] }])
    const people = file(folder, 'people.csv', 'Account No,Surname\nA-1,M\xfcller\n')
    const mapping = file(folder, 'map.json', JSON.stringify(map))
    const words = ['--mapping', mapping, '--supplier', 'ACME', '--encoding', 'latin1']
    const { code, stdout } = await carryover(['payloads', accounts, people, ...words])
    expect(code).toBe(0)
    expect(json(stdout)).toMatchObject({ key: 'A-1', payload: { customers: [{ family_name: 'Müller' }] } })
  })

  it('are named where one cannot be read', async () => {
    const folder = freshFolder()
    const accounts = file(folder, 'first.csv', 'Account No\nA-1\n')
    const ended = await carryover(['suggest', accounts, join(folder, 'nowhere.csv')])
    expect(ended.code).toBe(3)
    expect(ended.stderr).toContain('nowhere.csv: There is no file')
  })
})

describe('payloads', () => {
  const mapping = {
    version: 1,
    key: 'No',
    columns: [
      { column: 'No', field: 'external_account_number' },
      { column: 'First 1', field: 'customers.0.given_name' },
      { column: 'Tel 1', field: 'customers.0.landline' },
      { column: 'First 2', field: 'customers.1.given_name' },
      { column: 'Tel 2', field: 'customers.1.landline' },
      { column: 'Notes', ignore: true },
    ],
  }
  it('prints one line per account, and names the second customer’s cell if the first customer is empty', async () => {
    const file = write(
      'pairs.csv',
      'No,First 1,Tel 1,First 2,Tel 2,Notes\nA-1,Ada,0113 496 0001,Bo,0113 496 0002,n\nA-2,,,Cy,0113 496 0003,\n',
    )
    const map = write('pairs.mapping.json', JSON.stringify(mapping))
    const { code, stdout } = await carryover([
      'payloads',
      file,
      '--mapping',
      map,
      '--supplier',
      'ACME ENERGY',
    ])
    expect(code).toBe(0)
    const [first, second, ...more] = lines(stdout)
    expect(more).toEqual([])
    expect(first).toMatchObject({
      key: 'A-1',
      payload: { customers: [{ given_name: 'Ada' }, { given_name: 'Bo' }] },
    })
    const cell = (column: string) => ({ sheet: 'pairs', row: 3, column })
    expect(second).toEqual({
      key: 'A-2',
      rows: [{ sheet: 'pairs', row: 3 }],
      payload: {
        import_supplier: 'ACME ENERGY',
        external_account_number: 'A-2',
        customers: [{ given_name: 'Cy', landline: '0113 496 0003' }],
      },
      origins: {
        import_supplier: { fixed: true },
        external_account_number: cell('No'),
        'customers.0.given_name': cell('First 2'),
        'customers.0.landline': cell('Tel 2'),
      },
      omitted: expect.arrayContaining([{ path: 'customers.0', reason: 'all_empty' }]),
      problems: expect.any(Array),
    })
  })

  it('prints a local problem with its code and cell', async () => {
    const file = write('bad.csv', 'No,First 1,Tel 1,First 2,Tel 2,Notes\nA-1,Ada,12,,,\n')
    const map = write('bad.mapping.json', JSON.stringify(mapping))
    const { stdout } = await carryover(['payloads', file, '--mapping', map, '--supplier', 'ACME'])
    expect(lines(stdout)).toMatchObject([
      {
        problems: expect.arrayContaining([
          expect.objectContaining({
            source: 'local',
            attr: 'customers.0.landline',
            place: { kind: 'cell', cell: { sheet: 'bad', row: 2, column: 'Tel 1' } },
          }),
        ]) as unknown,
      },
    ])
  })

  it('prints every account of a linked workbook', async () => {
    const words = ['payloads', sample('linked-500.xlsx'), '--mapping', sample('linked-500.mapping.json')]
    const { code, stdout } = await carryover([...words, '--supplier', 'ACME'])
    expect(lines(stdout)).toHaveLength(500)
    expect(code).toBe(0)
  })
})

describe('suggest', () => {
  it('prints a mapping that is usable unchanged if every header is known', async () => {
    const file = write('known.csv', 'Account No,First name,Landline\nA-1,Ada,0113 496 0001\n')
    const { code, stdout, stderr } = await carryover(['suggest', file])
    expect(code).toBe(0)
    expect(stderr).toContain('known · Landline → customers.0.landline')
    const map = write('known.mapping.json', stdout)
    const payloads = await carryover(['payloads', file, '--mapping', map, '--supplier', 'ACME'])
    expect(lines(payloads.stdout)).toMatchObject([
      { payload: { external_account_number: 'A-1', customers: [{ landline: '0113 496 0001' }] } },
    ])
  })

  it('names a column without a matching field, and the mapping is refused until the column is decided', async () => {
    const file = write('unknown.csv', 'Account No,Zyxwv\nA-1,q\n')
    const { code, stdout, stderr } = await carryover(['suggest', file])
    expect(code).toBe(0)
    expect(stderr).toContain('unknown · Zyxwv fits no field')
    const map = write('unknown.mapping.json', stdout)
    const refused = await carryover(['payloads', file, '--mapping', map, '--supplier', 'ACME'])
    expect(refused.stderr).toContain('“Zyxwv”')
    expect(refused).toMatchObject({ code: 3, stdout: '' })
  })
})
