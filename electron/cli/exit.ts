// Exit codes of the command line, and the refusal that ends a command with a sentence. Bad input never prints a stack
// trace.
import { ORPCError } from '@orpc/client'
import { failureData } from '../../shared/contract/contract.ts'
import type { EncodingCandidate } from '../../shared/sheet/sheet.ts'
import { oneLine } from './terminal.ts'

export const exitCodes = {
  /** Every account is done as created or already there. */
  done: 0,
  /** A fault of Carryover. */
  bug: 1,
  /** Something needs a person: refused, failed, unconfirmed, rows without account. */
  attention: 2,
  /** The input cannot be used. */
  input: 3,
  /** The service or the credential refuses. */
  service: 4,
  /** Ctrl-C, or a termination signal. */
  interrupted: 5,
  /** A brake has stopped it, or a person has to release what comes next. */
  person: 6,
} as const

/** Ends a command with a sentence for stderr. */
export class Refusal extends Error {
  readonly exitCode: number
  /** Each text is a line, whatever is in it. */
  constructor(lines: string | readonly string[], exitCode: number) {
    super([lines].flat().map(oneLine).join('\n'))
    this.name = 'Refusal'
    this.exitCode = exitCode
  }
}

export function refuse(lines: string | readonly string[]): never {
  throw new Refusal(lines, exitCodes.input)
}

export function interrupted(): Refusal {
  return new Refusal('Interrupted.', exitCodes.interrupted)
}

/** The work, or a refusal as soon as the signal is aborted; the work's own end is then nobody's alert. */
export async function orInterrupted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  work.catch(() => undefined)
  try {
    return await new Promise<T>((resolve, reject) => {
      const stop = (): void => reject(interrupted())
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop, { once: true, signal: done.signal })
      work.then(resolve, reject)
    })
  } finally {
    done.abort()
  }
}

const readingHints: Readonly<Partial<Record<string, string>>> = {
  only_for_text: '--encoding, --delimiter, --quote and --escape are for text files.',
  encoding_unsure: 'Say which it is with --encoding NAME.',
  encoding_wrong: 'Say which it is with --encoding NAME.',
  encoding_seven_bit: 'To read it as plain text: --encoding utf-8.',
  delimiter_unusable: 'Say another with --delimiter.',
  quote_not_closed:
    'To read quotation marks as text: --quote none. Other ways: --quote single, --escape backslash.',
  quote_misplaced:
    'To read quotation marks as text: --quote none. Other ways: --quote single, --escape backslash.',
  quote_over_lines: 'If it is one cell: --quote double. If quotation marks are text: --quote none.',
}

/** The sentence of a failure, what the file says in each encoding that it may be in, and the options that help. */
export function refusalWords({
  code,
  message,
  candidates = [],
}: {
  readonly code: string
  readonly message: string
  readonly candidates?: readonly EncodingCandidate[] | undefined
}): readonly string[] {
  const proposals = candidates.map(
    ({ encoding, lines }) => `  --encoding ${encoding}: ${lines.map(({ text }) => text).join(' | ')}`,
  )
  const hint = readingHints[code]
  return [message, ...proposals, ...(hint === undefined ? [] : [hint])]
}

/** What to print and how to end for anything thrown by a command. */
export function endingOf(error: unknown): { readonly message: string; readonly exitCode: number } {
  if (error instanceof Refusal) return { message: error.message, exitCode: error.exitCode }
  if (error instanceof ORPCError && error.code === 'REFUSED') {
    const failure = failureData.safeParse(error.data)
    if (failure.success) {
      const { kind } = failure.data
      const exitCode = kind === 'service' ? exitCodes.service : exitCodes.input
      return { message: refusalWords(failure.data).map(oneLine).join('\n'), exitCode }
    }
  }
  const message = error instanceof Error ? error.message : String(error)
  return {
    message: `A fault of Carryover: ${oneLine(message)}. What was stored before it stays; please report it.`,
    exitCode: exitCodes.bug,
  }
}
