// Measures how long validated accounts take to be built again after a change of the mapping, beside building them the
// first time: where every payload stays the same, and where every payload is another. The workspace holds the attempts
// of another batch, as that of a person who has sent before does.
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { databaseName, openDatabaseFile } from '../../electron/engine/store/database/database-file.ts'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { mappingFile } from '../../shared/mapping/file.ts'
import { engineIn } from '../engine/api/bare-engine.ts'
import { type Client, untilView } from '../engine/api/waiting.ts'
import { validateAll } from '../engine/store/place-account.ts'
import { generateAccounts } from '../files/generate.ts'
import { type Line, seconds } from './measure.ts'

type Options = { readonly accounts: number; readonly runs: number; readonly attempts: number }

/** The service's verdicts, and attempts of another batch, without as many requests. */
function prepare(file: string, batch: number, attempts: number): void {
  const database = openDatabaseFile(file)
  try {
    database.pragma('synchronous = OFF')
    validateAll(database, Date.now(), "state = 'unvalidated'")
    database
      .prepare(
        `INSERT INTO attempt (account_id, number, payload_id, sha256, started_at)
         SELECT a.id, 1, a.payload_id, '', 0 FROM account a WHERE a.batch_id <> ? LIMIT ?`,
      )
      .run(batch, attempts)
  } finally {
    database.close()
  }
}

async function opened(client: Client, path: string): Promise<number> {
  const { batch } = await client.batches.open({ path })
  await untilView(client, batch, ({ stage, work }) => stage === 'mapping' && work === null)
  return batch
}

/** Accounts a second. */
type Rates = { readonly first: number; readonly same: number; readonly others: number }

async function rates(root: string, run: number, { accounts, attempts }: Options): Promise<Rates> {
  const folder = join(root, `rebuild-${run}`)
  const shape = { shape: 'wide', damage: 0, format: 'csv' } as const
  const folderOf = (name: string): string => mkdtempSync(join(root, name))
  const sent = await generateAccounts({ ...shape, seed: 5, count: attempts, folder: folderOf('sent') })
  const sample = await generateAccounts({ ...shape, seed: 6, count: accounts, folder: folderOf('sample') })
  let engine = await engineIn(folder)
  const settings = connectionSettings.parse({
    baseUrl: 'http://127.0.0.1:1',
    tokenUrl: 'http://127.0.0.1:1/t',
    catalogue: 'example',
  })
  const { id: connection } = await engine.client.connections.save({ name: 'bench', settings })
  const build = async (batch: number, given: unknown, name: string): Promise<number> =>
    seconds(async () => {
      const mapping = mappingFile.parse(given)
      const target = { batch, mapping, catalogue: 'example', supplier: name, connection }
      await engine.client.mapping.apply(target)
      await untilView(engine.client, batch, ({ stage }) => stage === 'open')
    })
  await build(await opened(engine.client, sent.file), sent.mapping, 'ACME')
  const batch = await opened(engine.client, sample.file)
  const first = await build(batch, sample.mapping, 'ACME')
  await engine.close()
  prepare(join(folder, databaseName), batch, attempts)
  engine = await engineIn(folder)
  await engine.known
  const same = await build(batch, sample.mapping, 'ACME')
  // The supplier is in every payload.
  const others = await build(batch, sample.mapping, 'BETA')
  await engine.close()
  return { first: accounts / first, same: accounts / same, others: accounts / others }
}

export async function measureRebuild(root: string, options: Options): Promise<Line[]> {
  const measured: Rates[] = []
  for (let run = 0; run < options.runs; run += 1) measured.push(await rates(root, run, options))
  const bare = measured.map(({ first }) => first)
  const beside = `beside the first time, ${options.accounts}`
  return [
    {
      what: `build again, same payloads, ${beside}`,
      unit: 'accounts/s',
      ours: measured.map(({ same }) => same),
      bare,
    },
    {
      what: `build again, other payloads, ${beside}`,
      unit: 'accounts/s',
      ours: measured.map(({ others }) => others),
      bare,
    },
  ]
}
