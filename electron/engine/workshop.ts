// The workshop: long work on batches that is not sending (loading, reports). One piece a batch at a time, each with
// progress and a way to stop it.
import type { Clock } from './clock.ts'
import { failed, type Result, success } from './failure.ts'
import { beginBatch, type BuildTarget, type LoadRequest, loadingBroke, runLoading } from './loading.ts'
import type { Reader } from './reading/reader.ts'
import { type ReportResult, writeReport } from './report/write-report.ts'
import type { StoredBatch, StoredConnection } from './store/batches.ts'
import type { Store } from './store/store.ts'
import { defaultPhoneRegion } from '../../shared/connection.ts'
import { paths } from '../../shared/service.ts'

export type WorkNow = {
  readonly kind: 'reading' | 'building' | 'reporting'
  readonly done: number
  readonly total: number | null
  readonly unit: 'bytes' | 'accounts' | 'rows'
}

type Piece = { now: WorkNow; readonly abort: AbortController; readonly ended: Promise<unknown> }

export type Workshop = ReturnType<typeof createWorkshop>

export function createWorkshop(options: {
  readonly store: Store
  readonly reader: Reader
  readonly clock: Clock
  readonly version: string
  readonly changed: (batch: number) => void
}) {
  const { store, reader, clock, changed } = options
  const context = { store, reader, now: clock.now }
  const pieces = new Map<number, Piece>()

  function begin<T>(
    batch: number,
    first: WorkNow,
    run: (signal: AbortSignal, progress: (now: WorkNow) => void) => Promise<T>,
  ): Promise<T> {
    const abort = new AbortController()
    const progress = (now: WorkNow): void => {
      const piece = pieces.get(batch)
      if (piece !== undefined) piece.now = now
      changed(batch)
    }
    const ended = run(abort.signal, progress).finally(() => {
      pieces.delete(batch)
      changed(batch)
    })
    pieces.set(batch, { now: first, abort, ended: ended.catch(() => undefined) })
    return ended
  }

  function startLoading(batch: number, target: BuildTarget): void {
    const first = { kind: 'reading', done: 0, total: null, unit: 'bytes' } as const
    void begin(batch, first, (signal, progress) =>
      runLoading(context, batch, target, signal, progress),
    ).catch((error: unknown) => loadingBroke(store, batch, error))
  }

  return {
    workOn(batch: number): WorkNow | null {
      return pieces.get(batch)?.now ?? null
    },
    async load(request: LoadRequest): Promise<Result<number>> {
      const begun = await beginBatch(context, request)
      if (begun.ok) startLoading(begun.value, targetOf(connectionOf(store, request.connectionId)))
      return begun
    },
    /** Takes up what a restart left unfinished. */
    continueLoading(batch: StoredBatch): void {
      if (pieces.has(batch.id) || (batch.stage !== 'reading' && batch.stage !== 'building')) return
      startLoading(batch.id, targetOf(connectionOf(store, batch.connectionId)))
    },
    /** Stops the piece that is under way: reading is undone whole, building goes back to the mapping. */
    async cancel(batch: number): Promise<void> {
      const piece = pieces.get(batch)
      piece?.abort.abort()
      await piece?.ended
      const stage = store.batches.get(batch)?.stage
      if (stage === 'reading') store.batches.remove(batch)
      else if (stage === 'building') {
        store.rows.clearBuilt(batch)
        store.batches.setStage(batch, 'mapping', null)
      } else store.batches.setValidating(batch, false)
      changed(batch)
    },
    async report(batch: StoredBatch, folder: string): Promise<Result<Extract<ReportResult, { ok: true }>>> {
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
      const source = store.report.source(
        batch,
        store.rows.sheets(batch.id),
        connectionOf(store, batch.connectionId),
      )
      const first = { kind: 'reporting', done: 0, total: null, unit: 'rows' } as const
      const written = await begin(batch.id, first, (signal, progress) =>
        writeReport(source, folder, {
          now: clock.now,
          version: options.version,
          signal,
          onProgress: ({ rowsDone, rowsTotal }) =>
            progress({ kind: 'reporting', done: rowsDone, total: rowsTotal, unit: 'rows' }),
        }),
      )
      return written.ok
        ? success(written)
        : failed('workspace', written.failure.code, written.failure.message)
    },
    async stop(): Promise<void> {
      const all = [...pieces.values()]
      for (const piece of all) piece.abort.abort()
      await Promise.all(all.map((piece) => piece.ended))
    },
  }
}

function connectionOf(store: Store, id: number | null): StoredConnection | null {
  return id === null ? null : store.connections.get(id)
}

/** What a connection adds to building: its status path and its telephone country. */
export function targetOf(connection: StoredConnection | null): BuildTarget {
  return connection === null
    ? { statusTemplate: paths.status, phoneRegion: defaultPhoneRegion }
    : { statusTemplate: connection.settings.statusPath, phoneRegion: connection.settings.phoneRegion }
}
