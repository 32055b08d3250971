// Completes package-lock.json after "npm install" from a registry that lacks packages for other systems: npm then
// omits those optional entries, and "npm ci" fails on another machine. It adds the optional dependencies of the
// installed packages by version and system; npm fills in the rest. Then it asks the registry for the integrity of
// each entry that has none, and lists those that the registry lacks. Run it after every "npm install".
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const file = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const systems = [
  'android',
  'darwin',
  'freebsd',
  'linux',
  'win32',
  'openharmony',
  'aix',
  'sunos',
  'netbsd',
  'openbsd',
]
const processors = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'loong64']

const lock = JSON.parse(readFileSync(file, 'utf8'))
const packages = lock.packages
let added = 0
for (const [path, entry] of Object.entries({ ...packages })) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const at = `node_modules/${name}`
    if (packages[at] !== undefined || packages[`${path}/${at}`] !== undefined || !/^\d/.test(version))
      continue
    const os = systems.find((system) => name.includes(system))
    const cpu = processors.find((processor) => new RegExp(`[-/]${processor}(-|$)`).test(name))
    // WebAssembly builds name no system.
    if (cpu === undefined || (os === undefined && cpu !== 'wasm32')) continue
    const libc = name.includes('musl') ? ['musl'] : name.includes('gnu') && os === 'linux' ? ['glibc'] : null
    packages[at] = {
      version,
      cpu: [cpu],
      ...(entry.dev === true ? { dev: true } : {}),
      ...(libc === null ? {} : { libc }),
      optional: true,
      ...(os === undefined ? {} : { os: [os] }),
    }
    added += 1
  }
}
/** The registry's data about a package; null when it lacks the package. */
function integrityOf(name, version) {
  const asked = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  const answer = asked.stdout.trim()
  return /^sha512-[A-Za-z0-9+/=]+$/.test(answer) ? answer : null
}

const lacking = []
for (const [path, entry] of Object.entries(packages)) {
  if (path === '' || entry.integrity !== undefined) continue
  const name = entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const integrity = integrityOf(name, entry.version)
  if (integrity === null) lacking.push(`${name}@${entry.version}`)
  else entry.integrity = integrity
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(
  lacking.length === 0
    ? 'Every package has its integrity.\n'
    : `The registry lacks these, so they have no integrity: run this again where it has them.\n${lacking.join('\n')}\n`,
)
process.stdout.write(`${added} packages of other systems were added to the lock file.\n`)
