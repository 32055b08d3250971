// English texts of finding the accounts of a pasted list.
export const findList = {
  title: 'Find a list of accounts',
  body: 'Paste account keys or platform identifiers: one a line, or cells copied from a spreadsheet.',
  keys: 'Keys',
  count:
    '{n, plural, =0 {No key yet} one {# key} other {# keys}}{repeated, plural, =0 {} other {, # repeated}}',
  tooMany: 'These are {n, number} keys. At most {most, number} are looked for at once.',
  tooLong: 'A key has at most {most, number} characters.',
  find: 'Find {n, plural, =0 {keys} one {# key} other {# keys}}',
  result: '{found, number} found, {missing, number} not found',
  accounts: '{n, plural, one {# account} other {# accounts}} of this batch',
  missing: 'Not found',
  selectAll: 'Select all',
  change: 'Change the list',
  inFix: 'Show in Fix',
  inWatch: 'Show in Watch',
  filter: 'Accounts of a list',
} as const
