// The service's two phases (field-notes.md section 4): rules across fields run only when every field passes, so fixing
// all that one pass shows can reveal more in the next. Pure.
import { getAt, parseAttr } from '../payload/attr-path.ts'

export type NamedProblem = readonly [attr: string | null, code: string | null]
export type ValidatedPass = { readonly payload: unknown; readonly named: readonly NamedProblem[] }

/**
 * How many problems of a pass the one before could not show: it did not name them, and what they are about was the same
 * then. A value that was changed in between is a new problem, not a revealed one.
 */
export function revealedBy(latest: ValidatedPass, before: ValidatedPass): number {
  const known = new Set(before.named.map(keyOf))
  return latest.named.filter((one) => {
    if (known.has(keyOf(one))) return false
    const [attr] = one
    const path = parseAttr(attr ?? '')
    const value = path.length === 0 ? undefined : getAt(latest.payload, path)
    const isValue = value !== undefined && (typeof value !== 'object' || value === null)
    return !isValue || value === getAt(before.payload, path)
  }).length
}

function keyOf([attr, code]: NamedProblem): string {
  return `${attr ?? ''} ${code ?? ''}`
}
