// English texts of `validate`, `run`, `resume` and `watch`: questions, progress, results, and why a command ended.
const progress = {
  reading: 'Reading',
  building: 'Building',
  validating: 'Validating',
  sending: 'Sending',
  amount: {
    bytes: '{done}',
    rows: '{done, plural, one {# row} other {# rows}}',
    accounts: '{done, plural, one {# account} other {# accounts}}',
    'accounts done': '{done, plural, one {# account} other {# accounts}} done',
  },
  amountOf: {
    bytes: '{done} of {total}',
    rows: '{done, number} of {total, plural, one {# row} other {# rows}}',
    accounts: '{done, number} of {total, plural, one {# account} other {# accounts}}',
    'accounts done': '{done, number} of {total, plural, one {# account} other {# accounts}} done',
  },
  perSecond: '{amount} a second',
  requestsPerSecond: '{requests, plural, one {# request} other {# requests}} a second',
  sentPerMinute: '{accounts, number} sent a minute',
  timeLeft: 'about {time} left',
  rangeLeft: '{range} left',
  about: 'about {time}',
  fromTo: '{from} to {to}',
  waitsForDisk: 'waiting for disk space',
  refused: '{accounts, number} refused',
} as const

/** Counts of a batch, listed after each other. */
const counts = {
  changedAfterDone: '{n, number} changed after they were done',
  created: '{n, number} created',
  dryRun: '{n, number} dry run',
  failed: '{n, number} failed',
  inFlight: '{n, number} in flight',
  needsYou: 'needs you: {needs}',
  noneReleased: '{accounts, plural, one {# account} other {# accounts}}, none released',
  doneOfReleased: '{done, number} of {released, number} done',
  oldest: 'oldest {time}',
  onTheWay: '{n, number} on the way',
  stuck: '{n, number} stuck',
  toSend: '{n, number} to send',
  unconfirmed: '{n, number} unconfirmed',
  unsureWhose: '{n, number} unsure whose',
  waiting: '{n, number} waiting to be sent',
  watched: '{n, number} watched',
  wave: 'wave {number}: {accounts, plural, one {# account} other {# accounts}}',
  waveOf: 'wave {number} of {all}',
  wrong: '{n, number} wrong',
} as const

const plan = {
  waves:
    ' They go in waves of {sizes} and {last}: {between, select, ask {a person releases each} when_sent {each follows when the one before is sent} other {each follows when the one before is done}}.',
} as const

/** What only a person can do. */
const needs = {
  decisions:
    "{decisions, plural, one {# decision} other {# decisions}} about accounts moved or dropped: read which in the window''s Fix step.",
  pause: '{supplier}: {why}',
  sharedIdentifiers:
    '{accounts, plural, one {# account} other {# accounts}} with a platform identifier that another account has too: ask the platform operator.',
  stuck:
    '{accounts, plural, one {# account} other {# accounts}} longer in one state than the connection expects.',
  wave: 'Wave {number} ({accounts, plural, one {# account} other {# accounts}}) waits to be released.',
} as const

/** Why nothing starts now, and why it is slower than the settings allow. */
const waiting = {
  dataCheck: 'checking the data folder before anything is sent',
  dataCheckPercent: 'checking the data folder before anything is sent, {percent}%',
  dataDamaged: 'the data folder is damaged',
  fewer:
    '{now, number} of {limit, plural, one {# request} other {# requests}} at once because the service asks for fewer',
  notAnswering: 'the service does not answer, trying again',
  offline: 'paused because this machine is offline',
  quietHours: 'paused because of quiet hours',
  quietHoursUntil: 'paused because of quiet hours until {until}',
  slowDown: 'paused because the service asks for fewer requests',
  slowDownUntil: 'paused because the service asks for fewer requests until {until}',
  slower:
    '{now, number} of {limit, plural, one {# request} other {# requests}} at once because the service answers more slowly',
  stopped: 'stopped: {why}',
  unanswered:
    '{now, number} of {limit, plural, one {# request} other {# requests}} at once because the service did not answer',
} as const

const summary = {
  title:
    '{rows, plural, one {# row} other {# rows}} of {file}, {accounts, plural, one {# account} other {# accounts}}:',
  alreadyThere: 'already there',
  cancelled: 'cancelled',
  created: 'created',
  dryRun: 'dry run',
  dryRunFailed: 'failed dry run',
  withMember: 'with another operator',
  excluded: 'excluded: not to be migrated',
  failed: 'failed',
  invalid: 'blocked by problems in the file',
  processing: 'being watched',
  queued: 'waiting to be sent',
  rejected: 'refused by the service',
  unconfirmed: 'unconfirmed',
  unsureWhose: 'on the platform, unsure whose',
  unvalidated: 'not validated yet',
  validated: 'validated and not sent',
  decisions:
    '{decisions, plural, one {# decision} other {# decisions}} moved or dropped since the accounts were built again:',
  blankRows: '{rows, plural, one {# blank row} other {# blank rows}} left out',
  leftOut: '{rows, plural, one {# row} other {# rows}} left out: no customers',
  leftToService: 'left to the service: {code}, {problems, plural, one {# problem} other {# problems}}',
  leftToServiceAt:
    'left to the service: {code} at {field}, {problems, plural, one {# problem} other {# problems}}',
  moreDecisions: "and {n, number} more, listed in the window''s Fix step",
  noAccount: '{rows, plural, one {# row} other {# rows}} belong to no account',
  unexplained: '{rows, plural, one {# row} other {# rows}} unexplained · {time}',
  report: 'Report: {folder}',
} as const

const consent = {
  question:
    '{accounts, plural, one {# account} other {# accounts}} will be created under the import supplier {supplier_is_set, select, yes {{supplier}} other {named in the file}} on {environment, select, practice {the practice service} test {the TEST SYSTEM} other {PRODUCTION}} at {url}.{plan}{unconfirmed, plural, =0 {} one { # account of an earlier start may have been received or not: their status is read, and only what the service does not know is sent again.} other { # accounts of an earlier start may have been received or not: their status is read, and only what the service does not know is sent again.}} Customers may get e-mails, and this service cannot undo a creation.',
  type: 'Type {word} to go on: ',
  typeToSend: 'Type {word} to send it: ',
  yes: 'yes',
  needsConfirm: 'This command created no account: say --confirm {name} to go on.',
  needsYes: 'This command created no account: say --yes to go on.',
  refused: 'This command created no account.',
  otherName: '--confirm: “{given}” is not the name of the connection, which is “{name}”.',
  production: 'The connection “{name}” is production: say its name with --confirm {quoted} to send there.',
} as const

const connection = {
  ambiguous: '{n} connections lead to {url}: {names}. Say which one with --connection.',
  elsewhere:
    'The connection “{name}” leads to {url}. Leave --base-url out, or change it with "carryover connections set {quoted} --base-url {given}".',
  environmentUnknown:
    'Nobody has said what answers at {url}. Say it once: --environment test where it is a test system, or --environment production --confirm {quoted} where accounts are created for real.',
  isPractice:
    'The connection “{name}” leads to the practice service of Carryover itself: leave --environment out.',
  noCatalogue:
    'Nobody has chosen a catalogue for the connection “{name}”. Give the service\'\'s own with --catalogue FILE or, only for practice, the example catalogue with "--catalogue example"; "carryover connections set {quoted} --catalogue FILE" keeps it.',
  nowhere:
    'Say where to: --base-url with the address of the service, or --connection with the name of a saved connection.',
  savedAs:
    'The connection “{name}” is saved as {environment, select, practice {practice} test {a test system} other {production}}. Say otherwise once, for the connection: "carryover connections set {quoted} --environment {given}".',
  unknown:
    'There is no connection “{name}”. "carryover connections list" names those that are saved; --base-url makes a new one.',
} as const

/** Why a run ends, and how to go on. */
const ends = {
  inOtherBatch:
    '{accounts, plural, one {# account} other {# accounts}} are on their way in another batch and stay here.',
  held: '{accounts, plural, one {# account} other {# accounts}} of batch {batch} held before being sent: let them go in the window, or cancel them ("{command}").',
  interrupted: 'Interrupted.',
  interruptedBatch:
    'Interrupted. Nothing is lost: batch {batch} is in {folder}. Go on with: carryover resume --data-dir {quoted}',
  interrupting: 'Stopping: waiting for the requests under way to be answered (Ctrl-C again to stop at once).',
  stoppedAtOnce: 'Stopped at once. What was under way is looked up before anything is sent again.',
  next: 'The next is wave {number} ({accounts, plural, one {# account} other {# accounts}}).',
  nextByPerson:
    'The next is wave {number} ({accounts, plural, one {# account} other {# accounts}}), which a person releases: "{command}".',
  noConnection: 'Batch {batch} has no connection to a service.',
  notLoaded: 'The file could not be loaded.',
  pathUnknown:
    'The status path is not known: what the service accepts is not followed any further, and an unconfirmed account is sent again only when a person says so.',
  paused: 'Nothing is being sent. {why}',
  refusedAlike:
    'The service refuses the {attr} of every account ({code}): “{why}”. No cell of the file gives it: check --supplier and the fixed values of the mapping.',
  noCode: 'no code given',
  reportFolder: 'The report cannot be written to {folder} ({why}). Choose a folder that you may write to.',
  stopped:
    'Stopped by a brake. {stop} Fix the cause, or cancel what is queued ("{cancel}"). To go on all the same: "{command}". {goOn}',
  stillOnTheWay:
    '{accounts, plural, one {# account} other {# accounts}} still on the way: "{command}" follows them.',
} as const

const resume = {
  contradiction: '--go-on sends what --cancel-queued would keep: say one or the other.',
  cancelled:
    '{accounts, plural, one {# account} other {# accounts}} of batch {batch} cancelled; a person releases what is sent next.',
  foundInFlight:
    '{accounts, plural, one {# account} other {# accounts}} on the way when Carryover ended; the status is read before anything is sent again.',
  nothingLeft: 'Nothing is left to do for batch {batch} ({file}).',
  neverReleased:
    'Batch {batch} ({file}) was never released and is left as it is: --batch {batch} goes on with it.',
} as const

const watch = {
  nothing: 'Nothing is on its way in {folder}.',
  noBatchIn: 'There is no batch in {folder}.',
  noBatch: 'There is no batch {batch}.',
  waitToBeSent:
    '{accounts, plural, one {# account} other {# accounts}} of {batches, plural, one {batch {batch}} other {# batches}} wait to be sent, which watching never does: "{command}" goes on with them.',
} as const

export const run = {
  progress,
  counts,
  plan,
  needs,
  waiting,
  summary,
  consent,
  connection,
  ends,
  resume,
  watch,
} as const
