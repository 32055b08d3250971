// English messages of the advice that stands with an account, and decisions that were moved.
export const lineMessages = {
  excluded: 'Excluded: {reason}',
  held: 'Held: {reason}',
  hold_is_due: 'The day of its hold has come: take it off hold, or hold it on. Held: {reason}',
  fix_its_cells: 'Problems in its cells keep it from being sent: fix them.',
  fix_what_is_named: 'The service refused it: fix what it names, then validate again.',
  lost_without_status:
    'Its answer was lost, and the connection has no status path: nothing tells whether it arrived. Ask the platform operator; if it did not, send it again.',
  accepted_without_status:
    'The service accepted it, and the connection has no status path: what became of it cannot be read. Ask the platform operator.',
  lost_for_long:
    'Its answer was lost {age} ago, and its status could not be had since. Nothing is sent until it is known: recheck, and ask the platform operator whether account {key} is there.',
  lost: 'Its answer was lost. Its status is being read; nothing is sent until that is known.',
  not_visible:
    'The service accepted it {age} ago and does not show it yet. It is not sent again by itself: ask the platform operator whether it arrived, and recheck.',
  not_known_any_more:
    'The service said {status} and does not know it any more. It is looked at again by itself; if that lasts, ask the platform operator.',
  same_for_long:
    'The service has said {status} for {age}: ask the platform operator whether it still goes on, and recheck.',
  processed_without_identifier:
    'The service says PROCESSED and has given no platform identifier yet. It is looked at a few times more.',
  odd_status_for_long:
    'The service has said “{status}” for {age}, a word that its specification does not have: ask the platform operator what it means.',
  changed_when_done:
    'Changed after it was done (the service says {status} now): a report from before is outdated.',
  no_status: 'no word',
  shares_identifier:
    'The service gave its platform identifier to another account as well: ask the platform operator which one it belongs to.',
  failed_because: '{why} Fix it, then send it again.',
  failed: 'The service could not create it: look at its problem, fix it and send it again.',
  dry_run_failed:
    'Its dry run failed, so a creation would fail too: look at its problem, fix it and send it again.',
  cancelled: 'The service cancelled it: ask the platform operator, or send it again.',
  whose_unsure:
    'The platform has it, and whether this sending made it or somebody else shortly before is not certain: compare it with the platform, and ask the platform operator who made it.',
  already_there: 'The platform had it already, and it was not sent from this batch: decide what to do.',
  created_and_gone:
    'The service said that it was created and does not know it any more: ask the platform operator whether it is there.',
  created_without_identifier:
    'The service says PROCESSED but gave no platform identifier: ask the platform operator for it.',
  under_a_minute: 'less than a minute',
  minutes: '{n, plural, one {# minute} other {# minutes}}',
  hours: '{n, plural, one {# hour} other {# hours}}',
  days: '{n, plural, one {# day} other {# days}}',
  decision_dropped:
    '{who} was {excluded, select, yes {excluded} other {held}} ({reason}) and is not any more: {why} Decide again.',
  decision_moved:
    '{who} was {excluded, select, yes {excluded} other {held}} ({reason}). {to} is {excluded, select, yes {excluded} other {held}} now: {why}',
  decision_with_rows:
    '{name} ({n, plural, one {row} other {rows}} {rows}{more, plural, =0 {} other { and # more}})',
  decision_the_account: 'The account',
  decision_without_number: 'An account without a number',
  decision_moved_with_its_row: 'the same row has another number.',
  decision_moved_with_fewer_rows: 'some of its rows are another account’s now.',
  decision_moved_in_file: 'the file was read again and has it there.',
  decision_moved_in_version: 'the newer version of the file has it there.',
  decision_moved_rows: 'the rows are others.',
  decision_dropped_when_joined: 'its rows are one account with other rows now.',
  decision_dropped_when_parted: 'its rows are several accounts now.',
  decision_dropped_as_same_key: 'several accounts have its number, and which of them it was is not known.',
  decision_dropped_in_version: 'in the newer version of the file its account cannot be identified.',
  decision_dropped_as_gone: 'no account has its number and its rows.',
} as const
