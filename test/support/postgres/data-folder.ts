// The data folder of a PostgreSQL for tests. `initdb` takes a second, so its result is made once in a run and copied for
// each server; other processes wait for the first one.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { copyPackage, findPrograms } from './programs.ts'
import { openFolder, type RunAs, sharedFolder } from './run-as.ts'

/** PostgreSQL's superuser in tests. The password is needed over TCP only. */
export const superuser = { name: 'postgres', password: 'p w/ü?&%' } as const

const waitMs = 20
const killedAfterMs = 60_000

export type Template = { readonly programs: string; readonly version: number; readonly data: string }

/** The programs and a fresh data folder to copy, both shared by the processes of a run. */
export function templateOf(user: RunAs): Template {
  const { folder, version, release, packageFolder } = findPrograms()
  const kind = packageFolder === null ? 'installed' : 'package'
  const shared = join(sharedFolder(user), `pg-${release}-${kind}`)
  while (!existsSync(shared)) {
    if (!begins(`${shared}.begun`)) continue
    try {
      if (existsSync(shared)) break
      const own = openFolder('pg-template-', user)
      chmodSync(own, 0o755)
      initialize(packageFolder === null ? folder : copyPackage(packageFolder, join(own, 'native')), own, user)
      renameSync(own, shared)
    } finally {
      rmSync(`${shared}.begun`, { recursive: true })
    }
  }
  const programs = packageFolder === null ? folder : join(shared, 'native', 'bin')
  return { programs, version, data: join(shared, 'data') }
}

/** Whether this process makes it. If another one does, waits a moment; one that was killed is replaced. */
function begins(marker: string): boolean {
  try {
    mkdirSync(marker)
    return true
  } catch (error) {
    if (!existsSync(dirname(marker))) throw error
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs)
    const { mtimeMs } = statSync(marker, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }
    if (Date.now() - mtimeMs > killedAfterMs) rmSync(marker, { recursive: true, force: true })
    return false
  }
}

function initialize(programs: string, folder: string, user: RunAs): void {
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const password = join(folder, 'password')
  writeFileSync(password, superuser.password)
  giveTo(user, data, password)
  // Segments of one megabyte: the folder is copied for each server.
  const words =
    '--auth-host=scram-sha-256 --auth-local=trust --encoding=UTF8 --locale=C --no-sync --wal-segsize=1'.split(
      ' ',
    )
  words.push('--pgdata', data, '--username', superuser.name, '--pwfile', password)
  const { status, stdout, stderr, error } = spawnSync(join(programs, 'initdb'), words, {
    ...user,
    cwd: folder,
    encoding: 'utf8',
  })
  rmSync(password)
  if (status !== 0) throw new Error(`initdb failed: ${error?.message ?? ''}\n${stdout}\n${stderr}`)
}

export function giveTo({ uid, gid }: RunAs, ...paths: readonly string[]): void {
  if (uid !== undefined && gid !== undefined) for (const path of paths) chownSync(path, uid, gid)
}

/** Copies a data folder, as the user who runs PostgreSQL: it has to own every file. */
export function copyData(from: string, to: string, user: RunAs): void {
  if (process.platform === 'win32') {
    cpSync(from, to, { recursive: true })
    return
  }
  const { status, stderr } = spawnSync('cp', ['-R', '-p', from, to], { ...user, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The data folder could not be copied: ${stderr}`)
}
