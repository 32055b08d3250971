// Task of the thread that writes and reads project files, so that compressing, encrypting and making a key from a
// passphrase never hold the engine's thread. It writes from a snapshot of its own, and hands rows over as they are asked
// for; the engine's thread alone writes to the database.
import { serveTask } from '../jobs/thread-task.ts'
import { openLook } from '../store/database/read-only.ts'
import type { Result } from '../system/failure.ts'
import { failed, success } from '../system/failure.ts'
import { message } from '../../../shared/texts/message.ts'
import { notUsable, projectRefused, stopped } from './project-failure.ts'
import type { ProjectManifest } from './project-manifest.ts'
import { type OpenedProject, openProject, type Piece } from './read-project.ts'
import { writeProject } from './write-project.ts'

export type ProjectAsked =
  | {
      readonly kind: 'write'
      /** The data folder. */
      readonly workspace: string
      readonly batch: number
      readonly path: string
      readonly passphrase: string | null
      readonly manifest: Omit<ProjectManifest, 'shape' | 'ranges' | 'accounts' | 'endings'>
      /** Refuse while a job changes the batch: the file would hold half of what it does. */
      readonly onlyIdle: boolean
    }
  | { readonly kind: 'open'; readonly path: string; readonly passphrase: string | null }
  | { readonly kind: 'next' }

export type ProjectAnswer =
  | { readonly kind: 'written'; readonly bytes: number; readonly manifest: ProjectManifest }
  | { readonly kind: 'opened'; readonly manifest: ProjectManifest; readonly encrypted: boolean }
  | { readonly kind: 'piece'; readonly piece: Piece | null }

export type ProjectTask = {
  readonly data: null
  readonly asked: ProjectAsked
  readonly answer: Result<ProjectAnswer>
  /** Bytes of a file that is checked, or rows of one that is written. */
  readonly progress: { readonly done: number; readonly total: number }
}

type Watch = { readonly signal: AbortSignal; readonly progress: (now: ProjectTask['progress']) => void }

serveTask<ProjectTask>(() => {
  let project: OpenedProject | null = null
  return {
    async run(asked, watch) {
      try {
        switch (asked.kind) {
          case 'write':
            return await write(asked, watch)
          case 'open': {
            const { path, passphrase } = asked
            const progress = (done: number, total: number): void => watch.progress({ done, total })
            const opened = await openProject({ path, passphrase, signal: watch.signal, progress })
            if (typeof opened === 'string') return projectRefused(opened, path)
            project = opened
            const { manifest, encrypted } = opened
            return success({ kind: 'opened', manifest, encrypted })
          }
          case 'next':
            return success({ kind: 'piece', piece: (await project?.next()) ?? null })
          default:
            return asked satisfies never
        }
      } catch (error) {
        if (watch.signal.aborted) return stopped()
        return notUsable(error, 'path' in asked ? asked.path : '')
      }
    },
    close: () => project?.close(),
  }
})

async function write(
  { workspace, batch, path, passphrase, onlyIdle, manifest: given }: Extract<ProjectAsked, { kind: 'write' }>,
  { signal, progress }: Watch,
): Promise<Result<ProjectAnswer>> {
  const look = openLook(workspace)
  if (!look.ok) return look
  try {
    const held = look.value.hold()
    if (!held.ok) return held
    const store = held.value
    const { jobs, dirty } = store.handovers.facts(batch)
    if (onlyIdle && jobs + dirty > 0) return failed('input', 'batch_busy', message('handover.busy'))
    const rows = store.exports.of(batch)
    const { accounts, endings } = store.batches.counts(batch)
    const manifest = { ...given, shape: rows.shape, ranges: rows.ranges, accounts, endings }
    const bytes = await writeProject({
      path,
      passphrase,
      manifest,
      rows,
      signal,
      progress: (done) => progress({ done, total: Math.max(rows.rows, done) }),
    })
    return success({ kind: 'written', bytes, manifest })
  } finally {
    look.value.close()
  }
}
