// Estimates what a plan's brakes would have done to the waves released so far, from the counts of each wave and the
// number of accounts per code. A result that depends on the order of answers is reported as possible only. Pure
// functions.
import { planTexts } from '../../../texts/submit/plan.ts'
import type { Brakes, WaveView } from '../../../../shared/sending/wave-plan.ts'

/** How many accounts a code came to when they were created or processed. */
export type CodeCount = { readonly code: string; readonly accounts: number }

export type SameCodeEffect =
  | { readonly kind: 'nothing_yet' }
  /** No code came so often at all. */
  | { readonly kind: 'lets_pass'; readonly most: CodeCount }
  /** It came often enough; whether consecutively depends on the order. */
  | { readonly kind: 'may_stop'; readonly most: CodeCount }

export type ErrorRateEffect =
  | { readonly kind: 'nothing_yet' }
  /** Too few accounts are answered for the brake to apply. */
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
  const reported = waves
    .map((one) => ({ wave: one.number, wrong: one.wrong, answered: answeredOf(one) }))
    .filter(({ answered }) => answered > 0)
  if (reported.length === 0) return { kind: 'nothing_yet' }
  const enough = reported.filter(({ answered }) => answered >= brake.atLeast)
  if (enough.length === 0)
    return { kind: 'too_few', answered: Math.max(...reported.map(({ answered }) => answered)) }
  const stopped = enough.find(({ wrong, answered }) => wrong * 100 >= brake.percent * answered)
  if (stopped !== undefined) return { kind: 'stops', ...stopped }
  const [nearest] = enough.toSorted((one, other) => other.wrong / other.answered - one.wrong / one.answered)
  return nearest === undefined ? { kind: 'nothing_yet' } : { kind: 'lets_pass', ...nearest }
}

export function sameCodeEffect(times: number, codes: readonly CodeCount[]): SameCodeEffect {
  const [most] = codes.toSorted((one, other) => other.accounts - one.accounts)
  if (most === undefined) return { kind: 'nothing_yet' }
  return { kind: most.accounts >= times ? 'may_stop' : 'lets_pass', most }
}

/** The codes of the list that came at all. */
export function stopCodesEffect(stops: readonly string[], codes: readonly CodeCount[]): readonly CodeCount[] {
  return codes.filter(({ code }) => stops.includes(code))
}

const words = planTexts.effects

export function errorRateWords(effect: ErrorRateEffect): string {
  switch (effect.kind) {
    case 'nothing_yet':
      return words.errorRate.nothing_yet
    case 'too_few':
      return words.errorRate.too_few(effect)
    case 'stops':
      return words.errorRate.stops(effect)
    case 'lets_pass':
      return effect.wrong === 0 ? words.errorRate.nothingWrong : words.errorRate.lets_pass(effect)
  }
}

export function sameCodeWords(effect: SameCodeEffect): string {
  return effect.kind === 'nothing_yet' ? words.sameCode.nothing_yet : words.sameCode[effect.kind](effect.most)
}

export function stopCodesWords(codes: readonly CodeCount[]): string {
  if (codes.length === 0) return words.stopCodes.none
  return words.stopCodes.stops({ codes: codes.map((one) => words.stopCodes.code(one)).join(', ') })
}
