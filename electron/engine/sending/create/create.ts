// Creates accounts. An attempt walks forward only: its intent is committed, exactly one POST is sent, the answer is
// classified, what it means is decided, and the outcome is committed with the account's new state and the next intents.
// A token is fetched before the intent, so that a failed sign-in uses up no attempt.
import type { Account } from '../../store/accounts/account-row.ts'
import type { Attempt } from '../../store/sending/attempts/attempts.ts'
import { effectsOf, type RefusedToken } from './create-effects.ts'
import { type CreateContext, decideCreate, type Move, withCut } from '../decisions/decide-create.ts'
import { lookEvery } from '../due-requests.ts'
import type { PreparedIntents } from '../group-commit.ts'
import { createIntents, type Intent, type Intents } from './intents.ts'
import { createPrefetch, type Prefetch } from './prefetch.ts'
import { noteServiceAnswer, recordRejection, rejectionVerdict } from '../validate/record-rejection.ts'
import type { RequestContext, Slot, Started, Work } from '../request-context.ts'
import { createRevalidate, type Revalidate } from '../validate/revalidate.ts'
import { type CreateAnswer, emptyPayload, isWithdrawn } from '../service-client/service-client.ts'
import type { Token } from '../service-client/tokens.ts'
import { codesOf, countAnswer } from '../waves/brake-feed.ts'

/** Its `start` sends intents that `prepare` wrote. */
export type CreateWork = Work & {
  /** True if intents are missing for accounts that are queued. */
  lacksIntents(): boolean
  /** The same, from the last look at the queue, and so that they should be written at once. */
  isRunningLow(): boolean
  /** The queue may have changed: forgets what was seen of it. */
  refresh(): void
  /** Writes missing intents in the caller's transaction; null if there is nothing to write. */
  prepare(): PreparedIntents | null
  /** Puts ready intents back into the queue. */
  withdrawAll(): void
  /** Puts back those that may no longer be sent, or all if they would wait too long. */
  withdrawLate(): void
}

type Creating = {
  readonly context: RequestContext
  readonly revalidate: Revalidate
  readonly intents: Intents
  readonly prefetch: Prefetch
  readonly refusedToken: RefusedToken
  /** A token is being fetched, or the time asked for. */
  isPreparing: boolean
  /** When the queue was last seen empty, by the monotonic clock. */
  emptyAt: number
}

/** An intent that would wait longer than this, in milliseconds, goes back into the queue. */
const longestReady = 2000

export function createCreateWork(context: RequestContext): CreateWork {
  const { store, clock, connectionId, limits } = context
  const revalidate = createRevalidate(context)
  const intents = createIntents(store, connectionId, revalidate, context.claims)
  const creating: Creating = {
    context,
    revalidate,
    intents,
    prefetch: createPrefetch(clock, limits.concurrency),
    refusedToken: { generation: null },
    isPreparing: false,
    emptyAt: Number.NEGATIVE_INFINITY,
  }
  context.commits.withIntents(() => prepareIntents(creating))
  return {
    start: (now) => startNext(creating, now),
    prepare: () => prepareIntents(creating),
    lacksIntents: () =>
      intents.ready < wantedIntents(creating) &&
      store.sending.nextQueued(connectionId, clock.now(), revalidate.underWay) !== null,
    isRunningLow: () =>
      intents.ready <= creating.prefetch.few &&
      clock.monotonic() - creating.emptyAt >= lookEvery &&
      intents.ready < wantedIntents(creating),
    refresh() {
      creating.emptyAt = Number.NEGATIVE_INFINITY
    },
    withdrawAll: () => intents.withdraw(true, clock.now()),
    withdrawLate() {
      if (intents.ready === 0) return
      const isLate =
        !mayCreate(context) ||
        (context.rateLimiter.wait() ?? 0) > longestReady ||
        tokenToSendWith(context) === null
      intents.withdraw(isLate, clock.now())
    },
  }
}

function mayCreate({ mayStart, maySend, quietUntil }: RequestContext): boolean {
  return maySend() && mayStart() && quietUntil() === null
}

/** How many intents should be ready: one per free slot, plus the prefetch. */
function wantedIntents({ context, prefetch }: Creating): number {
  if (!mayCreate(context)) return 0
  const { rateLimiter, limits } = context
  const wait = rateLimiter.wait()
  const isFree = limits.rate === null && !rateLimiter.isOpen && (wait === null || wait === 0)
  return rateLimiter.allows + (isFree ? prefetch.count : 0)
}

/** The token to send with. Null if there is none or the time is unknown; then no intent is written. */
function tokenToSendWith({ client }: RequestContext): Token | null {
  return client.clockLost() ? null : client.tokens.getHeldToken()
}

function prepareIntents(creating: Creating): PreparedIntents | null {
  const { context, intents } = creating
  const wanted = wantedIntents(creating)
  const prepared =
    tokenToSendWith(context) === null
      ? null
      : intents.prepare(context.clock.now(), context.client.skewNow(), wanted)
  if (prepared === null && wanted > intents.ready) creating.emptyAt = context.clock.monotonic()
  return prepared
}

function startNext(creating: Creating, now: number): Started | null {
  const { context, intents, revalidate } = creating
  const token = tokenToSendWith(context)
  if (token !== null) {
    const intent = intents.take()
    if (intent !== null) return { run: (slot) => sendAttempt(creating, intent, token, slot) }
    return intents.waitsForValidation ? revalidate.start(now) : null
  }
  if (creating.isPreparing || context.store.sending.nextQueued(context.connectionId, now) === null)
    return null
  return startPreparing(creating)
}

/** Fetches what is needed before an intent is written: a token, and the service's time. */
function startPreparing(creating: Creating): Started {
  const { context } = creating
  creating.isPreparing = true
  const prepare = context.client.tokens.getHeldToken() === null ? signIn : askTime
  const ended = (): void => {
    creating.isPreparing = false
  }
  return { run: () => prepare(context).finally(ended) }
}

async function signIn({ client, noAnswer }: RequestContext): Promise<void> {
  const answer = await client.tokens.get()
  if (!answer.ok) noAnswer({ kind: 'sign_in', message: answer.message, failure: answer.kind }, 0)
}

/** Asks for the time on a reply: our attempts are distinguished from others by their start on the service's clock. */
async function askTime(context: RequestContext): Promise<void> {
  const answer = await context.client.validate(emptyPayload)
  noteServiceAnswer(context, answer)
  if (answer.kind === 'validated' || answer.kind === 'rejected' || answer.kind === 'closed')
    context.answered()
  else context.noAnswer(answer, 0)
}

async function sendAttempt(creating: Creating, intent: Intent, token: Token, slot: Slot): Promise<void> {
  const { context, prefetch, refusedToken } = creating
  const { attempt, before } = intent
  const { batchId, accountId } = attempt
  context.changed(batchId)
  await untilJournalled(context, intent)
  // Checked just before sending: paused, stopped or cancelled accounts do not leave.
  const mayLeave = (): boolean => context.store.sending.maySend(accountId) && context.claims.mayLeave(before)
  const answer = await context.client.create(attempt.body, token, mayLeave)
  if (isWithdrawn(answer)) {
    await withdraw(context, intent)
    return context.changed(batchId)
  }
  prefetch.answered()
  const effects = effectsOf(context, refusedToken, attempt, answer, token)
  // After an acceptance the next request may start at once. Other answers are written first, since they may stop
  // sending.
  if (answer.class === 'accepted') slot.free()
  await context.untilWritten(
    () => {
      storeOutcome(context, intent, answer, effects.isItsOwn)
      if (effects.pause !== null) context.pause(effects.pause, accountId)
    },
    answer.class === 'accepted' ? 'soon' : 'now',
  )
  // A rejection is explained by one more request on the same slot.
  if (answer.class === 'rejected') await explain(context, attempt, before)
  context.changed(batchId)
}

/** Waits until the journal of attempts holds it too. If that fails, the intent goes back and nothing is sent. */
async function untilJournalled(context: RequestContext, intent: Intent): Promise<void> {
  try {
    await context.store.sending.journalled()
  } catch (error) {
    await withdraw(context, intent)
    context.changed(intent.attempt.batchId)
    throw error
  }
}

function withdraw(context: RequestContext, { attempt, before }: Intent): Promise<void> {
  const { store, clock } = context
  return context.untilWritten(() => store.sending.withdrawAttempt(attempt, before.first_sent_at, clock.now()))
}

function storeOutcome(
  context: RequestContext,
  { attempt, before }: Intent,
  answer: CreateAnswer,
  isItsOwn: boolean,
): void {
  const { store, clock, random, limits } = context
  const now = clock.now()
  const knownOwner = answer.class === 'already_exists' ? whoseIsIt(context, attempt, before) : nobodyElse
  const move = decideCreate(answer, { tries: before.tries, ...knownOwner, isItsOwn }, { now, random, limits })
  const outcome = move.fields.outcome ?? null
  const codes = codesOf([answer.code], outcome ?? `http_${answer.httpStatus}`)
  const counted = countAnswer(store, before, { from: 'sending', to: move.to, outcome, codes })
  // Only a request that may have left counts as first sent.
  const neverLeft =
    answer.class === 'not_sent' && before.first_sent_at === null ? { first_sent_at: null } : {}
  const end = {
    class: answer.class,
    endedAt: now,
    httpStatus: answer.httpStatus,
    code: answer.code,
    answer: answer.answer,
    skewMs: answer.skewMs,
  }
  store.sending.endAttempt(attempt, end, move.to, { ...move.fields, ...neverLeft, ...counted.fields }, () => {
    storeProblemsAndEvents(context, attempt, answer, move, now)
    counted.brake(now)
  })
}

function storeProblemsAndEvents(
  { store }: RequestContext,
  { accountId, batchId }: Attempt,
  { cut }: CreateAnswer,
  { problems, event }: Move,
  now: number,
): void {
  if (problems !== null) {
    const list = withCut(problems.list, 'create', cut)
    const row = list.length === 0 ? null : (store.accounts.rowsOf(accountId)[0] ?? null)
    const placed = list.map((problem) => ({ ...problem, place: { kind: 'account', row } as const }))
    store.accounts.replaceProblems(accountId, batchId, problems.source, placed, now)
  }
  if (cut !== null) store.accounts.addEvent(now, batchId, accountId, 'answer_cut', { message: cut })
  if (event !== null) store.accounts.addEvent(now, batchId, accountId, event.kind, event.detail)
}

type KnownOwner = Omit<CreateContext, 'tries'>
const nobodyElse: KnownOwner = { earlierUnknown: false, createdInBatch: null }

/** Collects what is known about who created an account that already exists. */
function whoseIsIt(
  { store, connectionId }: RequestContext,
  attempt: Attempt,
  { id, identity }: Account,
): KnownOwner {
  return {
    earlierUnknown: store.sending.hadEarlierUnknown(attempt),
    createdInBatch: identity === null ? null : store.sending.createdElsewhere(connectionId, identity, id),
  }
}

/** A create's rejection names no fields (service-spec.md section 7.2), so the account is validated to get them. */
async function explain(context: RequestContext, attempt: Attempt, before: Account): Promise<void> {
  if (!(await context.nextTurn())) return
  const answer = await context.client.validate(attempt.body)
  if (answer.kind !== 'rejected') return
  rejectionVerdict(context, before, answer)
  await context.untilWritten(() =>
    recordRejection(context, attempt.accountId, attempt.payloadId, answer, 'rejected'),
  )
}
