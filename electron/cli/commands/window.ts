// Declares the commands `start` and `desktop`, which open the window. Their options include the language, which the
// library counts as one of the whole program wherever it is written.
import type { Command } from 'commander'
import { dataDirOption } from '../options/common.ts'
import { positiveNumber, wholeNumberAboveZero } from '../options/numbers.ts'
import type { DesktopCommandOptions } from '../window/desktop.ts'
import type { StartOptions } from '../window/start.ts'
import type { CommandDeps } from './deps.ts'
import { helpTexts } from '../texts/help.ts'

export function addStartCommand(program: Command, { invocation, end }: CommandDeps): void {
  program
    .command('start')
    .description(helpTexts.commands.start)
    .addOption(dataDirOption())
    .option('--no-sandbox-service', helpTexts.options.noSandboxService)
    .option('--no-open', helpTexts.options.noOpen)
    .option('--browser', helpTexts.options.browser)
    .option('--upload-files <n>', helpTexts.options.uploadFiles, wholeNumberAboveZero)
    .option('--upload-gib <n>', helpTexts.options.uploadGib, positiveNumber)
    .action(async (_options, command: Command) => {
      const { startCommand } = await import('../window/start.ts')
      end(await startCommand(command.optsWithGlobals<StartOptions>(), invocation))
    })
}

export function addDesktopCommand(program: Command, { invocation, end }: CommandDeps): void {
  program
    .command('desktop')
    .description(helpTexts.commands.desktop)
    .addOption(dataDirOption())
    .option('--no-sandbox-service', helpTexts.options.noSandboxService)
    .action(async (_options, command: Command) => {
      const { desktopCommand } = await import('../window/desktop.ts')
      end(await desktopCommand(command.optsWithGlobals<DesktopCommandOptions>(), invocation))
    })
}
