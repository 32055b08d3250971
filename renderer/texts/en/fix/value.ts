// English texts of the fixes that interpret values: telephone numbers, dates, numbers, digits, lengths.
export const value = {
  kinds: {
    phone: { label: 'Telephone numbers', hint: 'Write valid numbers in one form' },
    date: { label: 'Dates', hint: 'From one way of writing them to another' },
    number: { label: 'Numbers', hint: 'Decimal comma or point, thousands, currency' },
    digits: { label: 'Keep digits only', hint: 'Everything else is removed' },
    pad: { label: 'Zeros in front', hint: 'Adds leading zeros up to a length' },
    shorten: { label: 'Shorten', hint: 'Longer texts are cut' },
  },

  region: 'Country of numbers without +',
  regionPlaceholder: 'None: only numbers with +',
  regionHint: 'Numbers that are not valid in that country stay unchanged.',
  form: 'Write them',
  forms: {
    e164: { label: '+442079460123', hint: '+ and digits' },
    international: { label: '+44 20 7946 0123', hint: '+ and spaces' },
    national: { label: '02079460123', hint: 'Digits as dialled in their country' },
  },
  bare: 'Also repair numbers that lost their leading 0 or +',
  bareHint: 'Check the preview.',

  dateFrom: 'Written as',
  foundIn: '{cells, plural, one {# cell} other {# cells}}',
  reads: '{text} is {day}',
  readsAs: 'as in {text}',
  eitherWay: 'Day and month could be either way round. Choose how these are meant.',
  dateOwn: 'Another pattern',
  dateOwnHint: 'For example dd.MM.yyyy, d/M/yy or dd MMM yyyy.',
  noDates: 'No date was recognised here.',
  dateTo: 'Write them as',
  dateToHint: 'This is how the mapping reads them.',
  firstYear: 'Two-digit years begin with',
  firstYearHint: '00 to 99 are {first} to {last}.',
  tooManyPatterns: 'A fix can read at most eight patterns. Remove some.',
  patternTooLong: 'A pattern can have at most 60 characters.',

  writing: 'Written as',
  writingPlaceholder: 'Choose how they are written',
  writingOpen: 'These values can be read in two ways, or in no way. Choose how they are written.',
  decimalTo: 'Decimal sign afterwards',
  decimals: { '.': 'Point: 1234.50', ',': 'Comma: 1234,50' },
  currency: 'Remove the currency sign',

  plus: 'Keep + in front',
  digitsBody: 'Spaces, brackets, letters and signs are removed. A cell without a digit stays unchanged.',
  padLength: 'Digits in all',
  padHint: 'Only cells with nothing but digits get zeros.',
  shortenLength: 'Characters at most',
  shortenHint: 'The text that is cut off is not sent. The file keeps it.',
  atWord: 'Cut after a whole word',
  wrongLength: 'Type a whole number from 1 to {most, number}.',

  proposed: '{choice}?',
  useProposed: '“{value}” becomes {choice}',
  useAll: 'Use the {n, plural, one {suggestion} other {# suggestions}}',
  moreValues:
    '{n, plural, one {# further value is} other {# further values are}} not listed. Fix the frequent ones first.',
  countedTo: 'Counted up to row {row, number}: there are too many different values.',

  kept: 'Fixes that work are saved to the playbook.',
  keptWithValues: 'Fixes that work are saved to the playbook, with what is entered here.',
  keptWithoutValues:
    'Fixes that work are saved to the playbook, without what is entered here: the field is sensitive.',

  open: {
    date: 'Choose how the dates are written.',
    dateTo: 'Choose how to write the dates.',
    number: 'Choose how the numbers are written.',
    pad: 'Type how many digits there are in all.',
    shorten: 'Type how many characters may stay.',
  },
} as const
