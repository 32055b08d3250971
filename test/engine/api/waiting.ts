// Waits for a state of a batch as a window does: listens to the engine's events and queries again what they name.
import type { RouterClient } from '@orpc/server'
import type { Engine } from '../../../electron/engine/engine.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export type Client = RouterClient<Engine['router']>

/**
 * A batch without progress for this time is stuck (the long suite waits longer). After a failed sign-in the engine waits
 * a minute.
 */
const patience = Number(process.env['CARRYOVER_PATIENCE_MS'] ?? 75_000)

/** Waits, by the engine's events alone, until a view of the batch holds. */
export async function untilView(
  client: Client,
  batch: number,
  holds: (view: BatchView) => boolean,
): Promise<BatchView> {
  const listening = new AbortController()
  const timer = setTimeout(() => listening.abort(), patience)
  const events = await client.events(undefined, { signal: listening.signal })
  let before = ''
  try {
    for (;;) {
      const view = await client.batches.get({ batch })
      if (holds(view)) return view
      const now = JSON.stringify([view.stage, view.work, view.states, view.outcomes])
      if (now !== before) timer.refresh()
      before = now
      const event = await events.next()
      if (event.done === true || listening.signal.aborted)
        throw new Error(`The state that was waited for never came: ${now} ${JSON.stringify(view)}`)
      if (event.value.kind === 'notice' && event.value.level === 'error')
        throw new Error(sentenceOf(event.value.message))
    }
  } finally {
    clearTimeout(timer)
    listening.abort()
    await events.return?.()
  }
}

export function isLoaded(view: BatchView): boolean {
  if (view.stage === 'failed')
    throw new Error(sentenceOf(view.failure?.message) ?? 'The file could not be loaded.')
  return view.stage === 'open'
}
export const isValidated = (view: BatchView): boolean => !view.validating
export const isOver = ({ states }: BatchView): boolean =>
  states.queued + states.sending + states.unconfirmed + states.processing === 0
