// What `import 'electron'` is for the built program when it runs under Node (run-built.ts): the stand-in's parts by name.
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
