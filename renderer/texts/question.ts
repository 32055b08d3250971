// Texts of asking the customer and of merging answers, kept together for translation.
import type { AnswerKind } from '../../shared/contract/fixing/questions.ts'
import { count } from './format.ts'

const questions = (n: number): string => count(n, 'question', 'questions')
const accounts = (n: number): string => count(n, 'account', 'accounts')
const cells = (n: number): string => count(n, 'cell', 'cells')

type KindWords = { readonly label: string; readonly meaning: string }

const kinds: Readonly<Record<AnswerKind, KindWords>> = {
  answered: {
    label: 'Answered',
    meaning: 'Answers that our own checks take. They are merged unless you skip them.',
  },
  refused: {
    label: 'Still wrong',
    meaning: 'Our own checks refuse these answers too. They are skipped unless you take them.',
  },
  not_choice: {
    label: 'Not in the list',
    meaning:
      'The cell takes one of a list, and these answers are none of it. They are skipped unless you take them.',
  },
  no_answer: {
    label: 'No clear answer',
    meaning: 'A dash, a question mark or “n/a”. Taken, they empty the cell; skipped, it stays as it is.',
  },
  twice: {
    label: 'Answered twice',
    meaning: 'The same question with different answers. Choose one, or skip it.',
  },
  edited: {
    label: 'Edited meanwhile',
    meaning: 'The cell says something else than when it was asked about. Skipped unless you take the answer.',
  },
  locked: {
    label: 'Sent meanwhile',
    meaning: 'These accounts are on their way or were created, so their cells cannot be changed here.',
  },
  gone: {
    label: 'Not there any more',
    meaning: 'The account, its row or its column is not in this batch any more.',
  },
  mixed_up: {
    label: 'Mixed up',
    meaning:
      'Number and account of these rows do not belong together: a column was sorted alone. Nothing of them is merged.',
  },
  foreign: {
    label: 'Other rows',
    meaning: 'Rows that answer no question of this pack. Nothing of them is merged.',
  },
  blank: { label: 'Left blank', meaning: 'Nothing was written. These cells stay as they are.' },
  unchanged: {
    label: 'Same as before',
    meaning: 'The answer is what was wrong already. These cells stay as they are.',
  },
  already: {
    label: 'In place already',
    meaning: 'The cell holds the answer already: nothing is to be changed.',
  },
}

export const questionTexts = {
  ask: 'Ask the customer…',
  merge: 'Merge answers…',
  askTitle: 'Ask the customer',
  askBody: 'Writes a workbook with a plain question for each wrong cell. Its answers are merged back here.',
  which: 'Which cells',
  scopes: {
    cause: 'Of the cause chosen',
    selected: (n: number): string => `Of the ${accounts(n)} selected`,
    rows: 'On the rows shown',
    all: 'Of the whole batch',
  },
  once: 'Ask each value once',
  onceHint: 'Where there is a list to choose from: one question for all cells that say the same.',
  sensitive: 'Ask about sensitive fields too',
  sensitiveHint: 'Their values will stand in the workbook.',
  who: 'Show beside the account',
  whoAdd: 'Add a column, such as the name',
  whoRemove: (name: string): string => `Leave out ${name}`,
  words: 'In the workbook',
  greeting: 'Greeting',
  contact: 'Whom to ask',
  due: 'Send back by',
  asks: (n: number, cellCount: number, accountCount: number): string =>
    n === cellCount
      ? `${questions(n)} in ${accounts(accountCount)}`
      : `${questions(n)} about ${cells(cellCount)} in ${accounts(accountCount)}`,
  counting: 'Counting',
  byColumn: 'Questions by column',
  column: 'Column',
  field: 'Field',
  questionsHead: 'Questions',
  cellsHead: 'Cells',
  nothing: 'No cell to ask about',
  nothingBody: 'None of these problems is about a single cell that may be asked about.',
  leftOut: 'Left out',
  noCell: (n: number): string =>
    `${count(n, 'problem is', 'problems are')} about no single cell: fix ${n === 1 ? 'it' : 'them'} here.`,
  leftSensitive: (n: number): string => `${cells(n)} of sensitive fields.`,
  key: (n: number): string => `${cells(n)} that tie rows to accounts: an answer could not be merged.`,
  locked: (n: number): string => `${accounts(n)} on their way or created already.`,
  excluded: (n: number): string => `${accounts(n)} not to be migrated.`,
  write: (n: number): string => (n === 0 ? 'Save workbook' : `Save ${questions(n)}`),
  written: (name: string): string => `Saved “${name}”. Merge its answers when it comes back.`,
  mergeTitle: 'Merge answers',
  mergeBody: 'Choose the workbook that came back. Nothing is changed before you have seen what is in it.',
  choose: 'Choose the file',
  chooseAnother: 'Choose another file',
  drop: 'Drop the workbook here, or choose it. XLSX, ODS and CSV are read.',
  readAs: 'Read it in another way…',
  readAsBody: 'Say how the file was written. Nothing is changed by it.',
  packs: 'Asked so far',
  noPacks:
    'No question pack was made of this batch yet. One of an earlier version of the file can be merged too.',
  packMade: (n: number): string => questions(n),
  packRead: 'Merged',
  packOpen: 'Not back yet',
  reading: 'Reading the answers',
  looked: (done: number, of: number): string => `${count(done, 'answer', 'answers')} of ${of} looked at`,
  ofEarlier: 'It was asked about an earlier version of this file: cells are found by account and column.',
  readBefore: 'Answers of this pack were merged before.',
  missing: (n: number): string => `${questions(n)} of the pack ${n === 1 ? 'is' : 'are'} not in this file.`,
  ignored: (n: number): string =>
    `${count(n, 'locked cell was', 'locked cells were')} changed all the same. What ${n === 1 ? 'it says' : 'they say'} now is not used.`,
  ignoredRow: (row: number, header: string, was: string, is: string): string =>
    `Row ${row}, ${header}: “${was}” became “${is}”`,
  more: (n: number): string => `and ${n} more`,
  details: 'Show',
  kinds,
  kindsLabel: 'What became of the answers',
  takeAll: (n: number): string => `Take all ${n}`,
  skipAll: (n: number): string => `Skip all ${n}`,
  headTake: 'Take',
  headAccount: 'Account',
  headNow: 'It says now',
  headAsked: 'It said when asked',
  headAnswer: 'Answer',
  take: (key: string, column: string): string => `Take the answer for ${key}, ${column}`,
  chooseAnswer: (key: string, column: string): string => `Answer for ${key}, ${column}`,
  skip: 'Skip',
  severalAnswers: (n: number): string => count(n, 'answer', 'different answers'),
  empty: '(empty)',
  rowInFile: (row: number): string => `Row ${row} of the file`,
  keysHint: 'Arrow keys go through the answers, Space takes or skips one.',
  mergeAnswers: (n: number): string =>
    n === 0 ? 'Nothing to merge' : `Merge ${count(n, 'answer', 'answers')}`,
  merged: (file: string, n: number): string => `Answers of ${file}: ${cells(n)} changed`,
  mergedNothing: 'Nothing was left to change.',
  undo: 'Undo',
  undoneElse: 'Something else was edited since. Undo it from the list of edits.',
} as const
