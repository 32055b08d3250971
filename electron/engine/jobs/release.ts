// Jobs on the queue of a batch: releasing a wave, and cancelling queued accounts. Both run in one lane a batch, so a
// cancel begins after the step of a release that is under way.
import type { Clock } from '../system/clock.ts'
import type { Store } from '../store/store.ts'
import { releasedSoFar } from '../store/sending/release/releasing.ts'
import type { Kinds, SteppedKind } from './kind.ts'

export function queueKinds(options: {
  readonly store: Pick<Store, 'releasing' | 'cancelling'>
  readonly clock: Clock
  readonly changed: (batch: number) => void
  /** Starts or wakes sending on this connection. */
  readonly ensure: (connection: number) => Promise<void>
  /** Called when a release or a cancel of this batch has ended. */
  readonly ended: (batch: number) => void
  /** Read-only mode: releases stay as they are. */
  readonly readsOnly?: boolean | undefined
}): Kinds {
  const { store, clock, changed, ensure, ended } = options
  const lane: SteppedKind['lane'] = ({ batch }) => `queue ${batch}`
  const release: SteppedKind = {
    lane,
    step: (job, size) => store.releasing.step(job, size, clock.now()),
    async stepped(job, { cursor, isLast }) {
      const before = releasedSoFar(job.cursor).released
      const { released } = releasedSoFar(cursor)
      // The scheduler is woken after the first step, and once more at the end.
      if (job.connection !== null && released > 0 && (before === 0 || isLast)) await ensure(job.connection)
      if (job.batch !== null) changed(job.batch)
    },
    ended: ({ batch }) => batch !== null && ended(batch),
  }
  const cancel: SteppedKind = {
    lane,
    step: (job, size) => store.cancelling.step(job, size, clock.now()),
    stepped: ({ batch }) => {
      if (batch !== null) changed(batch)
    },
    ended: ({ batch }) => batch !== null && ended(batch),
  }
  return options.readsOnly === true ? { cancel } : { release, cancel }
}
