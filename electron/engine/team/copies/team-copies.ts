// Copies of batches in the team's database, for the calls of the contract and for the team's loop: which there are, handing
// over and taking over, and what is done by itself.
import type { CopyKeeping, TeamCopy } from '../../../../shared/contract/team/copies.ts'
import { serviceAt } from '../../../../shared/sending/connection.ts'
import type { HandedOver } from '../../handover/hand-over.ts'
import type { TakenOver } from '../../handover/take-over.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import { message } from '../../../../shared/texts/message.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import type { Granting } from '../claims/claim-queue.ts'
import { readTeam } from '../settings.ts'
import { sayGone } from '../board/gone-batches.ts'
import { teamFailure } from '../team-failure.ts'
import { readCopies, type StoredCopy } from './copies.ts'
import { followMoved } from './follow-moved.ts'
import { handOverToTeam, withdrawFromTeam } from './hand-over.ts'
import {
  createKeeper,
  endCopying,
  keepCopies,
  type Keeper,
  type KeepParts,
  removeCopiesOf,
  removeOld,
} from './keep-copies.ts'
import { changeKeeping, readKeeping } from './keeping.ts'
import { type CopyParts, readyTeam } from './parts.ts'
import { copyStateOf, takeOverFromTeam, type TakeOrder } from './take-over.ts'

export type TeamCopies = ReturnType<typeof createTeamCopies>

export function createTeamCopies(parts: KeepParts & { readonly isReadOnly: boolean }) {
  const keeper = createKeeper()
  let looking: Promise<void> | null = null
  async function look(gone: readonly string[]): Promise<void> {
    await followMoved(parts)
    await removeOld(parts, keeper)
    await sayGone(parts, gone)
    keepCopies(parts, keeper)
  }
  return {
    /**
     * Called every other second, between two heartbeats: locks batches that others took over, makes and removes copies that
     * are due, and says which batches are gone.
     */
    tick(): void {
      if (parts.isReadOnly) return
      looking ??= look(parts.store.goneBatches.codes())
        .catch(parts.left)
        .finally(() => (looking = null))
    },
    /** The same, for batches that others took over; resolves when they are locked. */
    followMoved: (): Promise<void> => followMoved(parts),
    list: () => listCopies(parts),
    async handOver(batch: StoredBatch, passphrase: string | null): Promise<Result<HandedOver>> {
      await endCopying(keeper, batch.id)
      return handOverToTeam(parts, batch, passphrase)
    },
    withdraw: (batch: StoredBatch): Promise<Result<void>> => withdrawFromTeam(parts, batch),
    takeOver: (order: TakeOrder): Promise<Result<TakenOver>> => takeOverFromTeam(parts, order),
    keep: (of: 'connection' | 'batch', id: number, isOn: boolean): Promise<Result<CopyKeeping>> =>
      keep(parts, keeper, { of, id, isOn }),
    setKeeping: (change: KeepingChange): Promise<Result<CopyKeeping>> => setKeeping(parts, keeper, change),
    /** Ends the copy that is being made, and waits for it. */
    async stop(): Promise<void> {
      keeper.isStopped = true
      await endCopying(keeper, null)
      await looking
    },
  }
}

const notJoined = () => failed('input', 'no_team', message('team.not_joined'))

type KeepingChange = {
  readonly everyMinutes?: number | undefined
  /** Left out: as it was; null: copies are not encrypted. */
  readonly passphrase?: string | null | undefined
}

async function setKeeping(
  parts: KeepParts,
  keeper: Keeper,
  { everyMinutes, passphrase }: KeepingChange,
): Promise<Result<CopyKeeping>> {
  const { store, keyStore } = parts
  const team = readTeam(store.settings)?.team
  if (team === undefined) return notJoined()
  const { encrypted } = readKeeping(store.settings)
  const before = encrypted ? await keyStore.teamSecret('copies') : null
  const isOther = passphrase !== undefined && passphrase !== before
  if (passphrase !== undefined) await keyStore.setTeamSecret('copies', passphrase)
  keeper.saidPassphrase = false
  keeper.failed.clear()
  const renew = (): void => (isOther ? renewCopies(parts, team, !encrypted) : undefined)
  const keeping = store.sending.together(() => {
    renew()
    return changeKeeping(store.settings, team, {
      ...(everyMinutes !== undefined && { everyMinutes }),
      ...(passphrase !== undefined && { encrypted: passphrase !== null }),
    })
  })
  if (!isOther) return success(keeping)
  // A copy that was begun before has the passphrase of then, or none.
  await endCopying(keeper, null)
  store.sending.together(renew)
  await removeOld(parts, keeper)
  return success(keeping)
}

/** Copies are made again with the passphrase of now, and those that everybody can read are removed before that. */
function renewCopies({ store }: KeepParts, team: string, areReadable: boolean): void {
  for (const { batch } of store.copies.all(team)) {
    // What was handed over stays as it was handed over.
    if (store.handovers.isAway(batch)) continue
    if (areReadable) store.copies.removeNewest(team, batch)
    else store.copies.renew(team, batch)
  }
}

type Kept = { readonly of: 'connection' | 'batch'; readonly id: number; readonly isOn: boolean }

async function keep(parts: CopyParts, keeper: Keeper, { of, id, isOn }: Kept): Promise<Result<CopyKeeping>> {
  const team = readTeam(parts.store.settings)?.team
  if (team === undefined) return notJoined()
  const kept = readKeeping(parts.store.settings)
  const list = of === 'connection' ? 'connections' : 'batches'
  const others = kept[list].filter((one) => one !== id)
  const keeping = changeKeeping(parts.store.settings, team, { [list]: isOn ? [...others, id] : others })
  if (isOn) return success(keeping)
  for (const { id: batch, connectionId } of parts.store.batches.all()) {
    const isMeant = of === 'batch' ? batch === id : connectionId === id
    if (!isMeant) continue
    await endCopying(keeper, batch)
    const removed = await removeCopiesOf(parts, batch)
    if (!removed.ok) return removed
  }
  return success(keeping)
}

async function listCopies(
  parts: CopyParts,
): Promise<
  Result<{ readonly copies: TeamCopy[]; readonly keeping: CopyKeeping; readonly toRemove: number }>
> {
  const { store } = parts
  const team = readyTeam(parts)
  if (!team.ok) return team
  const found = await readCopies(team.value.database)
  if (!found.ok) return teamFailure(found.trouble)
  const copies = found.value.map((copy) => viewOf(parts, team.value, copy))
  const batches = new Set(store.copies.toRemove(team.value.team).map(({ code }) => code))
  return success({ copies, keeping: readKeeping(store.settings), toRemove: batches.size })
}

function viewOf({ store }: CopyParts, team: Granting, copy: StoredCopy): TeamCopy {
  const { id, name, service, member, machine, at, seen, bytes, accounts, encrypted, handedOver } = copy
  const connections = store.connections
    .all()
    .filter(({ settings }) => serviceAt(settings.baseUrl) === service)
    .map((one) => ({ id: one.id, name: one.name }))
  return {
    id,
    name,
    service,
    member,
    machine,
    at,
    seen,
    bytes,
    accounts,
    encrypted,
    handedOver,
    connections,
    state: copyStateOf(copy, team),
    batch: store.ownClaims.batchOf(copy.batch),
  }
}
