// Texts of the remedies for problems without a cell. Each says what it will do before it does it.
import { count } from './format.ts'

export const waysOutTexts = {
  map: 'Map a column…',
  mapHint: (field: string): string => `Opens the mapping with ${field} to choose a column for`,
  fixed: 'Set a fixed value…',
  changeFixed: 'Change the fixed value…',
  remove: (what: string): string => `Remove ${what}…`,
  sentAlready: 'Accounts of this batch were sent, so its mapping stays as it is',

  fixedTitle: (field: string): string => `A fixed value for ${field}`,
  fixedBody: (path: string, accounts: number): string =>
    `It belongs to the mapping: ${path} has this value in all ${count(accounts, 'account', 'accounts')} of the batch, which are built again and are to be validated again. Edits stay.`,
  fixedListBody: (path: string): string =>
    `Only accounts that have this item get it: ${path} alone makes no item appear.`,
  value: 'Value',
  choose: 'Choose a value',
  valueMissing: 'Give a value.',
  yes: 'Yes',
  no: 'No',
  setValue: 'Set and build again',
  set: (field: string): string => `${field} has a fixed value now; the accounts are being built again`,
  lockedTitle: 'The mapping cannot change any more',
  lockedBody:
    'Accounts of this batch were already sent, and all accounts of a batch are built by one mapping. Type the value into a mapped column of this account, or load the file as a new batch.',

  removeTitle: (what: string, key: string): string => `Remove ${what} of ${key}`,
  removeBody: (n: number): string =>
    `${count(n, 'cell is', 'cells are')} emptied, as one edit that can be undone. What these cells feed is then left out of the payload.`,
  alsoFeeds: 'They also feed',
  removeAction: (n: number): string => `Empty ${count(n, 'cell', 'cells')}`,
  looking: 'Looking which cells feed it',
  removed: (what: string, n: number): string => `${what} is removed: ${count(n, 'cell', 'cells')} emptied`,
  row: (sheet: string, row: number): string => `${sheet}, row ${String(row)}`,
} as const
