// Declares the commands `restore` and `original-retired`, for a data folder that the engine does not open.
import type { Command } from 'commander'
import type { RestoreOptions } from '../data-folder/recovery.ts'
import { dataDirOption } from '../options/common.ts'

const implementation = () => import('../data-folder/recovery.ts')

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description('replace a damaged database with a verified backup; a sound one is not replaced')
    .addOption(dataDirOption)
    .option('--list', 'list the backups with what they hold, and change nothing')
    .option('--backup <name>', 'this one, as "--list" prints it (default: the newest)')
    .option(
      '--replace-sound',
      'replace a sound database too; what came since the backup is then only in the files kept beside it',
    )
    .action(async (options: RestoreOptions) => (await implementation()).restoreCommand(options))
}

export function addOriginalRetiredCommand(program: Command): void {
  program
    .command('original-retired')
    .description(
      'confirm that the original of a copied data folder is not used any more, so the copy may send',
    )
    .addOption(dataDirOption)
    .action(async (options: { readonly dataDir?: string }) =>
      (await implementation()).originalRetiredCommand(options),
    )
}
