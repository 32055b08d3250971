// View of a batch: its stored data joined with its running work. Counts come from the table that triggers maintain.
import { limits, serviceAt } from '../../../../shared/sending/connection.ts'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import type { PaceView } from '../../../../shared/sending/wave-plan.ts'
import type { Message } from '../../../../shared/texts/message.ts'
import { type Clock, systemClock } from '../../system/clock.ts'
import { paceOf } from './pace-view.ts'
import { timeFor } from '../../sending/limits/time-left.ts'
import type { ConnectionManager } from '../../sending/connections/connection-manager.ts'
import { fileNameOf, type BatchCounts, type StoredBatch } from '../../store/import/batches.ts'
import type { StoredConnection } from '../../store/sending/connections.ts'
import type { Store } from '../../store/store.ts'
import type { QuietHere } from '../../team/for-all/quiet-hours.ts'
import { batchVersionOf } from '../../fixing/version-merge/version-view.ts'
import { handoverViewOf } from '../../handover/handover-view.ts'
import { createWatchView } from './watch-view.ts'
import { sendingVersion, wavesView } from './wave-views.ts'
import type { JobRunner } from '../../jobs/runner.ts'

const { validateEditedPerMinute: usualPerMinute } = limits.parse({})

export type BatchViews = { view(batch: StoredBatch): BatchView }

type TeamFacts = {
  readonly why: (batch: StoredBatch) => Message | null
  /** Quiet hours for all of a service; null: there are none. */
  readonly quietHours: (service: string) => QuietHere | null
}

type ViewParts = {
  readonly store: Store
  readonly connectionManager: ConnectionManager
  readonly jobs: Pick<JobRunner, 'workOn'>
  readonly now: () => number
  readonly offline: () => boolean
  readonly unsound: () => PaceView['waiting']
  readonly team: TeamFacts
  readonly processing: ReturnType<typeof createWatchView>
}

/**
 * `offline`: the machine reports no network; `unsound`: why the data folder blocks all work; `team`: why the team
 * lets nothing be created, and its quiet hours; `later`: announces that
 * a view answered from a cache should be read again.
 */
export function createBatchViews(
  store: Store,
  connectionManager: ConnectionManager,
  jobs: Pick<JobRunner, 'workOn'>,
  later: { readonly clock: Clock; readonly changed: (batch: number) => void } = {
    clock: systemClock,
    changed: () => undefined,
  },
  offline: () => boolean = () => false,
  unsound: () => PaceView['waiting'] = () => null,
  team: TeamFacts = { why: () => null, quietHours: () => null },
): BatchViews {
  const processing = createWatchView({ store, ...later, readTrouble: connectionManager.readTrouble })
  const { now } = later.clock
  const parts = { store, connectionManager, jobs, now, offline, unsound, team, processing }
  return { view: (batch) => viewOf(parts, batch) }
}

function viewOf(parts: ViewParts, batch: StoredBatch): BatchView {
  const { store, connectionManager } = parts
  const counts = store.batches.countsShown(batch)
  const connection = batch.connectionId === null ? null : store.connections.get(batch.connectionId)
  const sheets = store.rows.sheets(batch.id)
  const rows = sheets.reduce((sum, sheet) => sum + (sheet.rowCount ?? 0), 0)
  return {
    id: batch.id,
    name: batch.name,
    fileName: fileNameOf(batch),
    files: batch.files.map(({ name, bytes, sha256, facts, readOptions }) => ({
      name,
      bytes,
      sha256,
      found: facts,
      readAs: readOptions,
    })),
    supplier: batch.supplier,
    connection:
      connection === null
        ? null
        : {
            id: connection.id,
            name: connection.name,
            baseUrl: connection.settings.baseUrl,
            environment: connection.environment,
          },
    stage: batch.stage,
    failure: batch.failure,
    work: workOf(parts, batch),
    rows,
    blankRows: sheets.reduce((sum, sheet) => sum + (sheet.blankRows?.rows ?? 0), 0),
    strayRows: batch.stage === 'open' ? store.rows.strayCount(batch.id) : 0,
    leftOutRows: batch.stage === 'open' ? store.oddRows.leftOut(batch.id) : 0,
    ...counts,
    decisionsChanged: store.keptDecisions.unread(batch.id),
    runSettings: batch.runSettings,
    validating: batch.validating,
    validateEdited: {
      on: batch.validateEdited,
      waiting: batch.validateEdited ? store.validateEdited.waiting(batch.id) : 0,
      perMinute: connection?.settings.limits.validateEditedPerMinute ?? usualPerMinute,
    },
    sameFileAs: store.batches.withSameFile(batch.id),
    mapping: batch.mapped?.mapping ?? null,
    catalogue: batch.mapped?.catalogueId ?? null,
    pauses: connection === null ? [] : store.connections.pauses(connection.id),
    sending: sendingView(parts, batch, counts, connection),
    processing: parts.processing(batch),
    report: batch.report,
    version: batchVersionOf(store, batch.id),
    handover: handoverViewOf(store, batch.id),
    inFlight: connection === null ? 0 : connectionManager.inFlight(connection.id),
    notAnswering: connection !== null && connectionManager.breakerOpen(connection.id),
    createdAt: batch.createdAt,
    readAt: batch.readAt,
    workedAt: store.batches.workedAt(batch.id),
  }
}

/** Validating counts the accounts that it was asked for, so that "Validate 9" becomes "3 of 9". */
function workOf({ store, jobs, connectionManager }: ViewParts, batch: StoredBatch): BatchView['work'] {
  const now = jobs.workOn(batch.id)
  if (now !== null) return now
  const run = batch.validating ? store.batches.validationRun(batch.id) : null
  if (run === null) return null
  const pace = batch.connectionId === null ? null : connectionManager.pace(batch.connectionId)
  return {
    kind: 'validating',
    done: run.answered,
    total: run.answered + run.waiting,
    unit: 'accounts',
    waits: false,
    left: timeFor(run.waiting, pace?.measured.validatedBySecond ?? []),
  }
}

function sendingView(
  parts: ViewParts,
  batch: StoredBatch,
  counts: BatchCounts,
  connection: StoredConnection | null,
): BatchView['sending'] {
  const { store, connectionManager, offline, unsound, team } = parts
  const waves = wavesView(store, batch.id)
  const isStopped = waves.stop !== null
  const pace = paceOf({
    store,
    connectionManager,
    batch,
    counts,
    connection,
    isStopped,
    offline: offline(),
    unsound: unsound(),
    team: team.why(batch),
    quietForAll:
      connection === null || connection.environment === 'practice'
        ? null
        : team.quietHours(serviceAt(connection.settings.baseUrl)),
    now: parts.now(),
  })
  return { ...waves, pace, version: sendingVersion(batch, connection, waves) }
}
