// Contract calls for "Let the service decide": the user overrules a local check for one problem, one cause or one
// kind of check. Decisions about a cause or a kind are stored for the connection. A check that may not be overruled
// gives an error with the reason (../fixing/overruling.ts).
import { z } from 'zod'
import { overrulingScopes } from '../../fixing/overruling.ts'
import { base, batchId } from '../base.ts'

const code = z.string().min(1)

export const overrulingView = z.object({
  id: z.number(),
  connection: z.number(),
  scope: z.enum(overrulingScopes),
  code: z.string(),
  /** The catalogue's path, `*` for indexes; null: the whole account, or for a kind, any field. */
  field: z.string().nullable(),
  /** For one problem: the batch and the key of its account. */
  batch: z.number().nullable(),
  attr: z.string().nullable(),
  key: z.string().nullable(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The check applies again; what was sent meanwhile is still marked. */
  reverted: z.boolean(),
  /** The number of problems that it overrules now, and of their accounts. */
  problems: z.number(),
  accounts: z.number(),
})
export type OverrulingView = z.infer<typeof overrulingView>
const activeOverruling = overrulingView.omit({ reverted: true, problems: true, accounts: true })
/** Without its counts, which are slow for large numbers. */
export type ActiveOverruling = z.infer<typeof activeOverruling>

const aboutConnection = [
  z.strictObject({ scope: z.literal('cause'), code, field: z.string().nullable() }),
  z.strictObject({ scope: z.literal('kind'), code }),
] as const

/** The number of accounts that a decision would affect. */
const reach = z.object({
  /** In the batch: invalid accounts whose problem would be left to the service. */
  accounts: z.number(),
  /** Of the connection's other batches. */
  elsewhere: z.number(),
  /**
   * In the batch: accounts whose problem would remain, because no value could be made or the check applies to its
   * field.
   */
  stay: z.number(),
})
export type OverrulingReach = z.infer<typeof reach>

/** `accounts`: those that are checked again because of it, at once or in the background. */
const decided = z.object({ overruling: overrulingView, accounts: z.number() })

export const overrulingsCalls = {
  /** The active ones of a connection, newest first. */
  list: base.input(z.object({ connection: z.number() })).output(z.array(overrulingView)),
  get: base.input(z.object({ id: z.number() })).output(overrulingView),
  /** The active ones that overrule problems of a batch. */
  currentState: base.input(z.object({ batch: batchId })).output(z.array(activeOverruling)),
  /** Those that overrule problems of a batch, with their counts in that batch; reverted or not. */
  inBatch: base.input(z.object({ batch: batchId })).output(z.array(overrulingView)),
  /**
   * The number of accounts that a decision about a cause, and about its whole kind of check, would affect now, seen
   * from a batch.
   */
  reach: base
    .input(z.object({ batch: batchId, code, field: z.string().nullable() }))
    .output(z.object({ cause: reach, kind: reach })),
  /** Lets the service decide, seen from a batch. Repeating a decision stores it once. */
  add: base
    .input(
      z.object({
        batch: batchId,
        what: z.discriminatedUnion('scope', [
          z.strictObject({
            scope: z.literal('problem'),
            account: z.number(),
            code,
            attr: z.string().nullable(),
          }),
          ...aboutConnection,
        ]),
      }),
    )
    .output(decided),
  /** As above, but for a connection, before anything is loaded for it. */
  addToConnection: base
    .input(z.object({ connection: z.number(), what: z.discriminatedUnion('scope', [...aboutConnection]) }))
    .output(decided),
  /** Reverts it: the check applies again to everything not yet sent. False if it was already reverted. */
  revert: base
    .input(z.object({ id: z.number() }))
    .output(z.object({ reverted: z.boolean(), accounts: z.number() })),
}
