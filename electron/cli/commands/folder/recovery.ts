// Declares the commands `restore` and `original-retired`, for a data folder that the engine does not open, and
// `recovery-key`, for one that is to be encrypted.
import type { Command } from 'commander'
import type { RestoreOptions } from '../../data-folder/recovery.ts'
import { dataDirOption } from '../../options/common.ts'
import type { CommandDeps } from '../deps.ts'
import { helpTexts } from '../../texts/help.ts'

const implementation = () => import('../../data-folder/recovery.ts')

export function addRestoreCommand(program: Command, { invocation }: CommandDeps): void {
  program
    .command('restore')
    .description(helpTexts.commands.restore)
    .addOption(dataDirOption())
    .option('--list', helpTexts.options.listBackups)
    .option('--backup <name>', helpTexts.options.backup)
    .option('--replace-sound', helpTexts.options.replaceSound)
    .action(async (options: RestoreOptions) => (await implementation()).restoreCommand(options, invocation))
}

export function addOriginalRetiredCommand(program: Command, { invocation }: CommandDeps): void {
  program
    .command('original-retired')
    .description(helpTexts.commands.originalRetired)
    .addOption(dataDirOption())
    .action(async (options: { readonly dataDir?: string }) =>
      (await implementation()).originalRetiredCommand(options, invocation),
    )
}

export function addRecoveryKeyCommand(program: Command, { invocation }: CommandDeps): void {
  program
    .command('recovery-key')
    .description(helpTexts.commands.recoveryKey)
    .action(async () => (await implementation()).recoveryKeyCommand(invocation))
}
