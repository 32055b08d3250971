// Contract calls about a data folder that cannot be opened: the cause, the available backups and the possible
// actions. While no folder is open, only these calls are served.
import { z } from 'zod'
import { base } from './base.ts'
import { said } from '../texts/message.ts'

export const recoveryState = z.object({
  folder: z.string(),
  /** The folder in which `useFolder` works, and a free name there. */
  besideIn: z.string(),
  freeName: z.string(),
  /**
   * newer: written by a newer Carryover; foreign: written by another program; copied: another folder may continue
   * with the same data; locked: it is encrypted, and its key is not here or does not fit; unusable: the system denies access.
   */
  kind: z.enum(['damaged', 'in_use', 'newer', 'foreign', 'copied', 'locked', 'unusable']),
  /** The whole sentence of the failure. */
  message: said,
  /** copied: the folder where its data was last used. */
  original: said.nullable(),
  /** Found while the folder was open; otherwise found before it was opened. */
  whileOpen: z.boolean(),
  /** Newest first; empty where restoring does not help. */
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
  /** Moves the damaged files away, restores this backup and opens it. An intact database is opened instead. */
  restore: base.input(z.object({ backup: z.string().min(1).max(200) })).output(z.void()),
  tryAgain: base.output(z.void()),
  /** locked: opens the folder with its recovery key, and keeps the key where the host keeps keys. */
  unlock: base.input(z.object({ recoveryKey: z.string().min(1).max(200) })).output(z.void()),
  /**
   * The folder is a copy whose original is no longer used: it is opened, and the status of everything that may have
   * been sent is looked up.
   */
  retireOriginal: base.output(z.void()),
  /**
   * Opens another folder next to this one: an existing one of Carryover's, or a new one. This one does not change.
   */
  useFolder: base.input(z.object({ name: folderName })).output(z.void()),
}
