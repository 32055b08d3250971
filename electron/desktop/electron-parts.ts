// Types of the Electron parts that this folder uses. They are passed in as a value, so a test can pass a small
// fake. Only main.ts and preload.ts import the Electron module itself.
import type * as electron from 'electron'

export type ElectronParts = Pick<
  typeof electron,
  | 'app'
  | 'BrowserWindow'
  | 'dialog'
  | 'ipcMain'
  | 'Menu'
  | 'nativeImage'
  | 'nativeTheme'
  | 'Notification'
  | 'powerMonitor'
  | 'powerSaveBlocker'
  | 'protocol'
  | 'safeStorage'
  | 'session'
  | 'shell'
  | 'utilityProcess'
>

export type AppWindow = electron.BrowserWindow
export type AppSession = electron.Session
export type PageContents = electron.WebContents
export type PageFrame = electron.WebFrameMain
export type EnginePort = electron.MessagePortMain
