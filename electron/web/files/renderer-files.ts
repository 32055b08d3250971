// The built window as a fixed map from request target to bytes, read once. No path of a request is joined to a
// folder, so path traversal is impossible.
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { webTexts } from '../texts/web.ts'

export type RendererFile = { readonly type: string; readonly bytes: Buffer }
export type RendererFiles = ReadonlyMap<string, RendererFile>

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** `/` is index.html; every other file has its own path. Rejects with a sentence if the window is not built. */
export async function readRendererFiles(folder: string): Promise<RendererFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = new Map<string, RendererFile>()
  for (const entry of entries) {
    const type = types[extname(entry.name)]
    if (!entry.isFile() || type === undefined) continue
    const path = join(entry.parentPath, entry.name)
    const name = relative(folder, path).split(sep).join('/')
    const target = name === 'index.html' ? '/' : `/${name.split('/').map(encodeURIComponent).join('/')}`
    files.set(target, { type, bytes: await readFile(path) })
  }
  if (!files.has('/')) throw new Error(webTexts.build.noWindow({ folder }))
  return files
}
