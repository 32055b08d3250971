// Import and export of templates: through the system's dialogs in Electron, through the browser otherwise.
import { engine } from '../../../app/engine.ts'
import { pathForEngine, pickPath, saveText } from '../../../app/host/files.ts'

/** Where the file was written; null where the dialog was dismissed or the browser keeps the file itself. */
export function exportTemplate(name: string): Promise<string | null> {
  return saveText({
    write: async (folder) => (await engine.templates.write({ name, folder })).path,
    print: () => engine.templates.print({ name }),
  })
}

/** The name of the template that the file holds. */
export async function importTemplate(file: File): Promise<string> {
  return (await engine.templates.read({ path: await pathForEngine(file) })).name
}

/** By the system's dialog; null where it was dismissed. Only where `hasNativeDialogs`. */
export async function importPicked(): Promise<string | null> {
  const path = await pickPath('catalogue')
  return path === null ? null : (await engine.templates.read({ path })).name
}
