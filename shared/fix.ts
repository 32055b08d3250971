// A fix: one rule that changes the text of many cells at once, and the cells that it is for. Pure: a compiled fix says
// what a cell becomes, or null where it leaves it alone. It never looks further than the cell's own row and the cell
// that the rule left above it.
import { z } from 'zod'
import { assertNever } from './assert-never.ts'
import { titled } from './conversions/texts.ts'
import { withoutUnseen } from './unseen.ts'
import { rowFilter } from './views.ts'

/** The longest text that a cell may hold, in UTF-16 units, as spreadsheets have it. */
export const longestCell = 32_767

const column = z.number().int().nonnegative()

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
])
export type Fix = z.infer<typeof fix>

/** Rows of one sheet and columns in them: those that a filter leaves, or ranges of the sheet's own row numbers. */
export const fixScope = z.strictObject({
  sheet: z.number().int().nonnegative(),
  columns: z.array(column).min(1),
  rows: z.union([
    z.strictObject({ filter: rowFilter }),
    z.strictObject({
      ranges: z.array(z.tuple([z.number().int().positive(), z.number().int().positive()])).min(1),
    }),
  ]),
})
export type FixScope = z.infer<typeof fixScope>

export type FixCell = {
  readonly text: string
  /** The cells of its row, as they stand before this fix. */
  readonly row: readonly string[]
  /** What the nearest cell above it in its column holds after this fix; null in the first row. */
  readonly above: string | null
}

export type CompiledFix =
  | { readonly ok: true; readonly apply: (cell: FixCell) => string | null }
  | { readonly ok: false; readonly message: string }

export function compileFix(rule: Fix): CompiledFix {
  switch (rule.kind) {
    case 'replace':
      return replaceFix(rule)
    case 'set':
      return made(() => rule.text)
    case 'clear':
      return made(() => '')
    case 'tidy':
      return made(({ text }) => tidied(text, rule))
    case 'table':
      return tableFix(rule.values)
    case 'fill_down':
      return made(({ text, above }) => (text.trim() === '' ? above : null))
    case 'take':
      return made(({ text, row }) => (rule.onlyEmpty && text.trim() !== '' ? null : (row[rule.column] ?? '')))
    case 'split':
      return splitFix(rule)
    default:
      return assertNever(rule)
  }
}

/** A rule that gives the text that is there already, or one that no cell can hold, leaves the cell alone. */
function made(apply: (cell: FixCell) => string | null): CompiledFix {
  return {
    ok: true,
    apply: (cell) => {
      const after = apply(cell)
      return after === null || after === cell.text || after.length > longestCell ? null : after
    },
  }
}

type Replace = Extract<Fix, { kind: 'replace' }>

function replaceFix({ find, with: instead, match, matchCase }: Replace): CompiledFix {
  const flags = matchCase ? 'gu' : 'giu'
  if (match === 'cell') {
    const fold = (text: string): string => (matchCase ? text.trim() : text.trim().toLowerCase())
    const wanted = fold(find)
    return made(({ text }) => (fold(text) === wanted ? instead : null))
  }
  if (match === 'part') {
    const literal = new RegExp(find.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`), flags)
    return made(({ text }) => text.replace(literal, () => instead))
  }
  try {
    const pattern = new RegExp(find, flags)
    return made(({ text }) => text.replace(pattern, instead))
  } catch (error) {
    // The runtime repeats the expression with flags of its own before it says what is wrong.
    const said = error instanceof Error ? error.message : String(error)
    const why = said.replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, '')
    return { ok: false, message: `“${find}” is not a regular expression: ${why}.` }
  }
}

function tidied(text: string, rule: Extract<Fix, { kind: 'tidy' }>): string {
  let clean = rule.invisible ? withoutUnseen(text) : text
  if (rule.collapse) clean = clean.replace(/\s+/gu, ' ')
  if (rule.trim) clean = clean.trim()
  switch (rule.letters) {
    case null:
      return clean
    case 'upper':
      return clean.toUpperCase()
    case 'lower':
      return clean.toLowerCase()
    case 'title':
      return titled(clean)
    default:
      return assertNever(rule.letters)
  }
}

function tableFix(values: Readonly<Record<string, string>>): CompiledFix {
  const table = new Map<string, string>()
  for (const [word, text] of Object.entries(values)) {
    const name = word.trim().toLowerCase()
    const earlier = table.get(name)
    if (earlier !== undefined && earlier !== text)
      return { ok: false, message: `“${word}” stands twice in the table, for “${earlier}” and “${text}”.` }
    table.set(name, text)
  }
  return made(({ text }) => table.get(text.trim().toLowerCase()) ?? null)
}

function splitFix({ separator, part }: Extract<Fix, { kind: 'split' }>): CompiledFix {
  if (part === 0) return { ok: false, message: 'Parts are counted from 1, or from the end by -1.' }
  return made(({ text }) => {
    const parts = text.split(separator)
    return parts.at(part > 0 ? part - 1 : part)?.trim() ?? null
  })
}
