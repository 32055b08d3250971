// Declares the command `operator`, which shows or changes the name that a data folder writes to what is done in it.
import type { Command } from 'commander'
import type { OperatorOptions } from '../../data-folder/operator.ts'
import { dataDirOption, jsonOption } from '../../options/common.ts'
import type { CommandDeps } from '../deps.ts'
import { helpTexts } from '../../texts/help.ts'

const implementation = () => import('../../data-folder/operator.ts')

export function addOperatorCommand(program: Command, { invocation }: CommandDeps): void {
  program
    .command('operator')
    .description(helpTexts.commands.operator)
    .argument('[name]', helpTexts.options.operatorName)
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (name: string | undefined, options: OperatorOptions) =>
      (await implementation()).operatorCommand(name ?? null, options, invocation),
    )
}
