// Operator actions on a running sandbox, in process and behind the operator's HTTP surface: suppliers, processes,
// clock, speed, switches, tokens. None of it is part of the service's own API.
import { accountIdOf, type Processes } from './storage/processes.ts'
import type { ProcessFilter, ProcessRow, Storage, Supplier, SupplierStatus } from './storage/storage.ts'
import { switches as switchesSchema, type Switches, type SwitchesInput } from './switches.ts'
import { timestamp, type Clock } from './timestamps.ts'

export type ControlParts = {
  readonly storage: Storage
  readonly clock: Clock
  readonly processes: Processes
  readonly expireTokens: () => void
  /** Shared settings of the whole sandbox; changed in place by the functions below. */
  readonly settings: { switches: Switches; speed: number }
}

export type Control = ReturnType<typeof createControl>

export function createControl(parts: ControlParts) {
  const { processes, expireTokens } = parts
  return {
    ...supplierControl(parts),
    ...processControl(parts),
    ...clockControl(parts),
    ...switchControl(parts),
    /** Makes every due move; reads do so automatically. */
    advance: processes.advance,
    expireTokens,
  }
}

function supplierControl({ storage }: ControlParts) {
  return {
    suppliers: (): readonly Supplier[] => storage.suppliers(),
    /** Changes a supplier, or adds it (by default ongoing, no dry run). */
    setSupplier: (code: string, change: { status?: SupplierStatus; dryRun?: boolean }): Supplier => {
      const before = storage.supplier(code) ?? { code, status: 'ongoing', dryRun: false }
      const supplier = { ...before, ...change }
      storage.putSupplier(supplier)
      return supplier
    },
  }
}

function processControl({ storage, processes }: ControlParts) {
  const view = (process: ProcessRow) => ({
    id: process.id,
    supplier: process.supplier,
    account: process.account,
    accountId: accountIdOf(process),
    dryRun: process.dry_run,
    record: processes.record(process),
  })

  return {
    /** By id, oldest first; includes every process of a key, not only the newest. */
    processes: (filter: ProcessFilter = {}) => {
      processes.advance()
      return storage.processes(filter).map(view)
    },
    /** The newest process of a key with all its events; null if there is none. */
    process: (supplier: string, account: string) => {
      const process = processes.read(supplier, account)
      if (process === undefined) return null
      const events = storage.events(process.id).map(({ event, occurred_at, data }) => ({
        event,
        occurred_at: timestamp(occurred_at),
        data,
      }))
      return { ...view(process), events }
    },
    /**
     * Removes the accounts that are not kept, with their processes, events and references, also from the storage's free
     * pages. A process without an account number is not kept.
     */
    forget: (isKept: (supplier: string, account: string) => boolean): Promise<void> =>
      forget(storage, isKept),
    cancel: processes.cancel,
    /** Changes the status of a finished process, and its identifier or error. */
    restate: processes.restate,
  }
}

function clockControl({ storage, clock, processes, settings }: ControlParts) {
  return {
    /** Milliseconds since 1970 by the sandbox's clock. */
    now: (): number => clock.micros() / 1_000,
    /** Forwards or backwards; stored. */
    moveClock: (milliseconds: number): void => {
      clock.move(milliseconds)
      storage.setSetting('clock_offset_ms', String(clock.offsetMs()))
      processes.advance()
    },
    speed: (): number => settings.speed,
    /** For processes created from now on. */
    setSpeed: (speed: number): void => {
      settings.speed = speed
    },
  }
}

function switchControl({ settings }: ControlParts) {
  return {
    switches: (): Switches => settings.switches,
    setSwitches: (change: SwitchesInput): Switches => {
      settings.switches = switchesSchema.parse({ ...settings.switches, ...change })
      return settings.switches
    },
  }
}

const forgottenAtOnce = 200

async function forget(
  storage: Storage,
  isKept: (supplier: string, account: string) => boolean,
): Promise<void> {
  for (let after = 0; ; ) {
    const page = storage.processes({ afterId: after, limit: forgottenAtOnce })
    const last = page.at(-1)
    if (last === undefined) break
    after = last.id
    const gone = page.filter(({ supplier, account }) => account === null || !isKept(supplier, account))
    storage.transaction(() => {
      for (const { id } of gone) storage.dropProcess(id)
    })
    await new Promise(setImmediate)
  }
  storage.shrink()
}
