// Which files and folders a person chose: by a native dialog, or by dropping them on the window. The engine reads and
// writes nothing else on a page's word, so a page that was taken over cannot name a file of this machine.
import { isAbsolute, relative, resolve } from 'node:path'
import { ORPCError } from '@orpc/server'
import { z } from 'zod'
import type { Failure } from '../engine/failure.ts'

/** The names under which inputs of shared/contract.ts carry paths. */
const named = z.looseObject({
  path: z.unknown().optional(),
  folder: z.unknown().optional(),
  catalogue: z.unknown().optional(),
})
const catalogueFile = z.looseObject({ path: z.unknown() })

export type GrantedPaths = ReturnType<typeof createGrantedPaths>

/** `home`: the data folder as it is now; files in it may always be shown, it is the program's own. */
export function createGrantedPaths(home: () => string) {
  const granted = new Set<string>()

  return {
    grant(path: string): void {
      if (isAbsolute(path)) granted.add(resolve(path))
    },
    /** Throws the contract's REFUSED where the input of a call names anything that nobody chose. */
    check(input: unknown): void {
      const parsed = named.safeParse(input)
      if (!parsed.success) return
      const { path, folder, catalogue } = parsed.data
      const fromFile = catalogueFile.safeParse(catalogue)
      const asked = [path, fromFile.success ? fromFile.data.path : undefined, folder ?? undefined]
      for (const one of asked) {
        if (one === undefined) continue
        if (typeof one !== 'string' || !granted.has(resolve(one))) {
          throw new ORPCError('REFUSED', { defined: true, message: notChosen.message, data: notChosen })
        }
      }
    },
    /** Whether the file manager may be opened at this file. */
    mayShow(path: string): boolean {
      return isAbsolute(path) && [...granted, resolve(home())].some((place) => isWithin(place, resolve(path)))
    },
  }
}

function isWithin(place: string, path: string): boolean {
  const way = relative(place, path)
  return way === '' || (!way.startsWith('..') && !isAbsolute(way))
}

const notChosen: Failure = {
  kind: 'input',
  code: 'path_not_allowed',
  message: 'Carryover uses only files and folders that you choose in its window. Choose it again.',
}
