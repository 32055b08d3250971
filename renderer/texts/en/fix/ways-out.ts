// English texts of the remedies for problems without a cell. Each says what it will do before it does it.
export const waysOut = {
  map: 'Choose a column…',
  mapHint: 'Opens the mapping with {field} to choose a column for',
  fixed: 'Set a fixed value…',
  unmapped: '{field} is not mapped.',
  unmappedBody: 'One answer here, for {accounts, plural, one {# account} other {# accounts}}.',
  fixedAs: 'Set {value} for all {accounts, plural, one {# account} other {# accounts}}…',
  changeFixed: 'Change the fixed value…',
  remove: 'Remove {what}…',
  sentAlready: 'Accounts of this batch were sent, so its mapping stays as it is',

  fixedTitle: 'A fixed value for {field}',
  fixedBody:
    'It belongs to the mapping: {path} has this value in all {accounts, plural, one {# account} other {# accounts}} of the batch, which are built again and are to be validated again. Edits stay.',
  fixedListBody: 'Only accounts that have this item get it: {path} alone makes no item appear.',
  value: 'Value',
  choose: 'Choose a value',
  valueMissing: 'Give a value.',
  yes: 'Yes',
  no: 'No',
  setValue: 'Set and build again',
  set: '{field} has a fixed value now; the accounts are being built again',
  lockedTitle: 'The mapping cannot change any more',
  lockedBody:
    'Accounts of this batch were already sent, and all accounts of a batch are built by one mapping. Type the value into a mapped column of this account, or load the file as a new batch.',

  removeTitle: 'Remove {what} of {account}',
  removeBody:
    '{cells, plural, one {# cell is} other {# cells are}} emptied, as one edit that can be undone. What these cells feed is then left out of the payload.',
  alsoFeeds: 'They also feed',
  removeAction: 'Empty {cells, plural, one {# cell} other {# cells}}',
  looking: 'Looking which cells feed it',
  removed: '{what} is removed: {cells, plural, one {# cell} other {# cells}} emptied',
  row: '{sheet}, row {row}',
} as const
