// Builds the desktop program into dist/desktop: main.js, its worker threads and the reader process as separate ES
// modules, and the sandboxed preload as one CommonJS file. Only Electron and SQLite stay outside the bundles.
import { readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

const here = import.meta.dirname
const root = join(here, '..', '..')
const outside = ['electron', 'better-sqlite3', /^node:/, ...builtinModules]

export default defineConfig({
  root: here,
  logLevel: 'warn',
  build: { outDir: join(root, 'dist', 'desktop') },
  builder: {
    async buildApp({ build, environments: { main, preload } }) {
      // In this order: the first build empties the folder.
      for (const one of [main, preload]) if (one !== undefined) await build(one)
    },
  },
  environments: {
    main: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron', 'better-sqlite3'], conditions: ['node'] },
      build: {
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        ssr: true,
        rolldownOptions: {
          input: {
            main: join(here, 'main.ts'),
            'backup-worker': join(here, '../engine/store/database/backup/backup-worker.ts'),
            'build-worker': join(here, '../engine/accounts/build/build-worker.ts'),
            'check-worker': join(here, '../engine/store/database/check/check-worker.ts'),
            'checkpoint-worker': join(here, '../engine/store/database/flush/checkpoint-worker.ts'),
            'lookup-worker': join(here, '../engine/store/lookup/lookup-worker.ts'),
            'recall-worker': join(here, '../engine/fixing/repair-memory/recall-worker.ts'),
            'pac-worker': join(here, '../engine/sending/service-client/network/pac-worker.ts'),
            'project-worker': join(here, '../engine/handover/project-worker.ts'),
            'report-worker': join(here, '../engine/report/report-worker.ts'),
            'reader-child': join(here, 'engine/reader-child.ts'),
          },
          external: outside,
          // Flat, so that files that import a neighbour find it there.
          output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'part-[name]-[hash].js' },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        emptyOutDir: false,
        target: 'chrome140',
        minify: false,
        ssr: true,
        rolldownOptions: {
          input: { preload: join(here, 'preload.ts') },
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    },
  },
  plugins: [builtNames(), sample(), scriptEngine(), typeface()],
})

/**
 * `new URL('./build-worker.ts', import.meta.url)` names a source; in the build it is a `.js` file in the bundle's
 * folder.
 */
function builtNames(): Plugin {
  // The reader's entry for Node is not part of the program, which has its own.
  const files: Readonly<Record<string, string>> = {
    'backup-worker': 'backup-worker.js',
    'build-worker': 'build-worker.js',
    'check-worker': 'check-worker.js',
    'checkpoint-worker': 'checkpoint-worker.js',
    'lookup-worker': 'lookup-worker.js',
    'recall-worker': 'recall-worker.js',
    'pac-worker': 'pac-worker.js',
    'project-worker': 'project-worker.js',
    'report-worker': 'report-worker.js',
    'reader-main': '',
  }
  return {
    name: 'built-names',
    enforce: 'pre',
    transform(code, id) {
      const changed = code.replaceAll(
        /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g,
        (whole, name: string) => {
          const file = files[name]
          if (file === undefined) throw new Error(`${id} starts ${name}.ts, which is not built on its own.`)
          return file === '' ? whole : `new URL('./${file}', import.meta.url)`
        },
      )
      return changed === code ? null : { code: changed, map: null }
    },
  }
}

/** The sample workbook for a new user, with its mapping. */
function sample(): Plugin {
  return {
    name: 'sample',
    applyToEnvironment: ({ name }) => name === 'main',
    generateBundle() {
      for (const fileName of ['linked-500.xlsx', 'linked-500.mapping.json']) {
        const source = readFileSync(join(root, 'test', 'files', 'samples', fileName))
        this.emitFile({ type: 'asset', fileName, source })
      }
    },
  }
}

/** The script engine for proxy scripts, in the folder of the thread that runs them. */
function scriptEngine(): Plugin {
  return {
    name: 'script-engine',
    applyToEnvironment: ({ name }) => name === 'main',
    generateBundle() {
      const source = readFileSync(join(root, 'node_modules', 'quickjs-wasi', 'quickjs.wasm'))
      this.emitFile({ type: 'asset', fileName: 'quickjs.wasm', source })
    },
  }
}

/** The typeface of the report's PDF, in the folder of the thread that writes reports. */
function typeface(): Plugin {
  return {
    name: 'typeface',
    applyToEnvironment: ({ name }) => name === 'main',
    generateBundle() {
      const folder = join(root, 'node_modules', '@fontsource', 'inter', 'files')
      for (const fileName of readdirSync(folder))
        if (/-(400|600)-normal\.woff$/.test(fileName))
          this.emitFile({ type: 'asset', fileName, source: readFileSync(join(folder, fileName)) })
    },
  }
}
