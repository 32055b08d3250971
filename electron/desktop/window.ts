// The only window, which may be closed and opened again if the system supports it. Its page is restricted: no Node, a
// sandboxed process, an isolated preload, and a session kept in memory only.
import type { AppSession, AppWindow, ElectronParts } from './electron-parts.ts'
import { startPage } from './page/origin.ts'
import { desktopTexts } from './texts/desktop.ts'

export type MainWindowOptions = {
  readonly session: AppSession
  /** The preload's one file. */
  readonly preload: string
  /** The developer tools can be opened. */
  readonly developing: boolean
}

type Prevent = (event: { preventDefault(): void }) => void

/** Null: the window closes without a question. */
type OnEnd = { readonly onClose: Prevent | null; readonly onSessionEnd: Prevent | null }

export type MainWindow = ReturnType<typeof createMainWindow>

export function createMainWindow(electron: WindowParts, options: MainWindowOptions) {
  let current: AppWindow | null = null
  let onEnd: OnEnd = { onClose: null, onSessionEnd: null }

  function open(at: string): void {
    const window = openWindow(electron, options, at)
    if (onEnd.onClose !== null) window.on('close', onEnd.onClose)
    // Windows reports the end of the session to windows, not to programs.
    if (onEnd.onSessionEnd !== null) window.on('query-session-end', onEnd.onSessionEnd)
    window.on('closed', () => {
      current = null
    })
    offerToReopen(window, electron)
    current = window
  }
  return {
    current: (): AppWindow | null => current,
    /** `how`: for this window and those opened later. */
    open(how: OnEnd): void {
      onEnd = how
      open('')
    },
    /** `at`: a place in the page, starting with `#`; empty: the current place. */
    show(at = ''): void {
      if (current === null) return open(at)
      if (at !== '') leadTo(current, at)
      bringToFront(current)
    },
  }
}

type WindowParts = Pick<ElectronParts, 'app' | 'BrowserWindow' | 'dialog' | 'nativeTheme'>

/** `at`: the first place in the page, empty or starting with `#`. */
function openWindow(
  { BrowserWindow, nativeTheme }: WindowParts,
  options: MainWindowOptions,
  at: string,
): AppWindow {
  const window = new BrowserWindow({
    title: 'Carryover',
    width: 1280,
    height: 800,
    minWidth: 960,
    minHeight: 600,
    // Shown when the page is ready; until then it has the theme's colour.
    show: false,
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#16181d' : '#ffffff',
    webPreferences: {
      session: options.session,
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webviewTag: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      spellcheck: false,
      devTools: options.developing,
    },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(startPage + at)
  return window
}

/** Navigates the page of an open window: only the part after `#` changes. */
function leadTo(window: AppWindow, at: string): void {
  // If another page is loading at that moment, it wins.
  window.loadURL(startPage + at).catch(() => undefined)
}

/** Another start of the program, or a click on its icon, brings the existing window to the front. */
function bringToFront(window: AppWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** A page whose process crashed is reloaded on request. The engine is not in that process. */
function offerToReopen(window: AppWindow, { app, dialog }: WindowParts): void {
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    void ask()
  })
  async function ask(): Promise<void> {
    const { message, detail, again, quit } = desktopTexts.crash
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message,
      detail,
      buttons: [again, quit],
      defaultId: 0,
      cancelId: 0,
    })
    if (response === 1) app.quit()
    else if (!window.isDestroyed()) window.webContents.reload()
  }
}
