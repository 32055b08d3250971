// What the brakes of a plan would have done to the waves that were released so far, told from what is known of them: the
// counts of each wave, and how many accounts each code came to. Pure. What the order of answers decides is told as what
// may have been, never as what was.
import type { Brakes, WaveView } from '../../../shared/sending-plan.ts'

export type ErrorRateEffect =
  | { readonly kind: 'nothing_yet' }
  /** Too few have an answer for the brake to speak. */
  | { readonly kind: 'too_few'; readonly answered: number }
  | { readonly kind: 'stops'; readonly wave: number; readonly wrong: number; readonly answered: number }
  /** The wave that came nearest. */
  | { readonly kind: 'lets_pass'; readonly wave: number; readonly wrong: number; readonly answered: number }

/** An account that was accepted and is on its way has an answer too. */
export function answeredOf({ created, wrong, other, onTheWay }: WaveView): number {
  return created + wrong + other + onTheWay
}

export function errorRateEffect(
  brake: NonNullable<Brakes['errorRate']>,
  waves: readonly WaveView[],
): ErrorRateEffect {
  const told = waves
    .map((one) => ({ wave: one.number, wrong: one.wrong, answered: answeredOf(one) }))
    .filter(({ answered }) => answered > 0)
  if (told.length === 0) return { kind: 'nothing_yet' }
  const enough = told.filter(({ answered }) => answered >= brake.atLeast)
  if (enough.length === 0)
    return { kind: 'too_few', answered: Math.max(...told.map(({ answered }) => answered)) }
  const stopped = enough.find(({ wrong, answered }) => wrong * 100 >= brake.percent * answered)
  if (stopped !== undefined) return { kind: 'stops', ...stopped }
  const [nearest] = enough.toSorted((one, other) => other.wrong / other.answered - one.wrong / one.answered)
  return nearest === undefined ? { kind: 'nothing_yet' } : { kind: 'lets_pass', ...nearest }
}

/** How many accounts a code came to when they were created or processed. */
export type CodeCount = { readonly code: string; readonly accounts: number }

export type SameCodeEffect =
  | { readonly kind: 'nothing_yet' }
  /** No code came so often at all. */
  | { readonly kind: 'lets_pass'; readonly most: CodeCount }
  /** It came often enough; whether in a row depends on the order. */
  | { readonly kind: 'may_stop'; readonly most: CodeCount }

export function sameCodeEffect(times: number, codes: readonly CodeCount[]): SameCodeEffect {
  const [most] = codes.toSorted((one, other) => other.accounts - one.accounts)
  if (most === undefined) return { kind: 'nothing_yet' }
  return { kind: most.accounts >= times ? 'may_stop' : 'lets_pass', most }
}

/** The codes of the list that came at all. */
export function stopCodesEffect(stops: readonly string[], codes: readonly CodeCount[]): readonly CodeCount[] {
  return codes.filter(({ code }) => stops.includes(code))
}
