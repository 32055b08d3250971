// Declares the commands `support` and `attempt`, which print a text for others or save it.
import { type Command, Option } from 'commander'
import type { AttemptOptions, SupportOptions } from '../../data-folder/text-exports.ts'
import { dataDirOption } from '../../options/common.ts'
import { wholeNumberAboveZero } from '../../options/numbers.ts'
import type { CommandDeps } from '../deps.ts'
import { helpTexts } from '../../texts/help.ts'

const implementation = () => import('../../data-folder/text-exports.ts')

export function addSupportCommand(program: Command, { invocation }: CommandDeps): void {
  program
    .command('support')
    .description(helpTexts.commands.support)
    .argument('[file]', helpTexts.options.supportFile)
    .addOption(dataDirOption())
    .action(async (file: string | undefined, options: SupportOptions) =>
      (await implementation()).supportCommand(file ?? null, options, invocation),
    )
}

export function addAttemptCommand(program: Command, { invocation, end }: CommandDeps): void {
  program
    .command('attempt')
    .description(helpTexts.commands.attempt)
    .argument('<key>', helpTexts.options.attemptKey)
    .addOption(
      new Option('--batch <n>', helpTexts.options.batch)
        .argParser(wholeNumberAboveZero)
        .makeOptionMandatory(),
    )
    .option('--number <n>', helpTexts.options.attemptNumber, wholeNumberAboveZero)
    .option('--out <file>', helpTexts.options.attemptOut)
    .addOption(dataDirOption())
    .action(async (key: string, options: AttemptOptions) =>
      end(await (await implementation()).attemptCommand(key, options, invocation)),
    )
}
