// English texts of the command line's files and folders: the data folder, connections, backups, keys and mappings, and
// of its ends.
const folder = {
  checking: 'Checking the data folder before anything is sent …',
  noData: 'There is no data of Carryover in {folder}. Check --data-dir.',
  badKey:
    'CARRYOVER_RECOVERY_KEY is no recovery key. It has 55 letters and digits in groups of five: check for a missing or mistyped one.',
  notEncrypted:
    'The data folder {folder} is not encrypted: whoever may read it may read the data. A new folder is encrypted with the key in CARRYOVER_RECOVERY_KEY; “carryover recovery-key” prints one.',
  newKey:
    'Keep it safe: without it nobody can read the data. Set CARRYOVER_RECOVERY_KEY to it whenever you use a data folder that is encrypted with it.',
  nothingYet: 'Nothing has been stored in {folder} yet.',
  noBatches: 'No batches yet.',
  failed: 'failed: {why}',
  accounts: '{accounts, plural, one {# account} other {# accounts}}',
  created: '{accounts} created',
  needsYou: 'needs you: {need}',
  stopped: 'stopped by a brake',
  unfinished: 'unfinished',
  handedOver: 'handed over',
  wavesReleased: '{released} of {all} waves released',
} as const

const operator = {
  given: '{name}',
  ofSystem: '{name} (the user of the system; nobody gave a name)',
  notAName: 'A name has 1 to 100 characters.',
} as const

const report = {
  noColumn: 'There is no column “{name}” in this batch. Name it as SHEET!COLUMN.',
  severalColumns: 'Several sheets have a column “{name}”. Name one of: {columns}',
} as const

/** Repairs of a fix file. */
const repairs = {
  notKnown:
    '{file} is no fix file of a batch in this data folder. It can be loaded as a batch of its own: "carryover run".',
  isFixFile:
    '{file} is a fix file of batch {batch} ({name}). It becomes a batch of its own now; to apply its repairs there: {command}',
  of: '{file}: repairs of batch {batch} ({name}), from its report of {at}',
  appliedBefore: 'Repairs of this file were applied before: {at}.',
  kind: '{n, number} {kind, select, answered {repaired} refused {repaired, still wrong} not_choice {repaired, not in the list} twice {in copied rows with different texts} edited {edited here meanwhile} locked {not to be changed any more} gone {no longer there} mixed_up {mixed up by sorting} foreign {added as rows} row_deleted {deleted as rows} already {already done} other {without a change}}{takes, select, yes {} other {: not applied}}',
  rowInFile: 'row {row} of the file',
  change: '{before} -> {after}',
  more: 'and {more} more',
  unchanged: '{n, plural, one {# cell} other {# cells}} unchanged',
  question: 'Apply {n, plural, one {# repair} other {# repairs}} to batch {batch}? Type yes to go on: ',
  nothingChanged: 'Nothing was changed.',
  needsYes: 'Nothing was changed: say --yes to apply {n, plural, one {# repair} other {# repairs}}.',
  applied:
    'Applied: {cells, plural, one {# cell} other {# cells}} in {accounts, plural, one {# account} other {# accounts}}. It is one edit, which the window can undo.',
} as const

/** Accounts of many keys. */
const find = {
  noKeys: '{file} holds no key.',
  tooMany: 'These are {n, number} keys. At most {most, number} are looked up at once.',
  tooLong: 'A key has at most {most, number} characters.',
  result: '{found, number} found, {missing, number} not found',
  textResult:
    '{found, plural, =0 {No account found} one {# account found} other {# accounts found}}{more, select, yes {; there may be more} other {}}',
  oneOfTwo: 'Say what to find: a text, or --keys FILE.',
} as const

const connections = {
  none: 'No connections yet.',
  unknown: 'There is no connection “{name}”. "carryover connections list" names those that are saved.',
  notYet: 'There is no connection “{name}” yet: say where it leads with --base-url.',
  fellBack:
    'The address changed, so it is production from now on; --environment test says otherwise of the new one.',
  isProduction: 'Nobody said what answers there, so it is production; --environment test says otherwise.',
  noCatalogue: 'It has no catalogue yet: --catalogue FILE gives it one.',
  removed: 'Removed “{name}”.',
  saved: 'Saved “{name}”: {line}',
  unchanged: 'Nothing of “{name}” changed.',
  changed: 'Changed “{name}”:',
  catalogue: 'catalogue {catalogue}',
  environment: '{environment, select, practice {PRACTICE} test {TEST SYSTEM} other {PRODUCTION}}',
} as const

const backups = {
  none: 'There is no backup in {folder}.',
  holds: 'batches {batches}, accounts {accounts}',
  notReadable: 'cannot be read',
  allTheSame: 'To replace it all the same: --replace-sound.',
  restored:
    '{name} was restored in {folder}; what was entered since {since} is not in it. The files it replaces are kept beside it. What may have been sent since is looked up before it is sent: go on with "carryover resume".',
  noCopy: '{folder} is no copy: it is the folder that was used last, and nothing was changed.',
  retired:
    '{folder} is used from now on. What may have been sent from its original is looked up before it is sent: go on with "carryover resume".',
} as const

const files = {
  empty: 'The {what, select, key_file {key file} mapping_file {mapping file} other {file}} {file} is empty.',
  missing: 'There is no {what, select, key_file {key file} mapping_file {mapping file} other {file}} {file}.',
  notJson:
    'The {what, select, key_file {key file} mapping_file {mapping file} other {file}} {file} is not JSON: {why}.',
  notReadable:
    'The {what, select, key_file {key file} mapping_file {mapping file} other {file}} {file} cannot be read ({why}).',
  openToOthers:
    'The {what, select, key_file {key file} mapping_file {mapping file} other {file}} {file} can be used by others on this machine (its mode is {mode}), so it is not taken. Run "chmod 600 {file}", and replace the secret if somebody may have read it.',
  noKey: 'There is no API key. Put it in CARRYOVER_API_KEY, or name a file with --api-key-file.',
  catalogueNotUsable: 'The catalogue {file} cannot be used: {why}.',
  sandboxSupplier: '--supplier {text}: write CODE=ongoing, CODE=paused, CODE=complete or CODE=dry-run.',
} as const

const mapping = {
  suggested: '{sheet} · {column} → {field} ({certainty}: {reason})',
  certainty: '{certainty, select, certain {certain} likely {likely} other {possible}}',
  fitsNone: '{sheet} · {column} fits no field: map it or ignore it before you use this mapping',
  columnOfSheet: '“{column}” ({sheet})',
  columnsFitNone:
    'No field of the catalogue fits {columns, plural, one {the column} other {the columns}} {names}. Print the suggestion with "carryover suggest", complete it (map or ignore each column), and give it with --mapping.',
} as const

/** Rows that do not look like a customer. */
const oddRows = {
  rows: '{rows, plural, one {# row} other {# rows}} like {name} ({what}): {places}',
  rowsAndMore: '{rows, plural, one {# row} other {# rows}} like {name} ({what}): {places} and {more} more',
  leftOut: '{rows} left out',
  kept: '{rows} kept as customers',
  open: '{rows} not sent before you decide: --leave-out {name} or --keep-rows {name}',
} as const

const filled = {
  cells:
    '{cells, plural, one {# empty cell was} other {# empty cells were}} filled from the cell above on “{sheet}”',
  none: 'No cell was filled from the cell above: --fill-down and --fill-merged name no column or sheet with empty cells.',
} as const

const plan = {
  brakeAfterAlone: '--brake-after goes with --brake-error-rate: say at which rate to stop.',
  mostWaves:
    '--waves: {sent, plural, one {# wave was} other {# waves were}} sent already, and a batch has at most 20 before the rest.',
  noBrakes: '--no-brakes leaves nothing for the other --brake options to set: say one or the other.',
} as const

/** Options that help where a file cannot be read as it is. */
const readingHints = {
  delimiter: 'Say another with --delimiter.',
  encoding: 'Say which it is with --encoding NAME.',
  onlyForText: '--encoding, --delimiter, --quote and --escape are for text files.',
  plainText: 'To read it as plain text: --encoding utf-8.',
  quoteAsText:
    'To read quotation marks as text: --quote none. Other ways: --quote single, --escape backslash.',
  quoteOverLines: 'If it is one cell: --quote double. If quotation marks are text: --quote none.',
} as const

const fault = {
  ended: 'A fault of Carryover: {why}. What was stored before it stays; please report it.',
  plain: 'A fault of Carryover: {why}.',
} as const

const audit = {
  sound:
    'The audit log is as it was written: {lines, plural, =0 {it has no lines} one {# line} other {# lines}}.',
  changed: 'Line {seq} of the audit log is not what was written.',
  missing:
    'Of the audit log, {last, select, same {line {seq} is} other {lines {seq} to {last} are}} missing.',
  moved: 'Line {seq} of the audit log stands after a line that was written later.',
  cut: 'The audit log ends after line {seq}, but had {had, plural, one {# line} other {# lines}}.',
  added: 'The audit log has lines that were not written by Carryover, from line {seq} on.',
  notUsable: '{file} is no export of the audit log: {why}.',
  noEnd: '{file} is no export of the audit log, or it was cut off: its last line is not the seal.',
} as const

const purge = {
  none: 'There is no batch of the connection {connection}.',
  goes: 'Batch {batch} “{name}” goes: {rows, plural, one {# row} other {# rows}}, {accounts, plural, one {# account} other {# accounts}}{unreleased, plural, =0 {} other {, # never released}}',
  stays: 'Batch {batch} “{name}” stays: {why}',
  keptRepairs:
    '{repairs, plural, one {# repair that was} other {# repairs that were}} kept of earlier batches of the connection also {repairs, plural, one {goes} other {go}}.',
  also: 'Also gone: {backups, plural, =0 {no backup} one {# backup} other {# backups}}, {copies, plural, =0 {no copy} one {# copy} other {# copies}} set aside, {uploads, plural, =0 {no unused upload} one {# unused upload} other {# unused uploads}}. A new backup is made. Numbers by ending, templates, notes and the audit log stay.',
  practice: 'The practice service forgets the accounts of these batches.',
  question:
    'Purge {batches, plural, =0 {what is listed} one {# batch} other {# batches}}{batches, plural, =0 {} other { with {accounts, plural, one {# account} other {# accounts}}}} of {connection}? Nothing can bring the data back. If the same file is loaded again, Carryover does not know that its accounts were created: then only the service prevents a second one. Type yes:',
  needsYes: 'Nothing was purged: give --yes to purge without a terminal.',
  nothingPurged: 'Nothing was purged.',
  purged:
    '{batches, plural, =0 {What was listed is removed.} one {# batch was purged.} other {# batches were purged.}}',
  goesOn:
    '{batches, plural, =0 {What was listed is} one {The data of # batch is} other {The data of # batches is}} not gone whole yet. Removing it goes on at the next start.',
  notAsked:
    '{batches, plural, one {# batch has no connection and stays: --without-connection purges it, too.} other {# batches have no connection and stay: --without-connection purges them, too.}}',
} as const

const retention = {
  notDays: 'A period has 1 to 3,650 days.',
  never: 'Finished batches of {name} are kept.',
  after:
    'Finished batches of {name} are purged {days, plural, one {# day} other {# days}} after their last change.',
  question:
    'Purge finished batches after {days, plural, one {# day} other {# days}}? {batches, plural, one {# batch has} other {# batches have}} not changed for longer and {batches, plural, one {goes} other {go}} as soon as a program opens the data folder. Nothing can bring the data back. Type yes:',
  needsYes: 'The period was not changed: give --yes to change it without a terminal.',
  nothingDone: 'The period was not changed.',
} as const

const textExports = {
  saved: 'Saved to {file}',
  notWritten: '{file} cannot be written: {why}. A file that is there already is not replaced.',
  noAccount: 'Batch {batch} has no account with the key {key}.',
  severalAccounts: 'Batch {batch} has several accounts with the key {key}. Export the attempt in the window.',
  neverSent: 'Account {key} was never sent, so there is no attempt.',
} as const

export const data = {
  folder,
  operator,
  purge,
  retention,
  textExports,
  report,
  repairs,
  find,
  connections,
  backups,
  files,
  mapping,
  oddRows,
  filled,
  plan,
  readingHints,
  fault,
  audit,
} as const
