// SQLite file (or memory) of the sandbox: suppliers, processes, events, used references and a few settings such as
// the API key. Events are append-only. A process is committed to disk (synchronous FULL) before its answer is sent.
import type Database from 'better-sqlite3'
import { z } from 'zod'
import { processStatuses } from '../../../shared/sending/service.ts'
import { openDatabase } from './database.ts'

export const supplierStatuses = ['ongoing', 'paused', 'complete'] as const
export type SupplierStatus = (typeof supplierStatuses)[number]
export type Supplier = { readonly code: string; readonly status: SupplierStatus; readonly dryRun: boolean }

export type Reference = { readonly namespace: string; readonly value: string }
export type ImportError = { readonly code: string; readonly detail: string; readonly domain: string }

/** Times are microseconds since 1970. */
export type ProcessRow = z.infer<typeof processRow>

const importError = z.strictObject({ code: z.string(), detail: z.string(), domain: z.string() })
const jsonOf = <T>(schema: z.ZodType<T>) =>
  z.string().transform((text): T => schema.parse(JSON.parse(text) as unknown))

const flag = z.number().transform((value) => value === 1)
const processRow = z.strictObject({
  id: z.number().int(),
  supplier: z.string(),
  account: z.string().nullable(),
  /** 1 for the first process of its key, 2 for the next one … */
  ordinal: z.number().int(),
  status: z.enum(processStatuses),
  dry_run: flag,
  /** Drawn when the process is created: its creation will fail. */
  fails: flag,
  refs: jsonOf(z.array(z.strictObject({ namespace: z.string(), value: z.string() }))),
  created_at: z.number(),
  modified_at: z.number(),
  ends_at: z.number(),
  due_at: z.number().nullable(),
  platform_identifier: z.string().nullable(),
  latest_error: jsonOf(importError).nullable(),
})
const supplierRow = z
  .strictObject({ code: z.string(), status: z.enum(supplierStatuses), dry_run: z.number() })
  .transform((row): Supplier => ({ code: row.code, status: row.status, dryRun: row.dry_run === 1 }))
const eventRow = z.strictObject({
  event: z.string(),
  occurred_at: z.number(),
  data: jsonOf(importError).nullable(),
})
export type EventRow = z.infer<typeof eventRow>

export type Storage = ReturnType<typeof openStorage>

/** @param file a path, or `:memory:`. Throws with a sentence if the file belongs to another program. */
export function openStorage(file: string, key: string | null = null) {
  const database = openDatabase(file, key)
  return {
    ...metaStatements(database),
    ...supplierStatements(database),
    ...processReads(database),
    ...processWrites(database),
    ...eventStatements(database),
    ...referenceStatements(database),
    /** Runs `work` in one transaction that holds the write lock from its start. */
    transaction: <T>(work: () => T): T => database.transaction(work).immediate(),
    /** Returns the pages of what was deleted to the disk, also those in the log. */
    shrink: () => {
      database.exec('VACUUM')
      database.pragma('wal_checkpoint(TRUNCATE)')
    },
    close: () => {
      database.close()
    },
  }
}

function metaStatements(database: Database.Database) {
  const read = database.prepare('SELECT value FROM meta WHERE name = ?').pluck()
  const write = database.prepare(
    'INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  )
  return {
    setting: (name: string): string | undefined => z.string().optional().parse(read.get(name)),
    setSetting: (name: string, value: string): void => {
      write.run(name, value)
    },
  }
}

function supplierStatements(database: Database.Database) {
  const all = database.prepare('SELECT code, status, dry_run FROM suppliers ORDER BY code')
  const one = database.prepare('SELECT code, status, dry_run FROM suppliers WHERE code = ?')
  const put = database.prepare(
    `INSERT INTO suppliers (code, status, dry_run) VALUES (?, ?, ?)
     ON CONFLICT (code) DO UPDATE SET status = excluded.status, dry_run = excluded.dry_run`,
  )
  return {
    suppliers: (): Supplier[] => all.all().map((row) => supplierRow.parse(row)),
    supplier: (code: string): Supplier | undefined => supplierRow.optional().parse(one.get(code)),
    putSupplier: (supplier: Supplier): void => {
      put.run(supplier.code, supplier.status, supplier.dryRun ? 1 : 0)
    },
  }
}

const columns =
  'id, supplier, account, ordinal, status, dry_run, fails, refs, created_at, modified_at, ends_at, due_at, platform_identifier, latest_error'

export type NewProcess = {
  readonly supplier: string
  readonly account: string | null
  readonly ordinal: number
  readonly dryRun: boolean
  readonly fails: boolean
  readonly references: readonly Reference[]
  readonly createdAt: number
  readonly startsAt: number
  readonly endsAt: number
}

export type ProcessFilter = {
  readonly supplier?: string | undefined
  readonly status?: string | undefined
  readonly afterId?: number | undefined
  readonly limit?: number | undefined
}

function processReads(database: Database.Database) {
  const newest = database.prepare(
    `SELECT ${columns} FROM processes WHERE supplier = ? AND account = ? ORDER BY id DESC LIMIT 1`,
  )
  const due = database.prepare(
    `SELECT ${columns} FROM processes WHERE due_at IS NOT NULL AND due_at <= ? ORDER BY due_at, id LIMIT 1`,
  )
  const nextDue = database.prepare('SELECT min(due_at) FROM processes WHERE due_at IS NOT NULL').pluck()
  const list = database.prepare(
    `SELECT ${columns} FROM processes
     WHERE id > ? AND (? IS NULL OR supplier = ?) AND (? IS NULL OR status = ?) ORDER BY id LIMIT ?`,
  )
  return {
    newestProcess: (supplier: string, account: string): ProcessRow | undefined =>
      processRow.optional().parse(newest.get(supplier, account)),
    /** The process with the earliest due move, at or before `micros`. */
    dueProcess: (micros: number): ProcessRow | undefined => processRow.optional().parse(due.get(micros)),
    nextDue: (): number | null => z.number().nullable().parse(nextDue.get()),
    processes: (filter: ProcessFilter): ProcessRow[] => {
      const supplier = filter.supplier ?? null
      const status = filter.status ?? null
      return list
        .all(filter.afterId ?? 0, supplier, supplier, status, status, filter.limit ?? 100)
        .map((row) => processRow.parse(row))
    },
  }
}

function processWrites(database: Database.Database) {
  const insert = database.prepare(
    `INSERT INTO processes (supplier, account, ordinal, status, dry_run, fails, refs, created_at, modified_at, ends_at, due_at)
     VALUES (?, ?, ?, 'PENDING', ?, ?, ?, ?, ?, ?, ?)`,
  )
  const move = database.prepare(
    `UPDATE processes SET status = ?, modified_at = ?, due_at = ?, platform_identifier = ?, latest_error = ?
     WHERE id = ? AND status = ?`,
  )
  const drops = [
    database.prepare('DELETE FROM used_references WHERE process = ?'),
    database.prepare('DELETE FROM events WHERE process = ?'),
    database.prepare('DELETE FROM processes WHERE id = ?'),
  ]
  return {
    addProcess: (row: NewProcess): number =>
      Number(
        insert.run(
          row.supplier,
          row.account,
          row.ordinal,
          row.dryRun ? 1 : 0,
          row.fails ? 1 : 0,
          JSON.stringify(row.references),
          row.createdAt,
          row.createdAt,
          row.endsAt,
          row.startsAt,
        ).lastInsertRowid,
      ),
    /** Deletes a process with all that belongs to it. */
    dropProcess: (id: number): void => {
      for (const drop of drops) drop.run(id)
    },
    /** Moves a process from the state it was read in; any other state is a bug. */
    moveProcess: (before: ProcessRow, after: ProcessRow): void => {
      const changed = move.run(
        after.status,
        after.modified_at,
        after.due_at,
        after.platform_identifier,
        after.latest_error === null ? null : JSON.stringify(after.latest_error),
        before.id,
        before.status,
      ).changes
      if (changed !== 1) throw new Error(`Process ${before.id} is no longer ${before.status}.`)
    },
  }
}

function eventStatements(database: Database.Database) {
  const addEvent = database.prepare(
    'INSERT INTO events (process, event, occurred_at, data) VALUES (?, ?, ?, ?)',
  )
  const events = database.prepare('SELECT event, occurred_at, data FROM events WHERE process = ? ORDER BY id')
  const latest = database.prepare(
    'SELECT event, occurred_at, data FROM events WHERE process = ? ORDER BY id DESC LIMIT 1',
  )
  return {
    addEvent: (process: number, event: string, occurredAt: number, data: ImportError | null): void => {
      addEvent.run(process, event, occurredAt, data === null ? null : JSON.stringify(data))
    },
    events: (process: number): EventRow[] => events.all(process).map((row) => eventRow.parse(row)),
    latestEvent: (process: number): EventRow => eventRow.parse(latest.get(process)),
  }
}

function referenceStatements(database: Database.Database) {
  const referenceTaken = database
    .prepare('SELECT 1 FROM used_references WHERE namespace = ? AND value = ?')
    .pluck()
  const takeReference = database.prepare(
    'INSERT INTO used_references (namespace, value, process) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
  )
  return {
    referenceTaken: (reference: Reference): boolean =>
      referenceTaken.get(reference.namespace, reference.value) !== undefined,
    takeReference: (reference: Reference, process: number): void => {
      takeReference.run(reference.namespace, reference.value, process)
    },
  }
}
