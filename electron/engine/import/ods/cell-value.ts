// Converts an OpenDocument cell to its displayed text, as saved by the writing program, and keeps the stored value
// with it. If the writer left out the text, the value is used.
import type { KeptCell } from '../../../../shared/sheet/sheet.ts'
import { brief } from '../sheet/raw-row.ts'
import { generalText, numberOf, shownNumber } from '../xlsx/number-text.ts'
import { type OddValue, type Shown, shownAs, shownBoolean, shownError, withFormula } from '../xlsx/shown.ts'
import { message } from '../../../../shared/texts/create-message.ts'

/** As in the file; null if absent. */
export type StoredValue = {
  readonly type: string | null
  /** `office:value`, or the date, time, boolean or string value. */
  readonly value: string | null
  readonly text: string | null
  readonly formula: boolean
  readonly error: boolean
}

export function showValue(stored: StoredValue): Shown {
  const kind = kindOf(stored)
  const shown = show(stored, kind)
  return stored.formula ? withFormula(shown, kind, stored.value ?? stored.text ?? '') : shown
}

/** Marks a text for which the file has more blanks than the format counts. */
export function withoutBlanks(shown: Shown): Shown {
  const text = brief({ cells: [shown.text] })
  return {
    ...shown,
    odd: shown.odd ?? { code: 'blanks_not_counted', message: message('sheet.blanks_not_counted', { text }) },
  }
}

function show({ type, value, text, formula }: StoredValue, kind: KeptCell['kind']): Shown {
  if (kind === 'error') return shownError(text ?? '')
  if (type === null || type === 'string' || value === null) {
    const found = text ?? value ?? ''
    if (formula && type === null && found === '') return formulaWithoutValue
    return shownAs('text', found, found)
  }
  // Blanks around a number only align it in its cell.
  const seen = text?.trim()
  switch (kind) {
    case 'number': {
      const number = numberOf(value)
      if (number === null) return unreadable(value, seen)
      return shownNumber(value, number, seen ?? withoutText(type, number))
    }
    case 'boolean':
      return shownBoolean(value, seen)
    case 'time': {
      const time = timeOf(value)
      // A duration of a day or more is no time of day.
      const iso = time === null || !/^(?:[01]\d|2[0-3]):/.test(time) ? undefined : time
      return shownAs(kind, seen ?? time ?? value, value, { iso })
    }
    default: {
      const iso = dateOf(value)
      return shownAs(kind, seen ?? value.replace('T', ' '), value, { iso: iso ?? undefined })
    }
  }
}

function kindOf({ type, value, text, formula, error }: StoredValue): KeptCell['kind'] {
  if (error || (formula && /^(#[A-Z/0]+[!?]?|#N\/A|Err:\d{3})$/.test(text ?? ''))) return 'error'
  switch (type) {
    case 'float':
    case 'percentage':
    case 'currency':
      return 'number'
    case 'boolean':
    case 'time':
      return type
    case 'date':
      return value?.includes('T') === true ? 'datetime' : 'date'
    default:
      return 'text'
  }
}

/** Displayed text of a number whose text the writer left out. */
function withoutText(type: string, number: number): string {
  return type === 'percentage' ? `${generalText(number * 100)}%` : generalText(number)
}

function unreadable(value: string, text: string | undefined): Shown {
  const odd: OddValue = { code: 'value_unreadable', message: message('sheet.not_number', { value }) }
  return shownAs('text', text ?? value, value, { odd })
}

const formulaWithoutValue = shownAs('text', '', '', {
  odd: { code: 'formula_without_value', message: message('sheet.formula_without_value') },
})

/** ISO 8601 to the second; null if invalid. */
function dateOf(value: string): string | null {
  const found = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d:\d\d)(?:[.,]\d+)?)?$/.exec(value)
  return found === null ? null : `${found[1]}${found[2] ?? ''}`
}

/** `PT18H05M00S` is 18:05:00, `P1DT12H` is 36:00:00, `PT100H` is 100:00:00; null if it is no duration. */
function timeOf(value: string): string | null {
  const found = /^P(?:(\d{1,5})D)?T(?:(\d{1,7})H)?(?:(\d{1,2})M)?(?:(\d{1,2})(?:[.,]\d+)?S)?$/.exec(value)
  if (found === null || value.endsWith('T')) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0))
  return [days * 24 + hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')
}
