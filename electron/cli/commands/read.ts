// Declares the command `read`.
import type { Command } from 'commander'
import type { ReadOptions } from '../files/read.ts'
import { wholeNumber } from '../options/numbers.ts'
import { readingOptions } from '../options/reading.ts'
import { type CommandDeps, withOptions } from './deps.ts'

export function addReadCommand(program: Command, { signal }: CommandDeps): void {
  withOptions(
    program
      .command('read')
      .description('print what a spreadsheet holds, as JSON, while it is read')
      .argument('<file>')
      .option('--sheet <name>', 'this sheet only')
      .option('--rows <n>', 'at most this many rows of each sheet', wholeNumber),
    readingOptions,
  ).action(async (file: string, options: ReadOptions) =>
    (await import('../files/read.ts')).readCommand(file, options, signal),
  )
}
