// English messages of reading workbooks: their package, their parts, and the limits of sheets.
export const importWorkbookMessages = {
  workbook_too_large:
    'The workbook has {bytes} bytes; at most {most} can be read. Split it, or save its sheets as .csv.',
  workbook_locked:
    'This workbook is protected by a password. Open it with the password, remove the password, save it, and load it again.',
  spreadsheet_locked:
    'This spreadsheet is protected by a password. Open it with the password, remove the password, save it, and load it again.',
  package_locked:
    'This workbook is protected by a password. Remove the password, save it, and load it again.',
  workbook_empty: 'No sheet of the workbook holds any text. Ask for it again.',
  spreadsheet_empty: 'No sheet of the spreadsheet holds any text. Ask for it again.',
  workbook_has_no_sheet: 'The workbook has no sheet “{sheet}”. It has {sheets}.',
  spreadsheet_has_no_sheet: 'The spreadsheet has no sheet “{sheet}”. It has {sheets}.',

  is_opendocument:
    'This is an OpenDocument text, drawing or presentation, not a spreadsheet. Ask for the .ods, .xlsx or .csv it was made from.',
  is_binary_excel: 'This is a binary Excel workbook (.xlsb). Open it there and save it as .xlsx.',
  is_numbers: 'This is an Apple Numbers document. Export it from Numbers as Excel (.xlsx) or CSV.',
  is_other_document:
    'This is a text document or a presentation, not a spreadsheet. Ask for the .xlsx or .csv it was made from.',
  is_other_zip: 'This is a zip archive without a workbook in it. Unpack it first, then load what is inside.',

  package_damaged:
    'The workbook is damaged or was cut short on its way: it cannot be unpacked. Ask for it again.',
  package_of_many_parts:
    'The workbook is made of {parts} parts; at most {most} can be read. Open it in a spreadsheet program and save it again.',
  package_part_twice:
    'The workbook holds the part "{part}" twice, so what it says is not certain. Open it in a spreadsheet program and save it again.',
  package_part_grows:
    'The part "{part}" grows from {packed} to {unpacked} bytes when unpacked, more than {most} times. It is not read, since it may be made to exhaust memory. Save the workbook again from a spreadsheet program.',
  package_part_outside:
    'The workbook holds a part whose name points outside of it. It is not read. Save it again from a spreadsheet program.',
  package_method_unknown:
    'The workbook is packed by a method ({method}) that no spreadsheet program uses. Unpack it and pack it again by the usual method (Deflate), or save it again from a spreadsheet program.',
  package_method_unnamed:
    'The workbook is packed by a method (number {method}) that no spreadsheet program uses. Unpack it and pack it again by the usual method (Deflate), or save it again from a spreadsheet program.',

  part_not_well_formed:
    'The part "{part}" of the workbook is not well-formed XML. Open the file in a spreadsheet program and save it again.',
  part_begins_otherwise:
    'The part "{part}" of the workbook begins with "{element}", which is not what belongs there. Open the file in a spreadsheet program and save it again.',
  part_with_document_type:
    'The part "{part}" of the workbook declares a document type, which no spreadsheet program writes. It is not read.',
  parts_named_otherwise:
    'The spreadsheet does not name its parts as OpenDocument does. Open it in a spreadsheet program and save it again.',

  sheet_listed_only:
    'The sheet "{sheet}" is listed in the workbook but missing from the file. Open the file in a spreadsheet program and save it again.',
  no_sheet_with_cells: 'The workbook has no sheet with cells. Ask for the file it was made from.',
  sheet_name_twice:
    'The workbook has two sheets called "{sheet}". Rename one in a spreadsheet program and save the file again.',
  row_number_too_high:
    'Sheet "{sheet}" has a row numbered {row}; a sheet ends at row {last}, so its rows cannot be distinguished. Open the file in a spreadsheet program and save it again.',
  row_number_unusable:
    'Sheet "{sheet}" has a row numbered "{number}" after row {row}. Open the file in a spreadsheet program and save it again.',
  cell_nowhere:
    'A cell in row {row} of sheet "{sheet}" says that it stands at "{place}", which no sheet has. Open the file in a spreadsheet program and save it again.',
  cell_in_other_row:
    'A cell in row {row} of sheet "{sheet}" says that it stands in row {other}. Open the file in a spreadsheet program and save it again.',
  row_beyond_last:
    'Sheet "{sheet}" has text in row {row}; a sheet ends at row {last}. Open the file in a spreadsheet program, delete what is not needed, and save it again.',
  rows_repeated_too_often:
    'Sheet "{sheet}" says in row {row} that its rows repeat more than {most} cells. It is not read, since it may be made to exhaust memory. Delete the repeated rows and save the file again.',

  too_many_rows: 'Sheet "{sheet}" has more than {most} rows. Split it into several files.',
  too_many_columns:
    'Row {row} of sheet "{sheet}" has text in column {column}; at most {most} columns can be read. Remove the columns that are not needed.',
  too_many_merges:
    'Sheet "{sheet}" has more than {most} merged ranges. Undo the merging and save the file again.',
  cell_too_long:
    'A cell in row {row}, column {column} of sheet "{sheet}" has {characters} characters; at most {most} can be read. A quotation mark may be missing near it.',
  sheets_too_large:
    'The sheets of the workbook hold more than {most} {unit, select, bytes {bytes, unpacked,} rows {rows} other {characters}} together. Split it into several files.',
} as const
