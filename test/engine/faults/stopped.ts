// Engine process that is stopped (as by a closed lid) with creates in flight, and continued. The stop takes real
// time: three seconds in CI, a minute in the long suite.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { createsOf } from '../api/harness.ts'
import type { Lives } from './lives.ts'
import { openFaultHarness } from './fault-harness.ts'

export async function stoppedFor(
  ms: number,
  lives: Lives,
): Promise<{ readonly created: number; readonly accepted: number }> {
  const faultHarness = await openFaultHarness({
    accounts: 30,
    state: 'validated',
    limits: { concurrency: 8, createTimeoutMs: 1_500 },
  })
  const { faults, ledger } = faultHarness.sandbox
  // Of the requests in flight when it stops, some have arrived and some have not; all answers come while it is
  // stopped.
  faults.add({
    route: 'create',
    skip: 10,
    count: 4,
    effect: { kind: 'latency', ms: 300, when: 'after_work' },
  })
  faults.add({ route: 'create', skip: 14, count: 4, effect: { kind: 'hang', when: 'before_work' } })
  const life = await lives.next()
  life.begin(
    faultHarness.orderOf([{ do: 'resume' }, { do: 'release', limit: null }, { do: 'over' }, { do: 'close' }]),
  )
  await vi.waitUntil(() => faults.list().reduce((met, rule) => met + rule.met, 0) >= 8, {
    timeout: 30_000,
    interval: 2,
  })
  life.signal('SIGSTOP')
  const before = ledger.entries().length
  await wait(ms)
  // Requests on the wire at the stop may still have arrived.
  expect(ledger.entries().length - before).toBeLessThanOrEqual(8)
  life.signal('SIGCONT')
  await life.said('close ends')
  await life.kill()
  const view = await faultHarness.converge()
  const accepted = createsOf(faultHarness.sandbox).filter(({ status }) => status === 201).length
  return { created: view.outcomes.created, accepted }
}
