// Sandbox and engine in fresh folders, connected over real HTTP as a host connects them. Tests use the engine only
// through the contract's client and wait only for its events. The service's answers are recorded next to the real
// transport, so that a test can compare them with the engine's results. Everything is closed after each test.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import type Database from 'better-sqlite3'
import { afterEach, expect } from 'vitest'
import { createEngine, type EngineOptions } from '../../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import type { Reader } from '../../../electron/engine/import/reader.ts'
import { createTransport, type Transport } from '../../../electron/engine/sending/service-client/transport.ts'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import type { SandboxOptions } from '../../../electron/sandbox/options.ts'
import { createSandbox, type Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { defaultTokenUrl, type Limits } from '../../../shared/sending/connection.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { mappingFile, type MappingInput } from '../../../shared/mapping/file.ts'
import { type Client, isValidated, isLoaded, isOver, untilView } from './waiting.ts'
import type { FileLanguage } from '../../../shared/texts/language.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { readWired } from '../../support/read-wired.ts'

/** One request and its reply, as the engine saw them. */
export type Exchange = {
  readonly method: string
  readonly url: string
  readonly authorization: string
  readonly sent: string
  /** Null if no whole reply came. */
  readonly status: number | null
  readonly received: string
}

export type HarnessOptions = {
  readonly sandbox?: SandboxOptions
  readonly limits?: Partial<Limits>
  /** Applies to the first start only. */
  readonly reader?: Reader
  /** The engine's time, randomness and maximum database size, and the folder's key; the real ones if left out. */
  readonly engine?: Pick<EngineOptions, 'clock' | 'random' | 'maxPages' | 'folderKey'>
  /** Puts something between the engine and the service, and returns the base address to use instead. */
  readonly through?: (baseUrl: string) => Promise<string>
}
export type Harness = Awaited<ReturnType<typeof openHarness>>
export type Loadable = { readonly file: string; readonly mapping: MappingInput }

/** Short waits, and time-outs that a busy machine does not exceed. Where a service is silent, a test sets its own. */
export const quickLimits: Partial<Limits> = {
  pollFirstMs: 50,
  readsPerMinute: null,
  pollLongestMs: 200,
  quietMs: 300,
  connectTimeoutMs: 30_000,
  validateTimeoutMs: 30_000,
  createTimeoutMs: 30_000,
  statusTimeoutMs: 30_000,
}

const open = new Set<() => Promise<void>>()

afterEach(async () => {
  const all = [...open].reverse()
  open.clear()
  for (const close of all) await close()
})

/** Closes something when the test has ended, in reverse order. */
export function atEnd(end: () => Promise<void>): void {
  open.add(end)
}

/** A folder that is removed after the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-engine-'))
  open.add(async () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export async function openHarness(options: HarnessOptions = {}) {
  const folder = freshFolder()
  const data = join(folder, 'data')
  const sandbox = await createSandbox({ speed: 20, ...options.sandbox })
  open.add(() => sandbox.close())
  const exchanges: Exchange[] = []
  const keyStore = createMemoryKeyStore()
  let running: { readonly client: Client; close(): Promise<void> } | null = null

  async function start(reader: Reader = readWired): Promise<void> {
    const transport = createTransport()
    const engine = await createEngine({
      ...options.engine,
      folder: data,
      reader,
      transport: noting(transport.send, exchanges),
      keyStore,
      version: '0.0.0-test',
    })
    if (!engine.ok) throw new Error(sentenceOf(engine.failure.message))
    const { router, close } = engine.value
    running = { client: createRouterClient(router), close: () => close().then(transport.close) }
  }
  async function stop(): Promise<void> {
    const last = running
    running = null
    await last?.close()
  }
  open.add(stop)
  await start(options.reader)

  const client = (): Client => {
    if (running === null) throw new Error('The engine is closed.')
    return running.client
  }
  const baseUrl = (await options.through?.(sandbox.baseUrl)) ?? sandbox.baseUrl
  const settings = {
    baseUrl,
    tokenUrl: defaultTokenUrl(baseUrl),
    environment: 'test' as const,
    catalogue: 'example',
    limits: { ...quickLimits, ...options.limits },
  }
  const { id: connection } = await client().connections.save({ name: 'sandbox', settings })
  const giveKey = (key = sandbox.apiKey): Promise<void> =>
    client().connections.setKey({ id: connection, key })
  await giveKey()

  const begin = async (
    what: Loadable,
    supplier: string | null = 'ACME',
    over: number = connection,
  ): Promise<number> => {
    const mapping = mappingFile.parse(what.mapping)
    const request = {
      path: what.file,
      mapping,
      catalogue: { shipped: 'example' } as const,
      connection: over,
      supplier,
    }
    return (await client().batches.load(request)).batch
  }
  const until = (batch: number, holds: (view: BatchView) => boolean): Promise<BatchView> =>
    untilView(client(), batch, holds)

  return {
    folder,
    data,
    sandbox,
    connection,
    settings,
    exchanges,
    client,
    start,
    stop,
    giveKey,
    begin,
    until,
    /** Loads a file and waits until its accounts are built. */
    async load(what: Loadable, supplier: string | null = 'ACME', over: number = connection): Promise<number> {
      const batch = await begin(what, supplier, over)
      await until(batch, isLoaded)
      return batch
    },
    /** Validates a loaded batch. */
    async validate(batch: number): Promise<BatchView> {
      await client().batches.validate({ batch })
      return until(batch, isValidated)
    },
    async release(batch: number): Promise<void> {
      await client().batches.release({ batch, limit: null })
    },
    /** From a loaded batch until everything sent is done. */
    async send(batch: number): Promise<BatchView> {
      await client().batches.validate({ batch })
      await until(batch, isValidated)
      await client().batches.release({ batch, limit: null })
      return until(batch, isOver)
    },
    async report(batch: number, inLanguage?: FileLanguage): Promise<Report> {
      const written = await client().batches.report({
        batch,
        folder: join(folder, `report-${batch}`),
        ...(inLanguage === undefined ? {} : { inLanguage }),
      })
      return readReport(written)
    },
  }
}

function noting(send: Transport, exchanges: Exchange[]): Transport {
  return async (request) => {
    const result = await send(request)
    exchanges.push({
      method: request.method,
      url: request.url,
      authorization: request.headers['authorization'] ?? '',
      sent: request.body === null ? '' : Buffer.from(request.body).toString('utf8'),
      status: result.kind === 'reply' ? result.status : null,
      received: result.kind === 'reply' ? Buffer.from(result.body).toString('utf8') : '',
    })
    return result
  }
}

export type Line = Readonly<Record<string, string>>
export type Report = {
  readonly results: readonly Line[]
  readonly errors: readonly Line[]
  readonly files: Readonly<Record<string, string>>
  readonly unexplained: number
}

function readReport(written: { files: Record<string, string>; unexplained: number }): Report {
  const table = (name: string): Line[] => parseCsv(readFileSync(written.files[name] ?? '', 'utf8'))
  return { ...written, results: table('results_csv'), errors: table('errors_csv') }
}

/** RFC 4180 with a header. Apostrophes that protect from formulas are kept. */
export function parseCsv(text: string): Line[] {
  const records: string[][] = []
  let record: string[] = []
  for (const [, quoted, plain, end] of text
    .replace(/^\uFEFF/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    record.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === ',') continue
    if (record.length > 1 || record[0] !== '') records.push(record)
    record = []
  }
  const [header = [], ...rows] = records
  return rows.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at] ?? ''])))
}

/** Creates that reached the sandbox, from its ledger. */
export function createsOf(sandbox: Sandbox, account?: string) {
  return sandbox.ledger
    .entries()
    .filter((entry) => entry.route === 'create' && (account === undefined || entry.account === account))
}

/** The oracle after every run. */
export async function expectConsistent(harness: Harness, batches: readonly number[]): Promise<void> {
  const { sandbox } = harness
  for (const [identity, accepted] of sandbox.ledger.acceptedCreates())
    expect(accepted, `accepted creates of ${identity}`).toBeLessThanOrEqual(1)
  for (const batch of batches) {
    const view = await harness.client().batches.get({ batch })
    const sum = (counts: Readonly<Record<string, number>>): number =>
      Object.values(counts).reduce((total, count) => total + count, 0)
    expect(sum(view.states) + view.excluded, 'states and excluded add up to the accounts').toBe(view.accounts)
    expect(sum(view.outcomes), 'outcomes add up to the done').toBe(view.states.done)
    expect((await harness.client().batches.reconcile({ batch })).unexplained).toBe(0)
    const report = await harness.report(batch)
    for (const line of report.results) if (line['state'] === 'done') expectSameAsService(sandbox, line)
  }
  expect(integrity(harness.data)).toBe('ok')
}

const statusOf: Readonly<Record<string, readonly string[]>> = {
  created: ['PROCESSED'],
  already_there: ['PROCESSED'],
  whose_account_unsure: ['PROCESSED'],
  failed: ['ERRORED'],
  cancelled: ['CANCELLED'],
  dry_run: ['DRY_RUN_SUCCEEDED'],
  dry_run_failed: ['DRY_RUN_ERRORED'],
}

function expectSameAsService(sandbox: Sandbox, line: Line): void {
  const process = sandbox.control.process(line['supplier'] ?? '', line['carryover_account'] ?? '')
  const status = process?.record.status ?? 'none'
  expect(statusOf[line['outcome'] ?? ''], `${line['carryover_account']} is ${status}`).toContain(status)
  if (line['outcome'] === 'created')
    expect(line['platform_identifier']).toBe(process?.record.platform_identifier)
  if (line['outcome'] === 'already_there' && line['existing_account_id'] !== '')
    expect(line['existing_account_id']).toBe(process?.accountId)
}

export function integrity(data: string): unknown {
  return inDatabase(data, (database) => database.pragma('integrity_check', { simple: true }))
}

/** Reads the workspace's file from outside the engine. */
export function inDatabase<T>(data: string, look: (database: Database.Database) => T): T {
  const database = openDatabaseFile(join(data, 'carryover.sqlite'), { readonly: true })
  try {
    return look(database)
  } finally {
    database.close()
  }
}

/** Every file below a folder. */
export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
