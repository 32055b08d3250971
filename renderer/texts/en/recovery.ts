// English texts of the recovery page, shown when the data folder cannot be opened.
export const recovery = {
  titles: {
    damaged: 'The database is damaged',
    in_use: 'Another Carryover is using this folder',
    newer: 'A newer Carryover wrote this folder',
    foreign: 'This folder holds the database of another program',
    copied: 'This folder is a copy or a restored backup',
    locked: 'The data folder is encrypted, and its key is not here',
    unusable: 'The data folder cannot be opened',
  },
  bodies: {
    damaged:
      'Some records of batches, accounts or attempts can no longer be read. A failing disk, a crash or another program can cause this.',
    in_use:
      'Only one Carryover can use a folder at a time, so that nothing is sent twice. Close the other one or wait until its command has finished, then try again.',
    newer: 'This version cannot read all of it. Nothing was changed. Update Carryover, then start it again.',
    foreign: 'Nothing was changed. Use another folder for Carryover.',
    copied:
      'If the original is still in use, accounts could be created twice. Nothing is sent from here until you confirm that the original is no longer used.',
    locked:
      'Enter the recovery key of this folder. It was shown when the folder was used, and may be kept in a password manager. Nothing was changed.',
    unusable: 'Nothing was changed. Fix the problem below, then try again.',
  },
  damagedBefore: 'The damage was found before anything was opened. Nothing was sent or changed.',
  damagedOpen:
    'The damage was found while the folder was open. Nothing more is sent. Changes made since the start are in the log of the database.',
  kept: 'The damaged files are kept. When you restore a backup, they are moved to a separate folder.',
  folder: 'Data folder',
  original: 'Last used in',
  details: 'Details',
  backups: 'Backups',
  backupsHow: 'Made while Carryover ran, newest first.',
  noBackups: 'This folder has no backup. Use another folder, or have the file repaired and try again.',
  unreadable: 'Cannot be read',
  newest: 'Newest',
  holds:
    '{batches, plural, one {# batch} other {# batches}}, {accounts, plural, one {# account} other {# accounts}}',
  restore: 'Restore this backup',
  restoreOf: 'Restore this backup of {when}',
  askTitle: 'Restore this backup?',
  askMeaning:
    'Nothing is created twice: Carryover asks the service about every account before it sends it, also about accounts whose file you load again.',
  askLost:
    'Edits, decisions and files since the backup are not in it. They stay in the damaged files, which are kept in a separate folder.',
  retire: 'The original is no longer used',
  retireTitle: 'Use this folder from now on?',
  retireMeaning:
    'Confirm only if the original is deleted or will never be opened with Carryover again. From now on only this folder may send.',
  retireLookup:
    'The original may have sent accounts that are not recorded here. Every account not created yet is looked up before it is sent. For 30 days this also applies to newly loaded files.',
  retireAction: 'Use this folder',
  another: 'Use another folder',
  anotherHow: 'A folder in {place}. It is created if it does not exist. The current folder is not changed.',
  anotherOnce: 'Used until Carryover is closed. To use it on later starts, pass --data-dir.',
  anotherName: 'Name of the folder',
  anotherOpen: 'Open this folder',
  anotherWrong: 'Use a plain name without / \\ : * ? " < > | that does not end in a dot.',
  tryAgain: 'Try again',
  unlockKey: 'Recovery key',
  unlockHint: '55 letters and digits. Spaces, hyphens and small letters do not matter.',
  unlock: 'Open the folder',
} as const
