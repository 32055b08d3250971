// Connection manager: runs one scheduler per connection. It starts a scheduler when the connection's key is present
// and stops all of them with the engine. At start it also recovers what the last run left in flight.
import { quietTime, serviceAt } from '../../../shared/sending/connection.ts'
import type { Clock } from '../system/clock.ts'
import { messageOf } from '../system/failure.ts'
import type { KeyStore } from '../system/key-store.ts'
import type { ConnectionTest } from '../../../shared/contract/workspace.ts'
import { testAnswer } from './service-client/connection-test.ts'
import { createSecrets } from './service-client/secrets.ts'
import { createServiceClient, emptyPayload, type ServiceClient } from './service-client/service-client.ts'
import type { Transport } from './service-client/transport.ts'
import type { StoredConnection } from '../store/sending/connections.ts'
import { isDiskTrouble } from '../store/database/disk-trouble.ts'
import type { Store } from '../store/store.ts'
import { type Scheduler, createScheduler } from './scheduler.ts'
import { createSharedLimiters } from './limits/shared-limiter.ts'
import type { ReadTrouble } from './read-trouble.ts'
import { message, type Said } from '../../../shared/texts/message.ts'

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
  readonly changed: (batch: number) => void
  readonly notice: (level: 'info' | 'warning' | 'error', sentence: Said) => void
}

export type ConnectionManager = ReturnType<typeof createConnectionManager>

export function createConnectionManager(options: ConnectionManagerOptions) {
  const { store, transport, keyStore, clock } = options
  const running = new Map<
    number,
    { readonly scheduler: Scheduler; readonly client: ServiceClient; readonly service: string }
  >()
  const stopping = new Map<number, Promise<void>>()
  /**
   * Until when each service asked us to wait, by the monotonic clock. Kept here so that changed settings or a new key
   * do not cut the wait short.
   */
  const askedUntil = new Map<string, number>()
  const readTroubles = new Map<number, ReadTrouble>()
  const used = createSecrets()
  const limiters = createSharedLimiters({ clock, random: options.random })
  let closed = false

  function clientFor(connection: StoredConnection): ServiceClient {
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

  /** Starts the connection's scheduler, or wakes it. Does nothing without a key. */
  async function ensure(id: number): Promise<void> {
    const already = running.get(id)
    if (already !== undefined) {
      already.scheduler.wake()
      return
    }
    const connection = store.connections.get(id)
    if (connection === null || !(await keyStore.has(id))) return
    // Two schedulers on one connection would do the same work twice: the old one must end first.
    for (let old = stopping.get(id); old !== undefined; old = stopping.get(id)) await old
    if (closed || running.has(id)) return
    const client = clientFor(connection)
    const service = serviceAt(connection.settings.baseUrl)
    const { limits } = connection.settings
    const restMs = Math.max(0, (askedUntil.get(service) ?? 0) - clock.monotonic())
    const scheduler = createScheduler({
      connectionId: id,
      limits,
      attrPrefix: connection.settings.attrPrefix,
      answers: connection.settings.answers,
      client,
      store,
      clock,
      random: options.random,
      resting: options.resting,
      joinLimiter: (wake) => limiters.join(service, limits, restMs, wake),
      readsOnly: options.readsOnly,
      unsound: options.unsound,
      changed: options.changed,
      diskTrouble: (error) =>
        options.notice('error', message('sending.disk_does_not_write', { why: messageOf(error) })),
      readTrouble: (trouble) => tellReadTrouble(connection, trouble),
      broke: (error) => {
        if (options.isDamage?.(error) === true) return void stopOne(id)
        // A stored pause, so that nobody waits for a scheduler that has stopped; resuming starts a new one.
        const sentence = message('sending.stopped_by_fault', { why: messageOf(error) })
        options.notice('error', sentence)
        void stopOne(id)
        if (closed) return
        pauseFor(id, sentence)
        for (const batch of store.batches.all()) if (batch.connectionId === id) options.changed(batch.id)
      },
    })
    running.set(id, { scheduler, client, service })
  }

  function pauseFor(connectionId: number, sentence: Said): void {
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
  function tellReadTrouble({ id, name }: StoredConnection, trouble: ReadTrouble | null): void {
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
      options.changed(batch.id)
    }
    if (trouble !== null)
      options.notice('warning', message('sending.statuses_unreadable', { name, why: trouble.message }))
  }

  async function stopOne(id: number): Promise<void> {
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

  return {
    ensure,
    /** Waits for the requests under way on a connection and starts no new ones. */
    end: stopOne,
    /** After a change of settings or key: lets the requests under way end, then starts again. */
    async restart(id: number): Promise<void> {
      await stopOne(id)
      await ensure(id)
    },
    inFlight(id: number): number {
      return running.get(id)?.scheduler.inFlight ?? 0
    },
    /** Why no status can be read; null if reading works, as far as is known. */
    readTrouble(id: number): ReadTrouble | null {
      return readTroubles.get(id) ?? null
    },
    breakerOpen(id: number): boolean {
      return running.get(id)?.scheduler.breakerOpen ?? false
    },
    /** Current speed and limits of this connection; null if no scheduler runs. */
    pace(id: number): Scheduler['pace'] | null {
      return running.get(id)?.scheduler.pace ?? null
    },
    /** Puts unsent intents back into the queue, so that nothing paused or cancelled is sent. */
    putBack(id: number): void {
      running.get(id)?.scheduler.putBack()
    },
    wakeAll(): void {
      for (const { scheduler } of running.values()) scheduler.wake()
    },
    afterSleep(uncountedMs: number): void {
      for (const { scheduler } of running.values()) scheduler.afterSleep(uncountedMs)
    },
    /**
     * The network is reported as back: retries at once what waits because of failures, one request at a time while
     * the breaker is open.
     */
    tryNow(): void {
      for (const [id, { scheduler }] of running) {
        store.machine.retryNow(id, clock.now())
        scheduler.tryNow()
      }
    },
    /** Forgets failed sign-ins, because a person asked to try again. */
    forgive(id: number): void {
      running.get(id)?.client.tokens.reset()
    },

    /** Requests a token and posts an empty object to validate, which creates nothing. */
    async test(connection: StoredConnection): Promise<ConnectionTest> {
      const client = running.get(connection.id)?.client ?? clientFor(connection)
      client.tokens.reset()
      return testAnswer(await client.validate(emptyPayload), connection.settings.baseUrl)
    },

    /**
     * At start: accounts that were in flight become unconfirmed. After an unclean end, sending is paused on every
     * connection that has something to send or to confirm; statuses are still read.
     */
    recover(endedCleanly: boolean): { readonly foundInFlight: number; readonly quarantined: number } {
      const now = clock.now()
      const found = store.sending.recover(now)
      for (const connection of endedCleanly ? [] : store.connections.all()) {
        if (connection.settings.limits.resumeAfterCrash) continue
        const unconfirmed = store.sending.countInState(connection.id, 'unconfirmed')
        const queued = store.sending.countInState(connection.id, 'queued')
        // An unfinished release queues the rest of its wave by itself, and a release plan queues the next wave.
        const goesOn =
          store.waves.mayFollow(connection.id) ||
          store.jobs.ofKind('release').some((release) => release.connection === connection.id)
        if (unconfirmed + queued === 0 && !goesOn) continue
        const seconds = Math.round(quietTime(connection.settings.limits) / 1000)
        store.connections.pause({
          connectionId: connection.id,
          supplier: '',
          reason: 'after_crash',
          code: null,
          message: message('sending.after_crash', {
            unconfirmed,
            queued,
            follows: goesOn ? 'yes' : 'no',
            seconds,
          }),
          since: now,
        })
      }
      return { foundInFlight: found.unconfirmed, quarantined: found.quarantined }
    },

    async stop(): Promise<void> {
      closed = true
      await Promise.all([...running.keys(), ...stopping.keys()].map(stopOne))
    },
  }
}
