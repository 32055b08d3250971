// `start`: the window in a browser. The engine on a data folder, the web host, and beside them the practice service as
// a connection that is ready to use; the window is built first where its sources are newer. Ends in order on Ctrl-C.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { connectionSettings } from '../../shared/connection.ts'
import { createSandbox, type Sandbox } from '../sandbox/sandbox.ts'
import { openAddress, openerFor } from '../web/browser.ts'
import { buildWindow, isStale, type Window, windowOf } from '../web/built-window.ts'
import { createWebHost, type WebHost } from '../web/server.ts'
import { endingWords, workUnderWay } from '../web/under-way.ts'
import { clearUploads } from '../web/uploads.ts'
import { chooseDesktop, desktopWords, runDesktop } from './desktop-command.ts'
import { exitCodes, interrupted, refuse } from './exit.ts'
import { print } from './read-command.ts'
import { defaultDataFolder, openSession, type Session } from './session.ts'

export type StartOptions = {
  readonly dataDir?: string
  readonly sandboxService: boolean
  readonly open: boolean
  /** In a browser even where Electron could be used. */
  readonly browser?: true
  /** Why a browser, in words. */
  readonly why?: string
}

const root = join(import.meta.dirname, '..', '..')
const samples = join(root, 'test', 'files', 'samples')
const practiceName = 'Practice service'

/** Electron or a browser: says which and why. Returns the exit code. */
export async function startCommand(options: StartOptions, signal: AbortSignal): Promise<number> {
  const choice = chooseDesktop(root, process.platform, process.env)
  if (choice.kind === 'desktop' && options.browser !== true) {
    say(`Opening the desktop window: ${choice.why}.`)
    return runDesktop(choice.program, desktopWords(options), signal)
  }
  const why = choice.kind === 'browser' ? choice.why : 'it was asked for'
  await serveWindow({ ...options, why }, signal)
  return exitCodes.done
}

/** `window` is another than ours in tests. */
export async function serveWindow(
  options: StartOptions,
  signal: AbortSignal,
  window: Window = windowOf(root),
): Promise<void> {
  const folder = resolve(options.dataDir ?? defaultDataFolder())
  // What has begun is ended in reverse order, also where a later step refuses.
  const begun: (() => Promise<void>)[] = []
  const damage = new AbortController()
  const ending = AbortSignal.any([signal, damage.signal])
  try {
    // First, because it takes the data folder's lock: a second start is told at once.
    const session = await openSession(folder, {
      samplePath: join(samples, 'linked-500.xlsx'),
      damaged: ({ message }) => damage.abort(message),
    })
    begun.push(() => session.close())
    if (options.why !== undefined) say(`Serving the window for a browser: ${options.why}.`)
    await takeUpUnfinished(session)
    await bringUpToDate(window, ending)
    if (options.sandboxService) {
      const sandbox = await createSandbox({ storage: join(folder, 'sandbox.sqlite') })
      // Ended after the engine, which waits for the answers to what it has sent.
      begun.unshift(() => sandbox.close())
      await connectPractice(session, sandbox)
    }
    const host = await createWebHost({
      router: session.router,
      rendererFolder: window.built,
      dataFolder: folder,
      samplesFolder: samples,
      onLocked: () =>
        say('Ten wrong tokens were given: no window is served any more. Start Carryover again.'),
      onBug: (error) =>
        say(`A fault of Carryover: ${error instanceof Error ? error.message : String(error)}.`),
    })
    begun.push(() => host.close())
    await serve(host, options, folder, ending)
    if (damage.signal.aborted) refuse(`${String(damage.signal.reason)} Carryover ends now.`)
    const words = endingWords(await workUnderWay(session.client))
    if (words !== null) say(words)
  } finally {
    for (const end of begun.reverse()) await end()
  }
}

/** What a restart left half read or half built goes on; files that were uploaded for earlier windows are taken away. */
async function takeUpUnfinished({ client, folder }: Session): Promise<void> {
  const batches = await client.batches.list()
  if (!batches.some(({ stage }) => stage === 'reading')) await clearUploads(folder)
  for (const { id, stage } of batches)
    if (stage === 'reading' || stage === 'building') await client.batches.continueLoading({ batch: id })
}

async function bringUpToDate(window: Window, signal: AbortSignal): Promise<void> {
  if (!isStale(window)) return
  const began = performance.now()
  say('Building the window, because its sources are newer than its build …')
  const failure = await buildWindow(window, signal).catch((error: Error) => {
    if (signal.aborted) throw interrupted()
    return error.message
  })
  if (failure !== null) refuse(`The window could not be built. ${failure}`)
  say(`Built in ${seconds(performance.now() - began)}.`)
}

/** The practice service under its name, at the address that it has today; what a person set stays. */
async function connectPractice(
  { client, practice }: Session,
  { baseUrl, tokenUrl, apiKey }: Sandbox,
): Promise<void> {
  practice.begun(baseUrl)
  const before = (await client.connections.list()).find(({ name }) => name === practiceName)
  const settings = connectionSettings.parse({
    ...(before?.settings ?? { limits: { pollFirstMs: 1000, readsPerMinute: null } }),
    baseUrl,
    tokenUrl,
  })
  const { id } = await client.connections.save({ name: practiceName, settings })
  await client.connections.setKey({ id, key: apiKey })
}

async function serve(
  host: WebHost,
  options: StartOptions,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const opener = options.open ? openerFor(process.platform, process.env) : null
  const ready = seconds(performance.now())
  const opened = opener !== null && (await openAddress(opener, host.openUrl()))
  await print(
    opened
      ? `Carryover is ready in ${ready} and open in your browser.\n`
      : `Carryover is ready in ${ready}. Open this address within a minute; it is good once:\n\n  ${host.openUrl()}\n\n`,
  )
  await print(`Its data is kept in ${folder}. Enter prints a new address, Ctrl-C ends Carryover.\n`)
  const lines = isInForeground() ? createInterface({ input: process.stdin, terminal: false }) : null
  lines?.on('line', () => void print(`  ${host.openUrl()}\n`))
  await new Promise<void>((done) => {
    if (signal.aborted) done()
    else signal.addEventListener('abort', () => done(), { once: true })
  })
  lines?.close()
}

/** A job in the background would be stopped by its shell for reading from the terminal. Only Linux tells. */
function isInForeground(): boolean {
  if (!process.stdin.isTTY || process.platform !== 'linux') return true
  const [, , group, , , foreground] = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return group === foreground
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}
