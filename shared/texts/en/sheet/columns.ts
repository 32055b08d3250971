// English messages of what is noticed in a column when its sheet ends.
export const sheetColumnMessages = {
  ambiguous_dates:
    '{cells, plural, one {# cell} other {# cells}} of column "{column}" can be read as day and month or as month and day, the first in row {row}: "{text}". {evidence} Choose how they are written when you map the column.',
  both_orders:
    'The column mixes both: {dayFirst, plural, one {# cell} other {# cells}} can only be day and month (in row {dayRow}: "{dayText}"), {monthFirst, plural, one {# cell} other {# cells}} can only be month and day (in row {monthRow}: "{monthText}").',
  day_first_only:
    'In the same column {cells, plural, one {# cell} other {# cells}} can only be day and month (in row {row}: "{text}") and none month and day.',
  month_first_only:
    'In the same column {cells, plural, one {# cell} other {# cells}} can only be month and day (in row {row}: "{text}") and none day and month.',
  no_order: 'No other cell of the column tells which.',

  two_digit_years:
    '{cells, plural, one {# cell} other {# cells}} of column "{column}" {cells, plural, one {has} other {have}} a two-digit year, the first in row {row}: "{text}". Which century is meant is not known, so such dates are refused: ask for four-digit years.',
  dates_and_texts:
    'Column "{column}" holds {dates, plural, one {# real date} other {# real dates}} and {texts, plural, one {# text that looks like a date} other {# texts that look like dates}}, the first in row {row}: "{text}". A spreadsheet program may have taken day for month in the real ones: compare some with the original.',
  turned_into_dates:
    '{cells, plural, one {# cell} other {# cells}} of column "{column}" {cells, plural, one {looks} other {look}} like codes that a spreadsheet program turned into dates, the first in row {row}: "{text}". Ask for the original value.',
  mixed_types:
    'Most cells of column "{column}" are {kind, select, number {numbers} date {dates} time {times} boolean {yes or no} other {e-mail addresses}} ({usual, number} of {filled, number}); {others, plural, one {# is} other {# are}} not, the first in row {row}: "{text}".',

  digits_replaced:
    'All {numbers, number} numbers of column "{column}" with 16 digits or more have only zeros after the fifteenth, the first in row {row}: "{text}": a spreadsheet program has replaced their last digits. Ask for the original values.',
  long_numbers:
    '{cells, plural, one {# cell} other {# cells}} of column "{column}" {cells, plural, one {holds} other {hold}} numbers of 16 digits or more, the first in row {row}: "{text}". They are read whole; a spreadsheet program keeps 15 digits.',
  long_numbers_with_zeros:
    '{cells, plural, one {# cell} other {# cells}} of column "{column}" {cells, plural, one {holds} other {hold}} numbers of 16 digits or more, the first in row {row}: "{text}". They are read whole; a spreadsheet program keeps 15 digits. {zeroed, plural, one {# of them has} other {# of them have}} only zeros after the fifteenth digit, the first in row {zeroedRow}: "{zeroedText}": compare with the original.',
  identifiers_as_decimals:
    '{cells, plural, one {# cell} other {# cells}} of column "{column}" {cells, plural, one {ends} other {end}} in ".0", the first in row {row}: "{text}": a program has turned identifiers into decimal numbers, and leading zeros may be lost. Ask for the original values.',
  zeros_from_format:
    '{cells, plural, one {# cell} other {# cells}} of column "{column}" {cells, plural, one {shows} other {show}} leading zeros that only the number format adds, the first in row {row}: "{text}". What is shown is read; the stored numbers are without the zeros.',
  formulas:
    'Column "{column}" holds {cells, plural, one {# formula} other {# formulas}}, the first in row {row}. What is read is the result that was saved with the file.',
} as const
