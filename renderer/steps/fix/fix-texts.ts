// The sentences of the Fix step, in one place for a translation. Codes become words here and nowhere else; a code that
// nobody listed is shown as it is, in plain letters.
import { count, format } from '../../parts/format.ts'
import type { Show } from './fix-view.ts'

/** What is wrong, by the code of the problem, said of the field's title. */
const causes: Readonly<Record<string, (title: string) => string>> = {
  required: (title) => `${title} missing`,
  blank: (title) => `${title} empty`,
  null: (title) => `${title} missing`,
  empty: (title) => `${title} has no items`,
  invalid: (title) => `${title} not valid`,
  invalid_choice: (title) => `${title} not one of the choices`,
  max_length: (title) => `${title} too long`,
  min_length: (title) => `${title} too short`,
  max_value: (title) => `${title} too large`,
  min_value: (title) => `${title} too small`,
  invalid_phone_number: (title) => `${title} not a phone number`,
  possible_test_email_address: (title) => `${title} looks like a test address`,
  date_in_future: (title) => `${title} in the future`,
  undocumented_field: (title) => `${title} not documented`,
  conflicting_values: (title) => `${title} differs between rows`,
}
const wholeCauses: Readonly<Record<string, string>> = {
  duplicate_account: 'The same account twice',
  identity_missing: 'Account number missing',
  identity_unsafe: 'Account number cannot be used',
  payload_too_large: 'Too large to be sent',
  key_missing: 'Key missing',
  account_creation_failed: 'Could not be created',
  account_import_process_already_imported: 'Already there, not ours',
  import_process_failed_validation: 'Refused when it was sent',
  import_supplier_migration_not_ongoing: 'Supplier takes no accounts now',
}

function spelled(code: string): string {
  const words = code.replace(/[_.]+/g, ' ').trim()
  return words === '' ? code : `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`
}

function causeOf(code: string | null, title: string | null): string {
  if (code === null) return title === null ? 'No code given' : `${title}: no code given`
  if (Object.hasOwn(wholeCauses, code)) return wholeCauses[code] ?? code
  const words = Object.hasOwn(causes, code) ? causes[code] : undefined
  if (words !== undefined && title !== null) return words(title)
  return title === null ? spelled(code) : `${title}: ${spelled(code).toLowerCase()}`
}

export const fixTexts = {
  moreActions: 'More actions',
  causeOf,
  spelled,
  shows: {
    fix: 'To fix',
    all: 'All',
    changed: 'Changed',
    held: 'Held',
    excluded: 'Excluded',
  } satisfies Record<Show, string>,
  rows: (n: number): string => count(n, 'row', 'rows'),
  cells: (n: number): string => count(n, 'cell', 'cells'),

  notYet: {
    reading: 'The file is still being read',
    readingBody: 'Problems appear here once its columns are mapped and the accounts are built.',
    mapping: 'The columns are not mapped yet',
    mappingBody: 'Accounts are built from the mapping; their problems appear here.',
    building: 'Building the accounts',
    failed: 'The file could not be read',
    toLoad: 'Go to Load',
    toMap: 'Go to Map',
  },

  quick: 'Which rows',
  search: 'Text in a cell',
  searchKey: 'Search for text in a cell',
  chips: 'What is filtered',
  clearAll: 'Clear all',
  removeChip: (words: string): string => `Remove the filter: ${words}`,
  only: (key: string): string => `Only ${key}`,
  onlyOne: 'Only one account',
  standing: (words: readonly string[]): string =>
    words.length > 3 ? `${format.number(words.length)} states` : words.join(', '),
  withText: (text: string): string => `“${text}”`,
  problemsOfColumn: (column: string): string => `Problems in ${column}`,
  problemsOfField: (field: string): string => `Problems of ${field}`,
  problemsOfAccount: 'Problems of the whole account',
  stateFilter: 'State',
  stateFilterLabel: 'Filter by state',
  anyState: 'Any state',

  cellMenu: 'Filters from this cell',
  onlyCause: (cause: string): string => `Only rows with “${cause}”`,
  onlyColumn: (column: string): string => `Only rows with problems in ${column}`,
  onlyField: (field: string): string => `Only accounts with problems of ${field}`,
  onlyText: (text: string): string => `Only rows that contain “${text}”`,
  onlyAccount: (key: string): string => `Only the rows of ${key}`,
  columnMenu: (column: string): string => `Filters of ${column}`,

  showAll: 'Show all rows',
  undo: (words: string | null): string => (words === null ? 'Nothing to undo' : `Undo: ${words}`),
  redo: (words: string | null): string => (words === null ? 'Nothing to redo' : `Redo: ${words}`),
  undone: (words: string): string => `Undone: ${words}`,
  redone: (words: string): string => `Done again: ${words}`,
  edits: (n: number): string => count(n, 'edit', 'edits'),
  history: 'Edits',
  historyTitle: 'Edits of this batch',
  historyNoneBody:
    'Edits are kept here and can be undone, also tomorrow, as long as their accounts may be edited.',
  historySize: (cells: number, accounts: number): string =>
    `${count(cells, 'cell', 'cells')} · ${count(accounts, 'account', 'accounts')}`,
  historyOlder: (n: number): string => `${count(n, 'older edit', 'older edits')} not listed`,
  undoHere: 'Undo to here',
  undoHereLabel: (n: number, words: string): string =>
    `Undo to here (${count(n, 'edit', 'edits')}), back to before: ${words}`,
  redoHere: 'Redo to here',
  redoHereLabel: (n: number, words: string): string =>
    `Redo to here (${count(n, 'edit', 'edits')}), up to: ${words}`,
  validate: 'Validate',
  validateHint: (n: number): string =>
    n === 0
      ? 'No account is ready. Fix what blocks them, or select rows to have them judged again.'
      : `Sends ${count(n, 'ready account', 'ready accounts')} to the service to be checked. Nothing is created.`,
  validateNoConnection: 'Choose a connection first, in Map.',
  stop: 'Stop',
  stopHint: 'What was judged stays judged.',
  selected: (n: number): string => `${count(n, 'account', 'accounts')} selected`,
  newer: (n: number): string => `${count(n, 'row matches', 'rows match')} now`,
  refresh: 'Refresh the list',
  newerHint:
    'While you work in the list its rows stay in place. What you fixed leaves it, and what came since enters it, when you refresh it.',

  causes: 'Causes',
  causesOrder: 'accounts freed',
  causesOrderHint: 'Most accounts freed first',
  hideCauses: 'Hide the causes',
  showCauses: 'Show the causes',
  hideAccount: 'Hide the account',
  showAccount: 'Show the account',
  causesWidth: 'Width of the causes',
  accountWidth: 'Width of the account',
  separatorHint: 'Drag, or use the arrow keys; twice for the usual width',
  causesLabel: 'Problems by cause',
  noCauses: 'No problem stands.',
  noCausesReady: (n: number): string =>
    `${count(n, 'account is', 'accounts are')} ready to be judged by the service.`,
  noCausesDone: 'The service has cleared what it judged.',
  byService: 'by the service',
  noCell: 'No single cell',
  problemsIn: (problems: number, accounts: number): string =>
    `${count(problems, 'problem', 'problems')} in ${count(accounts, 'account', 'accounts')}`,

  grid: 'Rows of the file',
  ignoredColumn: 'feeds no field',
  keyColumn: 'names the account',
  row: 'Row',
  state: 'State',
  noAccount: 'No account',
  stillBefore: 'Before your edit the service said: ',
  leftBefore: 'Left to the service: ',
  sheets: 'Sheets',
  problemsOn: (n: number): string => `${count(n, 'problem', 'problems')} on this sheet`,
  nextProblem: 'Next problem',
  previousProblem: 'Previous problem',
  noMoreProblems: 'No other problem in these rows.',

  empty: {
    fix: 'Nothing to fix',
    fixBody: 'Every account passes our own checks, nothing was refused and nothing failed.',
    all: 'This sheet has no rows',
    changed: 'Nothing changed yet',
    changedBody:
      'Rows whose cells you edit are listed here. An edit can be undone as long as its accounts may be edited.',
    held: 'Nothing is held',
    heldBody: 'Hold an account in its panel to keep it out of every wave, with the reason.',
    excluded: 'Nothing is excluded',
    excludedBody: 'Exclude an account that is not to be migrated from this batch, with the reason.',
    value: 'No row has this value now',
    valueBody: 'It was changed, or the other filters leave such rows out.',
    edit: 'This edit changed no row of this sheet',
    editBody: 'Its cells may be on another sheet of this file.',
    search: 'No row matches',
    searchBody: 'No cell of these rows holds that text.',
    standing: 'No account is in this state',
    standingBody: 'Its accounts went on, or were changed.',
    cause: 'No row has this problem now',
    causeBody: 'Its accounts were fixed or changed.',
    otherSheet: 'The rows may be on another sheet of this file.',
  },

  editOf: (column: string, key: string | null, row: number): string =>
    key === null ? `${column} in row ${format.number(row)}` : `${column} of ${key}`,
  pasteOf: (n: number): string => `Paste of ${count(n, 'cell', 'cells')}`,
  clearOf: (n: number): string => `Clearing of ${count(n, 'cell', 'cells')}`,
  fillOf: (n: number): string => `Filling of ${count(n, 'cell', 'cells')}`,
  pasteTooLarge: 'Paste at most 10,000 cells at once.',
  pasteCut: (n: number): string =>
    `${count(n, 'value', 'values')} left out: outside the rows and columns shown.`,

  inspector: 'Account',
  inspectorEmpty: 'No account selected',
  inspectorEmptyBody: 'Select a row to see its account as the service will get it.',
  inspectorStray: 'This row belongs to no account',
  rowsWord: (many: boolean): string => (many ? 'Rows' : 'Row'),
  rowsOf: (sheet: string, numbers: string): string => `${numbers} of ${sheet}`,
  and: (first: string, last: string): string => `${first} and ${last}`,
  more: (n: number): string => `${format.number(n)} more`,
  judgedBefore: 'judged by the service ',
  pass: (n: number): string => `pass ${format.number(n)}`,
  neverJudged: 'not yet judged by the service',
  staleWord: 'changed since',
  tabs: { account: 'Account', payload: 'Payload', answer: 'Answer', history: 'History' },
  hold: 'Hold',
  holdUntil: 'Until',
  holdUntilHint: 'On that day it asks for you again. It is never created by itself.',
  holdPast: 'Choose a day after today.',
  holdChange: 'Change the hold',
  holdOn: 'Hold on',
  holdChangeTitle: (key: string): string => `Change the hold of ${key}`,
  heldUntil: (day: string): string => `Held until ${day}`,
  heldDue: (day: string): string => `${day} has come`,
  heldDueBody: 'It was held until that day, and is held still.',
  heldBecause: (held: string, reason: string): string => `${held}: ${reason}`,
  holdThis: 'Hold this account',
  holdTitle: (key: string): string => `Hold ${key}`,
  holdBody: 'A held account is not created until you release it. Its reason is in the report.',
  holdReason: 'Reason',
  holdMissing: 'Give a reason.',
  release: 'Release',
  held: (key: string): string => `${key} is held`,
  released: (key: string): string => `${key} is no longer held`,
  heldTitle: 'Held',
  lockedTitle: 'Cannot be edited',
  locked: (why: string): string => `${why[0]?.toUpperCase() ?? ''}${why.slice(1)}`,

  sectionMain: 'Account',
  item: (title: string, n: number): string => `${title} ${format.number(n)}`,
  cell: (address: string, sheet: string | null): string =>
    sheet === null ? `cell ${address}` : `cell ${address} of ${sheet}`,
  fixed: 'A fixed value, the same for every account',
  fixedMark: 'fixed',
  leftOut: (path: string, message: string): string => `${path} is left out. ${message}`,
  serviceSaid: 'the service, before your edit',
  leftToService: 'left to the service',
  noCode: 'no code given',

  failedTitle: 'The service could not create it',
  dryRunFailedTitle: 'Its dry run failed',
  failedNoReason: 'The service gave no reason.',
  failedBody:
    'Correct the cell that is the cause: the account is built anew, can be validated, and is sent again with a wave.',
  tray: (n: number): string => count(n, 'problem has no cell', 'problems have no cell'),
  openRows: (n: number): string => (n === 1 ? 'Open its row' : `Open its ${format.number(n)} rows`),

  payloadRaw: 'Raw',
  payloadOrigins: 'With origins',
  payloadHow: 'How to show the payload',
  answerNone: 'No answer yet',
  answerNoneBody: 'The service has not judged this account and nothing was sent.',
  judgement: 'Latest judgement',
  verdicts: { cleared: 'Cleared', refused: 'Refused' },
  http: (status: number): string => `HTTP ${status}`,
  about: 'about this payload',
  aboutOther: 'about an earlier payload',
  noBody: 'The answer had no body.',
  historyNone: 'Nothing has happened yet',
  historyEdits: 'Edits of this batch',
  historyEvents: 'This account',
  undoneMark: 'undone',
} as const
