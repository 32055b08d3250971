// Measures accounts per second built, validated and created by the engine against the sandbox in its own process,
// compared with bare loops of the same requests at the same concurrency. The bare loops also commit an intent and
// an outcome for each request, so the comparison is of the implementation, not of the safety.
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { Agent } from 'undici'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { paths, tokenReply } from '../../shared/sending/service.ts'
import { engineIn } from '../engine/api/bare-engine.ts'
import type { Client } from '../engine/api/waiting.ts'
import { generateAccounts } from '../files/generate.ts'
import { type Line, seconds } from './measure.ts'
import { load, type Service, startService, until } from './sending-harness.ts'

async function bodiesOf(client: Client, batch: number): Promise<string[]> {
  const bodies: string[] = []
  for (let after = -1; ; ) {
    const page = await client.batches.payloads({ batch, after, limit: 500 })
    for (const { payload } of page) bodies.push(JSON.stringify(payload))
    const last = page.at(-1)
    if (last === undefined) return bodies
    after = last.position
  }
}

async function signIn({ tokenUrl, apiKey }: Service): Promise<string> {
  const query =
    'mutation ($input: ObtainJSONWebTokenInput!) { obtainPlatformToken(input: $input) { token payload refreshToken refreshExpiresIn } }'
  const reply = await fetch(tokenUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: { input: { APIKey: apiKey } } }),
  })
  const token = tokenReply.parse(await reply.json()).data?.obtainPlatformToken?.token
  if (token === undefined) throw new Error('The sandbox gave no token')
  return token
}

type Around = { before(body: string): number; after(id: number, status: number): void }

/** The same requests, `concurrency` at a time over one pool; returns requests per second. */
async function bareLoop(
  service: Service,
  path: string,
  bodies: readonly string[],
  concurrency: number,
  around: Around,
): Promise<number> {
  const token = await signIn(service)
  const agent = new Agent({ connections: concurrency, pipelining: 1 })
  const queue = bodies.values()
  const worker = async (): Promise<void> => {
    for (const body of queue) {
      const id = around.before(body)
      const reply = await agent.request({
        origin: service.baseUrl,
        path,
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Token ${token}` },
        body,
      })
      await reply.body.text()
      if (reply.statusCode >= 300) throw new Error(`The bare loop was answered ${reply.statusCode}`)
      around.after(id, reply.statusCode)
    }
  }
  const took = await seconds(() => Promise.all(Array.from({ length: concurrency }, worker)))
  await agent.close()
  return bodies.length / took
}

function commitsAround(file: string): Around & { close(): void } {
  const database = new Database(file)
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec(
    'CREATE TABLE attempt (id INTEGER PRIMARY KEY, body TEXT, started_at REAL, status INTEGER) STRICT',
  )
  const begin = database.prepare('INSERT INTO attempt (body, started_at) VALUES (?, ?)')
  const end = database.prepare('UPDATE attempt SET status = ? WHERE id = ?')
  return {
    before: (body) => Number(begin.run(body, Date.now()).lastInsertRowid),
    after: (id, status) => void end.run(status, id),
    close: () => void database.close(),
  }
}

/** Longer than a run takes. */
const readLater = 3_600_000

type Rates = { readonly ours: number[]; readonly bare: number[] }
const rates = (): Rates => ({ ours: [], bare: [] })

export async function measureSending(
  folder: string,
  options: { readonly runs: number; readonly accounts: number; readonly concurrencies: readonly number[] },
): Promise<Line[]> {
  const { runs, accounts: count, concurrencies } = options
  const sample = await generateAccounts({ seed: 3, count, shape: 'wide', damage: 0, format: 'csv', folder })
  const rounds = Array.from({ length: runs + 1 }, (_, run) =>
    concurrencies.map((concurrency) => ({ run, concurrency })),
  ).flat()
  const service = await startService(rounds.flatMap((_, round) => [`OURS ${round}`, `BARE ${round}`]))
  const engine = await engineIn(join(folder, 'engine'))
  const { client } = engine
  const built: number[] = []
  const table = new Map(
    concurrencies.map((concurrency) => [concurrency, { validate: rates(), create: rates() }]),
  )
  for (const [round, { run, concurrency }] of rounds.entries()) {
    const settings = connectionSettings.parse({
      baseUrl: service.baseUrl,
      tokenUrl: service.tokenUrl,
      // No status is read meanwhile, because the bare loop reads none either.
      limits: { concurrency, pollFirstMs: readLater, readsPerMinute: null, pollLongestMs: readLater },
    })
    const { id } = await client.connections.save({ name: `${concurrency} at once`, settings })
    await client.connections.setKey({ id, key: service.apiKey })
    const batch = await load(client, sample, id, `OURS ${round}`)
    const read = await until(client, batch, (view) => view.readAt !== null)
    const building = performance.now() - (Date.now() - (read.readAt ?? 0))
    await until(client, batch, (view) => view.stage === 'open')
    const buildSeconds = (performance.now() - building) / 1000

    const bodies = await bodiesOf(client, batch)
    const foreign = bodies.map((body) => body.replace(`"OURS ${round}"`, `"BARE ${round}"`))
    const validating = await seconds(async () => {
      await client.batches.validate({ batch })
      await until(client, batch, (view) => !view.validating)
    })
    const commits = commitsAround(join(folder, `bare-${round}.sqlite`))
    const bareValidating = await bareLoop(service, paths.validate, foreign, concurrency, commits)
    const creating = await seconds(async () => {
      await client.batches.release({ batch, limit: null })
      await until(client, batch, ({ states }) => states.queued + states.sending + states.unconfirmed === 0)
    })
    const bareCreating = await bareLoop(service, paths.create, foreign, concurrency, commits)
    commits.close()
    const { states } = await client.batches.get({ batch })
    if (states.processing + states.done !== count)
      throw new Error(`Not all were created: ${JSON.stringify(states)}`)
    // The first round of each concurrency warms up and is not counted.
    const rate = table.get(concurrency)
    if (run === 0 || rate === undefined) continue
    built.push(count / buildSeconds)
    rate.validate.ours.push(count / validating)
    rate.validate.bare.push(bareValidating)
    rate.create.ours.push(count / creating)
    rate.create.bare.push(bareCreating)
  }
  await engine.close()
  await service.stop()
  return [
    { what: 'accounts built, checked and stored', unit: 'accounts/s', ours: built, bare: [] },
    ...[...table].map(([concurrency, { validate }]) => ({
      what: `validated, ${concurrency} at once`,
      unit: 'accounts/s',
      ...validate,
    })),
    ...[...table].map(([concurrency, { create }]) => ({
      what: `created, ${concurrency} at once`,
      unit: 'accounts/s',
      ...create,
    })),
  ]
}
