// Declares the commands `report` and `batches`, which show what a data folder holds.
import { type Command, InvalidArgumentError, Option } from 'commander'
import { dataDirOption, jsonOption } from '../options/common.ts'
import { wholeNumberAboveZero } from '../options/numbers.ts'
import type { BatchesOptions, ReportOptions } from '../data-folder/report.ts'
import { fileNames, separators } from '../data-folder/report-options.ts'
import type { CommandDeps } from './deps.ts'
import { helpTexts } from '../texts/help.ts'

/** By the names of the files without their ends. */
function filesOf(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !(name in fileNames))
  if (unknown !== undefined)
    throw new InvalidArgumentError(helpTexts.options.reportFiles({ names: Object.keys(fileNames).join(',') }))
  return names
}

const implementation = () => import('../data-folder/report.ts')

export function addReportCommand(program: Command, { invocation, end }: CommandDeps): void {
  program
    .command('report')
    .description(helpTexts.commands.report)
    .argument('<batch>', helpTexts.options.batchNumber, wholeNumberAboveZero)
    .addOption(dataDirOption())
    .addOption(new Option('--out <folder>', helpTexts.options.outFolder).makeOptionMandatory())
    .addOption(
      new Option(
        '--files <names>',
        helpTexts.options.reportFiles({ names: Object.keys(fileNames).join(',') }),
      ).argParser(filesOf),
    )
    .addOption(
      new Option('--separator <name>', helpTexts.options.reportSeparator).choices(Object.keys(separators)),
    )
    .option('--no-bom', helpTexts.options.reportNoBom)
    .option('--withhold <columns...>', helpTexts.options.withhold)
    .option('--show-sensitive [columns...]', helpTexts.options.showSensitive)
    .option('--no-show-sensitive', helpTexts.options.noShowSensitive)
    .option('--add-up <columns...>', helpTexts.options.addUp)
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
