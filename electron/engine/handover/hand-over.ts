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
import { runTask } from '../jobs/threads.ts'
import type { StoredHandover } from '../store/handover/handovers.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import { sleep } from '../system/clock.ts'
import { failed, type Result, success } from '../system/failure.ts'
import { isSameFile, placeNew } from '../system/files/place-file.ts'
import { type HandoverParts, runFor, type Waiting } from './parts.ts'
import { notUsable, stopped } from './project-failure.ts'
import { projectFormat, type ProjectManifest, projectViewOf } from './project-manifest.ts'
import type { ProjectAnswer, ProjectTask } from './project-worker.ts'

type Open = StoredBatch & { readonly connectionId: number }
type Order = { readonly batch: Open; readonly path: string; readonly passphrase: string | null }
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
      project: before?.project ?? randomUUID(),
      path,
      file: randomUUID(),
      at: clock.now(),
      endings: store.batches.counts(batch.id).endings,
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
  const { batch, path } = order
  const { retryOnFullDisk } = control
  const part = partOf(store.handovers.of(batch.id))
  const keepHere = async (): Promise<void> => {
    await rm(part, { force: true }).catch(() => undefined)
    await retryOnFullDisk(() => store.handovers.keepHere(batch.id))
  }
  let isPlaced = false
  try {
    const written = (await quiet(parts, batch, control.signal)) ?? (await writeThere(parts, order, control))
    if (!written.ok || control.signal.aborted) {
      await keepHere()
      return written.ok ? stopped() : written
    }
    await retryOnFullDisk(() => store.handovers.placing(batch.id))
    if (!(await placeNew(part, path))) {
      await keepHere()
      return refuse('file_exists', message('handover.file_appeared', { path }))
    }
    isPlaced = true
    await flushFolder(dirname(path))
    const { manifest, bytes } = written.value
    await retryOnFullDisk(() => store.handovers.complete(batch.id, manifest.endings, clock.now()))
    return success({ path, bytes, project: projectViewOf(manifest, order.passphrase !== null) })
  } catch (error) {
    // A file that may be complete keeps the lock; the next start settles it.
    if (isPlaced) throw error
    await keepHere()
    return notUsable(error, path)
  }
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

type Written = Extract<ProjectAnswer, { kind: 'written' }>

async function writeThere(
  parts: HandOverParts,
  { batch, passphrase }: Order,
  { signal, progress }: JobControl,
): Promise<Result<Written>> {
  const manifest = manifestOf(parts, batch)
  const part = partOf(parts.store.handovers.of(batch.id))
  const answer = await runTask<ProjectTask>(
    { name: 'project', script: new URL('./project-worker.ts', import.meta.url), data: null },
    { kind: 'write', workspace: parts.folder, batch: batch.id, path: part, passphrase, manifest },
    { signal, progress: (now) => progress({ kind: 'handing_over', ...now, unit: 'rows' }) },
  )
  if (!answer.ok) return answer
  if (answer.value.kind !== 'written') throw new Error('A project file was not written')
  return success(answer.value)
}

type ManifestPart = Omit<ProjectManifest, 'shape' | 'ranges' | 'accounts' | 'endings'>

/** The address says which service it is; no key and no setting of the connection goes along. */
function manifestOf({ store, version }: HandOverParts, batch: Open): ManifestPart {
  const locked = store.handovers.of(batch.id)
  const connection = store.connections.get(batch.connectionId)
  const file = locked?.file ?? null
  if (locked === null || file === null || connection === null)
    throw new Error('A batch that is handed over is locked')
  return {
    format: projectFormat,
    program: version,
    project: locked.project,
    chain: [...locked.chain, file],
    at: locked.at,
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
  const isUnplaced = existsSync(part) && !(await isSameFile(part, locked.path))
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
