// Command line: its commands and its end. Each command is declared in a small file of `commands/`; its work is loaded
// on use, so that help and errors appear at once.
import { Command, CommanderError } from 'commander'
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
import { endingOf, exitCodes } from './terminal/exit.ts'
import { interruption, outliveClosedPipes } from './terminal/signals.ts'
import { sayLines, visible } from './terminal/terminal.ts'
import { sentenceOf } from '../../shared/texts/message.ts'

const notes = `
The API key comes from CARRYOVER_API_KEY or --api-key-file, never from an argument.
Exit codes: 0 done, which for accounts is created or already there (validate: validated; --until scheduled: accepted),
excluded ones aside; 1 a fault of Carryover; 2 some need attention; 3 the input cannot be used;
4 the service or the credential refuses; 5 interrupted; 6 stopped by a brake, or a person has to release the next wave.`

function createProgram(deps: CommandDeps): Command {
  const program = new Command('carryover')
    .description('Moves customer accounts from spreadsheets into a platform, each at most once.')
    .version(packageFile.version)
    .exitOverride()
    .showHelpAfterError('Run with --help for usage.')
    .configureOutput({
      outputError: (text, write) => write(visible(text.replace(/^error: /, 'carryover: '))),
    })
    .addHelpText('after', notes)
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
  return program
}

/** Returns the exit code. */
async function main(words: readonly string[]): Promise<number> {
  outliveClosedPipes()
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
