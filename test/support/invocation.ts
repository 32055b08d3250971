// What a command wrote, kept as text, and calls of the command line in this process: each with an environment of its own,
// an input that has ended, and outputs that are kept.
import { Readable, Writable } from 'node:stream'
import type { Environment, Invocation } from '../../electron/cli/terminal/invocation.ts'

type Stream = 'stdout' | 'stderr'

export type KeptOutput = {
  readonly written: Readonly<Record<Stream, string>>
  add(stream: Stream, text: string): void
  /** Nothing follows. */
  end(): void
  /** Resolves when this text, or a match, appears on one of the streams; fails when the command ends without. */
  saw(stream: Stream, text: string | RegExp): Promise<string>
}

export function keepOutput(): KeptOutput {
  const written = { stdout: '', stderr: '' }
  const watchers = new Set<() => void>()
  let over = false
  const look = (): void => {
    for (const watcher of watchers) watcher()
  }
  return {
    written,
    add(stream, text) {
      written[stream] += text
      look()
    },
    end() {
      over = true
      look()
    },
    saw: (stream, text) =>
      new Promise((resolve, reject) => {
        const watcher = (): void => {
          const found = typeof text === 'string' ? written[stream].includes(text) : text.test(written[stream])
          if (found) resolve(written[stream])
          else if (over) reject(new Error(`It ended without ${String(text)} on ${stream}: ${written.stderr}`))
          else return
          watchers.delete(watcher)
        }
        watchers.add(watcher)
        watcher()
      }),
  }
}

export type Call = {
  readonly invocation: Invocation
  readonly output: KeptOutput
  /** What Ctrl-C does the first time. */
  interrupt(): void
}

export function createCall(env: Environment = process.env): Call {
  const interruption = new AbortController()
  const output = keepOutput()
  const keep = (stream: Stream): Writable =>
    new Writable({
      decodeStrings: false,
      write(piece, _encoding, done) {
        output.add(stream, String(piece))
        done()
      },
    })
  return {
    invocation: {
      env,
      stdin: Readable.from([]),
      stdout: keep('stdout'),
      stderr: keep('stderr'),
      signal: interruption.signal,
    },
    output,
    interrupt: () => interruption.abort(),
  }
}
