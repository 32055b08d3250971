// English texts of the Submit step. Sentences are plain, numbers have units, buttons are verbs.
export const submit = {
  empty: {
    title: 'Nothing to release yet',
    notBuilt: 'Accounts can be released once the columns are mapped and the service has validated them.',
    toMap: 'Go to Map',
    noConnection: 'This batch has no connection to a service yet. Choose one with the mapping.',
  },
  gate: {
    heading: 'Where it goes',
    environmentWords: {
      practice: 'The practice service on this machine. No customer is contacted.',
      test: 'Marked as a test system. If that is wrong, change it in Connections first.',
      production: 'Accounts sent here are created for real customers.',
    },
    connection: 'Connection',
    supplier: 'Import supplier',
    supplierFromFile: 'Named in the file, account by account',
    supplierDoes: 'What {code} does to customers:',
    /** `codes`: how many suppliers have no note; `names`: their list. */
    notNoted:
      'Ask the operator what {codes, plural, =0 {these suppliers do} one {{names} does} other {{names} do}} to customers, such as e-mails or letters, and record it in the connection.',
    noteIt: 'Record it',
    otherSuppliers:
      'These are the codes recorded in the connection. Nothing is recorded about other codes in the file.',
    toSend: 'To be created',
    toSendMore: {
      nothing: 'Nothing is validated yet',
      nothingMore: 'No more accounts; {released, number} already released',
      noneReleased: '{validated, plural, one {# account} other {# accounts}}, none released yet',
      more: '{validated, plural, one {# more account} other {# more accounts}}; {released, number} already released',
    },
    undo: 'No way back',
    undoWords: 'This service cannot undo a creation. Only what is still queued can be cancelled.',
    agree: 'I have checked the connection and the supplier, and I know that a creation cannot be undone.',
    agreeHint: 'Asked once for this batch while the window is open.',
    agreeProductionHint:
      'Each wave that you release also asks for the supplier’s code, or for the connection’s name.',
  },
  notSent: {
    heading: 'Not part of a wave',
    toFix: 'To fix: errors, or rejected by the service',
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
    intro:
      'You release one wave after the other, a few accounts first, to see what the service does with them.',
    before:
      '{accounts, plural, one {# account was} other {# accounts were}} released before waves were kept.',
    /** By the wave's number. */
    names: { 1: 'Canary', 2: 'Small', 3: 'Larger' },
    more: 'Wave {wave, number}',
    rest: 'The rest',
    unit: '{accounts, plural, one {account} other {accounts}}',
    size: 'Accounts in wave {wave}',
    states: { released: 'Released', next: 'Next', later: 'Later', empty: 'No accounts left' },
    became: {
      created: '{accounts, number} created',
      other: '{accounts, number} dry run',
      wrong: '{accounts, number} went wrong',
      onTheWay: '{accounts, number} on the way',
      queued: '{accounts, number} queued',
    },
    stoppedHere: 'Stopped',
    allSettled: 'all done',
    release: 'Release {accounts, plural, one {# account} other {# accounts}}',
    releaseAll: 'Release all {accounts, plural, one {# account} other {# accounts}}',
    agreeFirst: 'Tick the box above first.',
    keyFirst: 'The key of the connection is needed first.',
    stoppedNote: 'A brake has stopped this batch. Nothing more is released until somebody presses Go on.',
    pausedNote: 'Sending is paused: what you release waits in the queue.',
    waitNote:
      '{accounts, plural, one {# account of earlier waves is not done yet. Wait for its outcome.} other {# accounts of earlier waves are not done yet. Wait for their outcomes.}}',
    follows: {
      when_sent: 'It follows by itself when the one before it has been sent.',
      when_done: 'It follows by itself when the one before it is done.',
    },
    failedNote:
      '{accounts, plural, one {# account failed or was cancelled} other {# accounts failed or were cancelled}}. Find out why before you release more.',
    seeWatch: 'Go to Watch',
    planOver:
      'Every account is released: nothing is left for another wave. Sizes can be changed again once an account is ready to send.',
    allReleased: 'Every validated account is released.',
    onlyHeld:
      '{accounts, plural, one {The last # account is held. End the hold to release it.} other {The last # accounts are held. End the hold to release them.}}',
    noneValidated: 'No account is validated yet. Fix what is wrong, then validate.',
    seeFix: 'Go to Fix',
    notYet: '–',
    elsewhere:
      'Released {released, plural, one {# account} other {# accounts}}. {elsewhere, plural, one {# account} other {# accounts}} left out: on the way in another batch. They are blocked here until they finish there.',
  },
  stop: {
    title: 'A brake has stopped this batch',
    titleWave: 'A brake has stopped wave {wave, number}',
    accounts: 'Accounts that went wrong',
    more: 'and {accounts, number} more',
    moreAtLeast: 'and at least {accounts, number} more',
    team: 'What the team knows about “{cause}”',
    fix: 'Fix what went wrong',
    fixCause: 'Fix “{cause}”',
    goOn: 'Go on',
    onGoOn: 'On “go on”:',
    done: 'The stop is lifted; the brakes count again.',
    confirm: 'Go on in production?',
    confirmBody:
      '{queued, plural, one {# account} other {# accounts}} queued. This service cannot undo a creation.',
  },
  confirm: {
    title: 'Release {accounts, plural, one {# account} other {# accounts}} to production?',
    body: '{accounts, plural, one {# account} other {# accounts}} will be created under {supplier} on PRODUCTION at {url}.',
    bodyOfFile:
      '{accounts, plural, one {# account} other {# accounts}} will be created under the suppliers that the file names on PRODUCTION at {url}.',
    cannot: 'This service cannot undo a creation.',
    cannotAndEmails: 'Customers may get e-mails, and this service cannot undo a creation.',
    changed: 'This is no longer the next wave.',
    changedWords:
      'Its accounts, its number or where it goes changed while you were asked. Close this and look at the waves again.',
  },
  now: {
    heading: 'Now',
    pause: 'Pause sending',
    resume: 'Resume sending',
    cancelQueued: '{accounts, plural, =0 {Cancel queued} other {Cancel # queued}}',
    onlyFor: 'Pause only {supplier}',
    pauseSupplier: 'Pause one supplier',
    stoppedAlready: 'A brake has already stopped this batch: nothing of it is being sent.',
  },
  pause: {
    title: 'Sending is paused: {reason}',
    titleSupplier: 'Sending is paused for {supplier}: {reason}',
    /** Why sending is paused, as the end of a sentence. */
    reasons: {
      person: 'a person paused it',
      after_crash: 'Carryover ended unexpectedly',
      sign_in: 'the service does not accept the key',
      supplier_closed: 'the supplier does not take accounts',
      supplier_paused: 'the platform operator paused the supplier; more accounts are expected later',
      supplier_complete: 'the supplier is complete: no more accounts are expected',
      odd_answers: 'the service keeps answering in a way it does not document',
      same_refusals: 'the service refuses one account after another in the same way',
      not_permitted: 'the service does not permit it',
      not_this_service: 'what answers is not the data-import service',
      fault: 'a fault of Carryover stopped it',
      team: 'a member of the team paused it for all',
    },
    waysOut: {
      person: 'Statuses are still read. Resume when sending may go on.',
      after_crash: 'Check what is unconfirmed, then resume.',
      sign_in: 'Nothing was lost. Enter the key again; sending then continues.',
      supplier_closed: 'Ask the platform operator to set the supplier to Ongoing, then resume.',
      supplier_paused: 'Wait until the platform operator sets the supplier to Ongoing again, then resume.',
      supplier_complete:
        'Nothing more is sent under this supplier. Ask the platform operator whether the remaining accounts belong to another one.',
      odd_answers: 'Ask the platform operator what these answers mean, then resume.',
      same_refusals:
        'If the answer is about the accounts, correct them. If it is about the supplier, ask the platform operator. Then resume: the refused accounts are validated again.',
      not_permitted: 'Ask the platform operator for the permission, then resume.',
      not_this_service: 'Check the addresses of the connection, then resume.',
      fault: 'Nothing is lost. Resume, and report it.',
      team: 'Resume when everybody may go on: it ends the pause for all.',
    },
    resume: 'Resume',
    cancelQueued: 'Cancel what is queued for {supplier}',
    cancelled:
      '{accounts, plural, =0 {Nothing was queued for {supplier}} one {# account of {supplier} cancelled} other {# accounts of {supplier} cancelled}}',
    giveKey: 'Enter the key',
    openConnection: 'Open the connection',
    notAnswering: 'The service is not answering',
    notAnsweringWords:
      'Carryover retries with one request at a time. Nothing is lost, and sending continues automatically.',
    noKey: 'The key of this connection is missing',
    noKeyWords: 'Nothing is validated or sent without it. You enter it once; it is never shown again.',
  },
  key: {
    title: 'Key for {name}',
    words: 'The organisation’s API key. You enter it once; it is never shown again.',
    label: 'API key',
    action: 'Use this key',
    done: 'The key is saved, and nothing is paused.',
    doneStillPaused: 'The key is saved. Sending stays paused.',
    show: 'Show what I type',
  },
  history: {
    heading: 'What happened',
    empty: 'Nothing yet. Releases, pauses and lost answers are reported here.',
    openAccount: 'Open the account',
    older: 'Show earlier events',
  },
} as const
