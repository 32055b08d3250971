// Everything that one call of the command line takes from its process: environment, streams and the signal that ends it.
// The commands get it as a value and read nothing of the process themselves, so calls in one process do not meet. Only
// the language is of the whole process (language.ts).
import type { Readable } from 'node:stream'

export type Environment = Readonly<Record<string, string | undefined>>

/** `columns`: width of a terminal in characters. */
export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }

export type Invocation = {
  readonly env: Environment
  readonly stdin: Readable & { readonly isTTY?: boolean }
  /** Requested output. */
  readonly stdout: Output
  /** Progress, questions and refusals. */
  readonly stderr: Output
  /** Aborted by Ctrl-C or a termination signal. */
  readonly signal: AbortSignal
}

/** With the environment and streams of this process. */
export function ofThisProcess(signal: AbortSignal): Invocation {
  const { env, stdin, stdout, stderr } = process
  return { env, stdin, stdout, stderr, signal }
}
