// An error that carries a sentence for people, for faults that are thrown far below the failure that quotes them: the
// backup's verification, a disk without a write-ahead log.
import { inEnglish, type Message, type Said } from '../../../shared/texts/message.ts'
import { messageOf } from './failure.ts'

/** An error with a sentence for people, which the failure that it ends in quotes. */
export class SaidError extends Error {
  readonly said: Message

  constructor(said: Message) {
    super(inEnglish(said))
    this.said = said
  }
}

/** As `messageOf`, with the sentence of an error that has one. */
export function saidOf(error: unknown): Said {
  return error instanceof SaidError ? error.said : messageOf(error)
}
