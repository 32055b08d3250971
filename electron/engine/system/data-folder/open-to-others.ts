// Checks whether other users of this machine could use a file or folder.
import type { Stats } from 'node:fs'

/** Windows has no such modes: there the folders decide who may open a file. */
export function isOpenToOthers(facts: Stats, platform: NodeJS.Platform = process.platform): boolean {
  return platform !== 'win32' && (facts.mode & 0o077) !== 0
}

/** In the notation of `chmod`: `640`. */
export function modeOf(facts: Stats): string {
  return (facts.mode & 0o777).toString(8)
}
