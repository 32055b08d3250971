// Compares the creates per second of two engines that differ in one thing. They alternate wave by wave against one practice
// service in its own process.
import { connectionSettings } from '../../shared/sending/connection.ts'
import { sendingPlan } from '../../shared/sending/wave-plan.ts'
import type { BareEngine } from '../engine/api/bare-engine.ts'
import type { Client } from '../engine/api/waiting.ts'
import { generateAccounts, type Sample } from '../files/generate.ts'
import { type Line, seconds } from './measure.ts'
import { load, type Service, startService, until } from './sending-harness.ts'

export type Side = { readonly name: string; readonly engine: BareEngine }
export type TwoEngines = {
  readonly folder: string
  /** The measured one, and the one that it is compared with. */
  readonly sides: readonly [Side, Side]
  /** Of the line's text: what the other one lacks. */
  readonly bare: string
  readonly runs: number
  readonly accounts: number
  readonly concurrencies: readonly number[]
  /** Called before and after the waves of a number at once; `created`: accounts of each engine. */
  readonly around?: {
    readonly before: () => Promise<void>
    readonly after: (concurrency: number, created: number) => Promise<void>
  }
}

/** Longer than a run takes, so that no status is read meanwhile. */
const readLater = 3_600_000

export async function compareEngines(two: TwoEngines): Promise<Line[]> {
  const { folder, sides, runs, accounts, concurrencies } = two
  const count = (runs + 1) * accounts
  const sample = await generateAccounts({ seed: 5, count, shape: 'wide', damage: 0, format: 'csv', folder })
  const service = await startService(
    sides.flatMap(({ name }) => concurrencies.map((concurrency) => `${name} ${concurrency}`)),
  )
  const lines: Line[] = []
  for (const concurrency of concurrencies) {
    const batches = [
      await ready(service, sample, sides[0], concurrency),
      await ready(service, sample, sides[1], concurrency),
    ] as const
    await two.around?.before()
    const [ours, bare] = await alternate(two, batches)
    await two.around?.after(concurrency, count)
    for (const side of [0, 1] as const) {
      const { states } = await sides[side].engine.client.batches.get({ batch: batches[side] })
      if (states.processing + states.done !== count)
        throw new Error(`Not all were created: ${JSON.stringify(states)}`)
    }
    lines.push({
      what: `created, ${concurrency} at once (bare: ${two.bare})`,
      unit: 'accounts/s',
      ours,
      bare,
    })
  }
  for (const { engine } of sides) await engine.close()
  await service.stop()
  return lines
}

/** A validated batch of one wave without brakes, over a connection with so many requests at once. */
async function ready(
  { baseUrl, tokenUrl, apiKey }: Service,
  sample: Sample,
  { name, engine: { client } }: Side,
  concurrency: number,
): Promise<number> {
  const limits = { concurrency, pollFirstMs: readLater, readsPerMinute: null, pollLongestMs: readLater }
  const settings = connectionSettings.parse({ baseUrl, tokenUrl, limits })
  const { id } = await client.connections.save({ name: `${concurrency} at once`, settings })
  await client.connections.setKey({ id, key: apiKey })
  const batch = await load(client, sample, id, `${name} ${concurrency}`)
  await until(client, batch, (view) => view.stage === 'open')
  await client.batches.setPlan({
    batch,
    plan: sendingPlan.parse({ sizes: [], brakes: { errorRate: null, sameCode: null } }),
  })
  await client.batches.validate({ batch })
  await until(client, batch, (view) => !view.validating)
  return batch
}

/** The rates of each engine, one a run. */
async function alternate(
  { sides, runs, accounts }: TwoEngines,
  batches: readonly [number, number],
): Promise<readonly [number[], number[]]> {
  const rates: readonly [number[], number[]] = [[], []]
  for (let run = 0; run <= runs; run += 1) {
    // Each engine is first equally often.
    for (const side of run % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const took = await secondsOfWave(sides[side].engine.client, batches[side], accounts)
      // The first wave warms up and is not counted.
      if (run > 0) rates[side].push(accounts / took)
    }
  }
  return rates
}

function secondsOfWave(client: Client, batch: number, accounts: number): Promise<number> {
  return seconds(async () => {
    await client.batches.release({ batch, limit: accounts })
    await until(client, batch, ({ states }) => states.queued + states.sending + states.unconfirmed === 0)
  })
}
