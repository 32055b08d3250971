// English messages of what is noticed in a sheet: warnings of its structure, rows that are no customers, shapes of
// values.
import { sheetCellMessages } from './cells.ts'
import { sheetColumnMessages } from './columns.ts'
import { sheetCharacterMessages } from './characters.ts'

export const sheetMessages = {
  ...sheetCellMessages,
  ...sheetColumnMessages,
  ...sheetCharacterMessages,

  repeated: '{count, number} times, of which the first {listed} are listed. The first one: {first}',
  repeated_in_column:
    '{count, number} times in column "{column}", of which the first {listed} are listed. The first one: {first}',

  misnamed_file:
    'The file is called "{name}" but is {kind, select, workbook {a workbook} other {delimited text}}; it is read as that.',
  encoding_mark:
    'The file begins with the mark of UTF-8, but was read as {encoding} as you asked. The mark is left out; if letters look wrong, read the file as UTF-8.',
  quoted_by_apostrophes:
    'Cells of this file are quoted by apostrophes. They are taken off; if they belong to the text, say that nothing stands around cells.',
  delimiter_unclear:
    'No delimiter separates all lines, so each line is one cell. “{delimiter}” stands in {lines} of {of, plural, one {the first line} other {the first # lines}}; if it separates cells, name it as the delimiter.',

  header_row_missing: 'Sheet "{sheet}" has no row {row} or below it.',
  header_like_data:
    'Row {row} was taken as the header but looks like data: "{text}". If the sheet has no header, add one; if another row is the header, say which.',
  header_narrow:
    'Row {row} was taken as the header though it has one filled cell and row {wider} has {cells}: "{text}". If another row is the header, say which.',
  row_above_header: 'Row {row} is above the header and is not read as data: "{text}".',
  blank_header: 'Column {number} has no header; it is called "{column}".',
  duplicate_header: 'The header "{header}" appears more than once; this column is called "{column}".',
  short_row:
    'Row {row} has {cells, plural, one {# cell} other {# cells}}, the header has {header}. A line break or a delimiter may be missing or in the wrong place.',
  cell_beyond_header:
    'Row {row} has a cell beyond the header\'\'s {header, plural, one {# column} other {# columns}}: "{text}". It is kept in "{column}".',
  no_rows: 'Sheet "{sheet}" has no rows below its header.',

  hidden_sheet: 'Sheet "{sheet}" is hidden in the workbook. It is read like the others.',
  hidden_rows:
    'Sheet "{sheet}" has {rows, plural, one {# hidden row} other {# hidden rows}} (a filter may be on). {rows, plural, one {It is} other {They are}} read like the others.',
  hidden_columns:
    'Sheet "{sheet}" has {columns, plural, one {# hidden column} other {# hidden columns}}. {columns, plural, one {It is} other {They are}} read like the others.',
  merged_cells:
    'Sheet "{sheet}" has {ranges, plural, one {# merged range} other {# merged ranges}}. Only the first cell of each holds a text in the file.',
  merged_cells_from:
    'Sheet "{sheet}" has {ranges, plural, one {# merged range} other {# merged ranges}}, the first at {first}. Only the first cell of each holds a text in the file.',
  rows_out_of_order:
    'Sheet "{sheet}" stores {rows, plural, one {# row out of order. It is} other {# rows out of order. They are}} read in the order stored, under {rows, plural, one {its own number} other {their own numbers}}.',
  sheet_without_cells: '"{sheet}" is a chart or macro sheet without cells; it is not read.',
  sheet_without_part:
    '"{sheet}" is listed in the workbook but is not in the file; it is not read. A macro module is no loss; if it ought to hold rows, ask for the file again.',

  left_out:
    'left out: {kind, select, total {total row} note {note} header {repeated header} section {section title} other {separating line}}',
  looks_odd:
    'This row looks like {kind, select, total {a total row} note {a note} header {the header repeated} section {the title of a section} other {a line that separates}}, not like a customer. Leave it out at Load, or say there that it is a customer.',
} as const
