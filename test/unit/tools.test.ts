// Tests the tests that need an external program: skipped with the reason when it is missing, failed when it is
// required. Also tests that no test is skipped in a way that cannot state a reason.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, test, type TestContext, vi } from 'vitest'
import { z } from 'zod'
import { need } from '../tools.ts'

const root = join(import.meta.dirname, '..', '..')
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a missing program', () => {
  const noDisplay = (): void => {
    vi.stubEnv('DISPLAY', undefined)
    vi.stubEnv('WAYLAND_DISPLAY', undefined)
  }

  /** The test's own context, with a fake skip, because a real one would end this test. */
  const instead = (context: TestContext) => {
    const skip = vi.fn<(reason: string) => never>(() => {
      throw new Error('skipped')
    })
    return { skip, skipping: { ...context, skip: skip as unknown as typeof context.skip } }
  }

  test('skips its test with the reason', (context) => {
    context.skip(process.platform !== 'linux', 'because every other system has a display')
    noDisplay()
    const { skip, skipping } = instead(context)
    expect(() => need(skipping, 'display')).toThrow('skipped')
    expect(skip).toHaveBeenCalledExactlyOnceWith('because Electron needs a display and there is none')
  })

  test('fails its test if the program is required', (context) => {
    context.skip(process.platform !== 'linux', 'because every other system has a display')
    noDisplay()
    vi.stubEnv('CARRYOVER_REQUIRED_TOOLS', 'chromium, display')
    expect(() => need(instead(context).skipping, 'display')).toThrow(
      /cannot run, because Electron needs a display/,
    )
  })

  test('skips a whole file that opens a browser before its first test, without running its hooks', () => {
    const cache = join(root, 'node_modules', '.cache')
    mkdirSync(cache, { recursive: true })
    const folder = mkdtempSync(join(cache, 'tools-'))
    try {
      const ended = runWithoutVariable(folder, {})
      expect(ended.output).toContain('because no Chromium was found')
      expect(ended).toMatchObject({ status: 0 })
      expect(runWithoutVariable(folder, { CARRYOVER_REQUIRED_TOOLS: 'chromium' })).toMatchObject({
        status: 1,
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

/** A test file in a project of its own, which finds the given browser path, or none. */
function runWithoutVariable(folder: string, env: Readonly<Record<string, string>>) {
  mkdirSync(join(folder, 'test'), { recursive: true })
  for (const name of ['tools.ts', 'tool-runner.ts', 'chromium.ts'])
    writeFileSync(join(folder, 'test', name), readFileSync(join(root, 'test', name)))
  writeFileSync(
    join(folder, 'test', 'page.test.ts'),
    `import { beforeAll, expect, test } from 'vitest'
     import { chromiumPath } from './chromium.ts'
     beforeAll(() => { chromiumPath() })
     test('opens a page', () => { expect(1).toBe(1) })`,
  )
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { runner: './test/tool-runner.ts', reporters: ['verbose'] } }`,
  )
  const { CARRYOVER_CHROMIUM: _, CARRYOVER_REQUIRED_TOOLS: __, ...rest } = process.env
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const words = [vitest, 'run', '--root', folder, '--config', join(folder, 'vitest.config.mjs')]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    encoding: 'utf8',
    env: { ...rest, ...env },
  })
  return { status, output: stdout + stderr }
}

test('every way to skip a test includes a reason', () => {
  const found = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !path.endsWith('tools.test.ts'))
    .filter((path) =>
      /\b(?:test|it|describe)\.(?:skip|skipIf|runIf|todo)\b/.test(
        readFileSync(join(root, 'test', path), 'utf8'),
      ),
    )
  expect(found).toEqual([])
})

test('every script that opens a browser prepares one first: tests and benchmarks', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const ready = ['test', 'test:web', 'test:desktop', 'test:features', 'test:long', 'bench'].map(
    (name) => `pre${name}`,
  )
  expect(ready.filter((name) => scripts[name] !== 'node .scripts/prepare.js --chromium')).toEqual([])
})

test('tests use the installed browser without a variable that names it', (context) => {
  context.skip(process.platform === 'win32', 'because Windows runs no script as a program')
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'tools-'))
  try {
    const browser = join(folder, 'chromium')
    writeFileSync(browser, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    const script = pathToFileURL(join(root, '.scripts', 'find-chromium.js')).href
    const source = `import { findChromium } from '${script}'; findChromium(process.argv[1], () => undefined)`
    const words = ['--input-type=module', '-e', source, folder]
    const { status } = spawnSync(process.execPath, words, { env: { PATH: folder, HOME: folder } })
    expect(status).toBe(0)
    expect(readFileSync(join(folder, 'node_modules', '.cache', 'chromium-path'), 'utf8')).toBe(`${browser}\n`)
    const ended = runWithoutVariable(folder, { CARRYOVER_REQUIRED_TOOLS: 'chromium' })
    expect(ended.output).toMatch(/✓.*opens a page/)
    expect(ended).toMatchObject({ status: 0 })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const workflow = z.object({
  jobs: z.record(
    z.string(),
    z.looseObject({
      'timeout-minutes': z.number(),
      steps: z.array(z.looseObject({ run: z.string().optional() })),
    }),
  ),
})

test('the public workflow allows enough time, installs the tools of the tests, and fails without real Electron', () => {
  const packager = createRequire(
    createRequire(join(root, 'package.json')).resolve('electron-builder/package.json'),
  )
  const yaml = z
    .object({ load: z.function({ input: [z.string()], output: z.unknown() }) })
    .parse(packager('js-yaml'))
  const text = readFileSync(join(root, '.github', 'workflows', 'ci.yml'), 'utf8')
  const { jobs } = workflow.parse(yaml.load(text))
  expect(jobs['test']?.['timeout-minutes']).toBeGreaterThanOrEqual(60)
  const commands = (job: string): string => (jobs[job]?.steps ?? []).map(({ run }) => run ?? '').join('\n')
  expect(JSON.stringify(jobs['test'])).toContain('{"os":"ubuntu-latest","tools":"chromium,libreoffice"}')
  expect(JSON.stringify(jobs['test'])).toContain('"CARRYOVER_REQUIRED_TOOLS":"${{ matrix.tools }}"')
  expect(commands('test')).toMatch(/apt-get install .*libreoffice-calc-nogui[^]*npm test/)
  expect(JSON.stringify(jobs['electron'])).toContain('"CARRYOVER_REQUIRED_TOOLS":"electron,display"')
  expect(commands('electron')).toMatch(
    /npx install-electron[^]*install .*xvfb[^]*xvfb-run .*real-program\.test\.ts/,
  )
})
