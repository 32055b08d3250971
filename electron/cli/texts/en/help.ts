// English texts of the help: what each command, argument and option is, and what is wrong with the value of one.
const program = {
  description: 'Moves customer accounts from spreadsheets into a platform, each at most once.',
  notes: `
The API key comes from CARRYOVER_API_KEY or --api-key-file, never from an argument.
Exit codes: 0 done, which for accounts is created or already there (validate: validated; --until scheduled: accepted),
excluded ones aside; 1 a fault of Carryover; 2 some need attention; 3 the input cannot be used;
4 the service or the credential refuses; 5 interrupted; 6 stopped by a brake, or a person has to release the next wave.`,
  seeHelp: 'Run with --help for usage.',
  usage: 'Usage:',
  argumentsTitle: 'Arguments:',
  optionsTitle: 'Options:',
  commandsTitle: 'Commands:',
  anyOptions: '[options]',
  anyCommand: '[command]',
  choices: 'choices',
  standard: 'default',
  showHelp: 'display help for command',
  showVersion: 'output the version number',
} as const

/** What the command line's library says of a mistake. */
const mistakes = {
  unknownOption: 'error: unknown option {option}',
  unknownCommand: 'error: unknown command {command}',
  missingArgument: 'error: missing required argument {name}',
  optionArgumentMissing: 'error: option {option} argument missing',
  optionMissing: 'error: required option {option} not specified',
  optionValueInvalid: 'error: option {option} argument {value} is invalid. {why}',
  argumentInvalid: 'error: command-argument value {value} is invalid for argument {name}. {why}',
  tooManyArguments:
    'error: too many arguments{command}. Expected {expected} {expected, plural, one {argument} other {arguments}} but got {given}: {values}.',
  tooManyArgumentsFor: ' for {command}',
  allowedChoices: 'Allowed choices are {choices}.',
  didYouMean: '(Did you mean {name}?)',
  didYouMeanOneOf: '(Did you mean one of {names}?)',
} as const

const commands = {
  audit: 'the audit log of a data folder: what people did, sealed line by line',
  auditExport: 'print the audit log as JSON lines, oldest first',
  auditVerify: 'check that no line of the audit log was changed, removed or added',
  batches: 'list the batches of a data folder',
  connections: 'the saved connections: address, environment, catalogue and limits of each service',
  connectionsList: 'list the saved connections',
  connectionsRemove: 'remove a connection that no batch uses',
  connectionsSet: 'add a connection, or change settings of one; prints what changed',
  connectionsShow: 'print all settings of a connection',
  desktop: 'open the window in Electron',
  originalRetired:
    'confirm that the original of a copied data folder is not used any more, so the copy may send',
  payloads: 'print what would be sent, one JSON line an account',
  read: 'print what a spreadsheet holds, as JSON, while it is read',
  report: 'write the report of a batch',
  restore: 'replace a damaged database with a verified backup; a sound one is not replaced',
  resume: 'continue what is unfinished in a data folder, the way it was started',
  run: 'load, check, validate, submit in waves, watch and report',
  sandbox: 'run our own data-import service on this machine, for practice',
  start: 'open the window, in Electron or a browser, with the practice service beside it',
  suggest: 'print a mapping file suggested by the headers',
  validate: 'load a file and have its sound accounts validated by the service; nothing is created',
  watch: 'follow what is in progress until it is done; reads statuses, and never creates an account',
} as const

const options = {
  apiKeyFile: 'file that holds the API key (otherwise CARRYOVER_API_KEY is used)',
  backup: 'this one, as "--list" prints it (default: the newest)',
  batch: 'this batch only, as "batches" prints it',
  batchNumber: 'its number, as "batches" prints it',
  between:
    'the next wave: "ask" a person (default), or by itself when the one before is "sent" or has "done"',
  brakeAfter: 'but not before so many of it have an answer (default: 20)',
  brakeErrorRate: 'stop when so many of a wave went wrong (with --waves: 10%)',
  brakeOnCode: 'stop when this code comes at all; may be repeated',
  brakeSameCode: 'stop when the same code came n times in a row (with --waves: 5)',
  browser: 'in a browser even where Electron could be used',
  cancelQueued: 'do not send queued accounts; those in progress are followed to their end',
  catalogue: 'JSON Schema of the service\'s fields, or "documented" or "example"',
  clientPassphraseFile:
    'file that holds the passphrase of the client certificate (otherwise CARRYOVER_CLIENT_PASSPHRASE is used)',
  confirm: 'the name of a production connection: without it nothing is sent there',
  connection: 'a saved connection (default: the one that leads to the address)',
  dataDir: 'folder of the database (default: your application data)',
  delimiter:
    'of a text file: one character, or comma, semicolon, tab, pipe, colon, space (default: found out)',
  encoding: 'of a text file: utf-8, windows-1250, shift_jis … (default: found out, or asked for)',
  escape: 'how a quotation mark is written inside a quoted cell: doubled or backslash (default: found out)',
  auditFile: 'an export; without it the log of the data folder is checked',
  fillDown:
    'fill empty cells of this column from the cell above; SHEET=column for one sheet, and may be repeated',
  fillMerged:
    'fill cells behind merged ranges: "down" (their first columns) or "all"; SHEET=down for one sheet',
  goOn: 'continue past the stop of a brake, or with the next wave',
  headerRow: 'the row of the header; SHEET=n for one sheet, and may be repeated (default: found out)',
  json: 'print the summary as JSON on stdout',
  jsonBatches: 'print each batch as a JSON line',
  jsonChanges: 'print each change as a JSON line',
  jsonConnection: 'print it as JSON',
  jsonConnectionSet: 'print it, and what changed, as JSON',
  jsonConnections: 'print each connection as a JSON line',
  jsonName: 'print its name as JSON',
  keepRows: 'rows of these kinds are customers all the same',
  language: 'of what is printed for people (default: the language of the system)',
  leaveOut: 'leave rows out that look like no customer: totals,notes,headers,sections,separators, or all',
  letServiceDecide:
    "leave one of Carryover's own checks to the service, everywhere or at one field; remembered for the connection; may be repeated",
  listBackups: 'list the backups with what they hold, and change nothing',
  mapping: 'mapping file (default: suggested from the headers)',
  noBrakes: 'nothing stops a wave by itself',
  noOpen: 'print the address instead of opening a browser',
  noSandboxService: 'without the practice service',
  once: 'print the current state and end; the service is not asked',
  out: 'write the report files into this folder',
  outFolder: 'the folder',
  proxyPasswordFile:
    'file that holds the password for the proxy (otherwise CARRYOVER_PROXY_PASSWORD is used)',
  quote: 'what stands around cells of a text file: double, single, or none (default: found out)',
  replaceSound:
    'replace a sound database too; what came since the backup is then only in the files kept beside it',
  rows: 'at most this many rows of each sheet',
  sandboxCatalogue: 'JSON Schema that it validates by (default: the example catalogue)',
  sandboxData: 'keep its data in this file (default: in memory)',
  sandboxLedger: 'append everything received to this file, as JSON lines',
  sandboxOperator: "serve the operator's surface",
  sandboxPort: 'port on 127.0.0.1 (default: a free one)',
  sandboxSeed: 'decides outcomes',
  sandboxSpeed: 'time scale of processing, or "instant" (default: 1)',
  sandboxSupplier: 'ongoing, paused, complete or dry-run; may be repeated',
  sheet: 'this sheet only',
  supplier: 'import supplier code, where the mapping does not give it',
  until: 'where to stop',
  uploadFiles: 'files of a browser that are kept at one time (100)',
  uploadGib: 'how much they may be together, in GiB (16)',
  waves:
    'accounts of each wave from the next one on, such as 1,10,100; the rest is the last one; "all": one wave',
  yes: 'send without asking; to production only --confirm does',
} as const

/** Follow what the library says of the option and its value. */
const invalid = {
  age: 'It must be a time such as 90s, 30min, 24h or 2d, or "never".',
  aboveZero: 'It must be a number above 0.',
  code: 'It must be a code of the service, such as invalid_phone_number.',
  column: 'It must be the name of a column, or SHEET=column.',
  concurrency: 'It must be a whole number from 1 to 64.',
  day: '“{name}” is no day: say Mon, Tue, Wed, Thu, Fri, Sat or Sun.',
  delimiter: 'It must be one character, and neither a quotation mark, a backslash nor a line end.',
  encoding:
    'It is not an encoding that can be read. Use a name like utf-8, utf-16le, windows-1250, iso-8859-2, shift_jis or gb18030.',
  fileNotReadable: 'The file {file} cannot be read.',
  fromOne: 'It must be a whole number from 1.',
  fromTwo: 'It must be a whole number from 2.',
  hours: 'It must be hours such as "22:00-06:00", with days if need be: "Mon-Fri 20:00-07:00".',
  hoursWrong: '“{text}” {why}.',
  kinds: 'Name some of {names}, or all.',
  length: 'It must be a time such as 30min, 24h or 2d.',
  merged: 'It must be down or all, or SHEET=down.',
  mostCodes: 'There can be at most 100 codes.',
  mostHours: 'There can be at most 20 of them.',
  mostWaves: 'There can be at most 20 waves before the rest.',
  onOff: 'It must be "on" or "off".',
  option: '{option}: {fault}.',
  path: 'It must begin with a slash, or be "none" where the path is not known.',
  percentage: 'It must be a percentage from 1% to 100%, such as 10%.',
  port: 'It must be a port from 1 to 65535, or 0 for a free one.',
  proxy: 'It must be "system", "none", an address such as http://proxy:8080, or pac:ADDRESS.',
  proxyUser: 'Give the user with --proxy-user, and the password in CARRYOVER_PROXY_PASSWORD.',
  quote: 'It must be double, single or none.',
  supplierNote: 'It must be a code and what it does: "ACME=sends a letter".',
  waveSizes: 'It must be sizes such as 1,10,100 (the rest is the last wave), or "all" for one wave.',
  wholeNumber: 'It must be a whole number.',
} as const

export const help = { program, mistakes, commands, options, invalid } as const
