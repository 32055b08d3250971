// Event bus: announces what changed, at most ten times a second per batch, and listeners then fetch the
// data; and how far a project file is that is being opened.
import type { Alert, EngineEvent } from '../../../shared/contract/contract.ts'
import type { OpeningProgress } from '../../../shared/contract/workspace.ts'
import type { Clock } from './clock.ts'
import { type Said } from '../../../shared/texts/message.ts'

export type EventBus = ReturnType<typeof createEventBus>

type Bus = {
  readonly clock: Clock
  readonly listeners: Set<(event: EngineEvent) => void>
  /** Ends the listeners when the engine ends. */
  readonly endings: Set<() => void>
  /** Batches to announce when the timer fires. */
  readonly changed: Set<number>
  /** Of a project file, to announce when the timer fires. */
  opening: OpeningProgress | null
  timer: (() => void) | null
}

export function createEventBus(clock: Clock) {
  const parts: Bus = {
    clock,
    listeners: new Set(),
    endings: new Set(),
    changed: new Set(),
    opening: null,
    timer: null,
  }
  return {
    batchChanged: (batch: number): void => batchChanged(parts, batch),
    connectionsChanged(): void {
      tell(parts, { kind: 'connections' })
    },
    opening(now: OpeningProgress): void {
      parts.opening = now
      announceSoon(parts)
    },
    notice(level: 'info' | 'warning' | 'error', message: Said): void {
      tell(parts, { kind: 'notice', level, message })
    },
    attention(alert: Alert): void {
      tell(parts, { kind: 'attention', ...alert })
    },
    /** Events from the moment of this call, not of the first read, until the signal is aborted or the engine ends. */
    listen: (signal: AbortSignal | undefined): AsyncGenerator<EngineEvent> => listen(parts, signal),
    end(): void {
      parts.timer?.()
      for (const ending of parts.endings) ending()
    },
  }
}

function tell({ listeners }: Bus, event: EngineEvent): void {
  for (const listener of listeners) listener(event)
}

function batchChanged(parts: Bus, batch: number): void {
  parts.changed.add(batch)
  announceSoon(parts)
}

function announceSoon(parts: Bus): void {
  const { changed, clock } = parts
  parts.timer ??= clock.after(100, () => {
    const { opening } = parts
    parts.timer = null
    parts.opening = null
    const batches = [...changed]
    changed.clear()
    for (const one of batches) tell(parts, { kind: 'batch', batch: one })
    if (opening !== null) tell(parts, { kind: 'project', ...opening })
  })
}

function listen({ listeners, endings }: Bus, signal: AbortSignal | undefined): AsyncGenerator<EngineEvent> {
  const waiting: EngineEvent[] = []
  let ended = false
  let wake = (): void => undefined
  const listener = (event: EngineEvent): void => {
    waiting.push(event)
    wake()
  }
  const end = (): void => {
    ended = true
    listeners.delete(listener)
    endings.delete(end)
    wake()
  }
  async function* reported(): AsyncGenerator<EngineEvent> {
    try {
      for (;;) {
        for (let event = waiting.shift(); event !== undefined; event = waiting.shift()) yield event
        if (ended || signal?.aborted === true) return
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    } finally {
      end()
    }
  }
  listeners.add(listener)
  endings.add(end)
  signal?.addEventListener('abort', end, { once: true })
  return reported()
}
