// Command `desktop`: starts the Electron program and builds it first if its sources are newer. Also chooses between
// it and a browser for `start`, and gives the reason.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildDesktop, isOlderThan } from '../../web/opening/built-window.ts'
import { bringElectron } from './electron-binary.ts'
import { exitCodes, Refusal, refuse } from '../terminal/exit.ts'
import type { Environment, Invocation } from '../terminal/invocation.ts'
import { say } from '../terminal/terminal.ts'
import { environmentOfChild } from '../../engine/system/environment.ts'
import type { LanguageSetting } from '../../../shared/texts/language.ts'
import { windowTexts } from '../texts/window.ts'

const root = join(import.meta.dirname, '..', '..', '..')

const words = windowTexts.desktop

export type DesktopChoice =
  | { readonly kind: 'desktop'; readonly program: string; readonly why: string }
  | { readonly kind: 'browser'; readonly lacks: 'binary' | 'display'; readonly why: string }

/** Electron if its binary is installed and a display exists. `folder` is the project's. */
export function chooseDesktop(folder: string, platform: NodeJS.Platform, env: Environment): DesktopChoice {
  const hasDisplay =
    platform === 'darwin' || platform === 'win32' || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY'])
  if (!hasDisplay) return { kind: 'browser', lacks: 'display', why: words.noDisplay }
  const named = join(folder, 'node_modules', 'electron', 'path.txt')
  const program = existsSync(named)
    ? join(folder, 'node_modules', 'electron', 'dist', readFileSync(named, 'utf8').trim())
    : null
  if (program === null || !existsSync(program)) {
    return { kind: 'browser', lacks: 'binary', why: words.binaryMissing }
  }
  return { kind: 'desktop', program, why: words.binaryInstalled }
}

export type DesktopCommandOptions = {
  readonly dataDir?: string
  readonly sandboxService: boolean
  readonly language?: LanguageSetting
}

/** The desktop program's own options for those that it shares with the command line. */
function desktopWords(options: DesktopCommandOptions): string[] {
  return [
    ...(options.dataDir === undefined ? [] : [`--data-dir=${resolve(options.dataDir)}`]),
    ...(options.sandboxService ? [] : ['--no-sandbox-service']),
  ]
}

/** The language of the option goes before that of the variable, as on the command line. */
export function desktopEnvironment(env: Environment, { language }: Pick<DesktopCommandOptions, 'language'>) {
  return {
    ...environmentOfChild(env),
    ...(language === undefined ? {} : { CARRYOVER_LANGUAGE: language }),
  }
}

/** Installs Electron's binary if only that is missing. Ends with the program's own exit code. */
export async function desktopCommand(
  options: DesktopCommandOptions,
  invocation: Invocation,
): Promise<number> {
  const { env } = invocation
  const first = chooseDesktop(root, process.platform, env)
  const lacksBinary = first.kind === 'browser' && first.lacks === 'binary'
  if (lacksBinary) await bringElectron(root, invocation)
  const choice = lacksBinary ? chooseDesktop(root, process.platform, env) : first
  if (choice.kind === 'browser') refuse(words.cannotOpen({ why: choice.why }))
  return runDesktop(choice.program, options, invocation)
}

export async function runDesktop(
  program: string,
  options: DesktopCommandOptions,
  invocation: Invocation,
): Promise<number> {
  const { env, signal } = invocation
  const main = join(root, 'dist', 'desktop', 'main.js')
  if (
    isOlderThan(
      main,
      ['electron', 'shared', 'renderer'].map((area) => join(root, area)),
    )
  ) {
    say(invocation, words.building)
    const failure = await buildDesktop(root, signal)
    if (failure !== null) refuse(words.notBuilt({ why: failure }).split('\n'))
  }
  const child = spawn(program, [main, ...desktopWords(options)], {
    stdio: 'inherit',
    env: desktopEnvironment(env, options),
  })
  // The program may ask a person what to do with requests in flight, so it gets the signal and is waited for.
  const end = (): void => void child.kill('SIGTERM')
  signal.addEventListener('abort', end, { once: true })
  child.once('close', () => signal.removeEventListener('abort', end))
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Refusal(words.notStarted({ why: error.message }), exitCodes.input)),
    )
    child.once('close', (code) => resolve(code ?? exitCodes.interrupted))
  })
}
