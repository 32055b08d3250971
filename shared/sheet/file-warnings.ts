// All kinds of warnings from reading a file and linking its sheets. A warning itself names the sheet, row and column
// and quotes the cell; nothing is repaired. Codes are stable: callers key on them.

export type FileWarningCode =
  /** The file’s name says one kind of file and its bytes another; the bytes are believed. */
  | 'misnamed_file'
  /** The file begins with the mark of UTF-8 but was read in another encoding that a person named. */
  | 'encoding_mark'
  /** Cells are quoted by apostrophes, which are not part of the text. */
  | 'quoted_by_apostrophes'
  /** A quotation mark stands in a cell that is not quoted; it is read as part of the text. */
  | 'quote_in_text'
  /** A blank stands between a quoted cell and the delimiter; it is left out. */
  | 'blank_after_quote'
  /** No delimiter separates all lines, so that each is one cell; one may be meant. */
  | 'delimiter_unclear'
  /** A cell holds \N, which databases write for no value; it is read as it stands. */
  | 'null_marker'
  /** The row that was named as the header does not exist. */
  | 'header_row_missing'
  /** Rows above the header are not read as data. */
  | 'row_above_header'
  /** The header row looks like a row of data; the file may have no header. */
  | 'header_like_data'
  /** The header row has one filled cell and rows below it have more; it may be a title. */
  | 'header_narrow'
  /** A column has no header and is named by its position. */
  | 'blank_header'
  /** Several columns share a header and are distinguished by a number. */
  | 'duplicate_header'
  /** The sheet has no rows below its header. */
  | 'no_rows'
  /** A row has fewer cells than the header. */
  | 'short_row'
  /** A row has cells beyond the header’s columns; they are kept in a column of their own. */
  | 'cell_beyond_header'
  /** A number has lost digits before the file was saved; the original is needed. */
  | 'digits_lost'
  /** Numbers of 16 digits and more are read whole, but a spreadsheet program would lose digits. */
  | 'long_numbers'
  /** Identifiers were turned into decimal numbers; leading zeros may be lost. */
  | 'identifiers_as_decimals'
  /** Leading zeros are shown by a number format; the stored numbers do not have them. */
  | 'zeros_from_format'
  /** Dates can be read as day and month or month and day; a person must say which. */
  | 'ambiguous_dates'
  /** Dates have two-digit years, which are refused. */
  | 'two_digit_years'
  /** Some cells are real dates and others texts that look like dates; day and month may be swapped. */
  | 'dates_and_texts'
  /** A few cells look like codes that a spreadsheet program turned into dates. */
  | 'turned_into_dates'
  /** Most cells of a column are of one type and a few are not. */
  | 'mixed_types'
  /** A cell begins or ends with blanks. */
  | 'outer_blanks'
  /** An OpenDocument cell has blanks that the format does not count and LibreOffice shows; they are not read. */
  | 'blanks_not_counted'
  /** A cell holds characters that cannot be seen. */
  | 'invisible_characters'
  /** A cell holds letters that were read in a wrong encoding before the file was saved. */
  | 'wrong_characters'
  /** A cell holds the sign for a character that was lost before the file was saved. */
  | 'characters_lost'
  /** A cell shows a spreadsheet error instead of a value. */
  | 'error_value'
  /** A cell of a text file holds a formula as text; it is not calculated. */
  | 'formula_as_text'
  /** Cells hold formulas; what is read is the result saved with the file. */
  | 'formula'
  /** A formula has no saved result. */
  | 'formula_without_value'
  /** A cell is stored as a number, or as true or false, but is none. */
  | 'value_unreadable'
  /** A number format or a merged range hides the cell’s value, so it is read as empty. */
  | 'value_hidden'
  /** A cell is formatted as a date but names no day that exists. */
  | 'date_impossible'
  /** A cell refers to a text that the workbook does not hold. */
  | 'text_missing'
  /** The workbook holds a cell twice; the later one is read. */
  | 'cell_twice'
  /** A hidden sheet is read like the others. */
  | 'hidden_sheet'
  /** Hidden rows are read like the others. */
  | 'hidden_rows'
  /** Hidden columns are read like the others. */
  | 'hidden_columns'
  /** Of a merged range only the first cell is seen and read. */
  | 'merged_cells'
  /** The sheet stores rows out of order. */
  | 'rows_out_of_order'
  /** A chart or macro sheet has no cells and is not read. */
  | 'sheet_without_cells'
  /** A sheet is listed in the workbook but is not in the file; it is not read. */
  | 'sheet_without_part'
  // Found when accounts are built, from the mapping's links between sheets.
  /** Rows of a linked sheet have keys that no row of the sheet above has. */
  | 'rows_without_parent'
  /** Rows of a linked sheet hang on rows that are part of no account themselves. */
  | 'rows_cut_off'
  /** Rows of a linked sheet have no key. */
  | 'rows_without_key'
  /** Rows have no row on a sheet that the mapping links to them. */
  | 'parents_without_rows'

/** Warnings that are repeated whenever the accounts are built. */
export const joinCodes = [
  'rows_without_parent',
  'rows_cut_off',
  'rows_without_key',
  'parents_without_rows',
] as const satisfies readonly FileWarningCode[]
