// English messages about batches that a purge leaves, and why.
export const purgeMessages = {
  loading: 'It is being loaded.',
  handed_over: 'It was handed over. Get it back first: its Report step shows how.',
  unconfirmed:
    '{accounts, plural, one {# account is unconfirmed: whether it was created is not known yet.} other {# accounts are unconfirmed: whether they were created is not known yet.}}',
  under_way: '{accounts, plural, one {# account is on its way.} other {# accounts are on their way.}}',
  in_doubt:
    '{accounts, plural, one {# account may have been sent without this data folder knowing. Exclude it first, or let its status be read.} other {# accounts may have been sent without this data folder knowing. Exclude them first, or let their status be read.}}',
  to_fix:
    '{accounts, plural, one {# account was released and is not done. Correct and send it, or exclude it first.} other {# accounts were released and are not done. Correct and send them, or exclude them first.}}',
  rechecking:
    '{accounts, plural, one {# account is being rechecked.} other {# accounts are being rechecked.}}',
  busy: 'Carryover is still working on it. Try again when that is done.',
  not_merged: 'A newer version of its file is not merged with it yet. Merge or separate the two first.',
  recent: 'It changed too recently.',
} as const
