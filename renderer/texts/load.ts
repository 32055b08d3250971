// Texts of the Load step.
import type { OddChoice, OddKind } from '../../shared/sheet/odd-rows.ts'
import { count, format } from './format.ts'

const accounts = (n: number): string => count(n, 'account', 'accounts')

/** Kinds of warnings from the reader, by code. */
const kinds: Readonly<Record<string, string>> = {
  row_above_header: 'Rows above the header',
  quote_in_text: 'Quotation marks inside texts',
  blank_after_quote: 'Blanks after quoted cells',
  delimiter_unclear: 'Lines without a sure delimiter',
  null_marker: 'Signs of a database for no value',
  header_row_missing: 'No row where the header should be',
  blank_header: 'Columns without a header',
  duplicate_header: 'Headers that appear twice',
  short_row: 'Rows shorter than the header',
  cell_beyond_header: 'Cells beyond the header',
  formula: 'Formulas, read as saved results',
  formula_without_value: 'Formulas without a saved result',
  no_rows: 'Sheets without rows',
  sheet_without_cells: 'Sheets without cells',
  hidden_sheet: 'Hidden sheets',
  hidden_rows: 'Hidden rows',
  hidden_columns: 'Hidden columns',
  merged_cells: 'Merged cells',
  rows_out_of_order: 'Rows out of order',
  cell_twice: 'Cells stored twice',
  date_impossible: 'Impossible dates',
  digits_lost: 'Numbers that lost digits',
  error_value: 'Error cells (#N/A, #REF!)',
  misnamed_file: 'File name and content differ',
  value_unreadable: 'Unreadable values',
  text_missing: 'Cells whose text is missing',
  ambiguous_dates: 'Dates with day and month unclear',
  two_digit_years: 'Dates with two-digit years',
  turned_into_dates: 'Texts turned into dates',
  dates_and_texts: 'Dates and texts in one column',
  mixed_types: 'Several kinds of values in a column',
  long_numbers: 'Numbers too long for a spreadsheet',
  identifiers_as_decimals: 'Identifiers stored as decimals',
  zeros_from_format: 'Zeros that only the format shows',
  value_hidden: 'Values that nobody sees',
  formula_as_text: 'Formulas stored as text',
  invisible_characters: 'Invisible characters',
  blanks_not_counted: 'Blanks that only LibreOffice shows',
  outer_blanks: 'Blanks before or after a text',
  wrong_characters: 'Text decoded wrongly before',
  characters_lost: 'Characters that are lost',
}

/** A kind that this window does not know is reported by its code. */
function kindOf(code: string): string {
  return Object.hasOwn(kinds, code) ? (kinds[code] ?? code) : code.replaceAll('_', ' ')
}

const kindWords = {
  total: ['total row', 'total rows'],
  note: ['note', 'notes'],
  header: ['repeated header', 'repeated headers'],
  section: ['section title', 'section titles'],
  separator: ['separating line', 'separating lines'],
} as const satisfies Record<OddKind, readonly [string, string]>

export const loadTexts = {
  sheets: 'Sheets of the file',
  preview: (sheet: string): string => `Rows of ${sheet}`,
  header: 'Header',
  headerRow: (row: number): string => `The header is row ${format.number(row)}`,
  noHeader: 'No header row',
  headerHere: (row: number): string => `Make row ${format.number(row)} the header`,
  makeHeader: 'Make this row the header',
  above: 'Rows above the header, not read as data',
  /** Names of invisible characters. */
  unseen: { blank: 'Blanks at the end of the text', invisible: 'Characters that cannot be seen' },
  hidden: 'hidden',
  toMap: 'Map the columns',
  seeMap: 'See the mapping',
  stop: 'Stop reading',
  stopped: 'Reading was stopped. Nothing of the file was kept.',
  aside: 'What the file holds',
  facts: {
    file: 'File',
    kind: 'Kind',
    opened: 'Opened',
    rows: 'Rows',
    sheets: 'Sheets',
  },
  soFar: (n: number): string => `${format.number(n)} so far`,
  soFarIn: (n: number, sheet: string): string => `${format.number(n)} so far in ${sheet}`,
  kinds: { xlsx: 'Workbook (.xlsx)', ods: 'Workbook (.ods)', csv: 'Delimited text' },
  encoding: 'Encoding',
  delimiter: 'Delimiter',
  quote: 'Quotes',
  escape: 'Escapes',
  oneColumn: 'none: one column',
  readAs: {
    title: 'How it is read',
    header: 'Header row',
    headerOf: (sheet: string): string => `of ${sheet}`,
    headerEnter: 'Enter reads it again',
    found: (what: string): string => `${what} (found)`,
    asFound: 'As found in the file',
    allFound: 'Read everything as found',
    sent: 'Accounts of this batch were sent, so it stays as it was read.',
    gone: 'Choose the file',
    dismiss: 'Leave it as it is',
    validatedTitle: 'Read the file again?',
    validatedBody: (n: number): string =>
      `The service has validated ${accounts(n)} of this batch. After reading again they are to be validated again. No account was created.`,
    again: 'Read again',
  },
  warnings: {
    title: 'Warnings',
    none: 'Nothing odd was found in this file.',
    stillReading: 'Warnings appear while the file is read.',
    hint: 'Nothing was repaired.',
    kind: kindOf,
    count: (n: number, more: boolean): string => `${format.number(n)}${more ? '+' : ''}`,
    row: (n: number): string => `row ${format.number(n)}`,
  },
  hiddenSheets: (names: readonly string[]): string =>
    `${count(names.length, 'sheet is', 'sheets are')} hidden in the file and read all the same: ${names.join(', ')}.`,
  first: {
    sameFile: 'This very file was loaded before',
    shared: 'Accounts of this file are in other batches too',
    body: 'To one service an account that is on its way or created in one batch is not sent from another.',
    opened: 'opened',
    sameBytes: 'the same file',
    shares: (n: number, sent: number): string =>
      sent === 0
        ? `${accounts(n)} in both, none sent yet`
        : `${accounts(n)} in both, ${format.number(sent)} of them already sent`,
    more: (n: number): string => `and ${count(n, 'more batch', 'more batches')}`,
    broken: 'The accounts could not be built',
  },
  failed: {
    title: 'This file could not be read',
    stopped: 'Reading was stopped',
    another: 'Choose another file',
    differently: 'Read it in another way',
    differentlyTitle: 'Read this file in another way',
    differentlyBody: 'The file is read again from the start, in this batch.',
    again: 'Read again',
  },
  emptySheet: 'This sheet has no rows below its header',
  emptySheetBody: 'Choose another sheet, or say at the right which row is the header.',
  noSheets: 'This file has no sheet with rows',
  noSheetsBody: 'Nothing in it can be mapped. Choose another file on the start page.',
  oddRows: {
    title: 'Rows that look like no customer',
    body: 'They stay accounts and are not sent by themselves. Leave them out, or say that they are customers.',
    locked: 'Accounts of this batch were sent, so these rows stay as they are.',
    list: 'Rows that look like no customer',
    reported: (kind: OddKind, found: number, leftOut: number, customers: number): string =>
      [
        count(found, kindWords[kind][0], kindWords[kind][1]),
        ...(leftOut > 0 ? [`${format.number(leftOut)} left out`] : []),
        ...(customers > 0 ? [`${format.number(customers)} kept`] : []),
      ].join(' · '),
    kinds: {
      total: 'Total',
      note: 'Note',
      header: 'Header repeated',
      section: 'Section title',
      separator: 'Separating line',
    },
    choices: { left_out: 'left out', customer: 'a customer' },
    row: (n: string): string => `Row ${n}`,
    leaveOut: (n: number): string => `Leave out ${count(n, 'row', 'rows')}`,
    leaveOutOne: 'Leave out',
    isCustomer: 'It is a customer',
    revert: 'Revert in',
    done: (choice: OddChoice, n: number): string =>
      choice === 'left_out'
        ? `${count(n, 'row is', 'rows are')} left out; the report lists each of them.`
        : `${count(n, 'row is a customer', 'rows are customers')}.`,
    undo: 'Undo',
  },
  stray: (n: number): string =>
    `${count(n, 'row belongs', 'rows belong')} to no account; the report lists each with the reason.`,
} as const
