// The engine: one workspace (a data folder with its database) and everything that works on it. All dependencies are
// passed in; the result is a router that implements shared/contract/contract.ts. Nothing is sent on a connection
// before its key is present.
import { followAttention } from './system/alerts/attention.ts'
import { keepBackups } from './system/data-folder/backup-scheduler.ts'
import { createBatchViews } from './api/views/batch-views.ts'
import { createCatalogues } from './system/catalogues.ts'
import { type Clock, remembering, type RememberingClock, systemClock } from './system/clock.ts'
import { type Failure, messageOf, type Result, success } from './system/failure.ts'
import type { KeyStore } from './system/key-store.ts'
import { systemUptime } from './system/power/machine.ts'
import { createPowerEvents, type PowerEvents } from './system/power/power-events.ts'
import { createDiskWait } from './system/data-folder/disk-wait.ts'
import { createEditing } from './accounts/editing.ts'
import { createFixing } from './fixing/fixing.ts'
import { createRecheck, recheckKind } from './sending/recheck-many.ts'
import { createMemory } from './fixing/repair-memory/memory.ts'
import { createEventBus, type EventBus } from './system/event-bus.ts'
import { createPlaybook } from './fixing/playbook.ts'
import { createRemoval, removalKinds } from './accounts/batch-removal.ts'
import { createRouter } from './router.ts'
import { createConnectionManager } from './sending/connection-manager.ts'
import { createWaves } from './sending/waves/waves.ts'
import { followIntegrity } from './system/data-folder/integrity.ts'
import { isDamage } from './store/database/check/damage.ts'
import type { StartCheck } from './store/database/check/database-check.ts'
import { openWorkspace, type Workspace } from './store/database/open.ts'
import { createStatusPaths, renewStatusPathsKind } from './sending/status-paths.ts'
import { isDiskTrouble } from './store/database/disk-trouble.ts'
import { createStore } from './store/store.ts'
import { createUnfinishedFiles } from './report/unfinished-files.ts'
import type { MergeParts } from './fixing/version-merge/merge-parts.ts'
import { createVersions } from './fixing/version-merge/merging.ts'
import { createBatchWork } from './jobs/batch-work.ts'
import { followMergeKind } from './jobs/follow-merge.ts'
import { mergeKind } from './jobs/merge.ts'
import { queueKinds } from './jobs/release.ts'
import { revertMergeKind } from './jobs/revert-merge.ts'
import { createJobRunner } from './jobs/runner.ts'
import type { Reader } from './import/reader.ts'
import type { Transport } from './sending/service-client/transport.ts'
import { message, type Message } from '../../shared/texts/message.ts'

export type EngineOptions = {
  /** The workspace's folder; created if it does not exist. */
  readonly folder: string
  readonly reader: Reader
  readonly transport: Transport
  readonly keyStore: KeyStore
  /** The sample workbook that a newcomer starts with. */
  readonly samplePath?: string
  /** Read-only mode: statuses are read; nothing is validated, released or sent. */
  readonly readsOnly?: boolean
  /** For reports. */
  readonly version: string
  readonly clock?: Clock
  readonly random?: () => number
  /** Called after a sleep, so that the transport drops connections opened before it. */
  readonly afterSleep?: (uncountedMs: number) => void
  /** For tests: milliseconds since the machine was started, and the shortest gap that counts as a sleep. */
  readonly machine?: { readonly uptime?: () => number; readonly gapMs?: number }
  /** For tests of a full disk: the database's largest size in pages. */
  readonly maxPages?: number
  /** For tests that cannot wait for the disk: how the workspace is opened. */
  readonly open?: typeof openWorkspace
  /** Called when the database is found damaged while open: sending stops, and the host must quit. */
  readonly damaged?: (failure: Failure) => void
  /**
   * For tests of the integrity check: how it is started, and up to which size in bytes a database is checked before
   * it is opened.
   */
  readonly check?: { readonly start?: StartCheck; readonly atOnce?: number }
}

export type Engine = {
  readonly router: ReturnType<typeof createRouter>
  /** Shows a notice of the host in every window. */
  readonly notice: EventBus['notice']
  /** Receives the host's power events: `suspend` before a sleep, `resume` after it, and network changes. */
  readonly machine: PowerEvents['tell']
  /**
   * Marks the base URL of a sandbox that the host started: everything sent there is practice until the host reports
   * that the sandbox ended. No window and no setting can mark an address.
   */
  readonly practice: {
    readonly begun: (baseUrl: string) => void
    readonly ended: (baseUrl: string) => void
    readonly isAt: (baseUrl: string) => boolean
  }
  /** Resolves when it is known whether the data folder is intact; until then nothing is sent or validated. */
  readonly known: Promise<Result<void>>
  /** Shuts down in order: waits for requests under way and writes their answers. */
  close(): Promise<void>
}

export async function createEngine(options: EngineOptions): Promise<Result<Engine>> {
  const time = remembering(options.clock ?? systemClock)
  const open = options.open ?? openWorkspace
  const opened = await open({
    folder: options.folder,
    now: time.now,
    maxPages: options.maxPages,
    checkedAtOnce: options.check?.atOnce,
    copyAllowed: options.readsOnly,
  })
  if (!opened.ok) return opened
  const workspace = opened.value
  const begun: (() => Promise<void> | void)[] = [() => workspace.close()]
  try {
    return success(await begin(options, workspace, time, begun))
  } catch (error) {
    // Damage may be found while the start itself reads the database.
    if (!isDamage(error)) throw error
    const failure = workspace.damaged(messageOf(error))
    for (const end of begun.toReversed()) await end()
    return { ok: false, failure }
  }
}

/** `begun` collects what to stop, last first, if damage is found before the start is complete. */
async function begin(
  options: EngineOptions,
  workspace: Workspace,
  time: RememberingClock,
  begun: (() => Promise<void> | void)[],
): Promise<Engine> {
  const clock = hearing(time, (error) => integrity.isDamage(error))
  const store = createStore(workspace)
  const eventBus = createEventBus(clock)
  /** Handles errors of background work that no caller awaits: reports them and stops nothing else. */
  const left = (error: unknown): void => {
    if (!integrity.isDamage(error)) eventBus.notice('error', backgroundErrorText(error))
  }
  const ending = new AbortController()
  const untilDisk = createDiskWait(clock, eventBus.notice)
  const aside = (work: () => Promise<void>): Promise<void> => untilDisk(work, ending.signal).catch(left)
  const machine = createPowerEvents({
    store,
    eventBus,
    clock,
    // With a test clock, use its own monotonic time as the uptime.
    uptime: options.machine?.uptime ?? (options.clock === undefined ? systemUptime : clock.monotonic),
    gapMs: options.machine?.gapMs,
    afterSleep: options.afterSleep ?? (() => undefined),
    connectionManager: () => connectionManager,
  })
  const integrity = followIntegrity({
    workspace,
    clock,
    start: options.check?.start,
    changed: () => {
      for (const { id, stage } of store.batches.all()) if (stage === 'open') eventBus.batchChanged(id)
    },
    sound: () => connectionManager.wakeAll(),
    damaged: (failure) => {
      waves.stop()
      jobs.stop().catch(left)
      connectionManager.stop().catch(left)
      eventBus.notice('error', failure.message)
      options.damaged?.(failure)
    },
    unknown: (failure) => eventBus.notice('error', failure.message),
  })
  const connectionManager = createConnectionManager({
    store,
    transport: machine.checkSleepFirst(options.transport),
    resting: machine.resting,
    readsOnly: options.readsOnly,
    unsound: integrity.holds,
    isDamage: integrity.isDamage,
    keyStore: options.keyStore,
    clock,
    random: options.random ?? Math.random,
    changed: (id) => {
      eventBus.batchChanged(id)
      waves.changed(id)
    },
    notice: eventBus.notice,
  })
  const changed = eventBus.batchChanged
  const wake = (connection: number): void => void aside(() => connectionManager.ensure(connection))
  const isReadOnly = options.readsOnly === true
  const unfinished = createUnfinishedFiles(store.settings)
  const batchWork = createBatchWork({
    store,
    reader: options.reader,
    clock,
    version: options.version,
    jobs: () => jobs,
    aside,
    isDamage: integrity.isDamage,
    damage: integrity.damage,
    unfinished,
    remove: (batch, file) => removal.remove(batch, file),
    changed,
    checked: (id) => {
      const connection = store.batches.get(id)?.connectionId ?? null
      if (connection !== null) void aside(() => connectionManager.ensure(connection))
      void aside(() => playbook.finish(id))
    },
  })
  const merging: MergeParts = {
    store,
    clock,
    editing: () => editing,
    changed,
    validateLater: batchWork.rebuild,
  }
  const jobs = createJobRunner({
    store: store.jobs,
    clock,
    untilDisk,
    changed,
    failed: left,
    kinds: {
      ...batchWork.kinds,
      ...queueKinds({
        store,
        clock,
        changed,
        ensure: connectionManager.ensure,
        ended: (id) => waves.changed(id),
        readsOnly: isReadOnly,
      }),
      ...(isReadOnly
        ? {}
        : removalKinds({
            store,
            clock,
            memory: () => memory,
            jobs: () => jobs,
            folder: options.folder,
            changed,
          })),
      recheck: recheckKind({ store, clock, changed, wake }),
      renew_status_paths: renewStatusPathsKind({ store, clock, changed, wake }),
      merge: mergeKind(merging),
      follow_merge: followMergeKind(merging),
      revert_merge: revertMergeKind(merging),
    },
  })
  const waves = createWaves({
    store,
    clock,
    jobs,
    changed,
    ensure: connectionManager.ensure,
    putBack: connectionManager.putBack,
    notice: eventBus.notice,
    isDamage: integrity.isDamage,
    readsOnly: options.readsOnly,
  })
  begun.push(() => integrity.stop(), machine.stop, store.lookups.close)
  const found = connectionManager.recover(workspace.endedCleanly)
  if (options.readsOnly !== true) void aside(unfinished.removeLeft)
  const playbook = createPlaybook({ store, now: clock.now, changed: eventBus.batchChanged })
  const catalogues = createCatalogues(store.catalogues, clock.now)
  const editing = createEditing({
    store,
    now: clock.now,
    changed: (id) => {
      eventBus.batchChanged(id)
      const connection = store.validateEdited.isOn(id) ? store.batches.get(id)?.connectionId : null
      if (connection) void aside(() => connectionManager.ensure(connection))
    },
    buildAgain: batchWork.build,
    validateLater: batchWork.rebuild,
  })
  const memory = createMemory({ store, editing, now: clock.now })
  const removal = createRemoval({ store, clock, jobs, changed })
  const versions = createVersions({
    store,
    clock,
    editing,
    jobs,
    changed: eventBus.batchChanged,
    aside,
  })
  const recheck = createRecheck({ store, clock, jobs })
  const statusPaths = createStatusPaths({ store, clock, jobs })
  const backups = keepBackups(workspace, clock, {
    failed: (why) => eventBus.notice('warning', why),
    isDamage: integrity.isDamage,
    isDoubtful: integrity.holds,
  })
  begun.push(() => backups.stop())
  const views = createBatchViews(
    store,
    connectionManager,
    jobs,
    { clock, changed: eventBus.batchChanged },
    machine.offline,
    integrity.waiting,
  )
  const attention = followAttention({
    store,
    views,
    connectionManager,
    clock,
    eventBus,
    isDamage: integrity.isDamage,
    quarantined: found.quarantined,
    doubted: workspace.doubted,
  })
  begun.push(() => attention.stop())
  const status = { endedCleanly: workspace.endedCleanly, folder: options.folder, ...found }
  const router = createRouter({
    reader: options.reader,
    keyStore: options.keyStore,
    samplePath: options.samplePath ?? null,
    clock,
    store,
    catalogues,
    connectionManager,
    batchWork,
    editing,
    memory,
    fixing: createFixing({ store, editing }),
    playbook,
    removal,
    unfinished,
    versions,
    recheck,
    statusPaths,
    views,
    eventBus,
    machine,
    attention,
    integrity,
    waves,
    status,
  })

  async function close(): Promise<void> {
    // Stop all parts in order, each awaited before the next.
    const left = integrity.stop()
    ending.abort()
    machine.stop()
    attention.stop()
    await backups.stop()
    await versions.stop()
    waves.stop()
    await jobs.stop()
    await playbook.stop()
    await memory.stop()
    await connectionManager.stop()
    await store.lookups.close()
    await store.checkpoints.end()
    eventBus.end()
    await left
    try {
      workspace.close()
    } catch (error) {
      throw new Error(`The workspace could not be closed: ${messageOf(error)}`, { cause: error })
    }
  }
  begun.push(close)

  versions.followEventBus(eventBus).catch(left)
  versions.resume()
  jobs.resume()
  if (!isReadOnly) batchWork.resume(removal.isRemoving)
  waves.followEventBus(eventBus).catch(left)
  waves.resume()
  /** Whether a connection leads to the sandbox is shown on the connection and on all its batches. */
  function tellPlaces(): void {
    eventBus.connectionsChanged()
    for (const { id } of store.batches.all()) eventBus.batchChanged(id)
  }
  return {
    router,
    notice: eventBus.notice,
    machine: machine.tell,
    practice: {
      isAt: store.connections.isPractice,
      begun: (baseUrl) => {
        store.connections.practiceAt(baseUrl)
        tellPlaces()
      },
      ended: (baseUrl) => {
        store.connections.practiceEnded(baseUrl)
        tellPlaces()
      },
    },
    known: integrity.known,
    close,
  }
}

/** Wraps the clock: errors thrown by timer callbacks go to `reported` first, which returns true if it handled them. */
function hearing(clock: RememberingClock, reported: (error: unknown) => boolean): RememberingClock {
  return {
    ...clock,
    after: (ms, call) =>
      clock.after(ms, () => {
        try {
          call()
        } catch (error) {
          if (!reported(error)) throw error
        }
      }),
  }
}

function backgroundErrorText(error: unknown): Message {
  const why = messageOf(error)
  return isDiskTrouble(error)
    ? message('store.disk_refuses_in_background', { why })
    : message('system.background_fault', { why })
}
