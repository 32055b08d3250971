// Feeds the brakes: counts each answer in the transaction of the move it causes, and writes a stop there if a brake
// trips. All counts are in the database, so a restart continues with them.
import type { AccountState, Outcome } from '../../../../shared/sending/states.ts'
import type { Brakes } from '../../../../shared/sending/wave-plan.ts'
import type { Account, MoveFields } from '../../store/accounts/account-row.ts'
import type { Store } from '../../store/store.ts'
import type { BrakeCounts } from '../../store/sending/release/brake-counts.ts'
import type { Move } from '../decisions/decide-create.ts'
import { answersOf, count, decideBrakes, type Trip, type Verdict } from './brakes.ts'

export type CountedMove = {
  readonly from: AccountState
  readonly to: AccountState
  readonly outcome: Outcome | null
  /** Codes that the answer named; for an answer without a code, a word of ours for it. */
  readonly codes: readonly string[]
}

type Counted = Pick<Account, 'id' | 'batch_id' | 'wave' | 'counted'>

/** A counted answer. */
export type CountedAnswer = {
  /** Fields to store with the move. */
  readonly fields: Pick<MoveFields, 'counted'>
  /** Writes the stop if a brake tripped; call it after the move. */
  readonly brake: (now: number) => void
}

/** The codes of an answer, or `otherwise` if it has none. */
export function codesOf(named: readonly (string | null | undefined)[], otherwise: string): readonly string[] {
  const codes = named.filter((code) => code !== null && code !== undefined && code !== '') as string[]
  return codes.length === 0 ? [otherwise] : codes
}

const notCounted: CountedAnswer = { fields: {}, brake: () => undefined }

/** Counts the answer of a move; call it within the move's transaction and before the move. */
export function countAnswer(store: Store, account: Counted, countedMove: CountedMove): CountedAnswer {
  const { batch_id: batch, wave: number } = account
  if (number === null) return notCounted
  const answers = answersOf(countedMove.from, countedMove.to, countedMove.outcome)
  if (answers.length === 0) return notCounted
  const wave = store.waves.brakes(batch, number)
  if (wave === null) return notCounted
  let had = verdictIn(wave.stretch, account.counted)
  const before = had
  let counts: BrakeCounts = wave.counts
  for (const answer of answers) {
    counts = count(counts, answer, countedMove.codes, had)
    had = answer.verdict
  }
  const isNew = had !== before || !isSameRows(counts, wave.counts)
  if (isNew) store.waves.keepCounts(batch, number, counts)
  const isWrong = answers.some(({ verdict }) => verdict === 'wrong')
  const trip = decideBrakes(store.waves.plan(batch).brakes, counts, isWrong ? countedMove.codes : [])
  return {
    fields: isNew ? { counted: had === 'wrong' ? -wave.stretch : wave.stretch } : {},
    brake(now) {
      if (trip !== null) stop(store, batch, number, trip, account.id, now)
    },
  }
}

/** The same for a move caused by a status record. */
export function countMove(
  store: Store,
  before: Counted & Pick<Account, 'state'>,
  { to, fields, problems }: Move,
): CountedAnswer {
  const outcome = fields.outcome ?? null
  const codes = codesOf(
    (problems?.list ?? []).map(({ code }) => code),
    outcome ?? to,
  )
  return countAnswer(store, before, { from: before.state, to, outcome, codes })
}

/**
 * Codes that come after the answer was counted, from the service's own explanation of it: checked only against the
 * codes that always stop.
 */
export function countCodes(store: Store, account: Counted, codes: readonly string[], now: number): void {
  if (account.wave === null) return
  const wave = store.waves.brakes(account.batch_id, account.wave)
  if (wave === null) return
  const { stopCodes } = store.waves.plan(account.batch_id).brakes
  const trip = decideBrakes({ errorRate: null, sameCode: null, stopCodes }, wave.counts, codes)
  if (trip !== null) stop(store, account.batch_id, account.wave, trip, account.id, now)
}

/** The brakes were changed: stops a current wave at once if it already exceeds them. */
export function applyBrakes(store: Store, batch: number, brakes: Brakes, now: number): void {
  for (const wave of store.waves.waves(batch)) {
    const trip = wave.endedAt === null ? decideBrakes(brakes, wave.counts, []) : null
    if (trip !== null) stop(store, batch, wave.number, trip, null, now)
  }
}

/** Does nothing if the batch has nothing left to send. */
function stop(
  store: Store,
  batch: number,
  wave: number,
  trip: Trip,
  account: number | null,
  now: number,
): void {
  if (!store.waves.hasLeftToSend(batch)) return
  const { reason, code, answers, wrong, times } = trip
  const detail = { answers, wrong, times, account }
  const { forAll } = store.waves.plan(batch).brakes
  if (!store.waves.setStop(batch, { wave, reason, code, detail, at: now }, forAll)) return
  store.accounts.addEvent(now, batch, null, 'stopped', { wave, reason, code, ...detail })
}

function verdictIn(stretch: number, counted: number | null): Verdict | null {
  if (counted === stretch) return 'right'
  return counted === -stretch ? 'wrong' : null
}

function isSameRows(one: BrakeCounts, other: BrakeCounts): boolean {
  const isEmpty = one.rows.create.length + one.rows.process.length === 0
  return isEmpty && other.rows.create.length + other.rows.process.length === 0
}
