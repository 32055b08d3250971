// Native dialogs and the file manager. Only files that a person picks here are granted to the engine.
import type { FileKind } from './channels.ts'
import type { AppWindow, ElectronParts } from '../electron-parts.ts'
import type { GrantedPaths } from './granted-paths.ts'

const filters = {
  spreadsheet: [
    { name: 'Spreadsheets', extensions: ['xlsx', 'xlsm', 'ods', 'csv', 'tsv', 'txt'] },
    { name: 'All files', extensions: ['*'] },
  ],
  catalogue: [
    { name: 'Catalogues (JSON Schema)', extensions: ['json'] },
    { name: 'All files', extensions: ['*'] },
  ],
  certificate: [
    { name: 'Certificates and keys', extensions: ['pem', 'crt', 'cer', 'der', 'p12', 'pfx', 'key'] },
    { name: 'All files', extensions: ['*'] },
  ],
} satisfies Record<FileKind, Electron.FileFilter[]>
const words = {
  spreadsheet: { title: 'Load a spreadsheet', buttonLabel: 'Load' },
  catalogue: { title: 'Load a catalogue', buttonLabel: 'Load' },
  certificate: { title: 'Choose a certificate or key', buttonLabel: 'Choose' },
} satisfies Record<FileKind, { readonly title: string; readonly buttonLabel: string }>

export function createFiles(
  { dialog, shell }: Pick<ElectronParts, 'dialog' | 'shell'>,
  granted: GrantedPaths,
  window: () => AppWindow | null,
) {
  async function pick(options: Electron.OpenDialogOptions): Promise<string | null> {
    const parent = window()
    // A page asked, so there is a window; it may be closing.
    if (parent === null) return null
    const { canceled, filePaths } = await dialog.showOpenDialog(parent, options)
    const path = canceled ? undefined : filePaths[0]
    if (path === undefined) return null
    granted.grant(path)
    return path
  }
  return {
    pickFile: (kind: FileKind) => pick({ ...words[kind], filters: filters[kind], properties: ['openFile'] }),
    pickFolder: () =>
      pick({
        title: 'Save the report’s files in a folder',
        buttonLabel: 'Save here',
        properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
      }),
    /** Shown in the file manager, not opened: a person chooses the program for a report's files. */
    async showFile(path: string): Promise<void> {
      if (!granted.mayShow(path)) throw new Error('Refused.')
      shell.showItemInFolder(path)
    },
  }
}
