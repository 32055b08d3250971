// The command line as a user meets it: the entry file in a process of its own, with what it wrote and how it ended.
// Folders are fresh, sandboxes are real, and whatever a test leaves running is ended after it.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect } from 'vitest'
import type { SandboxOptions } from '../../../electron/sandbox/options.ts'
import { createSandbox, type Sandbox } from '../../../electron/sandbox/sandbox.ts'

const entry = fileURLToPath(new URL('../../../electron/cli/carryover.js', import.meta.url))
const samples = new URL('../../files/samples/', import.meta.url)

export type Ended = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}
export type Started = {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** When this text, or something that matches, stands on one of the streams; fails when the process ends without. */
  saw(stream: 'stdout' | 'stderr', text: string | RegExp): Promise<string>
  stderr(): string
}

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

/** Starts `carryover …` as the leader of a process group of its own, so that it can be killed with its children. */
export function start(words: readonly string[], key?: string): Started {
  const { CARRYOVER_API_KEY: _, CARRYOVER_DATA_DIR: __, ...environment } = process.env
  const child = spawn(process.execPath, [entry, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: { ...environment, NO_COLOR: '1', ...(key === undefined ? {} : { CARRYOVER_API_KEY: key }) },
  })
  const written = { stdout: '', stderr: '' }
  const watchers = new Set<() => void>()
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      written[stream] += text
      for (const look of watchers) look()
    })
  }
  let over = false
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      over = true
      for (const look of watchers) look()
      resolve({ code, signal, ...written })
    })
  })
  endings.push(async () => {
    if (!over) child.kill('SIGKILL')
    await ended
  })
  return {
    child,
    ended,
    stderr: () => written.stderr,
    saw: (stream, text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = typeof text === 'string' ? written[stream].includes(text) : text.test(written[stream])
          if (found) resolve(written[stream])
          else if (over) reject(new Error(`It ended without ${String(text)} on ${stream}: ${written.stderr}`))
          else return
          watchers.delete(look)
        }
        watchers.add(look)
        look()
      }),
  }
}

export function carryover(words: readonly string[], key?: string): Promise<Ended> {
  return start(words, key).ended
}

/** Refused as a person should be: the exit code, one sentence that says this, nothing on stdout, and no stack trace. */
export function expectRefusal(ended: Ended, code: number, says: string | RegExp): void {
  expect(ended.stderr).toMatch(says)
  expect(ended.stderr.split('\n').filter((line) => line.startsWith('carryover: '))).toHaveLength(1)
  expect(ended.stderr).not.toMatch(/^ {4}at /m)
  expect(ended.stderr).not.toContain('fault of Carryover')
  expect(ended.stderr.trimEnd()).toMatch(/[.”)]$/)
  expect(ended.code).toBe(code)
}

/** The words of a run of the small sample against a sandbox, quick and without questions. */
export function runWords(sandbox: { readonly baseUrl: string }, folder: string, ...more: string[]): string[] {
  return [
    'run',
    sample('wide-50.csv'),
    '--mapping',
    sample('wide-50.mapping.json'),
    '--base-url',
    sandbox.baseUrl,
    '--data-dir',
    join(folder, 'data'),
    '--poll',
    '0.1',
    ...more,
  ]
}
