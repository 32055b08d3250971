// The sending office: one conductor a connection, started when its key is there, stopped with the engine, and what a
// start does with what the last end left behind.
import { quietTime, serviceAt } from '../../../shared/connection.ts'
import type { Clock } from '../clock.ts'
import { messageOf } from '../failure.ts'
import type { KeySafe } from '../key-safe.ts'
import type { ConnectionTest } from '../../../shared/contract/workspace.ts'
import { testAnswer } from '../service-client/connection-test.ts'
import { createSecrets } from '../service-client/secrets.ts'
import { createServiceClient, emptyPayload, type ServiceClient } from '../service-client/service-client.ts'
import type { Transport } from '../service-client/transport.ts'
import type { StoredConnection } from '../store/connections.ts'
import { isDiskTrouble } from '../store/disk-trouble.ts'
import type { Store } from '../store/store.ts'
import { type Conductor, createConductor } from './conductor.ts'
import { createSharedPaces } from './pace-shared.ts'
import type { ReadTrouble } from './read-trouble.ts'

export type OfficeOptions = {
  readonly store: Store
  readonly transport: Transport
  readonly keySafe: KeySafe
  readonly clock: Clock
  readonly random: () => number
  /** Nothing new may begin for now. */
  readonly resting?: (() => boolean) | undefined
  /** Statuses are read, and nothing else is done. */
  readonly readsOnly?: boolean | undefined
  /** The data folder is not known to be sound: until it is, no more than that is done. */
  readonly unsound?: (() => boolean) | undefined
  /** An error of a damaged data folder, which is told elsewhere and ends the work. */
  readonly isDamage?: ((error: unknown) => boolean) | undefined
  readonly changed: (batch: number) => void
  readonly notice: (level: 'info' | 'warning' | 'error', message: string) => void
}

export type SendingOffice = ReturnType<typeof createSendingOffice>

export function createSendingOffice(options: OfficeOptions) {
  const { store, transport, keySafe, clock } = options
  const running = new Map<
    number,
    { readonly conductor: Conductor; readonly client: ServiceClient; readonly service: string }
  >()
  const stopping = new Map<number, Promise<void>>()
  /** Until when a service has asked for a wait, by the monotonic clock: other settings or another key end no wait. */
  const askedUntil = new Map<string, number>()
  const readTroubles = new Map<number, ReadTrouble>()
  const used = createSecrets()
  const paces = createSharedPaces({ clock, random: options.random })
  let closed = false

  function clientFor(connection: StoredConnection): ServiceClient {
    return createServiceClient({
      settings: connection.settings,
      transport,
      clock,
      used,
      readKey: () => keySafe.get(connection.id),
      readSecrets: async () => ({
        proxy_password: await keySafe.secret(connection.id, 'proxy_password'),
        client_passphrase: await keySafe.secret(connection.id, 'client_passphrase'),
      }),
    })
  }

  /** Starts work on a connection, or wakes it. Without a key there is nothing to start. */
  async function ensure(id: number): Promise<void> {
    const already = running.get(id)
    if (already !== undefined) {
      already.conductor.wake()
      return
    }
    const connection = store.connections.get(id)
    if (connection === null || !(await keySafe.has(id))) return
    // Two conductors on one connection would do the same work twice: the old one ends first.
    for (let old = stopping.get(id); old !== undefined; old = stopping.get(id)) await old
    if (closed || running.has(id)) return
    const client = clientFor(connection)
    const service = serviceAt(connection.settings.baseUrl)
    const { limits } = connection.settings
    const restMs = Math.max(0, (askedUntil.get(service) ?? 0) - clock.monotonic())
    const conductor = createConductor({
      connectionId: id,
      limits,
      attrPrefix: connection.settings.attrPrefix,
      answers: connection.settings.answers,
      client,
      store,
      clock,
      random: options.random,
      resting: options.resting,
      joinPace: (wake) => paces.join(service, limits, restMs, wake),
      readsOnly: options.readsOnly,
      unsound: options.unsound,
      changed: options.changed,
      diskTrouble: (error) =>
        options.notice(
          'error',
          `The disk does not take writes (${messageOf(error)}). Nothing is sent until it does; make room and it goes on by itself.`,
        ),
      readTrouble: (trouble) => tellReadTrouble(connection, trouble),
      broke: (error) => {
        if (options.isDamage?.(error) === true) return void stopOne(id)
        // Durable, so that nobody waits for what has ended; resuming starts a new conductor.
        const message = `Sending stopped by a fault of Carryover: ${messageOf(error)}. Nothing is lost; resume, and report it.`
        options.notice('error', message)
        void stopOne(id)
        if (closed) return
        pauseFor(id, message)
        for (const batch of store.batches.all()) if (batch.connectionId === id) options.changed(batch.id)
      },
    })
    running.set(id, { conductor, client, service })
  }

  function pauseFor(connectionId: number, message: string): void {
    const since = clock.now()
    try {
      store.connections.pause({ connectionId, supplier: '', reason: 'fault', code: null, message, since })
    } catch (error) {
      // It has ended all the same, and that was told.
      if (!isDiskTrouble(error)) throw error
    }
  }

  /** About the address and not about accounts: told once for all of them, and again when it is over. */
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
      options.notice(
        'warning',
        `Statuses cannot be read on the connection “${name}”: ${trouble.message} Sending goes on; what became of the accounts shows when that is right.`,
      )
  }

  async function stopOne(id: number): Promise<void> {
    const one = running.get(id)
    if (one === undefined) return stopping.get(id)
    running.delete(id)
    readTroubles.delete(id)
    const ended = one.conductor.stop().finally(() => {
      const until = clock.monotonic() + (one.conductor.pace.state.coolForMs ?? 0)
      askedUntil.set(one.service, Math.max(until, askedUntil.get(one.service) ?? 0))
      stopping.delete(id)
    })
    stopping.set(id, ended)
    return ended
  }

  return {
    ensure,
    /** What is under way on a connection ends, and nothing is begun. */
    end: stopOne,
    /** Settings or key changed: what is under way ends, then it starts anew. */
    async restart(id: number): Promise<void> {
      await stopOne(id)
      await ensure(id)
    },
    inFlight(id: number): number {
      return running.get(id)?.conductor.inFlight ?? 0
    },
    /** Why no status can be read; null where one can, as far as is known. */
    readTrouble(id: number): ReadTrouble | null {
      return readTroubles.get(id) ?? null
    },
    breakerOpen(id: number): boolean {
      return running.get(id)?.conductor.breakerOpen ?? false
    },
    /** How fast it goes on this connection; null where nothing runs. */
    pace(id: number): Conductor['pace'] | null {
      return running.get(id)?.conductor.pace ?? null
    },
    /** Intents that were not sent yet go back into the queue: what was paused or is taken back is not sent any more. */
    putBack(id: number): void {
      running.get(id)?.conductor.putBack()
    },
    wakeAll(): void {
      for (const { conductor } of running.values()) conductor.wake()
    },
    afterSleep(uncountedMs: number): void {
      for (const { conductor } of running.values()) conductor.afterSleep(uncountedMs)
    },
    /** The network is said to be back: what waits because of failures is tried now, one by one while the breaker is open. */
    tryNow(): void {
      for (const [id, { conductor }] of running) {
        store.machine.retryNow(id, clock.now())
        conductor.tryNow()
      }
    },
    /** Forgets failed sign-ins: a person asked to try again. */
    forgive(id: number): void {
      running.get(id)?.client.tokens.reset()
    },

    /** Asks for a token and posts an empty object to validate, which creates nothing. */
    async test(connection: StoredConnection): Promise<ConnectionTest> {
      const client = running.get(connection.id)?.client ?? clientFor(connection)
      client.tokens.reset()
      return testAnswer(await client.validate(emptyPayload), connection.settings.baseUrl)
    },

    /**
     * At start: what was in flight is unconfirmed. After an unclean end sending is paused on every connection that has
     * something to send or to confirm; statuses are read all the same.
     */
    recover(endedCleanly: boolean): { readonly foundInFlight: number; readonly quarantined: number } {
      const now = clock.now()
      const found = store.sending.recover(now)
      for (const connection of endedCleanly ? [] : store.connections.all()) {
        if (connection.settings.limits.resumeAfterCrash) continue
        const unconfirmed = store.sending.countInState(connection.id, 'unconfirmed')
        const queued = store.sending.countInState(connection.id, 'queued')
        // A release that is not whole queues the rest of its wave by itself, and a plan the next wave.
        const goesOn =
          store.waves.mayFollow(connection.id) ||
          store.releasing.unfinished().some((release) => release.connection === connection.id)
        if (unconfirmed + queued === 0 && !goesOn) continue
        const seconds = Math.round(quietTime(connection.settings.limits) / 1000)
        store.connections.pause({
          connectionId: connection.id,
          supplier: '',
          reason: 'after_crash',
          code: null,
          message: afterCrashWords(unconfirmed, queued, goesOn, seconds),
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

/** What a start says after an end that was not in order, where something is left to send or to confirm. */
function afterCrashWords(unconfirmed: number, queued: number, goesOn: boolean, quietSeconds: number): string {
  const found =
    unconfirmed === 0
      ? 'No account is unconfirmed.'
      : unconfirmed === 1
        ? `1 account is unconfirmed: its status is being read, and if the service does not know it after ${quietSeconds} s it may be sent again.`
        : `${unconfirmed.toLocaleString('en-GB')} accounts are unconfirmed: their status is being read, and what the service does not know after ${quietSeconds} s may be sent again.`
  const waiting =
    queued === 0
      ? goesOn
        ? 'None waits to be sent, and more follow as planned.'
        : 'None waits to be sent.'
      : `${queued.toLocaleString('en-GB')} ${queued === 1 ? 'waits' : 'wait'} to be sent.`
  return `Carryover did not end in order. ${found} ${waiting} Resume, and sending goes on.`
}
