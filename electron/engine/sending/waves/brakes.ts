// Brakes of a wave: what its answers count, and when they stop it. Pure; brake-feed.ts keeps the counts in the
// database and writes a stop, in the transaction of the move that the answer causes.
//
// Wrong is what a person has to look at: rejected at creation, failed (also in a dry run), cancelled, already there
// without us or perhaps so. An account counts once, with its latest result: one that was accepted and fails later
// changes from right to wrong. Unconfirmed is neither until it is known. The same code in a row is counted separately
// for creates and for outcomes, since both alternate and one would hide the other.
import { type AccountState, isOneOf, type Outcome, wrongOutcomes } from '../../../../shared/sending/states.ts'
import type { Brakes, StopView } from '../../../../shared/sending/wave-plan.ts'
import type { BrakeCounts } from '../../store/sending/release/brake-counts.ts'

/** Codes that every answer of the current row had, and how often in a row. */
type Row = BrakeCounts['rows']['create']

export const nothingCounted: BrakeCounts = { answers: 0, wrong: 0, rows: { create: [], process: [] } }

/** How an account is counted; null where it is not counted yet. */
export type Verdict = 'right' | 'wrong'

/** One answer: to a create, or about the outcome of a process. */
export type Answer = { readonly to: 'create' | 'process'; readonly verdict: Verdict }

/** The answers that a move implies, in order; empty if it is neither right nor wrong. */
export function answersOf(from: AccountState, to: AccountState, outcome: Outcome | null): readonly Answer[] {
  const accepted: Answer = { to: 'create', verdict: 'right' }
  if (to === 'rejected') return [{ to: 'create', verdict: 'wrong' }]
  if (to === 'processing') return from === 'sending' || from === 'unconfirmed' ? [accepted] : []
  if (to !== 'done' || outcome === null) return []
  if (from === 'sending') return [{ to: 'create', verdict: verdictOn(outcome) }]
  const became: Answer = { to: 'process', verdict: verdictOn(outcome) }
  const isByOurs = outcome !== 'already_there' && outcome !== 'whose_account_unsure'
  return from === 'unconfirmed' && isByOurs ? [accepted, became] : [became]
}

function verdictOn(outcome: Outcome): Verdict {
  return isOneOf(wrongOutcomes, outcome) ? 'wrong' : 'right'
}

/** `had`: the account's verdict in these counts before. */
export function count(
  before: BrakeCounts,
  answer: Answer,
  codes: readonly string[],
  had: Verdict | null,
): BrakeCounts {
  const isWrong = answer.verdict === 'wrong'
  const row = isWrong ? goOnWith(before.rows[answer.to], codes) : []
  return {
    answers: before.answers + (had === null ? 1 : 0),
    wrong: before.wrong + (isWrong ? 1 : 0) - (had === 'wrong' ? 1 : 0),
    rows: { ...before.rows, [answer.to]: row },
  }
}

/** Most codes of an answer that are distinguished. */
const mostCodes = 50

function goOnWith(row: Row, codes: readonly string[]): Row {
  const before = new Map(row)
  return [...new Set(codes)].slice(0, mostCodes).map((code) => [code, (before.get(code) ?? 0) + 1] as const)
}

/** Why a wave is stopped, with the figures for its message. */
export type Trip = {
  readonly reason: StopView['reason']
  readonly code: string | null
  readonly answers: number
  readonly wrong: number
  /** Number of times in a row, if that is the reason. */
  readonly times: number | null
}

/** What decides whether a brake trips; for whom it holds does not. */
type Rules = Omit<Brakes, 'forAll'>

/** `codes` are those of the answer just received: a code that always stops does so at once. */
export function decideBrakes(brakes: Rules, counts: BrakeCounts, codes: readonly string[]): Trip | null {
  const { answers, wrong } = counts
  const trip = (reason: Trip['reason'], code: string | null, times: number | null): Trip => ({
    reason,
    code,
    answers,
    wrong,
    times,
  })
  const stopping = codes.find((code) => brakes.stopCodes.includes(code))
  if (stopping !== undefined) return trip('stop_code', stopping, null)
  const { sameCode, errorRate } = brakes
  if (sameCode !== null) {
    const longest = longestOf([...counts.rows.create, ...counts.rows.process])
    if (longest !== null && longest[1] >= sameCode) return trip('same_code', ...longest)
  }
  const isHigh =
    errorRate !== null &&
    wrong > 0 &&
    answers >= errorRate.atLeast &&
    wrong * 100 >= errorRate.percent * answers
  return isHigh ? trip('error_rate', null, null) : null
}

function longestOf(row: Row): Row[number] | null {
  return row.reduce<Row[number] | null>((most, one) => (most === null || one[1] > most[1] ? one : most), null)
}
