// Shared context of the API calls: the parts they use, and the conversion of expected failures to the contract's
// typed errors.
import type { Encryption } from '../store/database/folder/encryption.ts'
import type { AnySchema, InferSchemaOutput } from '@orpc/contract'
import { type Implementer, implement, ORPCError } from '@orpc/server'
import { contract } from '../../../shared/contract/contract.ts'
import type { Attention } from '../system/alerts/attention.ts'
import type { BatchViews } from './views/batch-views.ts'
import type { Catalogues } from '../system/catalogues.ts'
import type { Clock } from '../system/clock.ts'
import type { Editing } from '../accounts/editing.ts'
import type { Fixing } from '../fixing/fixing.ts'
import { type Failure, failed, messageOf, type Result, success } from '../system/failure.ts'
import type { KeyStore } from '../system/key-store.ts'
import type { Masking } from '../accounts/masking/masking.ts'
import type { Recheck } from '../sending/status/recheck-many.ts'
import type { PowerEvents } from '../system/power/power-events.ts'
import type { Memory } from '../fixing/repair-memory/memory.ts'
import type { EventBus } from '../system/event-bus.ts'
import type { Playbook } from '../fixing/playbook.ts'
import type { ConnectionManager } from '../sending/connections/connection-manager.ts'
import type { ProgramLog } from '../system/log/program-log.ts'
import type { Waves } from '../sending/waves/waves.ts'
import type { Reader } from '../import/reader.ts'
import type { Purge } from '../accounts/purge/purge.ts'
import type { Handovers } from '../handover/handovers.ts'
import type { Removal } from '../accounts/batch-removal.ts'
import type { AccountDetails } from '../store/accounts/account-row.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { StoredConnection } from '../store/sending/connections.ts'
import { isDiskTrouble } from '../store/database/disk-trouble.ts'
import type { Integrity } from '../system/data-folder/integrity.ts'
import type { StatusPaths } from '../sending/status/status-paths.ts'
import type { Store } from '../store/store.ts'
import type { TeamCopies } from '../team/copies/team-copies.ts'
import type { Knowledge } from '../team/knowledge/knowledge.ts'
import type { Team } from '../team/team.ts'
import type { UnfinishedFiles } from '../report/unfinished-files.ts'
import type { Versions } from '../fixing/version-merge/merging.ts'
import type { BatchWork } from '../jobs/batch-work.ts'
import { inEnglish, message } from '../../../shared/texts/message.ts'

export type CallContext = {
  readonly store: Store
  readonly catalogues: Catalogues
  readonly reader: Reader
  readonly keyStore: KeyStore
  readonly clock: Clock
  /** Aborted when the engine ends. */
  readonly ending: AbortController
  readonly connectionManager: ConnectionManager
  readonly batchWork: BatchWork
  readonly editing: Editing
  readonly masking: Masking
  readonly memory: Memory
  readonly fixing: Fixing
  readonly playbook: Playbook
  readonly removal: Removal
  readonly purge: Purge
  readonly handovers: Handovers
  readonly unfinished: UnfinishedFiles
  readonly versions: Versions
  readonly views: BatchViews
  readonly eventBus: EventBus
  readonly recheck: Recheck
  readonly statusPaths: StatusPaths
  readonly machine: PowerEvents
  readonly attention: Attention
  readonly integrity: Pick<Integrity, 'isDamage' | 'damage'>
  readonly waves: Waves
  readonly team: Team
  readonly copies: TeamCopies
  readonly knowledge: Knowledge
  readonly log: ProgramLog
  /** The sample workbook for a new user; null if none ships. */
  readonly samplePath: string | null
  /** Of the program. */
  readonly version: string
  readonly status: {
    readonly endedCleanly: boolean
    readonly foundInFlight: number
    readonly quarantined: number
    readonly folder: string
    readonly encryption: Encryption
  }
}

/** Named because the compiler refuses to emit the inferred type, which is too long. */
export const os: Implementer<typeof contract, Record<never, never>, Record<never, never>> = implement(
  contract,
)

/** The parsed input of each call, by the names of the contract. */
export type Inputs = InputsOf<typeof contract>

type InputsOf<Calls> = Calls extends { readonly '~orpc': { readonly inputSchema?: infer Schema } }
  ? InferSchemaOutput<Extract<Schema, AnySchema>>
  : { readonly [Name in keyof Calls]: InputsOf<Calls[Name]> }

/** Converts what a call throws: damage and a disk that cannot be written are expected failures. */
export function leaving(error: unknown, { integrity }: Pick<CallContext, 'integrity'>): unknown {
  const failure = integrity.isDamage(error) ? integrity.damage() : refusedByDisk(error)
  return failure === null ? error : refusal(failure)
}

export function refusal(failure: Failure): ORPCError<'REFUSED', Failure> {
  return new ORPCError('REFUSED', { message: inEnglish(failure.message), data: failure })
}

function refusedByDisk(error: unknown): Failure | null {
  if (!isDiskTrouble(error)) return null
  return failed(
    'workspace',
    'disk_does_not_write',
    message('store.disk_refuses_call', { why: messageOf(error) }),
  ).failure
}

/** Like `leaving`, for a call that answers piece by piece. It ends at once when the caller leaves. */
export function leavingEach(
  pieces: AsyncIterator<unknown>,
  context: Pick<CallContext, 'integrity'>,
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

/** Type of every procedure's typed error constructor. */
export type Refuse = { REFUSED(options: { message: string; data: Failure }): Error }

export function unwrap<T>(result: Result<T>, errors: Refuse): T {
  if (result.ok) return result.value
  throw errors.REFUSED({ message: inEnglish(result.failure.message), data: result.failure })
}

export function batchOf({ store, removal }: CallContext, id: number, errors: Refuse): StoredBatch {
  const batch = removal.isRemoving(id) ? null : store.batches.get(id)
  const missing = failed('input', 'no_such_batch', message('system.no_such_batch', { batch: id }))
  return unwrap(batch === null ? missing : success(batch), errors)
}

export function accountOf({ store }: CallContext, id: number, errors: Refuse): AccountDetails {
  const account = store.accounts.find(id)
  return (
    account ??
    unwrap(failed('input', 'no_such_account', message('system.no_such_account', { account: id })), errors)
  )
}

export function connectionOf({ store }: CallContext, id: number, errors: Refuse): StoredConnection {
  const connection = store.connections.get(id)
  const missing = failed(
    'input',
    'no_such_connection',
    message('system.no_such_connection', { connection: id }),
  )
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
    return unwrap(
      failed('input', 'batch_not_loaded', message('system.batch_not_loaded_yet', { batch: id })),
      errors,
    )
  }
  if (connectionId === null) {
    return unwrap(
      failed('input', 'batch_without_connection', message('system.batch_without_connection', { batch: id })),
      errors,
    )
  }
  return { ...batch, connectionId }
}
