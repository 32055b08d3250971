// Fault harness: a workspace on disk with a sandbox, for engines that are killed and restarted. Accounts are inserted
// ready to be validated or sent, so that no test waits for a file to be read. `converge` opens the workspace one last
// time, does what a person would (gives the key, resumes), waits until no account is in progress, and asks the
// oracle.
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { createEngine, type EngineOptions } from '../../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { readWired } from '../../support/read-wired.ts'
import { createTransport } from '../../../electron/engine/sending/service-client/transport.ts'
import { openWorkspace } from '../../../electron/engine/store/database/open.ts'
import { createStore } from '../../../electron/engine/store/store.ts'
import type { SandboxOptions } from '../../../electron/sandbox/options.ts'
import { createSandbox } from '../../../electron/sandbox/sandbox.ts'
import { connectionSettings, defaultTokenUrl, type Limits } from '../../../shared/sending/connection.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { type SendingPlan, sendingPlan } from '../../../shared/sending/wave-plan.ts'
import { atEnd, freshFolder, inDatabase, quickLimits } from '../api/harness.ts'
import { type Client, isOver, untilView } from '../api/waiting.ts'
import { oneClock } from '../sending/practice-account.ts'
import { addAccounts, addBatch, numbered } from '../store/practice-store.ts'
import { expectConverged } from './oracle.ts'
import type { Act, OrderInput, Point } from './order.ts'
import { releaseWhenFree } from './release.ts'
import { openWire, type Wire } from './wire.ts'
import { validateAll } from '../store/place-account.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export type FaultHarnessOptions = {
  readonly accounts: number
  /** validated: validated already. */
  readonly state: 'unvalidated' | 'validated'
  readonly limits?: Partial<Limits>
  readonly sandbox?: SandboxOptions
  readonly supplierOf?: (at: number) => string
  /** One wave of all accounts and no brakes, if left out. */
  readonly plan?: SendingPlan
  /** Puts a wire between the engine and the sandbox. */
  readonly wired?: boolean
  /** false: the difference of the service's clocks is not measured yet, as on a new connection. */
  readonly clocksMeasured?: boolean
}
export type FaultHarness = Awaited<ReturnType<typeof openFaultHarness>>

const heldIn = (data: string): number[] =>
  inDatabase(data, (database) =>
    database.prepare('SELECT id FROM account WHERE held_reason IS NOT NULL').pluck().all(),
  ) as number[]

/** One wave of all and no brakes: only the sending itself is tested. */
export const plain = sendingPlan.parse({ sizes: [], brakes: { errorRate: null, sameCode: null } })

export async function openFaultHarness(options: FaultHarnessOptions) {
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
  if (!workspace.ok) throw new Error(sentenceOf(workspace.failure.message))
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
  if (options.state === 'validated') {
    validateAll(workspace.value.database, Date.now())
  }
  await store.lookups.close()
  workspace.value.close()

  async function open(
    more: Partial<EngineOptions> = {},
  ): Promise<{ client: Client; close: () => Promise<void> }> {
    const transport = createTransport()
    const engine = await createEngine({
      folder: data,
      reader: readWired,
      transport: transport.send,
      keyStore: createMemoryKeyStore(),
      version: '0.0.0-test',
      random: () => 0.02,
      ...more,
    })
    if (!engine.ok) throw new Error(sentenceOf(engine.failure.message))
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
    /** The wire, if requested. */
    get line(): Wire {
      if (wire === null) throw new Error('This fault harness has no wire')
      return wire
    },
    orderOf(list: readonly Act[], point: Point | null = null, times = 1): OrderInput {
      return { data, key: sandbox.apiKey, connection, batch, point, acts: { list: [...list], times } }
    },
    /** Acts as a returning person: everything that can be sent is sent, until all states equal the service's. */
    async converge(
      release: 'all' | 'as it is' = 'all',
      more: { readonly keepRule?: boolean; readonly attemptsLost?: boolean } = {},
    ): Promise<BatchView> {
      if (more.keepRule !== true) wire?.meet(null)
      wire?.onConnect(null)
      const { client, close } = await open()
      await client.connections.setKey({ id: connection, key: sandbox.apiKey })
      await client.connections.resume({ id: connection })
      // An account that was in flight in three crashes is held until a person has looked at it.
      const held = heldIn(data)
      if (held.length > 0) await client.accounts.unhold({ accounts: held })
      const { states } = await client.batches.get({ batch })
      if (release === 'all' && states.unvalidated > 0) {
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
