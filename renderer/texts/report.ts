// Texts of the Report step. Sentences are plain, numbers have units, buttons are verbs.
import { count, format } from './format.ts'

const accounts = (n: number): string => count(n, 'account', 'accounts')
const rows = (n: number): string => count(n, 'row', 'rows')

export const reportTexts = {
  empty: {
    title: 'No report yet',
    words:
      'Once the accounts are built, you can make the report here: totals that add up to the rows read, and the result files.',
    toMap: 'Go to Map',
  },
  make: 'Make the report',
  again: 'Make it again',
  making: 'Writing the report',
  made: (at: number, now: number): string =>
    format.day(at) === format.day(now) ? `Made at ${format.time(at)}` : `Made on ${format.dateTime(at)}`,
  notMade: 'Six files: results, errors, what to fix, and a summary to sign.',
  interim: (n: number): string =>
    `${accounts(n)} ${n === 1 ? 'is' : 'are'} still on the way. This is an interim report.`,
  outdated: (n: number): string => `${accounts(n)} changed since. Make the report again before signing.`,
  unknown: 'Accounts may have changed since. Make the report again before signing.',
  /** A share above zero is never shown as zero. */
  share: (part: number, all: number): string => (part / all < 0.005 ? '<1%' : format.percent(part, all)),
  totals: {
    heading: 'Totals',
    outcome: 'Outcome',
    accounts: 'Accounts',
    share: 'Share',
    all: 'All accounts',
    underWay: 'On the way, outcome not known',
    toFix: 'To fix, not sent',
    excluded: 'Excluded: not to be migrated',
    notSent: 'Not sent yet',
    label: 'Outcomes of the accounts',
    onPlatform: (n: number, all: number): string =>
      `${format.number(n)} of ${accounts(all)} ${n === 1 ? 'is' : 'are'} on the platform`,
    createdNote: 'Created means that the account exists on the platform, not that its migration is complete.',
  },
  reconciliation: {
    heading: 'Reconciliation',
    fine: 'Every row that was read is accounted for',
    bad: (n: number): string => `${rows(n)} cannot be explained`,
    badWords:
      'Some rows that were read are missing from the totals. Do not sign this report. Keep the data folder as it is and report this error.',
    read: 'Rows read',
    inAccounts: 'In accounts or not mapped',
    leftOut: 'Left out: totals, notes and the like',
    stray: 'Stray, each with a reason',
    unexplained: 'Unexplained',
  },
  problems: {
    heading: 'Problems by code',
    none: 'No account has a problem.',
    found: (n: number): string => `${count(n, 'problem', 'problems')} now`,
    noCode: 'no code given',
    more: (n: number): string => `${format.number(n)} more ${n === 1 ? 'code' : 'codes'} in errors.csv`,
  },
  files: {
    heading: 'Files',
    save: 'Save',
    show: 'Show in folder',
    saveFile: (file: string): string => `Save ${file}`,
    preview: 'Open',
    previewFile: 'Open the summary',
    none: 'The files are listed here once the report is made.',
    folder: (folder: string): string => `Kept in ${folder}`,
    rowsNote: 'Every source row with its outcome',
    errorsNote: 'One line per problem, with its cell',
    fixNote: 'Failing accounts and stray rows, to fix and load again',
    summaryNote: 'One page to print and sign',
    totalsNote: 'Control totals and hashes, for machines',
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
    how: 'Print summary.html. It has signature lines for who prepared, checked and accepted it.',
    yes: 'Yes',
    notYet: 'Not yet',
    notKnown: 'Not known',
    unsent: (n: number): string => `${format.number(n)} not sent`,
  },
  preview: {
    title: 'Printable summary',
    description: 'summary.html as written.',
    print: 'Print',
    failed: 'The summary could not be read.',
  },
} as const
