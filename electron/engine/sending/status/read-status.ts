// Reads statuses: of accounts on their way, longest overdue first, and of done accounts that are to be rechecked.
// Both share one read budget, and both go on while sending is paused.
import { hideQuoted } from '../../accounts/masking/quoted-values.ts'
import type { Moment } from '../decisions/decide-create.ts'
import type { TokenBucket } from '../limits/token-bucket.ts'
import { createReadTrouble } from './read-trouble.ts'
import type { RequestContext, Slot, Started, Work } from '../request-context.ts'
import type { StatusAnswer } from '../service-client/service-client.ts'
import { type StatusMemory, storeStatusAnswer } from './store-status.ts'

export type ReadWork = Work & {
  /** Restarts all quiet times. */
  forgetQuiet(): void
  /** Milliseconds until a due status may be read; null if nothing is held back. */
  wait(): number | null
}

/** One of every four reads is a recheck if any is due, so that neither kind starves the other. */
const rechecksAmong = 4

type StatusReading = StatusMemory & {
  readonly budget: TokenBucket
  readonly trouble: ReturnType<typeof createReadTrouble>
  /** Accounts whose status is being read. */
  readonly underWay: Set<number>
  turn: number
  /** True if a due status waits for the budget or for a proper answer. */
  isHeldUp: boolean
}

export function createReadWork(context: RequestContext, budget: TokenBucket): ReadWork {
  const { store, clock, connectionId, random } = context
  const reading: StatusReading = {
    context,
    store,
    clock,
    connectionId,
    budget,
    trouble: createReadTrouble({
      clock,
      random,
      notifyTrouble: (reported) => context.readTrouble?.(reported),
    }),
    underWay: new Set(),
    quietSince: new Map(),
    notUnderstood: new Map(),
    cutReported: new Set(),
    turn: 1,
    isHeldUp: false,
  }
  return {
    // A create that was written but had not left when the machine went to sleep leaves after the wake-up. So only a
    // "not found" after that, followed by a whole quiet time on the monotonic clock, proves that it did not arrive.
    forgetQuiet: () => reading.quietSince.clear(),
    wait: () => (reading.isHeldUp ? waitNow(reading) : null),
    start: (now) => startNext(reading, now),
  }
}

function startNext(reading: StatusReading, now: number): Started | null {
  const { underWay } = reading
  reading.isHeldUp = false
  const mustWait = waitNow(reading) !== 0
  const id = next(reading, now)
  if (id === undefined) return null
  if (mustWait || !reading.budget.take()) {
    reading.isHeldUp = true
    return null
  }
  reading.turn += 1
  underWay.add(id)
  return { run: (slot) => read(reading, id, slot).finally(() => void underWay.delete(id)) }
}

/** The next account to read. Those under way are still due in the store, so they are skipped. */
function next(reading: StatusReading, now: number): number | undefined {
  const limit = reading.underWay.size + 1
  const isFree = (id: number): boolean => !reading.underWay.has(id)
  const toRecheck = (): number | undefined =>
    reading.store.processing.toRecheck(reading.connectionId, now, limit).find(isFree)
  const onTheWay = (): number | undefined =>
    reading.store.processing.toRead(reading.connectionId, now, limit).find(isFree)
  return reading.turn % rechecksAmong === 0 ? (toRecheck() ?? onTheWay()) : (onTheWay() ?? toRecheck())
}

function waitNow(reading: StatusReading): number | null {
  const pages = reading.trouble.wait(reading.underWay.size)
  return pages === null ? null : Math.max(pages, reading.budget.wait())
}

async function read(reading: StatusReading, id: number, slot: Slot): Promise<void> {
  const before = reading.store.accounts.details(id)
  if (before.status_path === null) throw new Error(`Account ${id} has no status path`)
  const { client, unlessClosing } = reading.context
  const answer = await unlessClosing(client.status(before.status_path))
  if (answer === null) return
  noteWhoAnswered(reading, id, answer)
  // A proper answer frees its slot before it is written. Other answers are written first, since they may stop
  // requests.
  const isProper = answer.kind === 'record' || answer.kind === 'not_found'
  if (isProper) slot.free()
  // The time is taken when writing: if the clock was set in between, the next read would be off by as much.
  const moment = (): Moment => ({
    now: reading.clock.now(),
    random: reading.context.random,
    limits: reading.context.limits,
  })
  await reading.context.untilWritten(
    () => storeStatusAnswer(reading, before, answer, moment()),
    isProper ? 'soon' : 'now',
  )
  reading.context.changed(before.batch_id)
}

/** Notes who answered, once per answer even if the disk refuses it repeatedly. */
function noteWhoAnswered(reading: StatusReading, id: number, answer: StatusAnswer): void {
  if (answer.kind === 'record' || answer.kind === 'not_found') {
    reading.context.answered()
    reading.notUnderstood.delete(id)
    reading.trouble.proper()
  } else if (answer.kind === 'not_this_service' || answer.kind === 'not_understood') {
    reading.context.answered()
    reading.trouble.page(answer.httpStatus, hideQuoted(reading.context.store, id)(answer.message))
  }
}
