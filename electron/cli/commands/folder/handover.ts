// Declares the commands `hand-over`, `take-over` and `unlock-batch`, by which a batch goes to another data folder and comes
// back.
import { Argument, type Command, Option } from 'commander'
import type { HandOverOptions, TakeOverOptions, UnlockOptions } from '../../data-folder/handover.ts'
import { dataDirOption, jsonOption } from '../../options/common.ts'
import { wholeNumberAboveZero } from '../../options/numbers.ts'
import type { CommandDeps } from '../deps.ts'
import { helpTexts } from '../../texts/help.ts'

const work = () => import('../../data-folder/handover.ts')
const batchArgument = (): Argument =>
  new Argument('<batch>', helpTexts.options.batchNumber).argParser(wholeNumberAboveZero)
const passphraseOption = (): Option =>
  new Option('--passphrase-file <file>', helpTexts.options.passphraseFile)

export function addHandOverCommand(program: Command, { invocation, end }: CommandDeps): void {
  program
    .command('hand-over')
    .description(helpTexts.commands.handOver)
    .addArgument(batchArgument())
    .addOption(new Option('--out <file>', helpTexts.options.handOverOut).makeOptionMandatory())
    .addOption(passphraseOption())
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (batch: number, options: HandOverOptions) =>
      end(await (await work()).handOverCommand(batch, options, invocation)),
    )
}

export function addTakeOverCommand(program: Command, { invocation, end }: CommandDeps): void {
  program
    .command('take-over')
    .description(helpTexts.commands.takeOver)
    .argument('<file>', helpTexts.options.projectFile)
    .option('--connection <name>', helpTexts.options.takeOverConnection)
    .addOption(passphraseOption())
    .option('--yes', helpTexts.options.yesTakeOver)
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .action(async (file: string, options: TakeOverOptions) =>
      end(await (await work()).takeOverCommand(file, options, invocation)),
    )
}

export function addUnlockBatchCommand(program: Command, { invocation, end }: CommandDeps): void {
  program
    .command('unlock-batch')
    .description(helpTexts.commands.unlockBatch)
    .addArgument(batchArgument())
    .option('--yes', helpTexts.options.yesUnlock)
    .addOption(dataDirOption())
    .action(async (batch: number, options: UnlockOptions) =>
      end(await (await work()).unlockCommand(batch, options, invocation)),
    )
}
