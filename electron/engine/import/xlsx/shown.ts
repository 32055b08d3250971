// Displayed text of a cell and the kept value. A value is kept only if it differs from the text, or if the text
// alone would mislead (dates, errors, formulas).
import type { FileWarningCode } from '../../../../shared/sheet/file-warnings.ts'
import type { KeptCell } from '../../../../shared/sheet/sheet.ts'
import { brief } from '../sheet/raw-row.ts'
import { type Message, message } from '../../../../shared/texts/create-message.ts'

export type OddValue = { readonly code: FileWarningCode; readonly message: Message }

/** Always the same object shape, because millions of these are created. */
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

/** Like `shownAs`, for the saved result of a formula. */
export function withFormula({ text, kept, odd }: Shown, kind: KeptCell['kind'], raw: string): Shown {
  return { text, kept: { ...(kept ?? { kind, raw }), formula: true }, odd }
}

/** A stored boolean. `text`: its displayed text, if known. */
export function shownBoolean(raw: string, text?: string): Shown {
  const found = /^\s*(?:(1|true)|0|false)\s*$/i.exec(raw)
  if (found !== null) return shownAs('boolean', text ?? (found[1] === undefined ? 'FALSE' : 'TRUE'), raw)
  const odd: OddValue = { code: 'value_unreadable', message: message('sheet.not_boolean', { value: raw }) }
  return shownAs('text', text ?? raw, raw, { odd })
}

/** An error that a formula gave, such as `#REF!`. */
export function shownError(error: string): Shown {
  const odd: OddValue = { code: 'error_value', message: message('sheet.error_of_formula', { error }) }
  return shownAs('error', error, error, { odd })
}

/** Nothing of it is visible, so nothing is read; the value is kept. */
export function hiddenByFormat(kind: KeptCell['kind'], raw: string): Shown {
  const why = message('sheet.hidden_by_format', { value: brief({ cells: [raw] }) })
  return shownAs(kind, '', raw, { odd: { code: 'value_hidden', message: why } })
}

/** A cell hidden by a merged range is visible to nobody. */
export function coveredBy(shown: Shown): Shown {
  if (shown.text === '') return shownAs('text', '', '')
  const why = message('sheet.hidden_by_merging', { text: brief({ cells: [shown.text] }) })
  return shownAs('text', '', '', { odd: { code: 'value_hidden', message: why } })
}
