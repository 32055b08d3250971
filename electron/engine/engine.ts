// The engine: one workspace (a data folder with its database) and everything that works on it. All dependencies are
// passed in; the result is a router that implements shared/contract/contract.ts. Nothing is sent on a connection
// before its key is present.
import { userInfo } from 'node:os'
import { createRemoval, type Removal } from './accounts/batch-removal.ts'
import { createPurge, type Purge } from './accounts/purge/purge.ts'
import { keepRetention } from './accounts/purge/retention-clock.ts'
import { createEditing, type Editing } from './accounts/editing.ts'
import { saveConnection } from './api/connection-calls.ts'
import { createBatchViews } from './api/views/batch-views.ts'
import { createFixing } from './fixing/fixing.ts'
import { createMasking } from './accounts/masking/masking.ts'
import { createPlaybook, type Playbook } from './fixing/playbook.ts'
import { createMemory, type Memory } from './fixing/repair-memory/memory.ts'
import { createVersions } from './fixing/version-merge/merging.ts'
import type { Reader } from './import/reader.ts'
import { createBatchWork } from './jobs/batch-work.ts'
import { allKinds } from './jobs/kinds.ts'
import { createJobRunner, type JobRunner } from './jobs/runner.ts'
import { createHandovers } from './handover/handovers.ts'
import { createUnfinishedFiles } from './report/unfinished-files.ts'
import { createRouter } from './router.ts'
import { type ConnectionManager, createConnectionManager } from './sending/connections/connection-manager.ts'
import { createRecheck } from './sending/status/recheck-many.ts'
import type { Transport } from './sending/service-client/transport.ts'
import { createStatusPaths, type StatusPaths } from './sending/status/status-paths.ts'
import { createWaves, type Waves } from './sending/waves/waves.ts'
import { isDamage } from './store/database/check/damage.ts'
import type { StartCheck } from './store/database/check/database-check.ts'
import { encryptionOf, type FolderKey } from './store/database/folder/encryption.ts'
import { openWorkspace, type Workspace } from './store/database/open.ts'
import { nameSystemUser } from './store/operator.ts'
import { followAttention } from './system/alerts/attention.ts'
import { type Base, startBase } from './system/base.ts'
import { createCatalogues } from './system/catalogues.ts'
import { type Clock, remembering, type RememberingClock, systemClock } from './system/clock.ts'
import { type BackupScheduler, keepBackups } from './system/data-folder/backup-scheduler.ts'
import type { EventBus } from './system/event-bus.ts'
import { type Failure, messageOf, type Result, success } from './system/failure.ts'
import type { KeyStore } from './system/key-store.ts'
import { type Later, later } from './system/later.ts'
import type { PowerEvents } from './system/power/power-events.ts'
import type { PracticeService } from './system/practice-service.ts'
import type { CopyParts } from './team/copies/parts.ts'
import { createTeamCopies, type TeamCopies } from './team/copies/team-copies.ts'
import { createKnowledge, type Knowledge } from './team/knowledge/knowledge.ts'
import { allKinds as allShared } from './team/knowledge/kinds/kinds.ts'
import { createTeam, type Team } from './team/team.ts'
import { serviceAt } from '../../shared/sending/connection.ts'

export type EngineOptions = {
  /** The workspace's folder; created if it does not exist. */
  readonly folder: string
  readonly reader: Reader
  readonly transport: Transport
  readonly keyStore: KeyStore
  /** Encrypts a new folder, and opens an encrypted one. @default no_key_given */
  readonly folderKey?: FolderKey
  /** The sample workbook that a newcomer starts with. */
  readonly samplePath?: string
  /** Read-only mode: statuses are read; nothing is validated, released or sent. */
  readonly readsOnly?: boolean
  /** Of the program: for reports and windows. */
  readonly version: string
  /** Name of the person until one is given. @default the system's user */
  readonly systemUser?: string
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
   * that the sandbox ended. No window and no setting can mark an address. `service`: what a purge does there.
   */
  readonly practice: {
    readonly begun: (baseUrl: string, service?: PracticeService) => void
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
    folderKey: options.folderKey,
  })
  if (!opened.ok) return opened
  const workspace = opened.value
  const begun: Begun = [() => workspace.close()]
  try {
    return success(begin(options, workspace, time, begun))
  } catch (error) {
    // Damage may be found while the start itself reads the database.
    if (!isDamage(error)) throw error
    const failure = workspace.damaged(messageOf(error))
    for (const end of begun.toReversed()) await end()
    return { ok: false, failure }
  }
}

/** How to stop each part that was started; called last first if damage is found before the start is complete. */
type Begun = (() => Promise<void> | void)[]

/** Parts that refer to each other. */
type LateParts = {
  readonly connectionManager: Later<ConnectionManager>
  readonly jobs: Later<JobRunner>
  readonly waves: Later<Waves>
  readonly editing: Later<Editing>
  readonly memory: Later<Memory>
  readonly removal: Later<Removal>
  readonly playbook: Later<Playbook>
  readonly statusPaths: Later<StatusPaths>
  readonly backups: Later<BackupScheduler>
  readonly team: Later<Team>
  readonly copies: Later<TeamCopies>
  readonly knowledge: Later<Knowledge>
}

/** Empty where the system does not tell. */
function systemUser(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}

function begin(options: EngineOptions, workspace: Workspace, time: RememberingClock, begun: Begun): Engine {
  const late = lateParts()
  const base = startBase(
    { ...options, isTestClock: options.clock !== undefined, startCheck: options.check?.start },
    workspace,
    time,
    { connectionManager: late.connectionManager.get, waves: late.waves.get, jobs: late.jobs.get },
  )
  const { store, integrity, machine, log } = base
  logStart(options, workspace, log)
  nameSystemUser(store.settings, options.systemUser ?? systemUser())
  begun.push(() => integrity.stop(), machine.stop, store.lookups.close)
  const practices: Practices = new Map()
  const work = startWork(options, base, late, practices)
  const found = work.connectionManager.recover(workspace.endedCleanly)
  if (options.readsOnly !== true) void base.aside(work.unfinished.removeLeft)
  const fixing = startFixing(base, work, late)
  const knowledge = late.knowledge.set(startKnowledge(options, base, work, fixing, late))
  const watching = startWatching(workspace, base, work, found.quarantined, begun, late)
  const purge = createPurge({ ...base, ...work, ...fixing, folder: options.folder })
  const router = createRouter({
    ...base,
    ...work,
    ...fixing,
    ...watching,
    knowledge,
    purge,
    reader: options.reader,
    keyStore: options.keyStore,
    samplePath: options.samplePath ?? null,
    version: options.version,
    status: {
      endedCleanly: workspace.endedCleanly,
      folder: options.folder,
      encryption: encryptionOf(options.folder, options.folderKey ?? 'no_key_given'),
      ...found,
    },
  })
  const retention = options.readsOnly === true ? null : startRetention(base, purge)
  const close = async (): Promise<void> => {
    retention?.stop()
    await closeInOrder(workspace, { ...base, ...work, ...fixing, ...watching })
    log.add({ kind: 'ended' })
  }
  begun.push(close)
  resume(options, base, work, fixing)
  return {
    router,
    notice: base.eventBus.notice,
    machine: machine.tell,
    practice: practiceMarks(base, practices, purge),
    known: integrity.known,
    close,
  }
}

function logStart(options: EngineOptions, { endedCleanly }: Workspace, log: Base['log']): void {
  log.add({
    kind: 'started',
    version: options.version,
    node: process.versions.node,
    platform: process.platform,
    endedCleanly,
    readsOnly: options.readsOnly === true,
  })
}

function lateParts(): LateParts {
  return {
    connectionManager: later('connection manager'),
    jobs: later('job runner'),
    waves: later('waves'),
    editing: later('editing'),
    memory: later('memory of repairs'),
    removal: later('removal'),
    playbook: later('playbook'),
    statusPaths: later('status paths'),
    backups: later('backups'),
    team: later('team'),
    copies: later('copies'),
    knowledge: later('shared knowledge'),
  }
}

type Work = ReturnType<typeof startWork>

/** The practice service that a host runs now, by its address; at most one. */
type Practices = Map<string, PracticeService>

/** What works by itself: sending, jobs and waves. */
function startWork(options: EngineOptions, base: Base, late: LateParts, practices: Practices) {
  const { store, clock, changed, aside, eventBus, integrity } = base
  const team = late.team.set(startTeam(options, base, late))
  const connectionManager = late.connectionManager.set(startConnections(options, base, late))
  const unfinished = createUnfinishedFiles(store.settings)
  const wake = (connection: number): void => void aside(() => connectionManager.ensure(connection))
  const batchWork = createBatchWork({
    ...base,
    ...options,
    clock,
    damage: integrity.damage,
    isDamage: integrity.isDamage,
    unfinished,
    jobs: late.jobs.get,
    remove: (batch, files) => late.removal.get().remove(batch, files),
    checked(id) {
      const connection = store.batches.get(id)?.connectionId ?? null
      if (connection !== null) wake(connection)
      void aside(() => late.playbook.get().finish(id))
    },
  })
  const handovers = startHandovers(options, base, late, connectionManager)
  const copies = late.copies.set(startCopies(options, base, late, { handovers, unfinished, team }))
  const kinds = allKinds({
    handovers,
    ...base,
    folder: options.folder,
    isReadOnly: options.readsOnly === true,
    batchWork,
    validateLater: batchWork.rebuild,
    ensure: connectionManager.ensure,
    wake,
    waves: late.waves.get,
    jobs: late.jobs.get,
    memory: late.memory.get,
    editing: late.editing.get,
    backups: late.backups.get,
    practice: () => [...practices.values()][0] ?? null,
    untilAnswered: ({ connectionId }) => untilAnswered(connectionManager, connectionId),
  })
  const { untilDisk, left } = base
  const jobs = late.jobs.set(
    createJobRunner({ store: store.jobs, clock, untilDisk, changed, failed: left, kinds }),
  )
  const waves = late.waves.set(
    createWaves({
      store,
      clock,
      jobs,
      changed,
      ensure: connectionManager.ensure,
      putBack: connectionManager.putBack,
      notice: eventBus.notice,
      isDamage: integrity.isDamage,
      readsOnly: options.readsOnly,
    }),
  )
  return { connectionManager, unfinished, batchWork, handovers, jobs, waves, wake, team, copies }
}

function startHandovers(
  options: EngineOptions,
  { store, clock, changed, eventBus, integrity, aside }: Base,
  late: LateParts,
  connectionManager: ConnectionManager,
) {
  return createHandovers({
    store,
    clock,
    folder: options.folder,
    version: options.version,
    isReadOnly: options.readsOnly === true,
    isDamage: integrity.isDamage,
    jobs: late.jobs.get,
    waves: late.waves.get,
    removal: late.removal.get,
    untilAnswered: ({ connectionId }) => untilAnswered(connectionManager, connectionId),
    attached(connection) {
      late.statusPaths.get().renew(connection)
      void aside(() => connectionManager.ensure(connection))
    },
    changed,
    opening: eventBus.opening,
  })
}

function startCopies(
  options: EngineOptions,
  { store, clock, changed, eventBus, left }: Base,
  late: LateParts,
  { handovers, unfinished, team }: Pick<CopyParts, 'handovers' | 'unfinished'> & { readonly team: Team },
): TeamCopies {
  return createTeamCopies({
    store,
    clock,
    keyStore: options.keyStore,
    folder: options.folder,
    isReadOnly: options.readsOnly === true,
    handovers,
    unfinished,
    granting: team.granting,
    reportEnded: team.reportEnded,
    cancelQueued: (batch) => late.waves.get().cancelQueued(batch),
    changed,
    notice: eventBus.notice,
    opening: eventBus.opening,
    left,
  })
}

/** Requests under way end, and new ones begin. */
async function untilAnswered(connectionManager: ConnectionManager, connection: number | null): Promise<void> {
  if (connection !== null && connectionManager.inFlight(connection) > 0)
    await connectionManager.restart(connection)
}

function startRetention({ store, clock, integrity, aside }: Base, purge: Purge) {
  return keepRetention({ store, clock, purge, aside, known: integrity.known, isDoubtful: integrity.holds })
}

function startTeam(
  options: EngineOptions,
  { store, clock, changed, eventBus, ending, fault, left }: Base,
  late: LateParts,
): Team {
  return createTeam({
    store,
    clock,
    keyStore: options.keyStore,
    version: options.version,
    isReadOnly: options.readsOnly === true,
    connectionManager: late.connectionManager.get,
    changed,
    notice: eventBus.notice,
    listen: eventBus.listen,
    cancelQueued: (batch) => late.waves.get().cancelQueued(batch),
    copies: late.copies.get,
    knowledge: late.knowledge.get,
    viewChanged() {
      eventBus.connectionsChanged()
      // Batches show why nothing of them is created.
      for (const { id } of store.batches.all()) changed(id)
    },
    left,
    fault,
    isEnding: () => ending.signal.aborted,
  })
}

function startConnections(options: EngineOptions, base: Base, late: LateParts): ConnectionManager {
  const { store, clock, eventBus, machine, integrity, changed } = base
  return createConnectionManager({
    store,
    transport: machine.checkSleepFirst(options.transport),
    claims: late.team.get().claims,
    quietForAll: late.team.get().quiet.until,
    resting: machine.resting,
    readsOnly: options.readsOnly,
    unsound: integrity.holds,
    isDamage: integrity.isDamage,
    keyStore: options.keyStore,
    clock,
    random: options.random ?? Math.random,
    changed(batch) {
      changed(batch)
      late.waves.get().changed(batch)
    },
    notice: eventBus.notice,
  })
}

type FixingParts = ReturnType<typeof startFixing>

/** What a person does with the accounts of a batch. */
function startFixing(base: Base, { jobs, batchWork, wake }: Work, late: LateParts) {
  const { store, clock, changed, aside } = base
  const { now } = clock
  const playbook = late.playbook.set(createPlaybook({ store, now, changed }))
  const catalogues = createCatalogues(store.catalogues, now)
  const editing = late.editing.set(
    createEditing({
      store,
      now,
      changed(batch) {
        changed(batch)
        const connection = store.validateEdited.isOn(batch) ? store.batches.get(batch)?.connectionId : null
        if (connection) wake(connection)
      },
      buildAgain: batchWork.build,
      validateLater: batchWork.rebuild,
    }),
  )
  return {
    playbook,
    catalogues,
    editing,
    masking: createMasking(store, clock, changed),
    memory: late.memory.set(createMemory({ store, editing, now })),
    removal: late.removal.set(createRemoval({ store, clock, jobs, changed })),
    versions: createVersions({ store, clock, editing, jobs, changed, aside }),
    recheck: createRecheck({ store, clock, jobs }),
    statusPaths: late.statusPaths.set(createStatusPaths({ store, clock, jobs })),
    fixing: createFixing({ store, editing }),
  }
}

/** What the members of a team share. */
function startKnowledge(
  { keyStore }: EngineOptions,
  { store, clock, eventBus, left }: Base,
  { connectionManager, waves }: Work,
  { catalogues, statusPaths }: FixingParts,
  late: LateParts,
): Knowledge {
  const context = { store, keyStore, connectionManager, clock, statusPaths, waves, eventBus }
  const kinds = allShared({
    store,
    catalogues,
    memory: late.memory.get,
    save: (name, settings) => saveConnection(context, { name, settings, environmentSaid: true }),
    now: clock.now,
  })
  return createKnowledge({ store, clock, keyStore, kinds, changed: eventBus.connectionsChanged, left })
}

type Watching = ReturnType<typeof startWatching>

/** What a person is shown, and the backups. */
function startWatching(
  workspace: Workspace,
  base: Base,
  { connectionManager, jobs }: Work,
  quarantined: number,
  begun: Begun,
  late: LateParts,
) {
  const { store, clock, eventBus, changed, machine, integrity } = base
  const backups = late.backups.set(
    keepBackups(workspace, clock, {
      failed: (why) => eventBus.notice('warning', why),
      isDamage: integrity.isDamage,
      isDoubtful: integrity.holds,
    }),
  )
  begun.push(() => backups.stop())
  const views = createBatchViews(
    store,
    connectionManager,
    jobs,
    { clock, changed },
    machine.offline,
    integrity.waiting,
    {
      why: (batch) => late.team.get().why(batch),
      quietHours: (service) => late.team.get().quiet.of(service),
    },
  )
  const attention = followAttention({
    store,
    views,
    connectionManager,
    clock,
    eventBus,
    isDamage: integrity.isDamage,
    quarantined,
    doubted: workspace.doubted,
  })
  begun.push(() => attention.stop())
  return { backups, views, attention }
}

/** Goes on with what the last run left unfinished. */
function resume(
  { readsOnly }: EngineOptions,
  { eventBus, left }: Base,
  { jobs, waves, batchWork, team }: Work,
  { versions, removal }: FixingParts,
): void {
  versions.followEventBus(eventBus).catch(left)
  versions.resume()
  jobs.resume()
  team.start()
  if (readsOnly !== true) batchWork.resume(removal.isRemoving)
  waves.followEventBus(eventBus).catch(left)
  waves.resume()
}

function practiceMarks(
  { store, eventBus }: Base,
  practices: Practices,
  purge: Pick<Purge, 'goOn'>,
): Engine['practice'] {
  const { connections } = store
  /** Whether a connection leads to the sandbox is shown on the connection and on all its batches. */
  function tellPlaces(): void {
    eventBus.connectionsChanged()
    for (const { id } of store.batches.all()) eventBus.batchChanged(id)
  }
  return {
    isAt: connections.isPractice,
    begun(baseUrl, service) {
      connections.practiceAt(baseUrl)
      if (service !== undefined) {
        practices.set(serviceAt(baseUrl), service)
        purge.goOn()
      }
      tellPlaces()
    },
    ended(baseUrl) {
      connections.practiceEnded(baseUrl)
      practices.delete(serviceAt(baseUrl))
      tellPlaces()
    },
  }
}

/** Stops all parts in order, each awaited before the next. */
async function closeInOrder(
  workspace: Workspace,
  parts: Base & Work & FixingParts & Watching,
): Promise<void> {
  const { integrity, ending, machine, attention, backups, versions, waves, jobs, store } = parts
  const isOver = integrity.stop()
  ending.abort()
  machine.stop()
  attention.stop()
  parts.masking.stop()
  await backups.stop()
  await versions.stop()
  waves.stop()
  await jobs.stop()
  await parts.playbook.stop()
  await parts.memory.stop()
  await parts.connectionManager.stop()
  await parts.copies.stop()
  await parts.team.stop()
  await store.lookups.close()
  await store.checkpoints.end()
  parts.eventBus.end()
  await isOver
  try {
    workspace.close()
  } catch (error) {
    throw new Error(`The workspace could not be closed: ${messageOf(error)}`, { cause: error })
  }
}
