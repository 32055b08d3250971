// An engine's process that is stopped (as by a closed lid) with creates under way, and continued. The stop itself takes
// real time: three seconds in CI, a minute in the long suite.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { createsOf } from '../engine/harness.ts'
import type { Lives } from './lives.ts'
import { openShelter } from './shelter.ts'

export async function stoppedFor(
  ms: number,
  lives: Lives,
): Promise<{ readonly created: number; readonly accepted: number }> {
  const shelter = await openShelter({ accounts: 30, state: 'cleared', limits: { concurrency: 8 } })
  const { faults, ledger } = shelter.sandbox
  // Of those under way when it stops, some have arrived and some have not; all answers come while it stands still.
  faults.add({
    route: 'create',
    skip: 10,
    count: 4,
    effect: { kind: 'latency', ms: 300, when: 'after_work' },
  })
  faults.add({ route: 'create', skip: 14, count: 4, effect: { kind: 'hang', when: 'before_work' } })
  const life = await lives.next()
  life.begin(
    shelter.orderOf([{ do: 'resume' }, { do: 'release', limit: null }, { do: 'over' }, { do: 'close' }]),
  )
  await vi.waitUntil(() => faults.list().reduce((met, rule) => met + rule.met, 0) >= 8, {
    timeout: 30_000,
    interval: 2,
  })
  life.signal('SIGSTOP')
  const before = ledger.entries().length
  await wait(ms)
  // What was on the wire when it stopped may still have come.
  expect(ledger.entries().length - before).toBeLessThanOrEqual(8)
  life.signal('SIGCONT')
  await life.said('close ends')
  await life.kill()
  const view = await shelter.converge()
  const accepted = createsOf(shelter.sandbox).filter(({ status }) => status === 201).length
  return { created: view.outcomes.created, accepted }
}
