// Template data folder that every model run copies: two batches read from real files, built, and validated by the
// service; one account is in both. Engine instances open it without flushing to disk: in these tests the program dies
// but the power does not fail, so everything that the program wrote is in the file.
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { systemClock } from '../../../electron/engine/system/clock.ts'
import { createEngine } from '../../../electron/engine/engine.ts'
import { success } from '../../../electron/engine/system/failure.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { readWired } from '../../support/read-wired.ts'
import type { Transport } from '../../../electron/engine/sending/service-client/transport.ts'
import type { ProcessClock } from '../../../electron/engine/sending/decisions/process-clock.ts'
import { noJournal } from '../../../electron/engine/store/sending/attempts/attempt-journal.ts'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { type openWorkspace } from '../../../electron/engine/store/database/open.ts'
import { readSetting, writeSetting } from '../../../electron/engine/store/database/settings.ts'
import { connectionSettings, type ConnectionSettingsInput } from '../../../shared/sending/connection.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { paths } from '../../../shared/sending/service.ts'
import { isValidated, isLoaded, untilView } from '../api/waiting.ts'
import { reply } from './moody-service.ts'
import { begin, type Clocks } from './world.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

export type ModelAccount = {
  readonly id: number
  readonly batch: number
  /** Supplier and number, by which the service distinguishes accounts. */
  readonly key: string
  readonly supplier: string
  readonly row: number
}
export type Template = {
  readonly folder: string
  readonly connection: number
  readonly batches: readonly number[]
  readonly accounts: readonly ModelAccount[]
  /** Hashes of the bytes that the service has validated. */
  readonly validated: readonly string[]
  remove(): void
}

/** Quiet time: how long an account unknown to the service is not sent again. */
export const quietMs = 16_000

/** Short waits, so that a run of fifty steps covers all of them. */
export const modelSettings: ConnectionSettingsInput = {
  baseUrl: 'https://service.example',
  tokenUrl: `https://service.example${paths.token}`,
  limits: {
    concurrency: 3,
    connectTimeoutMs: 2000,
    validateTimeoutMs: 8000,
    createTimeoutMs: 8000,
    statusTimeoutMs: 4000,
    quietMs,
    pollFirstMs: 4000,
    readsPerMinute: null,
    pollLongestMs: 15_000,
  },
}

const header = 'Account No,Supplier,Street,Postcode'
const files = [
  ['A-1,ACME', 'A-2,ACME', 'B-1,BETA'],
  ['A-1,ACME', 'B-9,BETA'],
]
export const streetColumn = header.split(',').indexOf('Street')
export const postcodeColumn = header.split(',').indexOf('Postcode')

/** Minimal, because it is compiled again in each engine instance that edits something. */
const catalogue = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Of the model',
  type: 'object',
  additionalProperties: false,
  required: ['import_supplier', 'external_account_number', 'street'],
  properties: {
    import_supplier: { type: 'string', minLength: 1 },
    external_account_number: { type: 'string', minLength: 1, maxLength: 20 },
    street: { type: 'string', minLength: 1 },
    postal_code: { type: 'string', maxLength: 8 },
  },
}

const mapping = mappingFile.parse({
  version: 1,
  key: 'Account No',
  columns: [
    { column: 'Account No', field: 'external_account_number' },
    { column: 'Supplier', field: 'import_supplier' },
    { column: 'Street', field: 'street' },
    { column: 'Postcode', field: 'postal_code' },
  ],
  fixed: [],
})

/** A service without faults, while the files are loaded. */
const kindService: Transport = async ({ url }) =>
  url.endsWith(paths.token)
    ? reply(200, { data: { obtainPlatformToken: { token: 'T', payload: null } } })
    : reply(200, {})

export async function makeTemplate(): Promise<Template> {
  const root = mkdtempSync(join(tmpdir(), 'carryover-model-'))
  const folder = join(root, 'template')
  const started = performance.now()
  const engine = await createEngine({
    folder,
    reader: readWired,
    transport: kindService,
    keyStore: createMemoryKeyStore(),
    version: 'model',
    // An hour before any run begins.
    clock: { ...systemClock, now: () => begin - 3_600_000 + Math.round(performance.now() - started) },
  })
  if (!engine.ok) throw new Error(sentenceOf(engine.failure.message))
  const client = createRouterClient(engine.value.router)
  const settings = connectionSettings.parse(modelSettings)
  const { id: connection } = await client.connections.save({ name: 'model', settings })
  await client.connections.setKey({ id: connection, key: 'key-1' })
  const catalogueFile = join(root, 'catalogue.json')
  writeFileSync(catalogueFile, JSON.stringify(catalogue))
  const batches: number[] = []
  for (const [at, lines] of files.entries()) {
    const path = join(root, `accounts-${at}.csv`)
    const whole = lines.map((line) => `${line},1 High St,QX1 1AA`)
    writeFileSync(path, `${[header, ...whole].join('\n')}\n`)
    const request = { path, mapping, catalogue: { path: catalogueFile }, connection, supplier: null }
    const { batch } = await client.batches.load(request)
    await untilView(client, batch, isLoaded)
    await client.batches.validate({ batch })
    await untilView(client, batch, isValidated)
    batches.push(batch)
  }
  await engine.value.close()
  const { accounts, validated } = watchMoves(join(folder, databaseName))
  return {
    folder,
    connection,
    batches,
    accounts,
    validated,
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** From now on each state change of an account is logged, whatever statement makes it. */
function watchMoves(file: string): Pick<Template, 'accounts' | 'validated'> {
  const database = openDatabaseFile(file)
  try {
    database.exec(`
      CREATE TABLE model_move (id INTEGER PRIMARY KEY, account INTEGER, old TEXT, new TEXT) STRICT;
      CREATE TRIGGER model_moved AFTER UPDATE OF state ON account WHEN OLD.state <> NEW.state
        BEGIN INSERT INTO model_move (account, old, new) VALUES (NEW.id, OLD.state, NEW.state); END`)
    const rows = database
      .prepare(
        `SELECT a.id, a.batch_id AS batch, a.status_path AS path, a.state, r.row FROM account a
         JOIN account_row r ON r.account_id = a.id ORDER BY a.id`,
      )
      .all() as { id: number; batch: number; path: string; state: string; row: number }[]
    const accounts = rows.map(({ id, batch, path, state, row }) => {
      if (state !== 'validated') throw new Error(`Account ${id} of the template is ${state}`)
      const [supplier = '', number = ''] = path.split('/').slice(-3, -1)
      return { id, batch, key: `${supplier} ${number}`, supplier, row }
    })
    const validated = database.prepare('SELECT sha256 FROM payload').pluck().all() as string[]
    return { accounts, validated }
  } finally {
    database.close()
  }
}

/** A folder with the current disk contents of another: the state that a crash now would leave. */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  rmSync(join(to, `${databaseName}-shm`), { force: true })
  for (const suffix of ['', '-wal']) {
    const file = join(from, `${databaseName}${suffix}`)
    const copy = join(to, `${databaseName}${suffix}`)
    if (existsSync(file)) copyFileSync(file, copy)
    else rmSync(copy, { force: true })
  }
  // Disables backups: a run lasts days by its clock, and would wait for one every hour.
  writeFileSync(join(to, 'backups'), '')
}

/** Measurements of the service's clocks from two accounts, or none. */
export function setClocks(folder: string, { aheadMs, measured }: Clocks): void {
  const agreed = { from: aheadMs - 1500, to: aheadMs + 1500, accounts: 2 }
  const known: ProcessClock = { agreed, rival: null }
  const database = openDatabaseFile(join(folder, databaseName))
  database.prepare('UPDATE connection SET process_clock = ?').run(measured ? JSON.stringify(known) : null)
  database.close()
}

/** Opens it like open.ts, but faster: no owner's lock, no integrity check, no flush to the disk. */
export const openQuickly: typeof openWorkspace = async ({ folder }) => {
  const database = openDatabaseFile(join(folder, databaseName))
  for (const setting of [
    'journal_mode = WAL',
    'synchronous = OFF',
    'foreign_keys = ON',
    'trusted_schema = OFF',
    'temp_store = MEMORY',
    'wal_autocheckpoint = 1000',
  ])
    database.pragma(setting)
  const endedCleanly = readSetting(database, 'ended_cleanly') === 'yes'
  writeSetting(database, 'ended_cleanly', 'no')
  return success({
    database,
    folder,
    journal: noJournal,
    doubted: null,
    endedCleanly,
    damaged(what) {
      throw new Error(what)
    },
    close() {
      if (!database.open) return
      writeSetting(database, 'ended_cleanly', 'yes')
      database.close()
    },
  })
}
