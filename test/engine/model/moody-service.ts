// Model of the data-import service by its specification and the field notes: processes with states over time, at most
// one running per key, suppliers that an operator closes, keys and tokens, and statuses that change later. Faults in
// its answers are simulated by the wire. It logs what it did for the oracle.
import { codes, paths } from '../../../shared/sending/service.ts'
import type {
  TransportReply,
  TransportRequest,
} from '../../../electron/engine/sending/service-client/transport.ts'

export const ends = ['PROCESSED', 'ERRORED', 'CANCELLED', 'DRY_RUN_SUCCEEDED', 'DRY_RUN_ERRORED'] as const
export type End = (typeof ends)[number]
export type SupplierStatus = 'ongoing' | 'paused' | 'complete'

/** The next processes: their end, its delay, and how long they stay invisible. */
export type Fate = { readonly end: End; readonly afterMs: number; readonly hiddenMs: number }
export const usualFate: Fate = { end: 'PROCESSED', afterMs: 6000, hiddenMs: 0 }

/**
 * If a process ended less than this after it accepted a create, it is unknown whether it included the create: two
 * clocks differ, and the measured clock of its record has a range of three seconds.
 */
const hardlyAfter = 9000

export type Process = {
  readonly key: string
  readonly createdAt: number
  readonly visibleAt: number
  endsAt: number
  end: End
  identifier: string
  readonly foreign: boolean
  /** Our attempts that were accepted for this process: the one that created it, and any repeated ones. */
  readonly accepted: string[]
  /** When it accepted the last of them. */
  takenAt: number
  mindChanged: boolean
}

export type Service = ReturnType<typeof createService>

/** `aheadMs`: the lead of the clock of its records over its own time. */
export function createService(clock: { readonly serviceNow: () => number }, aheadMs = 0) {
  /** Records behind Date show an earlier end; as long as too few accounts were read to measure it, that adds up. */
  const unknownAfter = hardlyAfter + Math.max(0, -aheadMs)
  const processes = new Map<string, Process[]>()
  const suppliers = new Map<string, SupplierStatus>()
  const tokens = new Set<string>()
  let fate = usualFate
  let key = 'key-1'
  let keyWorks = true
  let issued = 0
  let identifiers = 0

  const all = (of: string): Process[] => processes.get(of) ?? []
  const hasEnded = (process: Process): boolean => clock.serviceNow() >= process.endsAt

  function wordOf(process: Process): string {
    if (hasEnded(process)) return process.end
    return clock.serviceNow() < process.createdAt + 2000 ? 'PENDING' : 'IN_PROGRESS'
  }

  function add(of: string, foreign: boolean): Process {
    const now = clock.serviceNow()
    identifiers += 1
    const made: Process = {
      key: of,
      createdAt: now,
      visibleAt: foreign ? now : now + fate.hiddenMs,
      endsAt: now + fate.afterMs,
      end: fate.end,
      identifier: `P-${identifiers}`,
      foreign,
      accepted: [],
      takenAt: now,
      mindChanged: false,
    }
    processes.set(of, [...all(of), made])
    return made
  }

  function token(request: TransportRequest): TransportReply {
    const text = Buffer.from(request.body ?? []).toString()
    if (!keyWorks || !text.includes(`"${key}"`))
      return reply(200, { data: { obtainPlatformToken: null }, errors: [{ message: 'Unknown key.' }] })
    issued += 1
    tokens.add(`token-${issued}`)
    const exp = Math.floor(clock.serviceNow() / 1000) + 3600
    return reply(200, { data: { obtainPlatformToken: { token: `token-${issued}`, payload: { exp } } } })
  }

  function create(of: string, attempt: string): TransportReply {
    const last = all(of).at(-1)
    if (last !== undefined && hasEnded(last) && last.end === 'PROCESSED')
      return reply(400, {
        non_field_errors: { code: codes.alreadyImported, detail: `Account ${of} is there.` },
        account_id: last.identifier,
      })
    const process = last === undefined || hasEnded(last) ? add(of, false) : last
    process.accepted.push(attempt)
    process.takenAt = clock.serviceNow()
    return reply(201, {})
  }

  function status(of: string): TransportReply {
    const process = all(of).findLast(({ visibleAt }) => visibleAt <= clock.serviceNow())
    if (process === undefined) return reply(404, { code: codes.notFound, detail: 'No such process.' })
    return reply(200, recordOf(process, wordOf(process), aheadMs))
  }

  return {
    /** The service's answer to a request that has reached it; `attempt` identifies a create. */
    answer(request: TransportRequest, attempt: string): TransportReply {
      const { route, account, supplier } = read(request)
      if (route === 'token') return token(request)
      const held = (request.headers['authorization'] ?? '').replace(/^Token /, '')
      if (!tokens.has(held)) return reply(401, { code: 'authentication_failed', detail: 'No.' })
      if (route === 'status') return status(account)
      if ((suppliers.get(supplier) ?? 'ongoing') !== 'ongoing')
        return reply(400, { code: codes.supplierNotOngoing, detail: `${supplier} is not open.` })
      return route === 'validate' ? reply(200, {}) : create(account, attempt)
    },
    key: () => key,
    processes: (of: string): readonly Process[] => all(of),
    every: (): readonly Process[] => [...processes.values()].flat(),
    wordOf,
    hasEnded,
    isOpen: (supplier: string): boolean => (suppliers.get(supplier) ?? 'ongoing') === 'ongoing',
    setFate: (next: Fate) => void (fate = next),
    setSupplier: (supplier: string, to: SupplierStatus) => void suppliers.set(supplier, to),
    /** Another client creates the account; false if it exists or is in progress. */
    somebodyElse(of: string): boolean {
      const last = all(of).at(-1)
      if (last !== undefined && !(hasEnded(last) && last.end !== 'PROCESSED')) return false
      add(of, true)
      return true
    },
    /** The service changes the result of the latest finished process; false if there is none. */
    changeMind(of: string, to: End): boolean {
      const last = all(of).at(-1)
      if (last === undefined || !hasEnded(last)) return false
      last.end = to
      identifiers += 1
      last.identifier = `P-${identifiers}`
      last.mindChanged = true
      return true
    },
    /** Whether it is unknown if a process included the create that it accepted last. */
    isUnknown: ({ endsAt, takenAt }: Process): boolean => endsAt < takenAt + unknownAfter,
    revokeTokens: () => void tokens.clear(),
    revokeKey(): void {
      keyWorks = false
      tokens.clear()
    },
    renewKey(): string {
      key = `key-${Number(key.slice(4)) + 1}`
      keyWorks = true
      return key
    },
    /** Ends all faults; everything finishes soon. */
    calm(): void {
      fate = usualFate
      suppliers.clear()
      for (const process of processes.values())
        for (const one of process)
          if (!hasEnded(one)) one.endsAt = Math.min(one.endsAt, clock.serviceNow() + unknownAfter + 1000)
    },
  }
}

export type Route = 'token' | 'validate' | 'create' | 'status'

/** The target of a request; `account` is its status path's last part, `supplier` the part before it. */
export function read(request: TransportRequest): {
  readonly route: Route
  readonly account: string
  readonly supplier: string
} {
  const path = new URL(request.url).pathname
  if (path === paths.token) return { route: 'token', account: '', supplier: '' }
  if (request.method === 'GET') {
    const [supplier = '', account = ''] = path.split('/').slice(-3, -1)
    return { route: 'status', account: `${supplier} ${account}`, supplier }
  }
  const payload = JSON.parse(Buffer.from(request.body ?? []).toString()) as Record<string, string>
  const supplier = payload['import_supplier'] ?? ''
  const account = `${supplier} ${payload['external_account_number'] ?? ''}`
  return { route: path === paths.validate ? 'validate' : 'create', account, supplier }
}

export function reply(status: number, body: unknown, headers: Record<string, string> = {}): TransportReply {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return {
    kind: 'reply',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(text),
  }
}

/** service-spec.md section 2.3: microseconds and an offset. */
const instant = (ms: number): string => new Date(ms).toISOString().replace(/Z$/, '000+00:00')

function recordOf(process: Process, word: string, aheadMs: number): unknown {
  const { identifier } = process
  const [createdAt, endsAt] = [process.createdAt + aheadMs, process.endsAt + aheadMs]
  const over = word === process.end
  const error =
    word === 'ERRORED' || word === 'DRY_RUN_ERRORED'
      ? { code: 'account_creation_failed', detail: 'It could not be created.', domain: 'import_process' }
      : null
  const event = error !== null ? 'ERRORED' : word === 'PROCESSED' ? 'PROCESSED' : 'CREATED'
  const at = instant(over ? endsAt : createdAt)
  return {
    status: word,
    platform_identifier: word === 'PROCESSED' ? identifier : null,
    created_at: instant(createdAt),
    modified_at: at,
    latest_event: { event: `EVENT_ACCOUNT_IMPORT_PROCESS_${event}`, occurred_at: at, data: error },
    latest_error: error,
  }
}
