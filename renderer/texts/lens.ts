// Texts of the lens: the values that a cell became, and its latest validation.
import { count, firstFew, format } from './format.ts'

export const lensTexts = {
  label: 'The focused cell',
  empty: 'empty',
  showInPayload: (attr: string): string => `Show ${attr} in the payload`,
  toCell: (attr: string, address: string): string => `Go to the cell of ${attr}: ${address}`,
  toCellHint: 'Press a value to go to its cell.',
  through: (conversion: string): string => `through ${conversion}`,
  together: (columns: readonly string[]): string => `together with ${columns.join(', ')}`,
  leftOut: (message: string): string => `Left out. ${message}`,
  conversions: {
    text: 'clean-up of the text',
    split: 'a part of the cell',
    join: 'several cells as one',
    date: 'a date',
    datetime: 'a date and time',
    decimal: 'a decimal number',
    integer: 'a whole number',
    boolean: 'yes or no',
    choice: 'a table of words',
    phone: 'a telephone number',
    document_path: 'a document path',
    fallback: 'a value for empty cells',
  },
  pattern: (pattern: string): string => `a date written ${pattern}`,
  region: (words: string, region: string): string => `${words} of ${region}`,

  checked: (at: string): string => `Checked here ${at}`,
  notChecked: 'Edited; it is being checked here',
  notValidated: 'not validated by the service yet',
  validated: (pass: number, at: string): string =>
    `validated by the service in pass ${format.number(pass)}, ${at}`,
  verdictValidated: 'validated',
  verdictRefused: (codes: readonly string[]): string => `refused (${firstFew(codes)})`,
  verdictElsewhere: 'nothing said about this cell',
  noCode: 'no code given',
  editedSince: (values: readonly string[]): string => `edited since: its word is about ${firstFew(values)}`,
  editedSinceEmpty: 'edited since: this cell gave no value then',
  editedElsewhere: 'the account was edited elsewhere since',
  revealed: (pass: number, problems: number, before: number): string =>
    `The service looked at this account in pass ${format.number(pass)}: ${count(problems, 'problem', 'problems')} that pass ${format.number(before)} could not show.`,
  passOf: (pass: number, problems: number): string =>
    `${count(problems, 'problem', 'problems')} in pass ${format.number(pass)}`,

  asRead: 'As read',
  putBack: 'Put back',
  putBackLabel: (text: string): string => `Put back “${text}”`,
  putBackWords: (column: string, key: string): string => `${column} of ${key}: as it was read`,
  edits: (n: number): string => count(n, 'edit', 'edits'),
  undone: 'undone',
  answerErrors: 'What it named',
  noCell: 'of the whole account',
  goneRow: 'That row is not shown by this sheet any more.',
} as const
