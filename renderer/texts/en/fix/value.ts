// English texts of the fixes that interpret values: telephone numbers, dates, numbers, digits, lengths.
export const value = {
  kinds: {
    phone: { label: 'Telephone numbers', hint: 'Valid numbers in one form, with a country' },
    date: { label: 'Dates', hint: 'From one way of writing them to another' },
    number: { label: 'Numbers', hint: 'Decimal comma or point, thousands, currency' },
    digits: { label: 'Keep digits only', hint: 'Everything else is taken out' },
    pad: { label: 'Zeros in front', hint: 'Leading zeros back, up to a length' },
    shorten: { label: 'Shorten', hint: 'Longer texts are cut' },
  },

  region: 'Country of numbers without +',
  regionPlaceholder: 'None: only numbers with +',
  regionHint: 'What is no valid number there is left alone.',
  form: 'Write them',
  forms: {
    e164: { label: '+442079460123', hint: '+ and digits' },
    international: { label: '+44 20 7946 0123', hint: '+ and blanks' },
    national: { label: '02079460123', hint: 'Digits as dialled in their country' },
  },
  bare: 'Also numbers that miss their first digits',
  bareHint: 'A 0, or the + of their country. Look at the sample.',

  dateFrom: 'Written as',
  foundIn: '{cells, plural, one {# cell} other {# cells}}',
  reads: '{text} is {day}',
  readsAs: 'as in {text}',
  eitherWay: 'Day and month could be either way round. Choose how these are meant.',
  dateOwn: 'Another pattern',
  dateOwnHint: 'yyyy yy, MMM MM M, dd d, HH mm ss',
  noDates: 'No date was recognised here.',
  dateTo: 'Write them as',
  dateToHint: 'As the mapping reads them.',
  firstYear: 'Two-digit years begin with',
  firstYearHint: '00 to 99 are {first} to {last}.',
  tooManyPatterns: 'A fix reads eight patterns at most. Take some away.',
  patternTooLong: 'A pattern has 60 characters at most.',

  writing: 'Written as',
  writingPlaceholder: 'Choose how they are written',
  writingOpen: 'These values can be read in two ways, or in none. Choose how they are meant.',
  decimalTo: 'Decimal sign afterwards',
  decimals: { '.': 'Point: 1234.50', ',': 'Comma: 1234,50' },
  currency: 'Take off a currency sign',

  plus: 'Keep + in front',
  digitsBody: 'Blanks, brackets, letters and signs are taken out. A cell without a digit is left alone.',
  padLength: 'Digits in all',
  padHint: 'Only cells that hold nothing but digits get zeros.',
  shortenLength: 'Characters at most',
  shortenHint: 'What is cut off is lost from the payload; the file keeps it.',
  atWord: 'Cut after a whole word',
  wrongLength: 'Type a whole number from 1 to {most, number}.',

  proposed: '{choice}?',
  useProposed: '“{value}” becomes {choice}',
  useAll: 'Take the {n, plural, one {# proposal} other {# proposals}}',
  moreValues:
    '{n, plural, one {# further value is} other {# further values are}} not listed. Fix the frequent ones first.',
  countedTo: 'Counted up to row {row, number}: there are too many different values.',

  kept: 'What works is kept in the playbook.',
  keptWithValues: 'What works is kept in the playbook, with what is typed here.',
  keptWithoutValues: 'The field is sensitive: the playbook does not keep what is typed here.',

  open: {
    date: 'Say how the dates are written.',
    dateTo: 'Say how the dates are to be written.',
    number: 'Choose how the numbers are written.',
    pad: 'Type how many digits there are in all.',
    shorten: 'Type how many characters may stay.',
  },
} as const
