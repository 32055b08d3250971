// Default conversion of a field without an explicit one, by the catalogue: text stays text, dates and times must be
// ISO, numbers must be plain.
import { assertNever } from '../../contract/assert-never.ts'
import type { CatalogueField } from '../../catalogue/catalogue.ts'
import { type Converted, refuse, value, type ValueStep } from './converted.ts'
import { asDate, asUtcTime } from './dates/dates.ts'
import { decimals, integers, plainNumbers } from './numbers.ts'
import { asText } from './texts.ts'
import { message } from '../../texts/create-message.ts'

export function fieldStep(field: CatalogueField): ValueStep {
  switch (field.kind) {
    case 'text':
      if (field.format === 'date') return (text, kept) => asDate(text, kept, null)
      if (field.format === 'date-time') return asUtcTime
      return field.format === 'decimal' ? decimals(plainNumbers, field) : asText
    case 'integer':
      return integers(null, field)
    case 'number':
      return decimals(plainNumbers, field)
    case 'boolean':
      return asTrueOrFalse
    case 'object':
    case 'list':
      return () => refuse('invalid', message('conversions.not_a_single_value', { path: field.path }))
    default:
      return assertNever(field.kind)
  }
}

function asTrueOrFalse(text: string): Converted {
  const lower = text.toLowerCase()
  if (lower === 'true' || lower === 'false') return value(lower === 'true')
  return refuse('invalid', message('conversions.not_true_or_false'))
}
