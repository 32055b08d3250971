// Command line: its commands and its end. Each command is declared in a small file of `commands/`; its work is loaded
// on use, so that help and errors appear at once.
import { type Command, CommanderError } from 'commander'
import packageFile from '../../package.json' with { type: 'json' }
import { refusedEnvironment } from '../engine/system/environment.ts'
import { addConnectionsCommand } from './commands/connections.ts'
import type { CommandDeps } from './commands/deps.ts'
import { addPayloadsCommand, addSuggestCommand } from './commands/payloads.ts'
import { addReadCommand } from './commands/read.ts'
import { addOriginalRetiredCommand, addRestoreCommand } from './commands/recovery.ts'
import { addBatchesCommand, addReportCommand } from './commands/report.ts'
import { addResumeCommand } from './commands/resume.ts'
import { addRunCommand, addValidateCommand } from './commands/run.ts'
import { addSandboxCommand } from './commands/sandbox.ts'
import { addWatchCommand } from './commands/watch.ts'
import { addDesktopCommand, addStartCommand } from './commands/window.ts'
import { languageOption } from './options/common.ts'
import { endingOf, exitCodes } from './terminal/exit.ts'
import { speakAsAsked } from './terminal/language.ts'
import { SpokenCommand, spokenHelp } from './terminal/spoken-command.ts'
import { helpTexts } from './texts/help.ts'
import { interruption, outliveClosedPipes } from './terminal/signals.ts'
import { sayLines, visible } from './terminal/terminal.ts'
import { sentenceOf } from '../../shared/texts/message.ts'

function createProgram(deps: CommandDeps): Command {
  const words = helpTexts.program
  const program = new SpokenCommand('carryover')
    .description(words.description)
    .version(packageFile.version, '-V, --version', words.showVersion)
    .helpOption('-h, --help', words.showHelp)
    .helpCommand('help [command]', words.showHelp)
    .exitOverride()
    .showHelpAfterError(words.seeHelp)
    .configureHelp(spokenHelp)
    .configureOutput({
      outputError: (text, write) => write(visible(text.replace(/^error: /, 'carryover: '))),
    })
    .addHelpText('after', words.notes)
  addSandboxCommand(program, deps)
  addReadCommand(program, deps)
  addSuggestCommand(program, deps)
  addPayloadsCommand(program, deps)
  addValidateCommand(program, deps)
  addRunCommand(program, deps)
  addResumeCommand(program, deps)
  addWatchCommand(program, deps)
  addReportCommand(program, deps)
  addBatchesCommand(program)
  addConnectionsCommand(program)
  addRestoreCommand(program)
  addOriginalRetiredCommand(program)
  addStartCommand(program, deps)
  addDesktopCommand(program, deps)
  addLanguage(program)
  return program
}

function addLanguage(command: Command): void {
  command.addOption(languageOption())
  for (const one of command.commands) addLanguage(one)
}

/** Returns the exit code. */
async function main(words: readonly string[]): Promise<number> {
  outliveClosedPipes()
  speakAsAsked(words, process.env)
  const refused = refusedEnvironment(process.env)
  if (refused !== null) {
    sayLines(`carryover: ${sentenceOf(refused)}`)
    return exitCodes.input
  }
  let code: number = exitCodes.done
  const end = (ended: number): void => {
    code = ended
  }
  try {
    await createProgram({ signal: interruption(), end }).parseAsync([...words], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.input
    const { message, exitCode } = endingOf(error)
    sayLines(`carryover: ${message}`)
    return exitCode
  }
}

process.exitCode = await main(process.argv.slice(2))
