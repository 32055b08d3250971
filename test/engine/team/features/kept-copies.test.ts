// Tests what becomes of copies where something else happens: the disk or the database refuses, another team is joined, a
// passphrase is set. No customer data is where nobody allowed it, and nothing is forgotten.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { letInherit } from '../../../../electron/engine/jobs/inherited.ts'
import { workFactorName } from '../../../../electron/engine/handover/write-project.ts'
import { logFolderName } from '../../../../electron/engine/system/log/program-log.ts'
import { freshFolder } from '../../api/harness.ts'
import { numbered, plainAccounts } from '../../api/small-files.ts'
import { untilView } from '../../api/waiting.ts'
import { nextConnection } from '../../faults/full-disk.ts'
import { refusalOf } from '../../handover/handover-fixture.ts'
import { chunksIn, client, copyIn, handOver, type Query, takeOver, teamOf } from '../copies-team.ts'
import { type Desktop, joinTeam, openService } from '../team-desktops.ts'

// A passphrase that nobody has to guess needs no expensive derivation.
letInherit(workFactorName, 10)

const patience = { timeout: 30_000, interval: 100 }

async function loaded(desktop: Desktop, accounts = 3): Promise<number> {
  return desktop.load(await plainAccounts(freshFolder(), numbered(accounts), 'all'))
}

/** Errors that nobody awaited, as the program's log has them. */
function faultsIn({ data }: Desktop): number {
  const log = join(data, logFolderName, 'program.log')
  return existsSync(log) ? readFileSync(log, 'utf8').split('"background"').length - 1 : 0
}

test('a copy that cannot be written ends nothing, is said once, and is made when it can be', async () => {
  const sandbox = await openService()
  const { desktops, query } = await teamOf(sandbox, ['Dana'])
  const [dana] = desktops
  const batch = await loaded(dana)
  // In the place of the folder that copies are written to.
  const blocked = join(dana.data, 'reports')
  rmSync(blocked, { recursive: true, force: true })
  writeFileSync(blocked, '')
  await client(dana).teamCopies.keep({ of: 'batch', id: batch, isOn: true })
  await vi.waitUntil(() => faultsIn(dana) > 0, patience)
  await new Promise((resolve) => setTimeout(resolve, 5000))
  expect(faultsIn(dana)).toBe(1)
  rmSync(blocked)
  await client(dana).teamCopies.setKeeping({})
  expect((await copyIn(dana)).state).toBe('own')
  expect(await chunksIn(query)).toBe(1)
})

test('what was allowed in one team is allowed in no other, and what one has to remove is removed there', async () => {
  const sandbox = await openService()
  const { desktops, server, address, query } = await teamOf(sandbox, ['Dana'])
  const [dana] = desktops
  const other = await server.createDatabase()
  const [kept, removed] = [await loaded(dana), await loaded(dana)]
  await client(dana).teamCopies.keep({ of: 'connection', id: dana.connection, isOn: true })
  await vi.waitUntil(async () => (await client(dana).teamCopies.list()).copies.length === 2, patience)

  await client(dana).team.leave()
  await client(dana).batches.remove({ batch: removed })
  await joinTeam(dana, server, other, 'Dana')
  const { keeping, toRemove } = await client(dana).teamCopies.list()
  expect([keeping.connections, toRemove]).toEqual([[], 0])
  await client(dana).batches.release({ batch: kept, limit: null })
  await untilView(client(dana), kept, ({ outcomes }) => outcomes.created === 3)
  // Two heartbeats: what would be copied or removed by itself would be by now.
  await new Promise((resolve) => setTimeout(resolve, 5000))
  expect(await chunksIn((sql) => server.query(sql, other))).toBe(0)
  expect(await chunksIn(query)).toBe(2)

  await client(dana).team.leave()
  await joinTeam(dana, server, address, 'Dana')
  await vi.waitUntil(async () => (await chunksIn(query)) === 1, patience)
  expect((await client(dana).teamCopies.list()).keeping.connections).toEqual([dana.connection])
})

test('readable copies are removed as soon as a passphrase is set, and made again with it', async () => {
  const sandbox = await openService()
  const { desktops } = await teamOf(sandbox, ['Dana', 'Ina'])
  const [dana, ina] = desktops
  const batch = await loaded(dana)
  await client(dana).teamCopies.keep({ of: 'batch', id: batch, isOn: true })
  const readable = await copyIn(ina)
  expect(readable.encrypted).toBe(false)
  await client(dana).teamCopies.setKeeping({ passphrase: 'open sesame' })
  const { copies } = await client(ina).teamCopies.list()
  expect(copies.filter(({ encrypted }) => !encrypted)).toEqual([])
  const first = await copyIn(ina)
  expect(first.encrypted).toBe(true)
  // The same passphrase changes nothing; another one takes its place.
  await client(dana).teamCopies.setKeeping({ passphrase: 'open sesame' })
  expect((await copyIn(ina)).id).toBe(first.id)
  await client(dana).teamCopies.setKeeping({ passphrase: 'another' })
  await vi.waitUntil(async () => (await copyIn(ina)).id !== first.id, patience)
})

/** As a server that is too busy. */
async function refuseRemovals(query: Query): Promise<() => Promise<unknown>> {
  await query(`CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'busy' USING ERRCODE = 'query_canceled'; END $$;
    CREATE TRIGGER refused BEFORE DELETE ON carryover.copy FOR EACH ROW EXECUTE FUNCTION public.refuse()`)
  return () => query('DROP TRIGGER refused ON carryover.copy')
}

test('a copy that could not be removed when its batch was taken over is removed later', async () => {
  const sandbox = await openService()
  const { desktops, query } = await teamOf(sandbox, ['Dana', 'Ina'])
  const [dana, ina] = desktops
  await handOver(dana, await loaded(dana))
  const { id } = await copyIn(ina)
  const allow = await refuseRemovals(query)
  await takeOver(ina, id)
  expect(await client(ina).teamCopies.list()).toMatchObject({ copies: [{ id }], toRemove: 1 })
  await allow()
  await vi.waitUntil(async () => (await chunksIn(query)) === 0, patience)
  expect(await client(ina).teamCopies.list()).toMatchObject({ copies: [], toRemove: 0 })
})

test('a batch whose hand-over is complete stays locked where that cannot be written down', async () => {
  const sandbox = await openService()
  const connection = nextConnection()
  const { desktops } = await teamOf(sandbox, ['Ina', 'Dana'])
  const database = connection()
  const [ina, dana] = desktops
  const batch = await loaded(dana)
  database.exec("CREATE TRIGGER refused BEFORE UPDATE ON team_copy BEGIN SELECT RAISE(ABORT, 'refused'); END")
  await refusalOf(handOver(dana, batch)).catch(() => undefined)
  expect((await copyIn(ina)).state).toBe('handed_over')
  expect((await refusalOf(client(dana).batches.release({ batch, limit: null }))).code).toBe(
    'batch_handed_over',
  )
  database.exec('DROP TRIGGER refused')
  await dana.stop()
  await dana.start()
  await untilView(client(dana), batch, ({ handover }) => handover?.state === 'away')
  const { batch: taken } = await takeOver(ina, (await copyIn(ina)).id)
  await client(ina).batches.release({ batch: taken, limit: null })
  await untilView(client(ina), taken, ({ outcomes }) => outcomes.created === 3)
})

test('a batch that is purged on its desktop stays on the board as what was created of it', async () => {
  const sandbox = await openService()
  const { desktops } = await teamOf(sandbox, ['Dana', 'Ina'])
  const [dana, ina] = desktops
  const batch = await loaded(dana, 6)
  await client(dana).batches.release({ batch, limit: 4 })
  await untilView(client(dana), batch, ({ outcomes }) => outcomes.created === 4)
  const boardOf = () => client(ina).team.board()
  await vi.waitUntil(async () => (await boardOf()).sums.outcomes.created === 4, patience)
  expect((await boardOf()).sums.accounts).toBe(6)
  const asked = { connection: dana.connection, batches: [batch], olderThanDays: 0 }
  expect((await client(dana).purge.start(asked)).begun).toEqual([batch])
  await vi.waitUntil(async () => (await boardOf()).batches[0]?.removedAt !== null, patience)
  const { batches, sums } = await boardOf()
  expect(batches).toMatchObject([
    { member: 'Dana', progress: { accounts: 4, states: {}, outcomes: { created: 4 }, needsPerson: 0 } },
  ])
  expect(sums).toMatchObject({ batches: 1, accounts: 4, outcomes: { created: 4 }, needsPerson: 0 })
  // It stays so: no later heartbeat names it.
  await new Promise((resolve) => setTimeout(resolve, 5000))
  expect((await boardOf()).batches[0]?.removedAt).not.toBeNull()
})
