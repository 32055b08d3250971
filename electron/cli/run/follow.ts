// Follows a batch until a condition holds: reads it again when the engine reports a change, and shows progress.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { sleep, systemClock } from '../../engine/system/clock.ts'
import { interrupted } from '../terminal/exit.ts'
import type { Invocation } from '../terminal/invocation.ts'
import type { ProgressLine, ProgressNow } from '../terminal/progress.ts'
import type { Client } from '../data-folder/session.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export type Following = {
  readonly client: Client
  readonly progress: ProgressLine
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  readonly warn: (message: string) => void
}

export type Follow = Following & {
  readonly invocation: Invocation
  /** Command line that continues a batch: “carryover resume --go-on --batch 3 --data-dir …”. */
  readonly command: (words: string, batch: number) => string
}

/** Interval in milliseconds at which a batch is read even without an event. */
const recheck = 1000

/** Resolves with the first view for which `until` holds. Throws a refusal when interrupted. */
export async function followBatch(
  follow: Following,
  batch: number,
  describe: (view: BatchView) => ProgressNow | null,
  until: (view: BatchView) => boolean | Promise<boolean>,
): Promise<BatchView> {
  const listening = new AbortController()
  const stop = AbortSignal.any([listening.signal, follow.signal])
  const events = await follow.client.events(undefined, { signal: stop })
  let pending: ReturnType<typeof events.next> | null = null
  let said = ''
  try {
    let view = await follow.client.batches.get({ batch })
    for (;;) {
      const now = describe(view)
      if (now !== null) follow.progress.show(now)
      if (await until(view)) return view
      pending ??= events.next()
      const event = await Promise.race([pending, sleep(systemClock, recheck, stop)])
      if (follow.signal.aborted) throw interrupted()
      if (event !== undefined) {
        pending = null
        if (event.done === true) throw interrupted()
        if (event.value.kind === 'notice') {
          // A waiting state is reported at each attempt.
          const sentence = sentenceOf(event.value.message)
          if (sentence !== said) follow.warn(sentence)
          said = sentence
        }
      }
      view = await follow.client.batches.get({ batch })
    }
  } catch (error) {
    throw follow.signal.aborted ? interrupted() : error
  } finally {
    listening.abort()
    await events.return?.()
    follow.progress.end()
  }
}
