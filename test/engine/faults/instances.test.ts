// Tests concurrent owners: a second instance on the same folder, and four processes that claim accounts from one
// queue.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { createEngine } from '../../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import { createsOf, inDatabase } from '../api/harness.ts'
import { practiceStore, queue } from '../store/practice-store.ts'
import { claimed } from './claims.ts'
import { createLives } from './lives.ts'
import { openFaultHarness } from './fault-harness.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { patience, times } from '../../support/repeats.ts'

const lives = createLives()
afterAll(lives.end)

const claimers = 4
/** 40,000 in the long tests. */
const accounts = times(8_000)

describe('two instances; four claimers on 40,000 accounts', () => {
  test('a second instance is refused without waiting for the lock, sends nothing, and does not disturb the first, which is sending', async () => {
    const faultHarness = await openFaultHarness({ accounts: 100, state: 'validated' })
    faultHarness.sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 10 } })
    const first = await lives.next()
    first.begin(
      faultHarness.orderOf([
        { do: 'resume' },
        { do: 'release', limit: null },
        { do: 'over' },
        { do: 'close' },
      ]),
    )
    await first.said('over begins')
    let sent = 0
    for (let round = 0; round < 5; round += 1) {
      const asked = performance.now()
      const second = await createEngine({
        folder: faultHarness.data,
        reader: createProcessReader(),
        transport: () => {
          sent += 1
          throw new Error('A second instance sends')
        },
        keyStore: createMemoryKeyStore(),
        version: '0.0.0-test',
      })
      // SQLite would wait 5 s for a lock.
      expect(performance.now() - asked, 'milliseconds until it was refused').toBeLessThan(4_000)
      expect(second).toMatchObject({ ok: false, failure: { code: 'workspace_in_use' } })
      if (!second.ok)
        expect(sentenceOf(second.failure.message)).toContain('Close it first, or choose another folder.')
    }
    expect(sent).toBe(0)
    await first.said('close ends')
    await first.kill()
    expect((await faultHarness.converge()).outcomes.created).toBe(100)
    expect(createsOf(faultHarness.sandbox)).toHaveLength(100)
  })

  test(`four processes that claim ${accounts} accounts claim each account once`, {
    timeout: patience,
  }, async () => {
    const practice = await practiceStore({ accounts })
    queue(practice)
    const program = fileURLToPath(new URL('./claims.ts', import.meta.url))
    const children = Array.from({ length: claimers }, () =>
      fork(program, [practice.folder, String(practice.connection)], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    )
    const answer = async (child: ChildProcess): Promise<unknown> =>
      ((await once(child, 'message')) as unknown[])[0]
    await Promise.all(children.map(answer))
    for (const child of children) {
      child.send('first')
      await answer(child)
    }
    for (const child of children) child.send('begin')
    const counts = (await Promise.all(children.map(answer))).map((said) => claimed.parse(said))
    for (const child of children) if (child.exitCode === null) await once(child, 'exit')

    process.stdout.write(`claims: ${counts.map(({ claims }) => claims).join(' + ')}\n`)
    expect(counts.reduce((sum, { claims }) => sum + claims, 0)).toBe(accounts)
    expect(Math.min(...counts.map(({ claims }) => claims)), 'all four took part').toBeGreaterThan(0)
    const written = inDatabase(practice.folder, (database) => ({
      attempts: database.prepare('SELECT count(*) FROM attempt').pluck().get(),
      accounts: database.prepare('SELECT count(DISTINCT account_id) FROM attempt').pluck().get(),
      sending: database.prepare("SELECT count(*) FROM account WHERE state = 'sending'").pluck().get(),
      integrity: database.pragma('integrity_check', { simple: true }),
    }))
    expect(written).toEqual({ attempts: accounts, accounts, sending: accounts, integrity: 'ok' })
  })
})
