// Tests suggested mappings with the example catalogue: a certain suggestion is right, and none is made when two
// fields fit. suggest-headers.test.ts measures suggestions from headers alone.
import { describe, expect, it } from 'vitest'
import { compileMapping } from '../../../shared/mapping/compile/compile.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { suggestMapping } from '../../../shared/mapping/suggest/suggest.ts'
import type { SuggestOptions, Suggestion } from '../../../shared/mapping/suggest/suggest.ts'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { sampleAccount } from '../../files/accounts.ts'
import { planShape } from '../../files/shapes.ts'
import type { Cell } from '../../files/write-xlsx.ts'
import { exampleCatalogue } from '../example-catalogue.ts'
import { sheet } from '../small-catalogue.ts'
import { inEnglish } from '../../../shared/texts/message.ts'
import { english } from '../../support/english.ts'

const catalogue = exampleCatalogue()
const options = { supplier: 'ACME', identityFields: ['import_supplier', 'external_account_number'] }
const wide = (...headers: string[]): Suggestion =>
  suggestMapping([sheet('Sheet1', ...headers)], catalogue, options)
const fieldsOf = (suggestion: Suggestion): Record<string, string> =>
  Object.fromEntries(
    suggestion.reasons.map((reason) => [reason.column, `${reason.field} ${reason.certainty}`]),
  )

describe('a suggestion', () => {
  it('is certain for a header that is a path', () => {
    expect(fieldsOf(wide('external_account_number', 'customers.1.landline'))).toEqual({
      external_account_number: 'external_account_number certain',
      'customers.1.landline': 'customers.1.landline certain',
    })
  })
  it('finds titles, aliases, abbreviations and typing errors, and the key', () => {
    const suggestion = wide(
      'Account No',
      'Given name',
      'Cust surname',
      'D.O.B.',
      'Transfer balanse',
      'Colour of door',
    )
    expect(suggestion.mapping.key).toBe('Account No')
    expect(fieldsOf(suggestion)).toMatchObject({
      'Account No': 'external_account_number certain',
      'Given name': 'customers.0.given_name certain',
      'Cust surname': 'customers.0.family_name likely',
      'Transfer balanse': 'transfer_balance likely',
    })
    expect(suggestion.unmapped).toEqual([{ sheet: 'Sheet1', column: 'Colour of door' }])
  })
  it('turns numbered groups into indexes, starting at one or zero', () => {
    expect(fieldsOf(wide('Account No', 'Customer 1 landline', 'Customer 2 landline'))).toMatchObject({
      'Customer 1 landline': 'customers.0.landline certain',
      'Customer 2 landline': 'customers.1.landline certain',
    })
    expect(fieldsOf(wide('Account No', 'landline_0', 'landline_1'))).toMatchObject({
      landline_0: 'customers.0.landline likely',
      landline_1: 'customers.1.landline likely',
    })
  })
  it('is empty if two fields or two columns fit equally, and for address lines', () => {
    const found = fieldsOf(wide('Account No', 'Document', 'Phone', 'Telephone', 'Address line 2'))
    expect(Object.keys(found)).toEqual(['Account No'])
  })
  it('is certain for words that end another field’s name only if another column has that field', () => {
    expect(fieldsOf(wide('Account No', 'Email'))).toMatchObject({ Email: 'customers.0.email likely' })
    expect(fieldsOf(wide('Account No', 'Email', 'Bill email'))).toMatchObject({
      Email: 'customers.0.email certain',
    })
  })
  it('does not treat a word with a meaning as a misspelling of another', () => {
    expect(fieldsOf(wide('Account No', 'Reading dxte', 'Read rate'))).toMatchObject({
      'Reading dxte': 'supply_addresses.0.meter_points.0.meters.0.registers.0.readings.0.reading_date likely',
    })
    expect(fieldsOf(wide('Account No', 'Reading rate'))['Reading rate']).toBeUndefined()
  })
  it('asks for the key if no column looks like it', () => {
    expect(
      wide('Landline')
        .questions.map((one) => inEnglish(one))
        .join(),
    ).toContain('external_account_number')
  })
  it('links sheets by the key column, nested by shared columns, and compiles', () => {
    const sheets = [
      sheet('Accounts', 'Account No', 'Account type', 'Billing name'),
      sheet('Customers', 'Account No', 'First name', 'Surname', 'Landline'),
      sheet('Supply', 'Account No', 'Supply address', 'Postcode', 'Move-in date', 'Supply ref'),
      sheet('Payments', 'Account No', 'Payment type', 'Mandate reference'),
    ]
    const suggestion = suggestMapping(sheets, catalogue, options)
    expect(suggestion.mapping.linked.map((link) => `${link.sheet} ${link.list} ${String(link.key)}`)).toEqual(
      [
        'Customers customers Account No',
        'Supply supply_addresses Account No',
        'Payments payment_instructions Account No',
      ],
    )
    expect(suggestion.unmapped).toEqual([{ sheet: 'Supply', column: 'Supply ref' }])
    const compiled = compileMapping(mappingFile.parse(suggestion.mapping), sheets, catalogue, {
      supplier: 'ACME',
    })
    expect(compiled.ok ? [] : compiled.problems.map((problem) => problem.code)).toEqual(['column_not_mapped'])
  })
})

const withSamples = (
  values: Readonly<Record<string, readonly string[]>>,
  more: Partial<SuggestOptions> = {},
) =>
  suggestMapping([sheet('Sheet1', 'external_account_number', ...Object.keys(values))], catalogue, {
    ...options,
    samples: Object.entries(values).map(([column, list]) => ({ sheet: 'Sheet1', column, values: list })),
    ...more,
  })
const shown = (cell: Cell): string => (typeof cell === 'string' ? cell : (Object.values(cell)[0] ?? ''))
const emails = ['ann@example.org', 'bo@example.org', '', 'cy@example.org']

describe('numbers in headers', () => {
  it('count the list named before them, at any depth', () => {
    const headers = ['Customer 2 landline', 'Site 2 postcode', 'Meter point 2', 'Site 2 meter point 2 fuel']
    expect(fieldsOf(wide('Account No', ...headers))).toMatchObject({
      'Customer 2 landline': 'customers.1.landline certain',
      'Site 2 postcode': 'supply_addresses.1.postal_code likely',
      'Meter point 2': 'supply_addresses.0.meter_points.1.identifier likely',
      'Site 2 meter point 2 fuel': 'supply_addresses.1.meter_points.1.supply_type likely',
    })
  })
  it('count the same list as the same number in a neighbouring header', () => {
    const headers = ['Second Meter point', 'Second Fuel', 'Second Supply start', 'Second Serial no']
    expect(fieldsOf(wide('Account No', ...headers))).toMatchObject({
      'Second Supply start': 'supply_addresses.0.meter_points.1.supply_start_date likely',
      'Second Serial no': 'supply_addresses.0.meter_points.1.meters.0.serial_number likely',
    })
  })
  it('put a column without a number at the first index beside numbered ones', () => {
    expect(fieldsOf(wide('Account No', 'Tel', 'Tel 2', 'Email', 'Email 2'))).toMatchObject({
      Tel: 'customers.0.landline likely',
      'Tel 2': 'customers.1.landline likely',
      'Email 2': 'customers.1.email likely',
    })
  })
  it('are only offered if nothing shows which list they count', () => {
    const suggestion = wide('Account No', 'Serial no 2', 'Balance 2')
    expect(Object.keys(fieldsOf(suggestion))).toEqual(['Account No'])
    expect(suggestion.offers.map((offer) => `${offer.column} ${offer.certainty}`)).toContain(
      'Serial no 2 possible',
    )
  })
})

describe('sample values', () => {
  it('exclude a field that the header names if they do not fit it', () => {
    const { reasons, offers } = withSamples({
      'Customer email': ['020 7946 0001', '020 7946 0002', '01632 960003'],
    })
    expect(reasons.map((one) => one.column)).toEqual(['external_account_number'])
    expect(offers[0]).toMatchObject({ field: 'customers.0.email', certainty: 'possible' })
    expect(english(offers[0]?.reason)).toContain('do not look like values of the kind “email”')
  })
  it('that fit are named in the reason, and those that fit in part lower the certainty', () => {
    const fitting = withSamples({ 'Customer email': emails })
    expect(fitting.reasons[1]).toMatchObject({ field: 'customers.0.email', certainty: 'certain' })
    expect(english(fitting.reasons[1]?.reason)).toContain('values look like')
    expect(fieldsOf(withSamples({ 'Customer email': [...emails, 'none', 'n/a'] }))).toMatchObject({
      'Customer email': 'customers.0.email likely',
    })
  })
  it('of two words suggest a table for choices, which a person must complete', () => {
    expect(fieldsOf(withSamples({ 'Account type': ['D', 'B', 'D', 'D'] }))).toMatchObject({
      'Account type': 'account_type likely',
    })
  })
  it('that are choices of only one field suggest that field, whatever the header', () => {
    const suggestion = withSamples({ Kind: ['Electricity', 'GAS', 'gas'] })
    expect(fieldsOf(suggestion)).toMatchObject({
      Kind: 'supply_addresses.0.meter_points.0.supply_type likely',
    })
  })
  it('of a kind that several fields accept are offered and not chosen', () => {
    const { unmapped, offers } = withSamples({ 'Column X': emails, Fluff: ['LS1 4AP', 'M1 1AE', 'B33 8TH'] })
    expect(unmapped.map((one) => one.column)).toEqual(['Column X', 'Fluff'])
    expect(offers.filter((one) => one.column === 'Column X').map((one) => one.field)).toEqual([
      'billing_email',
      'customers.0.email',
    ])
    expect(offers.filter((one) => one.column === 'Fluff').map((one) => one.field)).toEqual([
      'billing_address.postal_code',
      'supply_addresses.0.postal_code',
    ])
  })
  it('never appear in a reason', () => {
    const { reasons, offers } = withSamples({
      Born: ['1980-02-03', '1990-04-05', '1970-06-07'],
      Secret: emails,
    })
    expect(JSON.stringify([reasons, offers])).not.toMatch(/ann@|1980/)
  })
  it.each([
    ['Sale', ['2024-01-02', '03/04/2024', '5 May 2024'], 'date_of_sale likely'],
    ['Occupier', ['Y', 'N', 'N'], 'unknown_occupier certain'],
    ['Occupier', ['12 Oak St', '13 Oak St', '14 Elm Rd', '15', '16 a'], undefined],
    ['Balance', ['£12.50', '-3.00', '1,234.00'], 'transfer_balance certain'],
    [
      'Digits',
      ['5', '6', '5'],
      'supply_addresses.0.meter_points.0.meters.0.registers.0.number_of_digits certain',
    ],
    ['Bill postcode', ['LS1 4AP', 'M1 1AE', 'B33 8TH'], 'billing_address.postal_code certain'],
    [
      'Bill postcode',
      ['an address that is far too long', 'another such address', 'and one more of it'],
      undefined,
    ],
    ['Bill country', ['GB', 'IE', 'GB'], 'billing_address.country certain'],
    ['Bill country', ['United Kingdom', 'Ireland', 'Ireland'], undefined],
    ['Document file', ['/a/b.pdf', '/c/d.pdf', 'e.tiff'], undefined],
    [
      'Consent signed at',
      ['2024-01-02T10:00:00Z', '2024-01-02', '2024-01-03 10:00'],
      'customers.0.consents.0.signed_at certain',
    ],
    ['Home phone', ['2079460001', '+44 20 7946 0002', '(020) 7946-0003'], 'customers.0.landline certain'],
    ['Home phone', ['ask', 'ask', 'none'], undefined],
  ])('%s with %j', (column, values, expected) => {
    expect(fieldsOf(withSamples({ [column]: values }))[column]).toBe(expected)
  })
})

describe('earlier decisions', () => {
  const decided = (count: number, field: string, column = 'Kundennr') => ({ column, field, count })
  it('that were repeated and unanimous are certain, and a single one is likely', () => {
    const twice = withSamples({ Kundennr: [] }, { decisions: [decided(2, 'references.0.value')] })
    expect(fieldsOf(twice)).toMatchObject({ Kundennr: 'references.0.value certain' })
    expect(english(twice.reasons[1]?.reason)).toContain('2 times before')
    const once = withSamples({ KUNDENNR: [] }, { decisions: [decided(1, 'references.0.value')] })
    expect(fieldsOf(once)).toMatchObject({ KUNDENNR: 'references.0.value likely' })
  })
  it('that differ are offered, the most frequent first', () => {
    const decisions = [decided(1, 'billing_name'), decided(2, 'references.0.value')]
    const { unmapped, offers } = withSamples({ Kundennr: [] }, { decisions })
    expect(unmapped).toHaveLength(1)
    expect(offers.map((one) => one.field)).toEqual(['references.0.value', 'billing_name'])
  })
  it('that contradict a clear header are at most likely', () => {
    const decisions = [decided(5, 'notes.0.body', 'Bill name')]
    expect(fieldsOf(withSamples({ 'Bill name': [] }, { decisions }))).toMatchObject({
      'Bill name': 'notes.0.body likely',
    })
  })
  it('include their conversion, and apply only to the same column number', () => {
    const conversion = { kind: 'date', pattern: 'dd/MM/yyyy' } as const
    const decisions = [{ ...decided(2, 'date_of_sale', 'Datum 1'), conversion }]
    const { mapping, unmapped } = withSamples({ 'Datum 1': [], 'Datum 2': [] }, { decisions })
    expect(mapping.columns[1]).toEqual({ column: 'Datum 1', field: 'date_of_sale', conversion })
    expect(unmapped.map((one) => one.column)).toEqual(['Datum 2'])
  })
  it('for fields that the catalogue no longer has are ignored', () => {
    const decisions = [decided(9, 'customers.0.shoe_size')]
    expect(withSamples({ Kundennr: [] }, { decisions }).offers).toEqual([])
  })
})

describe('saved templates', () => {
  const template: MappingInput = {
    version: 1,
    sheet: 'Sheet1',
    key: 'Nr',
    columns: [
      { column: 'Nr', field: 'external_account_number' },
      { column: 'Sonstiges', field: 'billing_name' },
    ],
  }
  const templates = [{ name: 'March', mapping: mappingFile.parse(template) }]
  it('that fit every column are used unchanged', () => {
    const suggestion = suggestMapping([sheet('Sheet1', 'Nr', 'Sonstiges')], catalogue, {
      ...options,
      templates,
    })
    expect(suggestion.mapping).toEqual(templates[0]?.mapping)
    expect(suggestion.reasons.map((one) => one.certainty)).toEqual(['certain', 'certain'])
    expect(english(suggestion.reasons[0]?.reason)).toContain('“March” fits every column')
  })
  it('that fit in part apply to the columns that they name', () => {
    const sheets = [sheet('Sheet1', 'Account No', 'Sonstiges', 'Surname')]
    const suggestion = suggestMapping(sheets, catalogue, { ...options, templates })
    expect(fieldsOf(suggestion)).toMatchObject({
      Sonstiges: 'billing_name likely',
      Surname: 'customers.0.family_name certain',
    })
    expect(english(suggestion.reasons.find((one) => one.column === 'Sonstiges')?.reason)).toContain('“March”')
  })
})

describe('the sample workbooks', () => {
  const suggested = (shape: 'wide' | 'linked') => {
    const plan = planShape(shape)
    const sheets = plan.sheets.map((one) => sheet(one.name, ...one.headers))
    return { plan, sheets, suggestion: suggestMapping(sheets, catalogue, options) }
  }
  it('wide: every column gets the field of its own mapping, and the notes stay undecided', () => {
    const { plan, suggestion } = suggested('wide')
    const wanted = plan.mapping.columns.filter((one) => 'field' in one)
    expect(suggestion.mapping.columns).toEqual(wanted.map(({ column, field }) => ({ column, field })))
    expect(suggestion.unmapped).toEqual([{ sheet: 'Accounts', column: 'Our notes' }])
  })
  it('linked: sheets are joined by their keys, and no key feeds a field', () => {
    const { sheets, suggestion } = suggested('linked')
    expect(suggestion.mapping.linked).toMatchObject([
      { sheet: 'Customers', key: 'Account No', list: 'customers' },
      {
        sheet: 'Supply',
        key: 'Account No',
        list: 'supply_addresses',
        linked: [{ sheet: 'Meters', key: ['Account No', 'Supply No'], list: 'meter_points' }],
      },
    ])
    expect(suggestion.reasons.map((one) => one.column)).not.toContain('Supply No')
    expect(suggestion.unmapped).toEqual([])
    expect(compileMapping(suggestion.mapping, sheets, catalogue, { supplier: 'ACME' }).ok).toBe(true)
  })
  it('grouped: rows with the same key become items of the lists that differ in them, as in its own mapping', () => {
    const plan = planShape('grouped')
    const [only] = plan.sheets
    if (only === undefined) throw new Error('The grouped sample has a sheet')
    const population = { seed: 7, blankSlots: false, manySupplies: false }
    const cells = Array.from({ length: 20 }, (_, at) => sampleAccount(population, at)).flatMap((account) =>
      only.rows({ account, damage: null, seed: 7 }).map((line) => line.map(({ cell }) => shown(cell))),
    )
    const samples = only.headers.map((column, at) => ({
      sheet: only.name,
      column,
      values: cells.map((line) => line[at] ?? ''),
    }))
    const suggestion = suggestMapping([sheet(only.name, ...only.headers)], catalogue, { ...options, samples })
    const bare = (columns: MappingInput['columns']) =>
      columns.flatMap((one) => ('field' in one ? [{ column: one.column, field: one.field }] : []))
    const wanted = plan.mapping.grouped ?? []
    expect(suggestion.mapping.grouped).toEqual(
      wanted.map((one) => ({ list: one.list, columns: bare(one.columns) })),
    )
    expect(suggestion.mapping.columns).toEqual(bare(plan.mapping.columns))
    expect(suggestion.questions.map((one) => inEnglish(one)).join()).toContain(
      'Each row is treated as one item',
    )
    expect(fieldsOf(suggestion)).toMatchObject({ Surname: 'customers.*.family_name likely' })
  })
  it('rows with the same key but different account columns are not grouped', () => {
    const samples = [
      { sheet: 'S', column: 'Account No', values: ['1', '1', '2'] },
      { sheet: 'S', column: 'Bill name', values: ['Ann', 'Bo', 'Cy'] },
      { sheet: 'S', column: 'Surname', values: ['A', 'B', 'C'] },
    ]
    const sheets = [sheet('S', 'Account No', 'Bill name', 'Surname')]
    expect(suggestMapping(sheets, catalogue, { ...options, samples }).mapping.grouped).toEqual([])
  })
  it('a key is required if a linked sheet cannot distinguish its parent’s rows', () => {
    const sheets = [
      sheet('Accounts', 'Account No', 'Billing name'),
      sheet('Supply', 'Account No', 'Supply address', 'Postcode', 'Move-in date'),
      sheet('Meters', 'Account No', 'MPAN', 'Fuel', 'SSD'),
    ]
    expect(
      suggestMapping(sheets, catalogue, options)
        .questions.map((one) => inEnglish(one))
        .join(),
    ).toContain('each gets all of them')
  })
  it('a join key feeds a field only if its header is that field’s path', () => {
    const sheets = [
      sheet('Accounts', 'Account No', 'Billing name'),
      sheet(
        'Supply',
        'Account No',
        'Supply address',
        'Postcode',
        'Move-in date',
        'meter_points.0.identifier',
      ),
      sheet('Meters', 'meter_points.0.identifier', 'Fuel', 'SSD', 'MPAN'),
    ]
    const { mapping } = suggestMapping(sheets, catalogue, options)
    expect(mapping.linked[0]?.columns).toContainEqual({
      column: 'meter_points.0.identifier',
      field: 'meter_points.0.identifier',
    })
  })
  it('keys in another notation also join, and shared columns that are not keys do not', () => {
    const sheets = [
      sheet('Accounts', 'Account No', 'Billing name', 'Remark'),
      sheet('People', 'Acct no', 'First name', 'Surname', 'Remark'),
      sheet('Supply', 'Account No', 'Supply number', 'Supply address', 'Postcode', 'Move-in date', 'Remark'),
      sheet('Points', 'Supply No', 'MPAN', 'Fuel', 'SSD', 'Remark'),
    ]
    const { mapping } = suggestMapping(sheets, catalogue, options)
    expect(mapping.linked).toMatchObject([
      { sheet: 'People', key: 'Acct no', list: 'customers' },
      {
        sheet: 'Supply',
        key: 'Account No',
        linked: [{ sheet: 'Points', key: 'Supply No', parentKey: 'Supply number' }],
      },
    ])
    const compiled = compileMapping(mapping, sheets, catalogue, { supplier: 'ACME' })
    expect(compiled.ok ? [] : [...new Set(compiled.problems.map((one) => one.code))]).toEqual([
      'column_not_mapped',
    ])
  })
})
