// "Let the service decide": our own checks that a person overrules, for one problem, one cause or one kind of check. A
// cause and a kind are remembered for the connection; what may not be overruled is refused with why (../overruling.ts).
import { z } from 'zod'
import { overrulingScopes } from '../fixing/overruling.ts'
import { base, batchId } from './base.ts'

const code = z.string().min(1)

export const overrulingView = z.object({
  id: z.number(),
  connection: z.number(),
  scope: z.enum(overrulingScopes),
  code: z.string(),
  /** The catalogue's path, `*` for indexes; null: the whole account, or of a kind anywhere. */
  field: z.string().nullable(),
  /** Of one problem: the batch and the key of its account. */
  batch: z.number().nullable(),
  attr: z.string().nullable(),
  key: z.string().nullable(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The check holds again; what was sent under it still says so. */
  reverted: z.boolean(),
  /** Problems that are overruled by it now, and the accounts that have them. */
  problems: z.number(),
  accounts: z.number(),
})
export type OverrulingView = z.infer<typeof overrulingView>
const activeOverruling = overrulingView.omit({ reverted: true, problems: true, accounts: true })
/** Without its counts, which take time where there are many. */
export type ActiveOverruling = z.infer<typeof activeOverruling>

const aboutConnection = [
  z.strictObject({ scope: z.literal('cause'), code, field: z.string().nullable() }),
  z.strictObject({ scope: z.literal('kind'), code }),
] as const

/** How many accounts a decision would reach. */
const reach = z.object({
  /** Of the batch: blocked accounts whose problem would be left to the service. */
  accounts: z.number(),
  /** Of the connection's other batches. */
  elsewhere: z.number(),
  /** Of the batch: accounts whose problem would stay, since no value could be made or the check holds at its field. */
  stay: z.number(),
})
export type OverrulingReach = z.infer<typeof reach>

/** `accounts`: those that are looked at again for it, at once or in the background. */
const decided = z.object({ overruling: overrulingView, accounts: z.number() })

export const overrulingsCalls = {
  /** Those of a connection that stand, the newest first. */
  list: base.input(z.object({ connection: z.number() })).output(z.array(overrulingView)),
  get: base.input(z.object({ id: z.number() })).output(overrulingView),
  /** Those that stand and that problems of a batch are overruled by. */
  currentState: base.input(z.object({ batch: batchId })).output(z.array(activeOverruling)),
  /** Those that problems of a batch are overruled by, counted in that batch; reverted or not. */
  inBatch: base.input(z.object({ batch: batchId })).output(z.array(overrulingView)),
  /** What a decision about a cause, and about its whole kind of check, would reach now, seen from a batch. */
  reach: base
    .input(z.object({ batch: batchId, code, field: z.string().nullable() }))
    .output(z.object({ cause: reach, kind: reach })),
  /** Lets the service decide, seen from a batch. The same twice is remembered once. */
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
  /** The same for a connection, before anything is loaded for it. */
  addToConnection: base
    .input(z.object({ connection: z.number(), what: z.discriminatedUnion('scope', [...aboutConnection]) }))
    .output(decided),
  /** Takes it back: the check holds again for what was not sent. False where it was reverted before. */
  revert: base
    .input(z.object({ id: z.number() }))
    .output(z.object({ reverted: z.boolean(), accounts: z.number() })),
}
