// The desktop program from start to end. Everything that it depends on is passed in, Electron too, so this very code
// runs in tests against a small stand-in.
import { setImmediate } from 'node:timers/promises'
import { createProcessReader } from '../engine/reading/process-reader.ts'
import type { RendererFiles } from '../web/renderer-files.ts'
import { workUnderWay } from '../web/under-way.ts'
import type { AppSession, AppWindow, ElectronParts } from './electron-parts.ts'
import { type EngineFactory, startPractice, takeUpUnfinished } from './engine-host.ts'
import { createEnginePorts } from './engine-port.ts'
import { createFiles } from './files.ts'
import { followEngine } from './follow.ts'
import { createGrantedPaths } from './granted-paths.ts'
import { guardContents, guardSession } from './guards.ts'
import { openDoors } from './ipc.ts'
import { createKeepAwake } from './keep-awake.ts'
import { createDesktopKeySafe } from './key-safe.ts'
import { setMenu } from './menu.ts'
import { createNotices } from './notices.ts'
import { scheme } from './origin.ts'
import { followPower } from './power.ts'
import { createPageServer, registerScheme } from './protocol.ts'
import { createQuitting } from './quit.ts'
import { utilityReaderChild } from './reader-process.ts'
import { findDebuggingSwitch } from './switches.ts'
import { leadTo, offerToReopen, openWindow, showWindow } from './window.ts'

export type DesktopOptions = {
  readonly electron: ElectronParts
  readonly engineFactory: EngineFactory
  readonly platform: NodeJS.Platform
  readonly argv: readonly string[]
  /** The data folder. */
  readonly folder: string
  /** The practice service's storage, or null to start without it. */
  readonly practiceStorage: string | null
  /** The built window. Rejects with a sentence where it is not built. */
  readonly readPage: () => Promise<RendererFiles>
  /** Built files beside main.ts. */
  readonly preload: string
  readonly readerMain: string
  readonly samplePath?: string
  readonly onBug: (error: unknown) => void
  readonly say: (line: string) => void
}

/** Resolves when the window is on its way, or when the program is ending because it may not or cannot run. */
export async function startDesktop(options: DesktopOptions): Promise<void> {
  const { electron, say } = options
  const { app, dialog } = electron
  const debugging = findDebuggingSwitch(options.argv, (name) => app.commandLine.hasSwitch(name))
  if (app.isPackaged && debugging !== null) {
    say(`Carryover does not run with --${debugging}: it holds keys and other people’s data.`)
    return app.exit(3)
  }
  app.enableSandbox()
  registerScheme(electron.protocol)
  if (!app.requestSingleInstanceLock()) return app.quit()
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
  await app.whenReady()
  try {
    await run(options)
  } catch (error) {
    dialog.showErrorBox('Carryover cannot start', error instanceof Error ? error.message : String(error))
    app.exit(3)
  }
}

async function run(options: DesktopOptions): Promise<void> {
  const { electron, folder, platform } = options
  const { app } = electron
  const developing = !app.isPackaged
  const page = await options.readPage()
  const damage = Promise.withResolvers<string>()
  const { client, router, machine, close } = await startEngine(options, damage.resolve)

  // No `persist:`: nothing of the page is written to the disk.
  const session = electron.session.fromPartition('carryover')
  guardSession(session, { developing })
  session.protocol.handle(scheme, createPageServer(page))

  const granted = createGrantedPaths(folder)
  const ports = createEnginePorts({ router, checkInput: granted.check, onBug: options.onBug })
  const desk = createDesk(options, session, developing)
  const files = createFiles(electron, granted, desk.window)
  openDoors(electron.ipcMain, desk.window, { engine: ports.serve, grant: granted.grant, ...files })

  const keepAwake = createKeepAwake(electron.powerSaveBlocker)
  const notices = createNotices({
    electron,
    platform,
    window: desk.window,
    open: ({ batch, step }) => desk.show(batch === null ? '' : `#/batch/${batch}/${step}`),
  })
  const follower = followEngine({
    client,
    told: notices.told,
    waiting: notices.count,
    sending: keepAwake.set,
    onBug: options.onBug,
  })

  const quitting = createQuitting({
    app,
    dialog: electron.dialog,
    window: desk.window,
    underWay: () => workUnderWay(client),
    close: endInOrder([
      follower.stop,
      close,
      async () => keepAwake.end(),
      // A turn between them, so that what the engine said last is on its way to the page.
      () => setImmediate(),
      async () => ports.end(),
    ]),
  })
  followPower({ powerMonitor: electron.powerMonitor, tell: machine, shutdown: quitting.shutdown })
  app.on('before-quit', quitting.hold)
  app.on('second-instance', () => desk.show())
  app.on('activate', () => desk.show())
  app.on('window-all-closed', () => {
    // On macOS a program without windows goes on: so do its batches.
    if (platform !== 'darwin') app.quit()
  })
  setMenu(electron, { platform, developing, folder })
  // Elsewhere closing the only window is quitting, and is asked before the window is gone.
  desk.open({
    onClose: platform === 'darwin' ? null : quitting.hold,
    onSessionEnd: platform === 'win32' ? quitting.shutdown : null,
  })
  void endOnDamage()

  async function endOnDamage(): Promise<void> {
    electron.dialog.showErrorBox('Carryover has to end', await damage.promise)
    // Whatever an ending in order meets now, it ends.
    await close().catch(options.onBug)
    app.exit(3)
  }
}

/** `damaged`: the data folder was found to be damaged while it was open. */
async function startEngine(options: DesktopOptions, damaged: (message: string) => void) {
  const { electron, folder } = options
  // Notices of the key safe have nowhere to go before the engine stands; none are given before.
  let notice: (message: string) => void = options.say
  const keySafe = await createDesktopKeySafe({
    safeStorage: electron.safeStorage,
    platform: options.platform,
    folder,
    notice: (message) => notice(message),
  })
  const started = await options.engineFactory({
    folder,
    keySafe,
    reader: createProcessReader({
      mainPath: options.readerMain,
      startChild: utilityReaderChild(electron.utilityProcess),
    }),
    ...(options.samplePath === undefined ? {} : { samplePath: options.samplePath }),
    damaged: ({ message }) => damaged(message),
  })
  if (!started.ok) throw new Error(started.failure.message)
  const engine = started.value
  notice = (message) => engine.notice('warning', message)
  await takeUpUnfinished(engine.client, keySafe)
  const endPractice =
    options.practiceStorage === null
      ? async () => {}
      : await startPractice(engine, keySafe, options.practiceStorage)
  return { ...engine, close: endInOrder([engine.close, endPractice]) }
}

/** Every step is taken, whatever the ones before it did. */
function endInOrder(steps: readonly (() => Promise<void>)[]): () => Promise<void> {
  return async () => {
    const [first, ...rest] = steps
    try {
      await first?.()
    } finally {
      if (rest.length > 0) await endInOrder(rest)()
    }
  }
}

type Held = (event: { preventDefault(): void }) => void

/** The window, which may be closed and opened again where the system has it so. */
function createDesk({ electron, preload }: DesktopOptions, session: AppSession, developing: boolean) {
  let current: AppWindow | null = null
  let hold: { readonly onClose: Held | null; readonly onSessionEnd: Held | null } = {
    onClose: null,
    onSessionEnd: null,
  }

  function open(at: string): void {
    const window = openWindow(electron, { session, preload, developing, at })
    const { onClose, onSessionEnd } = hold
    if (onClose !== null) window.on('close', onClose)
    // Windows tells windows, not programs, that the session ends.
    if (onSessionEnd !== null) window.on('query-session-end', onSessionEnd)
    window.on('closed', () => {
      current = null
    })
    offerToReopen(window, electron)
    current = window
  }
  return {
    window: (): AppWindow | null => current,
    open(how: typeof hold): void {
      hold = how
      open('')
    },
    /** `at`: a place in the page, from `#`; empty: wherever it is. */
    show(at = ''): void {
      if (current === null) return open(at)
      if (at !== '') leadTo(current, at)
      showWindow(current)
    },
  }
}
