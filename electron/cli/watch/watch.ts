// Command `watch`: follows the accounts in progress in a data folder until all of them are done. It never sends,
// validates or releases accounts, and it lifts no pause. A folder that another process has open is refused.
import type { BatchView } from '../../../shared/contract/contract.ts'
import { sleep, systemClock } from '../../engine/system/clock.ts'
import { exitCodes, interrupted, Refusal, refuse } from '../terminal/exit.ts'
import { readKey } from '../options/common.ts'
import { exitCodeOf } from '../run/outcome.ts'
import { waitsForRelease } from '../run/plan-words.ts'
import { existingFolder } from '../data-folder/session.ts'
import { isWorthWatching, type Watched } from './lines.ts'
import { createWatchOutput, type WatchOutput } from './output.ts'
import { openReading, openStored } from './source.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { quoted } from '../terminal/words.ts'
import { say } from '../terminal/terminal.ts'
import { runTexts } from '../texts/run.ts'

const words = runTexts.watch

export type WatchOptions = {
  readonly batch?: number
  readonly dataDir?: string
  readonly apiKeyFile?: string
  readonly once?: true
  readonly json?: true
}

/** Milliseconds between two reads. */
const lookEvery = 1000

export async function watchCommand(options: WatchOptions, invocation: Invocation): Promise<number> {
  const { env, signal } = invocation
  const folder = existingFolder(options.dataDir, env)
  const output = createWatchOutput(invocation, options.json === true)
  if (options.once === true) return once(folder, options.batch, { output, invocation })
  // A batch that was in progress once stays on the output until the end.
  const wanted = new Set<number>(options.batch === undefined ? [] : [options.batch])
  const isWanted = (view: BatchView): boolean =>
    wanted.has(view.id) || (options.batch === undefined && isWorthWatching(view))
  const key = await readKey(options.apiKeyFile, env)
  const source = await openReading(folder, key, isWanted, invocation)
  try {
    for (;;) {
      const seen = (await source.look()).filter(({ view }) => isWanted(view))
      if (options.batch !== undefined && seen.length === 0) refuse(words.noBatch({ batch: options.batch }))
      for (const { view } of seen) wanted.add(view.id)
      const isOver = !seen.some(mayChange)
      await output.show(seen, Date.now(), isOver)
      if (isOver) return ending(folder, seen, invocation)
      await sleep(systemClock, lookEvery, signal)
      if (signal.aborted) throw interrupted()
    }
  } finally {
    output.end()
    await source.close()
  }
}

/** Prints the stored state without asking the service: a table, or one line of JSON per batch. */
async function once(
  folder: string,
  batch: number | undefined,
  { output, invocation }: { readonly output: WatchOutput; readonly invocation: Invocation },
): Promise<number> {
  const source = await openStored(folder, invocation)
  try {
    const seen = (await source.look()).filter(({ view }) => batch === undefined || view.id === batch)
    if (seen.length === 0)
      refuse(batch === undefined ? words.noBatchIn({ folder }) : words.noBatch({ batch }))
    await output.show(seen, Date.now(), true)
    return exitCodes.done
  } finally {
    await source.close()
  }
}

/** Only statuses are read here, so nothing else can change. */
function mayChange({ view, readable }: Watched): boolean {
  const { unconfirmed, processing } = view.states
  return readable && unconfirmed + processing > 0
}

function ending(folder: string, seen: readonly Watched[], invocation: Invocation): number {
  if (seen.length === 0) {
    say(invocation, words.nothing({ folder }))
    return exitCodes.done
  }
  const toSend = (view: BatchView): number =>
    view.states.queued + (view.sending.waves.length > 0 ? view.states.validated : 0)
  const waiting = seen.filter(({ view }) => toSend(view) > 0)
  const code = Math.max(...seen.map(({ view }) => exitCodeOf(view, 'done')))
  if (waiting.length === 0) return code
  const accounts = waiting.reduce((sum, { view }) => sum + toSend(view), 0)
  const isKept = waiting.some(({ view }) => view.sending.stop !== null || waitsForRelease(view))
  const command = `carryover resume ${isKept ? '--go-on ' : ''}--data-dir ${quoted(folder)}`
  throw new Refusal(
    words.waitToBeSent({ accounts, batches: waiting.length, batch: waiting[0]?.view.id ?? '', command }),
    exitCodes.person,
  )
}
