// Account import processes and their moves (service-spec.md section 3):
//
//   PENDING → IN_PROGRESS → PROCESSED | ERRORED          dry run: → DRY_RUN_SUCCEEDED | DRY_RUN_ERRORED
//      ↘ CANCELLED (by the operator)
//
// Moves have fixed times, drawn when the process is created, and are applied in that order on a read or a timer
// tick. The outcome therefore does not depend on the time of the read. Only the newest process of a key is read.
import { assertNever } from '../../../shared/contract/assert-never.ts'
import { events, importDomain, type StatusRecord } from '../../../shared/sending/service.ts'
import { fraction } from '../seeded.ts'
import type { EventRow, ImportError, ProcessRow, Reference, Storage, Supplier } from './storage.ts'
import type { Switches } from '../switches.ts'
import { timestamp, type Clock } from '../timestamps.ts'

export type CreateRequest = {
  readonly supplier: Supplier
  /** Null if the payload has no account number: such a process can never be read. */
  readonly account: string | null
  readonly references: readonly Reference[]
}
export type CreateOutcome =
  | { readonly kind: 'created' }
  | { readonly kind: 'again' }
  | { readonly kind: 'already_imported'; readonly accountId: string }

/** Next state of a process at its due instant. Pure: the one fact that it needs is a parameter. */
export function nextMove(process: ProcessRow, facts: { taken: boolean }): ProcessRow {
  const at = process.due_at
  if (at === null) throw new Error(`Process ${process.id} has no move due.`)
  if (process.status === 'PENDING') {
    return { ...process, status: 'IN_PROGRESS', modified_at: at, due_at: process.ends_at }
  }
  const error = facts.taken ? referenceError : process.fails ? failedError : null
  const done = { ...process, modified_at: at, due_at: null, latest_error: error }
  if (process.dry_run) return { ...done, status: error === null ? 'DRY_RUN_SUCCEEDED' : 'DRY_RUN_ERRORED' }
  if (error !== null) return { ...done, status: 'ERRORED' }
  return { ...done, status: 'PROCESSED', platform_identifier: String(500_000 + process.id) }
}

const referenceError: ImportError = {
  code: 'reference_already_exists',
  detail: 'A reference of this account is already used by another account.',
  domain: importDomain,
}
const failedError: ImportError = {
  code: 'account_creation_failed',
  detail: 'The account could not be created.',
  domain: importDomain,
}

/** Event of a move; none is documented for the other states (service-spec.md section 6). */
function eventOf(process: ProcessRow): string | null {
  switch (process.status) {
    case 'PROCESSED':
      return events.processed
    case 'ERRORED':
    case 'DRY_RUN_ERRORED':
      return events.errored
    case 'PENDING':
    case 'IN_PROGRESS':
    case 'CANCELLED':
    case 'DRY_RUN_SUCCEEDED':
      return null
    default:
      return assertNever(process.status)
  }
}

/** The platform's account number: known from the start, and different from the platform identifier. */
export function accountIdOf(process: ProcessRow): string {
  return `A-${String(10_000_000 + process.id)}`
}

export type ProcessesSettings = {
  readonly storage: Storage
  readonly clock: Clock
  readonly seed: number
  readonly switches: () => Switches
  /** Time scale: 2 is twice as fast, Infinity at once. */
  readonly speed: () => number
}

/** `nextDue`: the earliest due move of any process, in microseconds since 1970; null if none is due. */
type Context = ProcessesSettings & { nextDue: number | null }

export type Processes = ReturnType<typeof createProcesses>

export function createProcesses(settings: ProcessesSettings) {
  const context: Context = { ...settings, nextDue: settings.storage.nextDue() }
  const { storage, clock, switches } = settings
  return {
    advance: () => advance(context),
    create: (request: CreateRequest) => create(context, request),
    read: (supplier: string, account: string) => read(context, supplier, account),
    cancel: (supplier: string, account: string) => cancel(context, supplier, account),
    restate: (supplier: string, account: string, status: 'PROCESSED' | 'ERRORED', identifier?: string) =>
      restate(context, supplier, account, status, identifier),
    /** Record of service-spec.md section 2.3. `skewMs` shifts its times, like a service with a wrong clock. */
    record: (process: ProcessRow, skewMs = 0): StatusRecord =>
      statusRecordOf(process, storage.latestEvent(process.id), {
        skew: skewMs * 1_000,
        now: clock.micros(),
        switches: switches(),
      }),
  }
}

function keyOf(process: { supplier: string; account: string | null }): string {
  return `${process.supplier}/${process.account ?? ''}`
}

function finish(context: Context, before: ProcessRow): void {
  const { storage } = context
  const finishing = before.status === 'IN_PROGRESS'
  const after = nextMove(before, {
    taken: finishing && before.refs.some((reference) => storage.referenceTaken(reference)),
  })
  storage.moveProcess(before, after)
  if (after.status === 'PROCESSED') {
    for (const reference of after.refs) storage.takeReference(reference, after.id)
  }
  const event = eventOf(after)
  if (event !== null) storage.addEvent(after.id, event, after.modified_at, after.latest_error)
}

/** Makes every move that is due, in order. */
function advance(context: Context): void {
  const { storage, clock } = context
  const now = clock.micros()
  if (context.nextDue === null || context.nextDue > now) return
  storage.transaction(() => {
    for (let due = storage.dueProcess(now); due !== undefined; due = storage.dueProcess(now))
      finish(context, due)
  })
  context.nextDue = storage.nextDue()
}

function durations(
  context: Context,
  key: string,
  ordinal: number,
): readonly [pending: number, inProgress: number] {
  const { seed, switches, speed } = context
  const draw = ([from, to]: readonly [number, number], word: string): number =>
    Math.round(((from + (to - from) * fraction(seed, word, key, ordinal)) * 1_000_000) / speed())
  return [draw(switches().pendingSeconds, 'pending'), draw(switches().inProgressSeconds, 'in progress')]
}

function add(context: Context, request: CreateRequest, ordinal: number): void {
  const { storage, clock, seed, switches } = context
  const createdAt = clock.micros()
  const process = { supplier: request.supplier.code, account: request.account }
  const [pending, inProgress] = durations(context, keyOf(process), ordinal)
  const startsAt = createdAt + pending
  const id = storage.addProcess({
    ...process,
    ordinal,
    dryRun: request.supplier.dryRun,
    fails: fraction(seed, 'fail', keyOf(process), ordinal) < switches().failShare,
    references: request.references,
    createdAt,
    startsAt,
    endsAt: startsAt + inProgress,
  })
  storage.addEvent(id, events.created, createdAt, null)
  if (context.nextDue === null || startsAt < context.nextDue) context.nextDue = startsAt
}

function create(context: Context, request: CreateRequest): CreateOutcome {
  const { storage, switches } = context
  advance(context)
  return storage.transaction((): CreateOutcome => {
    const current =
      request.account === null ? undefined : storage.newestProcess(request.supplier.code, request.account)
    const running = current?.status === 'PENDING' || current?.status === 'IN_PROGRESS'
    if (
      (current?.status === 'PROCESSED' && switches().afterProcessed === 'refuse') ||
      (running && switches().whileRunning === 'refuse')
    ) {
      return { kind: 'already_imported', accountId: accountIdOf(current) }
    }
    if (running && switches().whileRunning === 'same') return { kind: 'again' }
    add(context, request, (current?.ordinal ?? 0) + 1)
    return { kind: 'created' }
  })
}

function read(context: Context, supplier: string, account: string): ProcessRow | undefined {
  advance(context)
  return context.storage.newestProcess(supplier, account)
}

/** Only a PENDING process can be cancelled; no event is documented for it. */
function cancel(
  context: Context,
  supplier: string,
  account: string,
): 'cancelled' | 'not_found' | 'not_pending' {
  const { storage, clock } = context
  const before = read(context, supplier, account)
  if (before === undefined) return 'not_found'
  if (before.status !== 'PENDING') return 'not_pending'
  storage.moveProcess(before, {
    ...before,
    status: 'CANCELLED',
    modified_at: clock.micros(),
    due_at: null,
  })
  context.nextDue = storage.nextDue()
  return 'cancelled'
}

/** The platform's operator corrects or cancels a finished process manually: its record changes from then on. */
function restate(
  context: Context,
  supplier: string,
  account: string,
  status: 'PROCESSED' | 'ERRORED',
  identifier?: string,
): 'restated' | 'not_found' | 'not_finished' {
  const { storage, clock } = context
  const before = read(context, supplier, account)
  if (before === undefined) return 'not_found'
  if (before.due_at !== null) return 'not_finished'
  const isThere = status === 'PROCESSED'
  const after: ProcessRow = {
    ...before,
    status,
    modified_at: clock.micros(),
    platform_identifier: isThere ? (identifier ?? String(500_000 + before.id)) : null,
    latest_error: isThere ? null : failedError,
  }
  storage.moveProcess(before, after)
  const event = eventOf(after)
  if (event !== null) storage.addEvent(after.id, event, after.modified_at, after.latest_error)
  return 'restated'
}

function statusRecordOf(
  process: ProcessRow,
  latest: EventRow,
  { skew, now, switches }: { skew: number; now: number; switches: Switches },
): StatusRecord {
  const shown = process.modified_at + switches.identifierDelaySeconds * 1_000_000 <= now
  const record = {
    status: process.status,
    platform_identifier: shown ? process.platform_identifier : null,
    created_at: timestamp(process.created_at + skew),
    modified_at: timestamp(process.modified_at + skew),
    latest_event: {
      event: latest.event,
      occurred_at: timestamp(latest.occurred_at + skew),
      data: latest.data,
    },
    latest_error: process.latest_error,
  } satisfies StatusRecord
  if (!switches.omitNulls) return record
  const { platform_identifier, latest_error, ...rest } = record
  return {
    ...rest,
    ...(platform_identifier === null ? {} : { platform_identifier }),
    ...(latest_error === null ? {} : { latest_error }),
  }
}
