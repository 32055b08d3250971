// Keeps copies of batches in the team's database, where a person allowed it: a batch is copied when it has changed and its
// last copy is old enough, and soon after a wave has ended. It is no job: a copy that was not completed is made again. Copies
// of batches that are gone here, or that left with a file, are removed.
import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { message } from '../../../../shared/texts/message.ts'
import { writtenOf } from '../../accounts/batch-removal.ts'
import { stopped } from '../../handover/project-failure.ts'
import type { CopyToRemove } from '../../store/team/copies.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import type { Granting } from '../claims/claim-queue.ts'
import { readTeam } from '../settings.ts'
import { teamFailure } from '../team-failure.ts'
import { removeCopies } from './copies.ts'
import { completeCopy, sendCopy } from './copy-file.ts'
import { isKept, readKeeping } from './keeping.ts'
import { type CopyParts, openBatch, type OpenBatch, readyTeam } from './parts.ts'

/** Milliseconds between two copies of a batch after waves, and after one that could not be made. */
const shortestMs = 60_000

/** `left`: takes errors of work that nobody awaits. */
export type KeepParts = CopyParts & { readonly left: (error: unknown) => void }

export type Keeper = {
  /** The copy that is being made; null: none is. */
  making: { readonly batch: number; readonly ending: AbortController; readonly done: Promise<void> } | null
  /** The program ends: no copy begins any more. */
  isStopped: boolean
  /** Batches whose last copy failed, with the time of it. */
  readonly failed: Map<number, number>
  /** A person knows that a copy is still to be removed, or that the passphrase is missing. */
  saidLater: boolean
  saidPassphrase: boolean
}

export const createKeeper = (): Keeper => ({
  making: null,
  isStopped: false,
  failed: new Map(),
  saidLater: false,
  saidPassphrase: false,
})

/** Begins the next copy that is due, unless one is being made. */
export function keepCopies(parts: KeepParts, keeper: Keeper): void {
  const open = parts.granting()
  if (keeper.isStopped || keeper.making !== null || open === null) return
  const due = dueBatch(parts, keeper, open.team)
  if (due === null) return
  const ending = new AbortController()
  const done = tryCopy(parts, keeper, { ...due, team: open.team }, ending.signal).finally(
    () => (keeper.making = null),
  )
  keeper.making = { batch: due.id, ending, done }
}

/** Ends the copy that is being made; of one batch, if it is given. */
export async function endCopying({ making }: Keeper, batch: number | null): Promise<void> {
  if (making === null || (batch !== null && making.batch !== batch)) return
  making.ending.abort()
  await making.done
}

function dueBatch(parts: CopyParts, keeper: Keeper, team: string): OpenBatch | null {
  const { store, clock } = parts
  const keeping = readKeeping(store.settings)
  if (keeping.batches.length + keeping.connections.length === 0) return null
  const now = clock.now()
  const made = new Map(store.copies.all(team).map(({ batch, at }) => [batch, at]))
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

/** `team`: the one in which a person allowed it. */
type KeptBatch = OpenBatch & { readonly team: string }

/** Never throws: nobody awaits a copy. One that failed is tried again later, and a person hears of the first failure. */
async function tryCopy(
  parts: KeepParts,
  keeper: Keeper,
  batch: KeptBatch,
  signal: AbortSignal,
): Promise<void> {
  const copied = await makeCopy(parts, keeper, batch, signal).catch(thrown)
  if (copied.ok) {
    keeper.failed.delete(batch.id)
    return
  }
  if (signal.aborted) return
  const isFirst = !keeper.failed.has(batch.id)
  keeper.failed.set(batch.id, parts.clock.now())
  if ('error' in copied && isFirst) parts.left(copied.error)
}

/** `error`: something was thrown, such as by a full disk. */
type Copied = Result<unknown> | { readonly ok: false; readonly error: unknown }

const thrown = (error: unknown): Copied => ({ ok: false, error })

async function makeCopy(
  parts: KeepParts,
  keeper: Keeper,
  batch: KeptBatch,
  signal: AbortSignal,
): Promise<Copied> {
  const { keyStore, store, folder, unfinished, notice } = parts
  const isEncrypted = readKeeping(store.settings).encrypted
  const passphrase = isEncrypted ? await keyStore.teamSecret('copies') : null
  if (isEncrypted && passphrase === null) {
    const why = message('copies.passphrase_gone')
    if (!keeper.saidPassphrase) notice('warning', why)
    keeper.saidPassphrase = true
    return failed('input', 'passphrase_gone', why)
  }
  const file = randomUUID()
  const place = writtenOf(folder, batch.id)
  const path = join(place, `copy-${file}`)
  await mkdir(place, { recursive: true, mode: 0o700 })
  return unfinished.around(path, async () => {
    const copied = await copyBatch(parts, batch, { file, path, passphrase }, signal).catch(thrown)
    await rm(path, { force: true }).catch(() => undefined)
    return copied
  })
}

async function copyBatch(
  parts: KeepParts,
  batch: KeptBatch,
  {
    file,
    path,
    passphrase,
  }: { readonly file: string; readonly path: string; readonly passphrase: string | null },
  signal: AbortSignal,
): Promise<Copied> {
  const { store, clock, handovers } = parts
  const at = clock.now()
  const written = await handovers.writeCopy(batch, { path, passphrase, file }, signal)
  if (!written.ok) return written
  const open = readyTeam(parts)
  if (!open.ok) return open
  // A person may have ended it or changed the passphrase meanwhile, or left the team in which it was allowed.
  const { team } = batch
  if (signal.aborted || open.value.team !== team) return stopped()
  const code = store.ownClaims.codeOf(batch.id)
  store.copies.begin(team, batch.id, code)
  const copy = {
    id: file,
    batch: code,
    name: batch.name,
    service: store.sending.missed.serviceOf(batch.connectionId),
    encrypted: passphrase !== null,
    handedOver: false,
    accounts: written.value.manifest.accounts,
  }
  const sent = await sendCopy(open.value, copy, path, { signal, progress: () => undefined })
  if (!sent.ok) return sent
  // It may have been handed over or removed meanwhile.
  if (signal.aborted || store.batches.get(batch.id) === null) return stopped()
  const completed = await completeCopy(open.value, file)
  if (completed.ok) store.copies.done(team, batch.id, file, at)
  return completed
}

/** Removes what is to be removed, and the copies of batches that left with a file. */
export async function removeOld({ store, granting, notice }: CopyParts, keeper: Keeper): Promise<void> {
  const open = granting()
  if (open === null) {
    const team = readTeam(store.settings)?.team
    const isWaiting = team !== undefined && store.copies.toRemove(team).length > 0
    if (isWaiting && !keeper.saidLater) notice('info', message('copies.removed_later'))
    keeper.saidLater = isWaiting
    return
  }
  const { team } = open
  keeper.saidLater = false
  for (const one of store.copies.toRemove(team)) {
    // A batch that came back has the copies of the one that it replaced.
    const isBack = one.copy === null && store.ownClaims.batchOf(one.code) !== null
    if (!isBack && !(await isRemoved(open, one))) return
    store.copies.removed(team, one)
  }
  for (const { batch, code } of store.copies.all(team)) {
    const { state = 'here', way = 'team' } = store.handovers.of(batch) ?? {}
    if (state !== 'away' || way !== 'file') continue
    const all = { code, copy: null }
    if (!(await isRemoved(open, all))) return
    store.copies.drop(team, batch)
    store.copies.removed(team, all)
  }
}

/** Removes the copies of a batch that stays here. */
export async function removeCopiesOf({ store, granting }: CopyParts, batch: number): Promise<Result<void>> {
  const open = readyTeam({ granting })
  const team = open.ok ? open.value.team : readTeam(store.settings)?.team
  const made = team === undefined ? undefined : store.copies.all(team).find((one) => one.batch === batch)
  if (team === undefined || made === undefined || store.handovers.isAway(batch)) return success(undefined)
  if (!open.ok) return open
  const removed = await removeCopies(open.value.database, open.value.session, made.code)
  if (!removed.ok) return teamFailure(removed.trouble)
  store.copies.drop(team, batch)
  store.copies.removed(team, { code: made.code, copy: null })
  return success(undefined)
}

/** Whether the database has it no more, or it is another desktop's now. */
async function isRemoved({ database, session }: Granting, { code, copy }: CopyToRemove): Promise<boolean> {
  return (await removeCopies(database, session, code, copy)).ok
}
