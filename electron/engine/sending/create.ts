// Creates accounts. Order for each: commit the intent, send exactly one POST, then commit the outcome and the
// account's new state, together with the next intents. A token is fetched before the intent, so that a failed sign-in
// uses up no attempt.
import { assertNever } from '../../../shared/contract/assert-never.ts'
import { type CreateAnswer, emptyPayload, isWithdrawn } from './service-client/service-client.ts'
import type { Account } from '../store/accounts/account-row.ts'
import type { Closed } from './service-client/refusal-words.ts'
import { createPrefetch } from './prefetch.ts'
import type { Attempt } from '../store/sending/sending.ts'
import { codesOf, countAnswer } from './waves/brake-feed.ts'
import type { RequestContext, PauseEntry, Slot, Started, Work } from './request-context.ts'
import type { PreparedIntents } from './group-commit.ts'
import { createIntents, type Intent } from './intents.ts'
import { createRevalidate } from './revalidate.ts'
import { type CreateContext, decideCreate, withCut } from './decisions/decide-create.ts'
import { recordRejection, noteServiceAnswer, rejectionVerdict } from './record-rejection.ts'
import { closedPause, refusalPause } from './waves/supplier-pauses.ts'

type Token = { readonly token: string; readonly generation: number }

const nobodyElse: Omit<CreateContext, 'tries'> = { earlierUnknown: false, createdInBatch: null }

/** Effect of an answer beyond its account: a pause to write with it, and whether an odd answer is the account's own. */
type Steering = { readonly pause: PauseEntry | null; readonly isItsOwn: boolean }
const onward: Steering = { pause: null, isItsOwn: false }

/** Its `start` sends intents that `prepare` wrote. */
export type CreateWork = Work & {
  /** True if fewer than `wanted` intents are ready and something is queued that may be sent. */
  lacks(now: number, wanted: number): boolean
  /** Writes intents in the caller's transaction until `wanted` are ready; null if there is nothing to write. */
  prepare(now: number, wanted: number): PreparedIntents | null
  /** Puts ready intents back into the queue: those that may no longer be sent, or all. */
  withdraw(all: boolean): void
  readonly ready: number
  /** How many intents to keep ready beyond the free slots. */
  readonly prefetch: number
  /** At or below this number of ready intents, more are written. */
  readonly few: number
}

export function createCreateWork(requestContext: RequestContext): CreateWork {
  const { store, client, clock, connectionId } = requestContext
  const again = createRevalidate(requestContext)
  const intents = createIntents(store, connectionId, again)
  const prefetch = createPrefetch(clock, requestContext.limits.concurrency)
  let refusedGeneration: number | null = null
  let preparing = false

  async function signIn(): Promise<void> {
    const answer = await client.tokens.get()
    if (!answer.ok)
      requestContext.noAnswer({ kind: 'sign_in', message: answer.message, failure: answer.kind }, 0)
  }

  /** Asks for the time on a reply: our attempts are distinguished from others by their start on the service's clock. */
  async function askTime(): Promise<void> {
    const answer = await client.validate(emptyPayload)
    noteServiceAnswer(requestContext, answer)
    if (answer.kind === 'validated' || answer.kind === 'rejected' || answer.kind === 'closed')
      requestContext.answered()
    else requestContext.noAnswer(answer, 0)
  }

  async function send(attempt: Attempt, before: Account, token: Token, slot: Slot): Promise<void> {
    const withdraw = (): Promise<void> =>
      requestContext.untilWritten(() =>
        store.sending.withdrawAttempt(attempt, before.first_sent_at, clock.now()),
      )
    try {
      await store.sending.journalled()
    } catch (error) {
      await withdraw()
      requestContext.changed(attempt.batchId)
      throw error
    }
    // Checked just before sending: paused, stopped or cancelled accounts do not leave.
    const mayLeave = (): boolean => store.sending.maySend(attempt.accountId)
    const answer = await client.create(attempt.body, token, mayLeave)
    if (isWithdrawn(answer)) {
      await withdraw()
      return requestContext.changed(attempt.batchId)
    }
    prefetch.answered()
    const steering = steer(attempt, answer, token)
    // After an acceptance the next request may start at once. Other answers are written first, since they may stop
    // sending.
    if (answer.class === 'accepted') slot.free()
    await requestContext.untilWritten(
      () => {
        close(attempt, before, answer, steering.isItsOwn)
        if (steering.pause !== null) requestContext.pause(steering.pause)
      },
      answer.class === 'accepted' ? 'soon' : 'now',
    )
    // A rejection is explained by one more request on the same slot.
    if (answer.class === 'rejected') await explain(attempt, before)
    requestContext.changed(attempt.batchId)
  }

  function close(attempt: Attempt, before: Account, answer: CreateAnswer, isItsOwn: boolean): void {
    const now = clock.now()
    const context = answer.class === 'already_exists' ? whoseIsIt(attempt, before) : nobodyElse
    const moment = { now, random: requestContext.random, limits: requestContext.limits }
    const move = decideCreate(answer, { tries: before.tries, ...context, isItsOwn }, moment)
    const outcome = move.fields.outcome ?? null
    const codes = codesOf([answer.code], outcome ?? `http_${answer.httpStatus}`)
    const counted = countAnswer(store, before, { from: 'sending', to: move.to, outcome, codes })
    // Only a request that may have left counts as first sent.
    const neverLeft =
      answer.class === 'not_sent' && before.first_sent_at === null ? { first_sent_at: null } : {}
    store.sending.endAttempt(
      attempt,
      {
        class: answer.class,
        endedAt: now,
        httpStatus: answer.httpStatus,
        code: answer.code,
        answer: answer.answer,
        skewMs: answer.skewMs,
      },
      move.to,
      { ...move.fields, ...neverLeft, ...counted.fields },
      () => {
        if (move.problems !== null) {
          const list = withCut(move.problems.list, 'create', answer.cut)
          const row = list.length === 0 ? null : (store.accounts.rowsOf(attempt.accountId)[0] ?? null)
          const placed = list.map((problem) => ({ ...problem, place: { kind: 'account', row } as const }))
          store.accounts.replaceProblems(attempt.accountId, attempt.batchId, move.problems.source, placed)
        }
        if (answer.cut !== null)
          store.accounts.addEvent(now, attempt.batchId, attempt.accountId, 'answer_cut', {
            message: answer.cut,
          })
        if (move.event !== null) {
          store.accounts.addEvent(now, attempt.batchId, attempt.accountId, move.event.kind, move.event.detail)
        }
        counted.brake(now)
      },
    )
  }

  /** Collects what is known about who created an account that already exists. */
  function whoseIsIt(attempt: Attempt, { id, identity }: Account): Omit<CreateContext, 'tries'> {
    return {
      earlierUnknown: store.sending.hadEarlierUnknown(attempt),
      createdInBatch: identity === null ? null : store.sending.createdElsewhere(connectionId, identity, id),
    }
  }

  /**
   * If several accounts in a row get the same undocumented answer, it is about the supplier and not about its
   * accounts.
   */
  function countOdd(attempt: Attempt, answer: CreateAnswer): Steering {
    const { accountId: account } = attempt
    const supplier = attempt.supplier ?? ''
    const { httpStatus, code, detail } = answer
    const what = `${httpStatus} ${code}`
    const verdict = requestContext.sameRefusals.refused({ supplier, account, what, scope: 'undocumented' })
    const times = requestContext.answers.refusalsInARow
    return {
      isItsOwn: verdict === 'own',
      pause:
        verdict === 'everybody'
          ? refusalPause({ supplier, httpStatus, code, detail, times, documented: false })
          : null,
    }
  }

  /**
   * Many requests may be under way with one old token. Only a refused token newer than an earlier refused one proves
   * a sign-in problem.
   */
  function signInRefused(answer: CreateAnswer, token: Token): Steering {
    const isNew = refusedGeneration !== null && token.generation > refusedGeneration
    refusedGeneration = Math.max(refusedGeneration ?? 0, token.generation)
    if (!isNew) return onward
    const message = `The service refused a new token as well: ${answer.detail}`
    const entry = { supplier: '', reason: 'sign_in', code: answer.code, message } as const
    return {
      ...onward,
      pause: isPage(answer) ? requestContext.stray.makePersistentPause('create', entry) : entry,
    }
  }

  /** A gateway's page says nothing about an account or a supplier; the status tells whether the create arrived. */
  function countPage({ httpStatus, detail }: CreateAnswer): Steering {
    const message = `Creates are answered by ${detail}. A proxy or a gateway on the way answers in the place of the service: ask the platform operator. What became of the accounts is read from their status.`
    const code = `http_${httpStatus}`
    return {
      ...onward,
      pause: requestContext.stray.makePersistentPause('create', {
        supplier: '',
        reason: 'odd_answers',
        code,
        message,
      }),
    }
  }

  /** Decides what the answer means for other requests on this connection. */
  function steer(attempt: Attempt, answer: CreateAnswer, token: Token): Steering {
    const supplier = attempt.supplier ?? ''
    if (!isPage(answer) && answer.class !== 'unknown' && answer.class !== 'not_sent')
      requestContext.stray.noteProperAnswer('create')
    switch (answer.class) {
      case 'accepted':
      case 'already_exists':
        requestContext.sameRefusals.otherwise(supplier, attempt.accountId)
        refusedGeneration = null
        requestContext.answered()
        return onward
      case 'rejected':
        // The following validate tells whether it is about the account or the supplier.
        refusedGeneration = null
        requestContext.answered()
        return onward
      case 'rate_limited':
        requestContext.answered()
        return onward
      case 'unauthorized':
        requestContext.answered()
        return signInRefused(answer, token)
      case 'supplier_closed':
        requestContext.answered()
        return { ...onward, pause: closedPause(supplier, closedOf(answer)) }
      case 'unexpected':
        requestContext.answered()
        return countOdd(attempt, answer)
      case 'not_sent':
      case 'unknown':
        if (isPage(answer) && isClientError(answer.httpStatus)) return countPage(answer)
        requestContext.transportFailed()
        return onward
      default:
        return assertNever(answer.class)
    }
  }

  /** A create's rejection names no fields (service-spec.md section 7.2), so the account is validated to get them. */
  async function explain(attempt: Attempt, before: Account): Promise<void> {
    if (!(await requestContext.nextTurn())) return
    const answer = await client.validate(attempt.body)
    if (answer.kind !== 'rejected') return
    rejectionVerdict(requestContext, before, answer)
    await requestContext.untilWritten(() =>
      recordRejection(requestContext, attempt.accountId, attempt.payloadId, answer, 'rejected'),
    )
  }

  /** The token to send with. Null if there is none or the time is unknown; then no intent is written. */
  function tokenToSendWith(): Token | null {
    return client.clockLost() ? null : client.tokens.getHeldToken()
  }

  function startPreparing(): Started {
    preparing = true
    const ended = (): void => {
      preparing = false
    }
    const prepare = client.tokens.getHeldToken() === null ? signIn : askTime
    return { run: () => prepare().finally(ended) }
  }

  function startSending({ attempt, before }: Intent, token: Token): Started {
    const run = async (slot: Slot): Promise<void> => {
      requestContext.changed(before.batch_id)
      await send(attempt, before, token, slot)
    }
    return { run }
  }

  return {
    get ready() {
      return intents.ready
    },
    get prefetch() {
      return prefetch.count
    },
    get few() {
      return prefetch.few
    },
    lacks: (now, wanted) =>
      intents.ready < wanted && store.sending.nextQueued(connectionId, now, again.underWay) !== null,
    prepare: (now, wanted) =>
      tokenToSendWith() === null ? null : intents.prepare(now, client.skewNow(), wanted),
    withdraw: (all) => intents.withdraw(all || tokenToSendWith() === null, clock.now()),
    start(now) {
      const token = tokenToSendWith()
      if (token !== null) {
        const intent = intents.take()
        if (intent !== null) return startSending(intent, token)
        return intents.waitsForValidation ? again.start(now) : null
      }
      if (preparing || store.sending.nextQueued(connectionId, now) === null) return null
      return startPreparing()
    },
  }
}

function closedOf({ closed, code, detail }: CreateAnswer): Closed {
  return closed ?? { state: 'closed', code: code ?? '', detail }
}

function isPage({ code }: CreateAnswer): boolean {
  return code === 'not_json'
}

function isClientError(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408
}
