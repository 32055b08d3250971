// Tests the playbook on a real engine: the team's notes, successful fixes with their results, and the data that is
// never kept.
import { expect, test } from 'vitest'
import type { Fix, FixScope } from '../../../shared/fixing/fix.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { type Harness, openHarness } from '../api/harness.ts'
import { badPhone, good, mappedFile, mapping, noSurname, openedFile } from './small-batch.ts'

const phone = 7
const everywhere: FixScope = { sheet: 0, columns: [phone], rows: { filter: {} } }
const repair: Fix = {
  kind: 'replace',
  find: '0A10',
  with: '0010',
  match: 'part',
  matchCase: true,
}
const bad = (count: number): string[] => Array.from({ length: count }, (_, at) => badPhone(`B-${at}`))

async function causeOf(harness: Harness, batch: number) {
  const { groups } = await harness.client().problems.groups({ batch })
  const group = groups.find((one) => one.column === phone)
  if (group === undefined) throw new Error('No problem is left on the phones')
  return { code: group.code, field: group.field }
}

test('the team’s words about a code are kept, changed and removed', async () => {
  const harness = await openHarness()
  const { playbook } = harness.client()
  expect(await playbook.get({ code: 'blank' })).toBeNull()
  await playbook.save({ code: 'blank', words: '  Ask the customer.\nNever guess. ' })
  await playbook.save({ code: null, words: 'Look at the message.' })
  expect(await playbook.get({ code: 'blank' })).toMatchObject({ words: 'Ask the customer.\nNever guess.' })
  expect((await playbook.list()).map(({ code }) => code)).toEqual([null, 'blank'])
  await playbook.save({ code: 'blank', words: 'Ask.' })
  expect((await playbook.list()).map(({ words }) => words)).toEqual(['Look at the message.', 'Ask.'])
  await playbook.remove({ code: 'blank' })
  expect(await playbook.get({ code: 'blank' })).toBeNull()
})

test.each([3, 60])(
  'a fix for a cause of %i accounts is kept with the number of problems that it solved',
  async (count) => {
    const harness = await openHarness()
    const batch = await mappedFile(harness, [...bad(count), good('A-1')])
    const client = harness.client()
    const cause = await causeOf(harness, batch)
    await client.fixes.apply({ batch, fix: repair, scope: everywhere, words: 'Phones', cause })
    await harness.until(batch, (view) => view.work === null)
    expect(await client.playbook.worked({ ...cause, batch })).toMatchObject([
      { fix: repair, takeFrom: null, times: 1, gone: count },
    ])
    // Nothing is known of other fields.
    expect(await client.playbook.worked({ ...cause, field: 'customers.*.mobile', batch })).toEqual([])
    // The same fix again increases its count, and a restart forgets nothing.
    await client.edits.undo({ batch })
    await harness.until(batch, (view) => view.work === null)
    await client.fixes.apply({
      batch,
      fix: repair,
      scope: everywhere,
      words: 'Phones',
      cause,
    })
    await harness.until(batch, (view) => view.work === null)
    expect(await client.playbook.worked({ ...cause, batch })).toMatchObject([{ times: 2, gone: 2 * count }])
    await harness.stop()
    await harness.start()
    const [worked] = await harness.client().playbook.worked(cause)
    expect(worked).toMatchObject({ times: 2, gone: 2 * count })
    await harness.client().playbook.forget({ ...cause, kept: { fix: repair, takeFrom: null } })
    expect(await harness.client().playbook.worked(cause)).toEqual([])
  },
)

test('a fix that solved nothing, or was undone before it was counted, is not kept', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, bad(60))
  const client = harness.client()
  const cause = await causeOf(harness, batch)
  const useless: Fix = { ...repair, find: '7946', with: '7945' }
  await client.fixes.apply({ batch, fix: useless, scope: everywhere, words: 'Useless', cause })
  await client.fixes.apply({ batch, fix: repair, scope: everywhere, words: 'Phones', cause })
  await client.edits.undo({ batch })
  await harness.until(batch, (view) => view.work === null)
  expect(await client.playbook.worked({ ...cause, batch })).toEqual([])
})

test('problems found by the service are counted once the service has validated again', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(
    harness,
    Array.from({ length: 4 }, (_, at) => noSurname(`A-${at}`)),
  )
  const client = harness.client()
  await harness.validate(batch)
  const [group] = (await client.problems.groups({ batch })).groups
  if (group === undefined) throw new Error('The service has refused nothing')
  expect(group).toMatchObject({ source: 'validate', problems: 4 })
  const cause = { code: group.code, field: group.field }
  const fix: Fix = { kind: 'take', column: 5, onlyEmpty: true }
  await client.fixes.apply({ batch, fix, scope: { ...everywhere, columns: [6] }, words: 'Surnames', cause })
  // The service has not seen these bytes, so the effect is unknown.
  expect(await client.playbook.worked({ ...cause, batch })).toEqual([])
  await harness.validate(batch)
  expect(await client.playbook.worked({ ...cause, batch })).toMatchObject([
    { fix: { ...fix, column: 0 }, takeFrom: 'First 1', times: 1, gone: 4 },
  ])
})

test('a fix of a sensitive field is kept only where it quotes no values', async () => {
  const harness = await openHarness()
  const batch = await openedFile(harness, [`${good('A-1')}31.12.1970`, `${good('A-2')}31.12.1970`])
  const client = harness.client()
  const columns = mapping.columns.map((one) =>
    one.column === 'Notes' ? { column: 'Notes', field: 'customers.0.date_of_birth' } : one,
  )
  await client.mapping.apply({
    batch,
    mapping: mappingFile.parse({ ...mapping, columns }),
    catalogue: 'example',
    supplier: 'ACME',
    connection: harness.connection,
  })
  await harness.until(batch, (view) => view.stage === 'open' && view.work === null)
  const [group] = (await client.problems.groups({ batch })).groups
  const cause = { code: group?.code ?? null, field: group?.field ?? null }
  expect(cause.field).toBe('customers.*.date_of_birth')
  const scope = { ...everywhere, columns: [11] }
  const quoting: Fix = { ...repair, find: '31.12.1970', with: '1970-12-31' }
  await client.fixes.apply({ batch, fix: quoting, scope, words: 'Born', cause })
  await harness.until(batch, (view) => view.states.unvalidated === 2)
  expect(await client.playbook.worked({ ...cause, batch })).toEqual([])
  await client.edits.undo({ batch })
  const byPattern: Fix = { kind: 'date', from: ['d.M.yyyy'], to: 'yyyy-MM-dd', firstYear: null }
  await client.fixes.apply({ batch, fix: byPattern, scope, words: 'Born', cause })
  await harness.until(batch, (view) => view.states.unvalidated === 2)
  expect(await client.playbook.worked({ ...cause, batch })).toMatchObject([{ fix: byPattern, gone: 2 }])
})

test('a fix that copies one person’s value to everybody is applied, and not kept for other batches', async () => {
  const harness = await openHarness()
  const client = harness.client()
  const batch = await mappedFile(harness, bad(2))
  const cause = await causeOf(harness, batch)
  const fixes: Fix[] = [
    { kind: 'set', text: '020 7946 0010' },
    { ...repair, find: '(020) 7946-0A10', with: '020 7946 0010', match: 'cell' },
  ]
  for (const fix of fixes) {
    await client.fixes.apply({ batch, fix, scope: everywhere, words: 'Phones', cause })
    await harness.until(batch, (view) => view.work === null && view.states.unvalidated === 2)
    expect(await client.playbook.worked({ ...cause, batch })).toEqual([])
    await client.edits.undo({ batch })
    await harness.until(batch, (view) => view.work === null)
  }
})

test('a fix that copies from a column is kept with the column’s name', async () => {
  const harness = await openHarness()
  const line = 'B-1,Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,(020) 7946-0A10,,,,020 7946 0001'
  const batch = await mappedFile(harness, [line, good('A-1')])
  const client = harness.client()
  const cause = await causeOf(harness, batch)
  const take: Fix = { kind: 'take', column: 11, onlyEmpty: false }
  const rows = { ranges: [[2, 2] satisfies [number, number]] }
  await client.fixes.apply({ batch, fix: take, scope: { ...everywhere, rows }, words: 'Notes', cause })
  await harness.until(batch, (view) => view.work === null)
  expect(await client.playbook.worked({ ...cause, batch })).toMatchObject([
    { fix: { ...take, column: 0 }, takeFrom: 'Notes', gone: 1 },
  ])
})

test('values of a column are counted over all current rows, or only over rows with a problem', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [...bad(3), good('A-1'), good('A-2'), good('A-3'), good('A-4')])
  const client = harness.client()
  const cell = { sheet: 0, row: 5, column: phone, text: ' 020 7946 0002 ' }
  await client.edits.apply({ batch, words: 'One', cells: [cell, { ...cell, row: 6, text: '020 7946 0002' }] })
  const asked = { batch, sheet: 0, column: phone, rows: { filter: {} } }
  expect(await client.values.ofColumn({ ...asked, wrong: null })).toEqual({
    values: [
      { text: '(020) 7946-0A10', cells: 3 },
      { text: ' 020 7946 0002 ', cells: 2 },
      { text: '020 7946 0001', cells: 2 },
    ],
    distinct: 3,
    cells: 7,
    cutAt: null,
  })
  const cause = await causeOf(harness, batch)
  const wrong = await client.values.ofColumn({ ...asked, wrong: { code: cause.code } })
  expect(wrong).toMatchObject({ values: [{ text: '(020) 7946-0A10', cells: 3 }], distinct: 1 })
  expect(await client.values.ofColumn({ ...asked, wrong: { code: 'blank' } })).toMatchObject({ distinct: 0 })
  const ranges: [number, number][] = [
    [2, 2],
    [8, 900],
  ]
  expect(await client.values.ofColumn({ ...asked, rows: { ranges }, wrong: null })).toMatchObject({
    cells: 2,
    distinct: 2,
  })
  const filter = { states: ['invalid' as const] }
  expect(await client.values.ofColumn({ ...asked, rows: { filter }, wrong: null })).toMatchObject({
    cells: 3,
  })
})

test('distinct values beyond the limit are counted, so that the number left out is known', async () => {
  const harness = await openHarness()
  const lines = Array.from({ length: 2500 }, (_, at) =>
    good(`A-${at}`).replace('Ann Lee', `Name ${at % 1500}`),
  )
  const batch = await mappedFile(harness, lines)
  const reported = await harness.client().values.ofColumn({
    batch,
    sheet: 0,
    column: 1,
    rows: { filter: {} },
    wrong: null,
  })
  expect(reported).toMatchObject({ distinct: 1500, cells: 2500 })
  expect(reported.values).toHaveLength(1000)
  expect(reported.values.every(({ cells }) => cells === 2)).toBe(true)
})
