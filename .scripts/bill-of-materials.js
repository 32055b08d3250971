// Writes the list of Carryover's components into a folder: `sbom.cdx.json` (CycloneDX, made by npm from the lock
// file) and `licences.csv` (name, version, licence, and whether it is part of the program or only used to build and
// test it).
//
//   node .scripts/bill-of-materials.js FOLDER
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Every package of the lock file, once per version. */
function lockedPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const found = new Map()
  for (const [path, entry] of Object.entries(packages)) {
    if (path === '') continue
    const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const key = `${name}@${entry.version}`
    const isDev = entry.dev === true && (found.get(key)?.isDev ?? true)
    found.set(key, {
      name,
      version: entry.version,
      licence: entry.license ?? '',
      isDev,
    })
  }
  return [...found.values()]
}

function main([folder]) {
  if (folder === undefined) {
    process.stderr.write('Name a folder: node .scripts/bill-of-materials.js FOLDER\n')
    return 3
  }
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const made = spawnSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    shell: process.platform === 'win32',
  })
  if (made.status !== 0) {
    process.stderr.write(`npm made no list: ${made.stderr}\n`)
    return 1
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'sbom.cdx.json'), made.stdout)
  const lines = lockedPackages().map(({ name, version, licence, isDev }) =>
    [name, version, licence === '' ? 'not in the lock file' : licence, isDev ? 'development' : 'program']
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(','),
  )
  writeFileSync(
    join(folder, 'licences.csv'),
    ['"name","version","licence","part of"', ...lines, ''].join('\r\n'),
  )
  process.stdout.write(`${lines.length} packages are listed in ${folder}.\n`)
  return 0
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = main(process.argv.slice(2))
