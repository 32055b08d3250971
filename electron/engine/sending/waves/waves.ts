// Waves: starts the jobs that release and cancel, detects when a wave is sent and when it has ended, and releases the
// next one if the plan says so. All state is read from the database each time, so a restart continues where the last
// run ended.
//
// released ──job──▶ whole ──none queued, none sending──▶ sent ──none on its way──▶ ended
//                                      └── plan: when_sent ──▶ next   └── plan: when_done ──▶ next
import type { EventBus } from '../../system/event-bus.ts'
import { advanceWavesSafely, type OpenBatch, type WaveParts, type WavesOptions } from './advance.ts'
import { cancelQueued, goOn, release, type ToCancel } from './wave-actions.ts'

/**
 * Debounce in milliseconds: shorter than the windows' wait, so that they see the next wave together with the end of
 * the last.
 */
const advanceDelayMs = 80

export type Waves = ReturnType<typeof createWaves>

export function createWaves(options: WavesOptions) {
  const parts: WaveParts = {
    ...options,
    ending: new AbortController(),
    emptyReleases: new Map(),
    timers: new Set(),
  }
  const schedule = createSchedule(parts)
  return {
    /** Something of the batch changed: checks it soon, before windows ask again. */
    changed: schedule.add,
    /** At start: looks at each batch that has waves. */
    resume(): void {
      for (const batch of options.store.waves.batches()) advanceWavesSafely(parts, batch)
    },
    /** Checks a batch whenever something of it changed, until the engine ends. */
    async followEventBus(eventBus: EventBus): Promise<void> {
      for await (const event of eventBus.listen(parts.ending.signal))
        if (event.kind === 'batch') advanceWavesSafely(parts, event.batch)
    },
    release: (batch: OpenBatch, size: number | null) => release(parts, batch, size),
    cancelQueued: (batch: number, what?: ToCancel) => cancelQueued(parts, batch, what),
    goOn: (batch: OpenBatch) => goOn(parts, batch),
    stop(): void {
      parts.ending.abort()
      schedule.cancel()
      for (const cancel of parts.timers) cancel()
    },
  }
}

/** Collects changed batches for a moment, and checks each once. */
function createSchedule(parts: WaveParts) {
  const batches = new Set<number>()
  let cancelScheduled: (() => void) | null = null
  return {
    add(batch: number): void {
      if (parts.ending.signal.aborted) return
      batches.add(batch)
      cancelScheduled ??= parts.clock.after(advanceDelayMs, () => {
        cancelScheduled = null
        const changed = [...batches]
        batches.clear()
        for (const one of changed) advanceWavesSafely(parts, one)
      })
    },
    cancel(): void {
      cancelScheduled?.()
    },
  }
}
