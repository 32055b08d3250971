// Completes package-lock.json after "npm install" on a registry that lacks the packages of other systems: npm then
// leaves those optional entries out, and "npm ci" on another machine refuses the file. Adds what the installed packages
// name as optional, by version and system; npm fills in the rest. Run it after every "npm install".
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
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added} packages of other systems were added to the lock file.\n`)
