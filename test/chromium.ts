// Path of the Chromium that tests drive: from CARRYOVER_CHROMIUM, otherwise the one that `.scripts/prepare.js
// --chromium` found and saved. Without one, every file that imports this module is skipped (test/tool-runner.ts).
import { opensBrowser, pathOf } from './tools.ts'

Reflect.set(globalThis, opensBrowser, true)

/** The program's path. Throws when there is none. */
export function chromiumPath(): string {
  return pathOf('chromium')
}

/** Chromium refuses to sandbox a root user, and containers run as root. */
export const chromiumArguments: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : []
