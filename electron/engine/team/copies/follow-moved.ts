// Batches that another desktop took over from a copy while this one was away, or did not answer: they become read-only here,
// as after a hand-over, with the name of who goes on with them.
import { message } from '../../../../shared/texts/message.ts'
import { readMoved } from './copies.ts'
import type { CopyParts } from './parts.ts'

/** Does nothing while the team's database is away. */
export async function followMoved(parts: Omit<CopyParts, 'handovers'>): Promise<void> {
  const { store } = parts
  const open = parts.granting()
  const codes = store.ownClaims.codes().map(({ code }) => code)
  if (open === null || codes.length === 0) return
  const moved = await readMoved(open.database, open.session, codes)
  if (!moved.ok) return
  for (const { batch: code, copy, member, at } of moved.value) {
    const batch = store.ownClaims.batchOf(code)
    const stored = batch === null ? null : store.batches.get(batch)
    if (batch === null || stored === null || stored.stage !== 'open') continue
    const known = store.handovers.of(batch)
    const isOurs = known?.chain.includes(copy) === true && (known.file !== copy || known.takenBy !== null)
    if (isOurs || (known !== null && known.state !== 'here' && known.file !== copy)) continue
    const { endings } = store.batches.counts(batch)
    const project = known?.project ?? code
    store.handovers.taken({ batch, project, copy, member, at, endings })
    parts.changed(batch)
    parts.notice('warning', message('copies.taken', { batch: stored.name, member, at }))
    await parts.cancelQueued(batch)
  }
}
