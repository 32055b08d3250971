// Queries of grids, cause lists and searches over a batch of any size. Small ones run at once on the calling
// thread, large ones on the lookup thread. Answers are cached until the batch changes.
import type { Database } from 'better-sqlite3'
import type { ChangedView } from '../../../../shared/contract/fixing/edits.ts'
import type { ValueShapeGroup } from '../../../../shared/contract/views.ts'
import type { RowFilter, RowSort } from '../../../../shared/fixing/row-filter.ts'
import type { BatchStamps } from '../import/batch-stamps.ts'
import { type Cause, findGroups, findShapes, type Groups } from './cause-groups.ts'
import { countChanged } from '../fixing/changed-accounts.ts'
import { compareResults, type Comparison, type ComparisonAsked, countPasses } from './compared-results.ts'
import { type DuplicateGroups, type DuplicatesAsked, findDuplicates } from './duplicate-groups.ts'
import { findAccounts, knownAccounts, type AccountsAsked } from './find-accounts.ts'
import { createKeptAnswers, type KeptAnswers } from './kept-answers.ts'
import type { LookupJob } from './lookup-job.ts'
import { type LookupThread, LookupLeft, type Running } from './lookup-thread.ts'
import { runThrough } from './pieces.ts'
import { orderRows } from './rows/row-order.ts'
import { createRowVersions } from './rows/row-versions.ts'

const usualSmall = 5000
/** Limit of accounts whose rows are compared cell by cell on the calling thread. */
const fewAccounts = 200
const viewsKept = 10
const causesKept = 16
const duplicatesKept = 2
const comparisonsKept = 2
/** Time limit of a search; it ends earlier if something is known by its key. */
const searchMs = 2500
const searchBesideKeysMs = 300

export type RowsWanted = {
  readonly batch: number
  readonly sheet: number
  readonly filter: RowFilter | undefined
  readonly sort: RowSort | undefined
}
export type How = { readonly soon: boolean; readonly signal?: AbortSignal | undefined }
export type FoundRows = {
  readonly rows: number[]
  readonly total: number
  readonly exact: boolean
  /** Equal for equal rows in any order; null while they are not exact. */
  readonly version: string | null
}

export type Lookups = ReturnType<typeof createLookups>

export function createLookups(options: {
  readonly database: Database
  readonly stamps: BatchStamps
  readonly thread: LookupThread
  /** Limit of rows, or accounts, for work at once. */
  readonly small?: number
}) {
  const parts = createParts(options)
  const { database, small, groups, shapes, changed, duplicates, passes } = parts
  if (!isSmallBatch(parts, null)) options.thread.warm()
  return {
    /** Row numbers from one position to another. */
    rows: (wanted: RowsWanted, from: number, limit: number, how: How) =>
      findRows(parts, wanted, { from, limit }, how),

    /** The problems of a batch by cause. */
    groups: (batch: number, how: How) =>
      findAnswer(parts, groups, { kind: 'groups', batch }, how, () =>
        runThrough(findGroups(database, batch)),
      ),

    /** The values of a cause by their shape. */
    shapes: (batch: number, cause: Cause, how: How) =>
      findAnswer(parts, shapes, { kind: 'shapes', batch, cause }, how, () =>
        runThrough(findShapes(database, batch, cause)),
      ),

    /** Accounts and rows with changed cells. */
    changed: (batch: number, how: How) =>
      findAnswer(parts, changed, { kind: 'changed', batch }, how, () =>
        runThrough(countChanged(database, batch)),
      ),

    /** Groups of duplicate accounts. */
    duplicates: (asked: DuplicatesAsked, how: How) =>
      findAnswer(
        parts,
        duplicates,
        { kind: 'duplicates', ...asked },
        how,
        () => runThrough(findDuplicates(database, asked)),
        Math.min(small, fewAccounts),
      ),

    /** Accounts of two batches, or of two validation passes, beside each other. */
    comparison: (asked: ComparisonAsked, how: How) => findComparison(parts, asked, how),

    /** The most validations of one account of a batch. */
    passes: (batch: number, how: How) =>
      findAnswer(parts, passes, { kind: 'passes', batch }, how, () =>
        runThrough(countPasses(database, batch)),
      ),

    /** Accounts by key, identity, identifier or problem code first, then by the text of their cells; best first. */
    accounts: (asked: AccountsAsked, signal?: AbortSignal) => searchAccounts(parts, asked, signal),

    close: (): Promise<void> => options.thread.close(),
  }
}

type Parts = ReturnType<typeof createParts>

function createParts(options: Parameters<typeof createLookups>[0]) {
  const { database, stamps, thread, small = usualSmall } = options
  const start = (name: string, found: (rows: Int32Array) => void) =>
    thread.start(JSON.parse(name) as LookupJob, found)
  return {
    database,
    stamps,
    thread,
    small,
    selectRows: database
      .prepare(
        `SELECT coalesce(row_count, (SELECT max(row) FROM source_row r WHERE r.batch_id = s.batch_id AND r.sheet = s.position), 0)
         FROM sheet s WHERE batch_id = ? AND position = ?`,
      )
      .pluck(),
    countAccounts: database
      .prepare('SELECT total(count) FROM account_count WHERE batch_id = ifnull(?, batch_id)')
      .pluck(),
    views: createKeptAnswers<Int32Array>({ most: viewsKept, start }),
    groups: createKeptAnswers<Groups>({ most: causesKept, start }),
    shapes: createKeptAnswers<ValueShapeGroup[]>({ most: causesKept, start }),
    changed: createKeptAnswers<ChangedView>({ most: viewsKept, start }),
    duplicates: createKeptAnswers<DuplicateGroups>({ most: duplicatesKept, start }),
    comparisons: createKeptAnswers<Comparison>({ most: comparisonsKept, start }),
    passes: createKeptAnswers<number>({ most: viewsKept, start }),
    versions: createRowVersions(),
  }
}

function isSmallSheet({ selectRows, small }: Parts, batch: number, sheet: number): boolean {
  return ((selectRows.get(batch, sheet) as number | undefined) ?? 0) <= small
}

/** Null: all batches together. */
function isSmallBatch({ countAccounts, small }: Parts, batch: number | null, most = small): boolean {
  return (countAccounts.get(batch) as number) <= most
}

async function findRows(
  parts: Parts,
  wanted: RowsWanted,
  { from, limit }: { readonly from: number; readonly limit: number },
  how: How,
): Promise<FoundRows> {
  const { database, views, versions } = parts
  const { batch, sheet, filter, sort } = wanted
  const job = { kind: 'rows', batch, sheet, filter, sort } satisfies LookupJob
  const name = JSON.stringify(job)
  const stamp = parts.stamps.of(batch)
  const known = views.at(name, stamp)
  const part = (all: Int32Array, exact: boolean): FoundRows => ({
    rows: [...all.subarray(from, from + limit)],
    total: all.length,
    exact,
    version: exact ? versions.of(all) : null,
  })
  if (known !== undefined) return part(known, true)
  // An account has few rows, and they are read after every edit.
  if (filter?.account !== undefined) return part(runThrough(orderRows(database, job, sort)), true)
  if (isSmallSheet(parts, batch, sheet))
    return part(views.put(name, runThrough(orderRows(database, job, sort)), stamp), true)
  const enough = (found: { count: () => number }): boolean => found.count() >= from + limit
  const answer = await views.ask(name, { stamp, enough, ...how })
  return 'found' in answer ? part(answer.found, false) : part(answer.value, answer.fresh)
}

/** An answer that is of use only as a whole: from the cache, at once if the batch is small, or from the thread. */
async function findAnswer<Value>(
  parts: Parts,
  answers: KeptAnswers<Value>,
  job: LookupJob & { readonly batch: number },
  how: How,
  here: () => Value,
  most = parts.small,
): Promise<{ readonly value: Value; readonly fresh: boolean }> {
  const name = JSON.stringify(job)
  const stamp = parts.stamps.of(job.batch)
  const known = answers.at(name, stamp)
  if (known !== undefined) return { value: known, fresh: true }
  if (isSmallBatch(parts, job.batch, most)) return { value: answers.put(name, here(), stamp), fresh: true }
  const answer = await answers.ask(name, { stamp, ...how })
  if ('found' in answer) throw new Error('Causes are known whole or not at all')
  return answer
}

/** A comparison is of the data of two batches, and of use only as a whole. */
async function findComparison(
  parts: Parts,
  asked: ComparisonAsked,
  how: How,
): Promise<{ readonly value: Comparison; readonly fresh: boolean }> {
  const { database, comparisons, stamps } = parts
  const { first, second } = asked
  const name = JSON.stringify({ kind: 'comparison', first, second } satisfies LookupJob)
  const stamp = `${stamps.of(first.batch)} / ${stamps.of(second.batch)}`
  const known = comparisons.at(name, stamp)
  if (known !== undefined) return { value: known, fresh: true }
  if (isSmallBatch(parts, first.batch) && isSmallBatch(parts, second.batch))
    return { value: comparisons.put(name, runThrough(compareResults(database, asked)), stamp), fresh: true }
  const answer = await comparisons.ask(name, { stamp, ...how })
  if ('found' in answer) throw new Error('A comparison is known whole or not at all')
  return answer
}

async function searchAccounts(parts: Parts, asked: AccountsAsked, signal?: AbortSignal): Promise<number[]> {
  const { database } = parts
  const known = knownAccounts(database, asked)
  if (known.length >= asked.limit) return known
  const found = new Set(known)
  const add = (ids: Iterable<number>): void => {
    for (const id of ids) found.add(id)
  }
  const job = { kind: 'accounts', known, ...asked } satisfies LookupJob
  if (isSmallBatch(parts, asked.batch)) for (const ids of findAccounts(database, job)) add(ids ?? [])
  else await searchFor(parts.thread.start(job, add), known.length > 0 ? searchBesideKeysMs : searchMs, signal)
  return [...found].slice(0, asked.limit)
}

/** Lets a search run for a time, or until it is aborted. */
async function searchFor(running: Running, ms: number, signal: AbortSignal | undefined): Promise<void> {
  const time = setTimeout(running.leave, ms)
  signal?.addEventListener('abort', running.leave)
  await running.result
    .catch((error: unknown) => {
      if (!(error instanceof LookupLeft)) throw error
    })
    .finally(() => {
      clearTimeout(time)
      signal?.removeEventListener('abort', running.leave)
    })
}
