// Global setup: builds the window once per run, before its first test, when its sources or packages are newer
// than the last build and its list of chunks (renderer/vite.config.ts).
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildWindow, isStale, windowOf } from '../../electron/web/opening/built-window.ts'

const root = join(import.meta.dirname, '..', '..')

/** Written by the last build: an array of chunks. */
export const chunkList = join(root, 'node_modules', '.cache', 'window-chunks.json')

export async function setup(): Promise<void> {
  const window = windowOf(root)
  if (!isStale(window) && listIsNew()) return
  const failure = await buildWindow(window, AbortSignal.timeout(120_000))
  if (failure !== null) throw new Error(`The window could not be built.\n${failure}`)
}

/** Packages change with the lock file. */
function listIsNew(): boolean {
  const lock = join(root, 'package-lock.json')
  return existsSync(chunkList) && statSync(chunkList).mtimeMs > statSync(lock).mtimeMs
}
