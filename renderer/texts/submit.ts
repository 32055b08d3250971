// Texts of the Submit step. Sentences are plain, numbers have units, buttons are verbs.
import type { Pause } from '../../shared/sending/connection.ts'
import { count, format } from './format.ts'

const accounts = (n: number): string => count(n, 'account', 'accounts')

const list = new Intl.ListFormat('en', { type: 'conjunction' })
const together = (codes: readonly string[]): string => list.format(codes)

/** Why sending is paused, as the end of a sentence. */
export const pauseTitles: Readonly<Record<Pause['reason'], string>> = {
  person: 'a person paused it',
  after_crash: 'Carryover did not end in order',
  sign_in: 'the service does not accept the key',
  supplier_closed: 'the supplier does not take accounts',
  supplier_paused: 'the platform operator paused the supplier; more accounts are expected later',
  supplier_complete: 'the supplier is complete: no more accounts are expected',
  odd_answers: 'the service keeps answering in a way it does not document',
  same_refusals: 'the service refuses one account after another in the same way',
  not_permitted: 'the service does not permit it',
  not_this_service: 'what answers is not the data-import service',
  fault: 'a fault of Carryover stopped it',
}

const waysOut: Readonly<Record<Pause['reason'], string>> = {
  person: 'Statuses are still read. Resume when sending may go on.',
  after_crash: 'Look at what is unconfirmed, then resume.',
  sign_in: 'Nothing was lost and no attempt was spent. Give the key again; sending then goes on.',
  supplier_closed: 'Ask the platform operator to set the supplier to Ongoing, then resume.',
  supplier_paused: 'Wait until the platform operator sets the supplier to Ongoing again, then resume.',
  supplier_complete:
    'Nothing more is sent under this supplier. Ask the platform operator whether what is left belongs under another one.',
  odd_answers: 'Ask the platform operator what the service means by it, then resume.',
  same_refusals:
    'Correct the accounts where it is about them, or ask the platform operator where it is about the supplier; then resume. Those that were refused for it are asked about again.',
  not_permitted: 'Ask the platform operator for the permission, then resume.',
  not_this_service: 'Check the addresses of the connection, then resume.',
  fault: 'Nothing is lost. Resume, and report it.',
}

export const submitTexts = {
  empty: {
    title: 'Nothing to submit yet',
    notBuilt: 'Accounts can be released once the columns are mapped and the service has validated them.',
    toMap: 'Go to Map',
    noConnection: 'This batch has no connection to a service yet. Choose one with the mapping.',
  },
  gate: {
    heading: 'Where it goes',
    environmentWords: {
      practice: 'The practice service on this machine; no customer hears of it.',
      test: 'Somebody said that this is a test system. If it is not, change that in Connections first.',
      production: 'Accounts sent here are created for real customers.',
    },
    connection: 'Connection',
    supplier: 'Import supplier',
    supplierFromFile: 'Named in the file, account by account',
    supplierDoes: (code: string): string => `What ${code} does to customers:`,
    notNoted: (codes: readonly string[]): string =>
      `Nobody has noted what ${codes.length === 0 ? 'these suppliers do' : codes.length === 1 ? `${codes[0]} does` : `${together(codes)} do`} to customers. Ask the operator before the first wave.`,
    noteIt: 'Note it with the connection',
    otherSuppliers:
      'These are the codes noted with the connection; about any other in the file nothing is noted.',
    toSend: 'To be created',
    toSendMore: (validated: number, released: number): string =>
      validated === 0
        ? released === 0
          ? 'Nothing is validated yet'
          : `Nothing more; ${format.number(released)} released`
        : released === 0
          ? `${accounts(validated)}, none released yet`
          : `${accounts(validated)} more; ${format.number(released)} released`,
    undo: 'No way back',
    undoWords: 'This service cannot undo a creation. Only what is still queued can be cancelled.',
    agree: 'I have checked the connection and the supplier, and know that a creation cannot be undone.',
    agreeHint: 'Asked once for this batch while the window is open.',
    agreeProductionHint:
      'Each wave that you release also asks for the supplier’s code, or for the connection’s name.',
  },
  notSent: {
    heading: 'Not part of a wave',
    invalid: 'Blocked by our checks',
    refused: 'Refused by the service',
    ready: 'Not yet validated by the service',
    held: 'Held by a person',
    excluded: 'Excluded: not to be migrated',
    fix: 'Fix',
    validate: 'Validate',
    look: 'Look',
    none: 'Every account is validated or released.',
  },
  waves: {
    heading: 'Waves',
    intro: 'A few first, to see what the service does with them.',
    before: (n: number): string =>
      `${accounts(n)} ${n === 1 ? 'was' : 'were'} released before waves were kept.`,
    name: ['Canary', 'Small', 'Larger'],
    more: (wave: number): string => `Wave ${format.number(wave)}`,
    rest: 'The rest',
    unit: (n: number): string => (n === 1 ? 'account' : 'accounts'),
    size: (wave: number): string => `Accounts in wave ${wave}`,
    states: { released: 'Released', next: 'Next', later: 'Later', empty: 'Nothing left for it' },
    became: {
      created: (n: number): string => `${format.number(n)} created`,
      other: (n: number): string => `${format.number(n)} dry run`,
      wrong: (n: number): string => `${format.number(n)} went wrong`,
      onTheWay: (n: number): string => `${format.number(n)} on the way`,
      queued: (n: number): string => `${format.number(n)} queued`,
    },
    stoppedHere: 'Stopped',
    allSettled: 'all done',
    release: (n: number): string => `Release ${accounts(n)}`,
    agreeFirst: 'Tick the box above first.',
    keyFirst: 'The key of the connection is needed first.',
    stoppedNote: 'A brake has stopped this batch: nothing more is released until somebody says go on.',
    pausedNote: 'Sending is paused: what you release waits in the queue.',
    waitNote: (n: number): string =>
      `${accounts(n)} of earlier waves ${n === 1 ? 'has' : 'have'} not done. Wait and see what becomes of ${n === 1 ? 'it' : 'them'}.`,
    follows: {
      when_sent: 'It follows by itself when the one before it has been sent.',
      when_done: 'It follows by itself when the one before it is done.',
    },
    failedNote: (n: number): string =>
      `${accounts(n)} failed or ${n === 1 ? 'was' : 'were'} cancelled. Look at why before you release more.`,
    seeWatch: 'Go to Watch',
    allReleased: 'Every validated account is released.',
    onlyHeld: (n: number): string =>
      `What is left is held: ${accounts(n)}. End the hold to release ${n === 1 ? 'it' : 'them'}.`,
    noneValidated: 'No account is validated yet. Fix what is wrong, then validate.',
    seeFix: 'Go to Fix',
    notYet: '–',
    elsewhere: (released: number, n: number): string =>
      `Released ${accounts(released)}. ${accounts(n)} left out: on the way in another batch. They are blocked here until they finish there.`,
  },
  stop: {
    title: (wave: number | null): string =>
      wave === null ? 'A brake has stopped this batch' : `A brake has stopped wave ${format.number(wave)}`,
    accounts: 'Accounts that went wrong',
    more: (n: number, atLeast: boolean): string =>
      `and ${atLeast ? 'at least ' : ''}${format.number(n)} more`,
    team: (code: string): string => `What the team knows about ${code}`,
    fix: 'Fix what went wrong',
    fixCode: (code: string): string => `Fix ${code}`,
    goOn: 'Go on',
    onGoOn: 'On “go on”:',
    done: 'The stop is lifted; the brakes count again.',
    confirm: 'Go on in production?',
    confirmBody: (queued: string): string => `${queued} queued. This service cannot undo a creation.`,
  },
  confirm: {
    title: (n: number): string => `Release ${accounts(n)} to production?`,
    body: (n: number, supplier: string, url: string): string =>
      `${accounts(n)} will be created under ${supplier} on PRODUCTION at ${url}.`,
    suppliersOfFile: 'the suppliers that the file names',
    cannot: 'This service cannot undo a creation.',
    cannotAndEmails: 'Customers may get e-mails, and this service cannot undo a creation.',
    changed: 'This is not the next wave any more.',
    changedWords:
      'Its accounts, its number or where it goes changed while you were asked. Close this and look at the waves again.',
  },
  now: {
    heading: 'Now',
    pause: 'Pause sending',
    resume: 'Resume sending',
    cancelQueued: (n: number): string => `Cancel ${format.number(n)} queued`,
    onlyFor: (supplier: string): string => `Pause only ${supplier}`,
    pauseSupplier: 'Pause one supplier',
  },
  pause: {
    title: (pause: Pause): string =>
      `Sending is paused${pause.supplier === '' ? '' : ` for ${pause.supplier}`}: ${pauseTitles[pause.reason]}`,
    wayOut: (pause: Pause): string => waysOut[pause.reason],
    resume: 'Resume',
    cancelQueued: (supplier: string): string => `Cancel what is queued for ${supplier}`,
    cancelled: (n: number, supplier: string): string =>
      n === 0 ? `Nothing was queued for ${supplier}` : `${accounts(n)} of ${supplier} cancelled`,
    giveKey: 'Give the key',
    openConnection: 'Open the connection',
    notAnswering: 'The service is not answering',
    notAnsweringWords:
      'One request at a time tries whether it is back. Nothing is lost, and sending goes on by itself.',
    noKey: 'The key of this connection is not here',
    noKeyWords: 'Nothing is validated or sent without it. It goes in once and is never shown again.',
  },
  key: {
    title: (name: string): string => `Key for ${name}`,
    words: 'The organisation’s API key. It goes in once and is never shown again.',
    label: 'API key',
    action: 'Use this key',
    done: 'The key is taken, and nothing is paused.',
    doneStillPaused: 'The key is taken. Sending stays paused.',
    show: 'Show what I type',
  },
  history: {
    heading: 'What happened',
    empty: 'Nothing yet. Releases, pauses and lost answers are reported here.',
    openAccount: 'Open the account',
    older: 'Show what was before',
  },
} as const
