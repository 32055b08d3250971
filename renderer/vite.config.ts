// Vite configuration: builds the window into dist/renderer as static files. They run under `script-src 'self';
// style-src 'self'`, so nothing is inlined, and every URL is relative (the web host serves them at /, Electron under
// its own scheme).
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), tailwind()],
  // Modules that the grid library imports and this app does not need.
  resolve: {
    alias: [
      {
        find: /^react-responsive-carousel$/,
        replacement: join(import.meta.dirname, 'components/unused/carousel.ts'),
      },
      { find: /^marked$/, replacement: join(import.meta.dirname, 'components/unused/markdown.ts') },
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
        // In a single chunk, so that zod's JIT is turned off before any other chunk creates a schema.
        codeSplitting: { groups: [{ name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]|zod-without-jit/ }] },
      },
    },
  },
})
