// Order for an engine process (life.ts), written as one line of JSON.
import { z } from 'zod'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { sendingPlan } from '../../../shared/sending/wave-plan.ts'

export const act = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('resume') }),
  z.strictObject({ do: z.literal('pause') }),
  z.strictObject({ do: z.literal('validate') }),
  /** Waits until nothing is left to validate. */
  z.strictObject({ do: z.literal('validated') }),
  z.strictObject({ do: z.literal('release'), limit: z.number().int().positive().nullable() }),
  z.strictObject({ do: z.literal('cancelQueued') }),
  z.strictObject({ do: z.literal('plan'), plan: sendingPlan }),
  z.strictObject({ do: z.literal('goOn') }),
  /** Waits until nothing is on its way. */
  z.strictObject({ do: z.literal('over') }),
  /** Applies a mapping, and waits until the accounts are built again. */
  z.strictObject({ do: z.literal('map'), mapping: mappingFile }),
  /** Takes all accounts out of their hold, as a person does who has looked at them. */
  z.strictObject({ do: z.literal('unhold') }),
  z.strictObject({ do: z.literal('backup') }),
  z.strictObject({ do: z.literal('close') }),
])
export type Act = z.infer<typeof act>

/** Where the process kills itself. */
export const point = z.union([
  z.strictObject({
    /** A regular expression on the statement's text. */
    statement: z.string(),
    when: z.enum(['before', 'after', 'before_commit', 'after_commit']),
    nth: z.number().int().positive().default(1),
    /** The act that it belongs to; `open`: the engine's start. */
    from: z.string(),
  }),
  z.strictObject({ at: z.enum(['schema_step', 'backup_half', 'backup_all']), from: z.string() }),
])
export type Point = z.infer<typeof point>

export const order = z.strictObject({
  data: z.string(),
  key: z.string(),
  connection: z.number(),
  batch: z.number(),
  /** Of the team's database; null: none. */
  teamPassword: z.string().nullable().default(null),
  point: point.nullable(),
  acts: z.strictObject({ list: z.array(act), times: z.number() }),
})
export type Order = z.infer<typeof order>
export type OrderInput = z.input<typeof order>
