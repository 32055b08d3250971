// The one window: how it is made, and what its page is allowed to be. No Node in it, a sandboxed process, a preload in a
// world of its own, and a session that is kept in memory only.
import type { AppSession, AppWindow, ElectronParts } from './electron-parts.ts'
import { startPage } from './origin.ts'

export type WindowOptions = {
  readonly session: AppSession
  /** The preload's one file. */
  readonly preload: string
  /** The page's developer tools can be opened. */
  readonly developing: boolean
  /** Where in the page it begins: empty, or from `#`. */
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
    // Shown when there is something to see; until then in the theme's own colour.
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

/** Leads the page of an open window to a place in it: only what follows the `#` changes. */
export function leadTo(window: AppWindow, at: string): void {
  // Where another page is on its way just then, that one comes.
  window.loadURL(startPage + at).catch(() => undefined)
}

/** Another start of the program, or its icon: the window that is there comes to the front. */
export function showWindow(window: AppWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}

/** A page whose process broke is shown again when a person asks for it. The engine is not in that process. */
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
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: 'The window broke down.',
      detail: 'Nothing is lost: the work goes on behind it. Open the window again to see where it stands.',
      buttons: ['Open again', 'Quit'],
      defaultId: 0,
      cancelId: 0,
    })
    if (response === 1) app.quit()
    else if (!window.isDestroyed()) window.webContents.reload()
  }
}
