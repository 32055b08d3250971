// Tests that every row read is accounted for: folded into an account, orphaned, without a key, on an unused sheet, or
// the same account as one in progress.
import { expect, test } from 'vitest'
import type { MappingInput } from '../../../shared/mapping/file.ts'
import { createsOf, expectConsistent, openHarness } from './harness.ts'
import { numbered, plainAccounts, readSheets, workbook } from './small-files.ts'
import { isOver } from './waiting.ts'

const mapping: MappingInput = {
  version: 1,
  sheet: 'Accounts',
  key: 'Account No',
  columns: [
    { column: 'Account No', field: 'external_account_number' },
    { column: 'Street', field: 'billing_address.street_address' },
    { column: 'Postcode', field: 'billing_address.postal_code' },
  ],
  fixed: [
    { field: 'billing_address.country', value: 'GB' },
    { field: 'account_type', value: 'DOMESTIC' },
  ],
  grouped: [{ list: 'customers', columns: [{ column: 'Surname', field: 'family_name' }] }],
  linked: [
    {
      sheet: 'References',
      key: 'Account No',
      list: 'references',
      columns: [
        { column: 'System', field: 'namespace' },
        { column: 'Reference', field: 'value' },
      ],
    },
  ],
}

const sheets = [
  {
    name: 'Accounts',
    rows: [
      ['Account No', 'Street', 'Postcode', 'Surname'],
      ['G-1', '1 Nowhere Street', 'QA1 1AB', 'Fenwhistle'],
      ['G-1', '1 Nowhere Street', 'QA1 1AB', 'Garrowby'],
      ['G-2', '2 Nowhere Street', 'QA1 1AB', 'Hethering'],
      ['', '3 Nowhere Street', 'QA1 1AB', 'Inchmarlo'],
      ['G-4', '4 Nowhere Street', '', 'Kellbrook'],
    ],
  },
  {
    name: 'References',
    rows: [
      ['Account No', 'System', 'Reference'],
      ['G-1', 'CRM', 'R-1'],
      ['G-9', 'CRM', 'R-9'],
      ['', 'CRM', 'R-0'],
      ['G-4', 'CRM', 'R-4'],
    ],
  },
  { name: 'Scratch', rows: [['Note'], ['ask Ina'], ['done']] },
]

test('folded, keyless, orphaned and unused rows are all explained, and a repaired fix file is accepted', async () => {
  const harness = await openHarness()
  const file = await workbook(harness.folder, 'rows', sheets)
  const batch = await harness.load({ file, mapping })
  const view = await harness.send(batch)
  const report = await harness.report(batch)

  expect(report.unexplained).toBe(0)
  expect(view.accounts).toBe(4)
  expect(view.outcomes.created).toBe(2)
  const said = report.results.map(
    (line) => `${line['carryover_sheet']} ${line['carryover_row']} ${line['state']}`,
  )
  expect(said).toEqual([
    'Accounts 2 done',
    'Accounts 3 done',
    'Accounts 4 done',
    'Accounts 5 invalid',
    'Accounts 6 invalid',
    'References 2 done',
    'References 3 stray',
    'References 4 stray',
    'References 5 invalid',
    'Scratch 2 not mapped',
    'Scratch 3 not mapped',
  ])
  const reasons = report.errors.map((line) => [line['sheet'], line['row'], line['column']].join(' ').trim())
  expect([...new Set(reasons)]).toEqual([
    'Accounts 5 Account No',
    'Accounts 6 Postcode',
    'References 3',
    'References 4',
  ])
  const strays = report.errors.filter((line) => line['sheet'] === 'References')
  expect(strays.map((line) => line['code'])).toEqual(['no_account_for_row', 'no_account_for_row'])
  const folded = createsOf(harness.sandbox, 'G-1').map(({ body }) => JSON.parse(body ?? '') as unknown)
  expect(folded).toEqual([
    expect.objectContaining({ customers: [{ family_name: 'Fenwhistle' }, { family_name: 'Garrowby' }] }),
  ])
  await expectConsistent(harness, [batch])

  const fixMe = report.files['fix_me_xlsx'] ?? ''
  const unrepaired = await harness.load({ file: fixMe, mapping })
  expect((await harness.client().batches.get({ batch: unrepaired })).states.invalid).toBe(2)

  const texts = await readSheets(harness.client(), fixMe)
  expect(texts[0]?.header).toEqual([
    'Account No',
    'Street',
    'Postcode',
    'Surname',
    'carryover_problems',
    'carryover_reference',
  ])
  const repaired = texts.map(({ name, header, rows }) => ({
    name,
    rows: [
      header,
      ...[...rows.values()].map((cells) =>
        cells.map((text, at) => (cells[0] === 'G-4' && header[at] === 'Postcode' ? 'QV4 4DE' : text)),
      ),
    ],
  }))
  const again = await harness.load({ file: await workbook(harness.folder, 'repaired', repaired), mapping })
  const healed = await harness.send(again)
  expect(healed.outcomes.created).toBe(1)
  expect(createsOf(harness.sandbox, 'G-4').map(({ body }) => JSON.parse(body ?? '') as unknown)).toEqual([
    expect.objectContaining({ references: [{ namespace: 'CRM', value: 'R-4' }] }),
  ])
  await expectConsistent(harness, [again])
})

test('a file loaded twice waits while its first batch is in progress, then counts as already created', async () => {
  const harness = await openHarness()
  const plain = await plainAccounts(harness.folder, numbered(4))
  const { faults } = harness.sandbox
  faults.add({ id: 'hidden', route: 'status', effect: { kind: 'hide', ms: 60_000 } })
  const first = await harness.load(plain, null)
  const second = await harness.load(plain, null)
  const third = await harness.load(plain, null)
  await harness.validate(first)
  await harness.release(first)
  await harness.until(first, ({ states }) => states.processing === 4)

  await harness.validate(second)
  const released = await harness.client().batches.release({ batch: second, limit: null })
  expect(released).toEqual({ released: 0, elsewhere: 4 })
  const { errors } = await harness.report(second)
  expect(errors.map((line) => line['code'])).toEqual(new Array(4).fill('on_its_way_elsewhere'))
  expect(errors[0]?.['message']).toContain(`batch ${first}`)

  faults.remove('hidden')
  await harness.until(first, isOver)
  const view = await harness.send(third)
  expect(view.outcomes.already_there).toBe(4)
  const { results } = await harness.report(third)
  for (const line of results) {
    const process = harness.sandbox.control.process('ACME', line['carryover_account'] ?? '')
    expect(line['platform_identifier']).toBe(process?.record.platform_identifier)
  }
  // This workspace knows that it created them, so the service was not asked to again.
  expect(createsOf(harness.sandbox)).toHaveLength(4)
  await expectConsistent(harness, [first, second, third])
})
