// English messages of reading files: what a file is, why it cannot be read, and why a batch cannot be read or mapped.
import { importTextMessages } from './text.ts'
import { importWorkbookMessages } from './workbook.ts'

export const importMessages = {
  ...importTextMessages,
  ...importWorkbookMessages,

  of_file: '{name}: {why}',
  only_file: 'This is the only file of the batch. Delete the batch to be rid of it.',
  no_such_file: 'The batch has no such file. Look at its files again.',
  file_missing: 'There is no file "{name}" at that place. Check the path; it may have been moved or renamed.',
  file_unreadable:
    'The file "{name}" cannot be opened ({code}). Check that you may read it and that no other program holds it.',
  copy_damaged: 'The copy of "{name}" in the data folder is damaged. Load the file again.',
  file_is_folder: 'This is a folder, not a file. Choose the spreadsheet inside it.',
  file_not_ordinary:
    'This is {kind, select, pipe {a pipe between programs} socket {a socket between programs} other {a device}}, not a file. Choose a spreadsheet file.',
  file_changed: 'The file was changed while it was read. Close it in other programs and load it again.',
  file_empty: 'The file is empty (0 bytes). Ask for it again.',

  is_archive:
    'This is a {format, select, package {package} other {{format}}} archive, not a spreadsheet. Unpack it first, then load what is inside.',
  is_split_archive:
    'This is one piece of a zip archive that was split. Put all pieces into one folder, unpack the archive, then load what is inside.',
  is_gzip: 'This is a gzip-compressed file. Unpack it first, then load what is inside.',
  is_image:
    'This is a picture ({format, select, icon {icon} other {{format}}}), not a spreadsheet. Ask for the .xlsx or .csv it was made from.',
  is_media:
    'This is a {kind, select, video {video} sound {sound} other {sound or video}} file, not a spreadsheet. Ask for the .xlsx or .csv it was made from.',
  is_program:
    'This is a program ({system, select, macos_or_java {macOS or Java} script {script} other {{system}}}), not a spreadsheet. Do not start it; ask for the .xlsx or .csv it was made from.',
  is_data_file:
    'This is {format, select, Parquet {a} Stata {a} other {an}} {format} data file, not a spreadsheet. Export it as .csv.',
  is_database:
    'This is {format, select, dBase {a} other {an}} {format} database, not a spreadsheet. Export the table as .csv.',
  is_pdf: 'This is a PDF, not a spreadsheet. Ask for the .xlsx or .csv it was made from.',
  is_rtf: 'This is a rich-text document, not a spreadsheet. Ask for the .xlsx or .csv it was made from.',
  is_excel_before_1995:
    'This is an Excel file of the years before 1995 (.xls). Open it in a spreadsheet program and save it as .xlsx.',
  is_lotus: 'This is a Lotus 1-2-3 spreadsheet. Open it in a spreadsheet program and save it as .xlsx.',
  is_old_excel: 'This is an old Excel file (.xls). Open it in a spreadsheet program and save it as .xlsx.',
  is_damaged_document:
    'This is an old Office file that is damaged or was cut short on its way. Ask for the .xlsx or .csv it was made from.',
  is_old_document:
    'This is an old Office document, not a spreadsheet. Ask for the .xlsx or .csv it was made from.',
  is_known_document:
    'This is {kind, select, word {a Word document (.doc)} powerpoint {a PowerPoint presentation (.ppt)} visio {a Visio drawing} outlook {an Outlook message (.msg)} works {a Microsoft Works spreadsheet} other {a Windows installer package (.msi)}}, an old Office document and not a spreadsheet that can be read. Ask for the .xlsx or .csv it was made from.',
  is_companion:
    'This is the companion that macOS keeps beside a file, not the spreadsheet. Choose the file whose name lacks the leading "._".',
  is_shortcut: 'This is a shortcut to a file, not the file. Choose the file that it leads to.',
  is_lock_file:
    'This is the note that a spreadsheet program keeps while "{name}" is open in it. Load "{name}" itself.',
  is_mhtml:
    'This is a web page saved as one file (MHTML). Open it in a spreadsheet program and save it as .xlsx.',
  is_html:
    'This is a web page (HTML), whatever its name says. Open it in a spreadsheet program and save it as .xlsx.',
  is_xhtml:
    'This is a web page (XHTML), whatever its name says. Open it in a spreadsheet program and save it as .xlsx.',
  is_svg: 'This is a picture (SVG), not a spreadsheet. Ask for the .xlsx or .csv it was made from.',
  is_excel_2003:
    'This is an XML spreadsheet of Excel 2003. Open it in a spreadsheet program and save it as .xlsx.',
  is_xml: 'This is an XML file, not a spreadsheet. Open it in a spreadsheet program and save it as .xlsx.',
  is_sylk: 'This is a SYLK file (.slk). Open it in a spreadsheet program and save it as .xlsx or .csv.',
  is_dif: 'This is a DIF file (.dif). Open it in a spreadsheet program and save it as .xlsx or .csv.',
  is_json: 'This is JSON data, not a spreadsheet. Export it as .csv.',
  is_zeros: 'The file holds nothing but zeros: it was not copied or downloaded to its end. Ask for it again.',
  is_binary:
    "This is no spreadsheet and no text: a program''s data, an encrypted file, or a damaged one. Ask for the .xlsx or .csv it was made from.",

  reader_stalled:
    'Reading stopped: nothing came for {seconds} seconds. The file may be damaged, or on a drive that does not answer. Copy it to this computer and load it again.',
  reader_crashed:
    'Reading broke down, which is a fault of this program; nothing else was harmed. Open the file in a spreadsheet program, save it as .csv or .xlsx, and load that.',
  reader_memory:
    'Reading stopped: the file needs more than {mebibytes} MiB of memory. Split it into several files, or save its sheets as .csv.',

  loading_broke:
    'Loading stopped by a fault of Carryover ({why}). It sent nothing. Load the file again: what was sent before is known, and not sent twice. If it happens again, report it.',
  rows_stay_as_read:
    'Accounts of batch {batch} were sent, so its rows stay as they were read. Load the file as a new batch.',
  rows_stay_as_they_are:
    'Accounts of batch {batch} were sent, so its rows stay as they are. Hold or exclude the accounts instead.',
  edits_over_cells:
    '{edits, plural, one {An edit lies} other {# edits lie}} over the cells of this batch, and after reading again could lie on other cells. Undo {edits, plural, one {it} other {them}} first, or load the file as a new batch.',
  edits_over_other_file:
    '“{name}” is not the file any more that was read, and {edits, plural, one {an edit lies} other {# edits lie}} over its cells. Put the file back as it was, undo {edits, plural, one {the edit} other {the edits}}, or load the file as a new batch.',
  batch_is_loading: 'Batch {batch} is still being loaded. Wait until it is done.',
  no_such_sheet: 'Batch {batch} has no sheet {sheet}.',

  no_header_row: 'No visible sheet of this file has a header row, so there is nothing to map.',
  nothing_to_propose: 'There is no column “{column}” on “{sheet}”, or no field “{field}” in the catalogue.',
  catalogue_not_chosen:
    "Nobody has chosen a catalogue for the connection “{connection}”. Choose it in Connections: the service''s own, one from a file or, only for practice, the example catalogue.",
  mapping_stays:
    'Accounts of this batch were already sent, so its mapping stays as it is. Load the file as a new batch to map it otherwise.',
  no_such_template: 'There is no template “{name}”.',
  template_too_large: '“{name}” is too large to be a template.',
  template_not_readable: '“{name}” cannot be read: {why}.',
  no_code: 'No code given',
  version_of_file: 'Version {version, number} of this file',
} as const
