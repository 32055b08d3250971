// Calls about a data folder that cannot be opened: what happened, which backups there are, and what to do. They are served
// in the place of all others while no folder is open.
import { z } from 'zod'
import { base } from './base.ts'

export const recoveryState = z.object({
  folder: z.string(),
  /** Where `useFolder` looks, and a name that is free there. */
  besideIn: z.string(),
  freeName: z.string(),
  /** newer: a newer Carryover wrote it; foreign: another program did; copied: another folder may go on from the same data; unusable: the system does not let us. */
  kind: z.enum(['damaged', 'in_use', 'newer', 'foreign', 'copied', 'unusable']),
  /** The whole sentence of the failure. */
  message: z.string(),
  /** copied: where its data was last used. */
  original: z.string().nullable(),
  /** It was open when this was found; else it was found before it was opened. */
  whileOpen: z.boolean(),
  /** Newest first; empty where restoring is not what helps. */
  backups: z.array(
    z.object({
      name: z.string(),
      /** Milliseconds since 1970. */
      at: z.number(),
      bytes: z.number(),
      /** Null where it cannot be read. */
      holds: z.object({ batches: z.number(), accounts: z.number() }).nullable(),
    }),
  ),
})
export type RecoveryState = z.infer<typeof recoveryState>

/** One plain segment of a path, which is never "." or "..". */
const folderName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\\/:*?"<>|\p{Cc}]*[^\\/:*?"<>|\p{Cc}.\s]$/u)

export const recoveryCalls = {
  /** Null: a data folder is open. */
  state: base.output(recoveryState.nullable()),
  /** Sets what is damaged aside, puts this backup in its place and opens it. A sound database is opened instead. */
  restore: base.input(z.object({ backup: z.string().min(1).max(200) })).output(z.void()),
  tryAgain: base.output(z.void()),
  /** The folder is a copy, and its original is not used any more: it is opened, and what may have been sent is looked up. */
  retireOriginal: base.output(z.void()),
  /** Opens a folder beside this one: one of Carryover's, or a new one. Nothing of this one is changed. */
  useFolder: base.input(z.object({ name: folderName })).output(z.void()),
}
