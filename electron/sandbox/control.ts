// Controls of the platform's operator over a running sandbox, in process and behind the operator's page: suppliers,
// processes, clock, speed, switches, tokens. They are not part of the service's API.
import { accountIdOf, type Processes } from './processes.ts'
import type { ProcessFilter, ProcessRow, Storage, Supplier, SupplierStatus } from './storage.ts'
import { switches as switchesSchema, type Switches, type SwitchesInput } from './switches.ts'
import { timestamp, type Clock } from './timestamps.ts'

export type ControlParts = {
  readonly storage: Storage
  readonly clock: Clock
  readonly processes: Processes
  readonly expireTokens: () => void
  /** What the whole sandbox looks at; changed in place by the functions below. */
  readonly settings: { switches: Switches; speed: number }
}

export type Control = ReturnType<typeof createControl>

export function createControl({ storage, clock, processes, settings, expireTokens }: ControlParts) {
  const view = (process: ProcessRow) => ({
    id: process.id,
    supplier: process.supplier,
    account: process.account,
    accountId: accountIdOf(process),
    dryRun: process.dry_run,
    record: processes.record(process),
  })

  return {
    suppliers: (): readonly Supplier[] => storage.suppliers(),
    /** Changes a supplier, or adds it (ongoing, no dry run, unless said). */
    setSupplier: (code: string, change: { status?: SupplierStatus; dryRun?: boolean }): Supplier => {
      const before = storage.supplier(code) ?? { code, status: 'ongoing', dryRun: false }
      const supplier = { ...before, ...change }
      storage.putSupplier(supplier)
      return supplier
    },
    /** By id, oldest first; every process of a key, not only the newest. */
    processes: (filter: ProcessFilter = {}) => {
      processes.advance()
      return storage.processes(filter).map(view)
    },
    /** The newest process of a key with all its events; null when there is none. */
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
    cancel: processes.cancel,
    /** Changes the word, and with it the identifier or the error, of a process that has finished. */
    restate: processes.restate,
    /** Milliseconds since 1970 by the sandbox's clock. */
    now: (): number => clock.micros() / 1_000,
    /** Forwards or back; remembered with the storage. */
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
    switches: (): Switches => settings.switches,
    setSwitches: (change: SwitchesInput): Switches => {
      settings.switches = switchesSchema.parse({ ...settings.switches, ...change })
      return settings.switches
    },
    /** Makes every move that is due; reads do the same by themselves. */
    advance: processes.advance,
    expireTokens,
  }
}
