// Jobs of the lookup thread. For small data the same job runs at once on the window's thread.
import type { Database } from 'better-sqlite3'
import type { RowSort } from '../../../../shared/fixing/row-filter.ts'
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import { countChanged } from '../fixing/changed-accounts.ts'
import { type Cause, findGroups, findShapes } from './cause-groups.ts'
import { compareResults, type ComparisonAsked, countPasses } from './compared-results.ts'
import { type DuplicatesAsked, findDuplicates } from './duplicate-groups.ts'
import { type AccountsAsked, findAccounts } from './find-accounts.ts'
import type { Pieces } from './pieces.ts'
import type { RowsAsked } from './rows/row-numbers.ts'
import { orderRows } from './rows/row-order.ts'

export type LookupJob =
  | ({ readonly kind: 'rows'; readonly sort: RowSort | undefined } & RowsAsked)
  | { readonly kind: 'groups'; readonly batch: number }
  | { readonly kind: 'shapes'; readonly batch: number; readonly cause: Cause }
  | { readonly kind: 'changed'; readonly batch: number }
  | ({ readonly kind: 'duplicates' } & DuplicatesAsked)
  | ({ readonly kind: 'comparison' } & ComparisonAsked)
  | { readonly kind: 'passes'; readonly batch: number }
  | ({ readonly kind: 'accounts'; readonly known: readonly number[] } & AccountsAsked)

/** The thread is started with the path of the database. */
export type LookupTask = {
  readonly data: string
  readonly asked: LookupJob
  readonly answer: unknown
  /** Partial results: row numbers. */
  readonly progress: Int32Array
}

/** Yields partial results; returns the complete one. */
export function workOf(database: Database, job: LookupJob): Pieces<unknown, Int32Array> {
  switch (job.kind) {
    case 'rows':
      return orderRows(database, job, job.sort)
    case 'groups':
      return findGroups(database, job.batch)
    case 'shapes':
      return findShapes(database, job.batch, job.cause)
    case 'changed':
      return countChanged(database, job.batch)
    case 'duplicates':
      return findDuplicates(database, job)
    case 'comparison':
      return compareResults(database, job)
    case 'passes':
      return countPasses(database, job.batch)
    case 'accounts':
      return findAccounts(database, job)
    default:
      return assertNever(job)
  }
}
