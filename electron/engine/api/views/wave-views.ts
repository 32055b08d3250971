// View of a batch's waves and of its stop. The text is made on request from the figures stored at the stop and the
// accounts queued now.
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { StopView, WaveView } from '../../../../shared/sending/wave-plan.ts'
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { StoredConnection } from '../../store/sending/connections.ts'
import type { Store } from '../../store/store.ts'
import { versionOf } from '../../system/expected-version.ts'
import type { StoredStop } from '../../store/sending/release/stops.ts'
import { emptyWave, tallyWaves, type WaveTally } from './wave-tally.ts'
import { message, type Message } from '../../../../shared/texts/message.ts'

export function wavesView(
  store: Store,
  batch: number,
): Pick<BatchView['sending'], 'plan' | 'waves' | 'stop'> {
  const tallies = tallyWaves(store.waves.counts(batch))
  // A wave that was cancelled completely is shown in the timeline and is not part of the plan.
  const released = store.waves
    .waves(batch)
    .filter(({ number, isReleasing }) => tallies.has(number) || isReleasing)
  const waves = released.map((wave): WaveView => {
    const tally = tallies.get(wave.number) ?? emptyWave
    const { accounts, queued, sending, unconfirmed, processing, created, wrong, other } = tally
    return {
      number: wave.number,
      size: wave.size,
      accounts,
      releasedAt: wave.releasedAt,
      endedAt: wave.endedAt,
      queued,
      onTheWay: sending + unconfirmed + processing,
      created,
      wrong,
      other,
    }
  })
  const plan = store.waves.plan(batch)
  const stop = store.waves.stop(batch)
  return { plan, waves, stop: stop === null ? null : stopView(store, batch, stop, tallies) }
}

/** Version of what a release or going on after a stop depends on: destination, supplier, waves and stop. */
export function sendingVersion(
  { supplier }: Pick<StoredBatch, 'supplier'>,
  connection: StoredConnection | null,
  { waves, stop }: Pick<BatchView['sending'], 'waves' | 'stop'>,
): string {
  const last = waves.at(-1)?.number ?? 0
  const { id, settings, environment } = connection ?? { id: null, settings: null, environment: null }
  return versionOf(id, settings?.baseUrl, environment, supplier, last, stop?.at)
}

function stopView(
  store: Store,
  batch: number,
  stop: StoredStop,
  tallies: ReadonlyMap<number, WaveTally>,
): StopView {
  const { account } = stop.detail
  const key = account === null ? null : (store.accounts.find(account)?.key ?? null)
  const follows = store.waves.plan(batch).between !== 'ask'
  const queued = [...tallies].filter(([, tally]) => tally.queued > 0)
  return {
    reason: stop.reason,
    wave: stop.wave,
    at: stop.at,
    code: stop.code,
    message: messageOf(stop, key),
    goOn: goOnWords(
      queued.map(([wave, tally]) => ({ wave, queued: tally.queued })),
      follows,
    ),
  }
}

/** Reason of the stop, with its figures. Pure. */
export function messageOf(stop: StoredStop, key: string | null): Message {
  const { reason, detail } = stop
  const { answers, wrong, times } = detail
  const about = {
    wave: stop.wave === null ? 'batch' : String(stop.wave),
    code: stop.code ?? 'null',
    key_is_known: key === null ? 'no' : 'yes',
    key: key ?? '',
  }
  switch (reason) {
    case 'error_rate': {
      const percent = Math.round((wrong / answers) * 1000) / 10
      return message('system.stop_by_rate', { ...about, wrong, answers, percent })
    }
    case 'same_code':
      return message('system.stop_by_same_code', { ...about, times: times ?? 0 })
    case 'stop_code':
      return message('system.stop_by_code', about)
    default:
      return assertNever(reason)
  }
}

/** Effect of "go on". Pure. */
export function goOnWords(
  waves: readonly { readonly wave: number; readonly queued: number }[],
  follows: boolean,
): Message {
  const queued = waves.reduce((sum, one) => sum + one.queued, 0)
  const next = { follows: follows ? 'yes' : 'no' } as const
  if (queued === 0) return message('system.go_on_with_none', next)
  const numbers = waves.map(({ wave }) => wave).join(', ')
  return message('system.go_on_with_queued', { ...next, queued, waves: waves.length, numbers })
}
