// Copies of batches in the team's database, for the calls of the contract and for the team's loop: which there are, handing
// over and taking over, and what is done by itself.
import type { CopyKeeping, TeamCopy } from '../../../../shared/contract/team/copies.ts'
import { serviceAt } from '../../../../shared/sending/connection.ts'
import type { HandedOver } from '../../handover/hand-over.ts'
import type { TakenOver } from '../../handover/take-over.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import { type Result, success } from '../../system/failure.ts'
import type { Granting } from '../claims/claim-queue.ts'
import { teamFailure } from '../team-failure.ts'
import { readCopies, type StoredCopy } from './copies.ts'
import { followMoved } from './follow-moved.ts'
import { handOverToTeam, withdrawFromTeam } from './hand-over.ts'
import {
  createKeeper,
  endCopying,
  keepCopies,
  type Keeper,
  removeCopiesOf,
  removeOld,
} from './keep-copies.ts'
import { changeKeeping, readKeeping } from './keeping.ts'
import { type CopyParts, readyTeam } from './parts.ts'
import { copyStateOf, takeOverFromTeam, type TakeOrder } from './take-over.ts'

export type TeamCopies = ReturnType<typeof createTeamCopies>

export function createTeamCopies(
  parts: CopyParts & { readonly isReadOnly: boolean; readonly left: (error: unknown) => void },
) {
  const keeper = createKeeper()
  let looking: Promise<void> | null = null
  async function look(): Promise<void> {
    await followMoved(parts)
    await removeOld(parts, keeper)
    keepCopies(parts, keeper)
  }
  return {
    /** Called every other second: locks batches that others took over, and makes and removes copies that are due. */
    tick(): void {
      if (parts.isReadOnly) return
      looking ??= look()
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
    async setKeeping(change: {
      readonly everyMinutes?: number | undefined
      readonly passphrase?: string | null | undefined
    }): Promise<CopyKeeping> {
      const { everyMinutes, passphrase } = change
      if (passphrase !== undefined) await parts.keyStore.setTeamSecret('copies', passphrase)
      keeper.saidPassphrase = false
      keeper.failed.clear()
      return changeKeeping(parts.store.settings, {
        ...(everyMinutes !== undefined && { everyMinutes }),
        ...(passphrase !== undefined && { encrypted: passphrase !== null }),
      })
    },
    /** Ends the copy that is being made, and waits for it. */
    async stop(): Promise<void> {
      await endCopying(keeper, null)
      await looking
      await endCopying(keeper, null)
    },
  }
}

type Kept = { readonly of: 'connection' | 'batch'; readonly id: number; readonly isOn: boolean }

async function keep(parts: CopyParts, keeper: Keeper, { of, id, isOn }: Kept): Promise<Result<CopyKeeping>> {
  const kept = readKeeping(parts.store.settings)
  const list = of === 'connection' ? 'connections' : 'batches'
  const others = kept[list].filter((one) => one !== id)
  const keeping = changeKeeping(parts.store.settings, { [list]: isOn ? [...others, id] : others })
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
  return success({ copies, keeping: readKeeping(store.settings), toRemove: store.copies.toRemove().length })
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
