// Helper processes of the benchmark with a hundred thousand accounts: `engine FOLDER` answers contract calls and
// measures the delay of its event loop; `service` is the sandbox with its request counts.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { z } from 'zod'
import { createSandbox } from '../../electron/sandbox/sandbox.ts'
import type { BatchView } from '../../shared/contract/contract.ts'
import { engineIn } from '../engine/api/bare-engine.ts'
import { until } from './sending-harness.ts'

const order = z.object({ id: z.number(), what: z.string(), input: z.unknown().optional() })
export type Order = z.infer<typeof order>
export type Delay = {
  readonly p99: number
  readonly worst: number
  readonly views: number
  readonly viewMs: number
  /** Milliseconds of CPU time, of all threads. */
  readonly cpuMs: number
}
/** Requests received by the service, by route, and its status reads in each second since its start. */
export type Counted = { readonly routes: Readonly<Record<string, number>>; readonly reads: readonly number[] }

type Answer = (what: string, input: unknown) => Promise<unknown>

function serve(answer: Answer): void {
  process.on('message', (message) => {
    const { id, what, input } = order.parse(message)
    answer(what, input).then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, failed: String(error) }),
    )
  })
  process.send?.('ready')
}

async function serveEngine(folder: string): Promise<void> {
  const { client, known, close } = await engineIn(folder)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  let cpu = process.cpuUsage()
  let looking: { readonly views: number[]; readonly stop: () => void } | null = null

  /** Simulates a window: fetches its batch at every event, and a page of its list each second. */
  async function look(batch: number): Promise<void> {
    const listening = new AbortController()
    const views: number[] = []
    looking = { views, stop: () => listening.abort() }
    const events = await client.events(undefined, { signal: listening.signal })
    let listed = 0
    for await (const event of events) {
      if (event.kind !== 'batch') continue
      const began = performance.now()
      await client.batches.get({ batch })
      views.push(performance.now() - began)
      if (began - listed < 1000) continue
      listed = began
      await client.accounts.list({
        batch,
        states: ['queued', 'sending', 'unconfirmed', 'processing'],
        offset: 0,
        limit: 100,
      })
    }
  }

  const untilIt = async (input: unknown, holds: (view: BatchView) => boolean): Promise<void> =>
    void (await until(client, batchOf(input), holds))
  const batchOf = (input: unknown): number => z.object({ batch: z.number() }).parse(input).batch
  const own: Readonly<Record<string, (input: unknown) => Promise<unknown>>> = {
    async watchDelay(input) {
      const batch = batchOf(input)
      void look(batch)
      cpu = process.cpuUsage()
      delay.reset()
      delay.enable()
    },
    async delay(): Promise<Delay> {
      delay.disable()
      looking?.stop()
      const views = looking?.views ?? []
      const viewMs = views.reduce((sum, ms) => sum + ms, 0) / Math.max(1, views.length)
      const { user, system } = process.cpuUsage(cpu)
      const cpuMs = (user + system) / 1000
      return { cpuMs, p99: delay.percentile(99) / 1e6, worst: delay.max / 1e6, views: views.length, viewMs }
    },
    untilOpen: (input) => untilIt(input, ({ stage, work }) => stage === 'open' && work === null),
    untilQueued: (input) => untilIt(input, ({ states }) => states.validated === 0),
    untilSent: (input) =>
      untilIt(input, ({ states }) => states.queued + states.sending + states.unconfirmed === 0),
    known: () => known,
    close,
  }

  serve((what, input) => {
    const ownCall = own[what]
    if (ownCall !== undefined) return ownCall(input)
    // A contract call by its path, as a host resolves it.
    let found: unknown = client
    for (const part of what.split('.')) found = (found as Readonly<Record<string, unknown>>)[part]
    return (found as (given: unknown) => Promise<unknown>)(input ?? undefined)
  })
}

async function serveService(): Promise<void> {
  // Processes that stay unfinished for days: every sent account keeps being polled.
  const sandbox = await createSandbox({ speed: 1e-6, ledgerKeep: 200_000 })
  const started = Date.now()
  serve(async (what) => {
    if (what === 'address')
      return { baseUrl: sandbox.baseUrl, tokenUrl: sandbox.tokenUrl, key: sandbox.apiKey }
    if (what === 'close') return sandbox.close()
    const routes: Record<string, number> = {}
    const reads: number[] = []
    for (const { route, time } of sandbox.ledger.entries()) {
      routes[route] = (routes[route] ?? 0) + 1
      if (route !== 'status') continue
      const second = Math.floor((new Date(time).getTime() - started) / 1000)
      reads[second] = (reads[second] ?? 0) + 1
    }
    return { routes, reads: Array.from(reads, (count) => count ?? 0) } satisfies Counted
  })
}

const [what, folder = ''] = process.argv.slice(2)
process.on('disconnect', () => process.exit())
await (what === 'engine' ? serveEngine(folder) : serveService())
