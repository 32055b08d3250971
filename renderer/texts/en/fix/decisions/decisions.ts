// English texts about decisions that a rebuild, or a merge of two versions, moved or dropped.
export const decisions = {
  label: 'Decisions moved or dropped',
  strip:
    '{count, plural, one {# decision} other {# decisions}} (held, excluded) moved or dropped when the accounts were built again.',
  look: 'See which',
  title: 'Decisions moved or dropped',
  body: 'A decision stays with the account’s number and its rows in the file. These could not stay as they were.',
  more: 'And {count, number} more, listed once these are read.',
  read: 'Mark as read',
} as const
