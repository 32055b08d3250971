// Tests holding, excluding and releasing accounts, one by one and by the thousand: which accounts are left out, that
// totals still add up, and that one call reverts a decision.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { english } from '../../support/english.ts'
import { message } from '../../../shared/texts/message.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { badPhone, good, header, mappedFile, mapping, noSurname } from '../accounts/small-batch.ts'
import { expectConsistent, type Harness, openHarness } from '../api/harness.ts'

async function accountsOf(harness: Harness, batch: number): Promise<Map<string, number>> {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return new Map(
    rows.flatMap(({ account }) => (account === null ? [] : [[account.key, account.id] as const])),
  )
}

function adding(view: BatchView): number {
  return Object.values(view.states).reduce((sum, count) => sum + count, view.excluded)
}

const all = [
  'invalid',
  'unvalidated',
  'rejected',
  'validated',
  'queued',
  'sending',
  'unconfirmed',
  'processing',
  'done',
] as const

test('an excluded account needs no attention, differs from a held one, and totals still add up', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), badPhone('A-2'), badPhone('A-3'), noSurname('A-4')])
  const ids = await accountsOf(harness, batch)
  const { client } = harness
  await client().accounts.hold({ accounts: [ids.get('A-2') ?? 0], reason: 'Has left', exclude: true })
  await client().accounts.hold({ accounts: [ids.get('A-3') ?? 0], reason: 'Moves' })
  const view = await client().batches.get({ batch })
  expect(view).toMatchObject({ accounts: 4, held: 1, excluded: 1, states: { invalid: 1, unvalidated: 2 } })
  expect(adding(view)).toBe(4)

  const list = (filter: object) =>
    client().accounts.list({ batch, states: [...all], offset: 0, limit: 10, ...filter })
  expect((await list({ needPerson: true })).accounts.map((line) => line.key)).toEqual(['A-3'])
  expect((await list({ held: true })).accounts.map((line) => line.key)).toEqual(['A-3'])
  expect(english((await list({ excluded: true })).accounts.map((line) => [line.key, line.advice]))).toEqual([
    ['A-2', 'Excluded: Has left'],
  ])
  const shown = await client().sheets.page({
    batch,
    sheet: 0,
    offset: 0,
    limit: 10,
    filter: { excluded: true },
  })
  expect(shown.rows.map(({ account }) => [account?.key, account?.excluded, account?.held])).toEqual([
    ['A-2', true, 'Has left'],
  ])

  await harness.send(batch)
  await expectConsistent(harness, [batch])
  const { results, files } = await harness.report(batch)
  const summary = JSON.parse(readFileSync(files['summary_json'] ?? '', 'utf8')) as {
    readonly totals: { readonly accounts: number; readonly held: number }
    readonly outcomes: Readonly<Record<string, number>>
  }
  expect(summary.outcomes).toMatchObject({ created: 1, excluded: 1, unsent: 2 })
  expect(Object.values(summary.outcomes).reduce((sum, count) => sum + count, 0)).toBe(4)
  expect(summary.totals).toMatchObject({ accounts: 4, held: 1 })
  expect(results.map((line) => [line['carryover_account'], line['state'], line['outcome']])).toEqual([
    ['A-1', 'done', 'created'],
    ['A-2', 'invalid', 'excluded: Has left'],
    ['A-3', 'invalid', ''],
    ['A-4', 'rejected', ''],
  ])
})

test('a decision on many accounts skips sent ones, cancels queued ones and can be reverted', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), good('A-2'), badPhone('A-3'), good('A-4')])
  const ids = await accountsOf(harness, batch)
  const { client } = harness
  await harness.validate(batch)
  await client().batches.release({ batch, limit: 1 })
  await harness.until(batch, ({ states }) => states.done === 1)
  await client().connections.pause({ id: harness.connection })
  await client().batches.release({ batch, limit: 1 })
  await client().accounts.hold({ accounts: [ids.get('A-4') ?? 0], reason: 'Moves' })
  expect((await client().batches.get({ batch })).states).toMatchObject({
    done: 1,
    queued: 1,
    validated: 1,
    invalid: 1,
  })

  const who = { accounts: [...ids.values()] }
  const chosen = await client().accounts.decide({ batch, who, what: { kind: 'exclude', reason: 'By hand' } })
  expect(chosen).toMatchObject({ accounts: 3, cancelled: 1, leftOut: [{ why: 'created', accounts: 1 }] })
  const after = await client().batches.get({ batch })
  expect(after).toMatchObject({
    excluded: 3,
    held: 0,
    states: { done: 1, queued: 0, validated: 0, invalid: 0 },
  })
  const history = await client().accounts.get({ account: ids.get('A-3') ?? 0 })
  expect(history.events.map((event) => [event.kind, event.detail])).toEqual([
    ['excluded', { reason: 'By hand' }],
  ])

  // Decided differently meanwhile: that is not undone.
  await client().accounts.hold({ accounts: [ids.get('A-3') ?? 0], reason: 'After all' })
  const choice = chosen.choice ?? 0
  expect(await client().accounts.undecide({ batch, choice })).toEqual({ accounts: 2, left: 1 })
  const back = await client().batches.get({ batch })
  expect(back).toMatchObject({ excluded: 0, held: 2, states: { validated: 2, invalid: 1 } })
  expect((await client().accounts.get({ account: ids.get('A-4') ?? 0 })).held).toBe('Moves')
  await expect(client().accounts.undecide({ batch, choice })).rejects.toThrow(/put back already/)
})

test('a decision on filtered rows applies to each account once, and survives a rebuild', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), badPhone('A-2'), badPhone('A-3')])
  const { client } = harness
  const who = { sheet: 0, filter: { code: 'invalid_phone_number' } }
  const held = await client().accounts.decide({
    batch,
    who,
    what: { kind: 'hold', reason: 'Asked', until: Date.UTC(2131, 0, 2) },
  })
  expect(held).toMatchObject({ accounts: 2, leftOut: [] })
  const excluded = await client().accounts.decide({ batch, who, what: { kind: 'exclude', reason: 'Left' } })
  expect(excluded.accounts).toBe(2)
  const again = await client().accounts.decide({ batch, who, what: { kind: 'exclude', reason: 'Left' } })
  expect(again).toEqual({
    choice: null,
    accounts: 0,
    cancelled: 0,
    leftOut: [{ why: 'as_wished', accounts: 2 }],
  })

  await client().mapping.apply({
    batch,
    mapping: mappingFile.parse(mapping),
    catalogue: 'example',
    supplier: 'ACME',
    connection: harness.connection,
  })
  await harness.until(batch, (view) => view.stage === 'open' && view.accounts === 3 && view.work === null)
  expect(await client().batches.get({ batch })).toMatchObject({
    excluded: 2,
    held: 0,
    states: { unvalidated: 1 },
  })
})

test('a decision on filtered rows is refused if other rows match than were displayed, even if as many', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1'), badPhone('A-2'), badPhone('A-3')])
  const { client } = harness
  const versionOf = async (filter: object) =>
    (await client().sheets.page({ batch, sheet: 0, offset: 0, limit: 1, filter })).version ?? ''
  const decide = (filter: object, expected: string) =>
    client().accounts.decide({
      batch,
      who: { sheet: 0, filter, expected },
      what: { kind: 'exclude', reason: 'Left' },
    })
  const badOnes = { code: 'invalid_phone_number' }
  const [before, all] = [await versionOf(badOnes), await versionOf({})]
  const descending = { batch, sheet: 0, offset: 0, limit: 1, filter: badOnes }
  expect((await client().sheets.page({ ...descending, sort: { by: 'row', descending: true } })).version).toBe(
    before,
  )
  // One row leaves and another one comes: as many rows, but other ones.
  const cells = (row: number, text: string) => [{ sheet: 0, row, column: 7, text }]
  await client().edits.apply({ batch, words: 'Mend', cells: cells(3, '020 7946 0001') })
  await client().edits.apply({ batch, words: 'Break', cells: cells(2, '(020) 7946-0A10') })
  const refusal = { data: { code: 'changed', message: message('accounts.rows_changed', { total: 2 }) } }
  await expect(decide(badOnes, before)).rejects.toMatchObject(refusal)
  await expect(decide(badOnes, all)).rejects.toMatchObject(refusal)
  await expect(decide({}, before)).rejects.toMatchObject({ data: { code: 'changed' } })
  await expect(
    client().accounts.validate({ batch, sheet: 0, filter: badOnes, expected: before }),
  ).rejects.toMatchObject(refusal)
  expect((await client().batches.get({ batch })).excluded).toBe(0)
  expect(await decide(badOnes, await versionOf(badOnes))).toMatchObject({ accounts: 2 })
  expect(await decide({}, all)).toMatchObject({ accounts: 1 })
})

test('revalidating by filter skips and reports held, excluded and blocked accounts', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [
    good('A-1'),
    noSurname('A-2'),
    badPhone('A-3'),
    good('A-4'),
    good('A-5'),
  ])
  const ids = await accountsOf(harness, batch)
  const { client } = harness
  await client().accounts.hold({ accounts: [ids.get('A-4') ?? 0], reason: 'Moves' })
  await client().accounts.hold({ accounts: [ids.get('A-5') ?? 0], reason: 'Left', exclude: true })
  const validate = () => client().accounts.validate({ batch, sheet: 0, filter: {} })
  const first = await validate()
  expect(first.asked).toBe(2)
  expect([...first.leftOut].sort((a, b) => a.why.localeCompare(b.why))).toEqual([
    { why: 'excluded', accounts: 1 },
    { why: 'held', accounts: 1 },
    { why: 'invalid', accounts: 1 },
  ])
  await harness.until(batch, ({ states }) => states.validated === 1 && states.rejected === 1)
  expect((await validate()).asked).toBe(2)
  await harness.until(batch, ({ states }) => states.validated === 1 && states.rejected === 1)
  await client().accounts.validate({ accounts: [ids.get('A-2') ?? 0] })
  await harness.until(batch, ({ states }) => states.rejected === 1)
  expect((await client().accounts.get({ account: ids.get('A-2') ?? 0 })).passes).toBe(3)
})

test('excluding a created account is refused with a reason', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  const ids = await accountsOf(harness, batch)
  await harness.send(batch)
  const accounts = [ids.get('A-1') ?? 0]
  await expect(harness.client().accounts.hold({ accounts, reason: 'x', exclude: true })).rejects.toThrow(
    /A-1 cannot be excluded: it was created/,
  )
})

test('new errors of a second validation at unchanged fields are shown as hidden by the first one', async () => {
  const harness = await openHarness()
  const file = join(harness.folder, 'suppliers.csv')
  writeFileSync(file, `${header}\nA-1,Ann Lee,1 High St,QX1 1AA,GB,Ann,,020 7946 0001,,,,NOPE\n`)
  const columns = mapping.columns.map((one) =>
    one.column === 'Notes' ? { column: 'Notes', field: 'import_supplier' } : one,
  )
  const batch = await harness.load({ file, mapping: { ...mapping, columns } }, null)
  const account = (await accountsOf(harness, batch)).get('A-1') ?? 0
  await harness.validate(batch)
  const first = await harness.client().accounts.get({ account })
  expect(first.problems.map((problem) => problem.code)).toEqual(['invalid_choice'])
  expect(first).toMatchObject({ passes: 1, latestPass: null })

  const cells = [{ sheet: 0, row: 2, column: 11, text: 'ACME' }]
  await harness.client().edits.apply({ batch, words: 'Supplier', cells })
  await harness.validate(batch)
  const second = await harness.client().accounts.get({ account })
  expect(second.problems.map((problem) => problem.code)).toEqual(['customer_family_name_required'])
  expect(second).toMatchObject({ passes: 2, latestPass: { problems: 1, revealed: 1 } })
})
