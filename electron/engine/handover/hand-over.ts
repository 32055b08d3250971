// Hands a batch over: nothing of it is sent from here from the moment it is locked, which is before its project file is
// written. If the file does not become complete, the batch stays here.
//
//   here ──lock, queue cancelled, requests answered──▶ writing ──on the disk──▶ placing ──has its name──▶ away
//    ▲                                                   │ stopped, failed, killed   │ killed: the file decides
//    └───────────────────────────────────────────────────┴───────────────────────────┘
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { basename, dirname, isAbsolute } from 'node:path'
import type { ProjectView } from '../../../shared/contract/handover.ts'
import { serviceAt } from '../../../shared/sending/connection.ts'
import { message, type Said } from '../../../shared/texts/message.ts'
import { batchLane, ofBatch } from '../jobs/batch-lane.ts'
import type { JobControl, WholeKind } from '../jobs/kind.ts'
import { type AskOptions, runTask } from '../jobs/threads.ts'
import type { StoredHandover } from '../store/handover/handovers.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import { sleep } from '../system/clock.ts'
import { failed, type Result, success } from '../system/failure.ts'
import { isSameFile, placeNew } from '../system/files/place-file.ts'
import { type HandoverParts, runFor, type Waiting } from './parts.ts'
import { notUsable, stopped } from './project-failure.ts'
import { projectFormat, type ProjectManifest, projectViewOf } from './project-manifest.ts'
import type { ProjectAnswer, ProjectAsked, ProjectTask } from './project-worker.ts'

type Open = StoredBatch & { readonly connectionId: number }
type Order = {
  readonly batch: Open
  readonly path: string
  readonly passphrase: string | null
  /** Left out: the file gets its name in the folder of its path. */
  readonly delivery?: Delivery
}
/** Takes a project file elsewhere, from where nobody carries it. The file is removed afterwards. */
export type Delivery = {
  /** Everything but the last step. Until its end, the batch can stay here. */
  readonly send: (file: string, written: Written, control: JobControl) => Promise<Result<void>>
  /** The last step. unknown: it may be done. */
  readonly finish: () => Promise<Result<'done' | 'unknown'>>
  /** Writes down that it is done, or may be. The batch does not come back if that fails. */
  readonly finished: () => void
}
export type HandedOver = { readonly path: string; readonly bytes: number; readonly project: ProjectView }

export type HandOverParts = HandoverParts & { readonly waiting: Waiting<Order, HandedOver> }

/** A job without a caller is one of an earlier run: only the lock is settled. */
export function handOverKind(parts: HandOverParts): WholeKind {
  return {
    lane: batchLane,
    first: () => ({ kind: 'handing_over', done: 0, total: null, unit: 'rows' }),
    async run(job, control) {
      const batch = ofBatch(job)
      const caller = parts.waiting.get(job.id)
      if (caller === undefined) await settle(parts, batch)
      else caller.done.resolve(await write(parts, caller.work, control))
      parts.changed(batch)
      return true
    },
  }
}

/** Resolves when the project file is complete. */
export async function handOver(parts: HandOverParts, order: Order): Promise<Result<HandedOver>> {
  const { store, clock } = parts
  const { batch, path } = order
  const refused = refuseBatch(parts, batch.id) ?? refusePath(path)
  if (refused !== null) return refused
  const before = store.handovers.of(batch.id)
  const job = store.sending.together(() => {
    store.handovers.lock({
      batch: batch.id,
      project: before?.project ?? store.ownClaims.codeOf(batch.id),
      path,
      file: randomUUID(),
      at: clock.now(),
      endings: store.batches.counts(batch.id).endings,
      way: order.delivery === undefined ? 'file' : 'team',
    })
    return store.jobs.add({ kind: 'hand_over', batch: batch.id, arguments: {}, createdAt: clock.now() })
  })
  parts.changed(batch.id)
  return runFor(parts, parts.waiting, job, order)
}

function refuse(code: string, said: Said): ReturnType<typeof failed> {
  return failed('input', code, said)
}

function refuseBatch({ store, isReadOnly }: HandoverParts, batch: number): ReturnType<typeof failed> | null {
  if (isReadOnly) return refuse('reads_only', message('handover.reads_only'))
  const facts = store.handovers.facts(batch)
  if (facts.versions > 0) return refuse('batch_has_versions', message('handover.has_versions'))
  return facts.jobs + facts.dirty > 0 ? refuse('batch_busy', message('handover.busy')) : null
}

function refusePath(path: string): ReturnType<typeof failed> | null {
  const folder = dirname(path)
  if (!isAbsolute(path)) return refuse('path_not_whole', message('handover.path_not_whole', { path }))
  if (!existsSync(folder)) return refuse('no_such_folder', message('handover.no_folder', { folder }))
  return existsSync(path) ? refuse('file_exists', message('handover.file_exists', { path })) : null
}

async function write(parts: HandOverParts, order: Order, control: JobControl): Promise<Result<HandedOver>> {
  const { store, clock } = parts
  const { batch, path, delivery } = order
  const { retryOnFullDisk } = control
  const part = partOf(store.handovers.of(batch.id))
  const keepHere = async (): Promise<void> => {
    await rm(part, { force: true }).catch(() => undefined)
    await retryOnFullDisk(() => store.handovers.keepHere(batch.id))
  }
  let isPlaced = false
  try {
    const written = (await quiet(parts, batch, control.signal)) ?? (await writeThere(parts, order, control))
    const sent =
      written.ok && !control.signal.aborted ? await delivery?.send(part, written.value, control) : undefined
    if (!written.ok || control.signal.aborted || sent?.ok === false) {
      await keepHere()
      return written.ok ? (sent?.ok === false && !control.signal.aborted ? sent : stopped()) : written
    }
    await retryOnFullDisk(() => store.handovers.placing(batch.id))
    const placed = await (delivery === undefined ? place(part, path) : delivery.finish())
    if (!placed.ok) {
      await keepHere()
      return placed
    }
    isPlaced = true
    const { manifest, bytes } = written.value
    await retryOnFullDisk(() => {
      delivery?.finished()
      store.handovers.complete(batch.id, manifest.endings, clock.now())
    })
    if (delivery !== undefined) await rm(part, { force: true }).catch(() => undefined)
    if (placed.value === 'unknown') return refuse('copy_unsure', message('handover.copy_unsure'))
    return success({ path, bytes, project: projectViewOf(manifest, order.passphrase !== null) })
  } catch (error) {
    // A file that may be complete keeps the lock; the next start settles it.
    if (isPlaced) throw error
    await keepHere()
    return notUsable(error, path)
  }
}

async function place(part: string, path: string): Promise<Result<'done' | 'unknown'>> {
  if (!(await placeNew(part, path))) return refuse('file_exists', message('handover.file_appeared', { path }))
  await flushFolder(dirname(path))
  return success('done')
}

/** Beyond the time that requests have. */
const longestWaitMs = 10_000
const waitMs = 20

/** Takes what is queued out of the queue, and waits for the requests under way; a failure if some did not end. */
async function quiet(
  { store, clock, waves, untilAnswered }: HandOverParts,
  batch: Open,
  signal: AbortSignal,
): Promise<ReturnType<typeof failed> | null> {
  const cancelled = await waves().cancelQueued(batch.id)
  if (!cancelled.ok) return cancelled
  const isSending = (): boolean => store.handovers.facts(batch.id).sending > 0
  // An answer that has come may still wait for its commit.
  for (let wait = 0; (wait === 0 || isSending()) && wait < longestWaitMs && !signal.aborted; wait += waitMs) {
    await untilAnswered(batch)
    if (isSending()) await sleep(clock, waitMs, signal)
  }
  // An answer may have put its account back into the queue.
  const rest =
    store.batches.counts(batch.id).states.queued === 0 ? cancelled : await waves().cancelQueued(batch.id)
  if (!rest.ok) return rest
  return isSending() ? refuse('still_sending', message('handover.still_sending')) : null
}

export type Written = Extract<ProjectAnswer, { kind: 'written' }>

async function writeThere(
  parts: HandOverParts,
  { batch, passphrase }: Order,
  { signal, progress }: JobControl,
): Promise<Result<Written>> {
  const locked = parts.store.handovers.of(batch.id)
  const file = locked?.file ?? null
  if (locked === null || file === null) throw new Error('A batch that is handed over is locked')
  const manifest = manifestOf(parts, batch, { ...locked, file })
  return writeFile(
    parts,
    { kind: 'write', batch: batch.id, path: partOf(locked), passphrase, manifest, onlyIdle: false },
    { signal, progress: (now) => progress({ kind: 'handing_over', ...now, unit: 'rows' }) },
  )
}

type FileOrder = Omit<Extract<ProjectAsked, { kind: 'write' }>, 'workspace'>

async function writeFile(
  { folder }: Pick<HandoverParts, 'folder'>,
  order: FileOrder,
  options: AskOptions<ProjectTask>,
): Promise<Result<Written>> {
  const answer = await runTask<ProjectTask>(
    { name: 'project', script: new URL('./project-worker.ts', import.meta.url), data: null },
    { ...order, workspace: folder },
    options,
  )
  if (!answer.ok) return answer
  if (answer.value.kind !== 'written') throw new Error('A project file was not written')
  return success(answer.value)
}

/**
 * Writes the project file of a batch that stays here, while it may be sent. Refused while a job changes it.
 * @param file the code of the file
 */
export async function writeCopy(
  parts: HandoverParts,
  { batch, path, passphrase, file }: Order & { readonly file: string },
  signal: AbortSignal,
): Promise<Result<Written>> {
  const { store, clock } = parts
  const refused = refuseBatch(parts, batch.id)
  if (refused !== null) return refused
  const before = store.handovers.of(batch.id)
  const project = before?.project ?? store.ownClaims.codeOf(batch.id)
  const manifest = manifestOf(parts, batch, { project, chain: before?.chain ?? [], at: clock.now(), file })
  const order = { kind: 'write', batch: batch.id, path, passphrase, manifest, onlyIdle: true } as const
  return writeFile(parts, order, { signal })
}

type ManifestPart = Omit<ProjectManifest, 'shape' | 'ranges' | 'accounts' | 'endings'>

/** The address says which service it is; no key and no setting of the connection goes along. */
function manifestOf(
  { store, version }: HandoverParts,
  batch: Open,
  { project, chain, at, file }: Pick<StoredHandover, 'project' | 'chain' | 'at'> & { readonly file: string },
): ManifestPart {
  const connection = store.connections.get(batch.connectionId)
  if (connection === null) throw new Error('A batch that is handed over has a connection')
  return {
    format: projectFormat,
    program: version,
    project,
    chain: [...chain, file],
    at,
    operator: store.operators.ofBatch(batch.id),
    batch: { name: batch.name, supplier: batch.supplier },
    connection: { name: connection.name, address: serviceAt(connection.settings.baseUrl) },
  }
}

/** After a run that ended in between: the lock stays only where the project file may be complete. */
export async function settle({ store, clock }: HandOverParts, batch: number): Promise<void> {
  const locked = store.handovers.of(batch)
  if (locked === null || locked.path === null) return
  const part = partOf(locked)
  // Whether the team's database has it all is not known here: then it stays locked until a person takes it back.
  const isUnplaced = locked.way === 'file' && existsSync(part) && !(await isSameFile(part, locked.path))
  if (locked.state !== 'away') await rm(part, { force: true }).catch(() => undefined)
  if (locked.state === 'writing' || (locked.state === 'placing' && isUnplaced))
    return store.handovers.keepHere(batch)
  if (locked.state === 'placing')
    store.handovers.complete(batch, store.batches.counts(batch).endings, clock.now())
}

/** The name of the file until it is complete. It is of this file alone, so nothing else is removed with it. */
function partOf(locked: StoredHandover | null): string {
  const { path = null, file = null } = locked ?? {}
  if (path === null || file === null) throw new Error('A batch that is handed over has a project file')
  return `${path}.${file.slice(0, 8)}.part`
}

/** So that the file's name is on the disk too; Windows has no such call and needs none. */
async function flushFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r').catch(() => null)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

export const fileNameIn = (path: string | null): string => basename(path ?? '')
