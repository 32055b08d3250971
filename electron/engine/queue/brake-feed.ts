// What the ledger says, given to the brakes: each answer is counted in the transaction of the move that it makes, and a
// brake that it trips is written there too. Nothing is remembered here, so a restart counts on where it was.
import type { AccountState, Outcome } from '../../../shared/account-state.ts'
import type { Brakes } from '../../../shared/sending-plan.ts'
import type { Account } from '../store/account-row.ts'
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

type Counted = Pick<Account, 'id' | 'batch_id' | 'wave'>

/** Codes of an answer that may have none. */
export function codesOf(named: readonly (string | null | undefined)[], otherwise: string): readonly string[] {
  const codes = named.filter((code) => code !== null && code !== undefined && code !== '') as string[]
  return codes.length === 0 ? [otherwise] : codes
}

/** Counts what a move says, within the transaction of that move. */
export function countAnswer(store: Store, account: Counted, told: Told, now: number): void {
  if (account.wave === null) return
  const answers = answersOf(told.from, told.to, told.outcome)
  if (answers.length === 0) return
  const wave = store.waves.brakes(account.batch_id, account.wave)
  if (wave === null) return
  let had = verdictIn(wave.stretch, store.waves.counted(account.id))
  const before = had
  let counts: BrakeCounts = wave.counts
  for (const answer of answers) {
    counts = count(counts, answer, told.codes, had)
    had = answer.verdict
  }
  if (had !== before || !isSameRows(counts, wave.counts)) {
    const counted = had === 'wrong' ? -wave.stretch : wave.stretch
    store.waves.keepCounts(account.batch_id, account.wave, counts, account.id, counted)
  }
  const isWrong = answers.some(({ verdict }) => verdict === 'wrong')
  const trip = decideBrakes(store.waves.plan(account.batch_id).brakes, counts, isWrong ? told.codes : [])
  if (trip !== null) stop(store, account.batch_id, account.wave, trip, account.id, now)
}

/** The same of a move that a status record made. */
export function countMove(
  store: Store,
  before: Counted & Pick<Account, 'state'>,
  { to, fields, problems }: Move,
  now: number,
): void {
  const outcome = fields.outcome ?? null
  const codes = codesOf(
    (problems?.list ?? []).map(({ code }) => code),
    outcome ?? to,
  )
  countAnswer(store, before, { from: before.state, to, outcome, codes }, now)
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
