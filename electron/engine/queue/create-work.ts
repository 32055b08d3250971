// Creates: the intent is committed, then exactly one POST, then its end is committed with the account's move and with
// the intents of those that come next. A token is had before the intent, so that a sign-in that fails burns nobody's
// attempt.
import { assertNever } from '../../../shared/assert-never.ts'
import { type CreateAnswer, emptyPayload, isWithdrawn } from '../service-client/service-client.ts'
import type { Account } from '../store/account-row.ts'
import type { Closed } from '../service-client/refusal-words.ts'
import { createAhead } from './ahead.ts'
import type { Attempt } from '../store/sending.ts'
import { codesOf, countAnswer } from './brake-feed.ts'
import type { Desk, PauseEntry, Slot, Started, Work } from './desk.ts'
import type { Begun } from './gather.ts'
import { createIntents, type Intent } from './intents.ts'
import { createJudgeAgain } from './judge-again.ts'
import { type CreateContext, decideCreate, withCut } from './decide.ts'
import { judge, noteProper, whoseRefusal } from './judge.ts'
import { closedPause, refusalPause } from './supplier-pauses.ts'

type Token = { readonly token: string; readonly generation: number }

const nobodyElse: Omit<CreateContext, 'tries'> = { earlierUnknown: false, createdInBatch: null }

/** What an answer means beyond its account: a pause to be written with it, and whether an odd one is the account's own. */
type Steering = { readonly pause: PauseEntry | null; readonly isItsOwn: boolean }
const onward: Steering = { pause: null, isItsOwn: false }

/** Starts what `prepare` wrote before. */
export type CreateWork = Work & {
  /** Something is queued that may be sent, and less than `wanted` is ready. */
  lacks(now: number, wanted: number): boolean
  /** Writes intents until `wanted` are ready, in a transaction of the caller; null when there is nothing to write. */
  prepare(now: number, wanted: number): Begun | null
  /** Puts back what is ready and may not be sent any more, or all of it. */
  withdraw(all: boolean): void
  readonly ready: number
  /** How many are to be ready beside those that there is a place for. */
  readonly ahead: number
  /** So few ready are too few. */
  readonly few: number
}

export function createCreateWork(desk: Desk): CreateWork {
  const { store, client, clock, connectionId } = desk
  const again = createJudgeAgain(desk)
  const intents = createIntents(store, connectionId, again)
  const ahead = createAhead(clock, desk.limits.concurrency)
  let refusedGeneration: number | null = null
  let preparing = false

  async function signIn(): Promise<void> {
    const answer = await client.tokens.get()
    if (!answer.ok) desk.noAnswer({ kind: 'sign_in', message: answer.message, failure: answer.kind }, 0)
  }

  /** For the time on the reply: an attempt is told from earlier ones by when it began by the service's clock. */
  async function askTime(): Promise<void> {
    const answer = await client.validate(emptyPayload)
    noteProper(desk, answer)
    if (answer.kind === 'cleared' || answer.kind === 'refused' || answer.kind === 'closed') desk.answered()
    else desk.noAnswer(answer, 0)
  }

  async function send(attempt: Attempt, before: Account, token: Token, slot: Slot): Promise<void> {
    const withdraw = (): Promise<void> =>
      desk.untilWritten(() => store.sending.withdrawAttempt(attempt, before.first_sent_at, clock.now()))
    try {
      await store.sending.journalled()
    } catch (error) {
      await withdraw()
      desk.changed(attempt.batchId)
      throw error
    }
    // Paused, stopped or taken back while the way to the service was looked for: it does not leave.
    const mayLeave = (): boolean => store.sending.maySend(attempt.accountId)
    const answer = await client.create(attempt.body, token, mayLeave)
    if (isWithdrawn(answer)) {
      await withdraw()
      return desk.changed(attempt.batchId)
    }
    ahead.answered()
    const steering = steer(attempt, answer, token)
    // What goes well lets the next one go at once; anything else is written first, since it may stop those that follow.
    if (answer.class === 'yes') slot.free()
    await desk.untilWritten(
      () => {
        close(attempt, before, answer, steering.isItsOwn)
        if (steering.pause !== null) desk.pause(steering.pause)
      },
      answer.class === 'yes' ? 'soon' : 'now',
    )
    // A refusal is explained by one more request in the same place.
    if (answer.class === 'no') await explain(attempt, before)
    desk.changed(attempt.batchId)
  }

  function close(attempt: Attempt, before: Account, answer: CreateAnswer, isItsOwn: boolean): void {
    const now = clock.now()
    const context = answer.class === 'exists' ? whoseIsIt(attempt, before) : nobodyElse
    const moment = { now, random: desk.random, limits: desk.limits }
    const move = decideCreate(answer, { tries: before.tries, ...context, isItsOwn }, moment)
    const outcome = move.fields.outcome ?? null
    const codes = codesOf([answer.code], outcome ?? `http_${answer.httpStatus}`)
    const counted = countAnswer(store, before, { from: 'sending', to: move.to, outcome, codes })
    // Only a request that may have left counts as the first sending.
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

  /** Who may have made an account that is there already. */
  function whoseIsIt(attempt: Attempt, { id, identity, doubt }: Account): Omit<CreateContext, 'tries'> {
    return {
      earlierUnknown: doubt === 1 || store.sending.hadEarlierUnknown(attempt),
      createdInBatch: identity === null ? null : store.sending.createdElsewhere(connectionId, identity, id),
    }
  }

  /** The same answer that we do not know to one account after another is about the supplier and not about its accounts. */
  function countOdd(attempt: Attempt, answer: CreateAnswer): Steering {
    const { accountId: account } = attempt
    const supplier = attempt.supplier ?? ''
    const { httpStatus, code, detail } = answer
    const what = `${httpStatus} ${code}`
    const verdict = desk.sameRefusals.refused({ supplier, account, what, scope: 'undocumented' })
    const times = desk.answers.refusalsInARow
    return {
      isItsOwn: verdict === 'own',
      pause:
        verdict === 'everybody'
          ? refusalPause({ supplier, httpStatus, code, detail, times, documented: false })
          : null,
    }
  }

  /** Many requests may be under way with one old token; only a token that is newer than a refused one says more. */
  function signInRefused(answer: CreateAnswer, token: Token): Steering {
    const isNew = refusedGeneration !== null && token.generation > refusedGeneration
    refusedGeneration = Math.max(refusedGeneration ?? 0, token.generation)
    if (!isNew) return onward
    const message = `The service refused a new token as well: ${answer.detail}`
    const entry = { supplier: '', reason: 'sign_in', code: answer.code, message } as const
    return { ...onward, pause: isPage(answer) ? desk.stray.came('create', entry) : entry }
  }

  /** A gateway's page says nothing of an account or a supplier; whether the create arrived, the status says. */
  function countPage({ httpStatus, detail }: CreateAnswer): Steering {
    const message = `Creates are answered by ${detail}. A proxy or a gateway on the way answers in the place of the service: ask the platform operator. What became of the accounts is read from their status.`
    const code = `http_${httpStatus}`
    return {
      ...onward,
      pause: desk.stray.came('create', { supplier: '', reason: 'odd_answers', code, message }),
    }
  }

  /** What the answer means for everybody else on this connection. */
  function steer(attempt: Attempt, answer: CreateAnswer, token: Token): Steering {
    const supplier = attempt.supplier ?? ''
    if (!isPage(answer) && answer.class !== 'unknown' && answer.class !== 'not_sent')
      desk.stray.proper('create')
    switch (answer.class) {
      case 'yes':
      case 'exists':
        desk.sameRefusals.otherwise(supplier, attempt.accountId)
        refusedGeneration = null
        desk.answered()
        return onward
      case 'no':
        // What it is about, validate says next.
        refusedGeneration = null
        desk.answered()
        return onward
      case 'slow_down':
        desk.answered()
        return onward
      case 'sign_in':
        desk.answered()
        return signInRefused(answer, token)
      case 'closed':
        desk.answered()
        return { ...onward, pause: closedPause(supplier, closedOf(answer)) }
      case 'odd':
        desk.answered()
        return countOdd(attempt, answer)
      case 'not_sent':
      case 'unknown':
        if (isPage(answer) && isClientError(answer.httpStatus)) return countPage(answer)
        desk.transportFailed()
        return onward
      default:
        return assertNever(answer.class)
    }
  }

  /** The create's refusal names no fields (service-spec.md section 7.2); validate does. */
  async function explain(attempt: Attempt, before: Account): Promise<void> {
    if (!(await desk.nextTurn())) return
    const answer = await client.validate(attempt.body)
    if (answer.kind !== 'refused') return
    whoseRefusal(desk, before, answer)
    await desk.untilWritten(() => judge(desk, attempt.accountId, attempt.payloadId, answer, 'refused'))
  }

  /** What no intent is written without: a token, since a sign-in that fails burns nobody's attempt, and the time. */
  function tokenToSendWith(): Token | null {
    return client.clockLost() ? null : client.tokens.held()
  }

  function startPreparing(): Started {
    preparing = true
    const ended = (): void => {
      preparing = false
    }
    const prepare = client.tokens.held() === null ? signIn : askTime
    return { run: () => prepare().finally(ended) }
  }

  function startSending({ attempt, before }: Intent, token: Token): Started {
    const run = async (slot: Slot): Promise<void> => {
      desk.changed(before.batch_id)
      await send(attempt, before, token, slot)
    }
    return { run }
  }

  return {
    get ready() {
      return intents.ready
    },
    get ahead() {
      return ahead.count
    },
    get few() {
      return ahead.few
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
        return intents.waitsForJudgement ? again.start(now) : null
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
