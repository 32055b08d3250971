// Interpretation of the service's answers where its specification leaves it open (service-spec.md section 7.5): codes
// and statuses of a closed supplier, codes of a failed sign-in, and how many equal rejections in a row stop a
// supplier. Settings of a connection, with the defaults of field-notes.md section 1.
import { z } from 'zod'
import { codes } from './service.ts'

const codeList = z.array(z.string().trim().min(1)).max(50)

export const serviceAnswers = z.strictObject({
  /** The supplier is paused: more accounts are expected later. */
  pausedCodes: codeList.default([]),
  /** The supplier is complete: no more accounts are expected. */
  completeCodes: codeList.default([]),
  /** It is one or the other, and the code does not say which. */
  closedCodes: codeList.default([codes.supplierNotOngoing]),
  /** HTTP statuses under which those codes count. */
  closedStatuses: z.array(z.number().int().min(400).max(599)).min(1).max(20).default([400]),
  /** Values of `domain` with which they count; empty: any, and none. */
  closedDomains: codeList.default([]),
  /** A JSON 403 with one of these codes, or without a code, is a failed sign-in; another code is a refusal. */
  signInCodes: codeList.default([
    'not_authenticated',
    'authentication_failed',
    'token_not_valid',
    'token_expired',
    'invalid_token',
  ]),
  /** The same undocumented refusal, or one of the supplier itself, of so many accounts in a row pauses their supplier. */
  refusalsInARow: z.number().int().min(2).max(1000).default(3),
  /**
   * The same documented validation error that names no field, of so many accounts in a row without any other answer,
   * pauses their supplier once; null: never. High, since a rule about the whole account may be true of a whole file.
   */
  sameProblemInARow: z.number().int().min(10).max(100_000).nullable().default(50),
})
export type ServiceAnswers = z.infer<typeof serviceAnswers>

/** What a supplier that takes no accounts is, as far as its answer tells. */
export const closedStates = ['paused', 'complete', 'closed'] as const
export type ClosedState = (typeof closedStates)[number]
