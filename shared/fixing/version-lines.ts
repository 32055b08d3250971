// Result of comparing two versions of a file: the kinds of lines, the lists that the user reviews, and the counts.
import { z } from 'zod'

/** Cells, then accounts. */
export const lineKinds = [
  'carry',
  'same_repair',
  'conflict',
  'file',
  'edited_here',
  'lost',
  'new',
  'gone',
  'twice',
  'keys',
  'rows',
] as const
export type LineKind = (typeof lineKinds)[number]

/**
 * - `conflicts`: both changed, differently. - `changed`: cells of accounts that are already on the platform. -
 * `lost`: our edit has no place any more (its row, column or account is gone). - `keys`: same content, other key. -
 * `rows`: rows were added, removed, or could not be distinguished. - `on_its_way`, `ended`: current states of
 * accounts.
 */
export const lineLists = [
  'conflicts',
  'changed',
  'carried',
  'same_repair',
  'file',
  'edited_here',
  'lost',
  'new',
  'gone',
  'twice',
  'keys',
  'rows',
  'on_its_way',
  'ended',
] as const
export type LineList = (typeof lineLists)[number]

export const lineDetail = z.object({
  /** For cells: the old file's text, our edit (null: not edited), the new file's text. */
  old: z.string().nullable().default(null),
  ours: z.string().nullable().default(null),
  fresh: z.string().nullable().default(null),
  /** Names in the old file, where the new one has no such thing. */
  sheetName: z.string().nullable().default(null),
  columnName: z.string().nullable().default(null),
  /** The row in the old file. */
  oldRow: z.number().nullable().default(null),
  /** No other row could match. */
  certain: z.boolean().default(true),
  /** `keys`: the earlier key; `twice`: the rows. */
  other: z.string().nullable().default(null),
  /** `rows`. */
  added: z.number().default(0),
  removed: z.number().default(0),
  uncertain: z.number().default(0),
  /** `gone`: our edits on it. */
  edits: z.number().default(0),
})
export type LineDetail = z.infer<typeof lineDetail>

/** A column as both files have it. */
export const versionColumn = z.object({
  kind: z.enum(['same', 'renamed', 'added', 'missing']),
  sheet: z.string(),
  /** The new file's name, or for a missing column the old one. */
  column: z.string(),
  was: z.string().nullable(),
  /** Its position and index in the new file; null for what is missing. */
  at: z.object({ sheet: z.number(), col: z.number() }).nullable(),
  /** Cells that only the file changed. */
  changed: z.number(),
})
export type VersionColumn = z.infer<typeof versionColumn>

export const versionFound = z.object({
  accounts: z.number(),
  matched: z.number(),
  /** Accounts without any differing cell. */
  unchanged: z.number(),
  new: z.number(),
  gone: z.number(),
  twice: z.number(),
  keys: z.number(),
  rows: z.number(),
  rowsAdded: z.number(),
  rowsRemoved: z.number(),
  rowsUncertain: z.number(),
  carry: z.number(),
  same_repair: z.number(),
  conflict: z.number(),
  file: z.number(),
  edited_here: z.number(),
  lost: z.number(),
})
export type VersionFound = z.infer<typeof versionFound>

export function nothingFound(): VersionFound {
  return {
    accounts: 0,
    matched: 0,
    unchanged: 0,
    new: 0,
    gone: 0,
    twice: 0,
    keys: 0,
    rows: 0,
    rowsAdded: 0,
    rowsRemoved: 0,
    rowsUncertain: 0,
    carry: 0,
    same_repair: 0,
    conflict: 0,
    file: 0,
    edited_here: 0,
    lost: 0,
  }
}
