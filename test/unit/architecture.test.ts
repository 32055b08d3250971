// Tests the architecture's import rules: renderer → shared ← electron, and the boundaries inside electron. It reads
// every import that a parser finds in the sources. It also runs the rules on made-up trees, to prove that a
// violation is found.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findCircles, findLargeFolders, findWrongArrows, importsOf } from '../arrows.ts'

const root = join(import.meta.dirname, '..', '..')
const folders: string[] = []

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function tree(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-arrows-'))
  folders.push(folder)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

describe('the imports of a file', () => {
  test('are found in every form, and not in comments, texts or templates', () => {
    const source = `
      import a from 'one'
      import type { B } from './two.ts'
      import 'three'
      export * from './four.ts'
      export { c } from 'five'
      const d = await import('six')
      const e: import('seven').E = require('eight')
      import f = require('nine')
      const w = new URL('./ten.ts', import.meta.url)
      // import x from 'comment'
      /* import y from 'comment' */
      const text = "import z from 'text'"
      const template = \`import z from 'template'\`
    `
    const words = [
      'one',
      './two.ts',
      'three',
      './four.ts',
      'five',
      'six',
      'seven',
      'eight',
      'nine',
      './ten.ts',
    ]
    expect(importsOf('a.ts', source).names.toSorted()).toEqual(words.toSorted())
  })

  test('that cannot be determined from the source are reported', () => {
    expect(importsOf('a.ts', 'const name = "x"; await import(name)').computed).toBe(1)
  })

  test('are found in window components', () => {
    expect(importsOf('a.tsx', "import { x } from 'y'\nexport const A = () => <p>{x}</p>").names).toEqual([
      'y',
    ])
  })

  test('fail the check if the file cannot be parsed', () => {
    expect(() => importsOf('a.ts', 'import {')).toThrow('a.ts')
  })
})

describe('a forbidden import is found:', () => {
  const wrong: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['shared imports Node', { 'shared/a.ts': "import { join } from 'node:path'" }],
    ['shared imports Node by its bare name', { 'shared/a.ts': "import { join } from 'path'" }],
    ['shared imports a library that is not on its list', { 'shared/a.ts': "import pino from 'pino'" }],
    ['shared imports electron/', { 'shared/a.ts': "import '../electron/b.ts'", 'electron/b.ts': '' }],
    ['the window imports electron/', { 'renderer/app/a.tsx': "export * from '../../electron/b.ts'" }],
    ['the window imports Node', { 'renderer/app/a.ts': "await import('node:fs')" }],
    ['the window imports a library of the Node side', { 'renderer/app/a.ts': "import 'better-sqlite3'" }],
    [
      'the engine imports the sandbox',
      { 'electron/engine/a.ts': "import type { B } from '../sandbox/b.ts'" },
    ],
    ['the sandbox imports the engine', { 'electron/sandbox/a.ts': "import '../engine/engine.ts'" }],
    ['the engine imports a host', { 'electron/engine/a.ts': "import '../cli/main.ts'" }],
    ['the engine starts a host', { 'electron/engine/a.ts': "new URL('../cli/main.ts', import.meta.url)" }],
    ['the sandbox imports a host', { 'electron/sandbox/a.ts': "import '../web/server.ts'" }],
    ['a host without a window imports electron', { 'electron/web/a.ts': "import { app } from 'electron'" }],
    ['the engine imports electron', { 'electron/engine/a.ts': "import { app } from 'electron/main'" }],
    ['the queue opens SQLite', { 'electron/engine/queue/a.ts': "import Database from 'better-sqlite3'" }],
    [
      'the report starts a worker thread of its own',
      { 'electron/engine/report/a.ts': "import { Worker } from 'node:worker_threads'" },
    ],
    ['the store opens PostgreSQL', { 'electron/engine/store/a.ts': "import pg from 'pg'" }],
    ['a host opens PostgreSQL', { 'electron/cli/a.ts': "import type { Pool } from 'pg'" }],
    ['a host opens SQLite', { 'electron/cli/a.ts': "import Database from 'node:sqlite'" }],
    ['the store uses the network', { 'electron/engine/store/a.ts': "import { request } from 'undici'" }],
    ['the engine uses the network', { 'electron/engine/a.ts': "import { request } from 'node:https'" }],
    ['the engine calls fetch', { 'electron/engine/a.ts': "await fetch('http://127.0.0.1')" }],
    [
      'the engine calls fetch of globalThis',
      { 'electron/engine/a.ts': "await globalThis.fetch('http://x')" },
    ],
    ['electron/ imports the window', { 'electron/web/a.ts': "import '../../renderer/app/b.ts'" }],
    ['sources import tests', { 'electron/cli/a.ts': "import '../../test/files/generate.ts'" }],
    ['a step imports another', { 'renderer/steps/fix/a.tsx': "import '../map/b.tsx'" }],
    ['a component knows accounts', { 'renderer/components/a.tsx': "import '../accounts/b.tsx'" }],
    ['a component knows the engine', { 'renderer/components/a.tsx': "import '../app/engine.ts'" }],
    ['accounts know a step', { 'renderer/accounts/a.tsx': "import '../steps/fix/b.tsx'" }],
    ['a step knows the frame', { 'renderer/steps/fix/a.tsx': "import '../../app/frame.tsx'" }],
    ['texts know a component', { 'renderer/texts/a.ts': "import '../components/b.tsx'" }],
    ['texts know the router', { 'renderer/texts/a.ts': "import '../app/route.ts'" }],
    ['the sheet knows the mapping', { 'shared/sheet/a.ts': "import '../mapping/plan.ts'" }],
    ['the catalogue knows a payload', { 'shared/catalogue/a.ts': "import '../payload/build.ts'" }],
    ['the mapping builds a payload', { 'shared/mapping/plan.ts': "import '../payload/build.ts'" }],
    ['the mapping knows its own effects', { 'shared/mapping/plan.ts': "import './what-if.ts'" }],
    ['sending knows a fix', { 'shared/sending/a.ts': "import '../fixing/fix.ts'" }],
    ['a fix knows the contract', { 'shared/fixing/fix.ts': "import type { V } from '../contract/views.ts'" }],
    ['the contract knows the status', { 'shared/contract/a.ts': "import '../status/counts.ts'" }],
    ['a file of shared/ is in no room', { 'shared/a.ts': "import './sheet/sheet.ts'" }],
    ['a barrel', { 'shared/index.ts': "export * from './a.ts'" }],
    ['a computed import', { 'electron/cli/a.ts': "const name = 'x'; await import(name)" }],
  ]
  test.each(wrong)('%s', (_, files) => {
    expect(findWrongArrows(tree(files))).toHaveLength(1)
  })

  test('a correct tree has none', () => {
    const files = {
      'shared/sheet/a.ts': "import { z } from 'zod'\nimport './b.ts'",
      'shared/sheet/b.ts': '',
      'shared/mapping/what-if.ts': "import '../payload/build.ts'",
      'shared/payload/build.ts': "import '../mapping/plan.ts'",
      'shared/catalogue/catalogue.ts':
        "import '../payload/attr-path.ts'\nimport { assertNever } from '../contract/assert-never.ts'",
      'renderer/app/a.tsx':
        "import { a } from '../../shared/sheet/a.ts'\nimport { useState } from 'react'\nimport './style.css'",
      'electron/desktop/main.ts': "import { app } from 'electron'\nimport '../engine/engine.ts'",
      'electron/cli/main.ts': "import '../engine/engine.ts'\nimport '../sandbox/sandbox.ts'",
      'electron/engine/engine.ts': "import './store/store.ts'\nimport '../../shared/sheet/a.ts'",
      'electron/engine/store/store.ts': "import Database from 'better-sqlite3'",
      'electron/engine/sending/service-client/transport.ts': "import { Pool } from 'undici'",
      'electron/engine/team/database/connect.ts': "import pg from 'pg'",
      'electron/sandbox/storage.ts': "import Database from 'better-sqlite3'",
    }
    expect(findWrongArrows(tree(files))).toEqual([])
  })
})

test('this project has no forbidden imports', () => {
  expect(findWrongArrows(root)).toEqual([])
})

test('no files import each other in a cycle', () => {
  expect(findCircles(root)).toEqual([])
})

test('a cycle is found, also through types and over several files', () => {
  const files = {
    'shared/a.ts': "import type { B } from './b.ts'",
    'shared/b.ts': "import './c.ts'",
    'shared/c.ts': "export type { A } from './a.ts'",
    'shared/d.ts': "import './a.ts'",
  }
  expect(findCircles(tree(files))).toEqual(['shared/a.ts → shared/b.ts → shared/c.ts → shared/a.ts'])
})

test('no folder of this project has more than fifteen source files', () => {
  expect(findLargeFolders(root)).toEqual([])
})

test('a folder with sixteen source files is found; files of its subfolders do not count', () => {
  const folder = (name: string, files: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: files }, (_, file) => [`${name}/a${file}.ts`, '']))
  const files = { ...folder('shared/a', 15), ...folder('shared/a/b', 2), ...folder('electron/c', 16) }
  expect(findLargeFolders(tree(files))).toEqual(['electron/c: 16'])
})

test('database files are opened in one module; the only other one opens the lock, which has no tags', () => {
  const store = join(root, 'electron', 'engine')
  const opening = readdirSync(store, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) =>
      /import \w+(?:, \{[^}]*\})? from 'better-sqlite3'/.test(readFileSync(join(store, name), 'utf8')),
    )
    .filter((name) => /new \w*(?:Database|Sqlite)\w*\(/.test(readFileSync(join(store, name), 'utf8')))
  expect(opening.map((name) => name.replaceAll('\\', '/')).sort()).toEqual([
    'store/database/database-file.ts',
    'store/database/folder/owner-lock.ts',
  ])
})

test('the check reads the real sources', () => {
  expect(
    importsOf('problems.ts', readFileSync(join(root, 'shared', 'payload', 'problems.ts'), 'utf8')).names,
  ).toContain('zod')
})
