// English texts of the Report step. Sentences are plain, numbers have units, buttons are verbs.
export const report = {
  empty: {
    title: 'No report yet',
    words:
      'Once the accounts are built, you can make the report here: totals that add up to the rows read, and the result files.',
    toMap: 'Go to Map',
  },
  make: 'Make the report',
  again: 'Make it again',
  making: 'Writing the report',
  madeToday: 'Made at {time}',
  madeEarlier: 'Made on {time}',
  notMade: 'Seven files: results, errors, changes, what to fix, and a summary to sign.',
  interim:
    '{accounts, plural, one {# account is} other {# accounts are}} still on the way. This is an interim report.',
  outdated:
    '{accounts, plural, one {# account} other {# accounts}} changed since. Make the report again before signing.',
  unknown: 'Accounts may have changed since. Make the report again before signing.',
  /** A share above zero is never shown as zero. */
  underTenthPercent: '<0.1%',
  totals: {
    heading: 'Totals',
    outcome: 'Outcome',
    accounts: 'Accounts',
    share: 'Share',
    all: 'All accounts',
    ending:
      '{ending, select, created {Created} already_there {Already there} whose_account_unsure {There, unknown origin} dry_run {Dry run} failed {Failed} cancelled {Cancelled} dry_run_failed {Failed dry run} in_progress {In progress} unconfirmed {Unconfirmed: sent, outcome not known} queued {Queued} ready {Ready to send, not released} not_validated {Not validated} to_fix {Has errors or was rejected} held {Held} other {Excluded: not to be migrated}}',
    label: 'Outcomes of the accounts',
    onPlatform:
      '{there, number} of {all, plural, one {# account} other {# accounts}} {there, plural, one {is} other {are}} on the platform',
    createdNote: 'Created means that the account exists on the platform, not that its migration is complete.',
  },
  reconciliation: {
    heading: 'Reconciliation',
    fine: 'Every row that was read is accounted for',
    bad: '{rows, plural, one {# row} other {# rows}} cannot be explained',
    badWords:
      'Some rows that were read are missing from the totals. Do not sign this report. Keep the data folder as it is and report this error.',
    read: 'Rows read',
    inAccounts: 'In accounts or not mapped',
    leftOut: 'Left out: totals, notes and the like',
    stray: 'Without an account, each with its reason',
    unexplained: 'Unexplained',
  },
  problems: {
    heading: 'Problems by code',
    none: 'No account has a problem.',
    found: '{problems, plural, one {# problem} other {# problems}} now',
    noCode: 'no code given',
    more: '{codes, plural, one {# more code} other {# more codes}} in errors.csv',
  },
  unblock: {
    heading: 'What a fix would unblock',
    body: 'Accounts that have no other cause: fixing it makes them complete.',
    hint: '{alone, plural, one {# account has} other {# accounts have}} only this cause, of {accounts, number} with it',
    more: '{causes, plural, one {# more cause} other {# more causes}} in Fix',
  },
  files: {
    heading: 'Files',
    save: 'Save',
    show: 'Show in folder',
    saveFile: 'Save {file}',
    saveAll: 'Save all files',
    savedAll: '{files, plural, one {# file} other {# files}} copied to {folder}',
    preview: 'Open',
    previewFile: 'Open the summary',
    none: 'The files are listed here once the report is made.',
    folder: 'Kept in {folder}',
    /** By the name of the file. */
    notes: {
      'summary.html': 'One page to print and sign',
      'results.xlsx': 'Every source row with its outcome',
      'results.csv': 'Every source row with its outcome',
      'errors.csv': 'One line per problem, with its cell',
      'changes.csv': 'Every cell that differs from the file',
      'fix-me.xlsx': 'Accounts and rows to fix and load again',
      'summary.json': 'Control totals and hashes, for machines',
    },
  },
  sign: {
    heading: 'Sign-off',
    ready: 'Ready to sign: every account is done, every row is explained, and the report is up to date.',
    steps: {
      done: 'Every released account is done',
      left: 'No account is left unsent',
      explained: 'Every row is explained',
      fresh: 'The report is up to date',
    },
    how: 'Print summary.html. It has signature lines for those who prepared, checked and accepted it.',
    yes: 'Yes',
    notYet: 'Not yet',
    notKnown: 'Not known',
    unsent: '{accounts, number} not sent',
  },
  operator: {
    label: 'Your name',
    hint: 'Written to this report, and to your edits, releases and holds.',
    save: 'Save',
    shown: 'Your name: {name}',
    change: 'Change name',
  },
  preview: {
    title: 'Printable summary',
    description: 'This is summary.html exactly as saved.',
    print: 'Print',
    failed: 'The summary could not be read.',
  },
} as const
