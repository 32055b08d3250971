// View of a batch's waves and of its stop. The text is made on request from the figures stored at the stop and the
// accounts queued now.
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { StopView, WaveView } from '../../../../shared/sending/wave-plan.ts'
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { StoredConnection } from '../../store/sending/connections.ts'
import type { Store } from '../../store/store.ts'
import { versionOf } from '../../system/expected-version.ts'
import type { StoredStop } from '../../store/sending/waves.ts'
import { emptyWave, tallyWaves, type WaveTally } from './wave-tally.ts'

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
export function messageOf({ reason, wave, code, detail }: StoredStop, key: string | null): string {
  const { answers, wrong, times } = detail
  const of = wave === null ? 'the batch' : `wave ${wave}`
  const last = key === null ? '' : ` The last one is account ${key}.`
  switch (reason) {
    case 'error_rate': {
      const percent = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 1 }).format(
        (wrong / answers) * 100,
      )
      return `${count(wrong)} of the ${accounts(answers)} of ${of} that have an answer went wrong (${percent} %).${last}`
    }
    case 'same_code':
      return `The code ${code} came ${count(times ?? 0)} times in a row in ${of}.${last}`
    case 'stop_code':
      return `The code ${code} came in ${of}, and it stops the batch at its first coming.${key === null ? '' : ` It is of account ${key}.`}`
    default:
      return assertNever(reason)
  }
}

/** Effect of "go on". Pure. */
export function goOnWords(
  waves: readonly { readonly wave: number; readonly queued: number }[],
  follows: boolean,
): string {
  const queued = waves.reduce((sum, one) => sum + one.queued, 0)
  const again = 'the brakes count again from here'
  const next = follows ? ' The next wave then follows as planned.' : ''
  if (queued === 0) return `Nothing of it is queued: ${again}, and the next wave can be released.${next}`
  const of = `of wave${waves.length === 1 ? '' : 's'} ${waves.map(({ wave }) => wave).join(', ')}`
  return `The ${count(queued)} queued ${queued === 1 ? 'account' : 'accounts'} ${of} ${queued === 1 ? 'is' : 'are'} sent, and ${again}.${next}`
}

const count = (n: number): string => n.toLocaleString('en-GB')
const accounts = (n: number): string => `${count(n)} ${n === 1 ? 'account' : 'accounts'}`
