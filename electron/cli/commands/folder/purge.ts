// Declares the command `purge`, which removes finished batches of a connection with all of their data.
import { type Command, Option } from 'commander'
import type { PurgeOptions } from '../../data-folder/purge/purge.ts'
import { dataDirOption, jsonOption } from '../../options/common.ts'
import { wholeNumber } from '../../options/numbers.ts'
import type { CommandDeps } from '../deps.ts'
import { helpTexts } from '../../texts/help.ts'

export function addPurgeCommand(program: Command, { invocation, end }: CommandDeps): void {
  program
    .command('purge')
    .description(helpTexts.commands.purge)
    .addOption(new Option('--connection <name>', helpTexts.options.purgeConnection).makeOptionMandatory())
    .option('--older-than <days>', helpTexts.options.olderThan, wholeNumber)
    .option('--without-connection', helpTexts.options.purgeUnconnected)
    .option('--dry-run', helpTexts.options.purgeDryRun)
    .option('--yes', helpTexts.options.yesPurge)
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (options: PurgeOptions) =>
      end(await (await import('../../data-folder/purge/purge.ts')).purgeCommand(options, invocation)),
    )
}
