// A fix: one rule that changes the text of many cells at once, and its scope. Pure: a compiled fix returns a cell's
// new text, or null to leave the cell unchanged. It sees only the cell's own row and the result for the cell above.
// The kinds are in rules/rules.ts, their implementations in rules/texts.ts and rules/values.ts.
import { z } from 'zod'
import { assertNever } from '../contract/assert-never.ts'
import { type CompiledFix, made } from './rules/made.ts'
import type { Fix } from './rules/rules.ts'
import { replaceFix, shortenFix, splitFix, tableFix, tidyFix } from './rules/texts.ts'
import { dateFix, digitsFix, numberFix, padFix, phoneFix, type PhoneWriter } from './rules/values.ts'
import { rowFilter } from './row-filter.ts'

export { type CompiledFix, type FixCell, longestCell } from './rules/made.ts'
export { type Fix, fix, type FixOf } from './rules/rules.ts'

/** Columns of one sheet, in the rows that match a filter or in ranges of the sheet's own row numbers. */
export const fixScope = z.strictObject({
  sheet: z.number().int().nonnegative(),
  columns: z.array(z.number().int().nonnegative()).min(1),
  rows: z.union([
    z.strictObject({ filter: rowFilter }),
    z.strictObject({
      ranges: z.array(z.tuple([z.number().int().positive(), z.number().int().positive()])).min(1),
    }),
  ]),
})
export type FixScope = z.infer<typeof fixScope>

/** Tools from outside shared/: passed in, so that the window contains no telephone library. */
export type FixTools = { readonly writePhone?: PhoneWriter | undefined }

export function compileFix(rule: Fix, tools: FixTools = {}): CompiledFix {
  switch (rule.kind) {
    case 'replace':
      return replaceFix(rule)
    case 'set':
      return made(() => rule.text)
    case 'clear':
      return made(() => '')
    case 'tidy':
      return tidyFix(rule)
    case 'table':
      return tableFix(rule)
    case 'fill_down':
      return made(({ text, above }) => (text.trim() === '' ? above : null))
    case 'take':
      return made(({ text, row }) => (rule.onlyEmpty && text.trim() !== '' ? null : (row[rule.column] ?? '')))
    case 'split':
      return splitFix(rule)
    case 'phone':
      return phoneFix(rule, tools.writePhone)
    case 'date':
      return dateFix(rule)
    case 'number':
      return numberFix(rule)
    case 'digits':
      return digitsFix(rule)
    case 'pad':
      return padFix(rule)
    case 'shorten':
      return shortenFix(rule)
    default:
      return assertNever(rule)
  }
}
