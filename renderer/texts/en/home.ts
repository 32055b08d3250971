// English texts of the home page.
export const home = {
  batches: 'Batches',
  batchesHint: 'One spreadsheet on its way from file to report.',
  sample: 'Start with the sample',
  welcome: 'Move your first accounts',
  welcomeBody:
    'Carryover reads a spreadsheet, shows what the service would refuse and where, has each account created at most once, and reports on every row.',
  dropAnywhere: 'Or drop a spreadsheet (.xlsx, .ods, .csv) anywhere on this page.',
  sampleBody:
    '500 accounts over linked sheets, some damaged on purpose, to be tried with the practice service.',
  fileBody:
    'Validate sends accounts to the service to be checked. No account is created before you press Submit.',
  connections: 'Connections',
  connectionsAll: 'Manage',
  noConnections: 'No connection yet. You need one before the service can validate anything.',
  addConnection: 'Add a connection',
  allBatches: 'Show all {batches, number} batches',
  rename: 'Rename {name}',
  renameTitle: 'Rename this batch',
  name: 'Name',
  remove: 'Remove {name}',
  removeTitle: 'Remove “{name}”?',
  removeBody:
    'Its {rows, plural, one {# row} other {# rows}}, its mapping and its edits go, and so does a copy that you uploaded. None of its accounts was ever sent to be created, and your own file stays where it is.',
  removeKept:
    'Kept for a while: texts that were repaired, to be offered for other files (Fix, “Repairs remembered”), and the batch in the three backups, until newer ones replace them, at most one an hour.',
  rows: '{rows, plural, one {# row} other {# rows}}',
  sameFile: 'same file as another batch',
  /** Status of a batch and its next step, in a few words. */
  state: {
    waitsForDisk: '{work}, waiting for disk space',
    share: '{work}, {share, number, percent}',
    failed: 'Could not be loaded',
    reading: 'Reading',
    mapping: 'Waits for its mapping',
    building: 'Building accounts',
    stopped: 'Stopped by a brake, {queued, number} queued',
    unconfirmed: '{accounts, number} unconfirmed',
    onTheWay: '{accounts, number} on their way',
    toFix: '{accounts, number} to fix',
    toValidate: '{accounts, number} to validate',
    toSubmit: '{accounts, number} to submit',
    allDone: 'All done',
    allDoneBut: 'All done but {excluded, number} excluded',
    read: '{rows, plural, one {# row read} other {# rows read}}',
  },
} as const
