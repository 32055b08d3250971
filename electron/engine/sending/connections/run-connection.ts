// Starts and stops the scheduler of one connection, and reports what it cannot do: write to the disk, read statuses, or
// go on at all.
import { serviceAt } from '../../../../shared/sending/connection.ts'
import type { Clock } from '../../system/clock.ts'
import { messageOf } from '../../system/failure.ts'
import type { KeyStore } from '../../system/key-store.ts'
import type { Claims } from '../create/claims.ts'
import type { SharedLimiters } from '../limits/shared-limiter.ts'
import type { Secrets } from '../service-client/secrets.ts'
import { createServiceClient, type ServiceClient } from '../service-client/service-client.ts'
import type { Transport } from '../service-client/transport.ts'
import type { StoredConnection } from '../../store/sending/connections.ts'
import { isDiskTrouble } from '../../store/database/disk-trouble.ts'
import type { Store } from '../../store/store.ts'
import { type Scheduler, createScheduler } from '../scheduler.ts'
import type { ReadTrouble } from '../status/read-trouble.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'

export type ConnectionManagerOptions = {
  readonly store: Store
  readonly transport: Transport
  readonly keyStore: KeyStore
  readonly clock: Clock
  readonly random: () => number
  /** Nothing new may start for now: the machine is about to sleep. */
  readonly resting?: (() => boolean) | undefined
  /** Read-only mode: statuses are read; nothing is validated or sent. */
  readonly readsOnly?: boolean | undefined
  /** True until the data folder is known to be intact; until then statuses are read and nothing else is done. */
  readonly unsound?: (() => boolean) | undefined
  /** Returns true for an error caused by a damaged data folder: that is reported elsewhere, and sending stops. */
  readonly isDamage?: ((error: unknown) => boolean) | undefined
  /** Of the team that the workspace belongs to. */
  readonly claims?: Claims | undefined
  /** When the quiet hours for all of a service end (infinity: never); null: it is not quiet now. */
  readonly quietForAll?: ((service: string) => number | null) | undefined
  readonly changed: (batch: number) => void
  readonly notice: (level: 'info' | 'warning' | 'error', sentence: Said) => void
}

type Running = {
  readonly scheduler: Scheduler
  readonly client: ServiceClient
  readonly service: string
}

/** What the functions of the connection manager share. */
export type ManagerParts = ConnectionManagerOptions & {
  readonly running: Map<number, Running>
  readonly stopping: Map<number, Promise<void>>
  /**
   * Until when each service asked us to wait, by the monotonic clock. Kept here so that changed settings or a new key
   * do not cut the wait short.
   */
  readonly askedUntil: Map<string, number>
  readonly readTroubles: Map<number, ReadTrouble>
  readonly used: Secrets
  readonly limiters: SharedLimiters
  /** Aborted when the program ends. */
  readonly closing: AbortController
}

/** Starts the connection's scheduler, or wakes it. Does nothing without a key. */
export async function ensureRunning(parts: ManagerParts, id: number): Promise<void> {
  const { store, running, stopping } = parts
  const already = running.get(id)
  if (already !== undefined) {
    already.scheduler.wake()
    return
  }
  const connection = store.connections.get(id)
  if (connection === null || !(await parts.keyStore.has(id))) return
  // Two schedulers on one connection would do the same work twice: the old one must end first.
  for (let old = stopping.get(id); old !== undefined; old = stopping.get(id)) await old
  if (parts.closing.signal.aborted || running.has(id)) return
  running.set(id, startScheduler(parts, connection))
}

function startScheduler(parts: ManagerParts, connection: StoredConnection): Running {
  const { store, clock, limiters, askedUntil } = parts
  const { limits, attrPrefix, answers, baseUrl } = connection.settings
  const client = clientFor(parts, connection)
  const service = serviceAt(baseUrl)
  const restMs = Math.max(0, (askedUntil.get(service) ?? 0) - clock.monotonic())
  const scheduler = createScheduler({
    connectionId: connection.id,
    limits,
    attrPrefix,
    answers,
    client,
    store,
    clock,
    random: parts.random,
    resting: parts.resting,
    joinLimiter: (wake) => limiters.join(service, limits, restMs, wake),
    claims: parts.claims,
    // The practice service is each desktop's own.
    quietForAll:
      connection.environment === 'practice' ? undefined : () => parts.quietForAll?.(service) ?? null,
    readsOnly: parts.readsOnly,
    unsound: parts.unsound,
    closing: parts.closing.signal,
    changed: parts.changed,
    diskTrouble: (error) =>
      parts.notice('error', message('sending.disk_does_not_write', { why: messageOf(error) })),
    readTrouble: (trouble) => reportReadTrouble(parts, connection, trouble),
    broke: (error) => stopBroken(parts, connection.id, error),
  })
  return { scheduler, client, service }
}

/** Stops sending after a fault, and stores a pause so that nobody waits for it; resuming starts it again. */
function stopBroken(parts: ManagerParts, id: number, error: unknown): void {
  if (parts.isDamage?.(error) === true) return void stopConnection(parts, id)
  const sentence = message('sending.stopped_by_fault', { why: messageOf(error) })
  parts.notice('error', sentence)
  void stopConnection(parts, id)
  if (parts.closing.signal.aborted) return
  pauseFor(parts, id, sentence)
  for (const batch of parts.store.batches.all()) if (batch.connectionId === id) parts.changed(batch.id)
}

function pauseFor({ store, clock }: ManagerParts, connectionId: number, sentence: Said): void {
  const since = clock.now()
  const entry = { supplier: '', reason: 'fault', code: null, message: sentence } as const
  try {
    store.connections.pause({ ...entry, connectionId, since })
  } catch (error) {
    // Sending has stopped anyway, and that was reported already.
    if (!isDiskTrouble(error)) throw error
  }
}

/** It is about the address and not about accounts: reported once per connection, and again when it is over. */
function reportReadTrouble(
  parts: ManagerParts,
  { id, name }: StoredConnection,
  trouble: ReadTrouble | null,
): void {
  const { store, clock, readTroubles } = parts
  if (trouble === null) readTroubles.delete(id)
  else readTroubles.set(id, trouble)
  const kind = trouble === null ? 'statuses_readable' : 'statuses_unreadable'
  for (const batch of store.batches.all()) {
    if (batch.connectionId !== id) continue
    store.accounts.addEvent(
      clock.now(),
      batch.id,
      null,
      kind,
      trouble === null ? {} : { http: trouble.httpStatus },
    )
    parts.changed(batch.id)
  }
  if (trouble !== null)
    parts.notice('warning', message('sending.statuses_unreadable', { name, why: trouble.message }))
}

export async function stopConnection(parts: ManagerParts, id: number): Promise<void> {
  const { running, stopping, readTroubles, askedUntil, clock } = parts
  const one = running.get(id)
  if (one === undefined) return stopping.get(id)
  running.delete(id)
  readTroubles.delete(id)
  const ended = one.scheduler.stop().finally(() => {
    const until = clock.monotonic() + (one.scheduler.pace.state.coolForMs ?? 0)
    askedUntil.set(one.service, Math.max(until, askedUntil.get(one.service) ?? 0))
    stopping.delete(id)
  })
  stopping.set(id, ended)
  return ended
}

export function clientFor(
  { transport, clock, keyStore, used }: ManagerParts,
  connection: StoredConnection,
): ServiceClient {
  return createServiceClient({
    settings: connection.settings,
    transport,
    clock,
    used,
    readKey: () => keyStore.get(connection.id),
    readSecrets: async () => ({
      proxy_password: await keyStore.secret(connection.id, 'proxy_password'),
      client_passphrase: await keyStore.secret(connection.id, 'client_passphrase'),
    }),
  })
}
