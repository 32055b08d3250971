// What every part of the engine stands on: the clock, the store, the event bus, background work that waits for the
// disk, the integrity check and power events. Sending, waves and jobs come later and are asked for only then.
import { message, type Message } from '../../../shared/texts/message.ts'
import { isDiskTrouble } from '../store/database/disk-trouble.ts'
import type { StartCheck } from '../store/database/check/database-check.ts'
import type { Workspace } from '../store/database/open.ts'
import { createStore } from '../store/store.ts'
import type { ConnectionManager } from '../sending/connections/connection-manager.ts'
import type { Waves } from '../sending/waves/waves.ts'
import type { JobRunner } from '../jobs/runner.ts'
import type { RememberingClock } from './clock.ts'
import { createDiskWait } from './data-folder/disk-wait.ts'
import { followIntegrity, type Integrity } from './data-folder/integrity.ts'
import { createEventBus } from './event-bus.ts'
import { type Failure, messageOf } from './failure.ts'
import { faultOf } from './log/fault-entry.ts'
import { openProgramLog } from './log/program-log.ts'
import { systemUptime } from './power/machine.ts'
import { createPowerEvents } from './power/power-events.ts'

export type BaseOptions = {
  /** The data folder. */
  readonly folder: string
  /** True if the clock is a test's: then its own monotonic time is the uptime. */
  readonly isTestClock: boolean
  /** Called after a sleep, so that the transport drops connections opened before it. */
  readonly afterSleep?: ((uncountedMs: number) => void) | undefined
  /** For tests: milliseconds since the machine was started, and the shortest gap that counts as a sleep. */
  readonly machine?: { readonly uptime?: () => number; readonly gapMs?: number } | undefined
  /** Called when the database is found damaged while open: sending stops, and the host must quit. */
  readonly damaged?: ((failure: Failure) => void) | undefined
  /** For tests of the integrity check: how it is started. */
  readonly startCheck?: StartCheck | undefined
}

/** Parts that are created after the base. */
export type PartsAfterBase = {
  readonly connectionManager: () => ConnectionManager
  readonly waves: () => Waves
  readonly jobs: () => JobRunner
}

export type Base = ReturnType<typeof startBase>

export function startBase(
  options: BaseOptions,
  workspace: Workspace,
  time: RememberingClock,
  later: PartsAfterBase,
) {
  const clock = hearing(time, (error) => integrity.isDamage(error))
  const store = createStore(workspace)
  const eventBus = createEventBus(clock)
  const log = openProgramLog(options.folder, clock.now)
  const { fault, left } = reportsTo(log, eventBus, (error) => integrity.isDamage(error))
  const ending = new AbortController()
  const untilDisk = createDiskWait(clock, eventBus.notice)
  const machine = createPowerEvents({
    store,
    eventBus,
    clock,
    uptime: options.machine?.uptime ?? (options.isTestClock ? clock.monotonic : systemUptime),
    gapMs: options.machine?.gapMs,
    afterSleep: options.afterSleep ?? (() => undefined),
    connectionManager: later.connectionManager,
  })
  const integrity: Integrity = followIntegrity({
    workspace,
    clock,
    start: options.startCheck,
    changed: () => {
      for (const { id, stage } of store.batches.all()) if (stage === 'open') eventBus.batchChanged(id)
    },
    sound: () => later.connectionManager().wakeAll(),
    damaged(failure) {
      log.add({ kind: 'damaged', code: failure.code })
      stopWork(later, left)
      eventBus.notice('error', failure.message)
      options.damaged?.(failure)
    },
    unknown: (failure) => eventBus.notice('error', failure.message),
  })
  return {
    clock,
    store,
    eventBus,
    log,
    fault,
    left,
    ending,
    untilDisk,
    /** Does work that nobody waits for, as soon as the disk takes writes. */
    aside: (work: () => Promise<void>): Promise<void> => untilDisk(work, ending.signal).catch(left),
    machine,
    integrity,
    changed: eventBus.batchChanged,
  }
}

/** After damage nothing is sent and no job goes on. */
function stopWork({ waves, jobs, connectionManager }: PartsAfterBase, left: (error: unknown) => void): void {
  waves().stop()
  jobs().stop().catch(left)
  connectionManager().stop().catch(left)
}

function reportsTo(
  log: ReturnType<typeof openProgramLog>,
  eventBus: ReturnType<typeof createEventBus>,
  isDamage: (error: unknown) => boolean,
) {
  /** Logs an error of background work. True: the database is damaged, which is reported by itself. */
  const fault = (error: unknown): boolean => {
    if (isDamage(error)) return true
    log.add(faultOf(error, 'background', null))
    return false
  }
  /** Handles errors of background work that no caller awaits: reports them and stops nothing else. */
  const left = (error: unknown): void => {
    if (!fault(error)) eventBus.notice('error', backgroundErrorText(error))
  }
  return { fault, left }
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
