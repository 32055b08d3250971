// The Chromium that tests drive: named by CARRYOVER_CHROMIUM, else the one that `.scripts/prepare.js --chromium` found
// and noted. Where there is none a test fails with what to do; it never skips.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const note = join(import.meta.dirname, '..', 'node_modules', '.cache', 'chromium-path')

/** The program's path. Throws where there is none. */
export function chromiumPath(): string {
  const named = process.env['CARRYOVER_CHROMIUM']
  const noted = existsSync(note) ? readFileSync(note, 'utf8').trim() : ''
  const found = [named, noted].find((path) => path !== undefined && path !== '' && existsSync(path))
  if (found !== undefined) return found
  throw new Error(
    'This test needs a Chromium and none was found: run "npm test" (which looks for one and says what it did), ' +
      'or name one in CARRYOVER_CHROMIUM.',
  )
}

/** Chromium refuses its own sandbox to root, which is what containers run as. */
export const chromiumArguments: readonly string[] = process.getuid?.() === 0 ? ['--no-sandbox'] : []
