// Files and folders that a person chose, by a native dialog or by dropping them on the window. The engine reads and
// writes nothing else for a page, so a compromised page cannot name a file of this machine.
import { isAbsolute, relative, resolve } from 'node:path'
import { message } from '../../../shared/texts/create-message.ts'
import type { Failure } from '../../engine/system/failure.ts'
import { checkPaths, type PathRule } from '../../web/files/input-paths.ts'

export type GrantedPaths = ReturnType<typeof createGrantedPaths>

/** `home`: the current data folder. Its files may always be shown, because it belongs to the program. */
export function createGrantedPaths(options: {
  readonly home: () => string
  readonly connections: PathRule['connections']
  readonly team: PathRule['team']
}) {
  const granted = new Set<string>()
  const isGranted = (path: string): boolean => granted.has(resolve(path))

  return {
    grant(path: string): void {
      if (isAbsolute(path)) granted.add(resolve(path))
    },
    /** Throws the contract's REFUSED if the input of a call names a path that nobody chose. */
    check: (input: unknown): Promise<void> =>
      checkPaths(input, {
        mayRead: isGranted,
        mayWrite: isGranted,
        connections: options.connections,
        team: options.team,
        fileRefusal: notChosen,
        folderRefusal: notChosen,
      }),
    /** True if the file manager may be opened at this file. */
    mayShow(path: string): boolean {
      const places = [...granted, resolve(options.home())]
      return isAbsolute(path) && places.some((place) => isWithin(place, resolve(path)))
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
  message: message('hosts.not_chosen'),
}
