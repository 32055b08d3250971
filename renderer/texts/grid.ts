// Texts of the grid: cell editor, large changes, clipboard, columns, sorting, and the warning before undone edits are
// lost.
import { count, format } from './format.ts'

const rows = (n: number): string => count(n, 'row', 'rows')
const cells = (n: number): string => count(n, 'cell', 'cells')
const columns = (n: number): string => count(n, 'column', 'columns')

export const gridTexts = {
  editor: 'Text of the cell',

  clearTitle: (n: number): string => `Clear ${cells(n)}?`,
  fillTitle: (n: number): string => `Fill ${cells(n)}?`,
  takeTitle: (n: number): string => `Fill ${cells(n)} from the column at their left?`,
  largeBody: (rowCount: number, columnCount: number, counted: boolean): string =>
    `${counted ? '' : 'Still counting, at least '}${rows(rowCount)} in ${columns(columnCount)}. It is one edit: one undo takes all of it back. Accounts that are on their way or were created are left out.`,
  clear: 'Clear',
  fill: 'Fill',
  lookFirst: 'Look at it first…',
  changed: (n: number): string => `${cells(n)} changed`,
  lockedOut: (n: number): string => `${cells(n)} left out: their accounts are on their way or were created.`,
  noneAbove: 'There is no row above to fill from.',
  noneLeft: 'Select a cell and cells to its right to fill from it.',
  oneColumn: (most: number): string =>
    `More than ${cells(most)} are filled down one column at a time. Select one column, or change them in “Find and replace…”.`,
  refreshFirst:
    'The rows stay in place while you work, and other ones match by now. Refresh the list (above it), then select again.',
  tooManyRows: (most: number): string =>
    `Of rows that are filtered or sorted, at most ${rows(most)} can be selected in part. Select all of them with Ctrl+A, or fewer.`,
  stillLoading: 'Some of these rows could not be read. Try again in a moment.',

  copyTooMany: (most: number): string =>
    `Copy at most ${rows(most)} at once. The report holds all rows of the batch.`,
  copying: (n: number): string => `Reading ${rows(n)} to copy…`,
  copyReady: (n: number): string => `${rows(n)} are read. Press Ctrl+C once more to copy them.`,
  copied: (n: number): string => `${rows(n)} copied`,
  cutTooMany: 'Not all of these rows are loaded. Copy them first, then clear them with Delete.',
  pasteScope: (most: number): string =>
    `A block of more than ${cells(most)} cannot be pasted at once. One single value can: it fills all that is selected.`,
  setOf: (column: string, n: number): string =>
    n === 1 ? `Filling of ${column}` : `Filling of ${columns(n)}`,
  validatedOf: (column: string, n: number): string =>
    n === 1 ? `Clearing of ${column}` : `Clearing of ${columns(n)}`,

  columns: 'Columns',
  columnsLabel: 'Choose columns',
  findColumn: 'Find a column',
  onlyMapped: 'Only mapped',
  onlyProblems: 'Only with problems',
  showAllColumns: 'Show all',
  noColumn: 'No column has that name.',
  pin: (column: string): string => `Keep ${column} at the left`,
  unpin: (column: string): string => `Let ${column} scroll`,
  pinLimit: (most: number): string => `At most ${columns(most)} stay at the left.`,
  alwaysShown: 'names the account, always shown',
  withProblems: 'problems',
  hiddenShort: (n: number, troubled: number): string =>
    troubled === 0
      ? `${format.number(n)} hidden`
      : `${format.number(n)} hidden, ${format.number(troubled)} with problems`,
  hidden: (n: number): string => `${columns(n)} hidden`,
  hiddenWithProblems: (n: number, troubled: number): string =>
    `${columns(n)} hidden, ${format.number(troubled)} with problems`,
  hideColumn: (column: string): string => `Hide ${column}`,
  usualWidth: (column: string): string => `Fit the width of ${column}`,

  sortUp: (column: string): string => `Sort by ${column}`,
  sortDown: (column: string): string => `Sort by ${column}, largest first`,
  sortFile: 'Order of the file',
  sortByProblems: 'Sort by problems, most first',
  sortedBy: (what: string, descending: boolean): string =>
    descending ? `Sorted by ${what}, largest first` : `Sorted by ${what}`,
  sortedChip: (what: string, descending: boolean): string => `${descending ? '↓' : '↑'} ${what}`,
  removeSort: (what: string): string => `Back to the order of the file, not by ${what}`,
  sortNames: { row: 'row', state: 'state', problems: 'number of problems' },

  onlyValue: (text: string, column: string): string =>
    text === '' ? `Only rows where ${column} is empty` : `Only rows where ${column} is “${text}”`,
  valueChip: (text: string, column: string): string =>
    text === '' ? `${column} is empty` : `${column} is “${text}”`,
  editChip: (words: string | null): string => (words === null ? 'Rows of one edit' : `Rows of: ${words}`),
  showRows: 'Show rows',
  showRowsLabel: (words: string): string => `Show the rows that were changed by: ${words}`,

  redoTitle: (n: number): string =>
    n === 1 ? 'One undone edit would be lost' : `${format.number(n)} undone edits would be lost`,
  redoBody: (first: string, n: number): string =>
    n === 1
      ? `“${first}” was undone and can be done again. Another change makes that impossible.`
      : `They were undone and can be done again, “${first}” first. Another change makes that impossible.`,
  redoUnknown: 'What was undone can be done again. Another change makes that impossible.',
  makeChange: 'Make the change',
  keepThem: 'Keep them',

  gridName: (sheet: string): string => (sheet === '' ? 'Rows of the file' : `Rows of ${sheet}`),
  rowsShown: (n: number): string => `${rows(n)} shown`,
  changedCell: 'changed here',
  waitingCell: 'not yet confirmed',
  byServiceWord: 'validated by the service',
  checkedHere: 'checked here',
  feeds: (field: string): string => `feeds ${field}`,
} as const
