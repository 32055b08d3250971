// Measures a configured rate at the practice service: the most requests of any kind in any ten seconds, compared
// with the rate's limit. Validations, creates and status reads share the rate.
import { join } from 'node:path'
import { readLedgerFile } from '../../electron/sandbox/storage/ledger.ts'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { engineIn } from '../engine/api/bare-engine.ts'
import { generateAccounts } from '../files/generate.ts'
import { load, startService, until } from './sending-harness.ts'

const span = 10_000

/** Milliseconds since 1970 of all requests but sign-ins. */
function receivedAt(ledger: string): number[] {
  return readLedgerFile(ledger)
    .entries.filter(({ route }) => route !== 'token')
    .map(({ time }) => Date.parse(time))
    .toSorted((a, b) => a - b)
}

/** The most requests within any window of `length` milliseconds. */
function mostWithin(times: readonly number[], length: number): number {
  let most = 0
  let first = 0
  for (const [at, time] of times.entries()) {
    while ((times[first] ?? 0) <= time - length) first += 1
    most = Math.max(most, at - first + 1)
  }
  return most
}

export async function measureRate(
  folder: string,
  options: { readonly rate: number; readonly accounts: number },
): Promise<string> {
  const { rate, accounts } = options
  const ledger = join(folder, 'rate-ledger.jsonl')
  const service = await startService(['ACME'], ledger)
  const engine = await engineIn(join(folder, 'rate'))
  const sample = await generateAccounts({
    seed: 4,
    count: accounts,
    shape: 'wide',
    damage: 0,
    format: 'csv',
    folder,
  })
  try {
    const { client } = engine
    const settings = connectionSettings.parse({
      baseUrl: service.baseUrl,
      tokenUrl: service.tokenUrl,
      limits: { concurrency: 16, rate, pollFirstMs: 500, readsPerMinute: null, pollLongestMs: 2000 },
    })
    const { id } = await client.connections.save({ name: 'with a rate', settings })
    await client.connections.setKey({ id, key: service.apiKey })
    const batch = await load(client, sample, id, 'ACME')
    await until(client, batch, (view) => view.stage === 'open')
    await client.batches.validate({ batch })
    await until(client, batch, (view) => !view.validating)
    await client.batches.release({ batch, limit: null })
    await until(client, batch, ({ states }) => states.done === accounts)
  } finally {
    await engine.close()
    await service.stop()
  }
  const times = receivedAt(ledger)
  const took = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000
  const most = mostWithin(times, span)
  const allowed = (rate * span) / 1000
  return `a set rate of ${rate} a second: at most ${most} requests in any 10 s (${((100 * most) / allowed).toFixed(1)} % of it), ${(times.length / took).toFixed(1)} a second over ${took.toFixed(0)} s`
}
