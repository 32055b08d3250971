// The kinds of fix, as they cross the contract and are kept in the playbook.
import { z } from 'zod'
import { longestCell } from './made.ts'

const column = z.number().int().nonnegative()
const pattern = z.string().min(1).max(60)

export const fix = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('replace'),
    find: z.string().min(1),
    /** With `pattern`, `$1` and `$<name>` stand for groups. */
    with: z.string(),
    /** part: wherever the text stands; cell: only where it is all of the cell; pattern: a regular expression. */
    match: z.enum(['part', 'cell', 'pattern']),
    matchCase: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('set'), text: z.string().max(longestCell) }),
  z.strictObject({ kind: z.literal('clear') }),
  z.strictObject({
    kind: z.literal('tidy'),
    /** Blanks at both ends, no-break blanks too. */
    trim: z.boolean(),
    /** Runs of blanks and line breaks become one blank. */
    collapse: z.boolean(),
    /** Characters that nobody sees (zero width, direction marks, control characters) are taken out. */
    invisible: z.boolean(),
    letters: z.enum(['upper', 'lower', 'title']).nullable(),
  }),
  /** Whole cells by a table, compared without case and outer blanks. */
  z.strictObject({ kind: z.literal('table'), values: z.record(z.string(), z.string().max(longestCell)) }),
  /** An empty cell gets what stands in the nearest filled cell above it, among the rows of the scope. */
  z.strictObject({ kind: z.literal('fill_down') }),
  /** The text of another column of the same row. */
  z.strictObject({ kind: z.literal('take'), column, onlyEmpty: z.boolean() }),
  /** One part of the text, counted from 1, or from the end by -1; a cell without that part is left alone. */
  z.strictObject({ kind: z.literal('split'), separator: z.string().min(1), part: z.number().int() }),
  /** Valid telephone numbers in one form; what is no valid number of the region is left alone. */
  z.strictObject({
    kind: z.literal('phone'),
    /** Of numbers without `+`: two capital letters; null: they are left alone. */
    region: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
    form: z.enum(['e164', 'international', 'national']),
    /** Numbers that miss their first digits (a 0, or the + of their country) count too. */
    bare: z.boolean(),
  }),
  /** Dates from any of several patterns to one; a text that two of them read differently is left alone. */
  z.strictObject({
    kind: z.literal('date'),
    from: z.array(pattern).min(1).max(8),
    to: pattern,
    /** For patterns with `yy`: the first of the hundred years that two digits are of. */
    firstYear: z.number().int().min(1000).max(9900).nullable(),
  }),
  /** Numbers as digits with one decimal sign; what could be read in two ways is left alone. */
  z.strictObject({
    kind: z.literal('number'),
    decimalSign: z.enum(['.', ',']),
    thousandsSign: z.enum(['.', ',', ' ', "'"]).nullable(),
    to: z.enum(['.', ',']),
    /** One currency sign, or its three letters, at an end is taken off. */
    currency: z.boolean(),
  }),
  /** Everything but digits is taken out; a cell without digits is left alone. */
  z.strictObject({ kind: z.literal('digits'), plus: z.boolean() }),
  /** Zeros in front of texts of digits, up to a length. */
  z.strictObject({ kind: z.literal('pad'), length: z.number().int().min(1).max(100) }),
  /** Texts that are longer are cut; `atWord`: after the last whole word, where there is one. */
  z.strictObject({
    kind: z.literal('shorten'),
    length: z.number().int().min(1).max(longestCell),
    atWord: z.boolean(),
  }),
])
export type Fix = z.infer<typeof fix>
export type FixOf<Kind extends Fix['kind']> = Extract<Fix, { kind: Kind }>

/** Whether a rule of this kind gives every cell a text that was made for some of them, whole. */
export function givesWholeValues(fix: Fix): boolean {
  return fix.kind === 'set' || fix.kind === 'table' || (fix.kind === 'replace' && fix.match === 'cell')
}
