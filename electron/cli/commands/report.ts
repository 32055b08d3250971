// Declares the commands `report` and `batches`, which show what a data folder holds.
import { type Command, Option } from 'commander'
import { dataDirOption, jsonOption } from '../options/common.ts'
import { wholeNumberAboveZero } from '../options/numbers.ts'
import type { BatchesOptions, ReportOptions } from '../data-folder/report.ts'
import type { CommandDeps } from './deps.ts'

const implementation = () => import('../data-folder/report.ts')

export function addReportCommand(program: Command, { signal, end }: CommandDeps): void {
  program
    .command('report')
    .description('write the report of a batch')
    .argument('<batch>', 'its number, as "batches" prints it', wholeNumberAboveZero)
    .addOption(dataDirOption)
    .addOption(new Option('--out <folder>', 'the folder').makeOptionMandatory())
    .addOption(jsonOption)
    .action(async (batch: number, options: ReportOptions) =>
      end(await (await implementation()).reportCommand(batch, options, signal)),
    )
}

export function addBatchesCommand(program: Command): void {
  program
    .command('batches')
    .description('list the batches of a data folder')
    .addOption(dataDirOption)
    .option('--json', 'print each batch as a JSON line')
    .action(async (options: BatchesOptions) => (await implementation()).batchesCommand(options))
}
