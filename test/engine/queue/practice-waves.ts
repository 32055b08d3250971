// The keeper of waves beside a conductor, on a real store with a scripted service and a clock that only the test moves.
import { afterEach } from 'vitest'
import { createWaves, type Waves } from '../../../electron/engine/queue/waves.ts'
import { wavesView } from '../../../electron/engine/wave-views.ts'
import type { StoredBatch } from '../../../electron/engine/store/batches.ts'
import type { Store } from '../../../electron/engine/store/store.ts'
import type { Limits } from '../../../shared/connection.ts'
import { sendingPlan } from '../../../shared/sending-plan.ts'
import type { z } from 'zod'
import { clear, start } from '../store/practice-store.ts'
import { practiseConducting, recordReply, reply, type Script, settle } from './practice-conductor.ts'

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
    /** They are cleared; otherwise they are ready. */
    readonly cleared?: boolean
  } = {},
) {
  const told: { waves: Waves | null } = { waves: null }
  const house = await practiseConducting(script, {
    accounts: options.accounts ?? 1,
    limits: { pollFirstMs: 1000, readsPerMinute: null, pollLongestMs: 1000, ...options.limits },
    changed: (batch) => told.waves?.changed(batch),
  })
  if (options.cleared !== false) clear(house)
  const { store, batch, connection, clock } = house
  if (options.plan !== undefined) store.waves.setPlan(batch, sendingPlan.parse(options.plan))
  const notices: string[] = []
  let wake = (): void => undefined
  let putBack = (): void => undefined

  function keep(): Waves {
    const waves = createWaves({
      store,
      clock,
      changed: (id) => waves.changed(id),
      ensure: () => {
        wake()
        return Promise.resolve()
      },
      putBack: () => putBack(),
      notice: (_, message) => void notices.push(message),
    })
    told.waves = waves
    endings.push(() => waves.stop())
    return waves
  }
  const waves = keep()

  return {
    ...house,
    waves,
    notices,
    /** Another keeper on the same store, as after a restart. */
    keepAnew: keep,
    begin: () => {
      const conductor = house.start()
      wake = () => conductor.wake()
      putBack = () => conductor.putBack()
      return conductor
    },
    /** Says that something of the batch changed, and waits until what follows of it has happened. */
    look: async () => {
      told.waves?.changed(batch)
      await house.pass(500)
      await settle()
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

/** After any attempt of these tests, so that a record is of the process that it made. */
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
/** Everything is accepted and created at the first look. */
export const smooth: Script = ({ route }) =>
  route === 'create' ? accepted : route === 'validate' ? valid : recordReply('PROCESSED', later)
export const pending: Script = ({ route }) =>
  route === 'create' ? accepted : route === 'validate' ? valid : recordReply('PENDING', start)

/** Lets time pass until it holds; the test's own limit ends what never does. */
export async function until(
  house: { readonly pass: (ms: number) => Promise<void> },
  holds: () => boolean,
): Promise<void> {
  while (!holds()) await house.pass(500)
}
