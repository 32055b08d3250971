// Implements `npm test` and its parts. Without an argument: the checks, and beside them every test. `check`: the checks and
// the import rules. `unit`, `engine`, `desktop`, `web`: that folder's tests only. `features`: those in folders of that name,
// which CI runs after the usual run. `long`: only the tests that are
// too slow for CI. Further arguments go to vitest. The last line is always `N passed, N failed`, checks and tests
// counted together; the exit code is 0 only when nothing failed and something ran.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isNewEnough, root } from '../electron/cli/launch.js'
import { changedFiles, chooseTests, distances, importGraph } from './changed-tests.js'
import { runChecks } from './check.js'
import { measuredSeconds } from './outcome-reporter.js'

const projects = ['unit', 'engine', 'desktop', 'web', 'long']
const features = ['test/web/features', 'test/engine/team/features']
const architecture = 'test/unit/architecture.test.ts'

async function runTests(words, withFeatures = false) {
  const folder = join(root, 'node_modules', '.cache')
  const file = join(folder, `outcome-${process.pid}.json`)
  mkdirSync(folder, { recursive: true })
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--config', join(root, '.vitest.config.ts'), ...words],
    {
      cwd: root,
      stdio: ['ignore', 1, 2],
      env: {
        ...process.env,
        CARRYOVER_OUTCOME: file,
        ...(words.includes('long') ? { CARRYOVER_LONG: 'yes' } : {}),
        ...(withFeatures ? { CARRYOVER_FEATURES: 'yes' } : {}),
      },
    },
  )
  const [status, signal] = await once(child, 'exit')
  const outcome = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 0 }
  rmSync(file, { force: true })
  const unexplained = status !== 0 && outcome.failed === 0
  if (unexplained) process.stdout.write(`vitest ended with ${status ?? signal} and named no failing test\n`)
  return { passed: outcome.passed, failed: outcome.failed + (unexplained ? 1 : 0) }
}

/** Null where nothing was changed that a test reaches. */
async function testsOfChange(base) {
  const { importsOf } = await import('../test/arrows.ts')
  const graph = importGraph(root, (file, text) => importsOf(file, text).names)
  const { chosen, others } = chooseTests(distances(graph, changedFiles(root, base)), measuredSeconds(root))
  if (others > 0) process.stdout.write(`${others} more test files reach the change: npm test runs them.\n`)
  return chosen.length === 0 ? null : chosen
}

async function main([what, ...words]) {
  if (!isNewEnough(process.versions.node)) {
    process.stderr.write(
      `The tests need Node 24 and this is ${process.versions.node}: run them by "npm test".\n`,
    )
    process.exit(3)
  }
  const one = projects.includes(what)
  const runs = []
  if (what === 'changed') {
    const files = await testsOfChange(words[0])
    runs.push(files === null ? { passed: 0, failed: 0 } : await runTests(files, true))
    if (files === null) process.stdout.write('no test reaches what was changed\n')
    return end(runs, true)
  }
  if (what === 'features') {
    runs.push(await runTests(['--project', 'web', '--project', 'engine', ...features, ...words], true))
    return end(runs, runs[0].passed + runs[0].failed > 0)
  }
  const chosen =
    what === 'check'
      ? [architecture, '--project', 'unit']
      : one
        ? ['--project', what, ...words]
        : [what, ...words].filter((word) => word !== undefined)
  // Many tests wait: the checks take the time between them.
  runs.push(...(await Promise.all([...(one ? [] : [runChecks()]), runTests(chosen)])))
  const ranTests = runs.at(-1).passed + runs.at(-1).failed > 0
  if (!ranTests) process.stdout.write('no test ran\n')
  end(runs, ranTests)
}

function end(runs, ranTests) {
  const passed = runs.reduce((sum, run) => sum + run.passed, 0)
  const failed = runs.reduce((sum, run) => sum + run.failed, 0) + (ranTests ? 0 : 1)
  process.exitCode = failed === 0 ? 0 : 1
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
}

await main(process.argv.slice(2))
