// File transfer to and from the engine. The engine works on paths: Electron knows the path of a picked or dropped
// file, and the web host receives an upload first. Steps call the same functions in both cases.
import { z } from 'zod'
import { desktop } from './desktop-bridge.ts'
import { UserError } from '../../components/notices/failure.ts'
import { texts } from '../../texts/common.ts'
import { hostHeaders } from './web-session.ts'

export type Upload = { readonly sent: number; readonly total: number }

/** Extensions that the file picker offers. */
export const accepted = {
  spreadsheet: '.xlsx,.ods,.csv,.tsv,.txt',
  catalogue: '.json',
  certificate: '.pem,.crt,.cer,.der,.p12,.pfx,.key',
  project: '.carryover',
} as const
export type FileKind = keyof typeof accepted

/** True where files are picked with the system's own dialog. */
export const hasNativeDialogs = desktop !== null

/** The native dialog; null when it was dismissed. Only where `hasNativeDialogs`. */
export async function pickPath(kind: FileKind): Promise<string | null> {
  return desktop === null ? null : desktop.pickFile(kind)
}

/** The native dialog for several files; none when it was dismissed. Only where `hasNativeDialogs`. */
export async function pickPaths(kind: FileKind): Promise<string[]> {
  return desktop === null ? [] : desktop.pickFiles(kind)
}

const placed = z.object({ path: z.string().min(1) })
const refusal = z.object({ message: z.string() })

/** The path under which the engine can read a file. Uploads it first under the web host. */
export async function pathForEngine(
  file: File,
  options: { readonly onProgress?: (upload: Upload) => void; readonly signal?: AbortSignal } = {},
): Promise<string> {
  if (desktop !== null) return desktop.pathOf(file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const failed = (message: string): void => reject(new UserError('upload_failed', message))
    request.upload.addEventListener('progress', (event) =>
      options.onProgress?.({ sent: event.loaded, total: file.size }),
    )
    request.addEventListener('error', () => failed(texts.files.uploadBroken({ name: file.name })))
    request.addEventListener('abort', () =>
      reject(new UserError('upload_cancelled', texts.files.uploadCancelled)),
    )
    request.addEventListener('load', () => {
      const answer = parsed(request.responseText)
      const path = placed.safeParse(answer)
      if (request.status === 200 && path.success) return resolve(path.data.path)
      const reported = refusal.safeParse(answer)
      failed(
        reported.success
          ? reported.data.message
          : texts.files.uploadRefused({ name: file.name, status: request.status }),
      )
    })
    options.signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.open('PUT', `/api/upload?name=${encodeURIComponent(file.name)}`)
    for (const [name, value] of Object.entries(hostHeaders())) request.setRequestHeader(name, value)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.send(file)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}

/**
 * Saves a report file under its name in `files`: as a browser download under the web host. In Electron the report was
 * written where the user chose, and the file is shown there.
 */
export async function saveReportFile(batch: number, file: string, path: string): Promise<void> {
  if (desktop !== null) return desktop.showFile(path)
  await download(batch, file, path.split(/[\\/]/).at(-1) ?? file)
}

/**
 * Saves all files of the latest report: as one archive under the web host, and in Electron as copies in a folder that
 * the user chooses.
 */
export async function saveWholeReport(
  batch: { readonly id: number; readonly name: string },
  copy: (folder: string) => Promise<void>,
): Promise<void> {
  if (desktop === null) return download(batch.id, 'report.zip', `${batch.name} report.zip`)
  const folder = await desktop.pickFolder()
  if (folder !== null) await copy(folder)
}

async function download(batch: number, file: string, name: string): Promise<void> {
  const reply = await fetch('/api/download', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...hostHeaders() },
    body: JSON.stringify({ batch, file }),
  })
  if (!reply.ok) {
    const reported = refusal.safeParse(parsed(await reply.text()))
    throw new UserError(
      'download_failed',
      reported.success
        ? reported.data.message
        : texts.files.downloadRefused({ name: file, status: reply.status }),
    )
  }
  offer(await reply.blob(), name)
}

/** Hands a file to the browser for saving. */
function offer(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/**
 * Saves a small file of the engine: into a folder that the person picks in Electron's dialog, by the browser otherwise.
 * Returns its path; null where the dialog was dismissed or the browser keeps the file itself.
 */
export async function saveText(file: {
  readonly write: (folder: string) => Promise<string | null>
  readonly print: () => Promise<{ readonly fileName: string; readonly text: string }>
}): Promise<string | null> {
  if (hasNativeDialogs) {
    const picked = await pickReportFolder()
    return picked === null || picked.folder === null ? null : file.write(picked.folder)
  }
  const { fileName, text } = await file.print()
  offer(new Blob([text], { type: 'application/json' }), fileName)
  return null
}

/**
 * Electron's dialog for the report folder; null under the web host, where the report is written to the data folder.
 */
export async function pickReportFolder(): Promise<{ readonly folder: string | null } | null> {
  if (desktop === null) return { folder: null }
  const folder = await desktop.pickFolder()
  return folder === null ? null : { folder }
}
