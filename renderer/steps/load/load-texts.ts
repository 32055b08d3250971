// What the Load step says.
import { count, format } from '../../parts/format.ts'

export const loadTexts = {
  sheets: 'Sheets of the file',
  rows: (n: number): string => count(n, 'row', 'rows'),
  columns: (n: number): string => count(n, 'column', 'columns'),
  preview: (sheet: string): string => `Rows of ${sheet}`,
  header: 'Header',
  headerRow: (row: number): string => `Header in row ${format.number(row)}`,
  noHeader: 'No header row',
  headerHere: (row: number): string => `Row ${format.number(row)} is the header`,
  hidden: 'hidden',
  readDifferently: 'Read differently',
  toMap: 'Map the columns',
  seeMap: 'See the mapping',
  aside: 'What the file holds',
  facts: {
    file: 'File',
    kind: 'Kind',
    encoding: 'Encoding',
    delimiter: 'Delimiter',
    opened: 'Opened',
    rows: 'Rows',
    header: 'Header row',
    sheets: 'Sheets',
  },
  workbook: 'Workbook (.xlsx)',
  delimited: 'Delimited text',
  oneColumn: 'none: one column',
  warnings: 'Warnings',
  noWarnings: 'Nothing odd was found in this file.',
  stillReading: 'Warnings appear while the file is read.',
  warningsHint: 'Nothing was repaired. Choose one to see its cell.',
  hiddenSheets: (names: readonly string[]): string =>
    `${count(names.length, 'sheet is', 'sheets are')} hidden in the file and read all the same: ${names.join(', ')}.`,
  sameFile: 'This very file was loaded before',
  sameFileBody: (n: number): string =>
    `${count(n, 'batch holds', 'batches hold')} the same bytes. An account that was sent from one of them is not sent again from here.`,
  failed: 'This file could not be loaded',
  reading: 'The first rows appear in a moment',
  emptySheet: 'This sheet has no rows below its header',
  emptySheetBody: 'Choose another sheet, or read the file differently if the header is in another row.',
  noSheets: 'This file has no sheet with rows',
  stray: (n: number): string =>
    `${count(n, 'row belongs', 'rows belong')} to no account; the report lists each with the reason.`,
  differently: {
    title: 'Read this file differently',
    body: 'The file is read again from the start into a new batch, and this one is removed.',
    lost: 'Choose the file again first: its place is not known any more.',
    choose: 'Choose the file',
    sent: 'Accounts of this batch were already sent, so it stays. The file is read into a new batch beside it.',
  },
} as const
