// Keeps copies of batches in the team's database, where a person allowed it: a batch is copied when it has changed and its
// last copy is old enough, and soon after a wave has ended. It is no job: a copy that was not completed is made again. Copies
// of batches that are gone here, or that left with a file, are removed.
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { message } from '../../../../shared/texts/message.ts'
import { writtenOf } from '../../accounts/batch-removal.ts'
import { stopped } from '../../handover/project-failure.ts'
import { type Result, success } from '../../system/failure.ts'
import type { Granting } from '../claims/claim-queue.ts'
import { teamFailure } from '../team-failure.ts'
import { removeCopies } from './copies.ts'
import { completeCopy, sendCopy } from './copy-file.ts'
import { isKept, readKeeping } from './keeping.ts'
import { type CopyParts, openBatch, type OpenBatch, readyTeam } from './parts.ts'

/** Milliseconds between two copies of a batch after waves, and after one that could not be made. */
const shortestMs = 60_000

export type Keeper = {
  /** The copy that is being made; null: none is. */
  making: { readonly batch: number; readonly ending: AbortController; readonly done: Promise<void> } | null
  /** Batches whose last copy failed, with the time of it. */
  readonly failed: Map<number, number>
  /** A person knows that a copy is still to be removed, or that the passphrase is missing. */
  saidLater: boolean
  saidPassphrase: boolean
}

export const createKeeper = (): Keeper => ({
  making: null,
  failed: new Map(),
  saidLater: false,
  saidPassphrase: false,
})

/** Begins the next copy that is due, unless one is being made. */
export function keepCopies(parts: CopyParts, keeper: Keeper): void {
  if (keeper.making !== null || parts.granting() === null) return
  const due = dueBatch(parts, keeper)
  if (due === null) return
  const ending = new AbortController()
  const done = makeCopy(parts, keeper, due, ending.signal).finally(() => (keeper.making = null))
  keeper.making = { batch: due.id, ending, done }
}

/** Ends the copy that is being made; of one batch, if it is given. */
export async function endCopying({ making }: Keeper, batch: number | null): Promise<void> {
  if (making === null || (batch !== null && making.batch !== batch)) return
  making.ending.abort()
  await making.done
}

function dueBatch(parts: CopyParts, keeper: Keeper): OpenBatch | null {
  const { store, clock } = parts
  const keeping = readKeeping(store.settings)
  if (keeping.batches.length + keeping.connections.length === 0) return null
  const now = clock.now()
  const made = new Map(store.copies.all().map(({ batch, at }) => [batch, at]))
  for (const stored of store.batches.all()) {
    if (!isKept(keeping, stored) || store.handovers.isAway(stored.id)) continue
    const batch = openBatch(parts, stored)
    const { jobs, dirty, versions } = store.handovers.facts(stored.id)
    if (!batch.ok || jobs + dirty + versions > 0) continue
    if (now - (keeper.failed.get(stored.id) ?? -Infinity) < shortestMs) continue
    const last = made.get(stored.id) ?? 0
    const isOld = now - last >= keeping.everyMinutes * 60_000 && store.batches.workedAt(stored.id) > last
    const isAfterWave = now - last >= shortestMs && store.copies.lastWaveEnd(stored.id) > last
    if (isOld || isAfterWave) return batch.value
  }
  return null
}

async function makeCopy(
  parts: CopyParts,
  keeper: Keeper,
  batch: OpenBatch,
  signal: AbortSignal,
): Promise<void> {
  const { keyStore, store, clock, notice } = parts
  const isEncrypted = readKeeping(store.settings).encrypted
  const passphrase = isEncrypted ? await keyStore.teamSecret('copies') : null
  if (isEncrypted && passphrase === null) {
    if (!keeper.saidPassphrase) notice('warning', message('copies.passphrase_gone'))
    keeper.saidPassphrase = true
    keeper.failed.set(batch.id, clock.now())
    return
  }
  const at = clock.now()
  const copied = await copyBatch(parts, batch, passphrase, signal)
  if (copied.ok) {
    store.copies.done(batch.id, at)
    keeper.failed.delete(batch.id)
  } else if (!signal.aborted) keeper.failed.set(batch.id, clock.now())
}

async function copyBatch(
  parts: CopyParts,
  batch: OpenBatch,
  passphrase: string | null,
  signal: AbortSignal,
): Promise<Result<unknown>> {
  const { store, folder, handovers, unfinished } = parts
  const file = randomUUID()
  const place = writtenOf(folder, batch.id)
  const path = join(place, `copy-${file}`)
  await mkdir(place, { recursive: true, mode: 0o700 })
  return unfinished.around(path, async () => {
    try {
      const written = await handovers.writeCopy(batch, { path, passphrase, file }, signal)
      if (!written.ok) return written
      const team = readyTeam(parts)
      if (!team.ok) return team
      const code = store.ownClaims.codeOf(batch.id)
      store.copies.begin(batch.id, code)
      const copy = {
        id: file,
        batch: code,
        name: batch.name,
        service: store.sending.missed.serviceOf(batch.connectionId),
        encrypted: passphrase !== null,
        handedOver: false,
        accounts: written.value.manifest.accounts,
      }
      const sent = await sendCopy(team.value, copy, path, { signal, progress: () => undefined })
      if (!sent.ok) return sent
      // It may have been handed over or removed meanwhile.
      if (signal.aborted || store.batches.get(batch.id) === null) return stopped()
      return await completeCopy(team.value, file)
    } catch (error) {
      if (signal.aborted) return stopped()
      throw error
    } finally {
      await rm(path, { force: true }).catch(() => undefined)
    }
  })
}

/** Removes the copies of batches that are gone here, or that left with a file. */
export async function removeOld({ store, granting, notice }: CopyParts, keeper: Keeper): Promise<void> {
  const waiting = store.copies.toRemove()
  const open = granting()
  if (open === null) {
    if (waiting.length > 0 && !keeper.saidLater) notice('info', message('copies.removed_later'))
    keeper.saidLater = waiting.length > 0
    return
  }
  keeper.saidLater = false
  for (const code of waiting) {
    // A batch that came back has the copies of the one that it replaced.
    if (store.ownClaims.batchOf(code) === null && !(await isRemoved(open, code))) return
    store.copies.removed(code)
  }
  for (const { batch, code } of store.copies.all()) {
    const { state = 'here', way = 'team' } = store.handovers.of(batch) ?? {}
    if (state !== 'away' || way !== 'file') continue
    if (!(await isRemoved(open, code))) return
    store.copies.drop(batch)
    store.copies.removed(code)
  }
}

/** Removes the copies of a batch that stays here. */
export async function removeCopiesOf({ store, granting }: CopyParts, batch: number): Promise<Result<void>> {
  const made = store.copies.all().find((one) => one.batch === batch)
  if (made === undefined || store.handovers.isAway(batch)) return success(undefined)
  const open = readyTeam({ granting })
  if (!open.ok) return open
  const removed = await removeCopies(open.value.database, open.value.session, made.code)
  if (!removed.ok) return teamFailure(removed.trouble)
  store.copies.drop(batch)
  store.copies.removed(made.code)
  return success(undefined)
}

async function isRemoved({ database, session }: Granting, code: string): Promise<boolean> {
  return (await removeCopies(database, session, code)).ok
}
