// Whether other users of this machine could use a file or a folder.
import type { Stats } from 'node:fs'

/** Windows has no such modes: there who may open a file is told by the folders around it. */
export function isOpenToOthers(facts: Stats, platform: NodeJS.Platform = process.platform): boolean {
  return platform !== 'win32' && (facts.mode & 0o077) !== 0
}

/** As `chmod` takes it: `640`. */
export function modeOf(facts: Stats): string {
  return (facts.mode & 0o777).toString(8)
}
