// English messages of reading delimited text: its encoding, its delimiter and its quotation marks.
export const importTextMessages = {
  text_too_large: 'The file has {bytes} bytes; at most {most} can be read. Split it into several files.',
  text_empty: 'The file holds no text. Ask for it again.',
  text_has_no_sheet: 'This is a text file with one sheet, called "{only}". It has no sheet "{sheet}".',
  line_too_long:
    'Line {line} goes on for more than {characters} characters without a line end that could be found. The file may not be delimited text.',
  nul_characters:
    'Line {line} holds a NUL character, so this is not clean text. Save the file again from the program it came from.',

  only_for_text:
    'This file is a workbook, not delimited text, so {choices} cannot be chosen for it. Leave the choice out and load it again.',
  choice_of_encoding: 'an encoding',
  choice_of_delimiter: 'a delimiter',
  choice_of_quote: 'a quotation mark',
  choice_of_escape: 'an escape',

  delimiter_unusable:
    'The delimiter must be one character, and neither a quotation mark nor a line end. {source, select, file {The first line of the file} other {What was given}} names "{delimiter}".',
  delimiter_of_several:
    'The cells of this file are separated by "{delimiter}", which is more than one character. Save it with one character between cells (a tab, for example), or name the delimiter by which it is to be read all the same.',

  quote_not_closed:
    'A quotation mark that opens a cell on line {line}, column {column} is never closed. Close it there, say that quotation marks are part of the text, or save the file again from the program it came from.',
  quote_not_doubled:
    'On line {line}, column {column}, a quotation mark stands inside a quoted cell without being doubled: …{near}…. Correct that line, or say how the file writes quotation marks: doubled, after a backslash, or as part of the text.',
  quote_not_doubled_below:
    'On line {line}, a quotation mark stands inside the quoted cell that begins on line {begin}, column {column}, without being doubled: …{near}…. Correct that line, or say how the file writes quotation marks: doubled, after a backslash, or as part of the text.',
  blank_before_quote:
    'On line {line}, column {column}, a blank stands before the quotation mark that opens a cell, so that the cell would end at the delimiter inside it. Take such blanks out, or say how the file writes quotation marks.',
  quote_over_lines:
    'The quotation marks of lines {from} to {to} make one cell of them, though each line has {cells} cells like all others. Say whether quotation marks stand around cells here or are part of the text.',

  encoding_unknown:
    '"{encoding}" is not an encoding that can be read. Use a name like utf-8, utf-16le, windows-1252, windows-1250, iso-8859-2, shift_jis or gb18030.',
  not_in_encoding:
    'The file is not valid {encoding}. Name another encoding, or save the file as "CSV UTF-8".',
  cut_off_in_character: 'The file is cut off inside a character.',
  line_not_utf8:
    'Line {line} is not valid UTF-8.{mixed, select, yes { Lines before it are UTF-8 beyond ASCII, so the file may be damaged, or put together from files in several encodings.} other {}} Name another encoding, or save the file as "CSV UTF-8".',
  encoding_unsure:
    'Line {line} is not valid UTF-8, so the file\'\'s encoding is not certain.{mixed, select, yes { Lines before it are UTF-8 beyond ASCII, so the file may be damaged, or put together from files in several encodings.} other {}} In {encoding} it says "{text}". If that is right, load the file again with the encoding {encoding}; otherwise name the right one or save the file as "CSV UTF-8".',
  escape_sequences:
    'Line {line} holds the escape sequences of {encoding}, in which it says "{text}". If that is right, load the file again with the encoding {encoding}; if it is plain text, with utf-8.',
  seven_bit:
    'Line {line} is written in {encoding}, which spells other letters by ASCII characters and cannot be read. Save the file again as "CSV UTF-8"; if it is plain text all the same, load it with the encoding utf-8.',
  seven_bit_text:
    'Line {line} is written in {encoding} ("{text}"), which spells other letters by ASCII characters and cannot be read. Save the file again as "CSV UTF-8"; if it is plain text all the same, load it with the encoding utf-8.',
} as const
