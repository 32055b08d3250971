// Declares the command `watch`.
import type { Command } from 'commander'
import { dataDirOption, keyFileOption } from '../options/common.ts'
import { wholeNumberAboveZero } from '../options/numbers.ts'
import type { WatchOptions } from '../watch/watch.ts'
import type { CommandDeps } from './deps.ts'

export function addWatchCommand(program: Command, { signal, end }: CommandDeps): void {
  program
    .command('watch')
    .description('follow what is in progress until it is done; reads statuses, and never creates an account')
    .option('--batch <n>', 'this batch only, as "batches" prints it', wholeNumberAboveZero)
    .option('--once', 'print the current state and end; the service is not asked')
    .option('--json', 'print each change as a JSON line')
    .addOption(dataDirOption)
    .addOption(keyFileOption)
    .action(async (options: WatchOptions) =>
      end(await (await import('../watch/watch.ts')).watchCommand(options, signal)),
    )
}
