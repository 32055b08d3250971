// English messages of what is noticed in one cell.
export const sheetCellMessages = {
  null_marker:
    'The cell holds \\N, which databases write for no value. It is read as these two characters; have the file exported again as CSV, or take them out.',
  quote_in_text:
    'Line {line}, column {column}: a quotation mark inside an unquoted cell. It is read as part of the text.',
  blank_after_quote:
    'Line {line}, column {column}: a blank stands between a quoted cell and what ends it. It is left out; if it belongs to the text, say that quotation marks are part of the text.',
  between_apostrophes:
    'Line {line}, column {column}: the cell stands between apostrophes, which are read as part of the text. If they quote it, say that apostrophes stand around cells.',

  digits_lost_by_notation:
    '"{text}" is a number in scientific notation: the spreadsheet it was saved from has already lost digits. Ask for the original value.',
  digits_lost_to_zeros:
    '"{text}" has {digits} digits, and only zeros after the fifteenth: a spreadsheet program has most likely replaced the last ones. Ask for the original value.',
  digits_beyond_number:
    '{text} has more digits than a spreadsheet keeps for a number (15): the later ones are already lost. Ask for the value as text.',
  digits_hidden_by_notation:
    '"{text}" is shown in scientific notation; the file keeps {stored}. Digits may be lost: ask for the value as text.',

  blanks_before:
    '"{text}" begins with {before, plural, one {a blank} other {# blanks}}. It is kept as it is; the conversion "trim" takes blanks off.',
  blanks_after:
    '"{text}" ends with {after, plural, one {a blank} other {# blanks}}. It is kept as it is; the conversion "trim" takes blanks off.',
  blanks_around:
    '"{text}" begins with {before, plural, one {a blank} other {# blanks}} and ends with {after, plural, one {a blank} other {# blanks}}. It is kept as it is; the conversion "trim" takes blanks off.',
  blanks_not_counted:
    'The file has more blanks in this cell than it is read with: "{text}". By the OpenDocument format several blanks in a row, or blanks at the start, do not count when they are written like this, but LibreOffice shows them. Check the cell if its blanks matter.',
  invisible_characters:
    '"{text}" holds what cannot be seen: {characters}. It is kept as it is; take it out if it does not belong there.',
  characters_lost:
    '"{text}" holds the sign for a character that was lost before this file was saved. Ask for the original value.',
  wrong_characters:
    '"{text}" is most likely "{before}", read in a wrong encoding before this file was saved. Ask for the file again, or correct the cell.',

  error_in_text:
    'The cell shows the spreadsheet error {error}. Correct it in the spreadsheet it came from, or type the value.',
  error_of_formula: 'The cell shows the spreadsheet error {error}. Correct its formula, or type the value.',
  formula_as_text:
    '"{text}" is a formula written as text; it is not calculated. Ask for the value, or type it.',
  formula_without_value:
    'The cell holds a formula without a saved result. Open the file in a spreadsheet program, let it calculate, and save it again.',

  not_boolean: '"{value}" is stored as true or false but is neither; it is shown as it is.',
  not_number: '"{value}" is stored as a number but is none; it is shown as it is.',
  not_date: '{value} is formatted as a date but is none; it is shown as a number.',
  day_that_never_was:
    '"{text}" is a day that never was (the spreadsheet counts 1900 as a leap year, and a day 0).',
  hidden_by_format:
    'The cell holds {value}, which its number format hides: nobody sees it, so it is read as empty. Change the format if the value is wanted.',
  hidden_by_merging:
    '"{text}" is hidden under a merged range: nobody sees it, so it is read as empty. Undo the merging if the value is wanted.',
  text_missing:
    'The cell refers to text number {number}, which the workbook does not hold. It is shown empty; ask for the file again.',
  cell_twice:
    'The file holds this cell twice: "{first}" and then "{second}", which is what is read. Open it in a spreadsheet program and save it again.',
} as const
