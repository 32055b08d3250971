// Exit codes and refusals of the command line: one exit code per reason, one sentence per refusal, and never a
// stack trace for bad input.
import { ORPCError } from '@orpc/client'
import { failureData } from '../../../shared/contract/contract.ts'
import type { EncodingCandidate } from '../../../shared/sheet/sheet.ts'
import { oneLine } from './terminal.ts'
import { inputFaults } from '../../../shared/texts/issues.ts'
import { type Said, sentenceOf } from '../../../shared/texts/message.ts'
import { runTexts } from '../texts/run.ts'
import { dataTexts } from '../texts/data.ts'

export const exitCodes = {
  /** Every account is done as created or already there. */
  done: 0,
  /** A bug in Carryover. */
  bug: 1,
  /** Something needs a person: refused, failed, unconfirmed, rows without account. */
  attention: 2,
  /** The input cannot be used. */
  input: 3,
  /** The service or the credential is rejected or unreachable. */
  service: 4,
  /** Ctrl-C, or a termination signal. */
  interrupted: 5,
  /** A brake stopped the batch, or a person has to release the next wave. */
  person: 6,
} as const

/** Ends a command with a sentence for stderr. */
export class Refusal extends Error {
  readonly exitCode: number
  /** Each text is one line. */
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
  return new Refusal(runTexts.ends.interrupted, exitCodes.interrupted)
}

/** Result of the work, or a refusal as soon as the signal is aborted; the work's own end is then ignored. */
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

const readingHints: Readonly<Partial<Record<string, keyof typeof dataTexts.readingHints>>> = {
  only_for_text: 'onlyForText',
  encoding_unsure: 'encoding',
  encoding_wrong: 'encoding',
  encoding_seven_bit: 'plainText',
  delimiter_unusable: 'delimiter',
  quote_not_closed: 'quoteAsText',
  quote_misplaced: 'quoteAsText',
  quote_over_lines: 'quoteOverLines',
}

/** The sentence of a failure, the file's text in each candidate encoding, and the options that help. */
export function refusalWords({
  code,
  message,
  candidates = [],
}: {
  readonly code: string
  readonly message: Said
  readonly candidates?: readonly EncodingCandidate[] | undefined
}): readonly string[] {
  const proposals = candidates.map(
    ({ encoding, lines }) => `  --encoding ${encoding}: ${lines.map(({ text }) => text).join(' | ')}`,
  )
  const hint = readingHints[code]
  return [sentenceOf(message), ...proposals, ...(hint === undefined ? [] : [dataTexts.readingHints[hint]])]
}

/** Message and exit code for anything that a command throws. */
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
  const faults = error instanceof ORPCError ? inputFaults(error.data) : null
  if (faults !== null) return { message: oneLine(sentenceOf(faults)), exitCode: exitCodes.input }
  const message = error instanceof Error ? error.message : String(error)
  return {
    message: dataTexts.fault.ended({ why: oneLine(message) }),
    exitCode: exitCodes.bug,
  }
}
