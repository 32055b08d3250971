// Deletes a batch. It disappears from the window at once. One job deletes its rows and its files in the data folder,
// and a second one returns their space to the disk. A purge (purge/purge.ts) deletes batches in the same way, but keeps no
// repairs of them.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { type Clock, sleep } from '../system/clock.ts'
import type { Memory } from '../fixing/repair-memory/memory.ts'
import type { JobControl, Kinds } from '../jobs/kind.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { Job } from '../store/jobs/job.ts'
import { pathsOf, type StoredBatch } from '../store/import/batches.ts'
import type { Store } from '../store/store.ts'
import { yieldToEventLoop } from '../system/yield.ts'

/** Folders below the data folder: files uploaded by a page, each in its own folder, and output files of a batch. */
export const uploadsIn = (dataFolder: string): string => join(dataFolder, 'uploads')
export const writtenOf = (dataFolder: string, batch: number): string =>
  join(dataFolder, 'reports', `batch-${batch}`)

const deleteArguments = z.object({
  /** The files that were loaded. */
  files: z.array(z.string()),
  /** A purge: its repairs are not kept, and the purge's own job returns the space. */
  purge: z.boolean(),
})

export type Removal = ReturnType<typeof createRemoval>

export function createRemoval(options: {
  readonly store: Store
  readonly clock: Clock
  readonly jobs: Pick<JobRunner, 'start'>
  readonly changed: (batch: number) => void
}) {
  const { store, clock, jobs, changed } = options
  /** Asked at every call, so it is kept in memory. Numbers of batches are never used twice. */
  const removing = new Set(store.jobs.ofKind('delete_batch').map(({ batch }) => batch))

  /** In the caller's transaction: from its end on, the batch is hidden and its rows will be gone. */
  function begin(batch: number, files: readonly string[], purge: boolean): number {
    const given = { files, purge }
    const id = store.jobs.add({ kind: 'delete_batch', batch, arguments: given, createdAt: clock.now() })
    store.jobs.removeOthersOf(batch, id)
    store.batches.setStage(batch, 'reading', null)
    return id
  }
  /** After that transaction. */
  function hide(batch: number): void {
    removing.add(batch)
    changed(batch)
  }

  return {
    begin,
    hide,
    /** After the transaction that removed its deletion: it is used from now on. */
    show(batch: number): void {
      removing.delete(batch)
      changed(batch)
    },
    /** True if its rows are being deleted: the batch is hidden and cannot be used. */
    isRemoving: (batch: number): boolean => removing.has(batch),
    /**
     * Resolves when its rows and files are gone, or as soon as the disk refuses writes; their disk space is freed in
     * the background.
     */
    async remove(batch: number, files: readonly string[]): Promise<void> {
      const job = store.sending.together(() => begin(batch, files, false))
      hide(batch)
      await jobs.start(job)
    },
  }
}

/** Removals run one after the other, and before their space is freed or a purge is completed. */
export const deletionLane = (): string => 'delete'

export function removalKinds(options: {
  readonly store: Store
  readonly clock: Clock
  readonly memory: () => Pick<Memory, 'keep'>
  readonly jobs: () => Pick<JobRunner, 'start'>
  /** The data folder. */
  readonly folder: string
  readonly changed: (batch: number) => void
  /** Resolves when no request under way names an account of this batch. */
  readonly untilAnswered: (batch: StoredBatch) => Promise<void>
}): Kinds {
  const { store, clock, folder, changed } = options
  const lane = deletionLane

  async function deleteRows(batch: number, isPurge: boolean, signal: AbortSignal): Promise<void> {
    const stored = store.batches.get(batch)
    if (stored === null) return
    if (isPurge) await preparePurge(options, stored)
    else await options.memory().keep(stored)
    if (signal.aborted) return
    await store.rows.clearWhole(batch, signal)
    if (signal.aborted) return
    store.sending.together(() => {
      store.batches.remove(batch)
      store.purges.noteRemoval(clock.now())
    })
    changed(batch)
  }

  /** Deletes the batch's output folder, and its uploaded files unless another batch uses them. */
  async function deleteFiles(batch: number, files: readonly string[]): Promise<void> {
    await rm(writtenOf(folder, batch), { recursive: true, force: true })
    await deleteUploads(store, folder, files)
  }

  async function deleteBatch({ batch, arguments: given }: Job, { signal }: JobControl): Promise<boolean> {
    if (batch === null) throw new Error('A deletion has a batch')
    const { files, purge } = deleteArguments.parse(given)
    await deleteRows(batch, purge, signal)
    if (signal.aborted) return false
    await deleteFiles(batch, files)
    // One job is enough for all batches that are deleted before it begins.
    if (!purge && store.jobs.ofKind('free_space').length === 0)
      store.jobs.add({ kind: 'free_space', arguments: {}, createdAt: clock.now() })
    return true
  }

  function startFreeing(): void {
    for (const { id } of store.jobs.ofKind('free_space')) void options.jobs().start(id)
  }

  return {
    delete_batch: { lane, run: deleteBatch, ended: startFreeing },
    free_space: {
      lane,
      run: (_, { signal }) => store.space.giveBack(signal, (ms) => sleep(clock, ms, signal)),
    },
  }
}

async function preparePurge(
  { store, untilAnswered }: Pick<Parameters<typeof removalKinds>[0], 'store' | 'untilAnswered'>,
  batch: StoredBatch,
): Promise<void> {
  await untilAnswered(batch)
  while (store.purges.dropLines(batch.id)) await yieldToEventLoop()
}

/** Folder of an upload; null if a file is none. */
function uploadOf(dataFolder: string, file: string): string | null {
  const uploads = uploadsIn(dataFolder)
  const [first = '', ...rest] = relative(uploads, file).split(sep)
  const folder = join(uploads, first)
  return first === '' || first === '..' || rest.length === 0 || !existsSync(folder) ? null : folder
}

/** Deletes those of these files that are uploads, unless a batch uses them. */
export async function deleteUploads(
  store: Store,
  dataFolder: string,
  files: readonly string[],
): Promise<void> {
  const used = new Set(store.batches.all().flatMap((one) => uploadsOf(dataFolder, pathsOf(one))))
  for (const upload of uploadsOf(dataFolder, files))
    if (!used.has(upload)) await rm(upload, { recursive: true, force: true })
}

function uploadsOf(dataFolder: string, files: readonly string[]): string[] {
  return files.flatMap((file) => uploadOf(dataFolder, file) ?? [])
}
