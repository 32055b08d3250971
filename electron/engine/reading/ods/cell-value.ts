// One OpenDocument cell to what it shows: its own text, as the program that saved it showed it, with the stored value
// kept beside it. Where a writer left the text out, the value stands in for it.
import type { KeptCell } from '../../../../shared/sheet.ts'
import { generalText, shownNumber } from '../xlsx/number-text.ts'
import { type Shown, shownAs, withFormula } from '../xlsx/shown.ts'

/** As the file has it; null for what it does not say. */
export type StoredValue = {
  readonly type: string | null
  /** `office:value`, or the date, time, boolean or string that stands for it. */
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

function show({ type, value, text, formula }: StoredValue, kind: KeptCell['kind']): Shown {
  if (kind === 'error') {
    const message = `The cell shows the spreadsheet error ${text ?? ''}. Correct its formula, or type the value.`
    return shownAs('error', text ?? '', text ?? '', { odd: { code: 'error_value', message } })
  }
  if (type === null || type === 'string' || value === null) {
    const found = text ?? value ?? ''
    if (formula && type === null && found === '') return formulaWithoutValue
    return shownAs('text', found, found)
  }
  // Blanks beside a number only align it in its cell.
  const seen = text?.trim()
  switch (kind) {
    case 'number': {
      const number = Number(value)
      if (value.trim() === '' || !Number.isFinite(number)) return unreadable(value, seen)
      return shownNumber(value, number, seen ?? withoutText(type, number))
    }
    case 'boolean':
      return shownAs(kind, seen ?? (value === 'true' ? 'TRUE' : 'FALSE'), value)
    case 'time': {
      const time = timeOf(value)
      return shownAs(kind, seen ?? time ?? value, value, { iso: time ?? undefined })
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

/** How a number is shown whose text the writer left out. */
function withoutText(type: string, number: number): string {
  return type === 'percentage' ? `${generalText(number * 100)}%` : generalText(number)
}

function unreadable(value: string, text: string | undefined): Shown {
  const message = `"${value}" is stored as a number but is none; it is shown as it is.`
  return shownAs('text', text ?? value, value, { odd: { code: 'number_unreadable', message } })
}

const formulaWithoutValue = shownAs('text', '', '', {
  odd: {
    code: 'formula_without_value',
    message:
      'The cell holds a formula without a saved result. Open the file in a spreadsheet program, let it calculate, and save it again.',
  },
})

/** ISO 8601 to the second; null for what is none. */
function dateOf(value: string): string | null {
  const found = /^(\d{4}-\d\d-\d\d)(?:(T\d\d:\d\d:\d\d)(?:[.,]\d+)?)?$/.exec(value)
  return found === null ? null : `${found[1]}${found[2] ?? ''}`
}

/** `PT18H05M00S` is 18:05:00; null for a duration of a day or more, which is no time of day. */
function timeOf(value: string): string | null {
  const found = /^PT(\d{1,2})H(\d{1,2})M(\d{1,2})(?:[.,]\d+)?S$/.exec(value)
  if (found === null || Number(found[1]) > 23) return null
  return found
    .slice(1, 4)
    .map((part) => part.padStart(2, '0'))
    .join(':')
}
