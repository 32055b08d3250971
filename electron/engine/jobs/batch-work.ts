// Long work on one batch at a time: loading, building, checking after a large edit, reports. Each has progress and a
// way to stop it.
import { dirname } from 'node:path'
import type { Clock } from '../system/clock.ts'
import { type Failure, failed, type Result, success } from '../system/failure.ts'
import {
  beginBatch,
  type BegunReading,
  type BuildTarget,
  type LoadRequest,
  loadingBroke,
  runLoading,
} from '../import/loading.ts'
import { type Keep } from '../system/disk-wait.ts'
import type { Reader } from '../import/reader.ts'
import type { UntilDisk } from '../system/disk-wait.ts'
import { rebuildBatch } from '../accounts/rebuild-job.ts'
import { beginReread, type RereadRequest } from '../import/reread.ts'
import { runReport, type WrittenReport } from '../report/report-thread.ts'
import { stagingIn } from '../report/staging.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { StoredConnection } from '../store/sending/connections.ts'
import { isDiskTrouble } from '../store/database/disk-trouble.ts'
import type { Store } from '../store/store.ts'
import type { UnfinishedFiles } from '../report/unfinished-files.ts'
import { defaultBodyBytes, defaultPhoneRegion } from '../../../shared/sending/connection.ts'
import { paths } from '../../../shared/sending/service.ts'

export type WorkNow = {
  /** checking: accounts that a large edit touched are rebuilt. */
  readonly kind: 'reading' | 'building' | 'checking' | 'reporting'
  readonly done: number
  readonly total: number | null
  readonly unit: 'bytes' | 'accounts' | 'rows'
  /** The disk refuses writes: the job goes on by itself when there is room. */
  readonly waits: boolean
}
type Step = Omit<WorkNow, 'waits'>

type Piece = { now: WorkNow; readonly abort: AbortController; readonly ended: Promise<unknown> }

export type BatchWork = ReturnType<typeof createBatchWork>

export function createBatchWork(options: {
  readonly store: Store
  readonly reader: Reader
  readonly clock: Clock
  readonly version: string
  readonly untilDisk: UntilDisk
  /** Returns true for an error caused by database damage, which is reported elsewhere and ends the work. */
  readonly isDamage?: (error: unknown) => boolean
  readonly unfinished: UnfinishedFiles
  /** Removes a batch and the file that was uploaded for it. */
  readonly remove: (batch: number, file: string) => Promise<void>
  readonly changed: (batch: number) => void
  /** Called when the accounts of a large edit are rebuilt: there may be accounts to validate. */
  readonly checked: (batch: number) => void
}) {
  const { store, reader, clock, changed } = options
  let stopped = false
  const context = { store, reader, now: clock.now }
  const pieces = new Map<number, Piece>()

  function begin<T>(
    batch: number,
    first: Step,
    run: (signal: AbortSignal, progress: (now: Step) => void, keep: Keep) => Promise<T>,
    abort = new AbortController(),
  ): Promise<T> {
    const show = (now: Step, waits: boolean): void => {
      const piece = pieces.get(batch)
      if (piece !== undefined) piece.now = { ...now, waits }
      changed(batch)
    }
    const keep: Keep = (write) =>
      options.untilDisk(write, abort.signal, (waits) => show(pieces.get(batch)?.now ?? first, waits))
    // Work that was not stored piece by piece starts again.
    const ended = keep(() => run(abort.signal, (now) => show(now, false), keep)).finally(() => {
      pieces.delete(batch)
      changed(batch)
      // An edit may have come while another job was running.
      if (!abort.signal.aborted) rebuild(batch)
    })
    pieces.set(batch, { now: { ...first, waits: false }, abort, ended: ended.catch(() => undefined) })
    return ended
  }

  function startLoading(batch: number, begun: BegunReading | null = null): void {
    if (stopped) return begun?.abort.abort()
    const first = { kind: 'reading', done: 0, total: null, unit: 'bytes' } as const
    // A connection may be chosen while the file is still being read.
    const target = (): BuildTarget =>
      targetOf(connectionOf(store, store.batches.get(batch)?.connectionId ?? null))
    let reading = begun
    void begin(
      batch,
      first,
      (signal, progress, keep) => {
        const now = reading
        reading = null
        return runLoading({ ...context, keep }, batch, target, signal, progress, now)
      },
      begun?.abort,
    ).catch((error: unknown) => brokeOff(batch, error))
  }

  /** Rebuilds in the background the accounts that a large edit touched. */
  function rebuild(id: number): void {
    const batch = store.batches.get(id)
    if (stopped || batch?.stage !== 'open' || pieces.has(id) || store.dirty.count(id) === 0) return
    const first = { kind: 'checking', done: 0, total: store.dirty.count(id), unit: 'accounts' } as const
    void begin(id, first, (signal, progress, keep) =>
      rebuildBatch(
        { ...context, keep },
        batch,
        targetOf(connectionOf(store, batch.connectionId)),
        signal,
        (done, total) => progress({ ...first, done, total }),
      ),
    )
      .then(() => options.checked(id))
      .catch((error: unknown) => brokeOff(id, error))
  }

  /** If stopped while waiting for the disk, the batch stays as it was: the next start continues it. */
  function brokeOff(batch: number, error: unknown): void {
    if (options.isDamage?.(error) !== true && !isDiskTrouble(error)) loadingBroke(store, batch, error)
  }

  /** Stops the job of a batch and waits for its end. */
  async function stopPiece(batch: number): Promise<void> {
    const piece = pieces.get(batch)
    piece?.abort.abort()
    await piece?.ended
  }

  /**
   * Undoes a stopped job: reading is undone completely, building goes back to the mapping; validating stays as it is.
   */
  async function undo(batch: number): Promise<void> {
    const now = store.batches.get(batch)
    const stage = now?.stage
    // Read before and now once more: the batch and its mapping stay.
    const wasRead = now !== null && now.readAt !== null
    if (stage === 'reading' && wasRead) store.batches.setStage(batch, 'failed', readingStopped)
    else if (stage === 'reading' && now !== null) await options.remove(batch, now.filePath)
    else if (stage === 'building') {
      await store.rows.clearBuilt(batch)
      store.batches.setStage(batch, 'mapping', null)
    } else store.batches.setValidating(batch, false)
  }

  /** Continues what a restart, or an edit of keys, left unfinished. */
  function continueLoading(batch: StoredBatch): void {
    if (batch.stage !== 'reading' && batch.stage !== 'building') return
    // Accounts being checked are built again as well.
    if (pieces.get(batch.id)?.now.kind === 'checking')
      void stopPiece(batch.id).then(() => startLoading(batch.id))
    else if (!pieces.has(batch.id)) startLoading(batch.id)
  }

  /**
   * Waits for the end of a loading whose accounts exist already; false while a report is made. Call it before putting
   * the batch back to building, since a new job does not start while an old one runs.
   */
  async function untilFree(batch: number): Promise<boolean> {
    const piece = pieces.get(batch)
    if (piece === undefined || piece.now.kind === 'checking') return true
    if (piece.now.kind === 'reporting') return false
    await piece.ended
    return untilFree(batch)
  }

  return {
    rebuild,
    untilFree,
    stopPiece,
    continueLoading,
    workOn(batch: number): WorkNow | null {
      return pieces.get(batch)?.now ?? null
    },
    async load(request: LoadRequest): Promise<Result<number>> {
      const begun = await beginBatch(context, request)
      if (!begun.ok) return begun
      const { batch, reading } = begun.value
      startLoading(batch, reading)
      return success(batch)
    },
    /**
     * Reads a batch's file again with other options; returns the template under which a mapping that no longer fits
     * was saved.
     */
    async reread(batch: StoredBatch, request: RereadRequest): Promise<Result<string | null>> {
      await stopPiece(batch.id)
      const begun = await beginReread(context, batch, request)
      if (begun.ok) startLoading(batch.id)
      return begun
    },
    /** Stops the current job: reading is undone completely, building goes back to the mapping. Checking goes on. */
    async cancel(batch: number): Promise<void> {
      if (pieces.get(batch)?.now.kind !== 'checking') await stopPiece(batch)
      try {
        await undo(batch)
      } catch (error) {
        // If it cannot be undone now, the job goes on.
        const now = store.batches.get(batch)
        if (isDiskTrouble(error) && now !== null) continueLoading(now)
        throw error
      }
      changed(batch)
    },
    async report(batch: StoredBatch, folder: string): Promise<Result<WrittenReport>> {
      // Its accounts exist already; only the build thread is still ending.
      const ending = pieces.get(batch.id)
      if (batch.stage === 'open' && (ending?.now.kind === 'building' || ending?.now.kind === 'reading'))
        await ending.ended
      if (pieces.has(batch.id))
        return failed(
          'input',
          'batch_busy',
          `Batch ${batch.id} is busy. Wait until it is done, or stop it first.`,
        )
      if (batch.stage !== 'open')
        return failed(
          'input',
          'batch_not_loaded',
          `Batch ${batch.id} has not been loaded whole, so there is nothing to report yet.`,
        )
      const first = { kind: 'reporting', done: 0, total: null, unit: 'rows' } as const
      const order = { workspace: dirname(store.file), batch: batch.id, folder, version: options.version }
      const written = await begin(batch.id, first, (signal, progress) =>
        options.unfinished.around(stagingIn(folder), () =>
          runReport(order, {
            now: clock.now,
            signal,
            onProgress: ({ rowsDone, rowsTotal }) =>
              progress({ kind: 'reporting', done: rowsDone, total: rowsTotal, unit: 'rows' }),
          }),
        ),
      )
      if (!written.ok) return written
      const { at, files, counts } = written.value
      store.batches.setReport(batch.id, { at, folder, files, counts })
      changed(batch.id)
      return written
    },
    async stop(): Promise<void> {
      stopped = true
      const all = [...pieces.values()]
      for (const piece of all) piece.abort.abort()
      await Promise.all(all.map((piece) => piece.ended))
    },
  }
}

const readingStopped: Failure = {
  kind: 'input',
  code: 'reading_stopped',
  message: 'Reading the file again was stopped before its end. Read it again, or remove the batch.',
}

function connectionOf(store: Store, id: number | null): StoredConnection | null {
  return id === null ? null : store.connections.get(id)
}

/** What a connection adds to building: its status path, its telephone country and its largest request. */
export function targetOf(connection: StoredConnection | null): BuildTarget {
  return connection === null
    ? { statusTemplate: paths.status, phoneRegion: defaultPhoneRegion, bodyBytes: defaultBodyBytes }
    : {
        statusTemplate: connection.settings.statusPath,
        phoneRegion: connection.settings.phoneRegion,
        bodyBytes: connection.settings.limits.bodyBytes,
      }
}
