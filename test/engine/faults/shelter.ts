// A workspace on the disk with a sandbox beside it, for engines that are killed and come back. Accounts are written into
// it ready to be judged or sent, so that no test waits for a file to be read. `converge` opens the workspace one last
// time, does what a person would (gives the key, resumes), waits until nothing is on its way, and asks the oracle.
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { createEngine, type EngineOptions } from '../../../electron/engine/engine.ts'
import { createMemoryKeySafe } from '../../../electron/engine/key-safe.ts'
import { createProcessReader } from '../../../electron/engine/reading/process-reader.ts'
import { createTransport } from '../../../electron/engine/service-client/transport.ts'
import { openWorkspace } from '../../../electron/engine/store/open.ts'
import { createStore } from '../../../electron/engine/store/store.ts'
import type { SandboxOptions } from '../../../electron/sandbox/options.ts'
import { createSandbox } from '../../../electron/sandbox/sandbox.ts'
import { connectionSettings, defaultTokenUrl, type Limits } from '../../../shared/connection.ts'
import type { BatchView } from '../../../shared/contract.ts'
import { type SendingPlan, sendingPlan } from '../../../shared/sending-plan.ts'
import { atEnd, freshFolder, inDatabase, quickLimits } from '../engine/harness.ts'
import { type Client, isOver, untilView } from '../engine/waiting.ts'
import { oneClock } from '../queue/practice-account.ts'
import { addAccounts, addBatch, numbered } from '../store/practice-store.ts'
import { expectConverged } from './oracle.ts'
import type { Act, OrderInput, Point } from './order.ts'
import { releaseWhenFree } from './release.ts'
import { openWire, type Wire } from './wire.ts'

/** For processes that start on a busy machine: a sign-in that ran out of time is tried again after a minute only. */
export const patientSignIn = { connectTimeoutMs: 10_000, statusTimeoutMs: 10_000 }

export type ShelterOptions = {
  readonly accounts: number
  /** cleared: judged already. */
  readonly state: 'ready' | 'cleared'
  readonly limits?: Partial<Limits>
  readonly sandbox?: SandboxOptions
  readonly supplierOf?: (at: number) => string
  /** One wave of all and no brakes, when left out. */
  readonly plan?: SendingPlan
  /** Put a wire between the engine and the sandbox. */
  readonly wired?: boolean
  /** false: nothing was read yet that tells how the service's clocks differ, as on a new connection. */
  readonly clocksMeasured?: boolean
}
export type Shelter = Awaited<ReturnType<typeof openShelter>>

const heldIn = (data: string): number[] =>
  inDatabase(data, (database) =>
    database.prepare('SELECT id FROM account WHERE held_reason IS NOT NULL').pluck().all(),
  ) as number[]

/** One wave of all, no brakes: what is to be looked at is the sending itself. */
export const plain = sendingPlan.parse({ sizes: [], brakes: { errorRate: null, sameCode: null } })

export async function openShelter(options: ShelterOptions) {
  const data = join(freshFolder(), 'data')
  const sandbox = await createSandbox({ speed: 20, ledgerKeep: 1_000_000, ...options.sandbox })
  atEnd(sandbox.close)
  const wire: Wire | null = options.wired === true ? await openWire(sandbox.baseUrl) : null
  if (wire !== null) atEnd(wire.close)
  const baseUrl = wire?.url ?? sandbox.baseUrl
  const settings = connectionSettings.parse({
    baseUrl,
    tokenUrl: defaultTokenUrl(baseUrl),
    limits: { ...quickLimits, ...options.limits },
  })

  const workspace = await openWorkspace({ folder: data, now: Date.now })
  if (!workspace.ok) throw new Error(workspace.failure.message)
  const store = createStore(workspace.value)
  const connection = store.connections.save('sandbox', settings, Date.now())
  if (options.clocksMeasured !== false) store.connections.keepProcessClock(connection, oneClock)
  const batch = addBatch(store, connection)
  store.waves.setPlan(batch, options.plan ?? plain)
  const { supplierOf } = options
  addAccounts(
    store,
    batch,
    connection,
    numbered(options.accounts),
    supplierOf === undefined ? {} : { supplierOf },
  )
  if (options.state === 'cleared') {
    workspace.value.database
      .prepare("UPDATE account SET state = 'cleared', judged_payload_id = payload_id, judged_at = ?")
      .run(Date.now())
  }
  await store.lookups.close()
  workspace.value.close()

  async function open(
    more: Partial<EngineOptions> = {},
  ): Promise<{ client: Client; close: () => Promise<void> }> {
    const transport = createTransport()
    const engine = await createEngine({
      folder: data,
      reader: createProcessReader(),
      transport: transport.send,
      keySafe: createMemoryKeySafe(),
      version: '0.0.0-test',
      random: () => 0.02,
      ...more,
    })
    if (!engine.ok) throw new Error(engine.failure.message)
    const { router } = engine.value
    let closing: Promise<void> | null = null
    const close = (): Promise<void> => (closing ??= engine.value.close().then(transport.close))
    atEnd(close)
    return { client: createRouterClient(router), close }
  }

  return {
    data,
    sandbox,
    wire,
    connection,
    batch,
    settings,
    open,
    /** The wire, where it was asked for. */
    get line(): Wire {
      if (wire === null) throw new Error('This shelter has no wire')
      return wire
    },
    orderOf(list: readonly Act[], point: Point | null = null, times = 1): OrderInput {
      return { data, key: sandbox.apiKey, connection, batch, point, acts: { list: [...list], times } }
    },
    /** A person comes back: everything that can be sent is, and all is as the service has it. */
    async converge(
      release: 'all' | 'as it is' = 'all',
      more: { readonly keepRule?: boolean; readonly attemptsLost?: boolean } = {},
    ): Promise<BatchView> {
      if (more.keepRule !== true) wire?.meet(null)
      wire?.onConnect(null)
      const { client, close } = await open()
      await client.connections.setKey({ id: connection, key: sandbox.apiKey })
      await client.connections.resume({ id: connection })
      // Whoever was in flight in three crashes is held until a person has looked.
      const held = heldIn(data)
      if (held.length > 0) await client.accounts.unhold({ accounts: held })
      const { states } = await client.batches.get({ batch })
      if (release === 'all' && states.ready > 0) {
        await client.batches.validate({ batch })
        await untilView(client, batch, (view) => !view.validating)
      }
      if (release === 'all') await releaseWhenFree(client, batch, null)
      const view = await untilView(client, batch, isOver)
      const { unexplained } = await client.batches.reconcile({ batch })
      await close()
      expectConverged({ data, sandbox, unexplained: [unexplained], attemptsLost: more.attemptsLost === true })
      return view
    },
  }
}
