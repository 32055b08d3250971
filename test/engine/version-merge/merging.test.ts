// Tests merging two versions of a file with a real sandbox: in any order of sending, merging and ending, its ledger
// has at most one create for each account, and no decision of a person is lost.
import { expect, test } from 'vitest'
import { english } from '../../support/english.ts'
import { createsOf, expectConsistent, type Harness, inDatabase, openHarness } from '../api/harness.ts'
import { isOver } from '../api/waiting.ts'
import { accountOf, edit, firstVersion, line, linesOf, merge, nextVersion, textOf } from './two-files.ts'

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `V-${String(at).padStart(3, '0')}`)

const refusal = (code: string): object => ({ data: { code } })

/** The number of creates of each account, from either batch. */
function createsByAccount(harness: Harness): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { account } of createsOf(harness.sandbox))
    if (account !== null) counts.set(account, (counts.get(account) ?? 0) + 1)
  return counts
}

async function resumed(harness: Harness): Promise<void> {
  await harness.client().connections.resume({ id: harness.connection })
}

test('a merge locks created accounts as done, lists later changes to them and replaces the rest', async () => {
  const harness = await openHarness()
  const { client } = harness
  const first = await firstVersion(harness, [
    line('A-1', { phone: 'bad' }),
    line('A-2'),
    line('A-3', { phone: 'bad' }),
    line('A-4', { phone: 'bad' }),
    line('A-5', { phone: 'bad' }),
  ])
  await edit(harness, first, 'A-1', { phone: '020 7946 0101' })
  await harness.send(first)
  expect((await accountOf(harness, first, 'A-1')).outcome).toBe('created')
  const third = await accountOf(harness, first, 'A-3')
  await client().accounts.hold({ accounts: [third.id], reason: 'The customer moves' })
  const second = await nextVersion(harness, first, [
    line('A-1', { phone: 'bad', street: 'Elsewhere' }),
    line('A-2'),
    line('A-3'),
    line('A-4'),
  ])
  await expect(client().batches.release({ batch: second, limit: null })).rejects.toMatchObject(
    refusal('version_not_merged'),
  )
  await merge(harness, second)
  const one = await accountOf(harness, second, 'A-1')
  const created = await accountOf(harness, first, 'A-1')
  expect(one).toMatchObject({ state: 'done', outcome: 'already_there' })
  expect(one.platformIdentifier).toBe(created.platformIdentifier)
  expect(one.platformIdentifier).not.toBeNull()
  // Created accounts match their cells, and the customer's later changes are listed.
  expect(await textOf(harness, second, 'A-1', 'phone')).toBe('020 7946 0101')
  expect((await linesOf(harness, second, 'changed')).map(({ key, old, fresh }) => [key, old, fresh])).toEqual(
    [['A-1', 'A-1 High St', 'Elsewhere']],
  )
  await expect(edit(harness, second, 'A-1', { street: 'X' })).rejects.toMatchObject(refusal('account_locked'))
  expect(english((await accountOf(harness, first, 'A-4')).held)).toBe(
    `Replaced by version 2 (batch ${second})`,
  )
  expect(english((await accountOf(harness, first, 'A-5')).held)).toBe(`Not in version 2 (batch ${second})`)
  // A person's hold is carried over.
  expect((await accountOf(harness, second, 'A-3')).held).toBe('The customer moves')
  const written = await client().versions.writeChanged({
    batch: second,
    format: 'csv',
    folder: harness.folder,
  })
  expect(written).toMatchObject({ file: 'changed-after-creation.csv', lines: 1 })
  await client().versions.undo({ batch: second })
  await harness.until(second, (view) => view.version.merge === 'none' && view.work === null)
  expect((await accountOf(harness, first, 'A-3')).held).toBe('The customer moves')
  expect((await accountOf(harness, first, 'A-4')).held).toBeNull()
  expect((await accountOf(harness, first, 'A-5')).held).toBeNull()
  expect(await accountOf(harness, second, 'A-1')).toMatchObject({
    state: 'unvalidated',
    outcome: null,
    platformIdentifier: null,
  })
  // Merged again, it is as before; sending the rest creates each account once.
  await merge(harness, second)
  expect((await accountOf(harness, second, 'A-1')).outcome).toBe('already_there')
  await harness.send(second)
  expect([...createsByAccount(harness).values()].every((count) => count === 1)).toBe(true)
  expect((await accountOf(harness, second, 'A-4')).outcome).toBe('created')
  await expect(client().versions.undo({ batch: second })).rejects.toMatchObject(refusal('batch_was_sent'))
  await expectConsistent(harness, [first, second])
})

test('a merge during sending and a release from both batches create each account once', async () => {
  const harness = await openHarness({ limits: { concurrency: 3 }, sandbox: { speed: 3 } })
  harness.sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 40, when: 'after_work' } })
  const keys = numbered(60)
  const first = await firstVersion(
    harness,
    keys.map((key) => line(key)),
  )
  await harness.validate(first)
  await harness.release(first)
  await harness.until(first, ({ states }) => states.processing + states.done >= 8)
  const second = await nextVersion(
    harness,
    first,
    keys.map((key) => line(key, { street: 'New St' })),
  )
  await merge(harness, second)
  await harness.release(first)
  await harness.validate(second)
  await harness.release(second)
  await harness.until(first, isOver)
  await harness.until(second, isOver)
  // Accounts that waited for the first version have followed it.
  const waits = async (): Promise<number> =>
    (await harness.client().versions.get({ batch: second })).marks.waits
  await expect.poll(waits).toBe(0)
  const creates = createsByAccount(harness)
  expect(creates.size).toBe(60)
  expect([...creates.entries()].filter(([, count]) => count !== 1)).toEqual([])
  const one = await harness.client().batches.get({ batch: first })
  const two = await harness.client().batches.get({ batch: second })
  expect(one.outcomes.created).toBeGreaterThanOrEqual(8)
  expect(one.outcomes.created + two.outcomes.created).toBe(60)
  expect(two.outcomes.already_there).toBe(one.outcomes.created)
  await expectConsistent(harness, [first, second])
})

test('an account that failed in the earlier batch can be sent from the newer batch', async () => {
  const harness = await openHarness({
    sandbox: { speed: 1, switches: { failShare: 1, pendingSeconds: [300, 300] } },
  })
  const first = await firstVersion(harness, [line('A-1'), line('A-2')])
  await harness.validate(first)
  await harness.release(first)
  await harness.until(first, ({ states }) => states.processing === 2)
  const second = await nextVersion(harness, first, [line('A-1'), line('A-2')])
  await merge(harness, second)
  expect(english((await accountOf(harness, second, 'A-1')).held)).toBe('On its way in version 1')
  expect((await linesOf(harness, second, 'on_its_way')).map(({ key }) => key)).toEqual(['A-1', 'A-2'])
  harness.sandbox.control.moveClock(600_000)
  await harness.until(first, ({ outcomes }) => outcomes.failed === 2)
  await harness.until(second, ({ held }) => held === 0)
  expect(english((await accountOf(harness, first, 'A-1')).held)).toBe(
    `Replaced by version 2 (batch ${second})`,
  )
  harness.sandbox.control.setSwitches({ failShare: 0, pendingSeconds: [0, 0] })
  const sent = await harness.send(second)
  expect(sent.outcomes.created).toBe(2)
})

test('pausing, undoing and removing leave no account held for a removed batch', async () => {
  const harness = await openHarness()
  const { client } = harness
  const first = await firstVersion(harness, [line('A-1'), line('A-2'), line('A-3')])
  await harness.validate(first)
  await client().connections.pause({ id: harness.connection })
  await harness.release(first)
  expect((await client().batches.get({ batch: first })).states.queued).toBe(3)
  const second = await nextVersion(harness, first, [line('A-1'), line('A-2')])
  await merge(harness, second)
  // Reverted, and held.
  const after = await client().batches.get({ batch: first })
  expect([after.states.queued, after.states.validated, after.held]).toEqual([0, 3, 3])
  await client().batches.remove({ batch: second })
  const left = await client().batches.get({ batch: first })
  expect([left.held, left.version.later]).toEqual([0, []])
  await resumed(harness)
  await harness.release(first)
  await harness.until(first, isOver)
  expect([...createsByAccount(harness).values()]).toEqual([1, 1, 1])
})

test('undoing a merge that is still under way reverts all of it', async () => {
  const harness = await openHarness()
  const { client } = harness
  const keys = numbered(150)
  const first = await firstVersion(
    harness,
    keys.map((key) => line(key, { phone: 'bad' })),
  )
  const second = await nextVersion(
    harness,
    first,
    keys.slice(50).map((key) => line(key)),
  )
  await client().versions.merge({ batch: second })
  const underWay = inDatabase(harness.data, (database) =>
    database.prepare("SELECT count(*) FROM job WHERE kind = 'merge'").pluck().get(),
  )
  expect(underWay).toBe(1)
  await client().versions.undo({ batch: second })
  const { version } = await client().batches.get({ batch: second })
  expect([version.merge, (await client().batches.get({ batch: first })).held]).toEqual(['none', 0])
  const left = inDatabase(harness.data, (database) =>
    database
      .prepare(
        `SELECT (SELECT count(*) FROM version_mark) + (SELECT count(*) FROM job WHERE kind LIKE '%merge')`,
      )
      .pluck()
      .get(),
  )
  expect(left).toBe(0)
})

test('a newer batch rebuilt after the merge is merged again before any release', async () => {
  const harness = await openHarness()
  const { client } = harness
  const first = await firstVersion(harness, [
    line('A-1'),
    line('A-2', { phone: 'bad' }),
    line('A-3', { phone: 'bad' }),
  ])
  await harness.send(first)
  const second = await nextVersion(harness, first, [line('A-1'), line('A-2'), line('A-3')])
  await merge(harness, second)
  // Correcting a key rebuilds the whole batch.
  await edit(harness, second, 'A-3', { key: 'A-9' })
  await harness.until(second, (view) => view.stage === 'open' && view.version.merge === 'merged')
  expect((await accountOf(harness, second, 'A-1')).outcome).toBe('already_there')
  expect(english((await accountOf(harness, first, 'A-3')).held)).toBe(`Not in version 2 (batch ${second})`)
  await harness.send(second)
  expect(createsOf(harness.sandbox, 'A-1')).toHaveLength(1)
  // A third version follows the second, and the accounts created by the first stay known.
  const third = await nextVersion(harness, second, [
    line('A-1', { street: 'Third St' }),
    line('A-2'),
    line('A-9', { street: 'A-3 High St' }),
  ])
  await merge(harness, third)
  const view = await client().batches.get({ batch: third })
  expect(view.version).toMatchObject({ number: 3, earlier: second })
  expect(view.outcomes.already_there).toBe(3)
  expect((await linesOf(harness, third, 'changed')).map(({ key, fresh }) => [key, fresh])).toEqual([
    ['A-1', 'Third St'],
  ])
  expect((await client().batches.get({ batch: first })).version.later).toEqual([second])
})

test('excluded accounts stay excluded in the newer batch, or in the earlier one if missing', async () => {
  const harness = await openHarness()
  const { client } = harness
  const first = await firstVersion(harness, [line('A-1'), line('A-2'), line('A-3')])
  for (const key of ['A-1', 'A-2']) {
    const { id } = await accountOf(harness, first, key)
    await client().accounts.hold({ accounts: [id], reason: 'Moved to another system', exclude: true })
  }
  const second = await nextVersion(harness, first, [line('A-1'), line('A-3')])
  await merge(harness, second)
  const excluded = { excluded: true, held: 'Moved to another system' }
  expect(await accountOf(harness, second, 'A-1')).toMatchObject(excluded)
  expect(await accountOf(harness, first, 'A-2')).toMatchObject(excluded)
  // No decision of the merge needs a person.
  const states = ['invalid', 'unvalidated', 'rejected', 'validated', 'done'] as const
  const needs = { states: [...states], needPerson: true, offset: 0, limit: 10 }
  expect((await client().accounts.list({ batch: first, ...needs })).total).toBe(0)
  await harness.validate(second)
  await harness.release(second)
  const sent = await harness.until(second, isOver)
  expect([sent.outcomes.created, sent.excluded]).toEqual([1, 1])
})

test('a merge after an undo asks nothing, and what was undone stays in the history', async () => {
  const harness = await openHarness()
  const { client } = harness
  const first = await firstVersion(harness, [line('A-1', { phone: 'bad' }), line('A-2')])
  await edit(harness, first, 'A-1', { phone: '020 7946 0101' })
  const second = await nextVersion(harness, first, [line('A-1', { phone: 'bad' }), line('A-2')])
  await edit(harness, second, 'A-2', { street: 'X' })
  await client().edits.undo({ batch: second })
  await client().versions.merge({ batch: second })
  await harness.until(second, (view) => view.version.merge === 'merged')
  expect(await textOf(harness, second, 'A-1', 'phone')).toBe('020 7946 0101')
})
