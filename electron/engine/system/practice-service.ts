// The practice service as the engine knows it: the name of its connection, where its data is, and what a host that runs
// it lets the engine do with it.
import { join } from 'node:path'

/** Stored data like the name that a person gives a connection, not a text: it is found by it in every language. */
export const practiceName = 'Practice service'

/** The service's data in a data folder. */
export const practiceFileIn = (folder: string): string => join(folder, 'sandbox.sqlite')

export type PracticeService = {
  /** Removes the accounts that are not kept, with all that it knows of them. An account without a number is not kept. */
  forget(isKept: (supplier: string, account: string) => boolean): Promise<void>
}
