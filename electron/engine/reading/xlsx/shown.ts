// What a cell shows and what is kept beside it: only where the stored value differs from the text, or where the text
// alone would mislead (dates, errors, formulas).
import type { FileWarningCode } from '../../../../shared/file-warnings.ts'
import type { KeptCell } from '../../../../shared/sheet.ts'

export type OddValue = { readonly code: FileWarningCode; readonly message: string }

/** Always of the same shape, since millions of these are made. */
export type Shown = {
  readonly text: string
  readonly kept: KeptCell | undefined
  readonly odd: OddValue | undefined
}

type Facts = { readonly iso?: string | undefined; readonly odd?: OddValue | undefined }
const noFacts: Facts = {}

export function shownAs(kind: KeptCell['kind'], text: string, raw: string, facts: Facts = noFacts): Shown {
  const { iso, odd } = facts
  if (iso !== undefined) return { text, kept: { kind, raw, iso }, odd }
  return { text, kept: text === raw && kind !== 'error' ? undefined : { kind, raw }, odd }
}

/** The same for the saved result of a formula. */
export function withFormula({ text, kept, odd }: Shown, kind: KeptCell['kind'], raw: string): Shown {
  return { text, kept: { ...(kept ?? { kind, raw }), formula: true }, odd }
}
