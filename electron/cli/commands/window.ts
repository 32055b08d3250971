// Declares the commands `start` and `desktop`, which open the window.
import type { Command } from 'commander'
import { dataDirOption } from '../options/common.ts'
import { positiveNumber, wholeNumberAboveZero } from '../options/numbers.ts'
import type { StartOptions } from '../window/start.ts'
import type { CommandDeps } from './deps.ts'

export function addStartCommand(program: Command, { signal, end }: CommandDeps): void {
  program
    .command('start')
    .description('open the window, in Electron or a browser, with the practice service beside it')
    .addOption(dataDirOption)
    .option('--no-sandbox-service', 'without the practice service')
    .option('--no-open', 'print the address instead of opening a browser')
    .option('--browser', 'in a browser even where Electron could be used')
    .option('--upload-files <n>', 'files of a browser that are kept at one time (100)', wholeNumberAboveZero)
    .option('--upload-gib <n>', 'how much they may be together, in GiB (16)', positiveNumber)
    .action(async (options: StartOptions) =>
      end(await (await import('../window/start.ts')).startCommand(options, signal)),
    )
}

export function addDesktopCommand(program: Command, { signal, end }: CommandDeps): void {
  program
    .command('desktop')
    .description('open the window in Electron')
    .addOption(dataDirOption)
    .option('--no-sandbox-service', 'without the practice service')
    .action(async (options: { readonly dataDir?: string; readonly sandboxService: boolean }) => {
      const { desktopCommand, desktopWords } = await import('../window/desktop.ts')
      end(await desktopCommand(desktopWords(options), signal))
    })
}
