// Tests a service whose created_at comes from another clock than its Date: seconds behind or ahead. Our own creates
// are recognised by our attempts, a create of another client just before is reported as such, and where neither can
// be inferred the account is in doubt. Nothing is sent twice because of it.
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../electron/engine/system/clock.ts'
import { createServiceClient } from '../../../electron/engine/sending/service-client/service-client.ts'
import { createTransport } from '../../../electron/engine/sending/service-client/transport.ts'
import { atEnd, createsOf, inDatabase } from '../api/harness.ts'
import { type Client, isOver, untilView } from '../api/waiting.ts'
import { payloadOf } from '../store/practice-store.ts'
import { type Books, expectConverged } from './oracle.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'
import { inEnglish } from '../../../shared/texts/message.ts'

const skews = [
  ['8 s behind', -8000],
  ['8 s ahead of', 8000],
  ['as', 0],
] as const

/** Another client creates these, and the service has finished them. */
async function somebodyElse({ sandbox, settings }: FaultHarness, keys: readonly string[]): Promise<void> {
  const transport = createTransport()
  atEnd(transport.close)
  const readKey = () => Promise.resolve(sandbox.apiKey)
  const client = createServiceClient({ settings, transport: transport.send, clock: systemClock, readKey })
  const token = await client.tokens.get()
  if (!token.ok) throw new Error(inEnglish(token.message))
  for (const key of keys) expect((await client.create(payloadOf(key, 'ACME'), token)).class).toBe('accepted')
}

/** The service's ledger without the creates of the other client, each the first of its account. */
function withoutOthers({ sandbox }: FaultHarness, foreign: readonly string[]): Books {
  const theirs = new Set(foreign.map((key) => createsOf(sandbox, key)[0]?.seq))
  const { acceptedCreates } = sandbox.ledger
  const entries = () => sandbox.ledger.entries().filter(({ seq }) => !theirs.has(seq))
  return { control: sandbox.control, ledger: { acceptedCreates, entries } }
}

/** By key; each is done. */
function outcomesOf({ data }: FaultHarness): Record<string, unknown> {
  const rows = inDatabase(data, (database) =>
    database.prepare('SELECT key, outcome FROM account').raw().all(),
  )
  return Object.fromEntries(rows as [string, unknown][])
}
const all = (keys: readonly string[], outcome: string): Record<string, string> =>
  Object.fromEntries(keys.map((key) => [key, outcome]))

async function sending(faultHarness: FaultHarness): Promise<{ client: Client; close: () => Promise<void> }> {
  const open = await faultHarness.open()
  await open.client.connections.setKey({ id: faultHarness.connection, key: faultHarness.sandbox.apiKey })
  return open
}

/** Answers to these creates are lost after the service has processed them. */
function lose({ sandbox }: FaultHarness, keys: readonly string[]): void {
  for (const account of keys)
    sandbox.faults.add({ route: 'create', account, effect: { kind: 'reset', when: 'after_work' } })
}

describe.each(skews)('a service whose created_at is %s Date', (_name, ms) => {
  const answered = ['A-1', 'A-2', 'A-3']
  const lost = ['A-4', 'A-5', 'A-6']
  const foreign = ['A-7', 'A-8', 'A-9']

  async function withForeign(secondsBefore: number): Promise<FaultHarness> {
    const faultHarness = await openFaultHarness({ accounts: 9, state: 'validated', clocksMeasured: false })
    const { sandbox } = faultHarness
    sandbox.faults.add({ route: 'status', effect: { kind: 'skew', ms, of: 'created_at' } })
    await somebodyElse(faultHarness, foreign)
    sandbox.control.moveClock(secondsBefore * 1000)
    return faultHarness
  }

  test('with some answers received, our accounts count as created even if the answer was lost, and those of others do not', async () => {
    const faultHarness = await withForeign(20)
    lose(faultHarness, [...lost, 'A-7', 'A-8'])
    const { client, close } = await sending(faultHarness)
    await client.batches.release({ batch: faultHarness.batch, limit: answered.length })
    await untilView(client, faultHarness.batch, ({ states }) => states.done === answered.length)
    await client.batches.release({ batch: faultHarness.batch, limit: null })
    const view = await untilView(client, faultHarness.batch, isOver)
    await close()
    expect(outcomesOf(faultHarness)).toEqual({
      ...all([...answered, ...lost], 'created'),
      ...all(foreign, 'already_there'),
    })
    expect(view.outcomes.whose_account_unsure).toBe(0)
    expect(createsOf(faultHarness.sandbox).filter(({ work }) => work === 'created')).toHaveLength(9)
    expectConverged({ data: faultHarness.data, sandbox: withoutOthers(faultHarness, foreign) })
  })

  test('with every answer lost, each account is unsure, shown so and not sent again, until other accounts reveal the clock', async () => {
    const faultHarness = await withForeign(20)
    lose(faultHarness, [...lost, ...foreign])
    const { client, close } = await sending(faultHarness)
    const inDoubt = [...lost, ...foreign]
    await client.accounts.hold({ accounts: idsOf(faultHarness, answered), reason: 'later' })
    await client.batches.release({ batch: faultHarness.batch, limit: null })
    const view = await untilView(client, faultHarness.batch, ({ states }) => states.done === inDoubt.length)
    expect(outcomesOf(faultHarness)).toMatchObject(all(inDoubt, 'whose_account_unsure'))
    expect(view.outcomes).toMatchObject({ created: 0, already_there: 0, whose_account_unsure: 6 })

    await client.accounts.unhold({ accounts: idsOf(faultHarness, answered) })
    await client.batches.release({ batch: faultHarness.batch, limit: null })
    // Automatically, and before their recheck, which is due in a day.
    await untilView(
      client,
      faultHarness.batch,
      ({ states, outcomes }) => states.done === 9 && outcomes.whose_account_unsure === 0,
    )
    await close()
    expect(outcomesOf(faultHarness)).toEqual({
      ...all([...answered, ...lost], 'created'),
      ...all(foreign, 'already_there'),
    })
    for (const key of inDoubt)
      expect(createsOf(faultHarness.sandbox, key).filter(({ work }) => work === 'created')).toHaveLength(1)
    expectConverged({ data: faultHarness.data, sandbox: withoutOthers(faultHarness, foreign) })
  })
})

function idsOf({ data }: FaultHarness, keys: readonly string[]): number[] {
  const select = 'SELECT id FROM account WHERE key IN (SELECT value FROM json_each(?))'
  return inDatabase(data, (database) =>
    database.prepare(select).pluck().all(JSON.stringify(keys)),
  ) as number[]
}
