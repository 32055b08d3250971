// What the parts of copies share: the engine's parts that they use, and the team's database while accounts are granted.
import type { OpeningProgress } from '../../../../shared/contract/workspace.ts'
import { message } from '../../../../shared/texts/message.ts'
import type { Handovers } from '../../handover/handovers.ts'
import type { UnfinishedFiles } from '../../report/unfinished-files.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../../system/clock.ts'
import type { EventBus } from '../../system/event-bus.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import type { KeyStore } from '../../system/key-store.ts'
import type { Granting } from '../claims/claim-queue.ts'

export type CopyParts = {
  readonly store: Store
  readonly clock: Clock
  readonly keyStore: Pick<KeyStore, 'teamSecret' | 'setTeamSecret'>
  /** The data folder. */
  readonly folder: string
  readonly handovers: Handovers
  readonly unfinished: Pick<UnfinishedFiles, 'around'>
  /** Null while nothing is granted to this desktop. */
  readonly granting: () => Granting | null
  /** Says to the team's database what became of this desktop's claims. */
  readonly reportEnded: () => Promise<void>
  /** Takes what is queued of a batch out of the queue. */
  readonly cancelQueued: (batch: number) => Promise<unknown>
  readonly changed: (batch: number) => void
  readonly notice: EventBus['notice']
  readonly opening: (now: OpeningProgress) => void
}

export type OpenBatch = StoredBatch & { readonly connectionId: number }

/** Refused while the team's database is away, or has to be compared first. */
export function readyTeam({ granting }: Pick<CopyParts, 'granting'>): Result<Granting> {
  const open = granting()
  return open === null ? failed('workspace', 'team_not_ready', message('copies.not_ready')) : success(open)
}

/** The practice service is each desktop's own, so nobody else could go on with its batches. */
export function openBatch({ store }: Pick<CopyParts, 'store'>, batch: StoredBatch): Result<OpenBatch> {
  const { connectionId, stage } = batch
  if (stage !== 'open' || connectionId === null)
    return failed('input', 'batch_not_open', message('handover.not_open'))
  return store.connections.get(connectionId)?.environment === 'practice'
    ? failed('input', 'practice_batch', message('copies.practice'))
    : success({ ...batch, connectionId })
}
