// Replacement for `import 'electron'` when the built program runs under Node (run-built.ts): the fake's parts by
// name.
import { createFakeElectron } from './fake-electron.ts'

export const fake = createFakeElectron()
export const {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  session,
  shell,
  utilityProcess,
} = fake.electron
