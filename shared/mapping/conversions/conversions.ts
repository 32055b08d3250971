// Converts a cell's text to a payload value. A text that does not fit the field is refused with a sentence; nothing
// is guessed or repaired. Text fields always get strings. Leading and trailing blanks
// (including no-break spaces) are removed, because nobody sees them and the service would store them; `{kind:
// 'text', trim: false}` keeps them. A blank cell counts as empty: its fallback is used, or the field is left out.
import type { CatalogueField } from '../../catalogue/catalogue.ts'
import { type CellText, cut, refuse } from './converted.ts'
import type { ConversionFault, Converted, Converter, ConverterTools } from './converted.ts'
import type { Refusal, Scalar, ValueStep } from './converted.ts'
import { makeSteps, type Steps } from './make-steps.ts'
import type { Conversion } from '../file.ts'
import type { KeptCell } from '../../sheet/sheet.ts'
import { isWithheldText, withheldText } from '../../sheet/withheld-text.ts'
import { message } from '../../texts/create-message.ts'

export type { CellText, Converted, Converter, ConverterTools, Scalar } from './converted.ts'

export type MadeConverter = {
  readonly ok: true
  readonly convert: Converter
  /** The same without the fallback: null means a cell without data. */
  readonly bare: Converter
  /** Columns of the same sheet whose cells the converter needs as `others`, in this order. */
  readonly joins: readonly string[]
  /** The value of cells without data, or null when there is none. */
  readonly fallback: Scalar | null
  /** A filled cell can still give no data (a replacement or a missing part left nothing). */
  readonly empties: boolean
}
export type ConverterResult = MadeConverter | ConversionFault

const nothing: Converted = { ok: true, value: null }
const noOthers: readonly CellText[] = []

/** Converts one cell. For many cells of a column make its converter once with `createConverter`. */
export function convert(
  text: string,
  kept: KeptCell | null,
  conversion: Conversion | null,
  field: CatalogueField,
): Converted {
  const made = createConverter(conversion, field)
  return made.ok ? made.convert(text, kept) : refuse('invalid', made.message)
}

/** The converter of a column; fails with a sentence when the conversion is faulty or cannot feed the field. */
export function createConverter(
  conversion: Conversion | null,
  field: CatalogueField,
  tools: ConverterTools = {},
): ConverterResult {
  const result = makeSteps(conversion, field, tools)
  if (!result.ok) return result
  const { steps } = result
  const { joins, fallback, empties } = steps
  const bare =
    steps.texts.length === 0 && steps.last !== null ? oneStep(steps.last, field) : manySteps(steps, field)
  const convert = fallback === null ? bare : withFallback(bare, fallback)
  return { ok: true, convert, bare, joins, fallback, empties }
}

/** Fast path for the most frequent case: a cell, one step, a value. */
function oneStep(step: ValueStep, field: CatalogueField): Converter {
  return (text, kept) => {
    const trimmed = text.trim()
    if (trimmed === '') return nothing
    if (kept !== null && kept.kind === 'error') return reported(errorCell, trimmed, field)
    if (trimmed === withheldText) return reported(withheldCell, trimmed, field)
    const result = step(trimmed, kept)
    return result.ok ? result : reported(result, trimmed, field)
  }
}

function manySteps({ texts, last, joins, keepsBlanks }: Steps, field: CatalogueField): Converter {
  return (text, kept, others = noOthers) => {
    const trimmed = text.trim()
    const shown = joins.length === 0 ? trimmed : shownTogether(trimmed, others)
    if (shown === '') return nothing
    if (kept !== null && kept.kind === 'error') return reported(errorCell, shown, field)
    if (isWithheldText(text) || others.some((other) => isWithheldText(other.text)))
      return reported(withheldCell, shown, field)
    let cell: CellText = { text: keepsBlanks ? text : trimmed, kept }
    for (const step of texts) {
      const result = step(cell.text, cell.kept, others)
      if (!result.ok) return reported(result, shown, field)
      if (result.text.trim() === '') return nothing
      cell = result
    }
    if (last === null) return { ok: true, value: cell.text }
    const result = last(cell.text.trim(), cell.kept)
    return result.ok ? result : reported(result, shown, field)
  }
}

function shownTogether(trimmed: string, others: readonly CellText[]): string {
  return [trimmed, ...others.map((other) => other.text.trim())].filter((text) => text !== '').join(' ')
}

function withFallback(bare: Converter, fallback: Scalar): Converter {
  const filled: Converted = { ok: true, value: fallback }
  return (text, kept, others) => {
    const result = bare(text, kept, others)
    return result.ok && result.value === null ? filled : result
  }
}

const errorCell = refuse('error_cell', message('conversions.error_cell'))
const withheldCell = refuse('withheld_text', message('conversions.withheld_text'))

/** The whole sentence; a masked field's value is not repeated. */
function reported({ code, message: fault }: Refusal, shown: string, field: CatalogueField): Refusal {
  return refuse(
    code,
    field.sensitive
      ? message('conversions.masked_value_fault', { fault })
      : message('conversions.value_fault', { value: cut(shown), fault }),
  )
}
