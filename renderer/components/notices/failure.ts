// Errors of engine calls as the window shows them: a code and a message for the user.
import { ORPCError } from '@orpc/client'
import { z } from 'zod'
import { encodingCandidate } from '../../../shared/sheet/sheet.ts'
import { texts } from '../../texts/common.ts'
import { inputFaults } from '../../../shared/texts/issues.ts'
import { said, sentenceOf } from '../../../shared/texts/message.ts'

export class LinkLost extends Error {
  constructor() {
    super(texts.link.lostMessage)
    this.name = 'LinkLost'
  }
}

const failure = z.object({
  code: z.string(),
  message: said,
  candidates: z.array(encodingCandidate).optional(),
  file: z.number().optional(),
})
export type FailureMessage = Omit<z.infer<typeof failure>, 'message'> & { readonly message: string }

/** Message about a failed call: the engine's own message if it has one and its texts could be loaded, else ours. */
export function failureOf(error: unknown): FailureMessage {
  if (error instanceof LinkLost) return { code: 'link_lost', message: error.message }
  if (error instanceof ORPCError) {
    const reported = failure.safeParse(error.data)
    if (reported.success)
      return { ...reported.data, message: sentenceOf(reported.data.message) || texts.link.unexpected }
    const faults = inputFaults(error.data)
    if (faults !== null) return { code: 'unexpected', message: sentenceOf(faults) || texts.link.unexpected }
  }
  if (error instanceof UserError) return { code: error.code, message: error.message }
  return { code: 'unexpected', message: unexpected(error instanceof Error ? error.message : '') }
}

function unexpected(message: string): string {
  return message === '' ? texts.link.unexpected : texts.link.unexpectedWith({ message })
}

/** An expected failure on the window's own side (an upload, a file dialog). */
export class UserError extends Error {
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.name = 'UserError'
    this.code = code
  }
}
