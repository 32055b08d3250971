// Declares the command `resume`.
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

export function addResumeCommand(program: Command, { signal, end }: CommandDeps): void {
  withOptions(
    program
      .command('resume')
      .description('continue what is unfinished in a data folder, the way it was started')
      .option('--batch <n>', 'this batch only, as "batches" prints it', wholeNumberAboveZero)
      .option('--go-on', 'continue past the stop of a brake, or with the next wave')
      .option('--cancel-queued', 'do not send queued accounts; those in progress are followed to their end'),
    [dataDirOption, outOption, keyFileOption, ...secretOptions, yesOption, confirmOption],
    [jsonOption, untilOption()],
    planOptions,
    settingOptions
      .filter(({ paths }) => !paths.some((path) => fixedForRuns.includes(path)))
      .map(({ option }) => option),
  ).action(async (options: ResumeOptions) =>
    end(await (await import('../run/resume.ts')).resumeCommand(options, signal)),
  )
}
