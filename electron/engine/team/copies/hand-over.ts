// Hands a batch over through the team, and withdraws that while nobody has taken it over. The lock, the end of its requests
// and the project file are those of every hand-over (../../handover/hand-over.ts); only the last step is another one.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { message } from '../../../../shared/texts/message.ts'
import { writtenOf } from '../../accounts/batch-removal.ts'
import type { HandedOver } from '../../handover/hand-over.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import { teamFailure } from '../team-failure.ts'
import { removeCopies } from './copies.ts'
import { completeCopy, sendCopy } from './copy-file.ts'
import { followMoved } from './follow-moved.ts'
import { type CopyParts, openBatch, readyTeam } from './parts.ts'

/** Resolves when the copy is complete in the team's database. */
export async function handOverToTeam(
  parts: CopyParts,
  stored: StoredBatch,
  passphrase: string | null,
): Promise<Result<HandedOver>> {
  const { store, clock, folder, handovers } = parts
  const batch = openBatch(parts, stored)
  if (!batch.ok) return batch
  const team = readyTeam(parts)
  if (!team.ok) return team
  const place = writtenOf(folder, stored.id)
  await mkdir(place, { recursive: true, mode: 0o700 })
  let copy = ''
  const joined = team.value.team
  return handovers.write(batch.value, join(place, 'copy-for-the-team'), passphrase, {
    async send(file, { manifest }, control) {
      const open = readyTeam(parts)
      if (!open.ok) return open
      copy = manifest.chain.at(-1) ?? ''
      if (open.value.team !== joined)
        return failed('workspace', 'team_not_ready', message('copies.not_ready'))
      const code = store.ownClaims.codeOf(stored.id)
      store.copies.begin(joined, stored.id, code)
      const sent = {
        id: copy,
        batch: code,
        name: stored.name,
        service: store.sending.missed.serviceOf(batch.value.connectionId),
        encrypted: passphrase !== null,
        handedOver: true,
        accounts: manifest.accounts,
      }
      const progress = (done: number, total: number): void =>
        control.progress({ kind: 'sending_copy', done, total, unit: 'bytes' })
      return sendCopy(open.value, sent, file, { signal: control.signal, progress })
    },
    async finish() {
      const open = readyTeam(parts)
      if (!open.ok) return open
      // What was only queued is nobody's now; otherwise whoever takes over would wait for it and look it up.
      await parts.reportEnded()
      return completeCopy(open.value, copy)
    },
    finished: () => store.copies.done(joined, stored.id, copy, clock.now()),
  })
}

/** The database decides: whoever was first goes on with the batch. */
export async function withdrawFromTeam(parts: CopyParts, { id, name }: StoredBatch): Promise<Result<void>> {
  const { store, handovers } = parts
  const away = store.handovers.of(id)
  if (away?.state !== 'away' || away.way !== 'team')
    return failed('input', 'batch_not_in_team', message('copies.not_in_team'))
  const team = readyTeam(parts)
  if (!team.ok) return team
  const { database, session } = team.value
  const removed = await removeCopies(database, session, store.ownClaims.codeOf(id))
  if (!removed.ok) return teamFailure(removed.trouble)
  if (removed.value === 'ok') {
    handovers.withdraw(id)
    // Where copies of it are kept, there is none any more.
    store.copies.renew(team.value.team, id)
    return success(undefined)
  }
  await followMoved(parts)
  const { takenBy = null } = store.handovers.of(id) ?? {}
  return failed(
    'input',
    'batch_taken',
    message('copies.taken_meanwhile', { batch: name, member: takenBy ?? '' }),
  )
}
