// Tests the contents of the window's bundle: it lists every package whose code is in it, so that a new package
// after an update is noticed; and the texts that the first page waits for.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { textsOfHome } from '../../renderer/texts/texts-of-home.ts'
import { chunkList } from './build-window.ts'

// biome-ignore format: a list of words reads as a paragraph
const expected = [
  '@base-ui/react', '@base-ui/utils', '@emotion/is-prop-valid', '@emotion/memoize', '@floating-ui/core',
  '@floating-ui/dom', '@floating-ui/react-dom', '@floating-ui/utils', '@formatjs/fast-memoize', '@formatjs/icu-messageformat-parser',
  '@glideapps/glide-data-grid', '@hookform/resolvers',
  '@linaria/core', '@linaria/react', '@orpc/client', '@orpc/contract', '@orpc/shared',
  '@orpc/standard-server', '@orpc/standard-server-fetch', '@orpc/standard-server-peer', '@orpc/tanstack-query', '@tanstack/query-core',
  '@tanstack/react-query', '@tanstack/react-virtual', '@tanstack/virtual-core', 'canvas-hypertxt', 'fastest-levenshtein',
  'intl-messageformat', 'lodash', 'lucide-react', 'react', 'react-dom', 'react-hook-form',
  'scheduler', 'uplot', 'use-sync-external-store', 'zod',
]

const chunk = z.object({
  name: z.string(),
  file: z.string(),
  imports: z.array(z.string()),
  /** Paths with slashes. */
  modules: z.array(z.string()),
})
type Chunk = z.infer<typeof chunk>

function packageOf(path: string): string[] {
  const found = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]
  return found === undefined ? [] : [found]
}

/** The modules that are loaded before anything runs: of the entry and of all that it imports. */
function modulesOfFirstPage(chunks: readonly Chunk[]): string[] {
  const needed = new Set(chunks.filter(({ name }) => name === 'index'))
  for (const chunk of needed) for (const one of chunks) if (chunk.imports.includes(one.file)) needed.add(one)
  return [...needed].flatMap(({ modules }) => modules)
}

const chunks = z.array(chunk).parse(JSON.parse(readFileSync(chunkList, 'utf8')))

test('the bundle contains only the listed packages, without the grid’s carousel and Markdown reader', () => {
  const packages = new Set(chunks.flatMap(({ modules }) => modules.flatMap(packageOf)))
  expect([...packages].sort()).toEqual(expected)
})

test('Home is loaded without the messages of the engine, German texts and texts of other pages', () => {
  const texts = modulesOfFirstPage(chunks).flatMap((path) => {
    const name = /^[^\0]*\/(?:renderer|shared)\/texts\/(.+)\.ts$/.exec(path)?.[1]
    return name === undefined ? [] : [name]
  })
  expect(texts).toContain('home')
  expect(texts.filter((name) => /^de\/|\/messages$|^en\/(?:import|network)/.test(name))).toEqual([])
  const english = texts.filter((name) => name.startsWith('en/')).map((name) => name.slice(3))
  expect(english.sort()).toEqual(textsOfHome)
})

test('no chunks import each other in a circle, where a module would run before those that it needs', () => {
  const byFile = new Map(chunks.map((one) => [one.file, one]))
  const circles = new Set<string>()
  const seen = new Set<string>()
  const follow = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.add([...path.slice(path.indexOf(file)), file].join(' → '))
    if (seen.has(file)) return
    seen.add(file)
    for (const next of byFile.get(file)?.imports ?? []) follow(next, [...path, file])
  }
  for (const { file } of chunks) follow(file, [])
  expect([...circles]).toEqual([])
})
