// How the tests run: four projects by folder, at most three processes at a time, the longest first, no retries. A fifth,
// of tests that take longer than CI has time for, is there only when `.scripts/test.js` was asked for it. The reporter
// beside the usual one writes the outcome that `.scripts/test.js` turns into the closing line.
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

function project(name: string, testTimeout: number) {
  return { extends: true as const, test: { name, include: [`test/${name}/**/*.test.ts`], testTimeout } }
}

/** A project whose tests start the program. */
function programProject(name: string, testTimeout: number) {
  const plain = project(name, testTimeout)
  return { ...plain, test: { ...plain.test, globalSetup: ['test/support/built-program.ts'] } }
}

/** A process takes the files of the project one after the other (test/tool-runner.ts). Else each file has its own. */
const shared = { isolate: false }

const plainUnit = project('unit', 15 * second)
const unit = { ...plainUnit, test: { ...plainUnit.test, ...shared } }

const plainWeb = programProject('web', 60 * second)
const web = {
  ...plainWeb,
  test: {
    ...plainWeb.test,
    ...shared,
    globalSetup: [...plainWeb.test.globalSetup, 'test/web/build-window.ts'],
    // What a page shows follows what was done on it after a while: tests look until it does.
    expect: { poll: { timeout: 10 * second } },
  },
}

const plainLong = programProject('long', 1800 * second)
const long = {
  ...plainLong,
  test: { ...plainLong.test, env: { CARRYOVER_PATIENCE_MS: String(180 * second) } },
}

export default defineConfig({
  test: {
    pool: 'forks',
    unstubEnvs: true,
    maxWorkers: 3,
    retry: 0,
    sequence: { sequencer: LongestFirst },
    runner: './test/tool-runner.ts',
    setupFiles: ['test/property-seed.ts'],
    allowOnly: false,
    passWithNoTests: false,
    hookTimeout: 60 * second,
    teardownTimeout: 10 * second,
    reporters: [['default', { summary: false }], outcomeReporter()],
    projects: [
      unit,
      programProject('engine', 60 * second),
      programProject('desktop', 60 * second),
      web,
      ...(process.env['CARRYOVER_LONG'] === 'yes' ? [long] : []),
    ],
  },
})
