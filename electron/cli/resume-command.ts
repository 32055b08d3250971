// `resume`, `report` and `batches`: what a data folder already holds, from wherever it stands.
import { join } from 'node:path'
import type { BatchView } from '../../shared/contract.ts'
import { consent } from './consent.ts'
import { type Driven, driveBatch } from './drive.ts'
import { exitCodes, orInterrupted, refuse } from './exit.ts'
import { finish, guarded, makeReportFolder } from './finish.ts'
import { readKey } from './options.ts'
import { print } from './read-command.ts'
import { followWith, testConnection } from './run-command.ts'
import { defaultDataFolder, holdsData, type Session, withSession } from './session.ts'
import { counted } from './words.ts'

export type ResumeOptions = {
  readonly batch?: number
  readonly dataDir?: string
  readonly out?: string
  readonly apiKeyFile?: string
  readonly yes?: true
  readonly json?: true
}

export async function resumeCommand(options: ResumeOptions, signal: AbortSignal): Promise<number> {
  const started = performance.now()
  return withSession(existingFolder(options.dataDir), async (session) => {
    const chosen = await chosenBatches(session, options.batch)
    await makeReportFolder(options.out)
    const { foundInFlight } = await session.client.workspace.status()
    if (foundInFlight > 0) {
      process.stderr.write(
        `${counted(foundInFlight, 'account')} on the way when Carryover ended; the status is read before anything is sent again.\n`,
      )
    }
    let code: number = exitCodes.done
    for (const view of chosen) {
      const folder =
        options.out === undefined || chosen.length === 1 ? options.out : join(options.out, `batch-${view.id}`)
      const driven = await goOn(session, view, options, signal)
      const { json } = options
      const ended = await finish(session, driven, { started, until: 'settled', out: folder, json, signal })
      code = Math.max(code, ended)
    }
    return code
  })
}

/**
 * Every batch with accounts on their way, and the newest one where it is unfinished. An older one that was never released
 * may have been replaced by a corrected file: it is only taken up by its number.
 */
async function chosenBatches({ client, folder }: Session, wanted: number | undefined): Promise<BatchView[]> {
  if (wanted !== undefined) return [await client.batches.get({ batch: wanted })]
  const views = await client.batches.list()
  const newest = views.at(-1)
  if (newest === undefined) return refuse(`There is no batch in ${folder}.`)
  const chosen = views.filter((view) => isOnItsWay(view) || (view === newest && isUnfinished(view)))
  for (const view of views.filter((one) => isUnfinished(one) && !chosen.includes(one)))
    process.stderr.write(
      `Batch ${view.id} (${view.fileName}) was never released and is left as it is: --batch ${view.id} goes on with it.\n`,
    )
  if (chosen.length > 0) return chosen
  process.stderr.write(`Nothing is left to do for batch ${newest.id} (${newest.fileName}).\n`)
  return [newest]
}

async function goOn(
  session: Session,
  view: BatchView,
  options: ResumeOptions,
  signal: AbortSignal,
): Promise<Driven> {
  const { client } = session
  if (view.connection === null || !isUnfinished(view)) return { view, stopped: null }
  const { id } = view.connection
  const key = await readKey(options.apiKeyFile)
  if (options.yes !== true && view.states.queued + view.states.unconfirmed > 0) await consent(view, signal)
  await client.connections.setKey({ id, key })
  await orInterrupted(signal, testConnection(client, id))
  await client.connections.resume({ id })
  return guarded(session, view.id, () =>
    driveBatch(followWith(client, signal), view.id, { until: 'settled', yes: options.yes ?? false }),
  )
}

function isOnItsWay({ states }: BatchView): boolean {
  return states.queued + states.sending + states.unconfirmed + states.watching > 0
}

function isUnfinished(view: BatchView): boolean {
  const loading = view.stage === 'reading' || view.stage === 'building'
  return loading || view.states.ready + view.states.cleared > 0 || isOnItsWay(view)
}

export async function reportCommand(
  batch: number,
  options: { readonly dataDir?: string; readonly out: string; readonly json?: true },
  signal: AbortSignal,
): Promise<number> {
  const started = performance.now()
  const { out, json } = options
  return withSession(existingFolder(options.dataDir), async (session) => {
    const view = await session.client.batches.get({ batch })
    await makeReportFolder(out)
    return finish(session, { view, stopped: null }, { started, until: 'settled', out, json, signal })
  })
}

export async function batchesCommand(options: {
  readonly dataDir?: string
  readonly json?: true
}): Promise<void> {
  const folder = options.dataDir ?? defaultDataFolder()
  if (!holdsData(folder)) {
    process.stderr.write(`Nothing has been stored in ${folder} yet.\n`)
    return
  }
  await withSession(folder, async ({ client }) => {
    const views = await client.batches.list()
    if (views.length === 0) process.stderr.write('No batches yet.\n')
    for (const view of views) await print(`${options.json === true ? JSON.stringify(view) : lineOf(view)}\n`)
  })
}

function lineOf(view: BatchView): string {
  const { id, fileName, createdAt, accounts, stage } = view
  const created = view.outcomes.created ?? 0
  const state =
    stage === 'failed'
      ? `failed: ${view.failure?.message ?? ''}`
      : `${counted(accounts, 'account')}, ${created} created${isUnfinished(view) ? ', unfinished' : ''}`
  return `${id}  ${fileName}  ${new Date(createdAt).toISOString()}  ${state}`
}

/** Asking about what is stored makes no folder: a mistyped name is told instead. */
function existingFolder(named: string | undefined): string {
  const folder = named ?? defaultDataFolder()
  return holdsData(folder) ? folder : refuse(`There is no data of Carryover in ${folder}. Check --data-dir.`)
}
