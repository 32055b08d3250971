// Texts of the dialog that edits many cells, and the names of such edits.
import { count, format } from './format.ts'
import { valueTexts } from './value.ts'

const mostQuoted = 40

function quoted(text: string): string {
  return `“${text.length > mostQuoted ? `${text.slice(0, mostQuoted - 1)}…` : text}”`
}
const found = (text: string, pattern: boolean): string =>
  pattern ? `the pattern ${quoted(text)}` : quoted(text)

/** “first”, “second”, … and from the end by negative numbers. */
const parts: Readonly<Record<string, string>> = {
  1: 'first',
  2: 'second',
  3: 'third',
  4: 'fourth',
  5: 'fifth',
  '-1': 'last',
  '-2': 'second to last',
}
const partWord = (part: number): string => parts[part] ?? String(part)

export const bulkTexts = {
  title: 'Change many cells',
  replaceTitle: 'Find and replace',
  replaceIn: (column: string): string => `Find and replace in ${column}`,
  changeColumn: (column: string): string => `Change many cells of ${column}`,
  changeSelected: (cells: number): string => `Change the ${count(cells, 'selected cell', 'selected cells')}`,
  fixCause: (cause: string): string => `Fix all with “${cause}”`,
  fixAll: 'Fix all at once',
  what: 'What to do',
  kinds: {
    replace: { label: 'Find and replace', hint: 'Text, a whole cell, or a regular expression' },
    table: { label: 'Change values by a table', hint: 'Say what each value becomes' },
    tidy: { label: 'Tidy', hint: 'Blanks, invisible characters, capitals' },
    ...valueTexts.kinds,
    set: { label: 'Set to a text', hint: 'Every cell gets the same text' },
    clear: { label: 'Clear' },
    fill_down: { label: 'Fill down', hint: 'An empty cell gets what stands above it' },
    take: { label: 'Take from another column', hint: 'The text of another cell in its row' },
    split: { label: 'Keep one part', hint: 'The text is split and one part stays' },
  },

  find: 'Find',
  with: 'Replace with',
  withHint: 'Left empty, what is found is taken out.',
  withPattern: '$1 and $<name> stand for groups.',
  match: 'Match',
  matches: { part: 'Part of a cell', cell: 'Whole cell', pattern: 'Regular expression' },
  matchCase: 'Match case',
  text: 'Text',
  trim: 'Take off blanks at both ends',
  collapse: 'Make one blank of several',
  invisible: 'Take out invisible characters',
  letters: 'Capitals',
  lettersAs: { none: 'Leave as they are', upper: 'UPPER CASE', lower: 'lower case', title: 'Title Case' },
  from: 'Take the text of',
  fromPlaceholder: 'Choose a column',
  onlyEmpty: 'Only where the cell is empty',
  separator: 'Split at',
  separatorHint: 'One character or several, for example a comma or a blank.',
  part: 'Keep the',
  partWord: (part: number): string => `${partWord(part)} part`,
  values: 'Values',
  becomes: (value: string): string => `${value === '' ? 'Empty' : quoted(value)} becomes`,
  becomesPlaceholder: 'stays',
  emptyValue: 'empty',
  onlyWrong: 'Only values with a problem',
  noWrong: 'No value here has a problem.',
  noValues: 'There is no cell here.',
  clearBody: 'Every chosen cell that holds something becomes empty.',
  fillBody: 'An empty cell gets the text of the nearest filled cell above it, among the chosen rows.',

  where: 'Where',
  column: 'Columns',
  rows: 'Rows',
  allColumns: 'All columns',
  selectedColumns: (n: number, name: string): string =>
    n === 1 ? `${name}, as selected` : `The ${format.number(n)} selected columns`,
  selectedRows: (n: number): string =>
    n === 1 ? 'The selected row' : `The ${format.number(n)} selected rows`,
  shownRows: (n: number | null): string =>
    n === null ? 'The rows shown' : n === 1 ? 'The row shown' : `The ${format.number(n)} rows shown`,
  allRows: (n: number | null): string => (n === null ? 'All rows' : `All ${count(n, 'row', 'rows')}`),
  columns: (n: number): string => count(n, 'column', 'columns'),
  tooManySelected: (n: number): string =>
    `More than ${format.number(n)} rows of a filter cannot be taken by selecting them: choose them by the filter itself.`,

  open: {
    replace: 'Type what to look for.',
    set: 'Type the text that every cell gets.',
    tidy: 'Choose what is tidied.',
    table: 'Say what a value becomes.',
    take: 'Choose the column to take from.',
    split: 'Type where the text is split.',
  },
  valuesNow: 'What stands there now',
  sampleHere: 'The cells that change are shown here, before and after.',

  preview: 'What would change',
  looking: 'Looking…',
  lookingRows: (rows: number, of: number): string =>
    `${format.number(rows)} of ${count(of, 'row', 'rows')} looked at`,
  refusedTitle: 'This cannot be changed now',
  nothing: 'No cell changes.',
  nothingHint: 'Nothing of what was chosen holds this, or it is so already.',
  change: (cells: number, accounts: number): string =>
    `${count(cells, 'cell', 'cells')} in ${count(accounts, 'account', 'accounts')} ${cells === 1 ? 'changes' : 'change'}`,
  changeStray: (cells: number): string =>
    `${count(cells, 'cell', 'cells')} ${cells === 1 ? 'changes' : 'change'}`,
  sample: (n: number): string => `the first ${format.number(n)}`,
  beforeAfter: 'Before and after',
  headRow: 'Row',
  headAccount: 'Account',
  headColumn: 'Column',
  headBefore: 'Before',
  headAfter: 'After',
  noAccount: 'none',
  row: (n: number): string => `row ${format.number(n)}`,
  emptyCell: 'empty',
  vanish: (n: number): string => (n === 1 ? 'problem vanishes' : 'problems vanish'),
  appear: (n: number): string => (n === 1 ? 'problem appears' : 'problems appear'),
  freed: (n: number): string => (n === 1 ? 'account freed' : 'accounts freed'),
  invalid: (n: number): string => (n === 1 ? 'account has errors' : 'accounts have errors'),
  effect: 'What it does to the accounts',
  lookingAt: (checked: number, accounts: number): string =>
    `${format.number(checked)} of ${count(accounts, 'account', 'accounts')} looked at`,
  looked: (accounts: number): string =>
    accounts === 1 ? 'The account was looked at.' : `All ${format.number(accounts)} accounts were looked at.`,
  noEffect: 'What this does to problems is not known before.',
  revalidated: (n: number): string =>
    `${count(n, 'account', 'accounts')} that the service validated must be revalidated.`,
  locked: (n: number): string =>
    n === 1
      ? '1 account is on its way or was created, and is left out.'
      : `${format.number(n)} accounts are on their way or were created, and are left out.`,
  onlyLocked: 'Every cell that would change is in an account that is on its way or was created.',
  keysTitle: 'All accounts of this batch are built again',
  keysBody:
    'This column ties rows to accounts. What the change does to problems is known once they are built.',

  apply: (cells: number): string => `Change ${count(cells, 'cell', 'cells')}`,
  applyNone: 'Change',
  applyKeys: (cells: number): string => `Change ${count(cells, 'cell', 'cells')} and build again`,
  undo: 'Undo',
  undoneElse: 'Something else was edited since. Undo it from the list of edits.',
  note: (words: string, cells: number, locked: number): string =>
    `${words}: ${count(cells, 'cell', 'cells')}${locked === 0 ? '' : `, ${count(locked, 'account', 'accounts')} left out`}`,

  done: {
    replaced: (find: string, instead: string, where: string, pattern: boolean): string =>
      `Replaced ${found(find, pattern)} with ${quoted(instead)} in ${where}`,
    takenOut: (find: string, where: string, pattern: boolean): string =>
      `Took ${found(find, pattern)} out of ${where}`,
    set: (where: string, text: string): string => `Set ${where} to ${quoted(text)}`,
    validated: (where: string): string => `Validated ${where}`,
    tidied: (where: string): string => `Tidied ${where}`,
    table: (values: number, where: string): string =>
      `Changed ${count(values, 'value', 'values')} of ${where} by a table`,
    filled: (where: string): string => `Filled ${where} down`,
    taken: (where: string, from: string): string => `Took ${where} from ${from}`,
    split: (where: string, part: number, separator: string): string =>
      `Kept the ${partWord(part)} part of ${where}, split at ${quoted(separator)}`,
  },
} as const
