// What the contract's calls share: who owns what, and how an expected failure leaves as the contract's typed error.
import { implement, ORPCError } from '@orpc/server'
import { contract } from '../../../shared/contract.ts'
import type { Attention } from '../attention.ts'
import type { BatchViews } from '../batch-views.ts'
import type { Catalogues } from '../catalogues.ts'
import type { Clock } from '../clock.ts'
import type { Editing } from '../editing/editing.ts'
import type { Fixing } from '../editing/fixing.ts'
import { type Failure, failed, messageOf, type Result, success } from '../failure.ts'
import type { KeySafe } from '../key-safe.ts'
import type { LookAgain } from '../look-again.ts'
import type { MachineLife } from '../machine-life.ts'
import type { Memory } from '../memory/memory.ts'
import type { News } from '../news.ts'
import type { Playbook } from '../playbook/playbook.ts'
import type { SendingOffice } from '../queue/office.ts'
import type { Waves } from '../queue/waves.ts'
import type { Reader } from '../reading/reader.ts'
import type { Removal } from '../removal.ts'
import type { Account } from '../store/account-row.ts'
import type { StoredBatch } from '../store/batches.ts'
import type { StoredConnection } from '../store/connections.ts'
import { isDiskTrouble } from '../store/disk-trouble.ts'
import type { Soundness } from '../soundness.ts'
import type { StatusPaths } from '../status-paths.ts'
import type { Store } from '../store/store.ts'
import type { UnfinishedFiles } from '../unfinished-files.ts'
import type { Versions } from '../versions/merging.ts'
import type { Workshop } from '../workshop.ts'

export type CallContext = {
  readonly store: Store
  readonly catalogues: Catalogues
  readonly reader: Reader
  readonly keySafe: KeySafe
  readonly clock: Clock
  readonly office: SendingOffice
  readonly workshop: Workshop
  readonly editing: Editing
  readonly memory: Memory
  readonly fixing: Fixing
  readonly playbook: Playbook
  readonly removal: Removal
  readonly unfinished: UnfinishedFiles
  readonly versions: Versions
  readonly views: BatchViews
  readonly news: News
  readonly lookAgain: LookAgain
  readonly statusPaths: StatusPaths
  readonly machine: MachineLife
  readonly attention: Attention
  readonly soundness: Pick<Soundness, 'isDamage' | 'damage'>
  readonly waves: Waves
  /** The sample workbook that a newcomer starts with; null where none ships. */
  readonly samplePath: string | null
  readonly status: {
    readonly endedCleanly: boolean
    readonly foundInFlight: number
    readonly quarantined: number
    readonly folder: string
  }
}

export const os = implement(contract)

/** What a call throws, as it leaves: damage and a disk that takes no writes are expected failures. */
export function leaving(error: unknown, { soundness }: Pick<CallContext, 'soundness'>): unknown {
  const failure = soundness.isDamage(error) ? soundness.damage() : refusedByDisk(error)
  return failure === null ? error : refusal(failure)
}

export function refusal(failure: Failure): ORPCError<'REFUSED', Failure> {
  return new ORPCError('REFUSED', { message: failure.message, data: failure })
}

function refusedByDisk(error: unknown): Failure | null {
  if (!isDiskTrouble(error)) return null
  return failed(
    'workspace',
    'disk_does_not_write',
    `The disk does not take writes (${messageOf(error)}), so this was not done. What was kept before stays. Make room, then do it again.`,
  ).failure
}

/** The same for what a call answers piece by piece. Left at once, whatever it waits for. */
export function leavingEach(
  pieces: AsyncIterator<unknown>,
  context: Pick<CallContext, 'soundness'>,
): AsyncIterableIterator<unknown> {
  return {
    async next() {
      try {
        return await pieces.next()
      } catch (error) {
        throw leaving(error, context)
      }
    },
    return: async (value) => (await pieces.return?.(value)) ?? { done: true, value },
    [Symbol.asyncIterator]() {
      return this
    },
  }
}

/** The shape of every procedure's typed error constructor. */
export type Refuse = { REFUSED(options: { message: string; data: Failure }): Error }

export function unwrap<T>(result: Result<T>, errors: Refuse): T {
  if (result.ok) return result.value
  throw errors.REFUSED({ message: result.failure.message, data: result.failure })
}

export function batchOf({ store, removal }: CallContext, id: number, errors: Refuse): StoredBatch {
  const batch = removal.isRemoving(id) ? null : store.batches.get(id)
  const missing = failed('input', 'no_such_batch', `There is no batch ${id} in this data folder.`)
  return unwrap(batch === null ? missing : success(batch), errors)
}

export function accountOf({ store }: CallContext, id: number, errors: Refuse): Account {
  const account = store.accounts.find(id)
  return account ?? unwrap(failed('input', 'no_such_account', `There is no account ${id}.`), errors)
}

export function connectionOf({ store }: CallContext, id: number, errors: Refuse): StoredConnection {
  const connection = store.connections.get(id)
  const missing = failed('input', 'no_such_connection', `There is no connection ${id}.`)
  return unwrap(connection === null ? missing : success(connection), errors)
}

/** A batch that is loaded and has a connection. */
export function openBatch(
  context: CallContext,
  id: number,
  errors: Refuse,
): StoredBatch & { readonly connectionId: number } {
  const batch = batchOf(context, id, errors)
  const { connectionId } = batch
  if (batch.stage !== 'open') {
    return unwrap(failed('input', 'batch_not_loaded', `Batch ${id} has not been loaded whole yet.`), errors)
  }
  if (connectionId === null) {
    return unwrap(
      failed('input', 'batch_without_connection', `Batch ${id} has no connection to a service.`),
      errors,
    )
  }
  return { ...batch, connectionId }
}
