// ReadRefusal: the error that code deep inside a parser throws to give up on a file. readHere converts it to the
// one `refused` message and catches nothing else, so a bug stays visible as a bug.
import type { EncodingCandidate } from '../../../shared/sheet/sheet.ts'
import type { ReadFailure, ReadFailureCode } from './reader.ts'
import { type Message } from '../../../shared/texts/create-message.ts'

export class ReadRefusal extends Error {
  readonly failure: ReadFailure

  constructor(failure: ReadFailure, options?: ErrorOptions) {
    // Not the sentence: the catalogues would slow down the start of the reader's process.
    super(failure.code, options)
    this.name = 'ReadRefusal'
    this.failure = failure
  }
}

/** Creates the refusal; the caller throws it, so that the compiler sees the end of the path. */
export function refusal(
  code: ReadFailureCode,
  message: Message,
  at: {
    readonly sheet?: string
    readonly row?: number
    readonly candidates?: readonly EncodingCandidate[]
    readonly cause?: unknown
  } = {},
): ReadRefusal {
  const { sheet = null, row = null, candidates } = at
  const failure = { code, message, sheet, row, ...(candidates === undefined ? {} : { candidates }) }
  return new ReadRefusal(failure, at.cause === undefined ? undefined : { cause: at.cause })
}
