// Schema of the user's display settings: language, theme, density, open panes and their widths, visible grid columns, and saved
// views of rows. They affect display only.
// An invalid stored value is replaced by its default. Pure functions.
import { z } from 'zod'
import { languageSetting } from '../../../shared/texts/language.ts'
import { densities } from '../../components/density.ts'

export const themeSetting = z.enum(['system', 'light', 'dark'])
export type ThemeSetting = z.infer<typeof themeSetting>

export const densitySetting = z.enum(densities)

const width = z.number().int().min(120).max(900).nullable().catch(null)
const index = z.number().int().nonnegative()
/** Of one sheet of one batch. */
const columns = z.object({
  /** Zero-based in the sheet. */
  hidden: z.array(index).catch([]),
  /** Stay at the left, in this order. */
  pinned: z.array(index).max(4).catch([]),
  /** Width in pixels by the grid's column name, for columns that the user resized. */
  widths: z.record(z.string(), z.number().int().min(40).max(900)).catch({}),
})
export type ColumnChoices = z.infer<typeof columns>
export const usualColumns: ColumnChoices = { hidden: [], pinned: [], widths: {} }

/**
 * The settings are limited to 10,000 characters in total; the columns get most of it, newest choices first, and the saved
 * views some.
 */
const mostOfColumns = 6_000
const mostOfViews = 2_500

/** By `batch:sheet`, the newest choice last; the oldest are dropped when the limit is reached. */
export function withColumns(
  kept: Readonly<Record<string, ColumnChoices>>,
  of: string,
  next: ColumnChoices,
): Record<string, ColumnChoices> {
  const others = Object.entries(kept).filter(([name]) => name !== of)
  const isUsual = JSON.stringify(next) === JSON.stringify(usualColumns)
  const all = isUsual ? others : [...others, [of, next] as const]
  while (all.length > 1 && JSON.stringify(all).length > mostOfColumns) all.shift()
  return Object.fromEntries(JSON.stringify(all).length > mostOfColumns ? [] : all)
}

/** Rows and columns of the Fix step, saved under a name for all batches of a kind (steps/fix/views/saved-views.ts). */
const savedView = z.object({
  kind: z.string().max(20),
  name: z.string().min(1).max(40),
  /** Names and values of the address. */
  params: z.record(z.string(), z.string().max(500)),
  hidden: z.array(index),
  pinned: z.array(index).max(4),
})
export type SavedView = z.infer<typeof savedView>

/** Null: there is no room for as many. */
export function withinLimit(views: readonly SavedView[]): SavedView[] | null {
  return JSON.stringify(views).length > mostOfViews ? null : [...views]
}

const choices = z.object({
  language: languageSetting.catch('system'),
  theme: themeSetting.catch('system'),
  density: densitySetting.catch('compact'),
  /** The batch of the practice that is under way; null: none is. */
  practice: z.number().int().positive().nullable().catch(null),
  /** Null: as the window's width suggests. */
  railNarrow: z.boolean().nullable().catch(null),
  causesShown: z.boolean().catch(true),
  /** Pixels; null: as wide as the window's size suggests. */
  causesWidth: width,
  /** Beside the grid, in a wide window. */
  accountShown: z.boolean().catch(true),
  /** Over the grid, in a narrow window. */
  accountOver: z.boolean().catch(false),
  accountWidth: width,
  fixColumns: z.record(z.string(), columns).catch({}),
  fixViews: z.array(savedView).catch([]),
  /** The program's version when this was used last; null at the first start. */
  seenVersion: z.string().max(40).nullable().catch(null),
})
export type DisplayChoices = z.infer<typeof choices>

/** Parses any value; invalid parts become defaults. */
export function readChoices(kept: string | null): DisplayChoices {
  try {
    return choices.catch(choices.parse({})).parse(JSON.parse(kept ?? '{}'))
  } catch {
    return choices.parse({})
  }
}
