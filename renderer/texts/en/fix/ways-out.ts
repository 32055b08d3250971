// English texts of the remedies for problems without a cell. Each says what it will do before it does it.
export const waysOut = {
  map: 'Choose a column…',
  mapHint: 'Opens Map to choose a column for {field}',
  fixed: 'Set a fixed value…',
  unmapped: '{field} is not mapped.',
  unmappedBody: 'Set it once for {accounts, plural, one {# account} other {all # accounts}}.',
  fixedAs: 'Set {value} for all {accounts, plural, one {# account} other {# accounts}}…',
  changeFixed: 'Change the fixed value…',
  remove: 'Remove {what}…',
  sentAlready: 'The mapping cannot change: accounts of this batch were already sent',

  fixedTitle: 'A fixed value for {field}',
  fixedBody:
    'The mapping gives {path} this value in {accounts, plural, one {# account} other {all # accounts}} of the batch. They are built again and must be validated again. Edits stay.',
  fixedListBody: 'Only accounts that already have this item get the value. It does not create the item.',
  value: 'Value',
  choose: 'Choose a value',
  valueMissing: 'Enter a value.',
  yes: 'Yes',
  no: 'No',
  setValue: 'Set and build again',
  set: '{field} has a fixed value now; the accounts are being built again',
  lockedTitle: 'The mapping cannot change any more',
  lockedBody:
    'Accounts of this batch were already sent, and all accounts of a batch are built by one mapping. Type the value into a mapped column of this account, or load the file as a new batch.',

  removeTitle: 'Remove {what} of {account}',
  removeBody:
    '{cells, plural, one {# cell is} other {# cells are}} emptied, as one edit that can be undone. The fields that these cells fill are then not sent.',
  alsoFeeds: 'They also fill',
  removeAction: 'Empty {cells, plural, one {# cell} other {# cells}}',
  looking: 'Finding the cells that fill it',
  removed: '{what} is removed: {cells, plural, one {# cell} other {# cells}} emptied',
  row: '{sheet}, row {row}',
} as const
