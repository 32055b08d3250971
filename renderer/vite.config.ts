// Builds the window into dist/renderer: static files that run under `script-src 'self'; style-src 'self'`, so nothing is
// inlined and every address is relative (the web host serves it at /, Electron under its own scheme).
import { join } from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), tailwind()],
  // What the grid library asks for and no cell of ours needs.
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
        // In one piece, so that zod is reported not to compile before any other piece makes a schema.
        codeSplitting: { groups: [{ name: 'zod', test: /[\\/]node_modules[\\/]zod[\\/]|zod-without-jit/ }] },
      },
    },
  },
})
