// Scheduler on a real store, with a scripted service and a clock that only the test moves. Requests are recorded in
// order; everything is stopped after each test.
import { afterEach } from 'vitest'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { createScheduler } from '../../../electron/engine/sending/scheduler.ts'
import { createConnectionManager } from '../../../electron/engine/sending/connections/connection-manager.ts'
import type { ConnectionManagerOptions } from '../../../electron/engine/sending/connections/run-connection.ts'
import {
  createSharedLimiters,
  type SharedLimiter,
} from '../../../electron/engine/sending/limits/shared-limiter.ts'
import type { ReadTrouble } from '../../../electron/engine/sending/status/read-trouble.ts'
import { createServiceClient } from '../../../electron/engine/sending/service-client/service-client.ts'
import type {
  Transport,
  TransportRequest,
  TransportResult,
} from '../../../electron/engine/sending/service-client/transport.ts'
import type { AttemptJournal } from '../../../electron/engine/store/sending/attempts/attempt-journal.ts'
import type { Limits } from '../../../shared/sending/connection.ts'
import { paths } from '../../../shared/sending/service.ts'
import { practiceSettings, practiceStore, start } from '../store/practice-store.ts'
import { createFakeClock, type FakeClock } from './fake-clock.ts'
import { oneClock } from './practice-account.ts'

export type Route = 'token' | 'validate' | 'create' | 'status'
export type Asked = {
  readonly route: Route
  readonly at: number
  readonly token: string
  /** The account of a create or a status request. */
  readonly key: string
}
export type Script = (asked: Asked, nth: number) => TransportResult | Promise<TransportResult>

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

export function reply(status: number, body: unknown, headers: Record<string, string> = {}): TransportResult {
  return {
    kind: 'reply',
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  }
}

export const lost: TransportResult = {
  kind: 'failed',
  maybeSent: true,
  code: 'timeout',
  message: 'no answer',
}
export const notFound = reply(404, { code: 'not_found', detail: 'No such process.' })

export function recordReply(status: string, createdAt: number): TransportResult {
  return reply(200, {
    status,
    platform_identifier: status === 'PROCESSED' ? 'P-1' : null,
    created_at: new Date(createdAt).toISOString(),
    modified_at: new Date(createdAt).toISOString(),
    latest_event: null,
    latest_error: null,
  })
}

export async function practiseScheduling(
  script: Script,
  options: {
    readonly accounts?: number
    readonly limits?: Partial<Limits>
    readonly changed?: (batch: number) => void
    readonly journalled?: AttemptJournal['flushed']
  } = {},
) {
  const given = { limits: { concurrency: 4, readsPerMinute: null, ...options.limits } }
  const practice = await practiceStore({
    accounts: options.accounts ?? 1,
    settings: given,
    journalled: options.journalled,
  })
  // As on a connection with earlier sendings: created_at and Date come from the same clock.
  practice.store.connections.keepProcessClock(practice.connection, oneClock)
  const clock = createFakeClock()
  // The service's clock is unaffected when somebody sets ours.
  const serviceNow = (): number => start + clock.monotonic()
  const dated = (result: TransportResult): TransportResult =>
    result.kind === 'failed'
      ? result
      : { ...result, headers: { date: new Date(serviceNow()).toUTCString(), ...result.headers } }
  const asked: Asked[] = []
  const broken: unknown[] = []
  const troubles: unknown[] = []
  const readTroubles: (ReadTrouble | null)[] = []
  let tokens = 0
  const transport: Transport = async (request) => {
    const one = askedOf(request, clock.now())
    asked.push(one)
    const nth = asked.filter(({ route }) => route === one.route).length
    if (one.route !== 'token') return dated(await script(one, nth))
    tokens += 1
    return dated(reply(200, { data: { obtainPlatformToken: { token: `T${tokens}`, payload: null } } }))
  }
  const settings = practiceSettings(given)
  const readKey = () => Promise.resolve('sk_practice')
  const parts = { settings, transport, clock, readKey }

  function begin() {
    const scheduler = createScheduler({
      connectionId: practice.connection,
      limits: settings.limits,
      attrPrefix: '',
      answers: settings.answers,
      client: createServiceClient(parts),
      store: practice.store,
      clock,
      random: () => 0.5,
      joinLimiter: limiterOfItsOwn(settings.limits, clock),
      changed: (batch) => options.changed?.(batch),
      diskTrouble: (error) => void troubles.push(error),
      readTrouble: (trouble) => void readTroubles.push(trouble),
      broke: (error) => void broken.push(error),
    })
    endings.push(() => scheduler.stop())
    return scheduler
  }

  /** Advances time in small steps, with all effects of the answers in between. */
  async function pass(ms: number, step = 500): Promise<void> {
    await finish()
    for (let left = ms; left > 0; left -= step) {
      clock.advance(Math.min(step, left))
      await finish()
    }
  }

  return {
    ...practice,
    clock,
    asked,
    broken,
    troubles,
    readTroubles,
    transport,
    settings,
    serviceNow,
    start: begin,
    pass,
    count: (route: Route, key?: string): number =>
      asked.filter((one) => one.route === route && (key === undefined || one.key === key)).length,
    states: () => practice.store.batches.counts(practice.batch).states,
  }
}

/** The rate limiter of a scheduler that shares its service with no other connection. */
export function limiterOfItsOwn(limits: Limits, clock: FakeClock): (wake: () => void) => SharedLimiter {
  const limiters = createSharedLimiters({ clock, random: () => 0.5 })
  return (wake) => limiters.join('', limits, 0, wake)
}

type Practice = Awaited<ReturnType<typeof practiseScheduling>>

/** Acts as the program: creates the scheduler, and restarts it. Its key is present, and nothing has started. */
export async function connectionManagerOf(
  { store, transport, clock, connection }: Pick<Practice, 'store' | 'transport' | 'clock' | 'connection'>,
  more: Partial<ConnectionManagerOptions> = {},
) {
  const keyStore = createMemoryKeyStore()
  await keyStore.set(connection, 'sk_practice')
  return createConnectionManager({
    store,
    transport,
    keyStore,
    clock,
    random: () => 0.5,
    changed: () => undefined,
    notice: () => undefined,
    ...more,
  })
}

/** The same, started. */
export async function openManager(harness: Practice, more: Partial<ConnectionManagerOptions> = {}) {
  const connectionManager = await connectionManagerOf(harness, more)
  await connectionManager.ensure(harness.connection)
  return connectionManager
}

/** Resolves when everything that needs no time has happened. */
export async function finish(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await new Promise<void>((resolve) => void setImmediate(resolve))
}

function askedOf(request: TransportRequest, at: number): Asked {
  const path = new URL(request.url).pathname
  const token = request.headers['authorization'] ?? ''
  const body = Buffer.from(request.body ?? []).toString()
  const key = /"external_account_number":"([^"]*)"/.exec(body)?.[1] ?? path.split('/').at(-2) ?? ''
  const route = path === paths.token ? 'token' : path === paths.validate ? 'validate' : 'create'
  return { route: request.method === 'GET' ? 'status' : route, at, token, key }
}
