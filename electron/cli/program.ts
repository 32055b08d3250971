// The commands of the command line, and one call of it from its arguments to its exit code. Each command is declared in
// a small file of `commands/`; its work is loaded on use, so that help and errors appear at once.
import { type Command, CommanderError } from 'commander'
import packageFile from '../../package.json' with { type: 'json' }
import { refusedEnvironment } from '../engine/system/environment.ts'
import { addAuditCommand } from './commands/folder/audit.ts'
import { addHandOverCommand, addTakeOverCommand, addUnlockBatchCommand } from './commands/folder/handover.ts'
import { addOperatorCommand } from './commands/folder/operator.ts'
import { addConnectionsCommand } from './commands/connections.ts'
import type { CommandDeps } from './commands/deps.ts'
import { addFindCommand } from './commands/find.ts'
import { addPayloadsCommand, addSuggestCommand } from './commands/payloads.ts'
import { addPurgeCommand } from './commands/folder/purge.ts'
import { addRetentionCommand } from './commands/folder/retention.ts'
import { addAttemptCommand, addSupportCommand } from './commands/folder/text-exports.ts'
import { addReadCommand } from './commands/read.ts'
import {
  addOriginalRetiredCommand,
  addRecoveryKeyCommand,
  addRestoreCommand,
} from './commands/folder/recovery.ts'
import { addRepairsCommand } from './commands/repairs.ts'
import { addBatchesCommand, addReportCommand } from './commands/report.ts'
import { addResumeCommand } from './commands/resume.ts'
import { addRunCommand, addValidateCommand } from './commands/run.ts'
import { addSandboxCommand } from './commands/sandbox.ts'
import { addTeamCommand } from './commands/team.ts'
import { addWatchCommand } from './commands/watch.ts'
import { addDesktopCommand, addStartCommand } from './commands/window.ts'
import { languageOption } from './options/common.ts'
import { endingOf, exitCodes } from './terminal/exit.ts'
import { speakAsAsked } from './terminal/language.ts'
import { SpokenCommand, spokenHelp } from './terminal/spoken-command.ts'
import { helpTexts } from './texts/help.ts'
import type { Invocation } from './terminal/invocation.ts'
import { libraryOutput, sayLines } from './terminal/terminal.ts'
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
    .configureOutput(libraryOutput(deps.invocation))
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
  addBatchesCommand(program, deps)
  addFindCommand(program, deps)
  addRepairsCommand(program, deps)
  addConnectionsCommand(program, deps)
  addTeamCommand(program, deps)
  addHandOverCommand(program, deps)
  addTakeOverCommand(program, deps)
  addUnlockBatchCommand(program, deps)
  addPurgeCommand(program, deps)
  addRetentionCommand(program, deps)
  addAuditCommand(program, deps)
  addAttemptCommand(program, deps)
  addSupportCommand(program, deps)
  addOperatorCommand(program, deps)
  addRestoreCommand(program, deps)
  addOriginalRetiredCommand(program, deps)
  addRecoveryKeyCommand(program, deps)
  addStartCommand(program, deps)
  addDesktopCommand(program, deps)
  addLanguage(program)
  return program
}

function addLanguage(command: Command): void {
  command.addOption(languageOption())
  for (const one of command.commands) addLanguage(one)
}

/**
 * One call of the command line. Returns its exit code; sets nothing of the process but the language (language.ts), so a
 * process may make several, one after the other or at a time.
 */
export async function runProgram(words: readonly string[], invocation: Invocation): Promise<number> {
  const { env } = invocation
  speakAsAsked(words, env)
  const refused = refusedEnvironment(env)
  if (refused !== null) {
    sayLines(invocation, `carryover: ${sentenceOf(refused)}`)
    return exitCodes.input
  }
  let code: number = exitCodes.done
  const end = (ended: number): void => {
    code = ended
  }
  try {
    await createProgram({ invocation, end }).parseAsync([...words], { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.input
    const { message, exitCode } = endingOf(error)
    sayLines(invocation, `carryover: ${message}`)
    return exitCode
  }
}
