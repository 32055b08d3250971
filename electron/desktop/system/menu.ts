// Menu of the program: only the standard entries, with the system's own roles. Work is done in the window. Electron
// names the roles in English, so each entry has its own words.
import type { ElectronParts } from '../electron-parts.ts'
import { desktopTexts } from '../texts/desktop.ts'

type Item = Electron.MenuItemConstructorOptions

type MenuOptions = {
  readonly platform: NodeJS.Platform
  readonly developing: boolean
  readonly showDataFolder: () => void
}

const separator: Item = { type: 'separator' }

export function menuTemplate(options: MenuOptions): Item[] {
  const words = desktopTexts.menu
  const isMac = options.platform === 'darwin'
  return [
    ...(isMac ? [programMenu()] : []),
    { label: words.file, submenu: fileItems(options) },
    { label: words.edit, submenu: editItems() },
    { label: words.view, submenu: viewItems(options.developing) },
    { role: 'window', label: words.window, submenu: windowItems(options.platform) },
    ...(isMac
      ? []
      : [
          {
            role: 'help',
            label: words.help,
            submenu: [{ role: 'about', label: words.about }],
          } satisfies Item,
        ]),
  ]
}

/** The first menu of macOS, named after the program by the system. */
function programMenu(): Item {
  const words = desktopTexts.menu
  return {
    role: 'appMenu',
    submenu: [
      { role: 'about', label: words.about },
      separator,
      { role: 'services', label: words.services },
      separator,
      { role: 'hide', label: words.hide },
      { role: 'hideOthers', label: words.hideOthers },
      { role: 'unhide', label: words.showAll },
      separator,
      { role: 'quit', label: words.quit({ platform: 'darwin' }) },
    ],
  }
}

function fileItems({ platform, showDataFolder }: MenuOptions): Item[] {
  const words = desktopTexts.menu
  const end: Item =
    platform === 'darwin'
      ? { role: 'close', label: words.close({ platform }) }
      : { role: 'quit', label: words.quit({ platform }) }
  return [{ label: words.dataFolder, click: showDataFolder }, separator, end]
}

function editItems(): Item[] {
  const words = desktopTexts.menu
  return [
    { role: 'undo', label: words.undo },
    { role: 'redo', label: words.redo },
    separator,
    { role: 'cut', label: words.cut },
    { role: 'copy', label: words.copy },
    { role: 'paste', label: words.paste },
    { role: 'selectAll', label: words.selectAll },
  ]
}

function viewItems(developing: boolean): Item[] {
  const words = desktopTexts.menu
  const ofDevelopers: Item[] = [
    separator,
    { role: 'reload', label: words.reload },
    { role: 'toggleDevTools', label: words.developerTools },
  ]
  return [
    { role: 'resetZoom', label: words.actualSize },
    { role: 'zoomIn', label: words.zoomIn },
    { role: 'zoomOut', label: words.zoomOut },
    separator,
    { role: 'togglefullscreen', label: words.fullScreen },
    ...(developing ? ofDevelopers : []),
  ]
}

function windowItems(platform: NodeJS.Platform): Item[] {
  const words = desktopTexts.menu
  const last: Item[] =
    platform === 'darwin'
      ? [separator, { role: 'front', label: words.front }]
      : [{ role: 'close', label: words.close({ platform }) }]
  return [{ role: 'minimize', label: words.minimize }, { role: 'zoom', label: words.zoom }, ...last]
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
