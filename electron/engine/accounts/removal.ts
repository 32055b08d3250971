// Removes a batch. It disappears from the window at once; its rows, its files in the data folder and their disk
// space are freed in steps in the background. The decision is written first, and the next start continues an
// interrupted removal.
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { z } from 'zod'
import { type Clock, sleep } from '../system/clock.ts'
import type { Memory } from '../fixing/repair-memory/memory.ts'
import type { Store } from '../store/store.ts'

/** Folders below the data folder: files uploaded by a page, each in its own folder, and output files of a batch. */
export const uploadsIn = (dataFolder: string): string => join(dataFolder, 'uploads')
export const writtenOf = (dataFolder: string, batch: number): string =>
  join(dataFolder, 'reports', `batch-${batch}`)

const setting = 'batches_to_remove'
const marks = z.array(z.object({ batch: z.number(), file: z.string() }))
type Mark = z.infer<typeof marks>[number]

export type Removal = ReturnType<typeof createRemoval>

export function createRemoval(options: {
  readonly store: Store
  readonly memory: Memory
  readonly clock: Clock
  readonly folder: string
  /** Retries the work as long as the disk fails; other errors are reported. */
  readonly aside: (work: () => Promise<void>) => Promise<void>
  readonly changed: (batch: number) => void
}) {
  const { store, clock, folder, aside, changed } = options
  const ending = new AbortController()
  let removing: readonly Mark[] = marks.parse(JSON.parse(store.settings.get(setting) ?? '[]'))
  /** Removals run one after the other. */
  let last: Promise<void> = Promise.resolve()

  function keep(now: readonly Mark[]): void {
    store.settings.set(setting, JSON.stringify(now))
    removing = now
  }

  async function rowsOf({ batch }: Mark): Promise<void> {
    const stored = store.batches.get(batch)
    if (stored === null) return
    await options.memory.keep(stored)
    await store.rows.clearWhole(batch, ending.signal)
    if (ending.signal.aborted) return
    store.batches.remove(batch)
    changed(batch)
  }

  /** Deletes the batch's output folder, and its uploaded file unless another batch uses it. */
  async function filesOf({ batch, file }: Mark): Promise<void> {
    await rm(writtenOf(folder, batch), { recursive: true, force: true })
    const upload = uploadOf(folder, file)
    const isShared = store.batches.all().some(({ filePath }) => uploadOf(folder, filePath) === upload)
    if (upload !== null && !isShared) await rm(upload, { recursive: true, force: true })
  }

  function enqueue(work: () => Promise<void>): Promise<void> {
    const next = last.then(() => (ending.signal.aborted ? undefined : aside(work)))
    last = next
    return next
  }

  async function removeNow(mark: Mark): Promise<void> {
    await rowsOf(mark)
    if (ending.signal.aborted) return
    await filesOf(mark)
    void enqueue(() => giveBack(mark))
  }

  async function giveBack(mark: Mark): Promise<void> {
    const isWhole = await store.space.giveBack(ending.signal, (ms) => sleep(clock, ms, ending.signal))
    if (isWhole) keep(removing.filter((one) => one.batch !== mark.batch))
  }

  return {
    /** True if its rows are being deleted: the batch is hidden and cannot be used. */
    isRemoving: (batch: number): boolean => removing.some((one) => one.batch === batch),
    /** Resolves when its rows and files are gone; their disk space is freed in the background. */
    async remove(batch: number, file: string): Promise<void> {
      const mark = { batch, file }
      store.sending.together(() => {
        keep([...removing, mark])
        store.batches.setStage(batch, 'reading', null)
      })
      changed(batch)
      await enqueue(() => removeNow(mark))
    },
    resume(): void {
      for (const mark of removing) void enqueue(() => removeNow(mark))
    },
    async stop(): Promise<void> {
      ending.abort()
      await last
    },
  }
}

/** Folder of an upload; null if a file is none. */
function uploadOf(dataFolder: string, file: string): string | null {
  const uploads = uploadsIn(dataFolder)
  const [first = '', ...rest] = relative(uploads, file).split(sep)
  const folder = join(uploads, first)
  return first === '' || first === '..' || rest.length === 0 || !existsSync(folder) ? null : folder
}
