// Runs the tests as vitest does, but for one thing: a file that imports test/chromium.ts opens a browser before its first
// test, where no test can say that it is skipped. Where there is no browser, and none is required, each test of such a file
// is skipped with the reason and none of its hooks run.
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
