// Jobs that work on one batch alone: loading it, checking its accounts after a large edit, and its report. One of them
// runs at a time. The stage of the batch, and the marks of its accounts, say what is left to do.
import { dirname } from 'node:path'
import { z } from 'zod'
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
import type { Reader } from '../import/reader.ts'
import { rebuildBatch } from '../accounts/rebuild/rebuild-job.ts'
import { beginReread, type RereadRequest } from '../import/reread.ts'
import { reportEndedEarly, runReport, type WrittenReport } from '../report/report-thread.ts'
import { stagingIn } from '../report/staging.ts'
import type { Job } from '../store/jobs/job.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { StoredConnection } from '../store/sending/connections.ts'
import { isDiskTrouble } from '../store/database/disk-trouble.ts'
import type { Store } from '../store/store.ts'
import type { UnfinishedFiles } from '../report/unfinished-files.ts'
import { defaultBodyBytes, defaultPhoneRegion } from '../../../shared/sending/connection.ts'
import { paths } from '../../../shared/sending/service.ts'
import type { JobControl, WholeKind } from './kind.ts'
import type { JobRunner } from './runner.ts'
import { message } from '../../../shared/texts/message.ts'
import { fileLanguage, type FileLanguage } from '../../../shared/texts/language.ts'

const batchJobs = ['load', 'rebuild', 'report'] as const
type BatchJob = (typeof batchJobs)[number]

const reportArguments = z.object({ folder: z.string(), inLanguage: fileLanguage })

export type BatchWork = ReturnType<typeof createBatchWork>

export function createBatchWork(options: {
  readonly store: Store
  readonly reader: Reader
  readonly clock: Clock
  readonly version: string
  readonly jobs: () => JobRunner
  /** Does work that nobody waits for, as soon as the disk takes writes. */
  readonly aside: (work: () => Promise<void>) => unknown
  /** Returns true for an error caused by database damage, which is reported elsewhere and ends the work. */
  readonly isDamage: (error: unknown) => boolean
  /** The damage of the database that was found, by which all jobs were stopped; or null. */
  readonly damage: () => Failure | null
  readonly unfinished: UnfinishedFiles
  /** Removes a batch and the file that was uploaded for it. */
  readonly remove: (batch: number, file: string) => Promise<void>
  readonly changed: (batch: number) => void
  /** Called when the accounts of a large edit are rebuilt: there may be accounts to validate. */
  readonly checked: (batch: number) => void
}) {
  const { store, reader, clock, jobs, changed } = options
  const context = { store, reader, now: clock.now }
  /** Readings whose first rows were read to check the file; they continue. By batch. */
  const begunReadings = new Map<number, BegunReading>()
  /** Callers that wait for a report, by job. */
  const waitingForReport = new Map<number, PromiseWithResolvers<Result<WrittenReport>>>()

  const isOf = ({ kind }: Job, of: readonly BatchJob[]): boolean => of.some((one) => one === kind)
  const startedOf = (batch: number, of: readonly BatchJob[] = batchJobs): Job | undefined =>
    jobs()
      .startedOf(batch)
      .find((job) => isOf(job, of))

  function add(kind: BatchJob, batch: number, given: unknown = {}): number {
    return store.jobs.add({ kind, batch, arguments: given, createdAt: clock.now() })
  }

  function start(kind: 'load' | 'rebuild', batch: number): void {
    options.aside(async () => void jobs().start(add(kind, batch)))
  }

  /** Stores a fault as the failure of the batch, so that a person sees it in its place. */
  async function markBrokenOnError(batch: number, work: () => Promise<void>): Promise<true> {
    try {
      await work()
    } catch (error) {
      if (isDiskTrouble(error) || options.isDamage(error)) throw error
      loadingBroke(store, batch, error)
    }
    return true
  }

  function runLoad({ batch }: Job, { retryOnFullDisk, signal, progress }: JobControl): Promise<boolean> {
    const id = ofBatch(batch)
    // A connection may be chosen while the file is still being read.
    const target = (): BuildTarget =>
      targetOf(connectionOf(store, store.batches.get(id)?.connectionId ?? null))
    const begun = begunReadings.get(id) ?? null
    begunReadings.delete(id)
    signal.addEventListener('abort', () => begun?.abort.abort())
    return markBrokenOnError(id, () =>
      runLoading({ ...context, retryOnFullDisk }, id, target, signal, progress, begun),
    )
  }

  function runRebuild(
    { batch: id }: Job,
    { retryOnFullDisk, signal, progress }: JobControl,
  ): Promise<boolean> {
    const batch = store.batches.get(ofBatch(id))
    if (batch?.stage !== 'open') return Promise.resolve(true)
    const target = targetOf(connectionOf(store, batch.connectionId))
    return markBrokenOnError(batch.id, async () => {
      await rebuildBatch({ ...context, retryOnFullDisk }, batch, target, signal, (done, total) =>
        progress({ kind: 'checking', done, total, unit: 'accounts' }),
      )
      if (!signal.aborted) options.checked(batch.id)
    })
  }

  async function runReportJob(job: Job, { retryOnFullDisk, signal, progress }: JobControl): Promise<boolean> {
    const caller = waitingForReport.get(job.id)
    // Nobody waits for a report after a restart: it is made when it is asked for again.
    if (caller === undefined) return true
    const batch = ofBatch(job.batch)
    const { folder, inLanguage } = reportArguments.parse(job.arguments)
    const order = { workspace: dirname(store.file), batch, folder, version: options.version, inLanguage }
    const write = (): Promise<Result<WrittenReport>> =>
      runReport(order, {
        now: clock.now,
        signal,
        onProgress: ({ rowsDone, rowsTotal }) =>
          progress({ kind: 'reporting', done: rowsDone, total: rowsTotal, unit: 'rows' }),
      })
    try {
      caller.resolve(await retryOnFullDisk(() => options.unfinished.around(stagingIn(folder), write)))
    } catch (error) {
      caller.reject(error)
    }
    return true
  }

  /** An edit may have come while the job ran. */
  function ended({ batch }: Job): void {
    if (batch !== null) rebuild(batch)
  }

  const lane = ({ batch }: Job): string => `batch ${batch}`
  const kinds: Readonly<Record<BatchJob, WholeKind>> = {
    load: {
      lane,
      first: () => ({ kind: 'reading', done: 0, total: null, unit: 'bytes' }),
      run: runLoad,
      ended,
    },
    rebuild: {
      lane,
      first: ({ batch }) => ({
        kind: 'checking',
        done: 0,
        total: store.dirty.count(ofBatch(batch)),
        unit: 'accounts',
      }),
      run: runRebuild,
      ended,
    },
    report: {
      lane,
      first: () => ({ kind: 'reporting', done: 0, total: null, unit: 'rows' }),
      run: runReportJob,
      ended,
    },
  }

  /** Rebuilds in the background the accounts that a large edit touched. */
  function rebuild(batch: number): void {
    if (store.batches.get(batch)?.stage !== 'open' || startedOf(batch) !== undefined) return
    if (store.dirty.count(batch) > 0) start('rebuild', batch)
  }

  /** Stops the jobs of a batch and waits for their end. */
  async function stopJobs(batch: number, of: readonly BatchJob[] = batchJobs): Promise<void> {
    for (let job = startedOf(batch, of); job !== undefined; job = startedOf(batch, of))
      await jobs().cancel(job.id)
  }

  async function loadsOver(batch: number): Promise<void> {
    for (let job = startedOf(batch, ['load']); job !== undefined; job = startedOf(batch, ['load']))
      await jobs().whenFinished(job.id)
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

  /** Continues a load that was stored; one whose job could not be stored yet begins now. */
  function resumeLoad({ id, stage }: StoredBatch): void {
    const stored = store.jobs.ofBatch('load', id)
    for (const job of stored) void jobs().start(job.id)
    if (stored.length === 0 && (stage === 'reading' || stage === 'building')) start('load', id)
  }

  return {
    kinds,
    rebuild,
    stopJobs,
    /** Builds the accounts of a batch that was put to the stage `building`, after what runs on it. */
    build: (batch: number): void => start('load', batch),
    /** At start: work whose job was not stored yet when the last run ended. */
    resume(isRemoving: (batch: number) => boolean): void {
      for (const batch of store.batches.all()) if (!isRemoving(batch.id)) resumeLoad(batch)
      for (const batch of store.dirty.batches()) rebuild(batch)
    },
    /**
     * Waits for the end of a loading whose accounts exist already; false while a report is made. Call it before putting
     * the batch back to building.
     */
    async untilFree(batch: number): Promise<boolean> {
      await loadsOver(batch)
      return startedOf(batch, ['report']) === undefined
    },
    async load(request: LoadRequest): Promise<Result<number>> {
      const begun = await beginBatch(context, request)
      if (!begun.ok) return begun
      const { batch, reading } = begun.value
      if (reading !== null) begunReadings.set(batch, reading)
      start('load', batch)
      return success(batch)
    },
    /**
     * Reads a batch's file again with other options; returns the template under which a mapping that no longer fits
     * was saved.
     */
    async reread(batch: StoredBatch, request: RereadRequest): Promise<Result<string | null>> {
      await stopJobs(batch.id)
      const begun = await beginReread(context, batch, request)
      if (begun.ok) start('load', batch.id)
      return begun
    },
    /** Stops the current job: reading is undone completely, building goes back to the mapping. Checking goes on. */
    async cancel(batch: number): Promise<void> {
      try {
        await stopJobs(batch, ['load', 'report'])
        await undo(batch)
      } catch (error) {
        // If it cannot be undone now, the job goes on.
        const now = store.batches.get(batch)
        if (isDiskTrouble(error) && now !== null) resumeLoad(now)
        throw error
      }
      changed(batch)
    },
    async report(
      batch: StoredBatch,
      folder: string,
      inLanguage: FileLanguage,
    ): Promise<Result<WrittenReport>> {
      // Its accounts exist already; only the build thread is still ending.
      if (batch.stage === 'open') await loadsOver(batch.id)
      if (startedOf(batch.id) !== undefined)
        return failed('input', 'batch_busy', message('system.batch_busy', { batch: batch.id }))
      if (batch.stage !== 'open')
        return failed('input', 'batch_not_loaded', message('system.batch_not_loaded', { batch: batch.id }))
      const job = add('report', batch.id, { folder, inLanguage })
      const caller = Promise.withResolvers<Result<WrittenReport>>()
      waitingForReport.set(job, caller)
      const begun = jobs().start(job)
      void begun.then(({ kind }) => (kind === 'waits' ? undefined : caller.resolve(reportEndedEarly)))
      try {
        const written = await caller.promise
        const damage = options.damage()
        if (!written.ok) return damage === null ? written : { ok: false, failure: damage }
        const { at, files, counts } = written.value
        store.batches.setReport(batch.id, { at, folder, files, counts })
        return written
      } finally {
        waitingForReport.delete(job)
        changed(batch.id)
      }
    },
  }
}

function ofBatch(batch: number | null): number {
  if (batch === null) throw new Error('This job works on a batch')
  return batch
}

const readingStopped: Failure = {
  kind: 'input',
  code: 'reading_stopped',
  message: message('system.reading_was_stopped'),
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
