// Request context: what creating, validating and reading share on one connection. That is the store, the client, the
// limits, and the handling of answers that say nothing about an account (unreachable, sign-in failed, not this
// service).
import type { Limits, Pause } from '../../../shared/sending/connection.ts'
import { type Clock, sleep } from '../system/clock.ts'
import { type Claims, noTeam } from './create/claims.ts'
import { assertNever } from '../../../shared/contract/assert-never.ts'
import type { ServiceAnswers } from '../../../shared/sending/service-answers.ts'
import type { ServiceClient, StatusAnswer, ValidateAnswer } from './service-client/service-client.ts'
import type { NoAnswer } from './service-client/read-replies.ts'
import { diskRetry } from '../system/data-folder/disk-wait.ts'
import { isDiskTrouble } from '../store/database/disk-trouble.ts'
import { hideQuoted } from '../accounts/masking/quoted-values.ts'
import type { Store } from '../store/store.ts'
import { backoff, waitOf } from './limits/backoff.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'
import type { SharedLimiter } from './limits/shared-limiter.ts'
import type { PaceMeter } from './limits/meter.ts'
import type { RateLimiter } from './limits/rate-limiter.ts'
import type { ReadTrouble } from './status/read-trouble.ts'
import { createQuiet } from './quiet-hours.ts'
import type { WakeSignal } from './wake-signal.ts'
import { createSameRefusals, type SameRefusals } from './decisions/same-refusals.ts'
import { createStrayAnswers, persistenceText, type StrayRoute } from './decisions/stray-answers.ts'

export type RequestContextOptions = {
  readonly connectionId: number
  readonly limits: Limits
  readonly attrPrefix: string
  /** The meaning of rejections on this connection. */
  readonly answers: ServiceAnswers
  readonly client: ServiceClient
  readonly store: Store
  readonly clock: Clock
  readonly random: () => number
  /** Joins the rate limiter shared by all connections to this service. `wake` is called when a slot may be free. */
  readonly joinLimiter: (wake: () => void) => SharedLimiter
  /** Of the team that the workspace belongs to. */
  readonly claims?: Claims | undefined
  /** When the quiet hours for all end (infinity: never); null: it is not quiet now. */
  readonly quietForAll?: (() => number | null) | undefined
  /** Nothing new may start for now: the machine is about to sleep. */
  readonly resting?: (() => boolean) | undefined
  /** Read-only mode: statuses are read; nothing is validated or sent. */
  readonly readsOnly?: boolean | undefined
  /** True until the data folder is known to be intact; until then statuses are read and nothing else is done. */
  readonly unsound?: (() => boolean) | undefined
  /** Aborted when the program ends. */
  readonly closing?: AbortSignal | undefined
  /** Called when something of this batch changed. */
  readonly changed: (batch: number) => void
  /** Called when the disk does not take writes; nothing is sent until it does. */
  readonly diskTrouble: (error: unknown) => void
  /**
   * Called when statuses are answered by something other than the service; with null when the service answers again.
   */
  readonly readTrouble?: ((trouble: ReadTrouble | null) => void) | undefined
  /** Called on a bug: sending has stopped. */
  readonly broke: (error: unknown) => void
}

export type PauseEntry = Omit<Pause, 'connectionId' | 'since'>

/** Answers that say nothing about the account. The last kind comes from the service but cannot be parsed. */
export type Unusable = NoAnswer | Extract<ValidateAnswer | StatusAnswer, { kind: 'not_understood' }>

export type RequestContext = RequestContextOptions & {
  readonly claims: Claims
  /** Decides whether a rejection that names no field is about one account or about all of a supplier. */
  readonly sameRefusals: SameRefusals
  /** `account`: whose answer is the reason; the message then quotes none of its sensitive values. */
  readonly pause: (entry: PauseEntry, account?: number) => void
  /**
   * Counts answers that are not the service's own. `came` returns the pause if they persist, null while they are
   * retried.
   */
  readonly stray: {
    readonly makePersistentPause: (route: StrayRoute, entry: PauseEntry) => PauseEntry | null
    readonly noteProperAnswer: (route: StrayRoute) => void
    /** True if the service has answered on this route since the start. */
    readonly hasAnswered: (route: StrayRoute) => boolean
  }
  /**
   * Handles an answer that says nothing about the account: slows down or pauses, and returns for how long to defer
   * the account. `account`: as for `pause`.
   */
  readonly noAnswer: (answer: Unusable, tries: number, account?: number) => number
  /** Records that an account was done so many milliseconds after the service accepted it. */
  readonly doneAfter: (ms: number) => void
  /** Writes, and repeats the write until the disk takes it, so that no received answer is lost. */
  readonly untilWritten: (write: () => void, when?: 'now' | 'soon') => Promise<void>
  /** Writes of one turn share a transaction, together with the next intents. */
  readonly commits: GroupCommit
  readonly rateLimiter: RateLimiter
  /** False while nothing new may start: at the end, and before a sleep of the machine. */
  readonly mayStart: () => boolean
  /** False if only statuses may be read. */
  readonly maySend: () => boolean
  /** The end of the current quiet hours, when nothing is created; null if there are none now. */
  readonly quietUntil: () => number | null
  /** Waits until one more request may be made on the held slot; false if the scheduler stops first. */
  readonly nextTurn: () => Promise<boolean>
  /**
   * The answer to a question, or null if the program ends first. The question is asked again after the next start, so a
   * service that does not answer does not hold up the end of the program.
   */
  readonly unlessClosing: <Answer>(answer: Promise<Answer>) => Promise<Answer | null>
  readonly answered: () => void
  readonly transportFailed: () => void
}

/**
 * One slot of the concurrency limit. Call `free` when the request is over: the next may start while its answer is
 * written.
 */
export type Slot = { readonly free: () => void }

/** A request that was picked. Everything that must be written before it is committed already. */
export type Started = {
  /** Sends the request and stores its answer. */
  readonly run: (slot: Slot) => Promise<void>
}

/** One kind of work: returns its next request, or null. */
export type Work = { start(now: number): Started | null }

/** Approximate growth of the write-ahead log per answer and following intent. */
const bytesOfAWrite = 16 * 1024

/** What the scheduler passes in beside its options. */
export type Surroundings = {
  readonly rateLimiter: RateLimiter
  readonly meter: PaceMeter
  readonly signal: WakeSignal
  /** Aborted when the scheduler stops. */
  readonly ending: AbortSignal
}

export function createRequestContext(
  options: RequestContextOptions,
  { rateLimiter, meter, signal, ending }: Surroundings,
): RequestContext {
  const { store, clock, random } = options
  const commits = createGroupCommit({
    clock,
    together: store.sending.together,
    committed(writes) {
      store.checkpoints.wrote(writes * bytesOfAWrite)
      signal.slotFree()
    },
    failed: signal.failed,
  })
  const stray = createStrayAnswers({
    clock,
    random,
    most: options.answers.refusalsInARow,
    coolDown: rateLimiter.coolDown,
  })
  const context: RequestContext = {
    ...options,
    claims: options.claims ?? noTeam,
    commits,
    rateLimiter,
    mayStart: () => !ending.aborted && options.resting?.() !== true,
    maySend: () => options.readsOnly !== true && options.unsound?.() !== true,
    quietUntil: bothQuiet(createQuiet(options.limits.quietHours, clock).until, options.quietForAll),
    stray: {
      noteProperAnswer: stray.noteProperAnswer,
      hasAnswered: stray.hasAnswered,
      makePersistentPause(route, entry) {
        const persists = stray.countStray(route)
        return persists === null ? null : { ...entry, message: persistenceText(persists, entry.message) }
      },
    },
    sameRefusals: createSameRefusals(options.answers),
    pause: (entry, account) => pauseConnection(options, entry, account),
    untilWritten: (write, when = 'now') =>
      untilWritten(options, () => commits[ending.aborted ? 'now' : when](write)),
    nextTurn: () => waitForTurn(rateLimiter, clock, ending),
    unlessClosing: (answer) => unlessClosing(answer, options.closing),
    doneAfter: meter.done,
    answered: rateLimiter.answered,
    transportFailed: rateLimiter.failure,
    noAnswer: (answer, tries, account) => handleNoAnswer(context, answer, tries, account),
  }
  return context
}

/** The later end: what is quiet for this connection or for all is quiet. */
function bothQuiet(own: () => number | null, forAll: () => number | null = () => null) {
  return (): number | null => {
    const [one, other] = [own(), forAll()]
    return one === null || other === null ? (one ?? other) : Math.max(one, other)
  }
}

function pauseConnection(
  { store, clock, connectionId, changed }: RequestContextOptions,
  entry: PauseEntry,
  account?: number,
): void {
  const message = account === undefined ? entry.message : hideQuoted(store, account)(entry.message)
  store.connections.pause({ ...entry, message, connectionId, since: clock.now() })
  const detail = { reason: entry.reason, supplier: entry.supplier, code: entry.code }
  for (const batch of store.batches.all()) {
    if (batch.connectionId !== connectionId) continue
    store.accounts.addEvent(clock.now(), batch.id, null, 'paused', detail)
    changed(batch.id)
  }
}

/** Repeats a write until the disk takes it. At the end of the scheduler nothing waits for other writes. */
async function untilWritten(
  { clock, diskTrouble }: RequestContextOptions,
  commit: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      await commit()
      return
    } catch (error) {
      if (!isDiskTrouble(error)) throw error
      diskTrouble(error)
      await sleep(clock, diskRetry)
    }
  }
}

async function waitForTurn(rateLimiter: RateLimiter, clock: Clock, ending: AbortSignal): Promise<boolean> {
  while (!ending.aborted) {
    if (rateLimiter.takeAgain()) return true
    await sleep(clock, Math.max(50, rateLimiter.wait() ?? 0), ending)
  }
  return false
}

async function unlessClosing<Answer>(
  answer: Promise<Answer>,
  closing: AbortSignal | undefined,
): Promise<Answer | null> {
  if (closing === undefined) return answer
  if (closing.aborted) return null
  const end = Promise.withResolvers<null>()
  const stop = (): void => end.resolve(null)
  closing.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([answer, end.promise])
  } finally {
    closing.removeEventListener('abort', stop)
  }
}

function handleNoAnswer(context: RequestContext, answer: Unusable, tries: number, account?: number): number {
  const { rateLimiter } = context
  const later = backoff(tries, context.random)
  switch (answer.kind) {
    case 'slow_down':
      // The rate limiter already knows, and delays all requests.
      rateLimiter.answered()
      return waitOf(answer.retryAfterMs, later)
    case 'sign_in':
      handleFailedSignIn(context, answer)
      return later
    case 'unreachable':
      rateLimiter.failure()
      return later
    case 'not_this_service':
      pauseForStray(context, answer, 'not_this_service', account)
      return later
    case 'not_understood':
      rateLimiter.answered()
      pauseForStray(context, answer, 'odd_answers', account)
      return later
    default:
      return assertNever(answer)
  }
}

function handleFailedSignIn(
  { rateLimiter, stray, pause }: RequestContext,
  { failure, message }: Extract<Unusable, { kind: 'sign_in' }>,
): void {
  // Nothing can be sent without a token: failures count for the breaker, which then probes one request at a time.
  if (failure === 'unreachable' || failure === 'cooling_down') rateLimiter.failure()
  else {
    const isStray = failure === 'not_this_service'
    const reason = isStray ? 'not_this_service' : 'sign_in'
    const entry = { supplier: '', reason, code: failure, message } as const
    const persistent =
      isStray && stray.hasAnswered('token') ? stray.makePersistentPause('token', entry) : entry
    if (persistent !== null) pause(persistent)
  }
  rateLimiter.coolDown(1000)
}

/** At an address that never gave a proper answer, a redirect, an HTML page or a missing path is reported at once. */
function pauseForStray(
  { stray, pause }: RequestContext,
  { httpStatus, message }: Extract<Unusable, { kind: 'not_this_service' | 'not_understood' }>,
  reason: PauseEntry['reason'],
  account?: number,
): void {
  const entry = { supplier: '', reason, code: `http_${httpStatus}`, message }
  const isAddress = httpStatus === 404 || (httpStatus < 400 && !stray.hasAnswered('validate'))
  const persistent = isAddress ? entry : stray.makePersistentPause('validate', entry)
  if (persistent !== null) pause(persistent, account)
}
