// Event bus: announces what changed, at most ten times a second per batch. Listeners then fetch the data.
import type { Alert, EngineEvent } from '../../../shared/contract/contract.ts'
import type { Clock } from './clock.ts'
import { type Said } from '../../../shared/texts/message.ts'

export type EventBus = ReturnType<typeof createEventBus>

export function createEventBus(clock: Clock) {
  const listeners = new Set<(event: EngineEvent) => void>()
  const endings = new Set<() => void>()
  const changed = new Set<number>()
  let timer: (() => void) | null = null

  function tell(event: EngineEvent): void {
    for (const listener of listeners) listener(event)
  }
  return {
    batchChanged(batch: number): void {
      changed.add(batch)
      timer ??= clock.after(100, () => {
        timer = null
        const batches = [...changed]
        changed.clear()
        for (const one of batches) tell({ kind: 'batch', batch: one })
      })
    },
    connectionsChanged(): void {
      tell({ kind: 'connections' })
    },
    notice(level: 'info' | 'warning' | 'error', message: Said): void {
      tell({ kind: 'notice', level, message })
    },
    attention(alert: Alert): void {
      tell({ kind: 'attention', ...alert })
    },
    /** Events from the moment of this call, not of the first read, until the signal is aborted or the engine ends. */
    listen(signal: AbortSignal | undefined): AsyncGenerator<EngineEvent> {
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
    },
    end(): void {
      timer?.()
      for (const ending of endings) ending()
    },
  }
}
