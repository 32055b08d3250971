// Native dialogs and the file manager. Only files that a person picks here are granted to the engine.
import type { FileKind } from './channels.ts'
import type { AppWindow, ElectronParts } from '../electron-parts.ts'
import { desktopTexts } from '../texts/desktop.ts'
import type { GrantedPaths } from './granted-paths.ts'

const extensions = {
  spreadsheet: ['xlsx', 'xlsm', 'ods', 'csv', 'tsv', 'txt'],
  catalogue: ['json'],
  certificate: ['pem', 'crt', 'cer', 'der', 'p12', 'pfx', 'key'],
  project: ['carryover'],
} satisfies Record<FileKind, string[]>

function filtersOf(kind: FileKind): Electron.FileFilter[] {
  const words = desktopTexts.files
  const names = {
    spreadsheet: words.spreadsheets,
    catalogue: words.catalogues,
    certificate: words.certificates,
    project: words.projects,
  } satisfies Record<FileKind, string>
  return [
    { name: names[kind], extensions: extensions[kind] },
    { name: words.all, extensions: ['*'] },
  ]
}

export function createFiles(
  { dialog, shell }: Pick<ElectronParts, 'dialog' | 'shell'>,
  granted: GrantedPaths,
  window: () => AppWindow | null,
) {
  async function pickAll(options: Electron.OpenDialogOptions): Promise<string[]> {
    const parent = window()
    // A page asked, so there is a window; it may be closing.
    if (parent === null) return []
    const { canceled, filePaths } = await dialog.showOpenDialog(parent, options)
    const paths = canceled ? [] : filePaths
    for (const path of paths) granted.grant(path)
    return paths
  }
  async function pick(options: Electron.OpenDialogOptions): Promise<string | null> {
    return (await pickAll(options))[0] ?? null
  }
  return {
    pickFiles: (kind: FileKind) => {
      const { title, button } = desktopTexts.files[kind]
      const properties = ['openFile', 'multiSelections'] as const
      return pickAll({
        title,
        buttonLabel: button,
        filters: filtersOf(kind),
        properties: [...properties],
      })
    },
    pickFile: (kind: FileKind) => {
      const { title, button } = desktopTexts.files[kind]
      return pick({ title, buttonLabel: button, filters: filtersOf(kind), properties: ['openFile'] })
    },
    pickFolder: () => {
      const { title, button } = desktopTexts.files.folder
      const properties = ['openDirectory', 'createDirectory', 'promptToCreate'] as const
      return pick({ title, buttonLabel: button, properties: [...properties] })
    },
    /** Shown in the file manager, not opened: a person chooses the program for a report's files. */
    async showFile(path: string): Promise<void> {
      if (!granted.mayShow(path)) throw new Error('Refused.')
      shell.showItemInFolder(path)
    },
  }
}
