// Declares the command `watch` and its options. The work is in watch/watch.ts, which is loaded when the command runs.
import type { Command } from 'commander'
import { dataDirOption, keyFileOption } from '../options/common.ts'
import { wholeNumberAboveZero } from '../options/numbers.ts'
import type { WatchOptions } from '../watch/watch.ts'
import type { CommandDeps } from './deps.ts'
import { helpTexts } from '../texts/help.ts'

export function addWatchCommand(program: Command, { invocation, end }: CommandDeps): void {
  program
    .command('watch')
    .description(helpTexts.commands.watch)
    .option('--batch <n>', helpTexts.options.batch, wholeNumberAboveZero)
    .option('--once', helpTexts.options.once)
    .option('--json', helpTexts.options.jsonChanges)
    .addOption(dataDirOption())
    .addOption(keyFileOption())
    .action(async (options: WatchOptions) =>
      end(await (await import('../watch/watch.ts')).watchCommand(options, invocation)),
    )
}
