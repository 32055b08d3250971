// The user that runs PostgreSQL in tests. PostgreSQL refuses to run as root, and containers run tests as root: there it
// runs as `postgres` or, where that user is missing, as `nobody`. Elsewhere it runs as the user who runs the tests.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export type RunAs = { readonly uid?: number; readonly gid?: number }

/** Ids for `spawn`; empty where the tests run as a normal user. Throws if root has no other user to use. */
export function unprivilegedUser(): RunAs {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) =>
      Number.parseInt(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout ?? '', 10),
    )
    if (uid !== undefined && gid !== undefined && uid > 0 && gid > 0) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL refuses to run as root, and this machine has neither a user "postgres" nor "nobody".',
  )
}

/** The temporary folder, or /tmp where the user who runs PostgreSQL cannot enter the temporary folder. */
export function sharedFolder(user: RunAs): string {
  return user.uid === undefined || canEnter(tmpdir()) ? tmpdir() : '/tmp'
}

/** A new folder below it. */
export function openFolder(prefix: string, user: RunAs): string {
  return mkdtempSync(join(sharedFolder(user), prefix))
}

function canEnter(folder: string): boolean {
  const above = dirname(folder)
  return (statSync(folder).mode & 0o001) !== 0 && (above === folder || canEnter(above))
}
