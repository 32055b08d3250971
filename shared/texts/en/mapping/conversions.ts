// English messages of conversions of cell values. A fault is the end of a sentence whose subject is the value.
import { proposalMessages } from './conversion-proposals.ts'

export const conversionMessages = {
  ...proposalMessages,

  value_fault: '“{value}” {fault}.',
  masked_value_fault: 'The value {fault}.',

  not_a_single_value: 'cannot fill {path}, which is not a single value',
  not_true_or_false: 'is neither “true” nor “false”: set a boolean conversion for the column',
  error_cell: 'is an error of the spreadsheet, not a value',
  withheld_text: 'is the mark of a text that a report withheld: write the text itself into the cell',
  joined_error_cell: 'is joined with “{text}”, an error of the spreadsheet',
  not_a_document_path: 'is no document path: it {fault}',
  not_a_whole_number: 'is not a whole number',
  not_a_plain_number: 'is not a number written with digits and “{decimal}” only',
  not_a_grouped_number:
    'is not a number written as {example}, with “{sign}” before each group of three digits',
  too_many_digits: 'has more digits than a number can carry',
  digits_lost:
    'is a long number that the spreadsheet keeps by its first 15 digits only: enter it again in a cell formatted as text',
  phone_read_later: 'is read as a telephone number when the accounts are built, not here',
  not_a_phone_number: 'is not a valid telephone number',
  not_a_phone_number_of: 'is not a valid telephone number of {region}',
  phone_region_missing:
    'does not begin with “+” and its country: set a country for the conversion or the connection',
  phone_region_unknown: 'cannot be read: {region} is no country with telephone numbers',
  phone_not_as_dialled:
    'is not written as it is dialled in {region}: a leading digit may be lost, or “+” before the country',
  phone_extension: 'has an extension, which “+” and digits cannot say: keep numbers as they are',
  parts_differ: 'has {found, plural, one {one part} other {# parts}} at “{separator}”, not {wanted}',
  last_part_missing: 'has no last part at “{separator}”',
  part_missing:
    'has no {part, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} part at “{separator}”',
  part_from_end_missing:
    'has no {part, selectordinal, one {#st} two {#nd} few {#rd} other {#th}} part from the end at “{separator}”',
  none_of_words: 'is none of {words}',
  not_in_table: 'is not in the table of the column’s words: add it',

  not_an_iso_date: 'is not a date written as YYYY-MM-DD: set a date conversion for the column',
  time_without_date: 'is a time without a date',
  date_with_time: 'is a date with a time of day, and the field takes a date only',
  not_an_iso_time:
    'is not a date and time written as YYYY-MM-DDTHH:MM:SSZ: set a datetime conversion for the column',
  zone_missing: 'does not say its time zone: set a datetime conversion with a zone for the column',
  two_digit_year: 'has a two-digit year: choose “Any usual date”, which says what two digits stand for',
  no_usual_date: 'is not a date in a usual spelling with this order',
  two_names: 'names two persons or two things: write one name in the cell',
  company_name: 'looks like the name of a company, not of a person',
  single_name: 'is a single word: nobody can tell whether it is a given or a family name',
  odd_name: 'is not a name as “Mr John Smith” or “Smith, John”',
  not_written_as: 'is not written as {pattern}',
  no_hour_of_half_day: 'has an hour that AM and PM do not have (they go from 1 to 12)',
  year_not_meant: 'has a year that must be a mistake',
  year_too_early: 'has a year before 1000: write all four digits of the year',
  no_such_month: 'names a month that does not exist',
  no_such_day: 'names a day that does not exist in that month',
  no_such_time: 'names a time of day that does not exist',
  hour_skipped: 'falls into the hour that the clocks of {zone} skip',
  hour_repeated: 'happens twice in {zone}, where the clocks go back: write it in UTC',

  path_begins_wrong: 'must begin with “/”',
  path_names_folder: 'must name a document, not a folder',
  path_doubles_slash: 'must not have “//”',
  path_has_backslash: 'must not have “\\”',
  path_has_control_characters: 'must not have control characters',
  path_is_encoded: 'must not have encoded separators or dots',
  path_has_dots: 'must not have “.” or “..” as a part',
  path_not_text: 'must be text',
  prefix_fault: 'The prefix “{prefix}” {fault}.',

  does_not_fit: 'The conversion “{kind}” cannot fill {label} ({path}), which takes {wanted}.',
  wants_text: 'text',
  wants_format: 'text in the format {format}',
  wants_yes_or_no: 'yes or no',
  wants_kind: 'a value of the kind {kind}',
  fallback_not_last: 'A fallback is the last step: nothing can follow it.',
  step_after_value: 'The step “{step}” cannot follow “{maker}”, which makes the value already.',
  join_not_first: 'A join reads whole cells: it can only be the first step.',
  no_such_zone: 'There is no time zone “{zone}”: use a name such as Europe/London or UTC.',
  fallback_fault: 'The fallback “{value}” for {label} ({path}) {fault}.',
  fallback_must_be:
    'must be {wanted, select, string {text, in quotes} boolean {a boolean, without quotes} other {a number, without quotes}}',
  fallback_not_whole: 'must be a whole number',
  fallback_blank: 'is blank',
  fallback_no_choice: 'is not one of its choices: {choices}',
  both_signs: 'The sign “{sign}” cannot be both the decimal sign and the thousands sign.',
  word_means_both: 'The word “{word}” means both yes and no.',
  word_twice: 'The word “{word}” stands twice in the table, for “{first}” and “{second}”.',

  pattern_names_twice:
    'The pattern “{pattern}” names the {unit, select, year {year} month {month} day {day} hour {hour} minute {minute} second {second} other {half of the day}} twice.',
  pattern_ambiguous:
    'The pattern “{pattern}” can be read in two ways: put a separator beside one-letter parts, or write them double (dd, MM, HH).',
  pattern_short_year:
    'The pattern “{pattern}” has “{piece}”: years are written with four digits (yyyy); two-digit years are refused.',
  pattern_unknown_piece:
    'The pattern “{pattern}” has “{piece}”, which is not one of yyyy, MM, M, MMM, dd, d, HH, H, hh, h, mm, ss, a.',
  pattern_lacks:
    'The pattern “{pattern}” does not say where the {unit, select, year {year} month {month} other {day}} stands.',
  pattern_has_time:
    'The pattern “{pattern}” has a time of day, but the conversion gives a date: use the conversion “datetime”.',
  pattern_lacks_time: 'The pattern “{pattern}” needs hours and minutes (HH:mm).',
  pattern_lacks_half:
    'The pattern “{pattern}” has hours of half a day (h): add a for AM and PM, or write H for 24 hours.',
  pattern_half_alone: 'The pattern “{pattern}” has AM and PM (a), so its hours are h or hh.',
} as const
