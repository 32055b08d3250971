// Contract calls about handing a batch over: writing its project file, opening one, and unlocking a batch.
import { z } from 'zod'
import { base, batchId } from './base.ts'
import { endingCounts } from './purge.ts'

/**
 * here: work goes on here. Otherwise nothing of the batch is sent from here. writing, placing: its project file is being
 * written. away: it was handed over.
 */
export const handoverStates = ['here', 'writing', 'placing', 'away'] as const
export type HandoverState = (typeof handoverStates)[number]

/** file: with a project file that a person carries; team: with a copy in the team's database. */
export const handoverWays = ['file', 'team'] as const

/** What had changed when a batch came from another folder. */
export const handoverDigest = z.object({
  /** When it left this folder, or, for a folder that did not have it, when its file was written. */
  from: z.number(),
  to: z.number(),
  /** Accounts by ending then and now. */
  before: endingCounts,
  after: endingCounts,
  edits: z.number(),
  /** Accounts that are held now. */
  held: z.number(),
  /** Waves that were released. */
  waves: z.number(),
  /** Creates that were sent. */
  attempts: z.number(),
  /** Names of those who worked on it. */
  by: z.array(z.string()),
})
export type HandoverDigest = z.infer<typeof handoverDigest>

export const handoverView = z.object({
  state: z.enum(handoverStates),
  /** When it was handed over or received last, and by whom. */
  at: z.number(),
  operator: z.string(),
  /** The project file that was written last, where it was written to; null: none was. */
  path: z.string().nullable(),
  /** How often it was handed over. */
  generation: z.number(),
  digest: handoverDigest.nullable(),
  way: z.enum(handoverWays),
  /** The member of the team who goes on with it; null: nobody has taken it over, or it left with a file. */
  takenBy: z.string().nullable(),
})
export type HandoverView = z.infer<typeof handoverView>

/** What a project file says of itself. */
export const projectView = z.object({
  /** Carryover's version that wrote it. */
  program: z.string(),
  name: z.string(),
  /** How often the batch was handed over, with this file. */
  generation: z.number(),
  at: z.number(),
  operator: z.string(),
  connection: z.object({ name: z.string(), address: z.string(), supplier: z.string().nullable() }),
  accounts: z.number(),
  endings: endingCounts,
  encrypted: z.boolean(),
})
export type ProjectView = z.infer<typeof projectView>

/** A name without a folder. */
const projectName = z.string().regex(/^[^/\\]{1,200}$/)

const passphrase = z.string().min(1).max(1000).nullable()

export const handoverCalls = {
  /** Null: the batch was never handed over or received. */
  get: base.input(z.object({ batch: batchId })).output(handoverView.nullable()),
  /**
   * Cancels what is queued, waits for requests under way, locks the batch and writes its project file. Resolves when the
   * file is complete.
   */
  write: base
    .input(
      z.object({
        batch: batchId,
        /** Null: the batch's own folder in the data folder. */
        folder: z.string().min(1).nullable(),
        /** Left out: one made of the batch's name, that no file there has. */
        name: projectName.optional(),
        passphrase,
      }),
    )
    .output(z.object({ path: z.string(), bytes: z.number(), project: projectView })),
  /** Stops writing the project file; the batch stays here. */
  cancel: base.input(z.object({ batch: batchId })).output(z.void()),
  /**
   * Reads a project file whole and says what it is, and changes nothing. `replaces`: the batch that was handed over from
   * here and comes back. `connections`: those that lead to its service.
   */
  inspect: base.input(z.object({ path: z.string().min(1), passphrase })).output(
    z.object({
      project: projectView,
      replaces: batchId.nullable(),
      connections: z.array(z.object({ id: z.number(), name: z.string() })),
    }),
  ),
  /**
   * Opens a project file; resolves when the batch is here. `onlyHere`: a person says that the file is opened nowhere else,
   * which Carryover cannot know.
   */
  open: base
    .input(
      z.object({
        path: z.string().min(1),
        passphrase,
        /** Left out: that of the batch that comes back, or the only one that leads to the service. */
        connection: z.number().int().positive().optional(),
        onlyHere: z.literal(true),
      }),
    )
    .output(z.object({ batch: batchId, replaced: batchId.nullable(), digest: handoverDigest })),
  /**
   * Unlocks a batch without its file. `otherIsGone`: a person says that nobody goes on with it elsewhere. Accounts that
   * are not created are looked up before they are sent.
   */
  unlock: base.input(z.object({ batch: batchId, otherIsGone: z.literal(true) })).output(z.void()),
}
