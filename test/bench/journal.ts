// Measures the cost of the attempt journal: creates per second of two engines that differ only in the journal. They
// alternate wave by wave against one practice service in its own process.
import { join } from 'node:path'
import { noJournal } from '../../electron/engine/store/sending/attempts/attempt-journal.ts'
import { openWorkspace } from '../../electron/engine/store/database/open.ts'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { sendingPlan } from '../../shared/sending/wave-plan.ts'
import { engineIn } from '../engine/api/bare-engine.ts'
import type { Client } from '../engine/api/waiting.ts'
import { generateAccounts } from '../files/generate.ts'
import { type Line, seconds } from './measure.ts'
import { load, startService, until } from './sending-harness.ts'

type Open = typeof openWorkspace

const withoutJournal: Open = async (options) => {
  const opened = await openWorkspace(options)
  return opened.ok ? { ...opened, value: { ...opened.value, journal: noJournal } } : opened
}

/** Longer than a run takes, so that no status is read meanwhile. */
const readLater = 3_600_000

export async function measureJournal(
  folder: string,
  options: { readonly runs: number; readonly accounts: number; readonly concurrencies: readonly number[] },
): Promise<Line[]> {
  const { runs, accounts, concurrencies } = options
  const count = (runs + 1) * accounts
  const sample = await generateAccounts({ seed: 5, count, shape: 'wide', damage: 0, format: 'csv', folder })
  const sides = [
    { name: 'WITH', engine: await engineIn(join(folder, 'with')) },
    { name: 'WITHOUT', engine: await engineIn(join(folder, 'without'), { open: withoutJournal }) },
  ] as const
  const service = await startService(
    sides.flatMap(({ name }) => concurrencies.map((concurrency) => `${name} ${concurrency}`)),
  )

  async function ready(client: Client, name: string, concurrency: number): Promise<number> {
    const { baseUrl, tokenUrl, apiKey } = service
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

  const lines: Line[] = []
  for (const concurrency of concurrencies) {
    const batches = [
      await ready(sides[0].engine.client, sides[0].name, concurrency),
      await ready(sides[1].engine.client, sides[1].name, concurrency),
    ] as const
    const rates: readonly [number[], number[]] = [[], []]
    for (let run = 0; run <= runs; run += 1) {
      // Each engine is first equally often.
      for (const side of run % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const { client } = sides[side].engine
        const batch = batches[side]
        const took = await seconds(async () => {
          await client.batches.release({ batch, limit: accounts })
          await until(
            client,
            batch,
            ({ states }) => states.queued + states.sending + states.unconfirmed === 0,
          )
        })
        // The first wave warms up and is not counted.
        if (run > 0) rates[side].push(accounts / took)
      }
    }
    for (const side of [0, 1] as const) {
      const { states } = await sides[side].engine.client.batches.get({ batch: batches[side] })
      if (states.processing + states.done !== count)
        throw new Error(`Not all were created: ${JSON.stringify(states)}`)
    }
    const [ours, bare] = rates
    lines.push({
      what: `created, ${concurrency} at once (bare: without journal)`,
      unit: 'accounts/s',
      ours,
      bare,
    })
  }
  for (const { engine } of sides) await engine.close()
  await service.stop()
  return lines
}
