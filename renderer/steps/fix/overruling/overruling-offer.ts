// Decides whether a problem's check can be left to the service: only our own checks, each once, and only with a
// connection, because the decision is stored there. Pure functions.
import type { Problem } from '../../../../shared/payload/problems.ts'
import { overrulingFixTexts as words } from '../../../texts/fix/decisions/overruling.ts'

export type Offer =
  /** `why`: it cannot be, in a sentence; null where it can. */
  | { readonly kind: 'decide'; readonly why: string | null }
  | { readonly kind: 'left'; readonly overruling: number }

/** Null if the problem comes from the service or the file. `stays`: from the engine. */
export function offerOf(
  problem: Pick<Problem, 'source' | 'code'> & {
    readonly stays: string | null
    readonly overruling: number | null
  },
  connected: boolean,
): Offer | null {
  if (problem.source !== 'local') return null
  if (problem.overruling !== null) return { kind: 'left', overruling: problem.overruling }
  return { kind: 'decide', why: problem.stays ?? (connected ? null : words.noConnection) }
}
