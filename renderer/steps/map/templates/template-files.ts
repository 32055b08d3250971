// Export of templates: through the system's dialog in Electron, through the browser otherwise.
import { engine } from '../../../app/engine.ts'
import { saveText } from '../../../app/host/files.ts'

/** Where the file was written; null where the dialog was dismissed or the browser keeps the file itself. */
export function exportTemplate(name: string): Promise<string | null> {
  return saveText({
    write: async (folder) => (await engine.templates.write({ name, folder })).path,
    print: () => engine.templates.print({ name }),
  })
}
