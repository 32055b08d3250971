// A vitest reporter that counts what passed and failed and writes it to the file named in CARRYOVER_OUTCOME. Failures
// are more than failing tests: a file that cannot be loaded, an error outside any test, a test skipped without a reason.
// A reason is what a test gives to `context.skip(reason)`; `test.skip` and `test.todo` have no place for one.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What one finished test case is: passed, failed, skipped with its reason, or skipped for no reason given. */
export function validate(state, note, chosenByName) {
  if (state === 'passed') return 'passed'
  if (state !== 'skipped') return 'failed'
  // With --testNamePattern vitest marks the tests that were not chosen as skipped.
  if (chosenByName) return 'skipped'
  return typeof note === 'string' && note.trim() !== '' ? 'skipped' : 'unreasoned'
}

export function outcomeReporter() {
  let chosenByName = false
  let root = null
  return {
    onInit(vitest) {
      root = vitest.config.root
      chosenByName = vitest.config.testNamePattern !== undefined
    },
    onTestRunEnd(modules, unhandledErrors) {
      const outcome = { passed: 0, failed: unhandledErrors.length, skipped: [], failures: [], complaints: [] }
      for (const module of modules) countModule(module, outcome, chosenByName)
      for (const line of [...outcome.skipped, ...outcome.failures, ...outcome.complaints])
        process.stdout.write(`${line}\n`)
      const path = process.env.CARRYOVER_OUTCOME
      if (path !== undefined) {
        writeFileSync(path, JSON.stringify(outcome))
        if (!chosenByName) keepSeconds(root, modules)
      }
      if (outcome.failed > 0) process.exitCode = 1
    },
  }
}

const timesOf = (root) => join(root, 'node_modules', '.cache', 'test-seconds.json')

/** Seconds that each test file took when it last ran whole, by its path; empty on a fresh clone. */
export function measuredSeconds(root) {
  const file = timesOf(root)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}

function keepSeconds(root, modules) {
  const seconds = measuredSeconds(root)
  // The long tests repeat files of another project, with more cases.
  const usual = modules.filter((module) => module.project?.name !== 'long')
  for (const module of usual)
    seconds[module.relativeModuleId] = Math.round(module.diagnostic().duration / 100) / 10
  mkdirSync(dirname(timesOf(root)), { recursive: true })
  writeFileSync(timesOf(root), JSON.stringify(seconds))
}

function countModule(module, outcome, chosenByName) {
  const failuresOfItsOwn = module.errors().length
  outcome.failed += failuresOfItsOwn
  for (const suite of module.children.allSuites()) outcome.failed += suite.errors().length
  for (const test of module.children.allTests()) {
    const result = test.result()
    const name = `${module.relativeModuleId} > ${test.fullName}`
    const verdict = validate(result.state, result.note, chosenByName)
    if (verdict === 'passed') outcome.passed += 1
    if (verdict === 'failed' || verdict === 'unreasoned') outcome.failed += 1
    if (verdict === 'failed') outcome.failures.push(`FAILED ${name}`)
    if (verdict === 'skipped' && !chosenByName) outcome.skipped.push(`skipped: ${name}: ${result.note}`)
    if (verdict === 'unreasoned') {
      outcome.complaints.push(`skipped without a reason: ${name} (give one with context.skip('because …'))`)
    }
  }
}
