// `watch`: follows what is on its way in a data folder until all of it is settled. It never sends, judges or releases,
// and lifts no pause. While a window has the folder open it looks from beside; once that is gone it reads by itself.
import type { BatchView } from '../../shared/contract.ts'
import { sleep, systemClock } from '../engine/clock.ts'
import { exitCodes, interrupted, Refusal, refuse } from './exit.ts'
import { readKey } from './options.ts'
import { exitCodeOf } from './outcome.ts'
import { waitsForRelease } from './plan-words.ts'
import { existingFolder } from './session.ts'
import { isUnderWay, type Watched } from './watch-lines.ts'
import { createWatchPaper } from './watch-paper.ts'
import { besideOwner, isOwned, ownReading, type WatchSource } from './watch-source.ts'
import { counted, quoted } from './words.ts'
import { say } from './terminal.ts'

export type WatchOptions = {
  readonly batch?: number
  readonly dataDir?: string
  readonly apiKeyFile?: string
  readonly once?: true
  readonly json?: true
}

/** Milliseconds between two looks. */
const lookEvery = 1000

export async function watchCommand(options: WatchOptions, signal: AbortSignal): Promise<number> {
  const folder = existingFolder(options.dataDir)
  const paper = createWatchPaper(process.stdout, options.json === true)
  if (options.once === true) return once(folder, options.batch, paper)
  // What was under way at any look stays on the paper until the end.
  const wanted = new Set<number>(options.batch === undefined ? [] : [options.batch])
  const isWanted = (view: BatchView): boolean =>
    wanted.has(view.id) || (options.batch === undefined && isUnderWay(view))
  let source = await sourceFor(folder, options, isWanted, signal)
  try {
    for (;;) {
      const seen = (await source.look()).filter(({ view }) => isWanted(view))
      if (options.batch !== undefined && seen.length === 0) refuse(`There is no batch ${options.batch}.`)
      for (const { view } of seen) wanted.add(view.id)
      const isOver = !seen.some((one) => mayChange(one, source.kind))
      await paper.show(seen, Date.now(), isOver)
      if (isOver) return ending(folder, seen)
      await sleep(systemClock, lookEvery, signal)
      if (signal.aborted) throw interrupted()
      if (!source.hasOwner()) {
        await source.close()
        paper.say('The folder is not open any more: its statuses are read from here now.')
        source = await sourceFor(folder, options, isWanted, signal)
      }
    }
  } finally {
    paper.end()
    await source.close()
  }
}

/** What is stored now, without asking the service: a table, or a line of JSON a batch. */
async function once(
  folder: string,
  batch: number | undefined,
  paper: ReturnType<typeof createWatchPaper>,
): Promise<number> {
  const source = besideOwner(folder)
  try {
    const seen = (await source.look()).filter(({ view }) => batch === undefined || view.id === batch)
    if (seen.length === 0)
      refuse(batch === undefined ? `There is no batch in ${folder}.` : `There is no batch ${batch}.`)
    await paper.show(seen, Date.now(), true)
    return exitCodes.done
  } finally {
    await source.close()
  }
}

async function sourceFor(
  folder: string,
  options: WatchOptions,
  isWanted: (view: BatchView) => boolean,
  signal: AbortSignal,
): Promise<WatchSource> {
  if (!isOwned(folder)) {
    const key = await readKey(options.apiKeyFile)
    try {
      return await ownReading(folder, key, isWanted, signal)
    } catch (error) {
      // A window that was opened at this very moment.
      if (!isOwned(folder)) throw error
    }
  }
  say(
    `${folder} is open in a window or another command, which reads the statuses; this shows what it writes down.`,
  )
  return besideOwner(folder)
}

/** From here only statuses are read; whoever has the folder open may also send, and be told to go on. */
function mayChange({ view, readable }: Watched, kind: WatchSource['kind']): boolean {
  const { unconfirmed, watching } = view.states
  return kind === 'own' ? readable && unconfirmed + watching > 0 : isUnderWay(view)
}

function ending(folder: string, seen: readonly Watched[]): number {
  if (seen.length === 0) {
    say(`Nothing is on its way in ${folder}.`)
    return exitCodes.done
  }
  const toSend = (view: BatchView): number =>
    view.states.queued + (view.sending.waves.length > 0 ? view.states.cleared : 0)
  const waiting = seen.filter(({ view }) => toSend(view) > 0)
  const code = Math.max(...seen.map(({ view }) => exitCodeOf(view, 'settled')))
  if (waiting.length === 0) return code
  const accounts = waiting.reduce((sum, { view }) => sum + toSend(view), 0)
  const isKept = waiting.some(({ view }) => view.sending.stop !== null || waitsForRelease(view))
  const command = `carryover resume ${isKept ? '--go-on ' : ''}--data-dir ${quoted(folder)}`
  throw new Refusal(
    `${counted(accounts, 'account')} of ${waiting.length === 1 ? `batch ${waiting[0]?.view.id ?? ''}` : `${waiting.length} batches`} wait to be sent, which watching never does: "${command}" goes on with them.`,
    exitCodes.person,
  )
}
