// All kinds of warnings from reading a file and linking its sheets, each with a general explanation. A warning
// itself names the sheet, row and column and quotes the cell; nothing is repaired. Codes are stable: callers key on
// them.

export const fileWarningTexts = {
  misnamed_file: 'The file’s name says one kind of file and its bytes another; the bytes are believed.',
  encoding_mark:
    'The file begins with the mark of UTF-8 but was read in another encoding that a person named.',
  quoted_by_apostrophes: 'Cells are quoted by apostrophes, which are not part of the text.',
  quote_in_text: 'A quotation mark stands in a cell that is not quoted; it is read as part of the text.',
  blank_after_quote: 'A blank stands between a quoted cell and the delimiter; it is left out.',
  delimiter_unclear: 'No delimiter separates all lines, so that each is one cell; one may be meant.',
  null_marker: 'A cell holds \\N, which databases write for no value; it is read as it stands.',
  header_row_missing: 'The row that was named as the header does not exist.',
  row_above_header: 'Rows above the header are not read as data.',
  header_like_data: 'The header row looks like a row of data; the file may have no header.',
  header_narrow: 'The header row has one filled cell and rows below it have more; it may be a title.',
  blank_header: 'A column has no header and is named by its position.',
  duplicate_header: 'Several columns share a header and are distinguished by a number.',
  no_rows: 'The sheet has no rows below its header.',
  short_row: 'A row has fewer cells than the header.',
  cell_beyond_header: 'A row has cells beyond the header’s columns; they are kept in a column of their own.',
  digits_lost: 'A number has lost digits before the file was saved; the original is needed.',
  long_numbers: 'Numbers of 16 digits and more are read whole, but a spreadsheet program would lose digits.',
  identifiers_as_decimals: 'Identifiers were turned into decimal numbers; leading zeros may be lost.',
  zeros_from_format: 'Leading zeros are shown by a number format; the stored numbers do not have them.',
  ambiguous_dates: 'Dates can be read as day and month or month and day; a person must say which.',
  two_digit_years: 'Dates have two-digit years, which are refused.',
  dates_and_texts:
    'Some cells are real dates and others texts that look like dates; day and month may be swapped.',
  turned_into_dates: 'A few cells look like codes that a spreadsheet program turned into dates.',
  mixed_types: 'Most cells of a column are of one type and a few are not.',
  outer_blanks: 'A cell begins or ends with blanks.',
  blanks_not_counted:
    'An OpenDocument cell has blanks that the format does not count and LibreOffice shows; they are not read.',
  invisible_characters: 'A cell holds characters that cannot be seen.',
  wrong_characters: 'A cell holds letters that were read in a wrong encoding before the file was saved.',
  characters_lost: 'A cell holds the sign for a character that was lost before the file was saved.',
  error_value: 'A cell shows a spreadsheet error instead of a value.',
  formula_as_text: 'A cell of a text file holds a formula as text; it is not calculated.',
  formula: 'Cells hold formulas; what is read is the result saved with the file.',
  formula_without_value: 'A formula has no saved result.',
  value_unreadable: 'A cell is stored as a number, or as true or false, but is none.',
  value_hidden: 'A number format or a merged range hides the cell’s value, so it is read as empty.',
  date_impossible: 'A cell is formatted as a date but names no day that exists.',
  text_missing: 'A cell refers to a text that the workbook does not hold.',
  cell_twice: 'The workbook holds a cell twice; the later one is read.',
  hidden_sheet: 'A hidden sheet is read like the others.',
  hidden_rows: 'Hidden rows are read like the others.',
  hidden_columns: 'Hidden columns are read like the others.',
  merged_cells: 'Of a merged range only the first cell is seen and read.',
  rows_out_of_order: 'The sheet stores rows out of order.',
  sheet_without_cells: 'A chart or macro sheet has no cells and is not read.',
  sheet_without_part: 'A sheet is listed in the workbook but is not in the file; it is not read.',
  // Found when accounts are built, from the mapping's links between sheets.
  rows_without_parent: 'Rows of a linked sheet have keys that no row of the sheet above has.',
  rows_cut_off: 'Rows of a linked sheet hang on rows that are part of no account themselves.',
  rows_without_key: 'Rows of a linked sheet have no key.',
  parents_without_rows: 'Rows have no row on a sheet that the mapping links to them.',
} as const satisfies Readonly<Record<string, string>>

/** Warnings that are repeated whenever the accounts are built. */
export const joinCodes = [
  'rows_without_parent',
  'rows_cut_off',
  'rows_without_key',
  'parents_without_rows',
] as const satisfies readonly (keyof typeof fileWarningTexts)[]

export type FileWarningCode = keyof typeof fileWarningTexts

/** The explanation of a kind of warning; null for a code of another version of Carryover. */
export function fileWarningText(code: string): string | null {
  const texts: Readonly<Record<string, string>> = fileWarningTexts
  return Object.hasOwn(texts, code) ? (texts[code] ?? null) : null
}
