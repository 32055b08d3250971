// How the tests run: four projects by folder, at most eight processes at a time (many tests wait), the longest first, no
// retries. A fifth, of tests that take longer than CI has time for, is there only when `.scripts/test.js` was asked for
// it. The reporter beside the usual one writes the outcome that `.scripts/test.js` turns into the closing line.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './.scripts/longest-first.js'
import { memoryFolder } from './.scripts/memory-folder.js'
import { outcomeReporter } from './.scripts/outcome-reporter.js'

const second = 1000

// Every process that a test starts loads the same few hundred modules: what Node made of them is kept, by their content.
// The workers inherit it, and their threads and children.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'compiled')

// Threads and child processes start from single built files (test/support/built-program.ts).
const useBuilt = join(import.meta.dirname, 'test', 'support', 'use-built.cjs')
process.env['NODE_OPTIONS'] =
  `${process.env['NODE_OPTIONS'] ?? ''} --require ${JSON.stringify(useBuilt)}`.trim()

// Named by whoever runs the tests, or else in memory.
const folder = process.env['TMPDIR'] === undefined && process.platform === 'linux' ? memoryFolder() : null
if (folder !== null) process.env['TMPDIR'] = folder

/** It ends a test that hangs; it leaves room for a machine that is busy or slow. */
const usualTimeout = 240 * second

function project(name: string, testTimeout = usualTimeout) {
  return { extends: true as const, test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout } }
}

/** A project whose tests start the program. */
function programProject(name: string, testTimeout = usualTimeout) {
  const plain = project(name, testTimeout)
  return { ...plain, test: { ...plain.test, globalSetup: ['test/support/built-program.ts'] } }
}

/**
 * A process takes the files of the project one after the other (test/tool-runner.ts), which saves a quarter of the
 * processor time of `engine`. Else each file has its own.
 */
const shared = { isolate: false }

/** Builds the window, unless the one that is there is as new as its sources. */
const withWindow = 'test/web/build-window.ts'

const plainDesktop = programProject('desktop')
const desktop = {
  ...plainDesktop,
  test: { ...plainDesktop.test, ...shared, globalSetup: [...plainDesktop.test.globalSetup, withWindow] },
}

const plainUnit = project('unit')
const unit = { ...plainUnit, test: { ...plainUnit.test, ...shared } }

/**
 * The window's part of features whose behaviour the engine's tests prove, and parts of teams that wait much. CI runs them
 * after the usual run (`npm run test:features`).
 */
const features = 'test/web/features/**/*.test.ts'
const teamFeatures = 'test/engine/team/features/**/*.test.ts'
const withFeatures = process.env['CARRYOVER_FEATURES'] === 'yes'

const plainEngine = programProject('engine')
const engine = {
  ...plainEngine,
  // Many of its tests wait for a while: more processes use what they leave.
  test: {
    ...plainEngine.test,
    exclude: withFeatures ? [] : [teamFeatures],
    ...shared,
    maxWorkers: 8,
    sequence: { groupOrder: 1 },
  },
}

/**
 * Whole journeys whose parts have tests of their own, and looks at every state of the window: they take longer than a push
 * may wait for. The usual run has them only where pictures are asked for.
 */
const wholeJourneys = 'test/web/journeys/**/*.test.ts'

const seldom = withFeatures ? [wholeJourneys] : [wholeJourneys, features]

const plainWeb = programProject('web')
const web = {
  ...plainWeb,
  test: {
    ...plainWeb.test,
    exclude: process.env['CARRYOVER_PICTURES'] === undefined ? seldom : [],
    ...shared,
    globalSetup: [...plainWeb.test.globalSetup, withWindow],
  },
}

/** The tests of properties, which the long tests repeat with more cases (test/support/repeats.ts). */
function repeated(): string[] {
  const files = globSync('test/engine/**/*.test.ts', { cwd: import.meta.dirname })
  return files.filter((file) =>
    readFileSync(join(import.meta.dirname, file), 'utf8').includes('/support/repeats.ts'),
  )
}

function longProject() {
  const plain = programProject('long', 1800 * second)
  const env = { CARRYOVER_PATIENCE_MS: String(180 * second), CARRYOVER_TIMES: '5' }
  const include = [...plain.test.include, ...repeated(), wholeJourneys, features, teamFeatures]
  return {
    ...plain,
    test: { ...plain.test, include, env, globalSetup: [...plain.test.globalSetup, withWindow] },
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    unstubEnvs: true,
    maxWorkers: 4,
    retry: 0,
    sequence: { sequencer: LongestFirst },
    runner: './test/tool-runner.ts',
    setupFiles: ['test/property-seed.ts'],
    allowOnly: false,
    passWithNoTests: false,
    hookTimeout: usualTimeout,
    teardownTimeout: 10 * second,
    // What is shown follows what was done after a while: tests look until it does.
    expect: { poll: { timeout: 30 * second } },
    reporters: [['default', { summary: false }], outcomeReporter()],
    projects: [
      unit,
      engine,
      desktop,
      web,
      ...(process.env['CARRYOVER_LONG'] === 'yes' ? [longProject()] : []),
    ],
  },
})
