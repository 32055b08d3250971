// Tests the place of the service's messages: the cell that fed the path of the sent payload, however the sheet is
// laid out.
import { expect, test } from 'vitest'
import { z } from 'zod'
import exampleCatalogue from '../../../shared/catalogue/examples/example.json' with { type: 'json' }
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { validationErrorReply } from '../../../shared/sending/service.ts'
import { generateAccounts } from '../../files/generate.ts'
import { createsOf, type Exchange, freshFolder, type Harness, openHarness } from './harness.ts'
import { plainAccounts, readSheets, workbook } from './small-files.ts'

const fixed = [
  { field: 'billing_address.country', value: 'GB' },
  { field: 'account_type', value: 'DOMESTIC' },
]
const account = [
  { column: 'Account No', field: 'external_account_number' },
  { column: 'Street', field: 'billing_address.street_address' },
  { column: 'Postcode', field: 'billing_address.postal_code' },
]

/** `account attr code` of every error in one answer of the service. */
function serviceErrors(exchange: Exchange): string[] {
  if (!exchange.url.endsWith('/validate/') || exchange.status !== 400) return []
  const { external_account_number: number } = sentAccount.parse(JSON.parse(exchange.sent))
  const { errors } = validationErrorReply.parse(JSON.parse(exchange.received))
  return errors.map(({ attr, code }) => `${number} ${attr} ${code}`)
}
const sentAccount = z.looseObject({ external_account_number: z.string() })

/** Texts of a file's cells by `sheet!row!column`. */
async function sourceCells(harness: Harness, path: string): Promise<Map<string, string>> {
  const sheets = await readSheets(harness.client(), path)
  return new Map(
    sheets.flatMap(({ name, header, rows }) =>
      [...rows].flatMap(([row, texts]) =>
        header.map((column, at) => [`${name}!${row}!${column}`, texts[at] ?? ''] as const),
      ),
    ),
  )
}

/** The service’s refusal, whatever it thinks of the number. */
const badPhone = {
  route: 'validate',
  effect: {
    kind: 'status',
    status: 400,
    body: {
      kind: 'json',
      value: {
        code: 'account_failed_validation',
        detail: 'The account failed validation.',
        errors: [
          { attr: 'customers.0.landline', code: 'invalid_phone_number', detail: 'Not a telephone number.' },
        ],
      },
    },
  },
} as const

test('customers.0.landline points to the second customer’s column if the first was left out as empty', async () => {
  const harness = await openHarness()
  harness.sandbox.faults.add(badPhone)
  const header = [
    'Account No',
    'Street',
    'Postcode',
    'Surname',
    'Landline',
    'Second surname',
    'Second landline',
  ]
  const rows = [['W-1', '1 Nowhere Street', 'QA1 1AB', '', '', 'Fenwhistle', '+44 20 7946 0123']]
  const file = await workbook(harness.folder, 'wide', [{ name: 'Accounts', rows: [header, ...rows] }])
  const mapping: MappingInput = {
    version: 1,
    key: 'Account No',
    columns: [
      ...account,
      { column: 'Surname', field: 'customers.0.family_name' },
      { column: 'Landline', field: 'customers.0.landline' },
      { column: 'Second surname', field: 'customers.1.family_name' },
      { column: 'Second landline', field: 'customers.1.landline' },
    ],
    fixed,
  }
  const batch = await harness.load({ file, mapping })
  const view = await harness.validate(batch)
  expect(view.states.rejected).toBe(1)

  const [sent] = await harness.client().batches.payloads({ batch, after: -1, limit: 1 })
  expect(sent?.payload).toMatchObject({
    customers: [{ family_name: 'Fenwhistle', landline: '+44 20 7946 0123' }],
  })
  const { errors } = await harness.report(batch)
  expect(errors).toEqual([
    expect.objectContaining({
      sheet: 'Accounts',
      row: '2',
      column: 'Second landline',
      attr: 'customers.0.landline',
      source: 'validate',
      code: 'invalid_phone_number',
    }),
  ])
})

test('customers.0.landline points to the second linked row if the first was left out as empty', async () => {
  const harness = await openHarness()
  harness.sandbox.faults.add(badPhone)
  const file = await workbook(harness.folder, 'linked', [
    {
      name: 'Accounts',
      rows: [
        ['Account No', 'Street', 'Postcode'],
        ['L-1', '1 Nowhere Street', 'QA1 1AB'],
      ],
    },
    {
      name: 'Customers',
      rows: [
        ['Account No', 'Surname', 'Tel'],
        ['L-1', '', ''],
        ['L-1', 'Fenwhistle', '+44 20 7946 0123'],
      ],
    },
  ])
  const mapping: MappingInput = {
    version: 1,
    sheet: 'Accounts',
    key: 'Account No',
    columns: account,
    fixed,
    linked: [
      {
        sheet: 'Customers',
        key: 'Account No',
        list: 'customers',
        columns: [
          { column: 'Surname', field: 'family_name' },
          { column: 'Tel', field: 'landline' },
        ],
      },
    ],
  }
  const batch = await harness.load({ file, mapping })
  await harness.validate(batch)
  const { errors } = await harness.report(batch)
  expect(errors).toEqual([
    expect.objectContaining({ sheet: 'Customers', row: '3', column: 'Tel', attr: 'customers.0.landline' }),
  ])
})

test('errors.csv lists every error of a service stricter than the catalogue with its cell', async () => {
  const strict = structuredClone(exampleCatalogue)
  strict.properties.billing_name.maxLength = 12
  strict.properties.customers.items.properties.family_name.maxLength = 8
  const harness = await openHarness({
    sandbox: { catalogue: strict, speed: 'instant' },
    limits: { concurrency: 8 },
  })
  const sample = await generateAccounts({
    seed: 5,
    count: 120,
    shape: 'linked',
    damage: 0,
    format: 'xlsx',
    folder: freshFolder(),
  })
  const batch = await harness.load(sample)
  await harness.validate(batch)
  const { errors } = await harness.report(batch)

  const said = harness.exchanges.flatMap((exchange) => serviceErrors(exchange))
  expect(said.length).toBeGreaterThan(60)
  const found = errors.map((line) => `${line['carryover_account']} ${line['attr']} ${line['code']}`)
  expect(found.toSorted()).toEqual(said.toSorted())
  const cells = await sourceCells(harness, sample.file)
  for (const line of errors) {
    const cell = cells.get(`${line['sheet']}!${line['row']}!${line['column']}`)
    expect(cell, `the cell of ${JSON.stringify(line)}`).toBe(line['value'])
    expect((cell ?? '').length).toBeGreaterThan(line['column'] === 'Surname' ? 8 : 12)
  }
})

test('a field outside the catalogue is refused before anything is read', async () => {
  const harness = await openHarness()
  const plain = await plainAccounts(harness.folder, [{ number: 'U-1' }])
  const mapping = {
    ...plain.mapping,
    columns: plain.mapping.columns.map((entry) =>
      entry.column === 'Surname' ? { column: 'Surname', field: 'customers.0.favourite_colour' } : entry,
    ),
  }
  await expect(harness.load({ ...plain, mapping }, null)).rejects.toThrow(/favourite_colour/)
  expect(await harness.client().batches.list()).toEqual([])
})

test('text that looks like a number is sent as text, with its leading zeros', async () => {
  const harness = await openHarness()
  const batch = await harness.load(
    await plainAccounts(harness.folder, [{ number: '0012345', surname: '007' }]),
    null,
  )
  await harness.send(batch)
  const [entry] = createsOf(harness.sandbox)
  expect(JSON.parse(entry?.body ?? '')).toMatchObject({
    external_account_number: '0012345',
    customers: [{ family_name: '007' }],
  })
})
