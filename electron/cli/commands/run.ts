// Declares the commands `validate` and `run`: a file and a service, up to validation or up to the report.
import type { Command } from 'commander'
import {
  confirmOption,
  connectionOption,
  dataDirOption,
  jsonOption,
  keyFileOption,
  mappingOption,
  outOption,
  supplierOption,
  untilOption,
  yesOption,
} from '../options/common.ts'
import { secretOptions } from '../options/network.ts'
import { keepRowsOption, leaveOutOption } from '../options/odd-rows.ts'
import { overrulingOption } from '../options/overruling.ts'
import { planOptions } from '../options/plan.ts'
import { readingOptions } from '../options/reading.ts'
import { settingOptions } from '../options/settings.ts'
import type { RunOptions } from '../run/run.ts'
import { type CommandDeps, withOptions } from './deps.ts'
import { helpTexts } from '../texts/help.ts'

const implementation = () => import('../run/run.ts')

export function addValidateCommand(program: Command, { invocation, end }: CommandDeps): void {
  withService(program.command('validate').description(helpTexts.commands.validate))
    .argument('<file...>')
    .action(async (files: string[], options: Omit<RunOptions, 'until'>) =>
      end(await (await implementation()).runCommand(files, { ...options, until: 'validated' }, invocation)),
    )
}

export function addRunCommand(program: Command, { invocation, end }: CommandDeps): void {
  withOptions(withService(program.command('run').description(helpTexts.commands.run)), planOptions(), [
    yesOption(),
    confirmOption(),
    untilOption(),
  ])
    .argument('<file...>')
    .action(async (files: string[], options: RunOptions) =>
      end(await (await implementation()).runCommand(files, options, invocation)),
    )
}

/** Options for the service, the file and the data folder. */
function withService(command: Command): Command {
  return withOptions(
    command,
    [connectionOption()],
    // Who works with a connection is said where it is saved: a run would leave a saved one as it is.
    settingOptions.filter(({ paths }) => !paths.includes('operator')).map(({ option }) => option),
    secretOptions(),
    readingOptions(),
    [supplierOption(), mappingOption(), leaveOutOption(), keepRowsOption(), overrulingOption()],
    [dataDirOption(), outOption(), keyFileOption(), jsonOption()],
  )
}
