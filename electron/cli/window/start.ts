// Command `start`: the window in Electron where it is installed, else in a browser. For a browser it runs the engine on
// a data folder, the web host, and the practice service as a connection that is ready to use, and builds the window
// first if its sources are newer. Ctrl-C shuts everything down in order.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createRecovery, type CurrentState } from '../../engine/system/data-folder/recovery.ts'
import { openerFor } from '../../web/opening/browser.ts'
import { buildWindow, isStale, type Window, windowOf } from '../../web/opening/built-window.ts'
import { openByFile, openingFolders } from '../../web/opening/opening-file.ts'
import { createWebHost, type WebHost, type WebHostOptions } from '../../web/server.ts'
import { endingWords, workUnderWay } from '../../web/under-way.ts'
import { defaultUploadsLimit } from '../../web/files/uploads.ts'
import { chooseDesktop, type DesktopCommandOptions, runDesktop } from './desktop.ts'
import { exitCodes, interrupted, refuse } from '../terminal/exit.ts'
import type { Invocation } from '../terminal/invocation.ts'
import { dataFolder } from '../data-folder/session.ts'
import { openWindowSession, type WindowSession } from './window-session.ts'
import { print, say } from '../terminal/terminal.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { windowTexts } from '../texts/window.ts'
import { dataTexts } from '../texts/data.ts'

const words = windowTexts.browser

export type StartOptions = DesktopCommandOptions & {
  readonly open: boolean
  /** Limits for uploaded files: their number and their total size. */
  readonly uploadFiles?: number
  readonly uploadGib?: number
  /** Use a browser even if Electron is available. */
  readonly browser?: true
  /** Reason for using a browser. */
  readonly why?: string
}

const root = join(import.meta.dirname, '..', '..', '..')
const samples = join(root, 'test', 'files', 'samples')

/** Starts Electron or a browser and says which and why. Returns the exit code. */
export async function startCommand(options: StartOptions, invocation: Invocation): Promise<number> {
  const choice = chooseDesktop(root, process.platform, invocation.env)
  if (choice.kind === 'desktop' && options.browser !== true) {
    say(invocation, windowTexts.desktop.opening({ why: choice.why }))
    return runDesktop(choice.program, options, invocation)
  }
  const why = choice.kind === 'browser' ? choice.why : words.askedFor
  await serveWindow({ ...options, why }, invocation)
  return exitCodes.done
}

/** `window` differs from ours in tests. */
export async function serveWindow(
  options: StartOptions,
  invocation: Invocation,
  window: Window = windowOf(root),
): Promise<void> {
  const folder = dataFolder(options.dataDir, invocation.env)
  // Started parts are closed in reverse order, also if a later step refuses.
  const begun: (() => Promise<void>)[] = []
  let host: WebHost | null = null
  try {
    const recovery = await createRecovery<WindowSession>({
      folder,
      now: Date.now,
      open: (at, damaged, given) =>
        openWindowSession(at, invocation, {
          samplePath: join(samples, 'linked-500.xlsx'),
          practice: options.sandboxService,
          damaged,
          given,
        }),
      changed(currentState) {
        sayCurrentState(invocation, currentState)
        host?.serve(routerOf(currentState), currentState.folder)
      },
      onBug: (error) => sayBug(invocation, error),
    })
    begun.push(recovery.close)
    const first = recovery.currentState()
    // Another window is open, or a command is running: neither wants another window.
    if (first.kind === 'closed' && first.failure.code === 'workspace_in_use')
      refuse(sentenceOf(first.failure.message))
    if (options.why !== undefined) say(invocation, words.serving({ why: options.why }))
    if (first.kind === 'closed') sayCurrentState(invocation, first)
    await bringUpToDate(window, invocation)
    const currentState = recovery.currentState()
    host = await createWebHost({
      router: routerOf(currentState),
      rendererFolder: window.built,
      dataFolder: currentState.folder,
      samplesFolder: samples,
      uploadsLimit: {
        files: options.uploadFiles ?? defaultUploadsLimit.files,
        bytes: options.uploadGib === undefined ? defaultUploadsLimit.bytes : options.uploadGib * 1024 ** 3,
      },
      onBug: (error) => sayBug(invocation, error),
    })
    begun.push(host.close)
    await serve(host, options, currentState.folder, invocation)
    const last = recovery.currentState()
    const ending = last.kind === 'open' ? endingWords(await workUnderWay(last.opened.client)) : null
    if (ending !== null) say(invocation, ending)
  } finally {
    for (const end of begun.reverse()) await end()
  }
}

function routerOf(currentState: CurrentState<WindowSession>): WebHostOptions['router'] {
  return currentState.kind === 'open' ? currentState.opened.router : currentState.router
}

function sayCurrentState(invocation: Invocation, currentState: CurrentState<WindowSession>): void {
  say(
    invocation,
    currentState.kind === 'open'
      ? words.folderOpen({ folder: currentState.folder })
      : `${sentenceOf(currentState.failure.message)} ${words.windowShows}`,
  )
}

function sayBug(invocation: Invocation, error: unknown): void {
  say(invocation, dataTexts.fault.plain({ why: error instanceof Error ? error.message : String(error) }))
}

async function bringUpToDate(window: Window, invocation: Invocation): Promise<void> {
  if (!isStale(window)) return
  const began = performance.now()
  say(invocation, words.building)
  const { signal } = invocation
  const failure = await buildWindow(window, signal).catch((error: Error) => {
    if (signal.aborted) throw interrupted()
    return error.message
  })
  if (failure !== null) refuse(words.notBuilt({ why: failure }).split('\n'))
  say(invocation, words.built({ time: seconds(performance.now() - began) }))
}

async function serve(
  host: WebHost,
  options: StartOptions,
  folder: string,
  invocation: Invocation,
): Promise<void> {
  const { env, stdin, signal } = invocation
  const opener = options.open ? openerFor(process.platform, env) : null
  const ready = seconds(performance.now())
  const opened = opener !== null && (await openByFile(host, opener, openingFolders(process.platform)))
  await print(
    invocation,
    opened
      ? `${words.opened({ time: ready })}\n`
      : `${words.openYourself({ time: ready })}\n\n  ${host.openUrl()}\n\n`,
  )
  await print(invocation, `${words.dataFolder({ folder })}\n`)
  const lines = isInForeground(stdin) ? createInterface({ input: stdin, terminal: false }) : null
  lines?.on('line', () => void print(invocation, `  ${host.openUrl()}\n`))
  await new Promise<void>((done) => {
    if (signal.aborted) done()
    else signal.addEventListener('abort', () => done(), { once: true })
  })
  lines?.close()
}

/** A background job would be stopped by its shell for reading from the terminal. Only Linux can report this. */
function isInForeground(stdin: Invocation['stdin']): boolean {
  if (stdin.isTTY !== true || process.platform !== 'linux') return true
  const [, , group, , , foreground] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return group === foreground
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
