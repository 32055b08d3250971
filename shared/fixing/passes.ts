// Counts the problems that only a later validation pass could find. The service checks rules across fields only
// when every field passes, so fixing all problems of one pass can reveal more in the
// next. Pure.
import { getAt, parseAttr } from '../payload/attr-path.ts'

export type NamedProblem = readonly [attr: string | null, code: string | null]
export type ValidatedPass = { readonly payload: unknown; readonly named: readonly NamedProblem[] }

/**
 * Counts the problems of a pass that the earlier pass could not show: it did not name them, although their value
 * was the same. A value that was changed in between gives a new problem, not a revealed one.
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
