// Vitest runner that skips browser tests when no browser is available. A file that imports test/chromium.ts opens a
// browser before its first test, too early for a test to skip itself. When no browser exists and none is required,
// the runner skips each test of such a file with the reason and runs none of its hooks.
import { type RunnerTestSuite, TestRunner } from 'vitest'
import { isRequired, opensBrowser, whyMissing } from './tools.ts'

function withoutHooks(suite: RunnerTestSuite): void {
  for (const hooks of Object.values(TestRunner.getSuiteHooks(suite))) hooks.length = 0
  for (const task of suite.tasks) if (task.type === 'suite') withoutHooks(task)
}

function skipAll(file: RunnerTestSuite, why: string): void {
  withoutHooks(file)
  TestRunner.getSuiteHooks(file).beforeEach.push((context) => context.skip(why))
}

export default class ToolRunner extends TestRunner {
  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    const why = whyMissing('chromium')
    const isFile = 'filepath' in suite
    if (isFile && why !== null && !isRequired('chromium') && Reflect.has(globalThis, opensBrowser))
      skipAll(suite, why)
    await super.onBeforeRunSuite(suite)
  }
}
