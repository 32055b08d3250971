// Converts a stored cell to its displayed text and keeps the stored value with it.
import { format } from 'numfmt'
import { createNumberText, serialOfIso } from './number-text.ts'
import { hasTextSection } from './patterns.ts'
import {
  hiddenByFormat,
  type OddValue,
  type Shown,
  shownAs,
  shownBoolean,
  shownError,
  withFormula,
} from './shown.ts'
import type { Formats } from './styles.ts'
import { unescapeText } from '../package/xml.ts'
import { message } from '../../../../shared/texts/create-message.ts'

/** `value`: text of `v`, null if absent. `inline`: text of an inline string, unescaped. */
export type ShowCell = (
  type: string,
  style: number,
  value: string | null,
  inline: string | null,
  formula: boolean,
) => Shown

export function createCellText(strings: readonly string[], formats: Formats, date1904: boolean): ShowCell {
  const numberText = createNumberText(date1904)
  const textCell = (raw: string, style: number): Shown => {
    const text = textByFormat(raw, formats(style))
    return text.trim() === '' && raw.trim() !== '' ? hiddenByFormat('text', raw) : shownAs('text', text, raw)
  }
  const show = (type: string, style: number, value: string): Shown => {
    switch (type) {
      case 's': {
        const text = strings[Number(value)]
        return text === undefined ? missingText(value) : textCell(text, style)
      }
      case 'str':
      case 'inlineStr':
        return textCell(unescapeText(value), style)
      case 'b':
        return shownBoolean(value)
      case 'e':
        return shownError(value)
      case 'd':
        return isoValue(value, formats(style), date1904, numberText)
      default:
        return numberText(value, formats(style))
    }
  }
  return (type, style, value, inline, formula) => {
    if (inline !== null)
      return formula ? ofFormula(textCell(inline, style), 'str', inline) : textCell(inline, style)
    if (value === null || (value === '' && type !== 'str' && type !== 'inlineStr'))
      return formula ? formulaWithoutValue : nothing
    const shown = show(type, style, value)
    return formula ? ofFormula(shown, type, value) : shown
  }
}

const nothing = shownAs('text', '', '')

/** A formula's result keeps its kind even if its text would be enough. */
function ofFormula(shown: Shown, type: string, raw: string): Shown {
  const text =
    type === 's' || type === 'str' || type === 'inlineStr' || shown.odd?.code === 'value_unreadable'
  return withFormula(shown, text || type === 'd' ? 'text' : 'number', type === 's' ? shown.text : raw)
}

const formulaWithoutValue = withFormula(
  shownAs('text', '', '', {
    odd: { code: 'formula_without_value', message: message('sheet.formula_without_value') },
  }),
  'text',
  '',
)

function missingText(number: string): Shown {
  const odd: OddValue = { code: 'text_missing', message: message('sheet.text_missing', { number }) }
  return shownAs('text', '', number, { odd })
}

/** Strict files store dates as ISO text, which is kept. */
function isoValue(
  raw: string,
  pattern: string,
  date1904: boolean,
  numberText: (raw: string, pattern: string) => Shown,
): Shown {
  const serial = serialOfIso(raw)
  if (serial === null) return shownAs('text', raw, raw)
  const stored = String(date1904 && serial >= 1 ? serial - 1462 : serial)
  const isoPattern = serial < 1 ? 'hh:mm:ss' : raw.includes('T') ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd'
  const { text, kept, odd } = numberText(stored, pattern === 'General' ? isoPattern : pattern)
  return shownAs(kept?.kind ?? 'number', text, raw, { iso: kept?.iso, odd })
}

/** Text with a format that has a text section (`"Acct "@`); blanks for alignment are left out. */
function textByFormat(text: string, pattern: string): string {
  if (text === '' || pattern === '@' || !hasTextSection(pattern)) return text
  try {
    const shown = format(pattern, text, { locale: 'en' })
    return shown.trim() === text.trim() ? text : shown
  } catch {
    return text
  }
}
