// Tests the plain JavaScript scripts: when dependencies count as missing, the conditions for a skipped test, and
// that the launcher passes on arguments and exit codes.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'

const root = join(import.meta.dirname, '..', '..')
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-scripts-'))
  folders.push(folder)
  return folder
}

async function load(path: string, name: string): Promise<(...words: unknown[]) => unknown> {
  const module: unknown = await import(pathToFileURL(join(root, path)).href)
  const member = z.record(z.string(), z.unknown()).parse(module)[name]
  if (typeof member !== 'function') throw new TypeError(`${path} has no function ${name}`)
  return (...words) => Reflect.apply(member, undefined, words) as unknown
}

type Packages = Readonly<Record<string, { readonly version: string; readonly optional?: boolean }>>

function clone(wanted: Packages, installed: Packages | null): string {
  const folder = temporary()
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: wanted }))
  if (installed === null) return folder
  for (const path of Object.keys(installed)) mkdirSync(join(folder, path), { recursive: true })
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  writeFileSync(join(folder, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }))
  return folder
}

describe('dependencies are installed when', () => {
  const a = { 'node_modules/a': { version: '1.0.0' } }
  const cases: readonly (readonly [string, Packages, Packages | null, string | null])[] = [
    ['there are none', a, null, 'no dependencies are installed'],
    ['one is missing', a, {}, 'node_modules/a is missing'],
    [
      'one has another version',
      a,
      { 'node_modules/a': { version: '0.9.0' } },
      'node_modules/a is another version',
    ],
  ]
  test.each(cases)('%s', async (_, wanted, installed, reason) => {
    const whyStale = await load('.scripts/why-stale.js', 'whyStale')
    expect(whyStale(clone(wanted, installed))).toBe(reason)
  })

  test('but not if all are there and only those of other systems are missing', async () => {
    const whyStale = await load('.scripts/why-stale.js', 'whyStale')
    const wanted = { '': { version: '1' }, ...a, 'node_modules/b': { version: '1.0.0', optional: true } }
    expect(whyStale(clone(wanted, a))).toBeNull()
  })

  test('one was removed by hand', async () => {
    const whyStale = await load('.scripts/why-stale.js', 'whyStale')
    const folder = clone(a, a)
    rmSync(join(folder, 'node_modules', 'a'), { recursive: true })
    expect(whyStale(folder)).toBe('node_modules/a is missing')
  })
})

test('a skipped test without a reason is a failure', async () => {
  const validate = await load('.scripts/outcome-reporter.js', 'validate')
  expect(validate('passed', undefined, false)).toBe('passed')
  expect(validate('failed', undefined, false)).toBe('failed')
  expect(validate('pending', undefined, false)).toBe('failed')
  expect(validate('skipped', 'because Windows has no such signal', false)).toBe('skipped')
  expect(validate('skipped', undefined, false)).toBe('unreasoned')
  expect(validate('skipped', ' ', false)).toBe('unreasoned')
  // The tests that --testNamePattern leaves out.
  expect(validate('skipped', undefined, true)).toBe('skipped')
})

describe('the launcher', () => {
  test('passes its arguments to the entry point and returns its exit code', () => {
    const folder = temporary()
    writeFileSync(
      join(folder, 'entry.ts'),
      'const words: string[] = process.argv.slice(2)\nprocess.exitCode = words.length',
    )
    const launcher = pathToFileURL(join(root, 'electron', 'cli', 'launch.js')).href
    const entry = pathToFileURL(join(folder, 'entry.ts')).href
    writeFileSync(
      join(folder, 'start.js'),
      `import(${JSON.stringify(launcher)}).then(({ launch }) => launch(new URL(${JSON.stringify(entry)})))`,
    )
    expect(spawnSync(process.execPath, [join(folder, 'start.js'), 'a', 'b c', '--d']).status).toBe(3)
  })

  test('recognizes a Node version that is new enough', async () => {
    const isNewEnough = await load('electron/cli/launch.js', 'isNewEnough')
    expect(['v24.0.0', '24.21.0', '100.0.0'].map((version) => isNewEnough(version))).toEqual([
      true,
      true,
      true,
    ])
    expect(['v20.20.2', '22.99.0', '2.4.0'].map((version) => isNewEnough(version))).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('the order of test files', () => {
  const files = (...named: readonly (readonly [string, string])[]) =>
    named.map(([name, path]) => ({ moduleId: `/somewhere/${path}`, project: { name } }))
  const paths = (all: unknown): string[] =>
    z
      .array(z.object({ moduleId: z.string() }))
      .parse(all)
      .map(({ moduleId }) => moduleId)

  test('goes project by project, in each the longest first, and otherwise stays the same', async () => {
    const inOrder = await load('.scripts/longest-first.js', 'inOrder')
    const given = files(
      ['unit', 'test/unit/a.test.ts'],
      ['engine', 'test/engine/b.test.ts'],
      ['engine', 'test/engine/a.test.ts'],
      ['web', 'test/web/a.test.ts'],
      ['engine', 'test/engine/faults/random-kills.test.ts'],
    )
    expect(paths(inOrder(given))).toEqual([
      '/somewhere/test/web/a.test.ts',
      '/somewhere/test/unit/a.test.ts',
      '/somewhere/test/engine/faults/random-kills.test.ts',
      '/somewhere/test/engine/b.test.ts',
      '/somewhere/test/engine/a.test.ts',
    ])
  })

  test('lists only files that exist', async () => {
    const { longest } = z
      .object({ longest: z.array(z.string()) })
      .parse(await import(pathToFileURL(join(root, '.scripts/longest-first.js')).href))
    expect(longest.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

describe('the temporary folder of the tests', () => {
  test('is created if there is enough space, and leftovers of killed runs are deleted', async () => {
    const memoryFolder = await load('.scripts/memory-folder.js', 'memoryFolder')
    const parent = temporary()
    const ended = spawnSync(process.execPath, ['--version']).pid
    const others = [
      `carryover-tests-${ended}`,
      `carryover-tests-${process.ppid}`,
      'carryover-tests-notes',
      'else',
    ]
    for (const name of others) mkdirSync(join(parent, name))
    const own = `carryover-tests-${process.pid}`
    expect(memoryFolder(parent, 1)).toBe(join(parent, own))
    expect(readdirSync(parent).toSorted()).toEqual([...others.slice(1), own].toSorted())
  })

  test('is missing if there is too little space or no such location', async () => {
    const memoryFolder = await load('.scripts/memory-folder.js', 'memoryFolder')
    expect(memoryFolder(temporary(), 2 ** 62)).toBe(null)
    expect(memoryFolder(join(temporary(), 'nowhere'), 1)).toBe(null)
  })
})

describe('the tests selected for a change', () => {
  const graph = new Map([
    ['shared/a.ts', []],
    ['electron/b.ts', ['shared/a.ts']],
    ['test/unit/a.test.ts', ['shared/a.ts']],
    ['test/engine/b.test.ts', ['electron/b.ts']],
    ['test/engine/harness.ts', ['electron/b.ts']],
    ['test/engine/slow.test.ts', ['test/engine/harness.ts']],
    ['test/web/window.test.ts', ['test/engine/harness.ts']],
    ['test/unit/other.test.ts', ['shared/other.ts']],
  ])
  const chosenFor = async (changed: readonly string[], seconds: object): Promise<unknown> => {
    const distances = await load('.scripts/changed-tests.js', 'distances')
    const chooseTests = await load('.scripts/changed-tests.js', 'chooseTests')
    return chooseTests(distances(graph, changed), seconds)
  }

  test('are those that import it, the nearest first, within one minute of running time', async () => {
    expect(
      await chosenFor(['shared/a.ts'], { 'test/engine/slow.test.ts': 200, 'test/web/window.test.ts': 20 }),
    ).toEqual({
      chosen: ['test/unit/a.test.ts', 'test/engine/b.test.ts', 'test/web/window.test.ts'],
      others: 1,
    })
  })

  test('always include the changed tests themselves, however long they take', async () => {
    expect(await chosenFor(['test/engine/slow.test.ts'], { 'test/engine/slow.test.ts': 200 })).toEqual({
      chosen: ['test/engine/slow.test.ts'],
      others: 0,
    })
  })

  test('are none if no test imports the change', async () => {
    expect(await chosenFor(['README.md'], {})).toEqual({ chosen: [], others: 0 })
  })
})
