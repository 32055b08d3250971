// Tests batches that travel through the team: handed over in the middle of a wave, taken over from a desktop that is gone,
// taken back, and copies that are damaged or asked for by two at once. No account is created twice, and every row of the
// batch is accounted for where it went.
import { workFactorName } from '../../../electron/engine/handover/write-project.ts'
import { letInherit } from '../../../electron/engine/jobs/inherited.ts'
import { expect, test } from 'vitest'
import type { Sandbox } from '../../../electron/sandbox/sandbox.ts'
import type { TeamCopy } from '../../../shared/contract/team/copies.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { freshFolder } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { isOver, untilView } from '../api/waiting.ts'
import { refusalOf } from '../handover/handover-fixture.ts'
import { type Desktop, joinTeam, openDesktop, openService } from './team-desktops.ts'

// A passphrase that nobody has to guess needs no expensive derivation.
letInherit(workFactorName, 10)

async function teamOf<Names extends readonly string[]>(sandbox: Sandbox, names: Names) {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const desktops: Desktop[] = []
  for (const name of names) {
    const desktop = await openDesktop(sandbox, { concurrency: 4 })
    await joinTeam(desktop, server, address, name)
    desktops.push(desktop)
  }
  return {
    server,
    address,
    desktops: desktops as { [Index in keyof Names]: Desktop },
    query: (sql: string) => server.query(sql, address),
    /** As if it had not answered for some minutes. */
    silence: (name: string) =>
      server.query(
        `UPDATE carryover.desktop d SET seen_at = now() - interval '5 minutes' FROM carryover.member m
         WHERE m.id = d.member AND m.name = '${name}'`,
        address,
      ),
  }
}

const client = (desktop: Desktop) => desktop.client()

/** The job of loading ends a moment after its batch is open. */
async function eventually<T>(call: () => Promise<T>, code: string): Promise<T> {
  for (;;)
    try {
      return await call()
    } catch (error) {
      const { data } = error as { data?: { code?: string } }
      if (data?.code !== code) throw error
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
}

const handOver = (desktop: Desktop, batch: number, passphrase: string | null = null) =>
  eventually(() => client(desktop).teamCopies.handOver({ batch, passphrase }), 'batch_busy')

const takeOver = (desktop: Desktop, copy: string, passphrase: string | null = null) =>
  client(desktop).teamCopies.takeOver({ copy, passphrase, losesLater: true })

async function copyIn(desktop: Desktop, holds: (copy: TeamCopy) => boolean = () => true): Promise<TeamCopy> {
  for (;;) {
    const { copies } = await client(desktop).teamCopies.list()
    const found = copies.find(holds)
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

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
  expect(await query('SELECT count(*) AS chunks FROM carryover.copy_chunk')).toEqual([{ chunks: '0' }])
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
}, 60_000)

test('a batch that nobody took over is taken back, and goes on without a look-up', async () => {
  const sandbox = await openService()
  const { desktops } = await teamOf(sandbox, ['Dana', 'Ina'])
  const [dana, ina] = desktops
  const batch = await dana.load(await plainAccounts(freshFolder(), numbered(5), 'all'))
  await handOver(dana, batch)
  const { id } = await copyIn(ina)
  expect((await refusalOf(client(dana).handover.unlock({ batch, otherIsGone: true }))).code).toBe(
    'batch_in_team',
  )
  await client(dana).teamCopies.takeBack({ batch })
  expect((await refusalOf(takeOver(ina, id))).code).toBe('copy_gone')
  await client(dana).batches.release({ batch, limit: null })
  await untilView(client(dana), batch, ({ outcomes }) => outcomes.created === 5)
  expect(createdOnce(sandbox)).toBe(5)
})
