// Estimates what a plan's brakes would have done to the waves released so far, from the counts of each wave and the
// number of accounts per code. A result that depends on the order of answers is reported as possible only. Pure
// functions.
import type { CodeCount } from '../../../texts/plan.ts'
import type { SameCodeEffect } from '../../../texts/plan.ts'
import type { ErrorRateEffect } from '../../../texts/plan.ts'
import type { Brakes, WaveView } from '../../../../shared/sending/wave-plan.ts'

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
