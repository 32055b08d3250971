// Tests the bundles as shipped: built with their configuration and run as a whole. Only Electron itself is
// simulated.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runTask } from '../../electron/engine/jobs/threads.ts'
import { runReport } from '../../electron/engine/report/report-thread.ts'
import { inEnglish } from '../../shared/texts/message.ts'
import { good, mappedFile } from '../engine/accounts/small-batch.ts'
import { openHarness } from '../engine/api/harness.ts'
import { readPdf } from '../engine/report/pdf-text.ts'
import type { PacTask } from '../../electron/engine/sending/service-client/network/pac-worker.ts'
import { builtPage, freshFolder, root } from './desktop-harness.ts'

const run = promisify(execFile)
let folder = ''
let desktop = ''

beforeAll(async () => {
  // Inside the project, so that it finds its one native library, as the packaged program does.
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  folder = mkdtempSync(join(cache, 'desktop-build-'))
  desktop = join(folder, 'desktop')
  cpSync(builtPage(), join(folder, 'renderer'), { recursive: true })
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const config = join(root, 'electron', 'desktop', 'vite.config.ts')
  const words = [vite, 'build', '--app', '--config', config, '--outDir', desktop, '--emptyOutDir']
  await run(process.execPath, words, { cwd: root })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the build makes the program, its preload as one file, and the child programs', () => {
  const files = readdirSync(desktop)
  expect(files).toEqual(
    expect.arrayContaining([
      'main.js',
      'preload.cjs',
      'backup-worker.js',
      'build-worker.js',
      'check-worker.js',
      'checkpoint-worker.js',
      'lookup-worker.js',
      'recall-worker.js',
      'pac-worker.js',
      'quickjs.wasm',
      'report-worker.js',
      'inter-latin-400-normal.woff',
      'inter-greek-600-normal.woff',
      'reader-child.js',
      'linked-500.xlsx',
      'linked-500.mapping.json',
    ]),
  )
  expect(files.filter((name) => name.endsWith('.cjs'))).toEqual(['preload.cjs'])
  expect(files.filter((name) => !/\.(?:js|cjs|xlsx|json|wasm|woff)$/.test(name))).toEqual([])
})

test('the bundles import only Node, Electron and SQLite from outside', () => {
  const asked = new Set<string>()
  for (const name of readdirSync(desktop).filter((file) => file.endsWith('.js')))
    for (const [, from] of readFileSync(join(desktop, name), 'utf8').matchAll(
      /^(?:import|export) .*?["']([^"'.][^"']*)["'];?$/gm,
    ))
      if (from !== undefined && !from.startsWith('node:') && !builtinModules.includes(from)) asked.add(from)
  expect([...asked].sort()).toEqual(['better-sqlite3', 'electron'])
})

test('a proxy script runs in its own built worker thread', async () => {
  const script = pathToFileURL(join(desktop, 'pac-worker.js'))
  const asked = {
    wasm: readFileSync(join(desktop, 'quickjs.wasm')),
    script: 'function FindProxyForURL(url, host) { return "PROXY " + host + ":1" }',
    url: 'https://service.test/',
    host: 'service.test',
    memory: 32 * 1024 * 1024,
    timeMs: 20_000,
  }
  const answer = await runTask<PacTask>(
    { name: 'proxy script', script, data: null, confine: { env: {} } },
    asked,
  )
  expect(answer).toEqual({ kind: 'answer', answer: 'PROXY service.test:1' })
})

test('a report with its PDF is written in its own built worker thread', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('C-1')])
  const order = {
    workspace: harness.data,
    batch,
    folder: join(freshFolder(), 'report'),
    version: '0.0.0-test',
    inLanguage: { language: 'en', locale: 'en-GB' },
  } as const
  const watch = { now: Date.now, signal: new AbortController().signal, onProgress: () => undefined }
  const made = await runReport(order, watch, pathToFileURL(join(desktop, 'report-worker.js')))
  if (!made.ok) throw new Error(inEnglish(made.failure.message))
  expect(readPdf(readFileSync(made.value.files.summary_pdf ?? '')).pages[0]?.text).toContain('Page 1 of')
})

test('the built program reads, builds, serves its page and ends properly', async () => {
  const data = join(freshFolder(), 'data')
  const { stdout } = await run(
    process.execPath,
    [join(root, 'test', 'desktop', 'run-built.ts'), join(desktop, 'main.js')],
    { cwd: root, env: { ...process.env, CARRYOVER_DATA_DIR: data } },
  )
  expect(JSON.parse(stdout)).toEqual({
    accounts: 500,
    templates: ['Sample'],
    connections: ['Practice service'],
    page: 200,
    exit: { code: null, quit: true },
    errors: [],
  })
})
