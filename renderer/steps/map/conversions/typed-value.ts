// Parses typed text to a value of the field's kind. Pure functions.
import type { FieldView } from '../../../../shared/contract/views.ts'

/** Text that does not fit the kind stays text, and the check reports it. */
export function typedValue(text: string, field: FieldView | undefined): string | number | boolean {
  const plain = text.trim()
  if (field?.kind === 'boolean' && /^(true|false)$/i.test(plain)) return plain.toLowerCase() === 'true'
  if ((field?.kind === 'integer' || field?.kind === 'number') && /^-?\d+(\.\d+)?$/.test(plain))
    return Number(plain)
  return plain
}
