// Converts a stored cell to its displayed text and keeps the stored value with it.
import { format } from 'numfmt'
import { createNumberText, serialOfIso } from './number-text.ts'
import { hasTextSection } from './patterns.ts'
import { hiddenByFormat, type Shown, shownAs, shownBoolean, withFormula } from './shown.ts'
import type { Formats } from './styles.ts'
import { unescapeText } from '../package/xml.ts'

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
        return errorValue(value)
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
    odd: {
      code: 'formula_without_value',
      message:
        'The cell holds a formula without a saved result. Open the file in a spreadsheet program, let it calculate, and save it again.',
    },
  }),
  'text',
  '',
)

function missingText(number: string): Shown {
  const message = `The cell refers to text number ${number}, which the workbook does not hold. It is shown empty; ask for the file again.`
  return shownAs('text', '', number, { odd: { code: 'text_missing', message } })
}

function errorValue(text: string): Shown {
  const message = `The cell shows the spreadsheet error ${text}. Correct its formula, or type the value.`
  return shownAs('error', text, text, { odd: { code: 'error_value', message } })
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
