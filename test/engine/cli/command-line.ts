// Runs the command line as a user does: the entry file in its own process, with its output and exit code. Folders are
// fresh, sandboxes are real, and processes still running are ended after each test.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import type { SandboxOptions } from '../../../electron/sandbox/options.ts'
import { createSandbox, type Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { type Ended, start as startUnguarded, type Started, testSystem } from './spawn.ts'

export { type Ended, testSystem } from './spawn.ts'

const samples = new URL('../../files/samples/', import.meta.url)

const endings: (() => Promise<void> | void)[] = []
afterAll(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

export function sample(name: string): string {
  return fileURLToPath(new URL(name, samples))
}

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-cli-'))
  endings.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = await createSandbox({ speed: 10, ...options })
  endings.push(() => sandbox.close())
  return sandbox
}

/** Like `start` of spawn.ts; processes still running are killed after the tests. */
export function start(words: readonly string[], key?: string): Started {
  const started = startUnguarded(words, key)
  endings.push(async () => {
    started.child.kill('SIGKILL')
    await started.ended
  })
  return started
}

export function carryover(words: readonly string[], key?: string): Promise<Ended> {
  return start(words, key).ended
}

/** The visible result of a command. */
export function reported({ code, stderr }: Ended) {
  const sentences = stderr.split('\n').filter((line) => line.startsWith('carryover: '))
  return {
    code,
    stderr,
    refusals: sentences.length,
    isWhole: /[.?”)]$/.test(stderr.trimEnd()),
    hasTrace: /^ {4}at /m.test(stderr) || stderr.includes('fault of Carryover'),
  }
}

/** Checks a refusal: the exit code, one message in whole sentences that contains this, and no stack trace. */
export function refusedWith(code: number, says: string | RegExp) {
  const stderr = typeof says === 'string' ? expect.stringContaining(says) : expect.stringMatching(says)
  return { code, stderr: stderr as unknown, refusals: 1, isWhole: true, hasTrace: false }
}

/** Arguments for a run of the small sample against a sandbox, fast and without questions. */
export function runWords(sandbox: { readonly baseUrl: string }, folder: string, ...more: string[]): string[] {
  return [
    'run',
    sample('wide-50.csv'),
    '--mapping',
    sample('wide-50.mapping.json'),
    '--base-url',
    sandbox.baseUrl,
    ...testSystem,
    '--data-dir',
    join(folder, 'data'),
    '--poll',
    '0.1',
    '--reads-per-minute',
    'none',
    ...more,
  ]
}
