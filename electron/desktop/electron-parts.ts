// The parts of Electron that this folder uses, as a value that is passed in: a test hands over a small stand-in. Types
// only; the module itself is imported by main.ts and preload.ts alone.
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
