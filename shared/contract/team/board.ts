// Contract calls of the team's board: every batch of every member, the target of the whole migration, and what was created
// when. Counts come from what desktops say and from counters of the team's database, never from its claims one by one.
import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { longestKey, mostKeys } from '../../fixing/pasted-keys.ts'
import { accountStates, outcomes } from '../../sending/states.ts'
import { base } from '../base.ts'

/** What a batch does, as its desktop says every other second. */
export const batchProgress = z.object({
  accounts: z.number(),
  states: z.partialRecord(z.enum(accountStates), z.number()),
  outcomes: z.partialRecord(z.enum(outcomes), z.number()),
  /** Accounts that need a person. */
  needsPerson: z.number(),
  /** Accounts created a minute on its connection, as measured by its desktop; null: nothing is being sent. */
  perMinute: z.number().nullable(),
  /** Batches of one desktop with the same number share that pace. */
  connection: z.number().nullable().default(null),
})
export type BatchProgress = z.infer<typeof batchProgress>

export const teamDesktop = z.object({
  id: z.string(),
  member: z.string(),
  machine: z.string(),
  program: z.string(),
  seen: z.number(),
  /** It has answered in the last ten seconds. */
  isThere: z.boolean(),
  isThis: z.boolean(),
})

export const teamBatch = z.object({
  id: z.string(),
  desktop: z.string(),
  member: z.string(),
  name: z.string(),
  service: z.string(),
  progress: batchProgress.nullable(),
  /** When its desktop said so. */
  saidAt: z.number(),
  /**
   * When its desktop said that it has the batch no more, because it was deleted or purged; null: it has it. Then `progress` is
   * only what was created.
   */
  removedAt: z.number().nullable(),
})

/** Over all batches of the team, also those that are not in the list. */
export const batchSums = z.object({
  batches: z.number(),
  accounts: z.number(),
  states: z.partialRecord(z.enum(accountStates), z.number()),
  outcomes: z.partialRecord(z.enum(outcomes), z.number()),
  needsPerson: z.number(),
  /** Accounts created a minute by all desktops that answer; null: nothing is being sent. */
  perMinute: z.number().nullable(),
  /** Desktops that answered in the last ten seconds, and those of them that are sending. */
  desktops: z.number(),
  sending: z.number(),
})
export type BatchSums = z.infer<typeof batchSums>

/** A list of all keys of a migration. Each of its keys is created, found, open, or claimed by nobody yet. */
export const teamTarget = z.object({
  id: z.number(),
  service: z.string(),
  /** Empty: of the whole service. */
  supplier: z.string(),
  /** Of the file. */
  name: z.string(),
  member: z.string(),
  loadedAt: z.number(),
  keys: z.number(),
  created: z.number(),
  /** On the platform, and not created by the team as far as it knows. */
  found: z.number(),
  /** Claimed, and not known to be on the platform. */
  open: z.number(),
})
export type TeamTarget = z.infer<typeof teamTarget>

/** A day of the desktop that asks. Milliseconds since 1970. */
export const teamDay = z.object({ from: z.number(), to: z.number(), created: z.number(), found: z.number() })
export type TeamDay = z.infer<typeof teamDay>

const range = z.object({ fromMs: z.number(), likelyMs: z.number(), toMs: z.number() })

export const teamBoard = z.object({
  desktops: z.array(teamDesktop),
  /** At most 500: those that were heard of last. */
  batches: z.array(teamBatch),
  sums: batchSums,
  targets: z.array(teamTarget),
  /** The last four weeks, the present day last. */
  days: z.array(teamDay),
  /** Created before those days, and found there. */
  before: z.object({ created: z.number(), found: z.number() }),
  /** Time for the rest at the pace of all desktops that are sending; null: nothing is being sent, or nothing is left. */
  left: range.nullable(),
})
export type TeamBoard = z.infer<typeof teamBoard>

/** While a target is loaded; `done` comes last. */
const loadEvent = z.discriminatedUnion('kind', [
  /** `bytes` of `bytesTotal` of the file are read. */
  z.object({ kind: z.literal('progress'), keys: z.number(), bytes: z.number(), bytesTotal: z.number() }),
  z.object({
    kind: z.literal('done'),
    keys: z.number(),
    /** Keys that came more than once. */
    repeated: z.number(),
    /** Rows without a key. */
    empty: z.number(),
    /** The column that the keys were read from; null: they were pasted, or the file is a bare list. */
    column: z.string().nullable(),
  }),
])
export type TargetLoadEvent = z.infer<typeof loadEvent>

export const boardCalls = {
  board: base.output(teamBoard),
  /**
   * Loads a target, in the place of the one of the same service and supplier. It holds from its end on: a caller that leaves
   * before, or a file that cannot be read, changes nothing.
   */
  loadTarget: base
    .input(
      z.object({
        connection: z.number(),
        /** Of all keys; empty: a column of the file names it, or accounts are identified without it. */
        supplier: z.string().max(400).default(''),
        source: z.union([
          z.strictObject({ path: z.string().min(1), name: z.string().max(400).optional() }),
          z.strictObject({ keys: z.array(z.string().min(1).max(longestKey)).min(1).max(mostKeys) }),
        ]),
        /** The header of the column with the keys; left out: it is looked for. */
        column: z.string().optional(),
      }),
    )
    .output(eventIterator(loadEvent)),
  removeTarget: base.input(z.object({ target: z.number().int().positive() })).output(z.void()),
}
