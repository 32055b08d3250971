// What the three kinds of work share on one connection: the store and the client, the pace, and what the answers that
// say nothing about an account mean for everybody.
import type { Limits, Pause } from '../../../shared/connection.ts'
import { type Clock, sleep } from '../clock.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { ServiceAnswers } from '../../../shared/service-answers.ts'
import type {
  NoAnswer,
  ServiceClient,
  StatusAnswer,
  ValidateAnswer,
} from '../service-client/service-client.ts'
import { diskRetry } from '../disk-wait.ts'
import { isDiskTrouble } from '../store/disk-trouble.ts'
import type { Store } from '../store/store.ts'
import { backoff, waitOf } from './backoff.ts'
import { type Begun, createGather } from './gather.ts'
import type { SharedPace } from './pace-shared.ts'
import type { PaceMeter } from './pace-meter.ts'
import type { Pacer } from './pacer.ts'
import type { ReadTrouble } from './read-trouble.ts'
import { createSameRefusals, type SameRefusals } from './same-refusals.ts'
import { createStrayAnswers, persistsWords, type StrayRoute } from './stray-answers.ts'

export type DeskOptions = {
  readonly connectionId: number
  readonly limits: Limits
  readonly attrPrefix: string
  /** What refusals mean on this connection. */
  readonly answers: ServiceAnswers
  readonly client: ServiceClient
  readonly store: Store
  readonly clock: Clock
  readonly random: () => number
  /** Joins the pace of all connections to this service; left out, the connection has one of its own. */
  readonly joinPace?: ((wake: () => void) => SharedPace) | undefined
  /** Nothing new may begin for now: the machine is about to sleep. */
  readonly resting?: (() => boolean) | undefined
  /** The service had asked for a wait before, of which so many milliseconds are left. */
  readonly restMs?: number | undefined
  /** Statuses are read, and nothing else is done. */
  readonly readsOnly?: boolean | undefined
  /** The data folder is not known to be sound: until it is, no more than that is done. */
  readonly unsound?: (() => boolean) | undefined
  /** Something of this batch changed. */
  readonly changed: (batch: number) => void
  /** The disk does not take writes; nothing is sent until it does. */
  readonly diskTrouble: (error: unknown) => void
  /** What answers statuses is not the service; null: it is again. */
  readonly readTrouble?: ((trouble: ReadTrouble | null) => void) | undefined
  /** A bug: sending has stopped. */
  readonly broke: (error: unknown) => void
}

export type PauseEntry = Omit<Pause, 'connectionId' | 'since'>

/** Answers that say nothing about the account; the last of them is the service's, and cannot be read. */
export type Unusable = NoAnswer | Extract<ValidateAnswer | StatusAnswer, { kind: 'not_understood' }>

export type Desk = DeskOptions & {
  /** Whether a refusal that names no field is an account's or everybody's. */
  readonly sameRefusals: SameRefusals
  readonly pause: (entry: PauseEntry) => void
  /** Answers that are not the service's own, and what is said of them where they persist; null while they are retried. */
  readonly stray: {
    readonly came: (route: StrayRoute, entry: PauseEntry) => PauseEntry | null
    readonly proper: (route: StrayRoute) => void
  }
  /** The answers that say nothing about the account: paces, pauses, and returns how long to put the account off. */
  readonly noAnswer: (answer: Unusable, tries: number) => number
  /** An account settled so many milliseconds after the service accepted it. */
  readonly settledAfter: (ms: number) => void
  /** Repeats a write that the disk refuses until it is taken: an answer that was received is not thrown away. */
  readonly untilWritten: (write: () => void, when?: 'now' | 'soon') => Promise<void>
  /** Has what waits written at the end of this turn, with the intents of what begins next. */
  readonly hurry: () => void
  /** Waits until one more request may be made on the slot that is held; false when work is to end first. */
  readonly nextTurn: () => Promise<boolean>
  readonly answered: () => void
  readonly transportFailed: () => void
}

/** A place among the requests under way. `free` once the request is over: another may begin while its answer is written. */
export type Slot = { readonly free: () => void }

/** A piece of work that was picked; what has to be written before its request is committed already. */
export type Started = {
  /** Makes the request and keeps its answer. */
  readonly run: (slot: Slot) => Promise<void>
}

/** One kind of work: the next piece, if there is one. */
export type Work = { start(now: number): Started | null }

/** About what the log grows by for one answer and the intent that follows it. */
const bytesOfAWrite = 16 * 1024

/** `begin` writes the intents of what begins next, together with the answers that made room for it. */
export function createDesk(
  options: DeskOptions,
  pacer: Pacer,
  meter: PaceMeter,
  ending: AbortSignal,
  begin: () => Begun | null,
  failed: (error: unknown) => void,
): Desk {
  const { store, clock, connectionId, random } = options
  const gather = createGather({
    clock,
    together: store.sending.together,
    begin,
    committed: (writes) => store.checkpoints.wrote(writes * bytesOfAWrite),
    failed,
  })
  function pause(entry: PauseEntry): void {
    store.connections.pause({ ...entry, connectionId, since: clock.now() })
    const detail = { reason: entry.reason, supplier: entry.supplier, code: entry.code }
    for (const batch of store.batches.all()) {
      if (batch.connectionId !== connectionId) continue
      store.accounts.addEvent(clock.now(), batch.id, null, 'paused', detail)
      options.changed(batch.id)
    }
  }
  const stray = createStrayAnswers({
    clock,
    random,
    most: options.answers.refusalsInARow,
    coolDown: pacer.coolDown,
  })
  function came(route: StrayRoute, entry: PauseEntry): PauseEntry | null {
    const persists = stray.came(route)
    return persists === null ? null : { ...entry, message: persistsWords(persists) + entry.message }
  }
  /** At an address that never gave a proper answer, a redirect, a page as an answer or a missing path is told at once. */
  function pauseForStray(route: StrayRoute, httpStatus: number, entry: PauseEntry): void {
    const isAddress = httpStatus === 404 || (httpStatus < 400 && !stray.hasAnswered(route))
    const told = isAddress ? entry : came(route, entry)
    if (told !== null) pause(told)
  }
  return {
    ...options,
    stray: { came, proper: stray.proper },
    sameRefusals: createSameRefusals(options.answers),
    pause,
    hurry: gather.hurry,
    async untilWritten(write, when = 'now') {
      for (;;) {
        try {
          await (ending.aborted ? gather.now : gather[when])(write)
          return
        } catch (error) {
          if (!isDiskTrouble(error)) throw error
          options.diskTrouble(error)
          await sleep(clock, diskRetry)
        }
      }
    },
    async nextTurn() {
      while (!ending.aborted) {
        if (pacer.takeAgain()) return true
        await sleep(clock, Math.max(50, pacer.wait() ?? 0), ending)
      }
      return false
    },
    settledAfter: meter.settled,
    answered: pacer.answered,
    transportFailed: pacer.failure,
    noAnswer(answer, tries) {
      const later = backoff(tries, random)
      switch (answer.kind) {
        case 'slow_down':
          // The pacer has heard of it with the request's end: everybody waits.
          pacer.answered()
          return waitOf(answer.retryAfterMs, later)
        case 'sign_in':
          // Nothing goes without a token: that nobody answers is said, and tried one request at a time.
          if (answer.failure === 'unreachable' || answer.failure === 'cooling_down') pacer.failure()
          else {
            const isStray = answer.failure === 'not_this_service'
            const reason = isStray ? 'not_this_service' : 'sign_in'
            const entry = { supplier: '', reason, code: answer.failure, message: answer.message } as const
            const told = isStray && stray.hasAnswered('token') ? came('token', entry) : entry
            if (told !== null) pause(told)
          }
          pacer.coolDown(1000)
          return later
        case 'unreachable':
          pacer.failure()
          return later
        case 'not_this_service':
          pauseForStray('validate', answer.httpStatus, {
            supplier: '',
            reason: 'not_this_service',
            code: `http_${answer.httpStatus}`,
            message: answer.message,
          })
          return later
        case 'not_understood':
          pacer.answered()
          pauseForStray('validate', answer.httpStatus, {
            supplier: '',
            reason: 'odd_answers',
            code: `http_${answer.httpStatus}`,
            message: answer.message,
          })
          return later
        default:
          return assertNever(answer)
      }
    },
  }
}
