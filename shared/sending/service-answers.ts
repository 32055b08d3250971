// Settings that interpret the service's rejections where its specification is silent (service-spec.md section 7.5):
// codes and statuses of a supplier that accepts no accounts, codes of a failed sign-in, and how many identical
// rejections in a row stop a supplier. Settings of a connection, with their defaults.
import { z } from 'zod'
import { codes } from './service.ts'

const codeList = z.array(z.string().trim().min(1)).max(50)

export const serviceAnswers = z.strictObject({
  /** The supplier is paused: more accounts are expected later. */
  pausedCodes: codeList.default([]),
  /** The supplier is complete: no more accounts are expected. */
  completeCodes: codeList.default([]),
  /** Paused or complete; the code does not say which. */
  closedCodes: codeList.default([codes.supplierNotOngoing]),
  /** HTTP statuses with which those codes count. */
  closedStatuses: z.array(z.number().int().min(400).max(599)).min(1).max(20).default([400]),
  /** Values of `domain` with which they count; empty: any value, or none. */
  closedDomains: codeList.default([]),
  /**
   * A JSON 403 with one of these codes, or without a code, is a failed sign-in; with another code it is a
   * rejection.
   */
  signInCodes: codeList.default([
    'not_authenticated',
    'authentication_failed',
    'token_not_valid',
    'token_expired',
    'invalid_token',
  ]),
  /**
   * Number of accounts in a row with the same undocumented rejection, or one about the supplier itself, that pauses
   * their supplier.
   */
  refusalsInARow: z.number().int().min(2).max(1000).default(3),
  /**
   * Number of accounts in a row with the same documented validation error that names no field, and no other reply
   * in between, that pauses their supplier once; null: never. The default is high, because a rule about the whole
   * account may apply to a whole file.
   */
  sameProblemInARow: z.number().int().min(10).max(100_000).nullable().default(50),
})
export type ServiceAnswers = z.infer<typeof serviceAnswers>

/** The state of a supplier that accepts no accounts, as far as its reply shows. */
export const closedStates = ['paused', 'complete', 'closed'] as const
export type ClosedState = (typeof closedStates)[number]
