// Desktop program from start to end. All dependencies are passed in, including Electron, so the same code runs in
// tests with a small fake.
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { type Failure, type Result, success } from '../engine/system/failure.ts'
import { createProcessReader } from '../engine/import/process/process-reader.ts'
import { createRecovery, type CurrentState } from '../engine/system/data-folder/recovery.ts'
import type { RendererFiles } from '../web/files/renderer-files.ts'
import { workUnderWay } from '../web/under-way.ts'
import type { AppSession, AppWindow, ElectronParts } from './electron-parts.ts'
import {
  type EngineFactory,
  type HostedEngine,
  startPractice,
  takeUpUnfinished,
} from './engine/engine-host.ts'
import { createEnginePorts } from './engine/engine-port.ts'
import { createFiles } from './page/files.ts'
import { type Follower, followEngine } from './engine/follow.ts'
import { createGrantedPaths } from './page/granted-paths.ts'
import { guardContents, guardSession } from './page/guards.ts'
import { openDoors } from './page/ipc.ts'
import { createKeepAwake } from './system/keep-awake.ts'
import { createDesktopKeyStore } from './engine/key-store.ts'
import { speakLanguage, speakLanguageOfSystem } from './system/language.ts'
import { setMenu } from './system/menu.ts'
import { createNotices } from './system/notices.ts'
import { scheme } from './page/origin.ts'
import { followPower } from './system/power.ts'
import { createPageServer, registerScheme } from './page/protocol.ts'
import { createQuitting } from './system/quit.ts'
import { utilityReaderChild } from './engine/reader-process.ts'
import { refusedEnvironment } from '../engine/system/environment.ts'
import { findDebuggingSwitch } from './system/switches.ts'
import { leadTo, offerToReopen, openWindow, showWindow } from './window.ts'
import { onLanguageChange } from '../../shared/texts/current.ts'
import { sentenceOf } from '../../shared/texts/message.ts'
import { desktopTexts } from './texts/desktop.ts'

export type DesktopOptions = {
  readonly electron: ElectronParts
  readonly engineFactory: EngineFactory
  readonly platform: NodeJS.Platform
  readonly argv: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The data folder. */
  readonly folder: string
  /** Runs the practice service next to the engine; its storage is in the data folder. */
  readonly withPractice: boolean
  /** Reads the built window. Rejects with a sentence if it is not built. */
  readonly readPage: () => Promise<RendererFiles>
  /** Path of the built preload, next to main.ts. */
  readonly preload: string
  readonly readerMain: string
  readonly samplePath?: string
  readonly onBug: (error: unknown) => void
  readonly say: (line: string) => void
}

/** Resolves when the window is opening, or when the program is exiting because it may not or cannot run. */
export async function startDesktop(options: DesktopOptions): Promise<void> {
  const { electron, say } = options
  const { app, dialog } = electron
  speakLanguageOfSystem(app)
  const debugging = findDebuggingSwitch(options.argv, (name) => app.commandLine.hasSwitch(name))
  if (app.isPackaged && debugging !== null) {
    say(desktopTexts.debugging({ name: debugging }))
    return app.exit(3)
  }
  const forbidden = refusedEnvironment(options.environment)
  if (forbidden !== null) {
    const refused = sentenceOf(forbidden)
    say(refused)
    dialog.showErrorBox(desktopTexts.cannotStart, refused)
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
    dialog.showErrorBox(desktopTexts.cannotStart, error instanceof Error ? error.message : String(error))
    app.exit(3)
  }
}

async function run(options: DesktopOptions): Promise<void> {
  const { electron, platform } = options
  const { app } = electron
  const developing = !app.isPackaged
  const page = await options.readPage()
  const recovery = await createRecovery<HostedEngine>({
    folder: options.folder,
    now: Date.now,
    open: (folder, damaged) => startEngine({ ...options, folder }, damaged),
    changed: (currentState) => show(currentState),
    onBug: options.onBug,
  })
  const currentState = recovery.currentState()
  if (currentState.kind === 'closed' && currentState.failure.code === 'workspace_in_use')
    throw new Error(sentenceOf(currentState.failure.message))
  const folder = (): string => recovery.currentState().folder

  // No `persist:` prefix: nothing of the page is written to disk.
  const session = electron.session.fromPartition('carryover')
  guardSession(session, { developing })
  session.protocol.handle(scheme, createPageServer(page))

  const granted = createGrantedPaths({
    home: folder,
    connections: async () => {
      const now = recovery.currentState()
      return now.kind === 'open' ? now.opened.client.connections.list() : []
    },
  })
  const ports = createEnginePorts({
    router: routerOf(currentState),
    checkInput: granted.check,
    onBug: options.onBug,
  })
  const requestContext = createRequestContext(options, session, developing)
  const files = createFiles(electron, granted, requestContext.window)
  openDoors(electron.ipcMain, requestContext.window, {
    engine: ports.serve,
    grant: granted.grant,
    language: (language) => speakLanguage(app, language),
    ...files,
  })

  const keepAwake = createKeepAwake(electron.powerSaveBlocker)
  const notices = createNotices({
    electron,
    platform,
    window: requestContext.window,
    open: ({ batch, step }) => requestContext.show(batch === null ? '' : `#/batch/${batch}/${step}`),
  })
  let follower: Follower | null = null
  function follow(now: CurrentState<HostedEngine>): void {
    if (now.kind === 'closed') {
      notices.count(0)
      return keepAwake.end()
    }
    follower = followEngine({
      client: now.opened.client,
      reported: notices.reported,
      waiting: notices.count,
      sending: keepAwake.set,
      onBug: options.onBug,
    })
  }
  follow(currentState)
  /** The engine changed or is gone: the page starts its calls again. */
  function show(now: CurrentState<HostedEngine>): void {
    follower?.stop().catch(options.onBug)
    follower = null
    follow(now)
    ports.use(routerOf(now))
    requestContext.window()?.webContents.reload()
  }

  const quitting = createQuitting({
    app,
    dialog: electron.dialog,
    window: requestContext.window,
    underWay: async () => {
      const now = recovery.currentState()
      return now.kind === 'open' ? workUnderWay(now.opened.client) : { inFlight: 0, queued: 0 }
    },
    close: endInOrder([
      async () => follower?.stop(),
      recovery.close,
      async () => keepAwake.end(),
      // One turn of the event loop, so that the engine's last messages reach the page.
      () => setImmediate(),
      async () => ports.end(),
    ]),
  })
  followPower({
    powerMonitor: electron.powerMonitor,
    tell: (event) => {
      const now = recovery.currentState()
      if (now.kind === 'open') now.opened.machine(event)
    },
    shutdown: quitting.shutdown,
  })
  app.on('before-quit', quitting.hold)
  app.on('second-instance', () => requestContext.show())
  app.on('activate', () => requestContext.show())
  app.on('window-all-closed', () => {
    // On macOS a program without windows continues, and so do its batches.
    if (platform !== 'darwin') app.quit()
  })
  const showMenu = (): void => setMenu(electron, { platform, developing, folder })
  showMenu()
  onLanguageChange(showMenu)
  // On other systems closing the only window quits the program, and the question comes before the window closes.
  requestContext.open({
    onClose: platform === 'darwin' ? null : quitting.hold,
    onSessionEnd: platform === 'win32' ? quitting.shutdown : null,
  })
}

function routerOf(currentState: CurrentState<HostedEngine>) {
  return currentState.kind === 'open' ? currentState.opened.router : currentState.router
}

/** `damaged`: the data folder turned out to be damaged while open. */
async function startEngine(
  options: DesktopOptions,
  damaged: (failure: Failure) => void,
): Promise<Result<HostedEngine>> {
  const { electron, folder } = options
  // Notices of the key store cannot be shown before the engine runs; none are sent before.
  let notice: (message: string) => void = options.say
  const keyStore = await createDesktopKeyStore({
    safeStorage: electron.safeStorage,
    platform: options.platform,
    folder,
    notice: (message) => notice(message),
  })
  const started = await options.engineFactory({
    folder,
    keyStore,
    reader: createProcessReader({
      mainPath: options.readerMain,
      startChild: utilityReaderChild(electron.utilityProcess),
    }),
    ...(options.samplePath === undefined ? {} : { samplePath: options.samplePath }),
    damaged,
  })
  if (!started.ok) return started
  const engine = started.value
  notice = (message) => engine.notice('warning', message)
  try {
    await takeUpUnfinished(engine.client, keyStore)
    const endPractice = options.withPractice
      ? await startPractice(engine, keyStore, join(folder, 'sandbox.sqlite'))
      : async () => {}
    return success({ ...engine, close: endInOrder([engine.close, endPractice]) })
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** Runs every step, even after a failed one. */
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

/** The window, which may be closed and reopened if the system supports it. */
function createRequestContext(
  { electron, preload }: DesktopOptions,
  session: AppSession,
  developing: boolean,
) {
  let current: AppWindow | null = null
  let hold: { readonly onClose: Held | null; readonly onSessionEnd: Held | null } = {
    onClose: null,
    onSessionEnd: null,
  }

  function open(at: string): void {
    const window = openWindow(electron, { session, preload, developing, at })
    const { onClose, onSessionEnd } = hold
    if (onClose !== null) window.on('close', onClose)
    // Windows reports the end of the session to windows, not to programs.
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
    /** `at`: a place in the page, starting with `#`; empty: the current place. */
    show(at = ''): void {
      if (current === null) return open(at)
      if (at !== '') leadTo(current, at)
      showWindow(current)
    },
  }
}
