// Calls about accounts: one of them, lists of them, and what a person decides about them.
import { z } from 'zod'
import { accountStates, outcomes } from '../account-state.ts'
import { omission, origins, placeSchema, problem } from '../problems.ts'
import { rowRef } from '../sheet.ts'
import { accountLine, accountView } from '../views.ts'
import { base, batchId } from './base.ts'

export const accountPayload = z.object({
  position: z.number(),
  key: z.string(),
  rows: z.array(rowRef),
  payload: z.unknown(),
  origins,
  omitted: z.array(omission),
  problems: z.array(problem.extend({ place: placeSchema })),
})

export const accountsCalls = {
  get: base.input(z.object({ account: z.number() })).output(accountView),
  /** By key, identity, platform identifier, code, or text in a cell; over all batches, or one. */
  find: base
    .input(
      z.object({
        text: z.string().min(1),
        batch: batchId.optional(),
        limit: z.number().int().min(1).max(200),
      }),
    )
    .output(z.array(accountLine)),
  /** Accounts in some states, oldest first. */
  list: base
    .input(
      z.object({
        batch: batchId,
        states: z.array(z.enum(accountStates)),
        /** Of the settled ones only these. */
        outcomes: z.array(z.enum(outcomes)).optional(),
        /** Only those that need a person. */
        needPerson: z.boolean().optional(),
        held: z.boolean().optional(),
        /** The service's own word for where it stands; null: it has said nothing yet. */
        serviceStatus: z.string().nullable().optional(),
        offset: z.number().int().nonnegative(),
        limit: z.number().int().min(1).max(500),
      }),
    )
    .output(z.object({ total: z.number(), accounts: z.array(accountLine) })),
  /** Keeps accounts from being sent. On the day `until` they ask for a person again; they are never sent by themselves. */
  hold: base
    .input(
      z.object({
        accounts: z.array(z.number()),
        reason: z.string().min(1),
        until: z.number().nullable().default(null),
      }),
    )
    .output(z.void()),
  unhold: base.input(z.object({ accounts: z.array(z.number()) })).output(z.void()),
  /**
   * Has these accounts judged by the service, again where they were judged before: ready, refused and cleared ones,
   * and those that failed, were cancelled or ended as a dry run, which may then be sent once more.
   */
  judge: base.input(z.object({ accounts: z.array(z.number()) })).output(z.void()),
  /** Reads the status of these accounts now. */
  lookAgain: base.input(z.object({ accounts: z.array(z.number()) })).output(z.void()),
}
