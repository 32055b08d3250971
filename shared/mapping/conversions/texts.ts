// Text steps: cleaning a text, taking one part of it, joining several cells. A step changes only what it is
// configured to change. The first step refuses a number that already lost digits in the spreadsheet, before a later
// step could hide the loss.
import type { Conversion } from '../file.ts'
import type { KeptCell } from '../../sheet/sheet.ts'
import { type CellText, type Converted, type Refusal, refuse, value } from './converted.ts'
import { readName } from './names.ts'
import { severalOf } from './several.ts'
import { message, type Message } from '../../texts/create-message.ts'

/**
 * A step from text to text; '' means no data. `kept` is passed on only while the text still matches the stored
 * value.
 */
export type TextStep = (
  text: string,
  kept: KeptCell | null,
  others: readonly CellText[],
) => ({ readonly ok: true } & CellText) | Refusal

/** The displayed text. Refused when the spreadsheet already lost digits. */
export function asText(text: string, kept: KeptCell | null): Converted {
  return lostDigits(text, kept) ?? value(text)
}

/**
 * A number cell of 16 digits or more, or a text in the exact form in which spreadsheets write long numbers
 * (`4.477E+11`).
 */
export function lostDigits(text: string, kept: KeptCell | null): Refusal | null {
  const longNumber =
    kept?.kind === 'number' &&
    (/^-?\d{16,}$/.test(kept.raw) || /E\+?(?:1[5-9]|[2-9]\d|\d{3,})$/i.test(kept.raw))
  if (!longNumber && !/^-?\d(?:[.,]\d+)?E[+-]\d{2,3}$/.test(text)) return null
  return refuse('digits_lost', message('conversions.digits_lost'))
}

type Clean = Extract<Conversion, { kind: 'text' }>

/** Replaces, then collapses inner blanks, then sets the case, then trims. */
export function cleanStep(rule: Clean): TextStep {
  const steps = cleanings(rule)
  return (text, kept) => {
    const lost = lostDigits(text, kept)
    if (lost !== null) return lost
    let clean = text
    for (const step of steps) clean = step(clean)
    return { ok: true, text: clean, kept }
  }
}

/** Whether the clean-up can empty a filled cell. */
export function canEmpty(rule: Clean): boolean {
  return (rule.replace?.length ?? 0) > 0
}

function cleanings({ trim, replace, collapse, letters }: Clean): ((text: string) => string)[] {
  const steps = (replace ?? []).map(
    ({ find, with: instead }) =>
      (text: string) =>
        text.replaceAll(find, () => instead),
  )
  if (collapse === true) steps.push((text) => text.replace(/\s+/g, ' '))
  if (letters === 'upper') steps.push((text) => text.toUpperCase())
  if (letters === 'lower') steps.push((text) => text.toLowerCase())
  if (letters === 'title') steps.push(titled)
  if (trim) steps.push((text) => text.trim())
  return steps
}

/**
 * Capitalises the first letter of each word, and the one after a single letter and an apostrophe: `O’Brien`, but
 * `John’s`.
 */
const firstLetters = /(?<![\p{L}\p{M}\p{N}'’])\p{L}|(?<=(?<!\p{L})\p{L}['’])\p{L}/gu

export function titled(text: string): string {
  return text.toLowerCase().replace(firstLetters, (letter) => {
    const upper = letter.toUpperCase()
    // A letter whose capital is several letters (ß) stays as it is.
    return upper.length === letter.length ? upper : letter
  })
}

type Split = Extract<Conversion, { kind: 'split' }>

/** One part of a text, or several with their separators. */
export function splitStep(rule: Split): TextStep {
  const separators = separatorOf(rule.separator)
  return (text, kept) => {
    const lost = lostDigits(text, kept)
    if (lost !== null) return lost
    const parts = partsOf(text.trim(), separators)
    if (rule.parts !== undefined && parts.length !== rule.parts)
      return refuse(
        'part_missing',
        message('conversions.parts_differ', {
          found: parts.length,
          separator: rule.separator,
          wanted: rule.parts,
        }),
      )
    const place = (part: number): number => (part > 0 ? part - 1 : parts.length + part)
    const first = parts[place(rule.part)]
    const last = parts[place(rule.to ?? rule.part)]
    const taken =
      first === undefined || last === undefined ? '' : text.trim().slice(first.from, last.to).trim()
    if (taken === '' && rule.missing !== 'empty') return refuse('part_missing', missingPart(rule))
    return { ok: true, text: taken, kept: taken === text ? kept : null }
  }
}

/** A blank matches any run of blanks, a line break any kind of line break, everything else itself. */
function separatorOf(separator: string): RegExp {
  if (/^ +$/.test(separator)) return /\s+/g
  if (/^[\r\n]+$/.test(separator)) return /\r\n|\n|\r/g
  return new RegExp(separator.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`), 'g')
}

type Part = { readonly from: number; readonly to: number }

function partsOf(text: string, separators: RegExp): Part[] {
  const parts: Part[] = []
  let from = 0
  for (const found of text.matchAll(separators)) {
    parts.push({ from, to: found.index })
    from = found.index + found[0].length
  }
  return [...parts, { from, to: text.length }]
}

function missingPart({ part, separator }: Split): Message {
  if (part === -1) return message('conversions.last_part_missing', { separator })
  return part > 0
    ? message('conversions.part_missing', { part, separator })
    : message('conversions.part_from_end_missing', { part: -part, separator })
}

/** One part of a person's name; a part that the name does not have leaves the field out. */
export function nameStep({ part }: Extract<Conversion, { kind: 'name' }>): TextStep {
  return (text) => {
    const read = readName(text)
    if (!read.ok) return refuse('invalid', read.message)
    return { ok: true, text: read.parts[part], kept: null }
  }
}

/** One of several telephone numbers or e-mail addresses in a cell. */
export function severalStep({ part }: Extract<Conversion, { kind: 'several' }>): TextStep {
  return (text, kept) => {
    const lost = lostDigits(text, kept)
    if (lost !== null) return lost
    const taken = severalOf(text)[part - 1] ?? ''
    return { ok: true, text: taken, kept: taken === text ? kept : null }
  }
}

type Join = Extract<Conversion, { kind: 'join' }>

/** Joins the cells that are not blank, in the order of the mapping. */
export function joinStep(rule: Join): TextStep {
  return (text, kept, others) => {
    const filled: string[] = []
    for (const cell of [{ text, kept }, ...others]) {
      const trimmed = cell.text.trim()
      if (trimmed === '') continue
      if (cell.kept?.kind === 'error')
        return refuse('error_cell', message('conversions.joined_error_cell', { text: trimmed }))
      const lost = lostDigits(trimmed, cell.kept)
      if (lost !== null) return lost
      filled.push(trimmed)
    }
    const joined = filled.join(rule.separator)
    return { ok: true, text: joined, kept: joined === text.trim() ? kept : null }
  }
}
