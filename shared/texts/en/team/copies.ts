// English messages about copies of batches in the team's database, and about taking batches over with them.
export const copyMessages = {
  not_ready:
    'The team’s database is not reached at this moment, or this desktop may do nothing in the team. The Team page says why.',
  practice:
    'This batch goes to the practice service, which is each desktop’s own: nobody else could go on with it.',
  moved: 'Another desktop of the team goes on with this batch.',
  replaced: 'The copy was replaced or removed while it was written. Try again in a moment.',
  gone: 'This copy is not there any more: a newer one replaced it, or somebody took the batch over.',
  own: 'This is this desktop’s own copy. To go on here, withdraw the hand-over.',
  there:
    '{member} ({machine}) is there and has not handed the batch over. Ask them to hand it over through the team.',
  taken_by_other: 'Somebody else took this batch over since. Their copy, if there is one, is in the list.',
  taken_meanwhile: '{member} took “{batch}” over meanwhile and goes on with it.',
  not_in_team: 'This batch was not handed over through the team.',
  cut: 'The copy of “{name}” is not complete: a part of it is missing in the team’s database. Nothing was changed here.',
  changed:
    'The copy of “{name}” was changed or damaged in the team’s database. Nothing was changed here. Take over from another copy.',
  taken:
    '{member} goes on with “{batch}” since {at, date, medium}, {at, time, short}. Here it can only be read.',
  removed_later:
    'Copies that are to be removed are still in the team’s database. They are removed when it answers.',
  passphrase_gone:
    'The passphrase of the copies for the team is not in the key store, so no copy is made. Give it again on the Team page, or to a command in CARRYOVER_TEAM_COPIES_PASSPHRASE.',
} as const
