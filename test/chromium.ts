// The Chromium that tests drive: named by CARRYOVER_CHROMIUM, else the one that `.scripts/prepare.js --chromium` found
// and noted. A file that imports this one is skipped as a whole where there is none (test/tool-runner.ts).
import { opensBrowser, pathOf } from './tools.ts'

Reflect.set(globalThis, opensBrowser, true)

/** The program's path. Throws where there is none. */
export function chromiumPath(): string {
  return pathOf('chromium')
}

/** Chromium refuses its own sandbox to root, which is what containers run as. */
export const chromiumArguments: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : []
