// Wave manager with a scheduler, on a real store with a scripted service and a clock that only the test moves.
import { afterEach } from 'vitest'
import { createWaves, type Waves } from '../../../electron/engine/sending/waves/waves.ts'
import { queueKinds } from '../../../electron/engine/jobs/release.ts'
import { createJobRunner } from '../../../electron/engine/jobs/runner.ts'
import { createDiskWait } from '../../../electron/engine/system/data-folder/disk-wait.ts'
import { wavesView } from '../../../electron/engine/api/views/wave-views.ts'
import type { StoredBatch } from '../../../electron/engine/store/import/batches.ts'
import type { Store } from '../../../electron/engine/store/store.ts'
import type { Limits } from '../../../shared/sending/connection.ts'
import { sendingPlan } from '../../../shared/sending/wave-plan.ts'
import type { z } from 'zod'
import { clear, start } from '../store/practice-store.ts'
import { practiseScheduling, recordReply, reply, type Script, finish } from './practice-scheduler.ts'
import { inEnglish, type Said } from '../../../shared/texts/message.ts'

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

export type PlanInput = z.input<typeof sendingPlan>

export async function practiseWaves(
  script: Script,
  options: {
    readonly accounts?: number
    readonly limits?: Partial<Limits>
    readonly plan?: PlanInput
    /** Accounts are validated when they are added; otherwise they are not. */
    readonly validated?: boolean
  } = {},
) {
  const reported: { waves: Waves | null } = { waves: null }
  const harness = await practiseScheduling(script, {
    accounts: options.accounts ?? 1,
    limits: { pollFirstMs: 1000, readsPerMinute: null, pollLongestMs: 1000, ...options.limits },
    changed: (batch) => reported.waves?.changed(batch),
  })
  if (options.validated !== false) clear(harness)
  const { store, batch, connection, clock } = harness
  if (options.plan !== undefined) store.waves.setPlan(batch, sendingPlan.parse(options.plan))
  const notices: string[] = []
  let wake = (): void => undefined
  let putBack = (): void => undefined

  let stop = (): Promise<void> => Promise.resolve()

  function keep(): Waves {
    const notice = (_: string, message: Said): void => void notices.push(inEnglish(message))
    const ensure = (): Promise<void> => {
      wake()
      return Promise.resolve()
    }
    const changed = (id: number): void => waves.changed(id)
    const jobs = createJobRunner({
      store: store.jobs,
      clock,
      untilDisk: createDiskWait(clock, notice),
      changed,
      failed: (error) => notice('error', String(error)),
      kinds: queueKinds({ store, clock, changed, ensure, ended: changed }),
    })
    const waves = createWaves({ store, clock, jobs, changed, ensure, putBack: () => putBack(), notice })
    reported.waves = waves
    jobs.resume()
    stop = () => {
      waves.stop()
      return jobs.stop()
    }
    endings.push(stop)
    return waves
  }
  const waves = keep()

  return {
    ...harness,
    waves,
    notices,
    /** Another wave manager and job runner on the same store, as after a restart. */
    keepAgain: keep,
    /** Ends the present ones. */
    stopJobs: () => stop(),
    begin: () => {
      const scheduler = harness.start()
      wake = () => scheduler.wake()
      putBack = () => scheduler.putBack()
      return scheduler
    },
    /** Reports a change of the batch, and waits until its effects have happened. */
    look: async () => {
      reported.waves?.changed(batch)
      await harness.pass(500)
      await finish()
    },
    openBatch: () => openBatch(store, batch, connection),
    view: (of = batch) => wavesView(store, of),
    events: (of = batch) =>
      store.history
        .timeline(of, Number.MAX_SAFE_INTEGER, 200)
        .filter(({ account }) => account === null)
        .reverse(),
  }
}

export function openBatch(
  store: Store,
  batch: number,
  connectionId: number,
): StoredBatch & { readonly connectionId: number } {
  const stored = store.batches.get(batch)
  if (stored === null) throw new Error(`There is no batch ${batch}`)
  return { ...stored, connectionId }
}

/** Later than any attempt of these tests, so that a record belongs to the attempt's process. */
export const later = start + 1e10
export const accepted = reply(201, {})
export const refusal = reply(400, {
  code: 'import_process_failed_validation',
  detail: 'No.',
  domain: 'import_process',
})
export const faults = (code: string) =>
  reply(400, {
    code: 'account_failed_validation',
    detail: 'No.',
    errors: [{ code, detail: 'Bad.', attr: 'customers' }],
  })
export const valid = reply(200, {})
/** Everything is accepted, and created at the first status read. */
export const smooth: Script = ({ route }) =>
  route === 'create' ? accepted : route === 'validate' ? valid : recordReply('PROCESSED', later)
export const pending: Script = ({ route }) =>
  route === 'create' ? accepted : route === 'validate' ? valid : recordReply('PENDING', start)

/** Advances time until the condition holds; the test's own time-out ends one that never does. */
export async function until(
  harness: { readonly pass: (ms: number) => Promise<void> },
  holds: () => boolean,
): Promise<void> {
  while (!holds()) await harness.pass(500)
}
