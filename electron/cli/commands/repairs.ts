// Declares the command `repairs`, which applies a repaired fix file to its batch.
import type { Command } from 'commander'
import { dataDirOption, jsonOption } from '../options/common.ts'
import type { RepairsOptions } from '../data-folder/repairs.ts'
import type { CommandDeps } from './deps.ts'
import { helpTexts } from '../texts/help.ts'

export function addRepairsCommand(program: Command, { invocation, end }: CommandDeps): void {
  program
    .command('repairs')
    .description(helpTexts.commands.repairs)
    .argument('<file>', helpTexts.options.fixFile)
    .addOption(dataDirOption())
    .option('--yes', helpTexts.options.yesRepairs)
    .addOption(jsonOption())
    .action(async (file: string, options: RepairsOptions) =>
      end(await (await import('../data-folder/repairs.ts')).repairsCommand(file, options, invocation)),
    )
}
