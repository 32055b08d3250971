// What the window says where its data folder cannot be opened.
import type { RecoveryState } from '../../shared/contract.ts'
import { count } from '../parts/format.ts'
import { texts } from './texts.ts'

type Kind = RecoveryState['kind']

const titles: Readonly<Record<Kind, string>> = {
  damaged: 'The database is damaged',
  in_use: 'Another Carryover is using this folder',
  newer: 'A newer Carryover wrote this folder',
  foreign: 'This folder holds the database of another program',
  copied: 'This folder is a copy, or was put back',
  unusable: 'The data folder cannot be opened',
}

const bodies: Readonly<Record<Kind, string>> = {
  damaged:
    'Part of what Carryover keeps of batches, accounts and attempts cannot be read any more. A failing disk, a crash or another program can do that.',
  in_use:
    'Only one Carryover works on a folder at a time, so that nothing is sent twice. Close the other one, or wait until its command has ended, then try again.',
  newer:
    'This version does not understand all that is kept there, so it left it untouched. Update Carryover, then start it again.',
  foreign: 'It was not touched. Use another folder for Carryover.',
  copied:
    'If the original goes on as well, accounts are created twice. So nothing is sent from here until you say that the original is not used any more.',
  unusable: 'Nothing was changed. Put right what the sentence below names, then try again.',
}

export const recoveryTexts = {
  titles,
  bodies,
  damagedBefore: 'It was found before anything was opened: nothing was sent and nothing was changed.',
  damagedOpen:
    'It was found while the folder was open: nothing more is sent. What was entered since the start is in the log of the file.',
  kept: 'The damaged files are kept, in a folder of their own once a backup takes their place.',
  folder: 'Data folder',
  original: 'Last used in',
  details: 'What was found',
  backups: 'Backups',
  backupsHow: 'Made while Carryover ran, and verified when they were made. The newest is first.',
  noBackups:
    'There is no backup in this folder. Use another folder, or have the file repaired and try again.',
  unreadable: 'Cannot be read',
  newest: 'Newest',
  holds: ({ batches, accounts }: { readonly batches: number; readonly accounts: number }): string =>
    `${count(batches, 'batch', 'batches')}, ${texts.accounts(accounts)}`,
  restore: 'Restore this backup',
  restoreOf: (when: string): string => `Restore this backup of ${when}`,
  askTitle: 'Restore this backup?',
  askMeaning:
    'Accounts that the backup holds may have been sent since: the status of each is read from the service before it is sent, also where its file is loaded again.',
  askLost:
    'What was entered, decided or loaded since then is not in the backup. It stays in the damaged files, which are kept. Accounts that were first loaded since then are known by the journal of attempts: when you load their file again, the status of each that was sent is read before it is sent.',
  retire: 'The original is not used any more',
  retireTitle: 'Use this folder from now on?',
  retireMeaning:
    'Only where the original is deleted, or nobody opens it with Carryover again: from now on only this folder may send.',
  retireLookup:
    'The original may have sent accounts that this folder knows nothing of. Each that is not created yet is looked up before it is sent, for 30 days in newly loaded files too.',
  retireAction: 'Use this folder',
  another: 'Use another folder',
  anotherHow: (place: string): string =>
    `A folder in ${place}. One that Carryover used before is opened; one that is not there is made. This folder stays as it is.`,
  anotherOnce: 'It holds until Carryover ends. For later starts, name it with --data-dir.',
  anotherName: 'Name of the folder',
  anotherOpen: 'Open this folder',
  anotherWrong: 'A plain name, without / \\ : * ? " < > | and not ending in a dot.',
  tryAgain: 'Try again',
} as const
