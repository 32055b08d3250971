// Declares the command `find`, which looks up the accounts of many keys.
import type { Command } from 'commander'
import { dataDirOption, jsonOption } from '../options/common.ts'
import { wholeNumberAboveZero } from '../options/numbers.ts'
import type { FindOptions } from '../data-folder/find.ts'
import type { CommandDeps } from './deps.ts'
import { helpTexts } from '../texts/help.ts'

export function addFindCommand(program: Command, { invocation, end }: CommandDeps): void {
  program
    .command('find')
    .description(helpTexts.commands.find)
    .argument('[text]', helpTexts.options.findText)
    .option('--keys <file>', helpTexts.options.keys)
    .option('--batch <n>', helpTexts.options.batch, wholeNumberAboveZero)
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (text: string | undefined, options: FindOptions) =>
      end(await (await import('../data-folder/find.ts')).findCommand(text ?? null, options, invocation)),
    )
}
