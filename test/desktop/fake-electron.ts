// Small fake of the `electron` module with real event emitters, real structured clone and real port transfer
// between page and program. It enforces no rules of its own, so every refusal in a test comes from the program.
import { EventEmitter } from 'node:events'
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'
import type { ElectronParts } from '../../electron/desktop/electron-parts.ts'
import { origin, startPage } from '../../electron/desktop/page/origin.ts'
import { fakeUtilityProcess } from './fake-utility-process.ts'

/** Data that crosses between processes: values are copied, ports move. */
export function crossed<T>(value: T, ports: readonly MessagePort[] = []): { value: T; ports: MessagePort[] } {
  const { port1, port2 } = new MessageChannel()
  port1.postMessage({ value, ports }, [...ports])
  const received: { message: { value: T; ports: MessagePort[] } } | undefined = receiveMessageOnPort(port2)
  port1.close()
  if (received === undefined) throw new Error('Nothing crossed')
  return received.message
}

/** `MessagePortMain`: an emitter that delivers nothing before `start`. */
export class FakePortMain extends EventEmitter {
  readonly #port: MessagePort
  constructor(port: MessagePort) {
    super()
    this.#port = port
    port.on('close', () => this.emit('close'))
  }
  start(): void {
    this.#port.on('message', (data: unknown) => this.emit('message', { data, ports: [] }))
  }
  postMessage(message: unknown): void {
    this.#port.postMessage(message)
  }
  close(): void {
    this.#port.close()
  }
}

export type Frame = {
  parent: Frame | null
  origin: string
  url: string
  processId: number
  routingId: number
}

let lastFrame = 0
export function frameAt(url: string, parent: Frame | null = null, from = origin): Frame {
  lastFrame += 1
  return { parent, origin: from, url, processId: 7, routingId: lastFrame }
}

type Event = { defaultPrevented: boolean; preventDefault(): void }
export function fakeEvent(): Event {
  return {
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true
    },
  }
}

export class FakeContents extends EventEmitter {
  readonly mainFrame = frameAt(startPage)
  windowOpenHandler: ((details: { url: string }) => { action: string }) | null = null
  reloads = 0
  getURL(): string {
    return this.mainFrame.url
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.windowOpenHandler = handler
  }
  reload(): void {
    this.reloads += 1
  }
}

export type WindowSettings = Record<string, unknown> & { readonly webPreferences: Record<string, unknown> }

export class FakeWindow extends EventEmitter {
  readonly webContents = new FakeContents()
  readonly calls: string[] = []
  loaded: string | null = null
  minimized = false
  title = ''
  destroyed = false
  readonly settings: WindowSettings
  constructor(settings: WindowSettings) {
    super()
    this.settings = settings
  }
  async loadURL(url: string): Promise<void> {
    this.loaded = url
  }
  isMinimized(): boolean {
    return this.minimized
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  restore(): void {
    this.calls.push('restore')
    this.minimized = false
  }
  show(): void {
    this.calls.push('show')
  }
  focus(): void {
    this.calls.push('focus')
  }
  setTitle(title: string): void {
    this.title = title
  }
  setProgressBar(): void {
    this.calls.push('progress')
  }
  focused = false
  flashing = false
  overlay = ''
  isFocused(): boolean {
    return this.focused
  }
  flashFrame(on: boolean): void {
    this.flashing = on
  }
  setOverlayIcon(_icon: unknown, words: string): void {
    this.overlay = words
  }
  /** Closes it as a person does: the program may prevent it. */
  close(): void {
    const event = fakeEvent()
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }
  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.emit('closed')
  }
}

export class FakeNotification extends EventEmitter {
  static isSupported = (): boolean => true
  readonly title: string
  readonly body: string
  constructor(options: { readonly title: string; readonly body: string }) {
    super()
    this.title = options.title
    this.body = options.body
  }
  show(): void {
    this.emit('show')
  }
}

type Handler = (...args: never[]) => unknown

class FakeSession extends EventEmitter {
  readonly handlers = new Map<string, Handler>()
  readonly served = new Map<string, (request: Request) => Promise<Response>>()
  readonly protocol = {
    handle: (scheme: string, handler: (request: Request) => Promise<Response>): void =>
      void this.served.set(scheme, handler),
  }
  readonly webRequest = {
    onBeforeRequest: (handler: Handler): void => void this.handlers.set('request', handler),
  }
  readonly partition: string
  constructor(partition: string) {
    super()
    this.partition = partition
  }
  setPermissionRequestHandler = (handler: Handler): void => void this.handlers.set('permission', handler)
  setPermissionCheckHandler = (handler: Handler): void => void this.handlers.set('check', handler)
  setDevicePermissionHandler = (handler: Handler): void => void this.handlers.set('device', handler)
  setDisplayMediaRequestHandler = (handler: Handler): void => void this.handlers.set('display', handler)
  setBluetoothPairingHandler = (handler: Handler): void => void this.handlers.set('bluetooth', handler)
  setUSBProtectedClassesHandler = (handler: Handler): void => void this.handlers.set('usb', handler)
}

class FakeIpcMain extends EventEmitter {
  readonly handlers = new Map<string, (event: unknown, ...args: unknown[]) => Promise<unknown>>()
  handle(channel: string, handler: (event: unknown, ...args: unknown[]) => Promise<unknown>): void {
    this.handlers.set(channel, handler)
  }
}

export type SafeStorageBehaviour = {
  available?: boolean
  backEnd?: string
  /** The first bytes of every ciphertext. */
  prefix?: string
  broken?: boolean
}

/** Encrypts by inverting every bit, so that no key is in a ciphertext as text. */
export function fakeSafeStorage(behaviour: SafeStorageBehaviour = {}) {
  const prefix = Buffer.from(behaviour.prefix ?? 'v11')
  const turned = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0xff))
  return {
    behaviour,
    isAsyncEncryptionAvailable: async () => behaviour.available ?? true,
    getSelectedStorageBackend: () => behaviour.backEnd ?? 'gnome_libsecret',
    encryptStringAsync: async (text: string) => Buffer.concat([prefix, turned(Buffer.from(text))]),
    decryptStringAsync: async (bytes: Buffer) => {
      if (behaviour.broken === true || !bytes.subarray(0, prefix.length).equals(prefix))
        throw new Error('Cannot decrypt')
      return { result: turned(bytes.subarray(prefix.length)).toString(), shouldReEncrypt: false }
    },
  }
}

export type FakeOptions = {
  readonly packaged?: boolean
  readonly switches?: readonly string[]
  readonly firstInstance?: boolean
  readonly safeStorage?: SafeStorageBehaviour
  /** The system's languages. */
  readonly languages?: readonly string[]
  /** Called when the program makes the session of its page, before its window. */
  readonly sessionMade?: () => void
}

export type Fake = ReturnType<typeof createFakeElectron>

export function createFakeElectron(options: FakeOptions = {}) {
  const windows: FakeWindow[] = []
  const sessions: FakeSession[] = []
  const schemes: unknown[] = []
  const shown: string[] = []
  const errors: { readonly title: string; readonly text: string }[] = []
  const questions: { readonly message: string; readonly detail: string; readonly buttons: string[] }[] = []
  /** The user's answers to the next dialogs. */
  const answers: { readonly boxes: number[]; readonly paths: (string | string[] | null)[] } = {
    boxes: [],
    paths: [],
  }
  const order: string[] = []
  /** Every menu that was set. */
  const menus: unknown[] = []
  const exit: { code: number | null; quit: boolean } = { code: null, quit: false }
  const ipcMain = new FakeIpcMain()
  const powerMonitor = new EventEmitter()
  const notified: FakeNotification[] = []
  /** Active power-save blockers by number, and how many were started. */
  const awake: { readonly held: Set<number>; begun: number } = { held: new Set(), begun: 0 }

  const app = Object.assign(new EventEmitter(), {
    isPackaged: options.packaged ?? false,
    setName: () => undefined,
    getPreferredSystemLanguages: () => options.languages ?? ['en-GB'],
    commandLine: {
      hasSwitch: (name: string) => options.switches?.includes(name) ?? false,
      getSwitchValue: () => '',
    },
    badge: 0,
    bounced: 0,
    setBadgeCount: (count: number) => {
      app.badge = count
      return true
    },
    dock: { bounce: () => (app.bounced += 1) },
    enableSandbox: () => void order.push('sandbox'),
    requestSingleInstanceLock: () => options.firstInstance ?? true,
    whenReady: async () => void order.push('ready'),
    exit: (code: number) => {
      exit.code ??= code
      app.emit('ended')
    },
    quit: () => {
      const event = fakeEvent()
      app.emit('before-quit', event)
      if (event.defaultPrevented) return
      for (const window of windows) window.close()
      if (windows.some((window) => !window.destroyed)) return
      exit.quit = true
      app.emit('ended')
    },
  })

  class BrowserWindow extends FakeWindow {
    constructor(settings: WindowSettings) {
      super(settings)
      windows.push(this)
      order.push('window')
      app.emit('web-contents-created', {}, this.webContents)
      this.on('closed', () => {
        if (windows.every((window) => window.destroyed)) app.emit('window-all-closed')
      })
    }
  }
  const box = (...args: unknown[]): Promise<{ response: number }> => {
    questions.push(args.at(-1) as (typeof questions)[number])
    app.emit('question')
    const response = answers.boxes.shift()
    return response === undefined ? new Promise(() => undefined) : Promise.resolve({ response })
  }
  const electron = {
    app,
    BrowserWindow,
    dialog: {
      showMessageBox: box,
      showErrorBox: (title: string, text: string) => void errors.push({ title, text }),
      showOpenDialog: async () => {
        const path = answers.paths.shift() ?? null
        return path === null
          ? { canceled: true, filePaths: [] }
          : { canceled: false, filePaths: [path].flat() }
      },
    },
    ipcMain,
    Menu: {
      buildFromTemplate: (template: unknown) => template,
      setApplicationMenu: (set: unknown) => menus.push(set),
    },
    nativeImage: { createFromBitmap: (bitmap: Buffer) => ({ bytes: bitmap.length }) },
    nativeTheme: { shouldUseDarkColors: true },
    Notification: class extends FakeNotification {
      override show(): void {
        notified.push(this)
        app.emit('notified')
      }
    },
    powerMonitor,
    powerSaveBlocker: {
      start: () => {
        awake.begun += 1
        awake.held.add(awake.begun)
        return awake.begun
      },
      stop: (id: number) => awake.held.delete(id),
    },
    protocol: {
      registerSchemesAsPrivileged: (list: unknown[]) => void schemes.push(...list, order.push('scheme')),
    },
    safeStorage: fakeSafeStorage(options.safeStorage),
    session: {
      fromPartition: (partition: string) => {
        const made = new FakeSession(partition)
        sessions.push(made)
        options.sessionMade?.()
        return made
      },
    },
    shell: {
      showItemInFolder: (path: string) => void shown.push(path),
      openExternal: (url: string) => void shown.push(url),
      openPath: async (path: string) => void shown.push(path),
    },
    utilityProcess: { fork: fakeUtilityProcess },
  }
  return {
    // The only cast of the fake to the module's type; a missing member fails the test that needs it.
    electron: electron as unknown as ElectronParts,
    app,
    ipcMain,
    windows,
    sessions,
    schemes,
    shown,
    errors,
    questions,
    answers,
    order,
    menus,
    exit,
    powerMonitor,
    notified,
    awake,
    shell: electron.shell,
  }
}

/** `ipcRenderer` of a frame in a window. */
export function fakeIpcRenderer(
  { ipcMain }: Fake,
  contents: FakeContents,
  frame: Frame | null = contents.mainFrame,
) {
  const event = (ports: MessagePort[] = []) => ({
    sender: contents,
    senderFrame: frame,
    ports: ports.map((port) => new FakePortMain(port)),
    returnValue: undefined as unknown,
  })
  return {
    postMessage(channel: string, message: unknown, ports: readonly MessagePort[] = []): void {
      const { value, ports: moved } = crossed(message, ports)
      ipcMain.emit(channel, event(moved), value)
    },
    sendSync(channel: string, ...args: unknown[]): unknown {
      const one = event()
      ipcMain.emit(channel, one, ...crossed(args).value)
      return crossed(one.returnValue).value
    },
    async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const handler = ipcMain.handlers.get(channel)
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`)
      return crossed(await handler(event(), ...crossed(args).value)).value
    },
  }
}
