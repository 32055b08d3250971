// Texts of the comparison of two versions of a file.
import type { LineList } from '../../shared/fixing/version-lines.ts'
import { count, format } from './format.ts'

const accounts = (n: number): string => count(n, 'account', 'accounts')
const cells = (n: number): string => count(n, 'cell', 'cells')
const repairs = (n: number): string => count(n, 'repair', 'repairs')

type ListWords = { readonly label: string; readonly say: (n: number) => string }

const lists: Readonly<Record<LineList | 'columns', ListWords>> = {
  conflicts: {
    label: 'Conflicts',
    say: (n) => `We repaired ${cells(n)}, and the new file says something else there. Choose one for each.`,
  },
  keys: {
    label: 'Key changed?',
    say: (n) =>
      `${accounts(n)} ${n === 1 ? 'has' : 'have'} the content of one that is gone, under another key. Nothing is assumed.`,
  },
  changed: {
    label: 'Changed after creation',
    say: (n) =>
      `${cells(n)} changed in accounts that the platform has already. Carryover cannot change them there: somebody must correct them.`,
  },
  carried: {
    label: 'Carried over',
    say: (n) => `${repairs(n)} of ours go over as they are: the new file still says what the old one said.`,
  },
  same_repair: {
    label: 'Repaired there too',
    say: (n) => `${repairs(n)} of ours are in the new file already. There is nothing to carry.`,
  },
  edited_here: {
    label: 'Edited here already',
    say: (n) =>
      `${cells(n)} that we had repaired were edited in this version too. What was typed here stands.`,
  },
  file: {
    label: 'Changed by the file',
    say: (n) => `${cells(n)} changed in the file alone. The new text stands.`,
  },
  new: { label: 'New accounts', say: (n) => `${accounts(n)} only the new file has.` },
  rows: {
    label: 'Rows came or went',
    say: (n) => `In ${accounts(n)}, rows came, went, or could not be distinguished for certain.`,
  },
  twice: {
    label: 'Key twice',
    say: (n) =>
      `${count(n, 'row', 'rows')} of the new file share a key. None of those accounts is sent until one is left.`,
  },
  gone: {
    label: 'Not in the new file',
    say: (n) => `${accounts(n)} only the old file has. Merging can hold those that were not sent.`,
  },
  lost: {
    label: 'Repairs without a place',
    say: (n) =>
      `${repairs(n)} of ours have no cell in the new file: the row, the column or the account is gone.`,
  },
  on_its_way: {
    label: 'On their way',
    say: (n) =>
      `${accounts(n)} of the earlier version ${n === 1 ? 'is' : 'are'} on the way just now. Here they wait, and follow by themselves.`,
  },
  ended: {
    label: 'Not created there',
    say: (n) =>
      `${accounts(n)} failed, were cancelled or ended as a dry run in the earlier version. From here they may be sent.`,
  },
  columns: {
    label: 'Columns',
    say: (n) =>
      n === 0
        ? 'The same columns, each under its name.'
        : `${count(n, 'column differs', 'columns differ')} between the files.`,
  },
}

export const versionTexts = {
  lists,
  groups: {
    decide: 'To decide',
    correct: 'To correct on the platform',
    self: 'Our repairs',
    file: 'The new file',
    gone: 'No longer there',
    currentState: 'In the earlier version, just now',
  },
  title: (number: number): string => `Version ${number} beside version ${number - 1}`,
  of: (name: string): string => `of ${name}`,
  nav: 'What the comparison found',
  review: 'Review the new version',
  toFile: 'The file',
  compareAgain: 'Compare again',
  comparing: 'Comparing the two versions',
  stop: 'Stop',
  stopped: 'The comparison was stopped.',
  compare: 'Compare',
  compareBody:
    'Each account is looked for by its key, and each cell is compared on three sides: the old file, our edits and the new file.',
  stale: 'Something changed since this was compared.',
  reading: 'The new file is being read. It is compared when its accounts are built.',
  toMap: 'Map its columns first',
  toMapBody:
    'The new file’s columns are not those of the old one. Map them; the mapping of the earlier version is the first suggestion. The comparison comes after.',
  earlierBusy: 'The earlier batch is being built again. The comparison goes on when that is done.',
  merge: 'Merge',
  mergeTitle: (number: number): string => `Merge version ${number}?`,
  mergeBody: (carried: number, there: number): string =>
    `${repairs(carried)} ${carried === 1 ? 'goes' : 'go'} over as one edit that can be undone. ${accounts(there)} that the platform has ${there === 1 ? 'is' : 'are'} done here and never sent again.`,
  replaced: (n: number, name: string): string =>
    `${accounts(n)} of “${name}” that were not sent are held there, as replaced by this version.`,
  holdGone: 'Hold what is not in the new file',
  holdGoneHint: (n: number): string =>
    n === 0
      ? 'Every account of the old file is in the new one.'
      : `${accounts(n)} of the old file; those that were not sent are not sent from there either.`,
  open: (n: number): string => `${count(n, 'conflict has', 'conflicts have')} no choice yet`,
  merging:
    'Merging: repairs are overlaid and accounts are brought in line. It goes on by itself, after a restart too.',
  merged: 'Merged',
  did: (marks: {
    readonly done: number
    readonly waits: number
    readonly replaced: number
    readonly gone: number
    readonly held: number
  }): string =>
    [
      marks.done === 0 ? null : `${format.number(marks.done)} on the platform already`,
      marks.waits === 0 ? null : `${format.number(marks.waits)} wait for the earlier version`,
      marks.replaced === 0 ? null : `${format.number(marks.replaced)} replaced there`,
      marks.gone === 0 ? null : `${format.number(marks.gone)} held there as gone`,
      marks.held === 0 ? null : `${format.number(marks.held)} holds taken over`,
    ]
      .filter((part) => part !== null)
      .join(' · '),
  undo: 'Take the merge back',
  undoTitle: 'Take the merge back?',
  undoBody:
    'What was held in the earlier version is let go, and what was done here is to be validated again. The repairs stay, as an edit that can be undone by itself.',
  undone: 'The merge was reverted.',
  alone: 'Stands alone',
  aloneTitle: 'Is this a file of its own?',
  aloneBody:
    'Then nothing is compared, carried over or held. An account that is in both batches may be sent from either, and to one service only once.',
  toFix: 'To the Fix step',
  redoTitle: 'Undone edits would be lost',
  redoAction: 'Merge all the same',
  heads: {
    identifier: 'Platform identifier',
    account: 'Account',
    where: 'Where',
    old: 'Old file',
    ours: 'Ours',
    fresh: 'New file',
    choice: 'Choice',
    now: 'Now',
    platform: 'On the platform',
  },
  at: (column: string, row: number | null): string =>
    row === null ? column : `${column}, row ${format.number(row)}`,
  row: (row: number | null): string => (row === null ? '' : `Row ${format.number(row)}`),
  oldRow: (sheet: string | null, row: number | null): string =>
    row === null
      ? 'in the old file'
      : `${sheet === null ? '' : `${sheet}, `}row ${format.number(row)} of the old file`,
  empty: 'empty',
  notEdited: 'not edited',
  noKey: 'no key',
  uncertain: 'Not certain that it is the same row',
  choose: { ours: 'Ours', theirs: 'New', typed: 'Type…' },
  chosen: { ours: 'ours', theirs: 'new file', typed: 'typed' },
  typeLabel: (key: string): string => `Text for ${key}`,
  keysHint: '1 ours · 2 new file · 3 type · 0 none · ↑ ↓',
  allColumns: 'All columns',
  ofColumn: (column: string, lines: number, open: number): string =>
    open === 0
      ? `${column} (${format.number(lines)})`
      : `${column} (${format.number(open)} open of ${format.number(lines)})`,
  column: 'Column',
  bulkOurs: 'Ours for all of these',
  bulkTheirs: 'New file for all of these',
  bulkClear: 'Clear choices',
  onlyOpen: 'Only open ones',
  chose: (n: number): string => `${count(n, 'choice', 'choices')} made`,
  same: 'The same',
  apart: 'Another',
  was: (key: string): string => `was ${key}`,
  edits: (n: number): string => (n === 0 ? '' : `${repairs(n)} of ours on it`),
  rows: (added: number, removed: number, uncertain: number): string =>
    [
      added === 0 ? null : `${format.number(added)} added`,
      removed === 0 ? null : `${format.number(removed)} gone`,
      uncertain === 0 ? null : `${format.number(uncertain)} not certain`,
    ]
      .filter((part) => part !== null)
      .join(' · '),
  none: 'Nothing of this kind.',
  allDecided: 'Every conflict has its choice.',
  notAll: 'Of each column the first 200 are listed.',
  saveCsv: 'Save as CSV',
  saveXlsx: 'Save as XLSX',
  saved: (n: number, file: string): string => `${cells(n)} written to ${file}.`,
  columnKinds: { same: 'same', renamed: 'renamed', added: 'new', missing: 'missing' },
  columnWas: (was: string): string => `was “${was}”`,
  columnChanged: (n: number): string => (n === 0 ? '' : `${cells(n)} changed by the file`),
  newer: 'Newer version of this file…',
  tool: 'Versions of this file…',
  newerTitle: 'A newer version of this file',
  chooseFile: 'Choose the file',
  dropTitle: 'What is this file?',
  dropBody: (file: string, batch: string): string =>
    `“${file}” can be a newer version of “${batch}”, or a batch of its own.`,
  asNewer: 'A newer version',
  asNewerHint: 'Compared with this batch; our repairs go over, and what was created is never sent twice.',
  asNew: 'A batch of its own',
  asNewHint: 'Nothing is compared.',
  differs: (n: number): string =>
    `${count(n, 'column or sheet differs', 'columns or sheets differ')} from the earlier version: look at the mapping, then the two are compared.`,
  strip: (number: number): string => `This is version ${number} of a file that you have.`,
  stripBody: {
    none: 'Compare the two and merge them before anything is sent.',
    due: 'The merge is under way.',
    merged: 'Merged with the earlier version.',
  },
  hasLater: (number: number): string => `There is version ${number} of this file.`,
} as const
