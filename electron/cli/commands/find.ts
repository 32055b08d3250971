// Declares the command `find`, which looks up the accounts of many keys.
import { type Command, Option } from 'commander'
import { dataDirOption, jsonOption } from '../options/common.ts'
import { wholeNumberAboveZero } from '../options/numbers.ts'
import type { FindOptions } from '../data-folder/find.ts'
import type { CommandDeps } from './deps.ts'
import { helpTexts } from '../texts/help.ts'

export function addFindCommand(program: Command, { invocation, end }: CommandDeps): void {
  program
    .command('find')
    .description(helpTexts.commands.find)
    .addOption(new Option('--keys <file>', helpTexts.options.keys).makeOptionMandatory())
    .option('--batch <n>', helpTexts.options.batch, wholeNumberAboveZero)
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (options: FindOptions) =>
      end(await (await import('../data-folder/find.ts')).findCommand(options, invocation)),
    )
}
