// Command line: its commands, options and exit. Each command is a few lines here and a file of its own that is
// loaded on use, so that help and errors appear at once.
import { Command, CommanderError, Option } from 'commander'
import packageFile from '../../package.json' with { type: 'json' }
import { refusedEnvironment } from '../engine/system/environment.ts'
import { endingOf, exitCodes } from './terminal/exit.ts'
import { portNumber, positiveNumber, wholeNumber, wholeNumberAboveZero } from './options/numbers.ts'
import { keepRowsOption, leaveOutOption } from './options/odd-rows.ts'
import {
  catalogueOption,
  confirmOption,
  connectionOption,
  dataDirOption,
  keyFileOption,
  mappingOption,
  supplierOption,
} from './options/common.ts'
import { secretOptions } from './options/network.ts'
import { overrulingOption } from './options/overruling.ts'
import { planOptions } from './options/plan.ts'
import { fixedForRuns, type GivenSettings, settingOptions } from './options/settings.ts'
import { interruption, outliveClosedPipes } from './terminal/signals.ts'
import type { PayloadsOptions, SuggestOptions } from './files/payloads.ts'
import type { ReadOptions } from './files/read.ts'
import { readingOptions } from './options/reading.ts'
import type { RestoreOptions } from './data-folder/restore.ts'
import type { ResumeOptions } from './run/resume.ts'
import type { RunOptions } from './run/run.ts'
import type { SandboxCommandOptions } from './commands/sandbox.ts'
import type { StartOptions } from './window/start.ts'
import type { WatchOptions } from './watch/watch.ts'
import { sayLines, visible } from './terminal/terminal.ts'

const outOption = new Option('--out <folder>', 'write the report files into this folder')
const jsonOption = new Option('--json', 'print the summary as JSON on stdout')
const yesOption = new Option('--yes', 'send without asking; to production only --confirm does')

const payloads = () => import('./files/payloads.ts')
const running = () => import('./run/run.ts')
const saved = () => import('./data-folder/connections.ts')
const reporting = () => import('./data-folder/report.ts')

/** For `run` and `resume`. */
const untilOption = () =>
  new Option('--until <stage>', 'where to stop').choices(['scheduled', 'done']).default('done')

function withOptions(command: Command, ...lists: readonly (readonly Option[])[]): Command {
  for (const option of lists.flat()) command.addOption(option)
  return command
}

async function main(words: readonly string[]): Promise<number> {
  outliveClosedPipes()
  const refused = refusedEnvironment(process.env)
  if (refused !== null) {
    sayLines(`carryover: ${refused}`)
    return exitCodes.input
  }
  const signal = interruption()
  let code: number = exitCodes.done
  const program = new Command('carryover')
    .description('Moves customer accounts from spreadsheets into a platform, each at most once.')
    .version(packageFile.version)
    .exitOverride()
    .showHelpAfterError('Add --help to see what can be said.')
    .configureOutput({
      outputError: (text, write) => write(visible(text.replace(/^error: /, 'carryover: '))),
    })
    .addHelpText(
      'after',
      '\nThe API key comes from CARRYOVER_API_KEY or --api-key-file, never from an argument.\nExit codes: 0 done, which for accounts is created or already there (validate: validated; --until scheduled: accepted),\nexcluded ones aside; 1 a fault of Carryover; 2 some need attention; 3 the input cannot be used;\n4 the service or the credential refuses; 5 interrupted; 6 stopped by a brake, or a person has to release what comes next.',
    )

  const withService = (command: Command): Command => {
    command.addOption(connectionOption)
    return withOptions(
      command,
      settingOptions.map(({ option }) => option),
      secretOptions,
      readingOptions,
    )
      .addOption(supplierOption)
      .addOption(mappingOption)
      .addOption(leaveOutOption)
      .addOption(keepRowsOption)
      .addOption(overrulingOption)
      .addOption(dataDirOption)
      .addOption(outOption)
      .addOption(keyFileOption)
      .addOption(jsonOption)
  }

  program
    .command('sandbox')
    .description('run our own data-import service on this machine, for practice')
    .option('--port <n>', 'port on 127.0.0.1 (default: a free one)', portNumber)
    .option('--data <file>', 'keep its data in this file (default: in memory)')
    .option('--catalogue <file>', 'JSON Schema that it validates by (default: the example catalogue)')
    .option('--speed <x>', 'time scale of processing, or "instant" (default: 1)', (text) =>
      text === 'instant' ? text : positiveNumber(text),
    )
    .option(
      '--supplier <code=status>',
      'ongoing, paused, complete or dry-run; may be repeated',
      (text, all: string[] | undefined) => [...(all ?? []), text],
    )
    .option('--operator', "serve the operator's surface")
    .option('--seed <n>', 'decides outcomes', wholeNumber)
    .option('--ledger <file>', 'append everything received to this file, as JSON lines')
    .action(async (options: SandboxCommandOptions) =>
      (await import('./commands/sandbox.ts')).sandboxCommand(options, signal),
    )

  withOptions(
    program
      .command('read')
      .description('print what a spreadsheet holds, as JSON, while it is read')
      .argument('<file>')
      .option('--sheet <name>', 'this sheet only')
      .option('--rows <n>', 'at most this many rows of each sheet', wholeNumber),
    readingOptions,
  ).action(async (file: string, options: ReadOptions) =>
    (await import('./files/read.ts')).readCommand(file, options, signal),
  )

  withOptions(
    program
      .command('suggest')
      .description('print a mapping file suggested by the headers')
      .argument('<file>'),
    [catalogueOption, supplierOption],
    readingOptions,
  ).action(async (file: string, options: SuggestOptions) =>
    (await payloads()).suggestCommand(file, options, signal),
  )

  withOptions(
    program
      .command('payloads')
      .description('print what would be sent, one JSON line an account')
      .argument('<file>'),
    [mappingOption, catalogueOption, supplierOption, leaveOutOption, keepRowsOption],
    readingOptions,
  ).action(async (file: string, options: PayloadsOptions) =>
    (await payloads()).payloadsCommand(file, options, signal),
  )

  withService(
    program
      .command('validate')
      .description('load a file and have its sound accounts validated by the service; nothing is created'),
  )
    .argument('<file>')
    .action(async (file: string, options: Omit<RunOptions, 'until'>) => {
      code = await (await running()).runCommand(file, { ...options, until: 'validated' }, signal)
    })

  withOptions(
    withService(
      program.command('run').description('load, check, validate, submit in waves, watch and report'),
    ),
    planOptions,
  )
    .argument('<file>')
    .addOption(yesOption)
    .addOption(confirmOption)
    .addOption(untilOption())
    .action(async (file: string, options: RunOptions) => {
      code = await (await running()).runCommand(file, options, signal)
    })

  withOptions(
    program
      .command('resume')
      .description('go on with what a data folder holds unfinished, in the way that it was begun')
      .option('--batch <n>', 'this batch only, as "batches" prints it', wholeNumberAboveZero)
      .option('--go-on', 'past the stop of a brake, or on to the next wave')
      .option('--cancel-queued', 'do not send what is queued; what is on its way is followed to its end'),
    [dataDirOption, outOption, keyFileOption, ...secretOptions, yesOption, confirmOption],
    [jsonOption, untilOption()],
    planOptions,
    settingOptions
      .filter(({ paths }) => !paths.some((path) => fixedForRuns.includes(path)))
      .map(({ option }) => option),
  ).action(async (options: ResumeOptions) => {
    code = await (await import('./run/resume.ts')).resumeCommand(options, signal)
  })

  program
    .command('watch')
    .description('follow what is on its way until it is done; reads statuses, and never creates an account')
    .option('--batch <n>', 'this batch only, as "batches" prints it', wholeNumberAboveZero)
    .option('--once', 'print how it stands and end; the service is not asked')
    .option('--json', 'print each change as a JSON line')
    .addOption(dataDirOption)
    .addOption(keyFileOption)
    .action(async (options: WatchOptions) => {
      code = await (await import('./watch/watch.ts')).watchCommand(options, signal)
    })

  program
    .command('report')
    .description('write the report of a batch')
    .argument('<batch>', 'its number, as "batches" prints it', wholeNumberAboveZero)
    .addOption(dataDirOption)
    .addOption(new Option('--out <folder>', 'the folder').makeOptionMandatory())
    .addOption(jsonOption)
    .action(async (batch: number, options: { dataDir?: string; out: string; json?: true }) => {
      code = await (await reporting()).reportCommand(batch, options, signal)
    })

  program
    .command('batches')
    .description('list the batches of a data folder')
    .addOption(dataDirOption)
    .option('--json', 'print each batch as a JSON line')
    .action(async (options: { dataDir?: string; json?: true }) => (await reporting()).batchesCommand(options))

  const connections = program
    .command('connections')
    .description('what is saved of each service: its address, what answers there, its catalogue, its limits')
  connections
    .command('list')
    .description('name the saved connections')
    .addOption(dataDirOption)
    .option('--json', 'print each connection as a JSON line')
    .action(async (options: { dataDir?: string; json?: true }) => (await saved()).listConnections(options))
  connections
    .command('show')
    .description('print all settings of a connection')
    .argument('<name>')
    .addOption(dataDirOption)
    .option('--json', 'print it as JSON')
    .action(async (name: string, options: { dataDir?: string; json?: true }) =>
      (await saved()).showConnection(name, options),
    )
  withOptions(
    connections
      .command('set')
      .description('add a connection, or change settings of one; prints what changed'),
    settingOptions.map(({ option }) => option),
    [dataDirOption, new Option('--json', 'print it, and what changed, as JSON')],
  )
    .argument('<name>')
    .action(async (name: string, options: GivenSettings & { dataDir?: string; json?: true }) =>
      (await saved()).setConnection(name, options),
    )

  connections
    .command('remove')
    .description('remove a connection that no batch uses')
    .argument('<name>')
    .addOption(dataDirOption)
    .option('--json', 'print its name as JSON')
    .action(async (name: string, options: { dataDir?: string; json?: true }) =>
      (await saved()).removeConnection(name, options),
    )

  program
    .command('restore')
    .description('put a verified backup in the place of a damaged database; a sound one is not replaced')
    .addOption(dataDirOption)
    .option('--list', 'list the backups with what they hold, and change nothing')
    .option('--backup <name>', 'this one, as "--list" prints it (default: the newest)')
    .option(
      '--replace-sound',
      'replace a sound database as well; what came since the backup is then only in the files kept beside it',
    )
    .action(async (options: RestoreOptions) =>
      (await import('./data-folder/restore.ts')).restoreCommand(options),
    )

  program
    .command('original-retired')
    .description(
      'say that the original of a copied data folder is not used any more, so that the copy may send',
    )
    .addOption(dataDirOption)
    .action(async (options: { dataDir?: string }) =>
      (await import('./data-folder/original-retired.ts')).originalRetiredCommand(options),
    )

  program
    .command('start')
    .description('open the window, in Electron or a browser, with the practice service beside it')
    .addOption(dataDirOption)
    .option('--no-sandbox-service', 'without the practice service')
    .option('--no-open', 'print the address instead of opening a browser')
    .option('--browser', 'in a browser even where Electron could be used')
    .option('--upload-files <n>', 'files of a browser that are kept at one time (100)', wholeNumberAboveZero)
    .option('--upload-gib <n>', 'how much they may be together, in GiB (16)', positiveNumber)
    .action(async (options: StartOptions) => {
      code = await (await import('./window/start.ts')).startCommand(options, signal)
    })

  program
    .command('desktop')
    .description('open the window in Electron')
    .addOption(dataDirOption)
    .option('--no-sandbox-service', 'without the practice service')
    .action(async (options: { dataDir?: string; sandboxService: boolean }) => {
      const { desktopCommand, desktopWords } = await import('./window/desktop.ts')
      code = await desktopCommand(desktopWords(options), signal)
    })

  try {
    await program.parseAsync([...words], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.input
    const { message, exitCode } = endingOf(error)
    sayLines(`carryover: ${message}`)
    return exitCode
  }
}

process.exitCode = await main(process.argv.slice(2))
