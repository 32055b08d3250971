// Handing batches over and taking them over, for the calls of the contract.
import { message } from '../../../shared/texts/message.ts'
import type { Kinds } from '../jobs/kind.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import { type Failure, failed, type Result, success } from '../system/failure.ts'
import { belongsToTeam } from '../team/settings.ts'
import {
  type Delivery,
  fileNameIn,
  type HandedOver,
  handOver,
  type HandOverParts,
  handOverKind,
  writeCopy,
  type Written,
} from './hand-over.ts'
import type { HandoverParts } from './parts.ts'
import {
  type Arrival,
  type Inspected,
  inspectProject,
  openProjectFile,
  type TakenOver,
  type TakeOverParts,
  takeOverKind,
} from './take-over.ts'

export type Handovers = ReturnType<typeof createHandovers>

export function createHandovers(options: HandoverParts & Pick<TakeOverParts, 'isDamage'>) {
  const leaving: HandOverParts = { ...options, waiting: new Map() }
  const coming: TakeOverParts = { ...options, waiting: new Map() }
  const { store, clock, changed, jobs } = options
  const kinds: Kinds = options.isReadOnly
    ? {}
    : { hand_over: handOverKind(leaving), take_over: takeOverKind(coming) }

  return {
    kinds,
    /** Why a batch cannot be changed or sent from here; null: it is here. */
    refusal: (batch: number): Failure | null => refusalOf(options, batch),
    write: (
      batch: StoredBatch & { readonly connectionId: number },
      path: string,
      passphrase: string | null,
      delivery?: Delivery,
    ): Promise<Result<HandedOver>> =>
      handOver(leaving, { batch, path, passphrase, ...(delivery !== undefined && { delivery }) }),
    /** Of a batch that stays here. `file`: the code of the file. */
    writeCopy: (
      batch: StoredBatch & { readonly connectionId: number },
      given: { readonly path: string; readonly passphrase: string | null; readonly file: string },
      signal: AbortSignal,
    ): Promise<Result<Written>> => writeCopy(leaving, { batch, ...given }, signal),
    async cancel(batch: number): Promise<void> {
      for (const { id, kind } of jobs().startedOf(batch)) if (kind === 'hand_over') await jobs().cancel(id)
    },
    inspect: (path: string, passphrase: string | null, signal?: AbortSignal): Promise<Result<Inspected>> =>
      inspectProject(coming, { path, passphrase, connection: null, signal }),
    open: (
      path: string,
      passphrase: string | null,
      connection: number | null,
      signal?: AbortSignal,
      arrival?: Arrival,
    ): Promise<Result<TakenOver>> =>
      openProjectFile(coming, {
        path,
        passphrase,
        connection,
        signal,
        ...(arrival !== undefined && { arrival }),
      }),
    /** Nobody took over the batch that was handed over through the team, and nobody can any more: it goes on here. */
    withdraw: (batch: number): void => withdraw(options, batch),
    /** A person says that nobody goes on with it elsewhere. */
    unlock(batch: StoredBatch): Result<void> {
      const away = store.handovers.of(batch.id)
      if (away?.state !== 'away') return failed('input', 'batch_is_here', message('handover.not_away'))
      if (away.way === 'team' && belongsToTeam(store.settings))
        return failed('input', 'batch_in_team', message('handover.in_team'))
      store.handovers.unlock(away, clock.now())
      if (batch.connectionId !== null) options.attached(batch.connectionId)
      changed(batch.id)
      return success(undefined)
    },
  }
}

function refusalOf({ store }: HandoverParts, batch: number): Failure | null {
  if (!store.handovers.isAway(batch)) return null
  const stored = store.handovers.of(batch)
  const file = fileNameIn(stored?.path ?? null)
  const said =
    stored?.state !== 'away'
      ? message('handover.being_written', { file })
      : stored.way === 'file'
        ? message('handover.away', { file })
        : stored.takenBy === null
          ? message('handover.away_in_team')
          : message('handover.taken', { member: stored.takenBy, at: stored.at })
  return failed('input', 'batch_handed_over', said).failure
}

function withdraw({ store, attached, changed }: HandoverParts, batch: number): void {
  const away = store.handovers.of(batch)
  if (away?.state !== 'away') return
  store.handovers.withdraw(away)
  const connection = store.batches.get(batch)?.connectionId ?? null
  if (connection !== null) attached(connection)
  changed(batch)
}
