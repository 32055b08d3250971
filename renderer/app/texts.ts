// The window's own words, in one place for a translation: plain sentences, verbs on buttons, units on numbers. What only
// one step says is in the same form beside that step (`steps/<step>/<step>-texts.ts`).
import type { Pause } from '../../shared/connection.ts'
import type { AccountState, Outcome } from '../../shared/account-state.ts'
import { count, format } from '../parts/format.ts'
import type { Step } from './route.ts'

const accounts = (n: number): string => count(n, 'account', 'accounts')

const states: Readonly<Record<AccountState, string>> = {
  blocked: 'Blocked',
  ready: 'Ready',
  refused: 'Refused',
  cleared: 'Cleared',
  queued: 'Queued',
  sending: 'Sending',
  unconfirmed: 'Unconfirmed',
  watching: 'Watching',
  settled: 'Settled',
}
const stateMeanings: Readonly<Record<AccountState, string>> = {
  blocked: 'Our own checks found a problem.',
  ready: 'Sound here, not yet judged by the service.',
  refused: 'The service found problems.',
  cleared: 'The service accepts this very payload.',
  queued: 'Released, waiting its turn.',
  sending: 'A request is under way.',
  unconfirmed: 'Sent, the outcome is not known yet.',
  watching: 'The service has it and has not finished.',
  settled: 'Finished.',
}
const outcomes: Readonly<Record<Outcome, string>> = {
  created: 'Created',
  already_there: 'Already there',
  failed: 'Failed',
  cancelled: 'Cancelled',
  dry_run: 'Dry run',
}
const steps: Readonly<Record<Step, string>> = {
  load: 'Load',
  map: 'Map',
  fix: 'Fix',
  submit: 'Submit',
  watch: 'Watch',
  report: 'Report',
}

export const texts = {
  product: 'Carryover',
  accounts,
  states,
  stateMeanings,
  outcomes,
  steps,
  stepPurpose: {
    load: 'Read the file',
    map: 'Columns to fields',
    fix: 'Problems by cause',
    submit: 'Release in waves',
    watch: 'What became of them',
    report: 'Totals that add up',
  } satisfies Record<Step, string>,
  common: {
    cancel: 'Cancel',
    close: 'Close',
    save: 'Save',
    saved: 'Saved',
    remove: 'Remove',
    tryAgain: 'Try again',
    loading: 'Loading',
    more: 'More',
    copy: 'Copy',
    none: 'None',
    open: 'Open',
    of: (part: number, all: number): string => `${format.number(part)} of ${format.number(all)}`,
    notFound: 'Nothing matches.',
  },
  link: {
    lostMessage:
      'The engine cannot be reached. Nothing is lost: everything you did is saved, and this window connects again by itself.',
    lostBanner: 'The engine cannot be reached. Nothing is lost; connecting again.',
    again: 'Connected again. Everything shown is current.',
    unexpected: (message: string): string =>
      `Something failed that should not have${message === '' ? '' : `: ${message}`}. Nothing was changed; try again.`,
    lockedTitle: 'Open Carryover again from where it runs',
    lockedBody:
      'This page keeps its key in memory only, so a reloaded or copied page cannot talk to your data. Everything is saved and work goes on.',
    lockedHow:
      'In the terminal where Carryover runs, press Enter or run it again: it prints a fresh address, good once and for one minute.',
  },
  frame: {
    skip: 'Skip to the content',
    steps: 'Steps of this batch',
    places: 'Places',
    home: 'Batches',
    connect: 'Connections',
    search: 'Find an account, value or code',
    practice: 'PRACTICE',
    practiceMeaning: 'Practice service on this machine: nothing leaves it.',
    production: 'PRODUCTION',
    productionMeaning: 'Accounts sent over this connection are created for real.',
    noConnection: 'No connection',
    paused: 'Paused',
    resume: 'Resume',
    pause: 'Pause sending',
    inFlight: (n: number): string => `${format.number(n)} in flight`,
    notAnswering: 'The service is not answering; one request at a time tries whether it is back.',
    saved: 'Every edit saved',
    nothingSent: 'Nothing is sent before Submit',
    accountsHeading: 'Accounts',
    rename: 'Rename this batch',
    shortcuts: 'Keyboard shortcuts',
    noBatch: 'This batch is not here any more',
    noBatchBody: 'It may have been removed in another window.',
    backHome: 'Go to your batches',
    notAnsweringShort: 'not answering',
    shortcutsShort: 'Shortcuts',
    pausedWhy: {
      person: 'paused',
      after_crash: 'paused after a crash',
      sign_in: 'sign-in needed',
      supplier_closed: 'supplier closed',
      odd_answers: 'paused: odd answers',
      not_this_service: 'not this service',
      fault: 'stopped by a fault of Carryover',
    } satisfies Record<Pause['reason'], string>,
    crashed: 'This part of the window failed',
    reload: 'Open this step again',
  },
  rail: {
    done: 'done',
    attention: 'need attention',
    catalogues: 'Catalogues',
    held: (n: number): string => `${format.number(n)} held`,
  },
  work: {
    reading: 'Reading',
    building: 'Building accounts',
    validating: 'Validating',
    reporting: 'Writing the report',
    submitting: 'Submitting',
    stop: 'Stop this',
    of: (done: string, total: string): string => `${done} of ${total}`,
    rate: (perSecond: number): string => `${format.rate(perSecond)} a second`,
    left: (milliseconds: number): string => `about ${format.duration(milliseconds)} left`,
  },
  palette: {
    label: 'Find an account or go somewhere',
    placeholder: 'Account key, identifier, code, text, or where to go',
    go: 'Go to',
    batches: 'Batches',
    found: 'Accounts',
    nothing: (text: string): string => `No account, batch or command matches “${text}”.`,
    newConnection: 'New connection',
    hint: 'Type to search accounts in every batch.',
  },
  payload: {
    fixed: 'A fixed value, the same for every account',
    cell: (sheet: string, column: string, row: number): string =>
      `${sheet}, row ${format.number(row)}, “${column}”`,
    item: (n: number): string => `item ${format.number(n)}`,
    leftOut: {
      empty: 'left out: empty',
      all_empty: 'left out: all its cells are empty',
      repeated: 'left out: said by an earlier row',
      not_converted: 'left out: could not be read',
    },
  },
  files: {
    uploadBroken: (name: string): string =>
      `${name} could not be handed to the engine: the connection to it broke. Try again.`,
    uploadCancelled: 'The upload was stopped. Nothing was kept.',
    uploadRefused: (name: string, status: number): string => `${name} was not accepted (answer ${status}).`,
    downloadRefused: (name: string, status: number): string =>
      `${name} could not be fetched (answer ${status}). Write the report again.`,
  },
  open: {
    choose: 'Choose a spreadsheet file',
    file: 'Open a file',
    dropHere: 'Drop the file to open it',
    taking: (name: string): string => `Taking in ${name}`,
  },
  readAs: {
    refused: (name: string): string => `${name} cannot be read as it is`,
    refusedBody: 'Say how it is written and it is read again. Nothing was loaded.',
    encoding: 'Encoding',
    delimiter: 'Delimiter',
    header: 'Header row',
    headerHint: 'The row of the sheet that names the columns.',
    asFound: 'As found in the file',
    action: 'Read again',
    delimiters: { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' },
  },
  connection: { noKey: 'No key yet', ready: 'Ready' },
  confirm: {
    typeToConfirm: (word: string): string => `Type ${word} to confirm`,
  },
} as const
