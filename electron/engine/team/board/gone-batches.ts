// Says to the team's database which batches are gone here, so that the board shows no work of them that nobody will do.
import { z } from 'zod'
import type { Store } from '../../store/store.ts'
import type { Granting } from '../claims/claim-queue.ts'

/**
 * Does nothing while the database is away: the next call says it.
 * @param codes as the store had them while no heartbeat was under way, since a later one says that a batch is there
 */
export async function sayGone(
  { store, granting }: { readonly store: Store; readonly granting: () => Granting | null },
  codes: readonly string[],
): Promise<void> {
  const open = granting()
  if (codes.length === 0 || open === null) return
  // A batch that came back has the code of the one that it replaced.
  const gone = codes.filter((code) => store.ownClaims.batchOf(code) === null)
  if (gone.length > 0) {
    const { database, session } = open
    const said = await database.run(z.unknown(), 'SELECT * FROM carryover.batches_removed($1, $2)', [
      session.desktop,
      gone,
    ])
    if (!said.ok) return
  }
  store.goneBatches.said(codes)
}
