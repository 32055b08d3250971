// English messages of proposed conversions: what a column's values show, and what a person is asked about them.
export const proposalMessages = {
  some_value: 'a value',
  words_only: 'Only {words} occur.',
  word_only: 'Only {words} occurs: the other word is taken from its usual pair.',
  words_not_usual: '{words} {n, plural, one {is} other {are}} neither a usual yes nor a usual no.',
  lost_already: 'The spreadsheet has already lost digits: {why}',
  values_misfit: 'The values do not fit the field.',
  values_misfit_because: 'The values do not fit the field: {why}',
  value_no_choice: 'A value is none of the field’s choices.',
  choices_but_for_case: 'Every value is one of the field’s choices but for case, blanks and signs.',
  words_no_choice:
    '{words} {n, plural, one {is not an allowed value} other {are not allowed values}} of {label}.',

  choice_same: 'The same but for case, blanks and signs.',
  choice_ending: 'The same but for a plural or an ending.',
  choice_beginning: 'Only this word begins like it.',
  choice_slip: 'The same but for a slip of the keyboard.',
  choice_initials: 'The initials of that word, and of no other.',
  choice_contained: 'It contains that word, and no other.',
  choice_nothing_to_compare: 'It has no letters or digits to compare.',
  choice_two: 'It could mean {first} or {second}.',
  choice_none: 'No allowed value is similar.',

  numbers_two_ways: 'Its numbers can be read in two ways.',
  numbers_plain: 'Every value is a number with “{decimal}” as its decimal sign.',
  numbers_grouped:
    'Every value is a number with “{decimal}” as its decimal sign, “{sign}” before each three digits.',
  sign_blank: 'blank',
  sign_taken_off: '“{sign}”, the only sign or unit of its kind in these values, is taken off.',
  brackets_are_minus: 'A number in brackets is negative.',
  numbers_not_read:
    'No way of writing numbers reads every value; percentages and several currencies are never converted.',
  which_decimal_sign: 'Which sign is the decimal one? {reason}',
  reads_as: '“{text}” is {reads}',
  decimal_sign_is: 'The decimal sign is “{sign}”',
  thousands_grouped: 'Thousands are grouped',

  order: '{order, select, year {year first} day {day first} other {month first}}',
  order_reads: '{order, select, year {year first} day {day first} other {month first}}: “{text}” is {reads}',
  times_of: 'Times are taken as those of {zone}.',
  which_zone: 'In which time zone are these times written? {evidence}',
  pattern_in_zone: '{pattern} in {zone}',
  dates_none: 'There is no value to look at.',
  dates_real:
    '{n, plural, one {# cell is a real date} other {# cells are real dates}}: no pattern is needed.',
  dates_short_year:
    '{n, plural, one {# cell has} other {# cells have}} a two-digit year: choose “Any usual date” to say what two digits stand for.',
  any_date_reads:
    'The dates are spelled in several ways. Read {order, select, day {day first} other {month first}}, all of the {n, plural, one {# cell} other {# cells}} are dates; the other way round only {other}.',
  any_date_same:
    'The dates are spelled in several ways, and all of the {n, plural, one {# cell} other {# cells}} read the same day first and month first.',
  any_date_counts: '{order, select, day {day first} other {month first}}: reads {read} of {n}',
  any_date_which:
    'The dates of {n, plural, one {# cell} other {# cells}} are spelled in several ways. Which number comes first where both could be the day? Cells that are not read stay problems.',
  several_values:
    '{n, plural, one {# cell holds} other {# cells hold}} more than one value, of {cells, plural, one {# cell} other {# cells}}: the first is taken, the others are left out.',
  dates_mixed:
    'Some of the {n, plural, one {# cell} other {# cells}} can only be read day first and some only month first: the column mixes both.',
  dates_no_pattern: 'No pattern reads all of the {n, plural, one {# cell} other {# cells}}.',
  dates_two_ways:
    '{n, plural, one {# cell} other {# cells}} of {cells} can be read in two ways, and none decides.',
  dates_all_written: 'All of the {n, plural, one {# cell} other {# cells}} are written {pattern}.',
  dates_decided:
    '{n, plural, one {# cell can be read in one way only} other {# cells can be read in one way only}} ({examples}).',
  dates_decided_of_ambiguous:
    '{n, plural, one {# cell can be read in one way only} other {# cells can be read in one way only}} ({examples}); {ambiguous} alone could be read in two ways.',
  which_order:
    'Are these dates written {orders}? {ambiguous} of {cells, plural, one {# value} other {# values}} can be read either way, and no other value decides.',
  would_be: '“{text}” would be {readings}.',
  dates_swapped:
    '{n, plural, one {# cell is a real date} other {# cells are real dates}} of the spreadsheet, none after the 12th of a month, and every text has a day after the 12th: the spreadsheet has probably swapped day and month in the real dates. Compare some with the source before going on.',
} as const
