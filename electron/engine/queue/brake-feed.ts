// What the ledger says, given to the brakes: each answer is counted in the transaction of the move that it makes, and a
// brake that it trips is written there too. Nothing is remembered here, so a restart counts on where it was.
import type { AccountState, Outcome } from '../../../shared/account-state.ts'
import type { Brakes } from '../../../shared/sending-plan.ts'
import type { Account, MoveFields } from '../store/account-row.ts'
import type { Store } from '../store/store.ts'
import type { BrakeCounts } from '../store/waves.ts'
import type { Move } from './decide.ts'
import { answersOf, count, decideBrakes, type Trip, type Verdict } from './brakes.ts'

export type Told = {
  readonly from: AccountState
  readonly to: AccountState
  readonly outcome: Outcome | null
  /** What the answer named; for an answer without a code, a word of ours for it. */
  readonly codes: readonly string[]
}

type Counted = Pick<Account, 'id' | 'batch_id' | 'wave' | 'counted'>

/** An answer that was counted. */
export type CountedAnswer = {
  /** What the move that it makes keeps of it. */
  readonly fields: Pick<MoveFields, 'counted'>
  /** Writes the stop where a brake is tripped, after the move. */
  readonly brake: (now: number) => void
}

/** Codes of an answer that may have none. */
export function codesOf(named: readonly (string | null | undefined)[], otherwise: string): readonly string[] {
  const codes = named.filter((code) => code !== null && code !== undefined && code !== '') as string[]
  return codes.length === 0 ? [otherwise] : codes
}

const notCounted: CountedAnswer = { fields: {}, brake: () => undefined }

/** Counts what a move says, within the transaction of that move and before it. */
export function countAnswer(store: Store, account: Counted, told: Told): CountedAnswer {
  const { batch_id: batch, wave: number } = account
  if (number === null) return notCounted
  const answers = answersOf(told.from, told.to, told.outcome)
  if (answers.length === 0) return notCounted
  const wave = store.waves.brakes(batch, number)
  if (wave === null) return notCounted
  let had = verdictIn(wave.stretch, account.counted)
  const before = had
  let counts: BrakeCounts = wave.counts
  for (const answer of answers) {
    counts = count(counts, answer, told.codes, had)
    had = answer.verdict
  }
  const isNews = had !== before || !isSameRows(counts, wave.counts)
  if (isNews) store.waves.keepCounts(batch, number, counts)
  const isWrong = answers.some(({ verdict }) => verdict === 'wrong')
  const trip = decideBrakes(store.waves.plan(batch).brakes, counts, isWrong ? told.codes : [])
  return {
    fields: isNews ? { counted: had === 'wrong' ? -wave.stretch : wave.stretch } : {},
    brake(now) {
      if (trip !== null) stop(store, batch, number, trip, account.id, now)
    },
  }
}

/** The same of a move that a status record made. */
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

/** Codes that come after the answer was counted, from the service's own explanation of it: only those that always stop. */
export function countCodes(store: Store, account: Counted, codes: readonly string[], now: number): void {
  if (account.wave === null) return
  const wave = store.waves.brakes(account.batch_id, account.wave)
  if (wave === null) return
  const { stopCodes } = store.waves.plan(account.batch_id).brakes
  const trip = decideBrakes({ errorRate: null, sameCode: null, stopCodes }, wave.counts, codes)
  if (trip !== null) stop(store, account.batch_id, account.wave, trip, account.id, now)
}

/** The brakes were set anew: a wave that is under way stops at once where it is over them already. */
export function applyBrakes(store: Store, batch: number, brakes: Brakes, now: number): void {
  for (const wave of store.waves.waves(batch)) {
    const trip = wave.endedAt === null ? decideBrakes(brakes, wave.counts, []) : null
    if (trip !== null) stop(store, batch, wave.number, trip, null, now)
  }
}

/** A batch of which nothing is left to send has nothing to be stopped. */
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
  if (!store.waves.setStop(batch, { wave, reason, code, detail, at: now })) return
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
