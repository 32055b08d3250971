// Which files a page may have the engine read: those that were uploaded through this host and the samples that ship.
// A path is a capability that a browser window does not have; any call that names another one is refused before the
// engine sees it. The rule goes by what the inputs of contract.ts call their paths, not by call, so a new call is covered.
import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import type { Failure } from '../engine/failure.ts'

/** The names under which inputs carry paths of this machine. */
export const pathNames = ['path', 'catalogue.path', 'folder'] as const

const named = z.looseObject({
  path: z.unknown().optional(),
  catalogue: z.unknown().optional(),
  folder: z.unknown().optional(),
})
const catalogueFile = z.looseObject({ path: z.unknown() })

export type PathGuard = (input: unknown) => Promise<void>

/** Throws the contract's REFUSED where an input names a path that it may not. */
export function createPathGuard(options: {
  readonly uploads: string
  /** Null where none ship. */
  readonly samples: string | null
}): PathGuard {
  const places = [
    { folder: options.uploads, depth: 2 },
    ...(options.samples === null ? [] : [{ folder: options.samples, depth: 1 }]),
  ]

  /** By what it really is: links are followed before it is compared. */
  async function isAllowed(path: unknown): Promise<boolean> {
    if (typeof path !== 'string' || !isAbsolute(path)) return false
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

  return async (input) => {
    const parsed = named.safeParse(input)
    if (!parsed.success) return
    const { path, catalogue, folder } = parsed.data
    if (folder !== undefined && folder !== null) throw refused(folderFailure)
    const fromFile = catalogueFile.safeParse(catalogue)
    const paths = [...(path === undefined ? [] : [path]), ...(fromFile.success ? [fromFile.data.path] : [])]
    for (const one of paths) if (!(await isAllowed(one))) throw refused(pathFailure)
  }
}

function refused(failure: Failure): ORPCError<'REFUSED', Failure> {
  return new ORPCError('REFUSED', { defined: true, message: failure.message, data: failure })
}

const pathFailure: Failure = {
  kind: 'input',
  code: 'path_not_allowed',
  message: 'A browser window can only use files that were uploaded in it. Choose the file again.',
}
const folderFailure: Failure = {
  kind: 'input',
  code: 'path_not_allowed',
  message:
    'A browser window cannot choose a folder of this machine. Write the report without one and download its files.',
}
