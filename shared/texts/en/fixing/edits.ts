// English messages of edits: what a person changed in the window. They are stored with the edit, without language.
export const editMessages = {
  cell: '{column} of {key}',
  cell_of_row: '{column} in row {row, number}',
  put_back: '{column} of {key}: as it was read',
  removed: 'Remove {what} of {account}',

  cells_pasted: 'Paste of {n, plural, one {# cell} other {# cells}}',
  cells_cleared: 'Clearing of {n, plural, one {# cell} other {# cells}}',
  cells_filled: 'Filling of {n, plural, one {# cell} other {# cells}}',
  columns_filled: '{n, plural, =1 {Filling of {column}} other {Filling of # columns}}',
  columns_cleared: '{n, plural, =1 {Clearing of {column}} other {Clearing of # columns}}',

  // Where a fix of many cells works: {where} of the following.
  columns: '{n, plural, one {# column} other {# columns}}',
  all_columns: 'all columns',
  the_column: 'the column',

  replaced: 'Replaced “{find}” with “{instead}” in {where}',
  replaced_pattern: 'Replaced the pattern “{find}” with “{instead}” in {where}',
  taken_out: 'Took “{find}” out of {where}',
  taken_out_pattern: 'Took the pattern “{find}” out of {where}',
  set: 'Set {where} to “{text}”',
  cleared: 'Cleared {where}',
  tidied: 'Tidied {where}',
  table: 'Changed {values, plural, one {# value} other {# values}} of {where} by a table',
  filled_down: 'Filled {where} down',
  taken: 'Took {where} from {from}',
  split:
    'Kept the {part, select, 1 {first part} 2 {second part} 3 {third part} 4 {fourth part} 5 {fifth part} last {last part} secondToLast {second to last part} other {{part} part}} of {where}, split at “{separator}”',
  phone:
    'Wrote telephone numbers of {where} as {form, select, e164 {+ and digits} international {+ and blanks} other {digits as dialled}}',
  phone_of_region:
    'Wrote telephone numbers of {where} as {form, select, e164 {+ and digits} international {+ and blanks} other {digits as dialled}} ({region})',
  date: 'Wrote dates of {where} as {to}, from {from}',
  either: '{first} or {last}',
  number_point: 'Wrote numbers of {where} with a decimal point',
  number_comma: 'Wrote numbers of {where} with a decimal comma',
  digits: 'Kept the digits of {where}',
  pad: 'Put zeros in front of {where}, to {length, plural, one {# digit} other {# digits}}',
  shorten: 'Shortened {where} to {length, plural, one {# character} other {# characters}}',
} as const
