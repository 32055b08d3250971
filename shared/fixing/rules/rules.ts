// Schemas of the kinds of fix, as the contract sends them and the playbook stores them.
import { z } from 'zod'
import { longestCell } from './made.ts'

const column = z.number().int().nonnegative()
const pattern = z.string().min(1).max(60)

export const fix = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('replace'),
    find: z.string().min(1),
    /** With `pattern`, `$1` and `$<name>` refer to groups. */
    with: z.string(),
    /** part: any occurrence of the text; cell: only the whole cell; pattern: a regular expression. */
    match: z.enum(['part', 'cell', 'pattern']),
    matchCase: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('set'), text: z.string().max(longestCell) }),
  z.strictObject({ kind: z.literal('clear') }),
  z.strictObject({
    kind: z.literal('tidy'),
    /** Trims blanks at both ends, including no-break blanks. */
    trim: z.boolean(),
    /** Runs of blanks and line breaks become one blank. */
    collapse: z.boolean(),
    /** Removes invisible characters (zero width, direction marks, control characters). */
    invisible: z.boolean(),
    letters: z.enum(['upper', 'lower', 'title']).nullable(),
  }),
  /** Replaces whole cells by a table, compared without case and outer blanks. */
  z.strictObject({ kind: z.literal('table'), values: z.record(z.string(), z.string().max(longestCell)) }),
  /** Fills an empty cell from the nearest filled cell above it, among the rows of the scope. */
  z.strictObject({ kind: z.literal('fill_down') }),
  /** The text of another column of the same row. */
  z.strictObject({ kind: z.literal('take'), column, onlyEmpty: z.boolean() }),
  /** One part of the text, counted from 1, or from the end by -1; a cell without that part is left unchanged. */
  z.strictObject({ kind: z.literal('split'), separator: z.string().min(1), part: z.number().int() }),
  /** Valid telephone numbers in one format; other texts are left unchanged. */
  z.strictObject({
    kind: z.literal('phone'),
    /** Region of numbers without `+`: two capital letters; null: they are left unchanged. */
    region: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
    form: z.enum(['e164', 'international', 'national']),
    /** Also accepts numbers whose first digits are missing (a 0, or the + of their country). */
    bare: z.boolean(),
  }),
  /** Dates from any of several patterns to one; a text that two of them read differently is left unchanged. */
  z.strictObject({
    kind: z.literal('date'),
    from: z.array(pattern).min(1).max(8),
    to: pattern,
    /** For patterns with `yy`: the first year of the century-long range of two-digit years. */
    firstYear: z.number().int().min(1000).max(9900).nullable(),
  }),
  /** Numbers as digits with one decimal sign; ambiguous texts are left unchanged. */
  z.strictObject({
    kind: z.literal('number'),
    decimalSign: z.enum(['.', ',']),
    thousandsSign: z.enum(['.', ',', ' ', "'"]).nullable(),
    to: z.enum(['.', ',']),
    /** Removes one currency sign, or its three letters, at either end. */
    currency: z.boolean(),
  }),
  /** Removes everything but digits; a cell without digits is left unchanged. */
  z.strictObject({ kind: z.literal('digits'), plus: z.boolean() }),
  /** Pads texts of digits with leading zeros to a length. */
  z.strictObject({ kind: z.literal('pad'), length: z.number().int().min(1).max(100) }),
  /** Cuts longer texts; `atWord`: after the last whole word, if there is one. */
  z.strictObject({
    kind: z.literal('shorten'),
    length: z.number().int().min(1).max(longestCell),
    atWord: z.boolean(),
  }),
])
export type Fix = z.infer<typeof fix>
export type FixOf<Kind extends Fix['kind']> = Extract<Fix, { kind: Kind }>

/** Whether a rule of this kind gives every cell a complete text that was made for only some of them. */
export function givesWholeValues(fix: Fix): boolean {
  return fix.kind === 'set' || fix.kind === 'table' || (fix.kind === 'replace' && fix.match === 'cell')
}
