// English messages of edits, fixes, repairs and decisions.
export const fixingMessages = {
  // Fixes that cannot be made.
  not_a_pattern: '“{pattern}” is not a regular expression: {why}.',
  word_twice: '“{word}” stands twice in the table, for “{first}” and “{second}”.',
  parts_from_one: 'Parts are counted from 1, or from the end by -1.',
  time_made_up: '“{pattern}” has no time of day, and “{to}” has one: it would have to be made up.',

  // Why a check can be left to the service, or why it stays.
  our_own_check: 'Carryover’s own check, by the loaded catalogue; the specification does not have it.',
  guessed_row: 'Carryover only guesses from its words that the row is no customer; you can tell.',
  left_out_by_specification:
    'The specification says so: a field without data is left out (section 2.1, rule 1).',
  no_value_made:
    'No value could be made of the cell, so there is nothing that the service could decide about.',
  service_validates_numbers: 'The service validates numbers itself, by a numbering plan that may be newer.',
  guessed_address: 'Carryover guesses that the service refuses such addresses.',
  payload_not_built: 'With this problem the payload cannot be built.',
  only_documented_fields: 'The specification says so: only documented fields are sent (section 2.1, rule 4).',
  document_path_specified:
    'The specification says what a document path is (section 2.1), and an unsafe one may name another’s document.',
  key_needed:
    'Without its key the account cannot be distinguished from another, so it could be created twice.',
  values_would_be_lost: 'The service would see one of the values only, and the others would be lost.',
  identity_needed: 'Without it the account could be created and never be found again, or be created twice.',
  status_not_read_back: 'Its status could not be read back, so it could be created twice.',
  request_too_large: 'The connection says that the service takes no request of this size.',
  sent_twice: 'Sent twice, one account could be created twice.',
  nothing_to_create: 'Nothing but its key was found, so there is nothing to create an account of.',
  sent_here_as_well: 'Sent here as well, it could be created twice.',
  not_overrulable: 'This is not one of the checks that can be left to the service.',
  supplier_required: 'The specification requires the import supplier in every payload (section 2.1).',
  service_knows_it_by:
    'This is what the service knows the account by: it must be right before anything is sent.',

  check_stays: 'The check {code} stays: {why}',
  no_such_decision: 'There is no such decision.',
  no_such_problem: 'The account has no such problem any more.',
  account_of_other_batch: 'Account {account} is of another batch.',
  connection_needed: 'Choose a connection first: it is what the decision is kept for.',
  copies_changed:
    'Nothing was done: the copies changed since they were displayed (groups of copies now: {groups}). Check them, then choose again.',
  no_such_row: 'Sheet {sheet} of batch {batch} has no row {row}.',
  nothing_edited: 'None of these cells was edited, or their accounts cannot be edited now. Nothing was done.',
  take_out: 'Take out {path} of {key}',
  fix_changes_nothing: 'This fix changes no cell of those that were chosen. Nothing was done.',
  repairs_remembered: '{n, plural, one {# cell repaired} other {# cells repaired}} as in earlier files',
  two_repairs: '“{before}” cannot become both “{first}” and “{second}”. Choose one of the two.',
  no_repair_fits: 'None of the chosen repairs fits a cell of this batch any more. Nothing was changed.',

  pattern_too_slow:
    'The pattern takes too long on a cell between row {first} and row {last}. Nothing was changed. Make it simpler: repeated groups inside repeated groups, such as (a+)+, are the usual cause.',
} as const
