// Tests batches that travel through the team: handed over in the middle of a wave, taken over from a desktop that is gone,
// withdrawn, and copies that are damaged or asked for by two at once. No account is created twice, and every row of the
// batch is accounted for where it went.
import { workFactorName } from '../../../../electron/engine/handover/write-project.ts'
import { letInherit } from '../../../../electron/engine/jobs/inherited.ts'
import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import type { Sandbox } from '../../../../electron/sandbox/sandbox.ts'
import { createsOf, freshFolder } from '../../api/harness.ts'
import { numbered, plainAccounts } from '../../api/small-files.ts'
import { isOver, untilView } from '../../api/waiting.ts'
import { refusalOf } from '../../handover/handover-fixture.ts'
import { chunksIn, client, copyIn, eventuallyBegun, handOver, takeOver, teamOf } from '../copies-team.ts'
import { openService, untilTeam } from '../team-desktops.ts'

// A passphrase that nobody has to guess needs no expensive derivation.
letInherit(workFactorName, 10)

function createdOnce({ ledger }: Sandbox): number {
  const accepted = [...ledger.acceptedCreates()]
  for (const [identity, count] of accepted) expect([identity, count]).toEqual([identity, 1])
  return accepted.length
}

test('a batch that is handed over in the middle of a wave goes on with another member, who hands it back', async () => {
  const sandbox = await openService()
  const { desktops, query } = await teamOf(sandbox, ['Dana', 'Ina'])
  const [dana, ina] = desktops
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(60), 'all'))
  await client(dana).batches.release({ batch, limit: 30 })
  await untilView(client(dana), batch, ({ outcomes }) => outcomes.created > 5)
  const { project, bytes } = await handOver(dana, batch, 'open sesame')
  expect(project).toMatchObject({ accounts: 60, encrypted: true })
  const copy = await copyIn(ina)
  expect(copy).toMatchObject({ state: 'handed_over', member: 'Dana', accounts: 60, bytes, encrypted: true })
  expect((await copyIn(dana)).state).toBe('own')
  expect((await refusalOf(client(dana).batches.release({ batch, limit: null }))).message).toMatch(
    /^This batch was handed over through the team\./,
  )

  const arrived = await takeOver(ina, copy.id, 'open sesame')
  expect((await client(ina).teamCopies.list()).copies).toEqual([])
  expect(await chunksIn(query)).toBe(0)
  await client(ina).batches.release({ batch: arrived.batch, limit: null })
  await untilView(client(ina), arrived.batch, (view) => isOver(view) && view.outcomes.created === 60)
  expect(createdOnce(sandbox)).toBe(60)

  await untilView(client(dana), batch, ({ handover }) => handover?.takenBy === 'Ina')
  expect((await refusalOf(client(dana).batches.release({ batch, limit: null }))).message).toMatch(
    /^Ina goes on with this batch since/,
  )
  await handOver(ina, arrived.batch)
  const back = await takeOver(dana, (await copyIn(dana)).id)
  expect(back.replaced).toBe(batch)
  const view = await client(dana).batches.get({ batch: back.batch })
  expect([view.outcomes.created, view.outcomes.with_member]).toEqual([60, 0])
  expect((await client(dana).batches.reconcile({ batch: back.batch })).unexplained).toBe(0)
})

test('a hand-over that nobody took over is withdrawn, and the batch goes on without a look-up', async () => {
  const sandbox = await openService()
  const { desktops } = await teamOf(sandbox, ['Dana', 'Ina'])
  const [dana, ina] = desktops
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(5), 'all'))
  await handOver(dana, batch)
  const { id } = await copyIn(ina)
  expect((await refusalOf(client(dana).handover.unlock({ batch, otherIsGone: true }))).code).toBe(
    'batch_in_team',
  )
  await client(dana).teamCopies.withdraw({ batch })
  expect((await refusalOf(takeOver(ina, id))).code).toBe('copy_gone')
  await client(dana).batches.release({ batch, limit: null })
  await untilView(client(dana), batch, ({ outcomes }) => outcomes.created === 5)
  expect(createdOnce(sandbox)).toBe(5)
})

test('a batch of a desktop that is cut off with requests in flight goes on with another member, from an older copy', async () => {
  const sandbox = await openService()
  const { desktops, proxy, silence } = await teamOf(sandbox, ['Dana', 'Ina'])
  const [dana, ina] = desktops
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(12), 'all'))
  await client(dana).teamCopies.keep({ of: 'batch', id: batch, isOn: true })
  const { id, state } = await copyIn(ina)
  expect(state).toBe('there')
  expect((await refusalOf(takeOver(ina, id))).code).toBe('desktop_there')
  // The service works on each create and keeps its answer.
  const held = sandbox.faults.add({
    route: 'create',
    effect: { kind: 'latency', ms: 6000, when: 'after_work' },
  })
  await client(dana).batches.release({ batch, limit: null })
  await vi.waitUntil(() => createsOf(sandbox).length >= 4, { timeout: 30_000 })
  proxy.refuses = true
  proxy.cut()
  await untilTeam(dana, (view) => view.state === 'away')
  sandbox.faults.remove(held)
  await silence('Dana')
  expect((await copyIn(ina)).state).toBe('silent')
  const arrived = await takeOver(ina, id)
  const { states, accounts } = await client(ina).batches.get({ batch: arrived.batch })
  expect([accounts, states.unconfirmed + states.processing + states.done + states.queued]).toEqual([12, 12])
  const over = await untilView(
    client(ina),
    arrived.batch,
    (view) => isOver(view) && view.outcomes.created === 12,
  )
  expect(over.outcomes.with_member).toBe(0)
  expect((await client(ina).batches.reconcile({ batch: arrived.batch })).unexplained).toBe(0)

  proxy.refuses = false
  await untilView(client(dana), batch, ({ handover }) => handover?.takenBy === 'Ina')
  expect((await refusalOf(client(dana).batches.release({ batch, limit: null }))).code).toBe(
    'batch_handed_over',
  )
  expect((await client(dana).batches.get({ batch })).states.queued).toBe(0)
  expect(createdOnce(sandbox)).toBe(12)
  const { id: others } = await handOver(ina, arrived.batch).then(() => copyIn(dana))
  expect((await takeOver(dana, others)).replaced).toBe(batch)
})

test('of two desktops that take a batch over at the same moment, one gets it', async () => {
  const sandbox = await openService()
  const { desktops } = await teamOf(sandbox, ['Dana', 'Ina', 'Tom'])
  const [dana, ina, tom] = desktops
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(6), 'all'))
  await handOver(dana, batch)
  const { id } = await copyIn(ina)
  const [one, other] = await Promise.allSettled([takeOver(ina, id), takeOver(tom, id)])
  expect([one.status, other.status].toSorted()).toEqual(['fulfilled', 'rejected'])
  const loser = one.status === 'rejected' ? ina : tom
  expect(await client(loser).batches.list()).toEqual([])
  expect(['batch_taken', 'copy_gone']).toContain((await refusalOf(takeOver(loser, id))).code)
})

test('a copy that is damaged, incomplete or encrypted with another passphrase is refused, each by its own sentence', async () => {
  const sandbox = await openService()
  const { desktops, query } = await teamOf(sandbox, ['Dana', 'Ina'])
  const [dana, ina] = desktops
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(3), 'all'))
  await handOver(dana, batch, 'open sesame')
  const locked = await copyIn(ina)
  expect((await refusalOf(takeOver(ina, locked.id))).code).toBe('passphrase_missing')
  expect((await refusalOf(takeOver(ina, locked.id, 'open sesam'))).code).toBe('passphrase_wrong')
  await client(dana).teamCopies.withdraw({ batch })
  await handOver(dana, batch)
  const { id, name } = await copyIn(ina)
  const [row] = await query("SELECT encode(bytes, 'hex') AS hex FROM carryover.copy_chunk")
  const bytes = Buffer.from(String(row?.['hex']), 'hex')
  // Between the head and the seal of a project file.
  const content = gunzipSync(bytes.subarray(16, -40)).toString('utf8')
  expect([content.includes('"customer"') || content.length > 1000, content.includes(sandbox.apiKey)]).toEqual(
    [true, false],
  )
  await query(`UPDATE carryover.copy_chunk SET bytes = set_byte(bytes, 100, 255 - get_byte(bytes, 100))`)
  expect((await refusalOf(takeOver(ina, id))).message).toBe(
    `The copy of “${name}” was changed or damaged in the team’s database. Nothing was changed here. Take over from another copy.`,
  )
  await query('DELETE FROM carryover.copy_chunk')
  expect((await refusalOf(takeOver(ina, id))).code).toBe('copy_cut')
  expect(await client(ina).batches.list()).toEqual([])
})

test('the copies of a batch that is deleted are removed from the team, also where its database was away', async () => {
  const sandbox = await openService()
  const { desktops, proxy, query } = await teamOf(sandbox, ['Dana'])
  const [dana] = desktops
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(3), 'all'))
  await client(dana).teamCopies.keep({ of: 'connection', id: dana.connection, isOn: true })
  await copyIn(dana)
  proxy.refuses = true
  proxy.cut()
  await untilTeam(dana, (view) => view.state === 'away')
  await client(dana).batches.remove({ batch })
  proxy.refuses = false
  await vi.waitUntil(async () => (await chunksIn(query)) === 0, { timeout: 30_000, interval: 100 })
  expect((await client(dana).teamCopies.list()).toRemove).toBe(0)
})

test('the copies of a batch that is purged are removed from the team', async () => {
  const sandbox = await openService()
  const { desktops, query } = await teamOf(sandbox, ['Dana'])
  const [dana] = desktops
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(3), 'all'))
  await client(dana).teamCopies.keep({ of: 'batch', id: batch, isOn: true })
  await copyIn(dana)
  const asked = { connection: dana.connection, batches: [batch], olderThanDays: 0 }
  const { begun } = await eventuallyBegun(() => client(dana).purge.start(asked))
  expect(begun).toEqual([batch])
  await vi.waitUntil(async () => (await chunksIn(query)) === 0, { timeout: 30_000, interval: 100 })
  expect((await client(dana).teamCopies.list()).copies).toEqual([])
})

test('a batch that another member goes on with is purged here, where it stayed until then, and may come back', async () => {
  const sandbox = await openService()
  const { desktops } = await teamOf(sandbox, ['Dana', 'Ina'])
  const [dana, ina] = desktops
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(6), 'all'))
  await client(dana).batches.release({ batch, limit: 2 })
  await untilView(client(dana), batch, ({ outcomes }) => outcomes.created === 2)
  await handOver(dana, batch)
  const asked = { connection: dana.connection, batches: [batch], olderThanDays: 0 }
  const { begun, stayed } = await client(dana).purge.start(asked)
  expect([begun, stayed[0]?.stays?.code]).toEqual([[], 'handed_over'])
  const arrived = await takeOver(ina, (await copyIn(ina)).id)
  await untilView(client(dana), batch, ({ handover }) => handover?.takenBy === 'Ina')
  await client(ina).teamCopies.keep({ of: 'batch', id: arrived.batch, isOn: true })
  const { id } = await copyIn(dana, ({ member }) => member === 'Ina')

  expect((await client(dana).purge.start(asked)).begun).toEqual([batch])
  const isPurged = async () => (await client(dana).purge.purged())[0]?.purgedAt ?? null
  await expect.poll(isPurged).not.toBeNull()
  expect(await client(dana).batches.list()).toEqual([])
  // The copy is of the desktop that has the batch.
  expect((await copyIn(dana)).id).toBe(id)
  await client(ina).batches.release({ batch: arrived.batch, limit: 2 })
  await untilView(client(ina), arrived.batch, ({ outcomes }) => outcomes.created === 4)

  await handOver(ina, arrived.batch)
  const back = await takeOver(dana, (await copyIn(dana, ({ state }) => state === 'handed_over')).id)
  await client(dana).batches.release({ batch: back.batch, limit: null })
  await untilView(client(dana), back.batch, (view) => isOver(view) && view.outcomes.created === 6)
  expect(createdOnce(sandbox)).toBe(6)
})

test('a copy of several chunks that is kept with a passphrase is taken over with it', async () => {
  const sandbox = await openService()
  const { desktops, query, silence } = await teamOf(sandbox, ['Dana', 'Ina'])
  const [dana, ina] = desktops
  const accounts = Array.from({ length: 400 }, (_, at) => ({
    number: `N-${at}`,
    // Random, so that it cannot be compressed.
    surname: randomBytes(600).toString('base64url'),
  }))
  await client(dana).teamCopies.setKeeping({ passphrase: 'open sesame' })
  const batch = await dana.load(await plainAccounts(freshFolder(), accounts, 'all'))
  await client(dana).teamCopies.keep({ of: 'batch', id: batch, isOn: true })
  const { id, encrypted } = await copyIn(ina)
  expect(encrypted).toBe(true)
  expect(await chunksIn(query)).toBeGreaterThan(2)
  await dana.stop()
  await silence('Dana')
  expect((await refusalOf(takeOver(ina, id))).code).toBe('passphrase_missing')
  const arrived = await takeOver(ina, id, 'open sesame')
  const rows = await client(ina).sheets.page({ batch: arrived.batch, sheet: 0, offset: 0, limit: 500 })
  expect(rows.rows.map(({ cells }) => cells[2])).toEqual(accounts.map(({ surname }) => surname))
})

test('a copy whose claims have moved to a desktop where it did not arrive is taken over there again', async () => {
  const sandbox = await openService()
  const { desktops, query } = await teamOf(sandbox, ['Dana', 'Ina'])
  const [dana, ina] = desktops
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(6), 'all'))
  await client(dana).batches.release({ batch, limit: 3 })
  await untilView(client(dana), batch, ({ outcomes }) => outcomes.created === 3)
  await handOver(dana, batch)
  const { id } = await copyIn(ina)
  // As the desktop asks for it before the batch is shown there.
  const [moved] = await query(
    `SELECT t.verdict FROM carryover.desktop d JOIN carryover.member m ON m.id = d.member,
       LATERAL carryover.take_copy(d.id, d.session, (SELECT max(number) FROM carryover.claim), '${id}') t
     WHERE m.name = 'Ina'`,
  )
  expect(moved).toEqual({ verdict: 'taken' })
  await untilView(client(dana), batch, ({ handover }) => handover?.takenBy === 'Ina')
  expect((await copyIn(ina)).state).toBe('unfinished')

  const arrived = await takeOver(ina, id)
  await client(ina).batches.release({ batch: arrived.batch, limit: null })
  await untilView(client(ina), arrived.batch, (view) => isOver(view) && view.outcomes.created === 6)
  expect((await client(ina).batches.reconcile({ batch: arrived.batch })).unexplained).toBe(0)
  expect(createdOnce(sandbox)).toBe(6)
})
