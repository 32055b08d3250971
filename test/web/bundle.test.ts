// Tests the contents of the window's bundle: it lists every package whose code is in it, so that a new package
// after an update is noticed.
import { join } from 'node:path'
import { build } from 'vite'
import { expect, test, vi } from 'vitest'
import { root } from './window-harness.ts'

// biome-ignore format: a list of words reads as a paragraph
const expected = [
  '@base-ui/react', '@base-ui/utils', '@emotion/is-prop-valid', '@emotion/memoize', '@floating-ui/core',
  '@floating-ui/dom', '@floating-ui/react-dom', '@floating-ui/utils', '@formatjs/fast-memoize', '@formatjs/icu-messageformat-parser',
  '@formatjs/icu-skeleton-parser', '@glideapps/glide-data-grid', '@hookform/resolvers',
  '@linaria/core', '@linaria/react', '@orpc/client', '@orpc/contract', '@orpc/shared',
  '@orpc/standard-server', '@orpc/standard-server-fetch', '@orpc/standard-server-peer', '@orpc/tanstack-query', '@tanstack/query-core',
  '@tanstack/react-query', '@tanstack/react-virtual', '@tanstack/virtual-core', 'canvas-hypertxt', 'fastest-levenshtein',
  'intl-messageformat', 'lodash', 'lucide-react', 'react', 'react-dom', 'react-hook-form',
  'react-number-format', 'scheduler', 'uplot', 'use-sync-external-store', 'zod',
]

/** The modules of every chunk of the build, as paths; nothing is written. */
async function modulesOfWindow(): Promise<string[]> {
  // The production build, not React's development build.
  vi.stubEnv('NODE_ENV', 'production')
  const built = await build({
    configFile: join(root, 'renderer', 'vite.config.ts'),
    logLevel: 'silent',
    build: { write: false },
  })
  vi.unstubAllEnvs()
  return [built].flat().flatMap((part) => {
    if (!('output' in part)) throw new Error('The build is watching instead of ending.')
    return part.output.flatMap((piece) => (piece.type === 'chunk' ? Object.keys(piece.modules) : []))
  })
}

function packageOf(path: string): string[] {
  const found = /.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path)?.[1]
  return found === undefined ? [] : [found.replaceAll('\\', '/')]
}

test('the bundle contains only the listed packages, without the grid’s carousel and Markdown reader', async () => {
  const packages = new Set((await modulesOfWindow()).flatMap(packageOf))
  expect([...packages].sort()).toEqual(expected)
}, 120_000)
