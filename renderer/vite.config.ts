// Vite configuration: builds the window into dist/renderer as static files. They run under `script-src 'self';
// style-src 'self'`, so nothing is inlined, and every URL is relative (the web host serves them at /, Electron under
// its own scheme).
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, normalizePath, type Plugin } from 'vite'
import { textsOfHome } from './texts/texts-of-home.ts'

/** With slashes on every system, as the paths of modules are. */
const textsFolder = normalizePath(join(import.meta.dirname, 'texts'))
const germanFolder = `${textsFolder}/de/`

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [germanApart(), react(), tailwind(), chunkList()],
  resolve: {
    alias: [
      // The window loads the messages of one language.
      {
        find: /^\.\/message-catalogues\.ts$/,
        replacement: join(import.meta.dirname, '../shared/texts/message-catalogues-of-window.ts'),
      },
      // Modules that the grid library imports and this app does not need.
      {
        find: /^react-responsive-carousel$/,
        replacement: join(import.meta.dirname, 'components/unused/carousel.ts'),
      },
      { find: /^marked$/, replacement: join(import.meta.dirname, 'components/unused/markdown.ts') },
      {
        find: /^lodash\/groupBy\.js$/,
        replacement: join(import.meta.dirname, 'components/unused/group-by.ts'),
      },
      // Imported by the parser of messages; no message has a skeleton.
      {
        find: /^@formatjs\/icu-skeleton-parser$/,
        replacement: join(import.meta.dirname, 'components/unused/skeletons.ts'),
      },
    ],
  },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: 'es2024',
    sourcemap: false,
    chunkSizeWarningLimit: 900,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // All that only German loads begins with `german`.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.includes('/texts/de/') === true
            ? 'assets/german-[name]-[hash].js'
            : 'assets/[name]-[hash].js',
        codeSplitting: {
          groups: [
            // In a single chunk, so that zod's JIT is turned off before any other chunk creates a schema.
            { name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]|zod-without-jit/ },
            {
              name: 'german-of-home',
              test: (id) => textsOfHome.some((name) => id === `${germanFolder}${name}.ts`),
            },
            { name: 'german', test: (id) => id.startsWith(germanFolder) },
            // Few files, because each costs a request: one of all that the first page has, and the small ones that
            // the same steps share, together. A larger threshold makes chunks that import each other in a circle
            // (test/web/bundle.test.ts).
            { name: 'first', tags: ['$initial'] },
            { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 4000 },
          ],
        },
      },
    },
  },
})

/**
 * In the window, a file of texts gets its German catalogue from texts/german-texts.ts, which loads it when the window
 * speaks German.
 */
function germanApart(): Plugin {
  const prefix = '\0german:'
  return {
    name: 'german-apart',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !/^[./]+\/de\//.test(source)) return null
      const path = posix.join(posix.dirname(normalizePath(importer)), source)
      return path.startsWith(germanFolder) && !importer.endsWith('german-texts.ts') ? prefix + path : null
    },
    load(id) {
      if (!id.startsWith(prefix)) return null
      const path = id.slice(prefix.length)
      const name = /^export const (\w+)/m.exec(readFileSync(path, 'utf8'))?.[1]
      if (name === undefined) throw new Error(`${path} exports no catalogue.`)
      const key = `./${posix.relative(textsFolder, path)}`
      const loader = JSON.stringify(`${textsFolder}/german-texts.ts`)
      return `import { germanOf } from ${loader}\nexport const ${name} = germanOf(${JSON.stringify(key)})`
    },
  }
}

/** Writes the chunks with their modules for test/web/bundle.test.ts, beside the other things kept of builds. */
function chunkList(): Plugin {
  const folder = join(import.meta.dirname, '..', 'node_modules', '.cache')
  return {
    name: 'chunk-list',
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((piece) =>
        piece.type === 'chunk'
          ? [
              {
                name: piece.name,
                file: piece.fileName,
                imports: piece.imports,
                modules: Object.keys(piece.modules).map(normalizePath),
              },
            ]
          : [],
      )
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'window-chunks.json'), JSON.stringify(chunks))
    },
  }
}
