// Vitest runner with two additions. Files of `web`, `engine` and `unit` share processes, in which the program's modules
// are loaded once; the tests' own modules are loaded again for each file, because they register hooks when they are
// loaded. And browser tests are skipped when no browser is available: a file that imports test/chromium.ts opens a
// browser before its first test, too early for a test to skip itself. When no browser exists and none is required, the
// runner skips each test of such a file with the reason and runs none of its hooks.
import { type RunnerTestSuite, TestRunner } from 'vitest'
import { isRequired, opensBrowser, whyMissing } from './tools.ts'

const here = `${import.meta.dirname.replaceAll('\\', '/')}/`

function withoutHooks(suite: RunnerTestSuite): void {
  for (const hooks of Object.values(TestRunner.getSuiteHooks(suite))) hooks.length = 0
  for (const task of suite.tasks) if (task.type === 'suite') withoutHooks(task)
}

function skipAll(file: RunnerTestSuite, why: string): void {
  withoutHooks(file)
  TestRunner.getSuiteHooks(file).beforeEach.push((context) => context.skip(why))
}

type Loaded = { promise?: unknown; exports?: unknown; evaluated: boolean; readonly importers: Set<string> }
type Worker = { readonly evaluatedModules: { readonly idToModuleMap: ReadonlyMap<string, Loaded> } }

/** Forgets the modules in `test/`, as vitest itself forgets all modules where files are isolated. */
function forgetTestModules(): void {
  const worker = Reflect.get(globalThis, '__vitest_worker__') as Worker
  for (const [id, module] of worker.evaluatedModules.idToModuleMap) {
    if (!id.startsWith(here)) continue
    module.promise = undefined
    module.exports = undefined
    module.evaluated = false
    module.importers.clear()
  }
}

export default class ToolRunner extends TestRunner {
  override importFile(filepath: string, source: 'collect' | 'setup'): unknown {
    if (source === 'collect') {
      forgetTestModules()
      Reflect.deleteProperty(globalThis, opensBrowser)
    }
    return super.importFile(filepath, source)
  }

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    const why = whyMissing('chromium')
    const isFile = 'filepath' in suite
    if (isFile && why !== null && !isRequired('chromium') && Reflect.has(globalThis, opensBrowser))
      skipAll(suite, why)
    await super.onBeforeRunSuite(suite)
  }
}
