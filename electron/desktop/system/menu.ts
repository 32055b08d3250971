// Menu of the program: only the standard entries, with the system's own roles. Work is done in the window.
import type { ElectronParts } from '../electron-parts.ts'

type Item = Electron.MenuItemConstructorOptions

export function menuTemplate(options: {
  readonly platform: NodeJS.Platform
  readonly developing: boolean
  readonly showDataFolder: () => void
}): Item[] {
  const isMac = options.platform === 'darwin'
  const dataFolder: Item = { label: 'Show the Data Folder', click: options.showDataFolder }
  const appMenu: Item[] = isMac ? [{ role: 'appMenu' }] : []
  return [
    ...appMenu,
    { label: '&File', submenu: [dataFolder, { type: 'separator' }, { role: isMac ? 'close' : 'quit' }] },
    {
      label: '&Edit',
      submenu: [
        { role: 'undo' },
        { role: 'redo' },
        { type: 'separator' },
        { role: 'cut' },
        { role: 'copy' },
        { role: 'paste' },
        { role: 'selectAll' },
      ],
    },
    {
      label: '&View',
      submenu: [
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...developerItems(options.developing),
      ],
    },
    { role: 'windowMenu' },
    ...(isMac ? [] : [{ role: 'help', submenu: [{ role: 'about' }] } satisfies Item]),
  ]
}

function developerItems(developing: boolean): Item[] {
  return developing ? [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }] : []
}

export function setMenu(
  { Menu, shell }: Pick<ElectronParts, 'Menu' | 'shell'>,
  options: {
    readonly platform: NodeJS.Platform
    readonly developing: boolean
    readonly folder: () => string
  },
): void {
  const { platform, developing, folder } = options
  const showDataFolder = (): void => void shell.openPath(folder())
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ platform, developing, showDataFolder })))
}
