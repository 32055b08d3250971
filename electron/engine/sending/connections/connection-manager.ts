// Connection manager: runs one scheduler per connection. It starts a scheduler when the connection's key is present
// and stops all of them with the engine. At start it also recovers what the last run left in flight.
import type { ConnectionTest, SupplierCheck } from '../../../../shared/contract/workspace.ts'
import type { ConnectionSettings } from '../../../../shared/sending/connection.ts'
import { payloadOfSupplier, supplierAnswer, testAnswer } from '../service-client/connection-test.ts'
import { createSecrets } from '../service-client/secrets.ts'
import { createServiceClient, emptyPayload } from '../service-client/service-client.ts'
import type { StoredConnection } from '../../store/sending/connections.ts'
import type { Scheduler } from '../scheduler.ts'
import { createSharedLimiters, type ServiceShares } from '../limits/shared-limiter.ts'
import type { ReadTrouble } from '../status/read-trouble.ts'
import { recoverConnections } from './recover.ts'
import {
  clientFor,
  type ConnectionManagerOptions,
  ensureRunning,
  type ManagerParts,
  stopConnection,
} from './run-connection.ts'

export type ConnectionManager = ReturnType<typeof createConnectionManager>

export function createConnectionManager(options: ConnectionManagerOptions) {
  const parts: ManagerParts = {
    ...options,
    running: new Map(),
    stopping: new Map(),
    askedUntil: new Map(),
    readTroubles: new Map(),
    used: createSecrets(),
    limiters: createSharedLimiters({ clock: options.clock, random: options.random }),
    closing: new AbortController(),
  }
  const { running } = parts
  return {
    ...readingsOf(parts),
    ensure: (id: number) => ensureRunning(parts, id),
    /** Waits for the requests under way on a connection and starts no new ones. */
    end: (id: number) => stopConnection(parts, id),
    /** After a change of settings or key: lets the requests under way end, then starts again. */
    async restart(id: number): Promise<void> {
      await stopConnection(parts, id)
      await ensureRunning(parts, id)
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
     * the breaker is open. A person may ask so for one connection.
     */
    tryNow(only: number | null = null): void {
      for (const [id, { scheduler }] of running) {
        if (only !== null && only !== id) continue
        options.store.machine.retryNow(id, options.clock.now())
        scheduler.tryNow()
      }
    },
    /** Forgets failed sign-ins, because a person asked to try again. */
    forgive(id: number): void {
      running.get(id)?.client.tokens.reset()
    },

    ...testsOf(parts),
    recover: (endedCleanly: boolean) => recoverConnections(options, endedCleanly),

    async stop(): Promise<void> {
      parts.closing.abort()
      const ids = [...running.keys(), ...parts.stopping.keys()]
      await Promise.all(ids.map((id) => stopConnection(parts, id)))
    },
  }
}

/** What is known of a running connection now. */
function readingsOf({ running, readTroubles, limiters }: ManagerParts) {
  const shares: ServiceShares = limiters
  return {
    /** What is used of the limits of each service, and this desktop's share of them. */
    shares,
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
  }
}

/** They ask the service and create nothing. */
function testsOf(parts: ManagerParts) {
  return {
    test: (connection: StoredConnection) => testConnection(parts, connection),
    testUnsaved: (settings: ConnectionSettings, key: string) => testUnsaved(parts, settings, key),
    async checkSupplier(connection: StoredConnection, code: string): Promise<SupplierCheck> {
      const client = parts.running.get(connection.id)?.client ?? clientFor(parts, connection)
      return supplierAnswer(await client.validate(payloadOfSupplier(code)), connection.settings)
    },
    async checkUnsavedSupplier(
      settings: ConnectionSettings,
      key: string,
      code: string,
    ): Promise<SupplierCheck> {
      const client = unsavedClient(parts, settings, key)
      return supplierAnswer(await client.validate(payloadOfSupplier(code)), settings)
    },
  }
}

/** Requests a token and posts an empty object to validate, which creates nothing. */
async function testConnection(parts: ManagerParts, connection: StoredConnection): Promise<ConnectionTest> {
  const client = parts.running.get(connection.id)?.client ?? clientFor(parts, connection)
  client.tokens.reset()
  return testAnswer(await client.validate(emptyPayload), connection.settings.baseUrl)
}

async function testUnsaved(
  parts: ManagerParts,
  settings: ConnectionSettings,
  key: string,
): Promise<ConnectionTest> {
  const client = unsavedClient(parts, settings, key)
  return testAnswer(await client.validate(emptyPayload), settings.baseUrl)
}

/** A client for one test; secrets of the way to the service come with a saved connection. */
function unsavedClient({ transport, clock, used }: ManagerParts, settings: ConnectionSettings, key: string) {
  const readKey = (): Promise<string> => Promise.resolve(key)
  return createServiceClient({ settings, transport, clock, used, readKey })
}
