// Starts engine processes that wait, fully loaded, for an order, and that can be killed at any moment. While one runs
// the next one is loading, so that hundreds of kills take minutes.
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { OrderInput } from './order.ts'

const program = fileURLToPath(new URL('./life.ts', import.meta.url))

export type End = { readonly signal: NodeJS.Signals | null; readonly code: number | null }
export type Life = {
  readonly pid: number
  /** Its output so far. */
  readonly marks: readonly string[]
  /** Its error output. */
  errors(): string
  begin(order: OrderInput): void
  /** Resolves when it has printed this; fails when it exits without. */
  said(mark: string): Promise<void>
  /** kill −9; resolves when the process is gone and all of its output is read. */
  kill(): Promise<void>
  signal(name: 'SIGSTOP' | 'SIGCONT'): void
  readonly gone: Promise<End>
  isGone(): boolean
}

export type Lives = {
  next(): Promise<Life>
  end(): Promise<void>
}

export function createLives(): Lives {
  const given = process.env['NODE_COMPILE_CACHE']
  const cache = given ?? mkdtempSync(join(tmpdir(), 'carryover-lives-'))
  const all = new Set<Life>()
  const start = async (): Promise<Life> => {
    const life = startLife(cache)
    all.add(life)
    void life.gone.then(() => all.delete(life))
    await life.said('ready')
    return life
  }
  let coming: Promise<Life> | null = null
  return {
    async next() {
      const life = await (coming ?? start())
      coming = start()
      // The caller that asks for it gets the failure.
      coming.catch(() => undefined)
      return life
    },
    async end() {
      await coming?.catch(() => undefined)
      await Promise.all([...all].map((life) => life.kill()))
      if (given === undefined) rmSync(cache, { recursive: true, force: true })
    },
  }
}

function startLife(cache: string): Life {
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn(process.execPath, [program], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
  })
  const marks: string[] = []
  const lookers = new Set<() => void>()
  let pending = ''
  let errors = ''
  let over: End | null = null
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const lines = (pending + text).split('\n')
    pending = lines.pop() ?? ''
    marks.push(...lines)
    for (const look of lookers) look()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.stdin.on('error', () => undefined)
  const gone = new Promise<End>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      over = { code, signal }
      for (const look of lookers) look()
      resolve(over)
    })
  })
  return {
    pid: child.pid ?? 0,
    marks,
    gone,
    isGone: () => over !== null,
    errors: () => errors,
    begin: (order) => void child.stdin.write(`${JSON.stringify(order)}\n`),
    said: (mark) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (marks.includes(mark)) resolve()
          else if (over !== null)
            reject(new Error(`It ended without saying "${mark}": ${errors || JSON.stringify(over)}`))
          else return
          lookers.delete(look)
        }
        lookers.add(look)
        look()
      }),
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
    signal: (name) => void child.kill(name),
  }
}
