// One stored cell to its text and what is kept beside it. The text is what a person sees; what the file stores is kept
// only where it differs or where the text alone would mislead (dates, formulas, errors).
import { format } from 'numfmt'
import type { KeptCell } from '../../../../shared/sheet.ts'
import { createNumberText, type Shown, serialOfIso } from './number-text.ts'
import type { Formats } from './styles.ts'
import { unescapeText } from './xml.ts'

export type StoredCell = {
  readonly type: string
  readonly style: number
  /** The text of `v`, null where there is none. */
  readonly value: string | null
  /** The text of an inline string. */
  readonly inline: string | null
  readonly formula: boolean
}

export type CellText = {
  readonly text: string
  readonly kept?: KeptCell
  readonly odd?: { readonly code: string; readonly message: string }
}

export function createCellText(
  strings: readonly string[],
  formats: Formats,
  date1904: boolean,
): (cell: StoredCell) => CellText {
  const numberText = createNumberText(date1904)
  const shown = (cell: StoredCell): { readonly shown: Shown; readonly raw: string } => {
    const raw = cell.value ?? ''
    const asText = (text: string): { shown: Shown; raw: string } => ({
      shown: { kind: 'text', text: textByFormat(text, formats(cell.style)) },
      raw: text,
    })
    if (cell.inline !== null) return asText(cell.inline)
    if (cell.value === null) return { shown: { kind: 'text', text: '' }, raw }
    switch (cell.type) {
      case 's': {
        const text = strings[Number(raw)]
        if (text !== undefined) return asText(text)
        const message = `The cell refers to text number ${raw}, which the workbook does not hold. It is shown empty; ask for the file again.`
        return { shown: { kind: 'text', text: '', odd: { code: 'text_missing', message } }, raw }
      }
      case 'str':
      case 'inlineStr':
        return asText(unescapeText(raw))
      case 'b':
        return {
          shown: { kind: 'boolean', text: raw.trim() === '1' || raw.trim() === 'true' ? 'TRUE' : 'FALSE' },
          raw,
        }
      case 'e':
        return {
          shown: {
            kind: 'error',
            text: raw,
            odd: {
              code: 'error_value',
              message: `The cell shows the spreadsheet error ${raw}. Correct its formula, or type the value.`,
            },
          },
          raw,
        }
      case 'd': {
        const serial = serialOfIso(raw)
        const pattern = formats(cell.style)
        if (serial === null) return { shown: { kind: 'text', text: raw }, raw }
        const stored = String(date1904 ? serial - 1462 : serial)
        return { shown: numberText(stored, pattern === 'General' ? isoPattern(raw) : pattern), raw }
      }
      default:
        // A style's format is asked for only here: most cells are texts.
        return { shown: numberText(raw, formats(cell.style)), raw }
    }
  }
  return (cell) => {
    const { shown: found, raw } = shown(cell)
    const odd = cell.formula && cell.value === null && cell.inline === null ? formulaWithoutValue : found.odd
    const keeps = cell.formula || found.text !== raw || found.iso !== undefined || found.kind === 'error'
    if (!keeps) return odd === undefined ? { text: found.text } : { text: found.text, odd }
    const kept: KeptCell = {
      kind: found.kind,
      raw,
      ...(found.iso === undefined ? {} : { iso: found.iso }),
      ...(cell.formula ? { formula: true as const } : {}),
    }
    return odd === undefined ? { text: found.text, kept } : { text: found.text, kept, odd }
  }
}

const formulaWithoutValue = {
  code: 'formula_without_value',
  message:
    'The cell holds a formula without a saved result. Open the file in a spreadsheet program, let it calculate, and save it again.',
}

function isoPattern(raw: string): string {
  return raw.includes('T') ? 'yyyy-mm-dd hh:mm:ss' : 'yyyy-mm-dd'
}

/** Text under a format with a text section (`"Acct "@`); blanks that only align it are left out. */
function textByFormat(text: string, pattern: string): string {
  if (text === '' || pattern === '@' || !pattern.includes('@')) return text
  try {
    const shown = format(pattern, text, { locale: 'en' })
    return shown.trim() === text.trim() ? text : shown
  } catch {
    return text
  }
}
