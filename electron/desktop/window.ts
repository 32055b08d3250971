// Creates the only window and restricts its page: no Node, a sandboxed process, an isolated preload, and a session
// kept in memory only.
import type { AppSession, AppWindow, ElectronParts } from './electron-parts.ts'
import { startPage } from './page/origin.ts'
import { desktopTexts } from './texts/desktop.ts'

export type WindowOptions = {
  readonly session: AppSession
  /** The preload's one file. */
  readonly preload: string
  /** The developer tools can be opened. */
  readonly developing: boolean
  /** Start place in the page: empty, or starting with `#`. */
  readonly at: string
}

export function openWindow(
  { BrowserWindow, nativeTheme }: Pick<ElectronParts, 'BrowserWindow' | 'nativeTheme'>,
  options: WindowOptions,
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
  void window.loadURL(startPage + options.at)
  return window
}

/** Navigates the page of an open window: only the part after `#` changes. */
export function leadTo(window: AppWindow, at: string): void {
  // If another page is loading at that moment, it wins.
  window.loadURL(startPage + at).catch(() => undefined)
}

/** Another start of the program, or a click on its icon, brings the existing window to the front. */
export function showWindow(window: AppWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** A page whose process crashed is reloaded on request. The engine is not in that process. */
export function offerToReopen(
  window: AppWindow,
  {
    app,
    dialog,
  }: { readonly app: Pick<ElectronParts['app'], 'quit'>; readonly dialog: ElectronParts['dialog'] },
): void {
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
