// Desktop program from start to end. All dependencies are passed in, including Electron, so the same code runs in
// tests with a small fake.
import { setImmediate } from 'node:timers/promises'
import { onLanguageChange } from '../../shared/texts/current.ts'
import { sentenceOf } from '../../shared/texts/message.ts'
import { createRecovery, type CurrentState, type Recovery } from '../engine/system/data-folder/recovery.ts'
import { refusedEnvironment } from '../engine/system/environment.ts'
import type { RendererFiles } from '../web/files/renderer-files.ts'
import { workUnderWay } from '../web/under-way.ts'
import type { AppSession, ElectronParts } from './electron-parts.ts'
import { type HostedEngine, type HostOptions, startEngine } from './engine/engine-host.ts'
import { createEnginePorts, type EnginePorts } from './engine/engine-port.ts'
import { type Follower, followEngine } from './engine/follow.ts'
import { createFiles } from './page/files.ts'
import { createGrantedPaths } from './page/granted-paths.ts'
import { guardContents, guardSession } from './page/guards.ts'
import { openDoors } from './page/ipc.ts'
import { scheme } from './page/origin.ts'
import { createPageServer, registerScheme } from './page/protocol.ts'
import { createKeepAwake, type KeepAwake } from './system/keep-awake.ts'
import { speakAtStart, speakLanguage } from './system/language.ts'
import { setMenu } from './system/menu.ts'
import { createNotices, type Notices } from './system/notices.ts'
import { followPower } from './system/power.ts'
import { createQuitting, endInOrder, type Quitting } from './system/quit.ts'
import { findDebuggingSwitch } from './system/switches.ts'
import { desktopTexts } from './texts/desktop.ts'
import { createMainWindow, type MainWindow } from './window.ts'

export type DesktopOptions = HostOptions & {
  readonly electron: ElectronParts
  readonly argv: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The data folder. */
  readonly folder: string
  /** Reads the built window. Rejects with a sentence if it is not built. */
  readonly readPage: () => Promise<RendererFiles>
  /** Path of the built preload, next to main.ts. */
  readonly preload: string
  readonly onBug: (error: unknown) => void
}

/** Resolves when the window is opening, or when the program is exiting because it may not or cannot run. */
export async function startDesktop(options: DesktopOptions): Promise<void> {
  const { electron, say } = options
  const { app, dialog } = electron
  speakAtStart(app, options.environment)
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

/** The parts of the running program. */
type Program = {
  readonly electron: ElectronParts
  readonly platform: NodeJS.Platform
  readonly developing: boolean
  readonly onBug: (error: unknown) => void
  readonly recovery: Recovery<HostedEngine>
  readonly window: MainWindow
  readonly ports: EnginePorts
  readonly keepAwake: KeepAwake
  readonly notices: Notices
  /** Null while no engine is open. */
  follower: Follower | null
}

async function run(options: DesktopOptions): Promise<void> {
  const page = await options.readPage()
  let program: Program | null = null
  const recovery = await openDataFolder(options, (now) => {
    if (program !== null) replaceEngine(program, now)
  })
  program = assembleProgram(options, page, recovery)
  const quitting = prepareQuitting(program)
  follow(program, recovery.currentState())
  followPowerEvents(program, quitting)
  followAppEvents(program, quitting)
  keepMenu(program)
  openMainWindow(program, quitting)
}

/** `changed`: another engine is open, or none. Throws if another process has the folder open. */
async function openDataFolder(
  options: DesktopOptions,
  changed: (now: CurrentState<HostedEngine>) => void,
): Promise<Recovery<HostedEngine>> {
  const recovery = await createRecovery<HostedEngine>({
    folder: options.folder,
    now: Date.now,
    open: (folder, damaged, given) => startEngine(options, folder, damaged, given),
    changed,
    onBug: options.onBug,
  })
  const now = recovery.currentState()
  if (now.kind === 'closed' && now.failure.code === 'workspace_in_use')
    throw new Error(sentenceOf(now.failure.message))
  return recovery
}

function assembleProgram(
  options: DesktopOptions,
  page: RendererFiles,
  recovery: Recovery<HostedEngine>,
): Program {
  const { electron, platform, preload, onBug } = options
  const developing = !electron.app.isPackaged
  const session = createPageSession(electron, page, developing)
  const window = createMainWindow(electron, { session, preload, developing })
  const ports = connectPage(options, recovery, window)
  const notices = createNotices({
    electron,
    platform,
    window: window.current,
    open: ({ batch, step }) => window.show(batch === null ? '' : `#/batch/${batch}/${step}`),
  })
  const keepAwake = createKeepAwake(electron.powerSaveBlocker)
  return {
    electron,
    platform,
    developing,
    onBug,
    recovery,
    window,
    ports,
    keepAwake,
    notices,
    follower: null,
  }
}

function createPageSession(electron: ElectronParts, page: RendererFiles, developing: boolean): AppSession {
  // No `persist:` prefix: nothing of the page is written to disk.
  const session = electron.session.fromPartition('carryover')
  guardSession(session, { developing })
  session.protocol.handle(scheme, createPageServer(page))
  return session
}

/** Everything that the page can reach: the engine's calls, and the doors of page/ipc.ts. */
function connectPage(
  { electron, onBug }: DesktopOptions,
  recovery: Recovery<HostedEngine>,
  window: MainWindow,
): EnginePorts {
  const granted = createGrantedPaths({
    home: () => recovery.currentState().folder,
    connections: async () => {
      const now = recovery.currentState()
      return now.kind === 'open' ? now.opened.client.connections.list() : []
    },
    team: async () => {
      const now = recovery.currentState()
      return now.kind === 'open' ? now.opened.client.team.get() : null
    },
  })
  const ports = createEnginePorts({
    router: routerOf(recovery.currentState()),
    checkInput: granted.check,
    onBug,
  })
  openDoors(electron.ipcMain, window.current, {
    engine: ports.serve,
    grant: granted.grant,
    language: (language) => speakLanguage(electron.app, language),
    ...createFiles(electron, granted, window.current),
  })
  return ports
}

function routerOf(now: CurrentState<HostedEngine>) {
  return now.kind === 'open' ? now.opened.router : now.router
}

function follow(program: Program, now: CurrentState<HostedEngine>): void {
  const { notices, keepAwake, onBug } = program
  if (now.kind === 'closed') {
    notices.count(0)
    return keepAwake.end()
  }
  program.follower = followEngine({
    client: now.opened.client,
    reported: notices.reported,
    waiting: notices.count,
    sending: keepAwake.set,
    onBug,
  })
}

/** The engine changed or is gone: the page starts its calls again. */
function replaceEngine(program: Program, now: CurrentState<HostedEngine>): void {
  program.follower?.stop().catch(program.onBug)
  program.follower = null
  follow(program, now)
  program.ports.use(routerOf(now))
  program.window.current()?.webContents.reload()
}

function prepareQuitting(program: Program): Quitting {
  const { electron, recovery, window, ports, keepAwake } = program
  return createQuitting({
    app: electron.app,
    dialog: electron.dialog,
    window: window.current,
    underWay: async () => {
      const now = recovery.currentState()
      return now.kind === 'open' ? workUnderWay(now.opened.client) : { sending: 0, queued: 0 }
    },
    close: endInOrder([
      async () => program.follower?.stop(),
      recovery.close,
      async () => keepAwake.end(),
      // One turn of the event loop, so that the engine's last messages reach the page.
      () => setImmediate(),
      async () => ports.end(),
    ]),
  })
}

function followPowerEvents({ electron, recovery }: Program, { shutdown }: Quitting): void {
  followPower({
    powerMonitor: electron.powerMonitor,
    tell: (event) => {
      const now = recovery.currentState()
      if (now.kind === 'open') now.opened.machine(event)
    },
    shutdown,
  })
}

function followAppEvents({ electron: { app }, platform, window }: Program, { hold }: Quitting): void {
  app.on('before-quit', hold)
  app.on('second-instance', () => window.show())
  app.on('activate', () => window.show())
  app.on('window-all-closed', () => {
    // On macOS a program without windows continues, and so do its batches.
    if (platform !== 'darwin') app.quit()
  })
}

/** Sets the menu now, and again in another language. */
function keepMenu({ electron, platform, developing, recovery }: Program): void {
  const folder = (): string => recovery.currentState().folder
  const showMenu = (): void => setMenu(electron, { platform, developing, folder })
  showMenu()
  onLanguageChange(showMenu)
}

function openMainWindow({ platform, window }: Program, { hold, shutdown }: Quitting): void {
  // On other systems closing the only window quits the program, and the question comes before the window closes.
  window.open({
    onClose: platform === 'darwin' ? null : hold,
    onSessionEnd: platform === 'win32' ? shutdown : null,
  })
}
