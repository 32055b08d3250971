// What the view of duplicates says.
import { format } from '../../../parts/format.ts'

const accounts = (count: number): string => (count === 1 ? '1 account' : `${format.number(count)} accounts`)
const rowsOf = (rows: readonly number[]): string => {
  const some = rows.slice(0, 4).map(String)
  const more = rows.length > 4 ? ` and ${rows.length - 4} more` : ''
  return `${rows.length === 1 ? 'Row' : 'Rows'} ${some.join(', ')}${more}`
}

export const duplicatesTexts = {
  open: 'Decide side by side…',
  title: 'The same account twice',
  body: (all: number, groups: number): string =>
    `${accounts(all)} in ${format.number(groups)} ${groups === 1 ? 'group' : 'groups'}. None of a group is sent until you decide.`,
  none: 'No duplicates are left to decide.',
  groups: 'Groups',
  rows: rowsOf,
  copies: 'Same in every field',
  differs: (count: number): string => (count === 1 ? 'Differs in 1 column' : `Differs in ${count} columns`),
  more: (count: number): string => `${format.number(count)} more groups come up as these are decided.`,
  sides: 'Side by side',
  differences: (count: number): string => `Differences (${count})`,
  all: (count: number): string => `All columns (${count})`,
  column: 'Column',
  row: (row: number): string => `Row ${row}`,
  different: 'differs',
  empty: 'empty',
  keep: 'Keep this one',
  keepHint: (rows: readonly number[]): string =>
    `${rowsOf(rows)} ${rows.length === 1 ? 'is' : 'are'} excluded, never deleted. The report lists them with the reason.`,
  keepReason: (key: string, row: number): string => `Duplicate of ${key}, row ${row}, which was kept`,
  kept: (row: number): string => `Row ${row} kept.`,
  newNumbers: 'Keep both with new numbers',
  newNumber: (row: number): string => `Number of row ${row}`,
  proposed: 'Its own row says this number, and no account has it.',
  numbersMade: 'New numbers given.',
  linked: (sheet: string, count: number): string => `${sheet}: ${count} ${count === 1 ? 'row' : 'rows'}`,
  linkedBody: (list: string): string =>
    `Rows of other sheets with this number hang on each of these accounts and go with whichever you keep: ${list}. With new numbers, change the number in those rows too that belong to the other account.`,
  merge: 'Merge',
  mergeInto: (row: number): string => `Merge into row ${row}`,
  mergeBody:
    'Choose the text for each column that differs. The other rows are excluded as merged; undo brings all back.',
  mergeRows: 'The rows of all of them become one account’s. Undo brings all back.',
  mergeCancel: 'Back',
  merged: 'Merged into one account.',
  keepCopies: (count: number): string =>
    count === 1 ? 'Keep the first of 1 group of copies' : `Keep the first of ${count} groups of copies`,
  keptCopies: (count: number): string => `${accounts(count)} excluded as copies.`,
  undo: 'Undo',
  undoneElse: 'Something was edited since. Undo it from the history.',
  next: 'Next group',
} as const
