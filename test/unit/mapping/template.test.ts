// Tests templates: fitting them to different files, with every difference reported, and the file format in which
// they are exchanged.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compileMapping } from '../../../shared/mapping/compile/compile.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { nameColumns } from '../../../shared/sheet/name-columns.ts'
import type { SheetInfo } from '../../../shared/sheet/sheet.ts'
import { fitTemplate } from '../../../shared/mapping/templates/fit-template.ts'
import type { FittedTemplate } from '../../../shared/mapping/templates/fit-template.ts'
import { longestRising } from '../../../shared/mapping/templates/moved-columns.ts'
import { printTemplateFile, readTemplateFile } from '../../../shared/mapping/templates/template-file.ts'
import { sheet, smallCatalogue } from '../small-catalogue.ts'
import { inEnglish } from '../../../shared/texts/message.ts'
import { english } from '../../support/english.ts'

const wide: MappingInput = {
  version: 1,
  sheet: 'Accounts',
  key: 'Account No',
  columns: [
    { column: 'Account No', field: 'external_account_number' },
    { column: 'First name', field: 'customers.0.given_name' },
    { column: 'Tel 1', field: 'customers.0.landline' },
    { column: 'Tel 2', field: 'customers.1.landline' },
    { column: 'Remarks', ignore: true },
  ],
}
const columns = ['Account No', 'First name', 'Tel 1', 'Tel 2', 'Remarks']
const fit = (mapping: MappingInput, ...sheets: SheetInfo[]): FittedTemplate =>
  fitTemplate({ mapping: mappingFile.parse(mapping) }, sheets)
const reported = (fitted: FittedTemplate): string[] =>
  fitted.differences.map((one) =>
    [
      one.kind,
      one.sheet,
      one.column ?? 'whole sheet',
      ...(one.was === null ? [] : ['was', inEnglish(one.was)]),
      one.certainty,
    ].join(' '),
  )
const problemsOf = (fitted: FittedTemplate, ...sheets: SheetInfo[]): string[] => {
  const compiled = compileMapping(fitted.mapping, sheets, smallCatalogue(), { supplier: 'ACME' })
  return compiled.ok ? [] : compiled.problems.map((one) => one.code)
}

describe('a template fitted to a file', () => {
  it('that is unchanged has no differences and stays the same', () => {
    const same = sheet('Accounts', ...columns)
    expect(fit(wide, same)).toEqual({ mapping: mappingFile.parse(wide), differences: [] })
  })
  it('in another order is the same mapping', () => {
    const other = sheet('Accounts', ...columns.toReversed())
    expect(fit(wide, other)).toEqual({ mapping: mappingFile.parse(wide), differences: [] })
  })
  it('finds renamed columns if they are unambiguous, and the result compiles', () => {
    const other = sheet('Accounts', 'ACCOUNT_NO', 'Firstname', 'Telephone 1', 'tel-2', 'Remarks')
    const fitted = fit(wide, other)
    expect(reported(fitted)).toEqual([
      'renamed Accounts ACCOUNT_NO was Account No certain',
      'renamed Accounts tel-2 was Tel 2 certain',
      'renamed Accounts Telephone 1 was Tel 1 likely',
      'renamed Accounts Firstname was First name likely',
    ])
    expect(fitted.mapping.key).toBe('ACCOUNT_NO')
    expect(problemsOf(fitted, other)).toEqual([])
  })
  it('never confuses two numbers, nor chooses one of two equally near columns', () => {
    const other = sheet('Accounts', 'Account No', 'First name', 'Tel 3', 'tel_1', 'TEL 1', 'Remarks')
    expect(reported(fit(wide, other))).toEqual([
      'missing Accounts Tel 1 certain',
      'missing Accounts Tel 2 certain',
      'new Accounts Tel 3 certain',
      'new Accounts tel_1 certain',
      'new Accounts TEL 1 certain',
    ])
  })
  it('assigns no column that could replace either of two', () => {
    const twice: MappingInput = {
      ...wide,
      columns: [
        { column: 'Account No', field: 'external_account_number' },
        { column: 'Phone_no', field: 'customers.0.landline' },
        { column: 'phone-no', field: 'customers.1.landline' },
      ],
    }
    expect(reported(fit(twice, sheet('Accounts', 'Account No', 'PHONE NO')))).toEqual([
      'missing Accounts Phone_no certain',
      'missing Accounts phone-no certain',
      'new Accounts PHONE NO certain',
    ])
  })
  it('omits missing columns and explains the effect; new ones are undecided', () => {
    const other = sheet('Accounts', 'Account No', 'First name', 'Tel 1', 'Shoe size')
    const fitted = fit(wide, other)
    expect(reported(fitted)).toEqual([
      'missing Accounts Tel 2 certain',
      'missing Accounts Remarks certain',
      'new Accounts Shoe size certain',
    ])
    expect(english(fitted.differences[0]?.reason)).toContain('gets no value')
    expect(english(fitted.differences[1]?.reason)).toContain('was ignored')
    expect(fitted.mapping.columns.map((one) => one.column)).toEqual(['Account No', 'First name', 'Tel 1'])
    expect(problemsOf(fitted, other)).toEqual(['column_not_mapped'])
  })
  it('reports that a missing key must be chosen again', () => {
    const other = sheet('Accounts', ...columns.slice(1))
    const fitted = fit(wide, other)
    expect(english(fitted.differences[0]?.reason)).toContain('It is a key')
    expect(problemsOf(fitted, other)).toContain('column_unknown')
  })
  it('reports a column that moved to another sheet', () => {
    const fitted = fit(
      wide,
      sheet('Accounts', ...columns.slice(0, 4)),
      sheet('More', 'Account No', 'Remarks'),
    )
    expect(reported(fitted)).toEqual(['moved More Remarks was Accounts certain'])
  })
  it('finds a renamed sheet by its words, or by its columns if only one is similar', () => {
    expect(reported(fit(wide, sheet('ACCOUNTS ', ...columns)))).toEqual([
      'renamed ACCOUNTS  whole sheet was Accounts certain',
    ])
    const april = fit(wide, sheet('april-2026', ...columns.slice(0, 4)), sheet('Notes', 'Text'))
    expect(reported(april)).toEqual([
      'renamed april-2026 whole sheet was Accounts likely',
      'missing april-2026 Remarks certain',
    ])
    expect(april.mapping.sheet).toBe('april-2026')
    expect(reported(fit(wide, sheet('One', ...columns), sheet('Two', ...columns)))).toEqual([
      'missing Accounts whole sheet certain',
    ])
  })
  it('does not report Carryover’s own columns of an earlier result as new', () => {
    expect(fit(wide, sheet('Accounts', ...columns, 'carryover_state')).differences).toEqual([])
  })
  it('follows the columns that a conversion joins', () => {
    const joined: MappingInput = {
      ...wide,
      columns: [
        { column: 'Account No', field: 'external_account_number' },
        {
          column: 'First name',
          field: 'customers.0.given_name',
          conversion: { kind: 'join', with: ['Middle name'] },
        },
      ],
    }
    const fitted = fit(joined, sheet('Accounts', 'Account No', 'First name', 'MIDDLE_NAME'))
    expect(reported(fitted)).toEqual(['renamed Accounts MIDDLE_NAME was Middle name certain'])
    expect(fitted.mapping.columns[1]).toMatchObject({ conversion: { with: ['MIDDLE_NAME'] } })
  })
})

describe('linked sheets of a template', () => {
  const linked: MappingInput = {
    version: 1,
    sheet: 'A',
    key: 'No',
    columns: [{ column: 'No', field: 'external_account_number' }],
    linked: [
      {
        sheet: 'Sites',
        key: 'No',
        list: 'sites',
        columns: [{ column: 'Street', field: 'street' }],
        linked: [
          {
            sheet: 'Meters',
            key: ['No', 'Site No'],
            list: 'meters',
            columns: [{ column: 'Serial', field: 'serial' }],
          },
        ],
      },
    ],
  }
  const main = sheet('A', 'No')
  it('keep their joins if a key is renamed on one side only', () => {
    const sheets = [
      main,
      sheet('Sites', 'No', 'SITE_NO', 'Street'),
      sheet('Meters', 'No', 'Site No', 'Serial'),
    ]
    const fitted = fit(linked, ...sheets)
    expect(reported(fitted)).toEqual(['renamed Sites SITE_NO was Site No certain'])
    expect(fitted.mapping.linked[0]?.linked?.[0]).toMatchObject({
      key: ['No', 'Site No'],
      parentKey: ['No', 'SITE_NO'],
    })
    expect(problemsOf(fitted, ...sheets)).toEqual([])
  })
  it('keep the account’s key if it is renamed on the main sheet only', () => {
    const sheets = [
      sheet('A', 'no.'),
      sheet('Sites', 'No', 'Site No', 'Street'),
      sheet('Meters', 'No', 'Site No', 'Serial'),
    ]
    const fitted = fit(linked, ...sheets)
    expect(fitted.mapping).toMatchObject({ key: 'no.', linked: [{ key: 'No' }] })
    expect(problemsOf(fitted, ...sheets)).toEqual([])
  })
  it('are omitted with all sheets below them if a sheet is missing', () => {
    const fitted = fit(linked, main, sheet('Meters', 'No', 'Site No', 'Serial'))
    expect(reported(fitted)).toEqual(['missing Sites whole sheet certain'])
    expect(fitted.mapping.linked).toEqual([])
  })
})

describe('with the column order of its original file', () => {
  const layout = [{ sheet: 'Accounts', columns }]
  const fitted = (...headers: string[]): string[] =>
    reported(fitTemplate({ mapping: mappingFile.parse(wide), layout }, [sheet('Accounts', ...headers)]))
  it('reports the fewest moved columns that explain the order', () => {
    expect(fitted('Account No', 'Tel 1', 'Tel 2', 'Remarks', 'First name')).toEqual([
      'moved Accounts First name was column 2 certain',
    ])
  })
  it('reports no moved column if a new column is inserted in front', () => {
    expect(fitted('Zeroth', ...columns)).toEqual(['new Accounts Zeroth certain'])
  })
  it('reports a sheet that was not there before', () => {
    const sheets = [sheet('Accounts', ...columns), sheet('Extra', 'X')]
    expect(reported(fitTemplate({ mapping: mappingFile.parse(wide), layout }, sheets))).toEqual([
      'new Extra whole sheet certain',
    ])
  })
  it('the longest increasing run is increasing, and none is longer', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 9 }), (values) => {
        const kept = values.filter((value) => longestRising(values).has(value))
        expect(kept).toEqual(kept.toSorted((a, b) => a - b))
        let longest = 0
        for (let mask = 0; mask < 2 ** values.length; mask += 1) {
          const some = values.filter((_, at) => (mask & (1 << at)) !== 0)
          if (some.every((value, at) => at === 0 || (some[at - 1] ?? 0) < value))
            longest = Math.max(longest, some.length)
        }
        expect(kept.length).toBe(longest)
      }),
    )
  })
})

describe('for any columns', () => {
  it('every column is mapped as before, missing or new; and a file fits its own template', () => {
    const name = fc.constantFrom(
      ...columns,
      'ACCOUNT_NO',
      'Tel 3',
      'first  name',
      'Tell 1',
      'New',
      'remark',
      '',
    )
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 8 }), (headers) => {
        const file: SheetInfo = {
          name: 'Accounts',
          hidden: false,
          headerRow: 1,
          columns: nameColumns(headers),
        }
        const { mapping, differences } = fit(wide, file)
        const here = new Set(file.columns.map((column) => column.name))
        const of = (kind: string): string[] =>
          differences.filter((one) => one.kind === kind).map((one) => one.column ?? '')
        const used = mapping.columns.map((one) => one.column)
        expect(used.every((column) => here.has(column))).toBe(true)
        expect(new Set(used).size).toBe(used.length)
        expect([...used, ...of('new')].toSorted()).toEqual([...here].toSorted())
        expect(used.length + of('missing').length).toBe(columns.length)
        const again = fitTemplate({ mapping }, [file])
        expect(again.mapping).toEqual(mapping)
        expect(again.differences.every((one) => one.kind === 'new' || one.column === mapping.key)).toBe(true)
      }),
    )
  })
})

describe('a template file', () => {
  const template = {
    name: 'Northern billing export',
    savedAt: '2026-03-04T09:30:00Z',
    supplier: 'ACME',
    source: 'their CRM',
    layout: [{ sheet: 'Accounts', columns }],
    mapping: mappingFile.parse(wide),
  }
  const text = printTemplateFile(template)
  const changed = (change: object): ReturnType<typeof readTemplateFile> =>
    readTemplateFile(JSON.stringify({ ...(JSON.parse(text) as object), ...change }))
  const codes = (result: ReturnType<typeof readTemplateFile>): string[] =>
    result.ok ? [] : result.problems.map((one) => `${one.code} ${one.where}`.trim())
  const messages = (result: ReturnType<typeof readTemplateFile>): string =>
    result.ok ? '' : result.problems.map((one) => inEnglish(one.message)).join('\n')

  it('is read back as it was written, with and without its optional parts', () => {
    const read = readTemplateFile(text)
    expect(read).toEqual({ ok: true, template: { format: 'carryover-template', version: 1, ...template } })
    const { name, savedAt, mapping } = template
    const bare = { name, savedAt, mapping }
    expect(readTemplateFile(`\uFEFF${printTemplateFile(bare)}`)).toMatchObject({ ok: true, template: bare })
  })
  it('is refused with a message if it is something else', () => {
    expect(codes(readTemplateFile('name;value'))).toEqual(['template_not_json'])
    expect(codes(readTemplateFile('[]'))).toEqual(['template_other_file'])
    expect(messages(readTemplateFile(JSON.stringify(wide)))).toContain('This is a mapping file')
    expect(messages(changed({ version: 2 }))).toContain('newer Carryover')
  })
  it('reports every error in it, those of its mapping at their place', () => {
    const wrong = changed({
      name: ' ',
      savedAt: 'yesterday',
      colour: 'red',
      mapping: { ...wide, key: 7, columns: [{ column: 'A' }] },
    })
    expect(codes(wrong).toSorted()).toEqual([
      'mapping_invalid mapping.columns[0].field',
      'mapping_invalid mapping.key',
      'template_invalid',
      'template_invalid name',
      'template_invalid savedAt',
    ])
    expect(messages(wrong)).toContain('“colour”')
    expect(messages(wrong)).toContain('2026-03-04T09:30:00Z')
    expect(codes(changed({ mapping: undefined }))).not.toEqual([])
  })
})
