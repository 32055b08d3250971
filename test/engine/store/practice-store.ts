// Shared setup of the store tests: fresh folders, a workspace with one connection and batch, and accounts to move.
// Everything that a test opens is closed and removed after it.
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { JobStep } from '../../../electron/engine/store/jobs/job.ts'
import { releasedSoFar } from '../../../electron/engine/store/sending/release/releasing.ts'
import type { AttemptJournal } from '../../../electron/engine/store/sending/attempts/attempt-journal.ts'
import {
  openWorkspace,
  type OpenOptions,
  type Workspace,
} from '../../../electron/engine/store/database/open.ts'
import { createStore, type Store } from '../../../electron/engine/store/store.ts'
import { connectionSettings, type ConnectionSettingsInput } from '../../../shared/sending/connection.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'

const endings: (() => void)[] = []

afterEach(() => {
  for (const end of endings.splice(0).reverse()) end()
})

export function atEnd(end: () => void): void {
  endings.push(end)
}

export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carryover-store-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** 2026-03-04T09:30:00Z. */
export const start = Date.UTC(2026, 2, 4, 9, 30)

export async function openFolder(folder: string, more: Partial<OpenOptions> = {}): Promise<Workspace> {
  const opened = await openWorkspace({ folder, now: () => start, ...more })
  if (!opened.ok) throw new Error(sentenceOf(opened.failure.message))
  const workspace = opened.value
  atEnd(() => {
    if (workspace.database.open) workspace.close()
  })
  return workspace
}

export async function refusalOf(folder: string): Promise<{ code: string; message: string }> {
  const opened = await openWorkspace({ folder, now: () => start })
  if (opened.ok) {
    opened.value.close()
    throw new Error('The workspace was opened')
  }
  return { code: opened.failure.code, message: sentenceOf(opened.failure.message) }
}

/** With another flush delay of the journal: none where a test moves the clock and nothing waits in real time. */
export function journalledBy(
  workspace: Workspace,
  flushed: AttemptJournal['flushed'] = () => null,
): Workspace {
  return { ...workspace, journal: { ...workspace.journal, flushed } }
}

export type PracticeStore = {
  readonly folder: string
  readonly workspace: Workspace
  readonly database: Workspace['database']
  readonly store: Store
  readonly connection: number
  readonly batch: number
  readonly ids: readonly number[]
  readonly first: number
}

/** A workspace with a connection and an open batch of ready accounts … of the supplier ACME. */
export async function practiceStore(
  options: {
    readonly accounts?: number
    readonly maxPages?: number
    readonly settings?: Partial<ConnectionSettingsInput>
    readonly journalled?: AttemptJournal['flushed'] | undefined
  } = {},
): Promise<PracticeStore> {
  const folder = freshFolder()
  const opened = await openFolder(folder, { maxPages: options.maxPages })
  const workspace = journalledBy(opened, options.journalled ?? (() => null))
  const store = createStore(workspace)
  const connection = store.connections.save('practice', practiceSettings(options.settings), start)
  const batch = addBatch(store, connection)
  addAccounts(store, batch, connection, numbered(options.accounts ?? 1))
  const { database } = workspace
  const ids = database.prepare('SELECT id FROM account ORDER BY id').pluck().all() as number[]
  return { folder, workspace, database, store, connection, batch, ids, first: ids[0] ?? 0 }
}

export function practiceSettings(more: Partial<ConnectionSettingsInput> = {}) {
  return connectionSettings.parse({
    baseUrl: 'http://127.0.0.1:9',
    tokenUrl: 'http://127.0.0.1:9/v1/graphql/',
    ...more,
  })
}

export function addBatch(store: Store, connection: number): number {
  const batch = store.batches.add({
    name: 'practice',
    connectionId: connection,
    supplier: 'ACME',
    files: [{ path: 'practice.csv', name: 'practice.csv', bytes: 0, readOptions: {} }],
    mapped: null,
    createdAt: start,
  })
  store.batches.setStage(batch, 'open', null)
  return batch
}

export function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `A-${at + 1}`)
}

export function addAccounts(
  store: Store,
  batch: number,
  connection: number,
  keys: readonly string[],
  more: {
    readonly supplier?: string | null
    readonly supplierOf?: (at: number) => string
    readonly firstPosition?: number
  } = {},
): void {
  const built = keys.map((key, at) => {
    const supplier = more.supplierOf?.(at) ?? (more.supplier === undefined ? 'ACME' : more.supplier)
    const body = payloadOf(key, supplier ?? 'ACME')
    return {
      key,
      supplier,
      identity: JSON.stringify([supplier, key]),
      statusPath: `/v2/data-import/accounts/${supplier ?? 'ACME'}/${key}/`,
      rows: [],
      body,
      sha256: createHash('sha256').update(body).digest('hex'),
      origins: {},
      omitted: [],
      problems: [],
    }
  })
  store.accounts.addAccounts(batch, connection, more.firstPosition ?? 0, built, start)
}

/** An account that the sandbox accepts. */
export function payloadOf(key: string, supplier: string): Buffer {
  return Buffer.from(
    JSON.stringify({
      import_supplier: supplier,
      external_account_number: key,
      account_type: 'DOMESTIC',
      billing_address: { country: 'GB', street_address: '1 Nowhere Street', postal_code: 'ZZ1 1ZZ' },
      customers: [{ given_name: 'Ina', family_name: 'Sample', landline: '020 7946 0123' }],
    }),
  )
}

/** Validated by the service for exactly their payload, so that they may be released. */
export function clear(practice: { readonly store: Store; readonly ids: readonly number[] }): void {
  for (const id of practice.ids) {
    const { payload_id } = practice.store.accounts.get(id)
    practice.store.accounts.addValidation(id, payload_id ?? 0, start, 200, 'validated', '{}')
    practice.store.accounts.move(id, 'unvalidated', 'validated')
  }
}

/** Releases up to `size` validated accounts (null: all) as one wave, with all its pieces at once. */
export function release(
  { store, batch }: Pick<PracticeStore, 'store' | 'batch'>,
  size: number | null = null,
  now = start,
): { readonly wave: number; readonly released: number; readonly elsewhere: number } {
  const { wave, job } = store.releasing.begin({ batch, size, byPerson: true, now })
  for (;;) {
    const step = releaseStep(store, job, 500, now)
    if (step.isLast) return { wave, ...releasedSoFar(step.cursor) }
  }
}

/** Cancels all queued accounts; returns how many. */
export function cancelQueued({ store, batch }: Pick<PracticeStore, 'store' | 'batch'>, now = start): number {
  const job = store.cancelling.begin(batch, '', now)
  for (;;) {
    const step = cancelStep(store, job, 500, now)
    if (step.isLast) return step.done
  }
}

/** One step of a release, as the job runner carries it out. */
export function releaseStep(store: Store, job: number, limit: number, now = start): JobStep {
  return mustBe(store.jobs.step(job, (one) => store.releasing.step(one, limit, now)))
}

/** One step of a cancel, as the job runner carries it out. */
export function cancelStep(store: Store, job: number, limit: number, now = start): JobStep {
  return mustBe(store.jobs.step(job, (one) => store.cancelling.step(one, limit, now)))
}

function mustBe(step: JobStep | null): JobStep {
  if (step === null) throw new Error('There is no such job')
  return step
}

/** Processes all pieces of something at once. */
export function whole(pieces: Iterable<void>): void {
  for (const _ of pieces);
}

/** Sets the wall clock back by `ms` to `now`. */
export function wentBack(store: Store, connection: number, ms: number, now = start): void {
  store.dues.clockWentBack(connection, ms, now)
  whole(store.dues.follow(connection, now))
}

/** Validated and released: queued at `start`. */
export function queue(practice: PracticeStore): void {
  clear(practice)
  release(practice)
}
