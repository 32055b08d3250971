// Global setup: builds the window once per run, before its first test, when its sources are newer than the last
// build.
import { join } from 'node:path'
import { buildWindow, isStale, windowOf } from '../../electron/web/opening/built-window.ts'

export async function setup(): Promise<void> {
  const window = windowOf(join(import.meta.dirname, '..', '..'))
  if (!isStale(window)) return
  const failure = await buildWindow(window, AbortSignal.timeout(120_000))
  if (failure !== null) throw new Error(`The window could not be built.\n${failure}`)
}
