// Restricts the files that a page in a browser may have the engine read: files uploaded through this host, and the
// samples that ship with the program. A call that names another file is refused before the engine sees it.
import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { message } from '../../../shared/texts/create-message.ts'
import type { Failure } from '../../engine/system/failure.ts'
import { checkPaths, type PathRule } from './input-paths.ts'

export type PathGuard = (input: unknown) => Promise<void>

/** Throws the contract's REFUSED if an input names a forbidden path. */
export function createPathGuard(options: {
  readonly uploads: string
  /** Null if none ship. */
  readonly samples: string | null
  readonly connections: PathRule['connections']
  readonly team: PathRule['team']
}): PathGuard {
  const places = [
    { folder: options.uploads, depth: 2 },
    ...(options.samples === null ? [] : [{ folder: options.samples, depth: 1 }]),
  ]

  /** By its real path: links are resolved before the comparison. */
  async function mayRead(path: string): Promise<boolean> {
    if (!isAbsolute(path)) return false
    const real = await realpath(path).catch(() => null)
    if (real === null) return false
    for (const { folder, depth } of places) {
      const home = await realpath(folder).catch(() => null)
      if (home === null) continue
      const parts = relative(home, real).split(sep)
      if (parts.length === depth && !parts.includes('..') && !isAbsolute(parts[0] ?? '') && real !== home)
        return true
    }
    return false
  }

  return (input) =>
    checkPaths(input, {
      mayRead,
      mayWrite: () => false,
      connections: options.connections,
      team: options.team,
      fileRefusal,
      folderRefusal,
    })
}

const fileRefusal: Failure = {
  kind: 'input',
  code: 'path_not_allowed',
  message: message('hosts.not_uploaded'),
}
const folderRefusal: Failure = {
  kind: 'input',
  code: 'path_not_allowed',
  message: message('hosts.no_folder'),
}
