// Tests the help for mapping: remembered suggestions, proposals for a column, previews of a change, explanations, and
// templates that apply to other files.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { badPhone, good, header, mappedFile, mapping, openedFile } from './small-batch.ts'
import { writeXlsx } from '../../files/write-xlsx.ts'
import { english } from '../../support/english.ts'

const fine = mappingFile.parse(mapping)
const draft = (batch: number) => ({ batch, catalogue: 'example', supplier: 'ACME' })

async function opened(harness: Harness, name: string, text: string): Promise<number> {
  const path = join(harness.folder, name)
  writeFileSync(path, text)
  const { batch } = await harness.client().batches.open({ path })
  await harness.until(batch, (view) => view.stage === 'mapping')
  return batch
}

test('a column that was mapped to a field before is suggested for it again, with the number of times', async () => {
  const harness = await openHarness()
  const before = await openedFile(harness, [good('A-1')])
  const strange = `${header.replace('Bill name', 'Xyzzy')}\n${good('B-1')}\n`
  const unknown = await opened(harness, 'strange.csv', strange)
  const first = await harness.client().mapping.suggest(draft(unknown))
  expect(first.unmapped.map(({ column }) => column)).toContain('Xyzzy')

  const renamed = {
    ...fine,
    columns: fine.columns.map((one) => (one.column === 'Bill name' ? { ...one, column: 'Xyzzy' } : one)),
  }
  await harness.client().mapping.apply({ ...draft(unknown), mapping: renamed, connection: null })
  await harness.until(unknown, (view) => view.stage === 'open')
  // Another file with one more column, so that no template fits completely.
  const again = await opened(
    harness,
    'again.csv',
    `${header.replace('Bill name', 'Xyzzy')},More\n${good('C-1')},x\n`,
  )
  const { reasons } = await harness.client().mapping.suggest(draft(again))
  expect(reasons.find(({ column }) => column === 'Xyzzy')).toMatchObject({ field: 'billing_name' })
  expect(before).toBeGreaterThan(0)
})

test('a date column gets a proposed pattern where the values decide it, and a question where they do not', async () => {
  const harness = await openHarness()
  const rows = (dates: readonly string[]): string =>
    ['Account No,Sold on', ...dates.map((date, at) => `A-${at},${date}`)].join('\n')
  const ask = async (name: string, dates: readonly string[]) => {
    const batch = await opened(harness, name, rows(dates))
    const sheet = name.replace('.csv', '')
    return harness.client().mapping.propose({
      batch,
      catalogue: 'example',
      sheet,
      column: 'Sold on',
      field: 'date_of_sale',
    })
  }
  expect(await ask('clear.csv', ['03/04/2023', '25/12/2023'])).toMatchObject({
    kind: 'proposed',
    conversion: { kind: 'date', pattern: 'dd/MM/yyyy' },
  })
  const open = await ask('open.csv', ['03/04/2023', '05/06/2023'])
  expect(open.kind).toBe('ask')
  expect(open.kind === 'ask' ? open.alternatives.map(({ conversion }) => conversion) : []).toEqual([
    { kind: 'date', pattern: 'dd/MM/yyyy' },
    { kind: 'date', pattern: 'MM/dd/yyyy' },
  ])
  expect((await ask('fits.csv', ['2023-04-03'])).kind).toBe('fits')
})

test('a conversion is tried on the whole column: what is read, what is not with its rows, and cells with several values', async () => {
  const harness = await openHarness()
  const dates = ['01/02/2023', '3/4/22', 'n/a', '', '2021-11-26', 'n/a', '25/12/2019']
  const phones = '020 7946 0101 / 07700 900101'
  const lines = dates.map((date, at) => `A-${at},${date},${phones}`)
  const batch = await opened(harness, 'tried.csv', ['Account No,Sold on,Tel', ...lines].join('\n'))
  const at = { batch, catalogue: 'example', sheet: 'tried' }
  const tried = (order: 'day' | 'month') =>
    harness.client().mapping.tryColumn({
      ...at,
      column: 'Sold on',
      field: 'date_of_sale',
      conversion: { kind: 'any_date', order, firstYear: 1930 },
    })
  const day = await tried('day')
  expect(day).toMatchObject({ cells: 6, read: 4, more: 0, rest: [{ text: 'n/a', cells: 2, row: 4 }] })
  expect(english(day.rest[0]?.message ?? '')).toMatch(/^“n\/a” is not a date in a usual spelling/)
  expect((await tried('month')).read).toBe(3)
  const first = await harness.client().mapping.tryColumn({
    ...at,
    column: 'Tel',
    field: 'customers.0.landline',
    conversion: { kind: 'several', part: 1 },
  })
  expect(first).toMatchObject({ cells: 7, read: 7, several: 7 })
})

test('a draft is tried on accounts from the start of the file and along it, with the errors of each column', async () => {
  const harness = await openHarness()
  const lines = Array.from({ length: 700 }, (_, at) => (at % 2 === 0 ? good : badPhone)(`A-${at}`))
  const batch = await openedFile(harness, lines)
  const seen = await harness.client().mapping.readiness({ ...draft(batch), mapping: fine })
  expect(seen.accounts).toBeGreaterThan(350)
  expect(seen.accounts).toBeLessThan(700)
  expect(seen.ready).toBeGreaterThan(seen.accounts * 0.45)
  expect(seen.ready).toBeLessThan(seen.accounts * 0.55)
  expect(seen.columns[0]).toMatchObject({ column: 'Phone 1', errors: seen.accounts - seen.ready })
  const open = { ...fine, key: 'Nowhere' }
  expect(await harness.client().mapping.readiness({ ...draft(batch), mapping: open })).toEqual({
    accounts: 0,
    ready: 0,
    columns: [],
    elsewhere: { errors: 0, message: '' },
  })
})

test('accounts that occur twice among those tried count as problems at their key, as they do once they are built', async () => {
  const harness = await openHarness()
  const lines = [good('A-1'), good('A-2'), good('A-2'), badPhone('A-3'), badPhone('A-3'), good('A-4')]
  const batch = await openedFile(harness, lines)
  const { catalogue, supplier } = draft(batch)
  const seen = await harness.client().mapping.readiness({ ...draft(batch), mapping: fine })
  expect(seen).toMatchObject({ accounts: 6, ready: 2 })
  const atKey = seen.columns.find(({ column }) => column === fine.key)
  expect(atKey?.errors).toBe(4)
  expect(english(atKey?.message ?? '')).toMatch(/row 4 of accounts/)
  await harness.client().mapping.apply({ batch, mapping: fine, catalogue, supplier, connection: null })
  const built = await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  expect(built.states).toMatchObject({ unvalidated: seen.ready, invalid: seen.accounts - seen.ready })
})

test('accounts far down a file are tried with their rows of another sheet, in whatever order these stand', async () => {
  const harness = await openHarness()
  const numbers = Array.from({ length: 700 }, (_, at) => `A-${at}`)
  // In the opposite order. A bad number below the first 200 accounts only.
  const people = numbers
    .map((number, at) => [number, 'Ann', 'Lee', at < 200 ? '020 7946 0001' : 'unknown'])
    .reverse()
  const path = join(harness.folder, 'linked.xlsx')
  await writeXlsx(path, [
    {
      name: 'Accounts',
      rows: [
        ['No', 'Bill name', 'Street', 'Postcode', 'Country'],
        ...numbers.map((number) => [number, 'Ann Lee', '1 High St', 'QX1 1AA', 'GB']),
      ],
    },
    { name: 'People', rows: [['Account', 'First', 'Surname', 'Phone'], ...people] },
  ])
  const { batch } = await harness.client().batches.open({ path })
  await harness.until(batch, (view) => view.stage === 'mapping')
  const mapping = mappingFile.parse({
    version: 1,
    sheet: 'Accounts',
    key: 'No',
    columns: [
      { column: 'No', field: 'external_account_number' },
      { column: 'Bill name', field: 'billing_name' },
      { column: 'Street', field: 'billing_address.street_address' },
      { column: 'Postcode', field: 'billing_address.postal_code' },
      { column: 'Country', field: 'billing_address.country' },
    ],
    fixed: [
      { field: 'account_type', value: 'DOMESTIC' },
      { field: 'unknown_occupier', value: false },
    ],
    linked: [
      {
        sheet: 'People',
        key: 'Account',
        list: 'customers',
        columns: [
          { column: 'First', field: 'given_name' },
          { column: 'Surname', field: 'family_name' },
          { column: 'Phone', field: 'landline' },
        ],
      },
    ],
  })
  const seen = await harness.client().mapping.readiness({ ...draft(batch), mapping })
  expect(seen.accounts).toBeGreaterThan(350)
  expect(seen.accounts).toBeLessThan(700)
  // None lacks its person: each of the first 200 is ready, each other one has its bad number and nothing else.
  expect(seen).toMatchObject({
    ready: 200,
    columns: [{ sheet: 'People', column: 'Phone', errors: seen.accounts - 200 }],
    elsewhere: { errors: 0 },
  })
})

test('an account of several rows far down a file is tried with all of them', async () => {
  const harness = await openHarness()
  // The second row of each account, with the number of its person, stands 700 rows below its first one.
  const rows = (second: boolean): string[] =>
    Array.from({ length: 700 }, (_, at) =>
      second ? `A-${at},,,,,Ann,Lee,020 7946 0001` : `A-${at},Ann Lee,1 High St,QX1 1AA,GB,,,`,
    )
  const header = 'No,Bill name,Street,Postcode,Country,First,Surname,Phone'
  const batch = await opened(harness, 'grouped.csv', [header, ...rows(false), ...rows(true)].join('\n'))
  const mapping = mappingFile.parse({
    version: 1,
    key: 'No',
    columns: [
      { column: 'No', field: 'external_account_number' },
      { column: 'Bill name', field: 'billing_name' },
      { column: 'Street', field: 'billing_address.street_address' },
      { column: 'Postcode', field: 'billing_address.postal_code' },
      { column: 'Country', field: 'billing_address.country' },
    ],
    grouped: [
      {
        list: 'customers',
        columns: [
          { column: 'First', field: 'given_name' },
          { column: 'Surname', field: 'family_name' },
          { column: 'Phone', field: 'landline' },
        ],
      },
    ],
    fixed: [
      { field: 'account_type', value: 'DOMESTIC' },
      { field: 'unknown_occupier', value: false },
    ],
  })
  const seen = await harness.client().mapping.readiness({ ...draft(batch), mapping })
  expect(seen.accounts).toBeGreaterThan(350)
  expect(seen).toMatchObject({ ready: seen.accounts, columns: [], elsewhere: { errors: 0 } })
})

test('errors of no column are counted apart, and an account with nothing but its key shows them at the key', async () => {
  const harness = await openHarness()
  const batch = await opened(harness, 'few.csv', 'Account No,Postcode,Note\nA-1,QA1 1AB,x\nA-2,,x\n')
  const mapping = mappingFile.parse({
    version: 1,
    key: 'Account No',
    columns: [
      { column: 'Account No', field: 'external_account_number' },
      { column: 'Postcode', field: 'billing_address.postal_code' },
      { column: 'Note', ignore: true },
    ],
    fixed: [{ field: 'account_type', value: 'DOMESTIC' }],
  })
  const seen = await harness.client().mapping.readiness({ ...draft(batch), mapping })
  expect(seen).toMatchObject({ accounts: 2, ready: 0 })
  // The street and country of the billing address are not mapped: no cell can mend that.
  expect(seen.elsewhere.errors).toBeGreaterThan(0)
  expect(english(seen.elsewhere.message)).toMatch(/billing/i)
  const atKey = seen.columns.find(({ column }) => column === 'Account No')
  expect(english(atKey?.message ?? '')).toMatch(/Nothing is known of this account but its key “A-2”/)
})

test('a proposal for a missing column says so', async () => {
  const harness = await openHarness()
  const batch = await openedFile(harness, [good('A-1')])
  const ask = { batch, catalogue: 'example', sheet: 'accounts', column: 'Nowhere', field: 'billing_name' }
  await expect(harness.client().mapping.propose(ask)).rejects.toThrow(/no column “Nowhere”/)
})

test('the effect of a change is shown on some accounts, with the resulting values', async () => {
  const harness = await openHarness()
  const batch = await openedFile(harness, [good('A-1'), good('A-2')])
  const seen = await harness.client().mapping.whatIf({
    ...draft(batch),
    mapping: fine,
    sheet: 'accounts',
    column: 'Phone 1',
    field: null,
  })
  expect(seen.before).toMatchObject({ accounts: 2, problems: 0 })
  expect(seen.after.required.covered).toBeLessThanOrEqual(seen.before.required.covered)
  const swapped = await harness.client().mapping.whatIf({
    ...draft(batch),
    mapping: fine,
    sheet: 'accounts',
    column: 'Bill name',
    field: 'customers.0.landline',
  })
  expect(swapped.after.mapping.length + swapped.after.problems).toBeGreaterThan(0)
})

test('a preview explains which fields are left out, and which are required because a related field is filled', async () => {
  const harness = await openHarness()
  const halfCustomer = 'A-1,Ann Lee,1 High St,QX1 1AA,GB,,,020 7946 0001,,,,'
  const batch = await openedFile(harness, [halfCustomer])
  const { explanations } = await harness
    .client()
    .mapping.preview({ ...draft(batch), mapping: fine, index: 0 })
  expect(explanations.find(({ path }) => path === 'customers.1')).toMatchObject({ rule: 1 })
  for (const { sentence } of explanations) expect(english(sentence)).toMatch(/^[A-Z“`].*\.$/s)
})

test('a template is fitted to a file with renamed columns, and the differences are listed', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  await harness.client().templates.save({ name: 'Acme', mapping: fine, batch })
  const other = await opened(
    harness,
    'other.csv',
    `${header.replace('Bill name', 'Bill-Name').replace(',Notes', '')}\n`,
  )
  const { mapping: fitted, differences } = await harness
    .client()
    .templates.fit({ name: 'Acme', batch: other })
  expect(differences.map(({ kind, column, was }) => [kind, column, was])).toEqual(
    expect.arrayContaining([
      ['renamed', 'Bill-Name', 'Bill name'],
      ['missing', 'Notes', null],
    ]),
  )
  expect(fitted.columns.map(({ column }) => column)).toContain('Bill-Name')
})

test('each saved version of a template is kept, and an earlier one can be loaded', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  await harness.client().templates.save({ name: 'Acme', mapping: fine, batch })
  const [first] = await harness.client().templates.list()
  expect(first).toMatchObject({ name: 'Acme', supplier: 'ACME', source: 'accounts.csv', earlier: [] })
  const changed = { ...fine, fixed: [] }
  await harness.client().templates.save({ name: 'Acme', mapping: changed, batch })
  const [second] = await harness.client().templates.list()
  expect(second?.earlier).toEqual([first?.savedAt])
  expect(await harness.client().templates.load({ name: 'Acme' })).toEqual(changed)
  const savedAt = first?.savedAt ?? 0
  expect(await harness.client().templates.load({ name: 'Acme', savedAt })).toEqual(fine)
})

test('a template is exported to another workspace as a file, and a file that is no template is refused', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  await harness.client().templates.save({ name: 'Acme / north', mapping: fine, batch })
  const { path } = await harness.client().templates.write({ name: 'Acme / north', folder: harness.folder })
  expect(readFileSync(path, 'utf8')).toBe(
    (await harness.client().templates.print({ name: 'Acme / north' })).text,
  )

  const elsewhere = await openHarness()
  expect(await elsewhere.client().templates.read({ path })).toEqual({ name: 'Acme / north' })
  expect(await elsewhere.client().templates.load({ name: 'Acme / north' })).toEqual(fine)
  const wrong = join(harness.folder, 'accounts.csv')
  await expect(elsewhere.client().templates.read({ path: wrong })).rejects.toThrow(/not JSON/)
  expect((await elsewhere.client().templates.list()).length).toBe(1)
})

test('an account that failed can be validated and sent again unchanged', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  await harness.giveKey()
  harness.sandbox.control.setSwitches({ failShare: 1 })
  await harness.send(batch)
  const failed = await harness.client().batches.get({ batch })
  expect(failed.outcomes.failed).toBe(1)

  harness.sandbox.control.setSwitches({ failShare: 0 })
  const [line] = await harness.client().accounts.find({ text: 'A-1', limit: 1 })
  await harness.client().accounts.validate({ accounts: [line?.id ?? 0] })
  await harness.until(batch, (view) => view.states.validated === 1)
  await harness.client().batches.release({ batch, limit: null })
  const sent = await harness.until(batch, (view) => view.states.done === 1)
  expect(sent.outcomes).toMatchObject({ created: 1, failed: 0 })
})

test('the display settings of the window are kept across a restart', async () => {
  const harness = await openHarness()
  expect(await harness.client().display.get()).toEqual({ choices: null, version: '0.0.0-test' })
  await harness.client().display.set({ choices: '{"railNarrow":true}' })
  await harness.stop()
  await harness.start()
  expect(await harness.client().display.get()).toMatchObject({ choices: '{"railNarrow":true}' })
})

test('a saved connection is announced to every window', async () => {
  const harness = await openHarness()
  const events = await harness.client().events()
  await harness.client().connections.save({ name: 'Another', settings: harness.settings })
  const { value } = await events.next()
  await events.return?.()
  expect(value).toEqual({ kind: 'connections' })
})
