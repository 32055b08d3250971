// Global setup: builds the programs and worker threads that tests start into single files, as the desktop program's
// build does, because a process that loads 800 modules spends most of its life on that. `use-built.cjs` puts the built
// file in the place of the source when a process or thread starts. Each module still knows its own place in the
// sources. The build is kept until a source changes.
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'

const root = join(import.meta.dirname, '..', '..')
const kept = join(root, 'node_modules', '.cache', 'program')

/**
 * Modules that tests start as a process or thread, directly or through the program: every worker thread and the reader
 * of the program, the command line, and the programs of the tests, whose names say what they are.
 */
const entries = [
  'electron/cli/main.ts',
  ...globSync(['electron/**/*-worker.ts', 'electron/**/reader-main.ts', 'test/engine/**/doomed*.ts'], {
    cwd: root,
  }),
  'test/engine/adverse/under-trial.ts',
  'test/engine/cli/window-process.ts',
  'test/engine/faults/claims.ts',
  'test/engine/faults/life.ts',
  'test/engine/system/stopped.ts',
].toSorted()

export async function setup(): Promise<void> {
  const folder = join(kept, fingerprint())
  if (!existsSync(folder)) await buildInto(folder)
  process.env['CARRYOVER_BUILT'] = folder
}

/** Changes with every source; dependencies change with the lock file. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const add = (file: string): void => {
    const { mtimeMs, size } = statSync(join(root, file))
    hash.update(`${file} ${mtimeMs} ${size}\n`)
  }
  add('package-lock.json')
  for (const area of ['electron', 'shared', join('test', 'engine')])
    for (const name of readdirSync(join(root, area), { recursive: true, encoding: 'utf8' }).sort())
      if (name.endsWith('.ts') && !name.endsWith('.test.ts')) add(join(area, name))
  add(join('test', 'support', 'built-program.ts'))
  return hash.digest('hex').slice(0, 16)
}

async function buildInto(folder: string): Promise<void> {
  const fresh = `${folder}-${process.pid}`
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    resolve: { conditions: ['node', 'import'] },
    ssr: { noExternal: true, external: ['better-sqlite3', 'vite', 'electron'] },
    plugins: [ownPlaces()],
    build: {
      outDir: fresh,
      target: 'node24',
      minify: false,
      ssr: true,
      rolldownOptions: {
        input: Object.fromEntries(entries.map((file) => [file.slice(0, -'.ts'.length), join(root, file)])),
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
      },
    },
  })
  // Without it Node parses each file to find out whether it is a module.
  writeFileSync(join(fresh, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(fresh, 'entries.json'), JSON.stringify(entries))
  mkdirSync(kept, { recursive: true })
  for (const name of readdirSync(kept))
    if (join(kept, name) !== fresh) rmSync(join(kept, name), { recursive: true })
  renameSync(fresh, folder)
}

/** Modules keep the address and folder that they have in the sources. */
function ownPlaces(): Plugin {
  return {
    name: 'own-places',
    enforce: 'pre',
    transform(code, id) {
      if (!code.includes('import.meta.')) return null
      const changed = code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(join(id, '..')))
      return changed === code ? null : { code: changed, map: null }
    },
  }
}
