// A service whose created_at is of another clock than its Date: seconds behind it, or ahead. Ours is told by our own
// attempts, somebody else's from just before as such, and where neither follows a doubt is said as one. Nothing is sent
// twice for it.
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../electron/engine/clock.ts'
import { createServiceClient } from '../../../electron/engine/service-client/service-client.ts'
import { createTransport } from '../../../electron/engine/service-client/transport.ts'
import { atEnd, createsOf, inDatabase } from '../engine/harness.ts'
import { type Client, isOver, untilView } from '../engine/waiting.ts'
import { payloadOf } from '../store/practice-store.ts'
import { type Books, expectConverged } from './oracle.ts'
import { openShelter, type Shelter } from './shelter.ts'

const skews = [
  ['8 s behind', -8000],
  ['8 s ahead of', 8000],
  ['as', 0],
] as const

/** Somebody else creates these, and the service is done with them. */
async function somebodyElse({ sandbox, settings }: Shelter, keys: readonly string[]): Promise<void> {
  const transport = createTransport()
  atEnd(transport.close)
  const readKey = () => Promise.resolve(sandbox.apiKey)
  const client = createServiceClient({ settings, transport: transport.send, clock: systemClock, readKey })
  const token = await client.tokens.get()
  if (!token.ok) throw new Error(token.message)
  for (const key of keys) expect((await client.create(payloadOf(key, 'ACME'), token)).class).toBe('yes')
}

/** The books of the service without the creates of somebody else, each the first of its account. */
function withoutOthers({ sandbox }: Shelter, foreign: readonly string[]): Books {
  const theirs = new Set(foreign.map((key) => createsOf(sandbox, key)[0]?.seq))
  const { acceptedCreates } = sandbox.ledger
  const entries = () => sandbox.ledger.entries().filter(({ seq }) => !theirs.has(seq))
  return { control: sandbox.control, ledger: { acceptedCreates, entries } }
}

/** By key; each is settled. */
function outcomesOf({ data }: Shelter): Record<string, unknown> {
  const rows = inDatabase(data, (database) =>
    database.prepare('SELECT key, outcome FROM account').raw().all(),
  )
  return Object.fromEntries(rows as [string, unknown][])
}
const all = (keys: readonly string[], outcome: string): Record<string, string> =>
  Object.fromEntries(keys.map((key) => [key, outcome]))

async function sending(shelter: Shelter): Promise<{ client: Client; close: () => Promise<void> }> {
  const open = await shelter.open()
  await open.client.connections.setKey({ id: shelter.connection, key: shelter.sandbox.apiKey })
  return open
}

/** Answers to the creates of these are lost after the service has done what they ask. */
function lose({ sandbox }: Shelter, keys: readonly string[]): void {
  for (const account of keys)
    sandbox.faults.add({ route: 'create', account, effect: { kind: 'reset', when: 'after_work' } })
}

describe.each(skews)('a service whose created_at is %s Date', (_name, ms) => {
  const answered = ['A-1', 'A-2', 'A-3']
  const lost = ['A-4', 'A-5', 'A-6']
  const foreign = ['A-7', 'A-8', 'A-9']

  async function withForeign(secondsBefore: number): Promise<Shelter> {
    const shelter = await openShelter({ accounts: 9, state: 'cleared', clocksMeasured: false })
    const { sandbox } = shelter
    sandbox.faults.add({ route: 'status', effect: { kind: 'skew', ms, of: 'created_at' } })
    await somebodyElse(shelter, foreign)
    sandbox.control.moveClock(secondsBefore * 1000)
    return shelter
  }

  test('whose answers came for some: what is ours is created, also where its answer was lost, and what is not is not', async () => {
    const shelter = await withForeign(20)
    lose(shelter, [...lost, 'A-7', 'A-8'])
    const { client, close } = await sending(shelter)
    await client.batches.release({ batch: shelter.batch, limit: answered.length })
    await untilView(client, shelter.batch, ({ states }) => states.settled === answered.length)
    await client.batches.release({ batch: shelter.batch, limit: null })
    const view = await untilView(client, shelter.batch, isOver)
    await close()
    expect(outcomesOf(shelter)).toEqual({
      ...all([...answered, ...lost], 'created'),
      ...all(foreign, 'already_there'),
    })
    expect(view.outcomes.whose_account_unsure).toBe(0)
    expect(createsOf(shelter.sandbox).filter(({ work }) => work === 'created')).toHaveLength(9)
    expectConverged({ data: shelter.data, sandbox: withoutOthers(shelter, foreign) })
  })

  test('of which every answer was lost: each is a doubt, said as one and sent no more, until others tell of its clock', async () => {
    const shelter = await withForeign(20)
    lose(shelter, [...lost, ...foreign])
    const { client, close } = await sending(shelter)
    const inDoubt = [...lost, ...foreign]
    await client.accounts.hold({ accounts: idsOf(shelter, answered), reason: 'later' })
    await client.batches.release({ batch: shelter.batch, limit: null })
    const view = await untilView(client, shelter.batch, ({ states }) => states.settled === inDoubt.length)
    expect(outcomesOf(shelter)).toMatchObject(all(inDoubt, 'whose_account_unsure'))
    expect(view.outcomes).toMatchObject({ created: 0, already_there: 0, whose_account_unsure: 6 })

    await client.accounts.unhold({ accounts: idsOf(shelter, answered) })
    await client.batches.release({ batch: shelter.batch, limit: null })
    // By itself, and not only at their second look, which is in a day.
    await untilView(
      client,
      shelter.batch,
      ({ states, outcomes }) => states.settled === 9 && outcomes.whose_account_unsure === 0,
    )
    await close()
    expect(outcomesOf(shelter)).toEqual({
      ...all([...answered, ...lost], 'created'),
      ...all(foreign, 'already_there'),
    })
    for (const key of inDoubt)
      expect(createsOf(shelter.sandbox, key).filter(({ work }) => work === 'created')).toHaveLength(1)
    expectConverged({ data: shelter.data, sandbox: withoutOthers(shelter, foreign) })
  })
})

function idsOf({ data }: Shelter, keys: readonly string[]): number[] {
  const select = 'SELECT id FROM account WHERE key IN (SELECT value FROM json_each(?))'
  return inDatabase(data, (database) =>
    database.prepare(select).pluck().all(JSON.stringify(keys)),
  ) as number[]
}
