// Declares the command `read`.
import type { Command } from 'commander'
import type { ReadOptions } from '../files/read.ts'
import { wholeNumber } from '../options/numbers.ts'
import { readingOptions } from '../options/reading.ts'
import { type CommandDeps, withOptions } from './deps.ts'
import { helpTexts } from '../texts/help.ts'

export function addReadCommand(program: Command, { invocation }: CommandDeps): void {
  withOptions(
    program
      .command('read')
      .description(helpTexts.commands.read)
      .argument('<file>')
      .option('--sheet <name>', helpTexts.options.sheet)
      .option('--rows <n>', helpTexts.options.rows, wholeNumber),
    readingOptions(),
  ).action(async (file: string, options: ReadOptions) =>
    (await import('../files/read.ts')).readCommand(file, options, invocation),
  )
}
