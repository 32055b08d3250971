// Calls of the command line, with their output and exit code: most in this process (`carryover`, `call`), those that need
// signals, pipes or a death of their own in their own process (`start`). Folders are fresh, sandboxes are real, and what
// still runs is ended after the tests.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import type { SandboxOptions } from '../../../electron/sandbox/options.ts'
import { createSandbox, type Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { runProgram } from '../../../electron/cli/program.ts'
import { speak } from '../../../shared/texts/current.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { createCall, type KeptOutput } from '../../support/invocation.ts'
import { type Ended, environmentOf, start as startUnguarded, type Started, testSystem } from './spawn.ts'

export { type Ended, testSystem }

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

export type Called = {
  readonly ended: Promise<Ended>
  readonly saw: KeptOutput['saw']
  /** As Ctrl-C does the first time. */
  interrupt(): void
}

/**
 * Calls the command line in this process. The language is of the process: calls in another one than English must not run
 * beside others. Calls still running are interrupted after the tests.
 */
export function call(words: readonly string[], key?: string): Called {
  const { invocation, output, interrupt } = createCall(environmentOf(key))
  const ended = runProgram(words, invocation).then((code) => {
    speak(createMessageFormat('en', 'en-GB'))
    output.end()
    return { code, ...output.written }
  })
  endings.push(async () => {
    interrupt()
    await ended
  })
  return { ended, saw: output.saw, interrupt }
}

/** Calls the command line in this process. */
export function carryover(words: readonly string[], key?: string): Promise<Ended> {
  return call(words, key).ended
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
