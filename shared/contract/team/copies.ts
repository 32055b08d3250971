// Contract calls about copies of batches in the team's database: handing a batch over through the team, taking one over, and
// the copies that this desktop keeps there so that others can go on when it is away.
import { z } from 'zod'
import { base, batchId } from '../base.ts'
import { handoverDigest, projectView } from '../handover.ts'

/**
 * handed_over: anybody may take it over; silent: its desktop does not answer any more, so anybody may; unfinished: this
 * desktop began to take it over and was interrupted. In all other states it cannot be taken over. own: it is this desktop's;
 * there: its desktop answers and has not handed it over; taken: somebody else goes on with it since.
 */
export const copyStates = ['handed_over', 'silent', 'unfinished', 'own', 'there', 'taken'] as const
export type CopyState = (typeof copyStates)[number]
export const takeableStates: readonly CopyState[] = ['handed_over', 'silent', 'unfinished']

export const teamCopy = z.object({
  id: z.string(),
  name: z.string(),
  service: z.string(),
  /** Who made it. */
  member: z.string(),
  machine: z.string(),
  /** Times in milliseconds since 1970, by the clock of the team's server. */
  at: z.number(),
  /** When the desktop that has the batch answered last. */
  seen: z.number(),
  bytes: z.number(),
  accounts: z.number(),
  encrypted: z.boolean(),
  handedOver: z.boolean(),
  state: z.enum(copyStates),
  /** The batch in this data folder; null: it has none. */
  batch: batchId.nullable(),
  /** Connections of this data folder that lead to its service. */
  connections: z.array(z.object({ id: z.number(), name: z.string() })),
})
export type TeamCopy = z.infer<typeof teamCopy>

const minutes = z.number().int().min(1).max(1440)

/** Which copies this desktop keeps in the database of its present team without being asked each time. */
export const copyKeeping = z.object({
  connections: z.array(z.number()),
  batches: z.array(batchId),
  /** At most one copy of a batch in so many minutes, and one after each wave. */
  everyMinutes: minutes,
  /** They are encrypted with the passphrase in the key store. */
  encrypted: z.boolean(),
})
export type CopyKeeping = z.infer<typeof copyKeeping>

const passphrase = z.string().min(1).max(1000).nullable()

export const teamCopiesCalls = {
  list: base.output(
    z.object({
      copies: z.array(teamCopy),
      keeping: copyKeeping,
      /** Batches with copies that are to be removed, and are as soon as the team's database answers. */
      toRemove: z.number(),
    }),
  ),
  /** As writing a project file, but into the team's database. Everybody in the team can read it without a passphrase. */
  handOver: base
    .input(z.object({ batch: batchId, passphrase }))
    .output(z.object({ bytes: z.number(), project: projectView })),
  /** A batch that was handed over through the team and that nobody took over goes on here. */
  withdraw: base.input(z.object({ batch: batchId })).output(z.void()),
  /**
   * Resolves when the batch is here and its claims are this desktop's. `losesLater`: a person knows that what changed after
   * the copy is not in it.
   */
  takeOver: base
    .input(
      z.object({
        copy: z.string(),
        passphrase,
        /** Left out: that of the batch that comes back, or the only one that leads to the service. */
        connection: z.number().int().positive().optional(),
        losesLater: z.literal(true),
      }),
    )
    .output(z.object({ batch: batchId, replaced: batchId.nullable(), digest: handoverDigest })),
  /** Of all batches of a connection, or of one batch. Off: the copies that are there are removed. */
  keep: base
    .input(
      z.object({ of: z.enum(['connection', 'batch']), id: z.number().int().positive(), isOn: z.boolean() }),
    )
    .output(copyKeeping),
  /**
   * `passphrase` left out: as it was; null: copies are not encrypted. With a passphrase, copies that were readable are removed,
   * and all are made again.
   */
  setKeeping: base
    .input(z.object({ everyMinutes: minutes.optional(), passphrase: passphrase.optional() }))
    .output(copyKeeping),
}
