// Contract calls about purging: the retention period of a connection, the preview of a purge, the purge itself, and the
// lines that remain of purged batches.
import { z } from 'zod'
import { endings } from '../sending/endings.ts'
import { said } from '../texts/message.ts'
import { base, batchId } from './base.ts'

export const endingCounts = z.record(z.enum(endings), z.number())

/** What remains of a purged batch. */
export const purgedBatch = z.object({
  /** The number that it had. */
  batch: batchId,
  name: z.string(),
  /** Null: it had none. */
  connection: z.number().nullable(),
  connectionName: z.string().nullable(),
  supplier: z.string().nullable(),
  rows: z.number(),
  accounts: z.number(),
  /** They add up to the accounts. */
  endings: endingCounts,
  /** SHA-256 of its files; null for a file that was not read whole. */
  files: z.array(z.string().nullable()),
  createdAt: z.number(),
  begunAt: z.number(),
  /** Null: its data is still being removed. */
  purgedAt: z.number().nullable(),
  /** Who purged it; null: its retention period was over. */
  operator: z.string().nullable(),
})
export type PurgedBatch = z.infer<typeof purgedBatch>

/** Why a batch stays. */
export const purgeReasons = [
  'loading',
  'handed_over',
  'unconfirmed',
  'under_way',
  'in_doubt',
  'to_fix',
  'rechecking',
  'busy',
  'not_merged',
  'recent',
] as const
export type PurgeReason = (typeof purgeReasons)[number]

export const purgeCandidate = z.object({
  batch: batchId,
  name: z.string(),
  /** False: no connection is chosen for it, so nothing of it was ever sent. Only a person purges it. */
  isConnected: z.boolean(),
  supplier: z.string().nullable(),
  rows: z.number(),
  accounts: z.number(),
  endings: endingCounts,
  /** Accounts that were never released and are not excluded. */
  unreleased: z.number(),
  createdAt: z.number(),
  /** When anything last happened to it. */
  changedAt: z.number(),
  /** Why it stays; null: it would be purged. */
  stays: z.object({ code: z.enum(purgeReasons), message: said }).nullable(),
})
export type PurgeCandidate = z.infer<typeof purgeCandidate>

const connection = z.number().int().positive()
export const retentionDays = z.number().int().min(1).max(3650)

export const purgeCalls = {
  retention: base.input(z.object({ connection })).output(z.object({ days: retentionDays.nullable() })),
  /** Days after which a finished batch of the connection is purged; null: never. Checked at start and every hour. */
  setRetention: base.input(z.object({ connection, days: retentionDays.nullable() })).output(z.void()),
  /** `olderThanDays`: batches that changed later stay; 0: however recent. */
  preview: base.input(z.object({ connection, olderThanDays: z.number().int().min(0).max(3650) })).output(
    z.object({
      /** Those of the connection, then those without one. */
      batches: z.array(purgeCandidate),
      /** Repairs kept of batches of this connection that were removed earlier. */
      keptRepairs: z.number(),
      /** Of the whole data folder: they hold the data of all batches, so a purge removes them. */
      backups: z.number(),
      /** Those of them that hold the data of a batch that was removed since. */
      backupsOfRemoved: z.number(),
      setAside: z.number(),
      /** Uploads that no batch and no connection uses. */
      uploads: z.number(),
      /** A purge also removes the accounts of purged batches from the practice service. */
      practice: z.boolean(),
    }),
  ),
  /**
   * Purges these batches of a connection or without one; those that may not be purged stay. What the preview lists beside
   * batches goes as well, also without any batch. The batches are gone at once, and the data while Carryover goes on.
   */
  start: base
    .input(
      z.object({
        connection,
        batches: z.array(batchId).max(10_000),
        olderThanDays: z.number().int().min(0).max(3650),
      }),
    )
    .output(
      z.object({
        begun: z.array(batchId),
        stayed: z.array(purgeCandidate),
        /** Number of the purge, for `isOver`; null: there was nothing to purge. */
        job: z.number().nullable(),
      }),
    ),
  /** True when all that this purge removes is gone. */
  isOver: base.input(z.object({ job: z.number().int().positive() })).output(z.boolean()),
  /** What remains of purged batches, newest first. */
  purged: base.output(z.array(purgedBatch)),
}
