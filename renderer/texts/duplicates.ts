// Texts of the duplicates view.
import { format } from './format.ts'

const accounts = (count: number): string => (count === 1 ? '1 account' : `${format.number(count)} accounts`)
/** `count`: how many there are, where these are only the first. */
const rowsOf = (rows: readonly number[], count = rows.length): string => {
  const some = rows.slice(0, 4).map(String)
  const more = count > some.length ? ` and ${format.number(count - some.length)} more` : ''
  return `${count === 1 ? 'Row' : 'Rows'} ${some.join(', ')}${more}`
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
  page: (from: number, to: number, total: number): string =>
    `${format.number(from)}–${format.number(to)} of ${format.number(total)}`,
  pageBefore: 'Earlier groups',
  pageAfter: 'Later groups',
  building: 'The accounts are built again with their numbers',
  moreSides: (count: number): string =>
    `${accounts(count)} more ${count === 1 ? 'has' : 'have'} this number. They come up when these are decided.`,
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
  joined: (count: number): string =>
    `New numbers given. ${count === 1 ? '1 row' : `${format.number(count)} rows`} of other sheets had one of them already and belong to it now.`,
  linkedTitle: (count: number): string =>
    count === 1
      ? '1 row of another sheet has this number too'
      : `${format.number(count)} rows of other sheets have this number too`,
  linkedBody: 'They go with whichever account you keep. For new numbers, say whose they are:',
  linkedAll: 'All of them',
  linkedRest: (count: number): string => `All of them, with ${format.number(count)} that are not listed`,
  linkedRow: (sheet: string, row: number): string => `${sheet}, row ${row}`,
  linkedTo: (what: string, row: number): string => `${what}: to row ${row}`,
  linkedUndecided: 'Say first whose the rows of other sheets are.',
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
