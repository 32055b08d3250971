// Declares the commands `report` and `batches`, which show what a data folder holds.
import { type Command, Option } from 'commander'
import { dataDirOption, jsonOption } from '../options/common.ts'
import { wholeNumberAboveZero } from '../options/numbers.ts'
import type { BatchesOptions, ReportOptions } from '../data-folder/report.ts'
import type { CommandDeps } from './deps.ts'
import { helpTexts } from '../texts/help.ts'

const implementation = () => import('../data-folder/report.ts')

export function addReportCommand(program: Command, { invocation, end }: CommandDeps): void {
  program
    .command('report')
    .description(helpTexts.commands.report)
    .argument('<batch>', helpTexts.options.batchNumber, wholeNumberAboveZero)
    .addOption(dataDirOption())
    .addOption(new Option('--out <folder>', helpTexts.options.outFolder).makeOptionMandatory())
    .addOption(jsonOption())
    .action(async (batch: number, options: ReportOptions) =>
      end(await (await implementation()).reportCommand(batch, options, invocation)),
    )
}

export function addBatchesCommand(program: Command, { invocation }: CommandDeps): void {
  program
    .command('batches')
    .description(helpTexts.commands.batches)
    .addOption(dataDirOption())
    .option('--json', helpTexts.options.jsonBatches)
    .action(async (options: BatchesOptions) => (await implementation()).batchesCommand(options, invocation))
}
