// The engine: one workspace with everything that works on it. It gets all that it depends on from outside and gives a
// router that implements shared/contract.ts. It starts nothing on a connection before a key is there.
import { followAttention } from './attention.ts'
import { keepBackups } from './backup-keeper.ts'
import { createBatchViews } from './batch-views.ts'
import { createCatalogues } from './catalogues.ts'
import { type Clock, remembering, type RememberingClock, systemClock } from './clock.ts'
import { type Failure, messageOf, type Result, success } from './failure.ts'
import type { KeySafe } from './key-safe.ts'
import { systemUptime } from './machine.ts'
import { followMachine, type MachineLife } from './machine-life.ts'
import { createDiskWait } from './disk-wait.ts'
import { createEditing } from './editing/editing.ts'
import { createFixing } from './editing/fixing.ts'
import { createLookAgain } from './look-again.ts'
import { createMemory } from './memory/memory.ts'
import { createNews, type News } from './news.ts'
import { createPlaybook } from './playbook/playbook.ts'
import { createRemoval } from './removal.ts'
import { createRouter } from './router.ts'
import { createSendingOffice } from './queue/office.ts'
import { createWaves } from './queue/waves.ts'
import { followSoundness } from './soundness.ts'
import { isDamage } from './store/damage.ts'
import type { StartCheck } from './store/database-check.ts'
import { openWorkspace, type Workspace } from './store/open.ts'
import { createStatusPaths } from './status-paths.ts'
import { isDiskTrouble } from './store/disk-trouble.ts'
import { createStore } from './store/store.ts'
import { createUnfinishedFiles } from './unfinished-files.ts'
import { createVersions } from './versions/merging.ts'
import { createWorkshop } from './workshop.ts'
import type { Reader } from './reading/reader.ts'
import type { Transport } from './service-client/transport.ts'

export type EngineOptions = {
  /** The workspace's folder; made when it is not there. */
  readonly folder: string
  readonly reader: Reader
  readonly transport: Transport
  readonly keySafe: KeySafe
  /** The sample workbook that a newcomer starts with. */
  readonly samplePath?: string
  /** Statuses are read, and nothing else is done: nothing is judged, released or sent. */
  readonly readsOnly?: boolean
  /** For reports. */
  readonly version: string
  readonly clock?: Clock
  readonly random?: () => number
  /** Of the transport: its connections are from before a sleep. */
  readonly afterSleep?: (uncountedMs: number) => void
  /** For tests: milliseconds since the machine was started, and the shortest standstill that counts as a sleep. */
  readonly machine?: { readonly uptime?: () => number; readonly gapMs?: number }
  /** For tests of a full disk: the database's largest size in pages. */
  readonly maxPages?: number
  /** For tests that cannot wait for the disk: how the workspace is opened. */
  readonly open?: typeof openWorkspace
  /** The database was found to be damaged while it was open: nothing is sent any more, and the host is to end. */
  readonly damaged?: (failure: Failure) => void
  /** For tests of the check: how it is started, and the largest database, in bytes, that is checked before it is opened. */
  readonly check?: { readonly start?: StartCheck; readonly atOnce?: number }
}

export type Engine = {
  readonly router: ReturnType<typeof createRouter>
  /** Tells every window something of the host's own. */
  readonly notice: News['notice']
  /** What the host's system says of the machine: `suspend` before a sleep, `resume` after it, and the network. */
  readonly machine: MachineLife['tell']
  /**
   * The host has started a sandbox of its own at this address: what goes there is practice, until it says that it ended.
   * No window and no setting can say so.
   */
  readonly practice: {
    readonly begun: (baseUrl: string) => void
    readonly ended: (baseUrl: string) => void
    readonly isAt: (baseUrl: string) => boolean
  }
  /** Once it is known whether the data folder is sound; until then nothing is sent or judged. */
  readonly known: Promise<Result<void>>
  /** Ends in order: requests under way are waited for, what they answered is written. */
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
    // What the start itself reads may be what finds damage.
    if (!isDamage(error)) throw error
    const failure = workspace.damaged(messageOf(error))
    for (const end of begun.toReversed()) await end()
    return { ok: false, failure }
  }
}

/** `begun`: what has to be ended, the last first, where damage is found before all has begun. */
async function begin(
  options: EngineOptions,
  workspace: Workspace,
  time: RememberingClock,
  begun: (() => Promise<void> | void)[],
): Promise<Engine> {
  const clock = hearing(time, (error) => soundness.isDamage(error))
  const store = createStore(workspace)
  const news = createNews(clock)
  /** Work that nobody waits for: what keeps it from its end is told, and ends nothing else. */
  const left = (error: unknown): void => {
    if (!soundness.isDamage(error)) news.notice('error', leftWords(error))
  }
  const ending = new AbortController()
  const untilDisk = createDiskWait(clock, news.notice)
  const aside = (work: () => Promise<void>): Promise<void> => untilDisk(work, ending.signal).catch(left)
  const machine = followMachine({
    store,
    news,
    clock,
    // A clock of a test's own is the only time that there is.
    uptime: options.machine?.uptime ?? (options.clock === undefined ? systemUptime : clock.monotonic),
    gapMs: options.machine?.gapMs,
    afterSleep: options.afterSleep ?? (() => undefined),
    office: () => office,
  })
  const soundness = followSoundness({
    workspace,
    clock,
    start: options.check?.start,
    changed: () => {
      for (const { id, stage } of store.batches.all()) if (stage === 'open') news.batchChanged(id)
    },
    sound: () => office.wakeAll(),
    damaged: (failure) => {
      waves.stop().catch(left)
      office.stop().catch(left)
      news.notice('error', failure.message)
      options.damaged?.(failure)
    },
    unknown: ({ message }) => news.notice('error', message),
  })
  const office = createSendingOffice({
    store,
    transport: machine.lookFirst(options.transport),
    resting: machine.resting,
    readsOnly: options.readsOnly,
    unsound: soundness.holds,
    isDamage: soundness.isDamage,
    keySafe: options.keySafe,
    clock,
    random: options.random ?? Math.random,
    changed: (id) => {
      news.batchChanged(id)
      waves.changed(id)
    },
    notice: news.notice,
  })
  const waves = createWaves({
    store,
    clock,
    changed: news.batchChanged,
    ensure: office.ensure,
    putBack: office.putBack,
    notice: news.notice,
    isDamage: soundness.isDamage,
    readsOnly: options.readsOnly,
  })
  begun.push(() => soundness.stop(), machine.stop, store.lookups.close)
  const found = office.recover(workspace.endedCleanly)
  const unfinished = createUnfinishedFiles(store.settings)
  if (options.readsOnly !== true) void aside(unfinished.removeLeft)
  const playbook = createPlaybook({ store, now: clock.now, changed: news.batchChanged })
  const workshop = createWorkshop({
    store,
    reader: options.reader,
    clock,
    version: options.version,
    untilDisk,
    isDamage: soundness.isDamage,
    unfinished,
    remove: (batch, file) => removal.remove(batch, file),
    changed: news.batchChanged,
    checked: (id) => {
      const connection = store.batches.get(id)?.connectionId ?? null
      if (connection !== null) void aside(() => office.ensure(connection))
      void aside(() => playbook.settle(id))
    },
  })
  const catalogues = createCatalogues(store.catalogues, clock.now)
  const editing = createEditing({
    store,
    now: clock.now,
    changed: (id) => {
      news.batchChanged(id)
      const connection = store.rechecks.isOn(id) ? store.batches.get(id)?.connectionId : null
      if (connection) void aside(() => office.ensure(connection))
    },
    buildAnew: (id) => {
      const batch = store.batches.get(id)
      if (batch !== null) workshop.continueLoading(batch)
    },
    judgeLater: workshop.rejudge,
  })
  const memory = createMemory({ store, editing, now: clock.now })
  const removal = createRemoval({
    store,
    memory,
    clock,
    folder: options.folder,
    aside,
    changed: news.batchChanged,
  })
  const versions = createVersions({
    store,
    clock,
    editing,
    changed: news.batchChanged,
    judgeLater: workshop.rejudge,
    untilDisk,
    isDamage: soundness.isDamage,
    notice: news.notice,
  })
  const reading = {
    store,
    clock,
    changed: news.batchChanged,
    wake: (connection: number) => void aside(() => office.ensure(connection)),
    aside,
  }
  const lookAgain = createLookAgain(reading)
  const statusPaths = createStatusPaths(reading)
  const backups = keepBackups(workspace, clock, {
    failed: (message) => news.notice('warning', message),
    isDamage: soundness.isDamage,
    isDoubtful: soundness.holds,
  })
  begun.push(() => backups.stop())
  const views = createBatchViews(
    store,
    office,
    workshop,
    { clock, changed: news.batchChanged },
    machine.offline,
    soundness.waiting,
  )
  const attention = followAttention({
    store,
    views,
    office,
    clock,
    news,
    isDamage: soundness.isDamage,
    quarantined: found.quarantined,
    doubted: workspace.doubted,
  })
  begun.push(() => attention.stop())
  const status = { endedCleanly: workspace.endedCleanly, folder: options.folder, ...found }
  const router = createRouter({
    reader: options.reader,
    keySafe: options.keySafe,
    samplePath: options.samplePath ?? null,
    clock,
    store,
    catalogues,
    office,
    workshop,
    editing,
    memory,
    fixing: createFixing({ store, editing }),
    playbook,
    removal,
    unfinished,
    versions,
    lookAgain,
    statusPaths,
    views,
    news,
    machine,
    attention,
    soundness,
    waves,
    status,
  })

  async function close(): Promise<void> {
    // Everything is left while it ends.
    const left = soundness.stop()
    ending.abort()
    machine.stop()
    attention.stop()
    await backups.stop()
    await versions.stop()
    await lookAgain.close()
    await statusPaths.close()
    await waves.stop()
    await workshop.stop()
    await removal.stop()
    await playbook.stop()
    await memory.stop()
    await office.stop()
    await store.lookups.close()
    await store.checkpoints.end()
    news.end()
    await left
    try {
      workspace.close()
    } catch (error) {
      throw new Error(`The workspace could not be closed: ${messageOf(error)}`, { cause: error })
    }
  }
  begun.push(close)

  if (options.readsOnly !== true) removal.resume()
  for (const batch of store.dirty.batches()) workshop.rejudge(batch)
  versions.followNews(news).catch(left)
  versions.resume()
  lookAgain.resume()
  statusPaths.resume()
  waves.followNews(news).catch(left)
  waves.resume()
  /** Where connections lead shows on each of them, and on every batch. */
  function tellPlaces(): void {
    news.connectionsChanged()
    for (const { id } of store.batches.all()) news.batchChanged(id)
  }
  return {
    router,
    notice: news.notice,
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
    known: soundness.known,
    close,
  }
}

/** The same clock, but that it hears of what its calls throw first: true where that is told already. */
function hearing(clock: RememberingClock, told: (error: unknown) => boolean): RememberingClock {
  return {
    ...clock,
    after: (ms, call) =>
      clock.after(ms, () => {
        try {
          call()
        } catch (error) {
          if (!told(error)) throw error
        }
      }),
  }
}

function leftWords(error: unknown): string {
  const what = messageOf(error)
  return isDiskTrouble(error)
    ? `The disk does not take writes (${what}), so something in the background waits. Make room: it goes on at the next start.`
    : `Something in the background was left by a fault of Carryover: ${what}. Nothing is lost; start it anew, and report it.`
}
