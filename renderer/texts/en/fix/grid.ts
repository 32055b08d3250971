// English texts of the grid: cell editor, large changes, clipboard, columns, sorting.
export const grid = {
  editor: 'Text of the cell',
  notTaken: '“{text}” was not written, because the row could not be read. Choose the cell and type it again.',
  nowhereToPaste: 'No cell is chosen. Choose the cell to paste into, then paste again.',

  clearTitle: 'Clear {n, plural, one {# cell} other {# cells}}?',
  fillTitle: 'Fill {n, plural, one {# cell} other {# cells}}?',
  takeTitle: 'Fill {n, plural, one {# cell} other {# cells}} from the column at their left?',
  largeBody:
    '{rows, plural, one {# row} other {# rows}} in {columns, plural, one {# column} other {# columns}}. It is one edit: one undo takes all of it back. Accounts that are on their way or were created are left out.',
  largeBodyCounting:
    'Still counting, at least {rows, plural, one {# row} other {# rows}} in {columns, plural, one {# column} other {# columns}}. It is one edit: one undo takes all of it back. Accounts that are on their way or were created are left out.',
  clear: 'Clear',
  fill: 'Fill',
  lookFirst: 'Look at it first…',
  changed: '{n, plural, one {# cell} other {# cells}} changed.',
  lockedOut:
    '{n, plural, one {# cell} other {# cells}} left out: their accounts are on their way or were created.',
  noneAbove: 'There is no row above to fill from.',
  noneLeft: 'Select a cell and cells to its right to fill from it.',
  oneColumn:
    'More than {most, plural, one {# cell} other {# cells}} are filled down one column at a time. Select one column, or change them in “Find and replace…”.',
  refreshFirst:
    'The rows stay in place while you work, and other ones match by now. Refresh the list (above it), then select again.',
  tooManyRows:
    'Of rows that are filtered or sorted, at most {most, plural, one {# row} other {# rows}} can be selected in part. Select all of them with Ctrl+A, or fewer.',
  stillLoading: 'Some of these rows could not be read. Try again in a moment.',

  copyTooMany:
    'Copy at most {most, plural, one {# row} other {# rows}} at once. The report holds all rows of the batch.',
  copying: 'Reading {n, plural, one {# row} other {# rows}} to copy…',
  copyReady: '{n, plural, one {# row} other {# rows}} are read. Press Ctrl+C once more to copy them.',
  copied: '{n, plural, one {# row} other {# rows}} copied',
  cutTooMany: 'Not all of these rows are loaded. Copy them first, then clear them with Delete.',
  pasteScope:
    'A block of more than {most, plural, one {# cell} other {# cells}} cannot be pasted at once. One single value can: it fills all that is selected.',

  columns: 'Columns',
  columnsLabel: 'Choose columns',
  findColumn: 'Find a column',
  onlyMapped: 'Only mapped',
  onlyProblems: 'Only with problems',
  showAllColumns: 'Show all',
  noColumn: 'No column has that name.',
  pin: 'Keep {column} at the left',
  unpin: 'Let {column} scroll',
  pinLimit: 'At most {most, plural, one {# column} other {# columns}} stay at the left.',
  alwaysShown: 'names the account, always shown',
  withProblems: 'problems',
  hiddenShort: '{troubled, plural, =0 {{n, number} hidden} other {{n, number} hidden, # with problems}}',
  hidden: '{n, plural, one {# column} other {# columns}} hidden',
  hiddenWithProblems:
    '{n, plural, one {# column} other {# columns}} hidden, {troubled, number} with problems',
  hideColumn: 'Hide {column}',
  usualWidth: 'Fit the width of {column}',

  sortUp: 'Sort by {column}',
  sortDown: 'Sort by {column}, largest first',
  sortFile: 'Order of the file',
  sortByProblems: 'Sort by problems, most first',
  sorted: 'Sorted by {what}',
  sortedDescending: 'Sorted by {what}, largest first',
  removeSort: 'Back to the order of the file, not by {what}',
  sortNames: { row: 'row', state: 'state', problems: 'number of problems' },

  onlyEmpty: 'Only rows where {column} is empty',
  onlyValue: 'Only rows where {column} is “{text}”',
  emptyChip: '{column} is empty',
  valueChip: '{column} is “{text}”',
  valuesChip: '{column} is one of {n, number} values',
  filterByValue: 'Filter {column} by value…',
  filterTitle: 'Filter {column} by value',
  filterSearch: 'Search the values',
  filterAll: 'All',
  filterNone: 'None',
  filterShow: 'Show {n, plural, one {# row} other {# rows}}',
  filterShown: 'Values of the rows that the other filters leave',
  editChip: 'Rows of: {words}',
  unknownEditChip: 'Rows of one edit',
  showRows: 'Show rows',
  showRowsLabel: 'Show the rows that were changed by: {words}',

  didYouMean: 'Did you mean {choice}?',
  choices: 'Allowed values',
  dateOrder: 'Written as {pattern}. The arrow key down goes into the calendar.',
  cellActs: { copy: 'Copy', paste: 'Paste', clear: 'Clear', fillDown: 'Fill down' },
  copyByKey: 'These cells cannot be copied from the menu. Press Ctrl+C to copy them.',
  pasteByKey: 'Press Ctrl+V to paste here. The menu is not allowed to read what you copied.',

  gridName: 'Rows of {sheet}',
  gridOfFile: 'Rows of the file',
  rowsShown: '{n, plural, one {# row} other {# rows}} shown',
  changedCell: 'changed here',
  waitingCell: 'not yet confirmed',
  byServiceWord: 'validated by the service',
  checkedHere: 'checked here',
  feeds: 'feeds {field}',
} as const
