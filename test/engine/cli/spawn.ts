// Runs `carryover …` in its own process, and returns its output and exit code.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { keepOutput, type KeptOutput } from '../../support/invocation.ts'

const entry = fileURLToPath(new URL('../../../electron/cli/carryover.js', import.meta.url))

/** Options for a sandbox that another process started, as for any test system: its environment and its catalogue. */
export const testSystem = ['--environment', 'test', '--catalogue', 'example'] as const

/** Null for a process that a signal ended. */
export type Ended = { readonly code: number | null; readonly stdout: string; readonly stderr: string }
export type Started = {
  readonly child: ChildProcess
  readonly ended: Promise<Ended & { readonly signal: NodeJS.Signals | null }>
  readonly saw: KeptOutput['saw']
  stderr(): string
}

/** Of a command: English, whatever the system speaks, and no key or data folder but the given ones. */
export function environmentOf(key: string | undefined): NodeJS.ProcessEnv {
  const { CARRYOVER_API_KEY: _, CARRYOVER_DATA_DIR: __, ...environment } = process.env
  return {
    ...environment,
    NO_COLOR: '1',
    CARRYOVER_LANGUAGE: 'en',
    ...(key === undefined ? {} : { CARRYOVER_API_KEY: key }),
  }
}

/** Starts `carryover …` as the leader of a process group of its own, so that it can be killed with its children. */
export function start(words: readonly string[], key?: string): Started {
  const child = spawn(process.execPath, [entry, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: environmentOf(key),
  })
  const output = keepOutput()
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => output.add(stream, text))
  }
  const ended: Started['ended'] = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      output.end()
      resolve({ code, signal, ...output.written })
    })
  })
  return { child, ended, stderr: () => output.written.stderr, saw: output.saw }
}
