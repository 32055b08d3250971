// Opens a project file: checks the whole file, writes its rows as a hidden batch, and shows it in one transaction, in which
// it takes the place of the batch that was handed over from here. A crash before that leaves nothing, and after it all.
import { join } from 'node:path'
import type { HandoverDigest, ProjectView } from '../../../shared/contract/handover.ts'
import { serviceAt } from '../../../shared/sending/connection.ts'
import { message, type Said } from '../../../shared/texts/message.ts'
import { uploadsIn } from '../accounts/batch-removal.ts'
import { batchLane } from '../jobs/batch-lane.ts'
import type { JobControl, WholeKind } from '../jobs/kind.ts'
import { startThread, type Thread } from '../jobs/threads.ts'
import type { Import } from '../store/handover/import-rows.ts'
import type { StoredConnection } from '../store/sending/connections.ts'
import { isDiskTrouble } from '../store/database/disk-trouble.ts'
import { failed, messageOf, type Result, success } from '../system/failure.ts'
import { fileNameIn } from './hand-over.ts'
import { mayOpen } from './opening-rules.ts'
import { type HandoverParts, runFor, type Waiting } from './parts.ts'
import { stopped } from './project-failure.ts'
import { type ProjectManifest, projectViewOf } from './project-manifest.ts'
import type { ProjectTask } from './project-worker.ts'

export type TakenOver = {
  readonly batch: number
  readonly replaced: number | null
  readonly digest: HandoverDigest
}
export type Inspected = {
  readonly project: ProjectView
  readonly replaces: number | null
  readonly connections: readonly Pick<StoredConnection, 'id' | 'name'>[]
}
type Asked = {
  readonly path: string
  readonly passphrase: string | null
  readonly connection: number | null
  readonly signal?: AbortSignal | undefined
  readonly arrival?: Arrival
}
/** What else has to be done before a batch is shown. */
export type Arrival = {
  /** The batch is whole and still hidden. If it fails, the batch is not shown and will be deleted. */
  readonly before: (batch: number) => Promise<Result<void>>
  /** In the transaction in which it is shown, at this time. */
  readonly within: (batch: number, at: number) => void
}
type Order = {
  readonly path: string
  readonly manifest: ProjectManifest
  readonly connection: number
  readonly imported: Import
  /** The job that deletes the batch unless it becomes complete. */
  readonly deletion: number
  readonly thread: Thread<ProjectTask>
  readonly arrival?: Arrival | undefined
}

export type TakeOverParts = HandoverParts & {
  readonly waiting: Waiting<Order, TakenOver>
  /** Returns true for an error caused by database damage, which is reported elsewhere and ends the work. */
  readonly isDamage: (error: unknown) => boolean
}

/** A job without a caller is one of an earlier run, whose hidden batch its own job deletes. */
export function takeOverKind(parts: TakeOverParts): WholeKind {
  return {
    lane: batchLane,
    async run(job, control) {
      const caller = parts.waiting.get(job.id)
      if (caller === undefined) return true
      const { work, done } = caller
      const taken = await takeOver(parts, work, control).catch((error: unknown) => {
        if (isDiskTrouble(error) || parts.isDamage(error)) throw error
        const why = messageOf(error)
        const said = message('handover.not_readable', { file: fileNameIn(work.path), why })
        return failed('input', 'project_not_readable', said)
      })
      if (!taken.ok) void parts.jobs().start(work.deletion)
      done.resolve(taken)
      return true
    },
  }
}

/** Reads the file whole, and says what opening it would do. */
export async function inspectProject(parts: TakeOverParts, asked: Asked): Promise<Result<Inspected>> {
  return withProject(parts, asked, (_, manifest, encrypted) => {
    const may = decide(parts, asked.path, manifest)
    if (!may.ok) return Promise.resolve(may)
    const connections = fitting(parts, manifest).map(({ id, name }) => ({ id, name }))
    const project = projectViewOf(manifest, encrypted)
    return Promise.resolve(success({ project, replaces: may.value, connections }))
  })
}

/** Resolves when the batch is here. */
export async function openProjectFile(parts: TakeOverParts, asked: Asked): Promise<Result<TakenOver>> {
  return withProject(parts, asked, async (thread, manifest) => {
    const { path } = asked
    const may = decide(parts, path, manifest)
    if (!may.ok) return may
    const connection = choose(parts, manifest, may.value, asked.connection)
    if (!connection.ok) return connection
    // An abort that came just after the file was checked calls no listener that is added now.
    if (asked.signal?.aborted === true) return stopped()
    const { arrival } = asked
    const order = begin(parts, { path, manifest, connection: connection.value, thread, arrival })
    const { job, ...work } = order
    const cancel = (): void => void parts.jobs().cancel(job)
    asked.signal?.addEventListener('abort', cancel, { once: true })
    try {
      return await runFor(parts, parts.waiting, job, work)
    } finally {
      asked.signal?.removeEventListener('abort', cancel)
    }
  })
}

async function withProject<T>(
  { isReadOnly, store, opening }: TakeOverParts,
  { path, passphrase, signal }: Asked,
  work: (thread: Thread<ProjectTask>, manifest: ProjectManifest, encrypted: boolean) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (isReadOnly) return refuse('reads_only', message('handover.reads_only'))
  const script = new URL('./project-worker.ts', import.meta.url)
  const thread = startThread<ProjectTask>({ name: 'project', script, data: null })
  try {
    const progress = (now: ProjectTask['progress']): void => opening({ stage: 'checking', ...now })
    const opened = await thread.ask({ kind: 'open', path, passphrase }, { signal, progress })
    if (!opened.ok) return opened
    if (opened.value.kind !== 'opened') throw new Error('A project file was not opened')
    const { manifest, encrypted } = opened.value
    if (manifest.shape === store.imports.shape()) return await work(thread, manifest, encrypted)
    const given = { file: fileNameIn(path), program: manifest.program }
    return refuse('project_other_version', message('handover.other_version', given))
  } finally {
    await thread.release()
  }
}

function refuse(code: string, said: Said): ReturnType<typeof failed> {
  return failed('input', code, said)
}

/** The batch that it replaces; null: it is a new one here. */
function decide(
  { store, removal }: TakeOverParts,
  path: string,
  { project, chain }: ProjectManifest,
): Result<number | null> {
  const here = store.handovers
    .all()
    .find((one) => one.project === project && !removal().isRemoving(one.batch))
  const opening = mayOpen({
    file: fileNameIn(path),
    chain,
    known: store.handovers.filesOf(project),
    here:
      here === undefined
        ? null
        : {
            batch: here.batch,
            name: store.batches.get(here.batch)?.name ?? '',
            isAway: here.state === 'away',
            file: here.file,
          },
  })
  return opening.ok ? success(opening.replaces) : refuse(opening.code, opening.message)
}

function fitting({ store }: TakeOverParts, { connection }: ProjectManifest): StoredConnection[] {
  return store.connections
    .all()
    .filter(({ settings }) => serviceAt(settings.baseUrl) === serviceAt(connection.address))
}

function choose(
  parts: TakeOverParts,
  manifest: ProjectManifest,
  replaces: number | null,
  asked: number | null,
): Result<number> {
  const { store } = parts
  const { address, name } = manifest.connection
  const fits = fitting(parts, manifest)
  const before = replaces === null ? null : (store.batches.get(replaces)?.connectionId ?? null)
  if (before !== null && asked !== null && asked !== before)
    return refuse('comes_back_elsewhere', message('handover.comes_back_elsewhere'))
  const wanted = before ?? asked
  if (wanted !== null) {
    if (fits.some(({ id }) => id === wanted)) return success(wanted)
    const other = store.connections.get(wanted)?.name ?? String(wanted)
    return refuse('other_connection', message('handover.other_connection', { name: other, address }))
  }
  const [only, ...more] = fits
  if (only === undefined) return refuse('no_connection', message('handover.no_connection', { address, name }))
  return more.length === 0
    ? success(only.id)
    : refuse('choose_connection', message('handover.choose_connection', { address }))
}

function begin(
  { store, clock, folder, removal }: TakeOverParts,
  given: Omit<Order, 'imported' | 'deletion'>,
): Order & { readonly job: number } {
  const { manifest, connection } = given
  const now = clock.now()
  const project = manifest.chain.at(-1) ?? manifest.project
  const begun = store.sending.together(() => {
    const imported = store.imports.begin({
      name: manifest.batch.name,
      connection,
      ranges: manifest.ranges,
      filesIn: (name) => join(uploadsIn(folder), `project-${project}`, name),
      now,
    })
    const deletion = removal().begin(imported.batch, [], true)
    const job = store.jobs.add({ kind: 'take_over', batch: imported.batch, arguments: {}, createdAt: now })
    return { imported, deletion, job }
  })
  removal().hide(begun.imported.batch)
  return { ...given, ...begun }
}

async function takeOver(
  parts: TakeOverParts,
  order: Order,
  { signal, retryOnFullDisk }: JobControl,
): Promise<Result<TakenOver>> {
  const { thread, imported, manifest } = order
  let accounts = 0
  for (;;) {
    const next = await thread.ask({ kind: 'next' })
    if (!next.ok) return next
    if (signal.aborted) return stopped()
    if (next.value.kind !== 'piece') throw new Error('A project file gave no rows')
    const { piece } = next.value
    if (piece === null) break
    await retryOnFullDisk(() => imported.add(piece.table, piece.rows))
    if (piece.table === 'account') accounts += piece.rows.length
    parts.opening({ stage: 'reading', done: accounts, total: manifest.accounts })
  }
  const ready = (await order.arrival?.before(imported.batch)) ?? success(undefined)
  if (!ready.ok) return ready
  const arrived = await retryOnFullDisk(() => parts.store.sending.together(() => arrive(parts, order)))
  if (arrived.ok) show(parts, order, arrived.value)
  return arrived
}

type Arrived = TakenOver & { readonly removals: readonly number[] }

/** In one transaction: decides once more, since other files may have been opened meanwhile. */
function arrive(
  parts: TakeOverParts,
  { path, manifest, connection, imported, deletion, arrival }: Order,
): Result<Arrived> {
  const { store, clock, removal } = parts
  const { batch } = imported
  const may = decide(parts, path, manifest)
  if (!may.ok) return may
  const replaced = may.value
  const accounts = store.handovers.onTheirWayElsewhere({ batch, connection, replaced })
  if (accounts > 0) return refuse('accounts_on_their_way', message('handover.elsewhere', { accounts }))
  const left = replaced === null ? null : store.handovers.of(replaced)
  const at = clock.now()
  const { endings } = store.batches.counts(batch)
  const from = left?.at ?? manifest.at
  const digest: HandoverDigest = {
    from,
    to: at,
    before: left?.endings ?? manifest.endings,
    after: endings,
    ...store.handovers.changesSince(batch, from),
  }
  const { project, chain } = manifest
  const name = manifest.batch.name
  store.handovers.arrive({ batch, replaced, connection, name, project, chain, endings, digest, at })
  arrival?.within(batch, at)
  store.jobs.remove(deletion)
  const removals =
    replaced === null
      ? []
      : [
          removal().begin(replaced, [], true),
          store.jobs.add({ kind: 'free_space', arguments: {}, createdAt: at }),
        ]
  return success({ batch, replaced, digest, removals })
}

function show(parts: TakeOverParts, { connection }: Order, { batch, replaced, removals }: Arrived): void {
  const { removal, jobs, changed, attached } = parts
  removal().show(batch)
  if (replaced !== null) removal().hide(replaced)
  for (const job of removals) void jobs().start(job)
  attached(connection)
  changed(batch)
}
