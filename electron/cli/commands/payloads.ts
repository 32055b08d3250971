// Declares the commands `suggest` and `payloads`, which print and keep nothing.
import type { Command } from 'commander'
import type { PayloadsOptions, SuggestOptions } from '../files/payloads.ts'
import { catalogueOption, mappingOption, supplierOption } from '../options/common.ts'
import { keepRowsOption, leaveOutOption } from '../options/odd-rows.ts'
import { readingOptions } from '../options/reading.ts'
import { type CommandDeps, withOptions } from './deps.ts'
import { helpTexts } from '../texts/help.ts'

const implementation = () => import('../files/payloads.ts')

export function addSuggestCommand(program: Command, { invocation }: CommandDeps): void {
  withOptions(
    program.command('suggest').description(helpTexts.commands.suggest).argument('<file...>'),
    [catalogueOption(), supplierOption()],
    readingOptions(),
  ).action(async (files: string[], options: SuggestOptions) =>
    (await implementation()).suggestCommand(files, options, invocation),
  )
}

export function addPayloadsCommand(program: Command, { invocation }: CommandDeps): void {
  withOptions(
    program.command('payloads').description(helpTexts.commands.payloads).argument('<file...>'),
    [mappingOption(), catalogueOption(), supplierOption(), leaveOutOption(), keepRowsOption()],
    readingOptions(),
  ).action(async (files: string[], options: PayloadsOptions) =>
    (await implementation()).payloadsCommand(files, options, invocation),
  )
}
