// Declares the command `retention`, which shows or changes after how many days a connection's finished batches are purged.
import { type Command, Option } from 'commander'
import type { RetentionOptions } from '../../data-folder/purge/retention.ts'
import { dataDirOption, jsonOption } from '../../options/common.ts'
import { wholeNumberAboveZero } from '../../options/numbers.ts'
import type { CommandDeps } from '../deps.ts'
import { helpTexts } from '../../texts/help.ts'

export function addRetentionCommand(program: Command, { invocation, end }: CommandDeps): void {
  program
    .command('retention')
    .description(helpTexts.commands.retention)
    .argument('<connection>', helpTexts.options.retentionConnection)
    .option('--days <days>', helpTexts.options.retentionDays, wholeNumberAboveZero)
    .addOption(new Option('--never', helpTexts.options.retentionNever).conflicts('days'))
    .option('--yes', helpTexts.options.yesRetention)
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (name: string, options: RetentionOptions) =>
      end(
        await (await import('../../data-folder/purge/retention.ts')).retentionCommand(
          name,
          options,
          invocation,
        ),
      ),
    )
}
