// `run`, `validate`, `resume`, `report` and `batches`: one batch from file to report, or from wherever it stands.
import { join, resolve } from 'node:path'
import type { BatchView } from '../../shared/contract.ts'
import { type DriveOptions, type Driven, driveBatch } from './drive.ts'
import { exitCodes, Refusal } from './exit.ts'
import type { Follow } from './follow.ts'
import { catalogueFrom, mappingFor, readKey, type ServiceOptions, settingsFrom } from './options.ts'
import { describe, exitCodeOf, type RunSummary, summarise } from './outcome.ts'
import { createProgressLine } from './progress.ts'
import { print } from './read-command.ts'
import { type Client, defaultDataFolder, type Session, withSession } from './session.ts'
import { counted } from './words.ts'

export type RunOptions = ServiceOptions & {
  readonly supplier?: string
  readonly mapping?: string
  readonly catalogue: string
  readonly dataDir?: string
  readonly out?: string
  readonly apiKeyFile?: string
  readonly yes?: true
  readonly until: 'validated' | 'scheduled' | 'settled'
  readonly json?: true
}
export type ResumeOptions = {
  readonly dataDir?: string
  readonly out?: string
  readonly apiKeyFile?: string
  readonly yes?: true
  readonly json?: true
}

function followWith(client: Client, signal: AbortSignal): Follow {
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  return { client, signal, warn: say, progress: createProgressLine(process.stderr) }
}

export async function runCommand(file: string, options: RunOptions, signal: AbortSignal): Promise<number> {
  const settings = settingsFrom(options)
  const started = performance.now()
  return withSession(options.dataDir ?? defaultDataFolder(), async (session) => {
    const { client } = session
    const follow = followWith(client, signal)
    const path = resolve(file)
    const supplier = options.supplier ?? null
    const request = {
      path,
      mapping: options.mapping,
      catalogue: options.catalogue,
      supplier,
      statusPath: settings.statusPath,
    }
    const mapping = await mappingFor(client, request, follow.warn)
    const name = supplier === null ? settings.baseUrl : `${settings.baseUrl} ${supplier}`
    const { id: connection } = await client.connections.save({ name, settings })
    const { batch } = await client.batches.load({
      path,
      mapping,
      catalogue: catalogueFrom(options.catalogue),
      connection,
      supplier,
    })
    try {
      await client.connections.setKey({ id: connection, key: await readKey(options.apiKeyFile) })
      await testConnection(client, connection)
    } catch (error) {
      await client.batches.cancel({ batch })
      throw error
    }
    await liftOldPauses(client, connection)
    const driven = await guarded(session, batch, () =>
      driveBatch(follow, batch, { until: options.until, yes: options.yes ?? false }),
    )
    return finish(session, driven, { ...options, started })
  })
}

/** Wrong address and wrong key are told before anything is judged. */
async function testConnection(client: Client, id: number): Promise<void> {
  const { result, message } = await client.connections.test({ id })
  if (result !== 'fine') throw new Refusal(message, exitCodes.service)
}

/** Starting a run is asking to try again; what waits after a crash stays paused until it is resumed on purpose. */
async function liftOldPauses(client: Client, id: number): Promise<void> {
  const views = await client.batches.list()
  const pauses = views.find((view) => view.connection?.id === id)?.pauses ?? []
  for (const pause of pauses) {
    if (pause.reason !== 'after_crash' && pause.reason !== 'person')
      await client.connections.resume({ id, supplier: pause.supplier })
  }
}

/** An interruption says how to go on. */
async function guarded<T>(session: Session, batch: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal) || error.exitCode !== exitCodes.interrupted) throw error
    process.stderr.write(
      'Stopping: waiting for the requests under way to be answered (Ctrl-C again to stop at once).\n',
    )
    throw new Refusal(
      `Interrupted. Nothing is lost: batch ${batch} is in ${session.folder}. Go on with: carryover resume --data-dir ${quoted(session.folder)}`,
      exitCodes.interrupted,
    )
  }
}

function quoted(folder: string): string {
  return /^[\w./:\\-]+$/.test(folder) ? folder : `"${folder}"`
}

type Finish = {
  readonly started: number
  readonly until: DriveOptions['until']
  readonly out?: string | undefined
  readonly json?: true | undefined
}

/** Writes the report, prints the summary, and says how it ended. */
async function finish(session: Session, { view, stopped }: Driven, options: Finish): Promise<number> {
  const report =
    options.out === undefined
      ? null
      : await session.client.batches.report({ batch: view.id, folder: resolve(options.out) })
  const summary = summarise(
    view,
    report ?? { files: {}, unexplained: await unexplainedOf(session, view) },
    (performance.now() - options.started) / 1000,
  )
  await tell(summary, view, stopped, options.json === true)
  if (report !== null && options.json !== true)
    process.stderr.write(`Report: ${resolve(options.out ?? '.')}\n`)
  return stopped === null ? exitCodeOf(view, options.until) : stopped.exitCode
}

/** Without report files the rows are counted all the same. */
async function unexplainedOf({ client }: Session, view: BatchView): Promise<number> {
  return (await client.batches.reconcile({ batch: view.id })).unexplained
}

async function tell(
  summary: RunSummary,
  view: BatchView,
  stopped: Refusal | null,
  json: boolean,
): Promise<void> {
  if (!json) {
    await print(`${describe(summary, view, stopped)}\n`)
    return
  }
  if (stopped !== null) process.stderr.write(`carryover: ${stopped.message}\n`)
  await print(`${JSON.stringify(summary)}\n`)
}

export async function resumeCommand(options: ResumeOptions, signal: AbortSignal): Promise<number> {
  const started = performance.now()
  return withSession(options.dataDir ?? defaultDataFolder(), async (session) => {
    const { client } = session
    const views = await client.batches.list()
    const open = views.filter(isUnfinished)
    const chosen = open.length > 0 ? open : views.slice(-1)
    if (chosen.length === 0) throw new Refusal(`There is no batch in ${session.folder}.`, exitCodes.input)
    const { foundInFlight } = await client.workspace.status()
    if (foundInFlight > 0) {
      process.stderr.write(
        `${counted(foundInFlight, 'account')} were on their way when Carryover ended; their status is read before anything is sent again.\n`,
      )
    }
    let code: number = exitCodes.done
    for (const view of chosen) {
      const folder =
        options.out === undefined || chosen.length === 1 ? options.out : join(options.out, `batch-${view.id}`)
      const driven = await goOn(session, view, options, signal)
      code = Math.max(
        code,
        await finish(session, driven, { started, until: 'settled', out: folder, json: options.json }),
      )
    }
    return code
  })
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
  if (options.yes !== true && view.states.queued + view.states.unconfirmed > 0) {
    throw new Refusal(
      `${counted(view.states.queued, 'account')} wait to be sent and ${view.states.unconfirmed} are unconfirmed. Say --yes to go on; nothing was sent.`,
      exitCodes.attention,
    )
  }
  await client.connections.setKey({ id, key: await readKey(options.apiKeyFile) })
  await testConnection(client, id)
  await client.connections.resume({ id })
  return guarded(session, view.id, () =>
    driveBatch(followWith(client, signal), view.id, { until: 'settled', yes: options.yes ?? false }),
  )
}

function isUnfinished(view: BatchView): boolean {
  const { ready, cleared, queued, sending, unconfirmed, watching } = view.states
  return (
    view.stage === 'reading' ||
    view.stage === 'building' ||
    ready + cleared + queued + sending + unconfirmed + watching > 0
  )
}

export async function reportCommand(
  batch: number,
  options: { readonly dataDir?: string; readonly out: string; readonly json?: true },
): Promise<number> {
  const started = performance.now()
  return withSession(options.dataDir ?? defaultDataFolder(), async (session) => {
    const view = await session.client.batches.get({ batch })
    return finish(
      session,
      { view, stopped: null },
      { started, until: 'settled', out: options.out, json: options.json },
    )
  })
}

export async function batchesCommand(options: {
  readonly dataDir?: string
  readonly json?: true
}): Promise<void> {
  await withSession(options.dataDir ?? defaultDataFolder(), async ({ client }) => {
    const views = await client.batches.list()
    if (options.json === true) {
      for (const view of views) await print(`${JSON.stringify(view)}\n`)
      return
    }
    if (views.length === 0) await print('No batches yet.\n')
    for (const view of views) {
      const created = view.outcomes.created ?? 0
      const state =
        view.stage === 'failed'
          ? `failed: ${view.failure?.message ?? ''}`
          : `${view.accounts} accounts, ${created} created${isUnfinished(view) ? ', unfinished' : ''}`
      await print(`${view.id}  ${view.fileName}  ${new Date(view.createdAt).toISOString()}  ${state}\n`)
    }
  })
}
