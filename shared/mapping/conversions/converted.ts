// Result of converting a cell: a value, nothing (the field is left out), or a refusal with its code and message.
// Inside shared/mapping/conversions a refusal's message is the end of a sentence whose subject is the value.
import type { CatalogueField } from '../../catalogue/catalogue.ts'
import type { KeptCell } from '../../sheet/sheet.ts'
import type { DateFault } from '../../sheet/written-dates.ts'
import type { Said } from '../../texts/create-message.ts'

export type Scalar = string | number | boolean
export type ConversionCode =
  | DateFault['code']
  | 'invalid_choice'
  | 'invalid_phone_number'
  | 'phone_not_read_here'
  | 'error_cell'
  | 'withheld_text'
  | 'digits_lost'
  | 'zone_missing'
  | 'part_missing'
export type Refusal = { readonly ok: false; readonly code: ConversionCode; readonly message: Said }
/** `value: null` means no data: the field is left out. */
export type Converted = { readonly ok: true; readonly value: Scalar | null } | Refusal

/** A cell as a conversion sees it: the displayed text, and the sheet's stored value. */
export type CellText = { readonly text: string; readonly kept: KeptCell | null }
/** `others`: the same row's cells of the columns that the conversion joins, in its order. */
export type Converter = (text: string, kept: KeptCell | null, others?: readonly CellText[]) => Converted

export type ConversionFault = {
  readonly ok: false
  readonly code: 'conversion_invalid' | 'conversion_does_not_fit'
  readonly message: Said
}

/** Tools from outside shared/: passed in, so that the window contains no telephone library. */
export type ConverterTools = {
  /** Parses a number; `region` (two letters) applies to numbers without `+`. Absent when numbers cannot be parsed. */
  readonly readPhone?: PhoneReader | undefined
  /** The region of numbers without `+` when the conversion names none. */
  readonly phoneRegion?: string | null | undefined
}
export type PhoneReader = (text: string, region: string | null) => PhoneRead
export type PhoneRead =
  /** `+` and digits. */
  | { readonly ok: true; readonly e164: string }
  | {
      readonly ok: false
      readonly why: 'not_a_number' | 'region_missing' | 'region_unknown' | 'extension' | 'not_as_dialled'
    }

/** A value step compiled for a field: its input is trimmed and never blank. */
export type ValueStep = (text: string, kept: KeptCell | null) => Converted
export type MadeStep = { readonly ok: true; readonly convert: ValueStep } | ConversionFault

export function value(given: Scalar): Converted {
  return { ok: true, value: given }
}
export function refuse(code: ConversionCode, message: Said): Refusal {
  return { ok: false, code, message }
}
export function made(convert: ValueStep): MadeStep {
  return { ok: true, convert }
}
export function faulty(message: Said): ConversionFault {
  return { ok: false, code: 'conversion_invalid', message }
}

/** A text shortened to be quoted in a sentence. */
export function cut(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59)}…`
}

/** Words are compared without case and outer blanks. */
export function folded(text: string): string {
  return text.trim().toLowerCase()
}

export function isValueField(field: CatalogueField): boolean {
  return field.kind !== 'object' && field.kind !== 'list'
}
