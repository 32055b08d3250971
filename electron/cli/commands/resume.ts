// Declares the command `resume` and its options. The work is in run/resume.ts, which is loaded when the command runs.
import type { Command } from 'commander'
import {
  confirmOption,
  dataDirOption,
  jsonOption,
  keyFileOption,
  outOption,
  untilOption,
  yesOption,
} from '../options/common.ts'
import { secretOptions } from '../options/network.ts'
import { wholeNumberAboveZero } from '../options/numbers.ts'
import { planOptions } from '../options/plan.ts'
import { fixedForRuns, settingOptions } from '../options/settings.ts'
import type { ResumeOptions } from '../run/resume.ts'
import { type CommandDeps, withOptions } from './deps.ts'
import { helpTexts } from '../texts/help.ts'

export function addResumeCommand(program: Command, { invocation, end }: CommandDeps): void {
  withOptions(
    program
      .command('resume')
      .description(helpTexts.commands.resume)
      .option('--batch <n>', helpTexts.options.batch, wholeNumberAboveZero)
      .option('--go-on', helpTexts.options.goOn)
      .option('--cancel-queued', helpTexts.options.cancelQueued),
    [dataDirOption(), outOption(), keyFileOption(), ...secretOptions(), yesOption(), confirmOption()],
    [jsonOption(), untilOption()],
    planOptions(),
    settingOptions
      .filter(({ paths }) => !paths.some((path) => fixedForRuns.includes(path)))
      .map(({ option }) => option),
  ).action(async (options: ResumeOptions) =>
    end(await (await import('../run/resume.ts')).resumeCommand(options, invocation)),
  )
}
