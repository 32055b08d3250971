// End of a driven batch: report, summary and exit code. After an interruption it prints how to resume.
import { access, constants, mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { BatchView } from '../../../shared/contract/contract.ts'
import type { DecisionChange } from '../../../shared/contract/fixing/decisions.ts'
import type { DriveOptions } from './waves.ts'
import type { Driven } from './waves.ts'
import { exitCodes, orInterrupted, Refusal, refuse } from '../terminal/exit.ts'
import { describe, exitCodeOf, summarise } from './outcome.ts'
import type { Session } from '../data-folder/session.ts'
import { quoted } from '../terminal/words.ts'
import { spoken } from '../terminal/spoken.ts'
import { print, say } from '../terminal/terminal.ts'
import { refuseFolder } from '../../engine/system/files/chosen-folder.ts'
import { currentFormat } from '../../../shared/texts/current.ts'
import { message, sentenceOf } from '../../../shared/texts/message.ts'
import { runTexts } from '../texts/run.ts'

const words = runTexts.ends

/** Runs the work; after an interruption it prints how to resume. */
export async function guarded<T>(session: Session, batch: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.exitCode !== exitCodes.interrupted) throw error
    say(session.invocation, words.interrupting)
    throw new Refusal(
      words.interruptedBatch({ batch, folder: session.folder, quoted: quoted(session.folder) }),
      exitCodes.interrupted,
    )
  }
}

type Finish = {
  readonly started: number
  readonly until: DriveOptions['until']
  readonly out?: string | undefined
  readonly json?: true | undefined
}

/**
 * Writes the report, prints the summary and the result. A report that cannot be written does not suppress the
 * summary.
 */
export async function finish(session: Session, { view, stopped }: Driven, options: Finish): Promise<number> {
  const { invocation } = session
  const { report, failure } = await reportOf(session, view.id, options)
  const summary = summarise(
    view,
    report ?? { files: {}, unexplained: await unexplainedOf(session, view) },
    (performance.now() - options.started) / 1000,
    await decisionsOf(session, view),
    await session.client.overrulings.inBatch({ batch: view.id }),
  )
  const { json } = options
  await print(
    invocation,
    json === true ? `${JSON.stringify(spoken(summary))}\n` : `${describe(summary, view)}\n`,
  )
  if (stopped !== null) say(invocation, `carryover: ${stopped.message}`)
  if (failure !== null) throw failure
  if (report !== null && json !== true)
    say(invocation, runTexts.summary.report({ folder: resolve(options.out ?? '.') }))
  return stopped === null ? exitCodeOf(view, options.until) : stopped.exitCode
}

type Written = { readonly files: Readonly<Record<string, string>>; readonly unexplained: number }

async function reportOf(
  session: Session,
  batch: number,
  { out }: Finish,
): Promise<{ readonly report: Written | null; readonly failure: Error | null }> {
  if (out === undefined) return { report: null, failure: null }
  const { client, invocation } = session
  try {
    const { language, locale } = currentFormat()
    const inLanguage = { language, locale }
    const written = client.batches.report({ batch, folder: resolve(out), inLanguage })
    const report = await orInterrupted(invocation.signal, written).catch((error: unknown) =>
      stopReport(session, batch, error),
    )
    return { report, failure: null }
  } catch (error) {
    if (error instanceof Error) return { report: null, failure: error }
    throw error
  }
}

/** Stops the report after Ctrl-C, and says that none of its files were kept; otherwise throws the error. */
async function stopReport({ client, invocation }: Session, batch: number, error: unknown): Promise<never> {
  if (!invocation.signal.aborted || !(await client.report.cancel({ batch })).cancelled) throw error
  throw new Refusal(sentenceOf(message('report.cancelled', { file: 'report' })), exitCodes.interrupted)
}

/**
 * Creates the report folder before anything is sent, so a folder that cannot be written, or that is the data folder's own,
 * is reported at once.
 */
export async function makeReportFolder(folder: string | undefined, dataFolder: string): Promise<void> {
  if (folder === undefined) return
  const refused = await refuseFolder(dataFolder, resolve(folder))
  if (refused !== null) refuse(sentenceOf(refused.message))
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    refuse(words.reportFolder({ folder: resolve(folder), why: reason }))
  }
}

/** Limit of the list; the window has all of them. */
const decisionsListed = 500

async function decisionsOf({ client }: Session, view: BatchView): Promise<readonly DecisionChange[]> {
  if (view.decisionsChanged === 0) return []
  return (await client.decisions.changes({ batch: view.id, offset: 0, limit: decisionsListed })).changes
}

/** Rows are counted even without report files. */
async function unexplainedOf({ client }: Session, view: BatchView): Promise<number> {
  return (await client.batches.reconcile({ batch: view.id })).unexplained
}
