// Import and export of templates: through the system's dialogs in Electron, through the browser otherwise.
import { engine } from '../../../app/engine.ts'
import { hasNativeDialogs, pathForEngine, pickPath, pickReportFolder } from '../../../app/host/files.ts'

/** Where the file was written; null where the dialog was dismissed or the browser keeps the file itself. */
export async function exportTemplate(name: string): Promise<string | null> {
  if (hasNativeDialogs) {
    const picked = await pickReportFolder()
    if (picked === null || picked.folder === null) return null
    return (await engine.templates.write({ name, folder: picked.folder })).path
  }
  const { fileName, text } = await engine.templates.print({ name })
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return null
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
