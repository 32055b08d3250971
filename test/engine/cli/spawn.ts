// Runs `carryover …` in its own process, and returns its output and exit code.
import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../../../electron/cli/carryover.js', import.meta.url))

/** Options for a sandbox that another process started, as for any test system: its environment and its catalogue. */
export const testSystem = ['--environment', 'test', '--catalogue', 'example'] as const

export type Ended = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}
export type Started = {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves when this text, or a match, appears on one of the streams; fails when the process ends without. */
  saw(stream: 'stdout' | 'stderr', text: string | RegExp): Promise<string>
  stderr(): string
}

/**
 * Starts `carryover …` as the leader of a process group of its own, so that it can be killed with its children. It
 * speaks English, whatever the system does.
 */
export function start(words: readonly string[], key?: string): Started {
  const { CARRYOVER_API_KEY: _, CARRYOVER_DATA_DIR: __, ...environment } = process.env
  const child = spawn(process.execPath, [entry, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      ...environment,
      NO_COLOR: '1',
      CARRYOVER_LANGUAGE: 'en',
      ...(key === undefined ? {} : { CARRYOVER_API_KEY: key }),
    },
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
