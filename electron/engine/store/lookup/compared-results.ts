// Compares the results of the accounts of two batches by their keys, or of two validation passes of one batch. Accounts of
// one key are matched in the order of the file. The walk runs in pieces and returns only numbers and counts: the lines of
// a page are read by their ids (compared-lines.ts).
import type { Database } from 'better-sqlite3'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import type { NamedProblem } from '../../../../shared/fixing/passes.ts'
import { type Ending, endingOf } from '../../../../shared/sending/endings.ts'
import type { AccountState, Outcome } from '../../../../shared/sending/states.ts'
import {
  type ComparedResult,
  comparisonKind,
  type ComparisonKind,
  comparisonKinds,
  resultNow,
  resultOfPass,
} from '../../../../shared/sending/comparison.ts'
import type { Pieces } from './pieces.ts'

export type ComparedSide = {
  readonly batch: number
  /** Counted from 1: the validation of each account that is looked at; null: the accounts as they are now. */
  readonly pass: number | null
}
export type ComparisonAsked = { readonly first: ComparedSide; readonly second: ComparedSide }

export type ComparedCause = {
  readonly code: string
  /** The attr with * for its indexes; empty: the service named none. */
  readonly field: string
  /** Accounts that have it. */
  readonly first: number
  readonly second: number
  readonly both: number
}

export type Comparison = {
  /** Accounts of the first and the second side, line by line, kind after kind; 0: none. */
  readonly first: Int32Array
  readonly second: Int32Array
  /** What either side of each line was when its kind was found: places in `results`; -1: none. */
  readonly firstResult: Int32Array
  readonly secondResult: Int32Array
  /** Each result that an account has, once. */
  readonly results: readonly ComparedResult[]
  readonly counts: Readonly<Record<ComparisonKind, number>>
  /** Accounts on each side. */
  readonly accounts: { readonly first: number; readonly second: number }
  /** Those with most accounts first, at most `mostComparedCauses`. */
  readonly causes: readonly ComparedCause[]
  readonly causeCount: number
}

export const mostComparedCauses = 500
/** Positions of accounts read between two yields. */
const accountsAtOnce = 4000

type Compared = ComparedResult & { readonly id: number }
type Side = ReadonlyMap<string, Compared>

export function* compareResults(database: Database, asked: ComparisonAsked): Pieces<Comparison> {
  const byId = asked.first.batch === asked.second.batch
  const first = yield* readSide(database, asked.first, byId)
  const second = yield* readSide(database, asked.second, byId)
  const lines = new Map(comparisonKinds.map((kind) => [kind, noLines()]))
  const results = collectResults()
  const causes = new Map<string, { first: number; second: number; both: number }>()
  const add = (one: Compared | null, other: Compared | null): void => {
    const line = lines.get(comparisonKind(one, other))
    line?.first.push(one?.id ?? 0)
    line?.second.push(other?.id ?? 0)
    line?.firstResult.push(results.placeOf(one))
    line?.secondResult.push(results.placeOf(other))
    countCauses(causes, one, other)
  }
  let seen = 0
  for (const [name, one] of first) {
    add(one, second.get(name) ?? null)
    seen += 1
    if (seen % accountsAtOnce === 0) yield
  }
  for (const [name, other] of second) {
    if (!first.has(name)) add(null, other)
    seen += 1
    if (seen % accountsAtOnce === 0) yield
  }
  const all = [...lines.values()]
  const whole = (of: keyof Lines): Int32Array => Int32Array.from(all.flatMap((line) => line[of]))
  return {
    first: whole('first'),
    second: whole('second'),
    firstResult: whole('firstResult'),
    secondResult: whole('secondResult'),
    results: results.all,
    counts: Object.fromEntries(
      [...lines].map(([kind, line]) => [kind, line.first.length]),
    ) as Comparison['counts'],
    accounts: { first: first.size, second: second.size },
    ...summarized(causes),
  }
}

type Lines = Readonly<Record<'first' | 'second' | 'firstResult' | 'secondResult', number[]>>

const noLines = (): Lines => ({ first: [], second: [], firstResult: [], secondResult: [] })

/** Many accounts have the same result: each is kept once. */
function collectResults() {
  const all: ComparedResult[] = []
  const places = new Map<string, number>()
  return {
    all,
    /** -1: no account. */
    placeOf(one: ComparedResult | null): number {
      if (one === null) return -1
      const { isToFix, state, problems } = one
      const name = `${isToFix} ${state}\n${problems}`
      const known = places.get(name)
      if (known !== undefined) return known
      places.set(name, all.length)
      return all.push({ isToFix, state, problems }) - 1
    },
  }
}

function countCauses(
  causes: Map<string, { first: number; second: number; both: number }>,
  one: Compared | null,
  other: Compared | null,
): void {
  const before = problemsOf(one)
  const after = problemsOf(other)
  for (const name of new Set([...before, ...after])) {
    const cause = causes.get(name) ?? { first: 0, second: 0, both: 0 }
    causes.set(name, cause)
    const [isBefore, isAfter] = [before.includes(name), after.includes(name)]
    if (isBefore) cause.first += 1
    if (isAfter) cause.second += 1
    if (isBefore && isAfter) cause.both += 1
  }
}

const problemsOf = (one: Compared | null): readonly string[] =>
  one === null || one.problems === '' ? [] : one.problems.split('\n')

function summarized(
  causes: ReadonlyMap<string, { readonly first: number; readonly second: number; readonly both: number }>,
): Pick<Comparison, 'causes' | 'causeCount'> {
  const sorted = [...causes]
    .map(([name, counts]) => ({ ...causeOf(name), ...counts }))
    .sort(
      (one, other) =>
        Math.max(other.first, other.second) - Math.max(one.first, one.second) ||
        (one.code < other.code ? -1 : 1),
    )
  return { causes: sorted.slice(0, mostComparedCauses), causeCount: sorted.length }
}

/** One line of text, since problems are joined by line breaks. */
export const problemName = (code: string | null, field: string | null): string =>
  `${code ?? ''} ${field ?? ''}`.replaceAll('\n', ' ')

function causeOf(name: string): { readonly code: string; readonly field: string } {
  const end = name.lastIndexOf(' ')
  return { code: name.slice(0, end), field: name.slice(end + 1) }
}

export const namedProblems = (named: string | null): string[] =>
  (JSON.parse(named ?? '[]') as NamedProblem[]).map(([attr, code]) =>
    problemName(code, attr === null ? null : generalPath(attr)),
  )

/** By id where both sides are of one batch, else by key and by which of the accounts with that key it is. */
function* readSide(database: Database, side: ComparedSide, byId: boolean): Pieces<Side> {
  const accounts = new Map<string, Compared>()
  const earlier = new Map<string, number>()
  const nameOf = (id: number, key: string): string => {
    if (byId) return String(id)
    const first = `0 ${key}`
    if (!accounts.has(first)) return first
    const number = (earlier.get(key) ?? 0) + 1
    earlier.set(key, number)
    return `${number} ${key}`
  }
  const last = lastPosition(database, side.batch)
  const read =
    side.pass === null ? readerOfNow(database, side.batch) : readerOfPass(database, side.batch, side.pass)
  for (let after = -1; after < last; after += accountsAtOnce) {
    for (const { key, ...one } of read(after, after + accountsAtOnce)) accounts.set(nameOf(one.id, key), one)
    yield
  }
  return accounts
}

/** -1: the batch has no account. */
function lastPosition(database: Database, batch: number): number {
  const select = database.prepare('SELECT max(position) FROM account WHERE batch_id = ?').pluck()
  return (select.get(batch) as number | null) ?? -1
}

type Read = (after: number, upTo: number) => readonly (Compared & { readonly key: string })[]

function readerOfNow(database: Database, batch: number): Read {
  const selectAccounts = database.prepare(
    `SELECT id, key, state, outcome, held_reason IS NOT NULL AS held, excluded FROM account
     WHERE batch_id = @batch AND position > @after AND position <= @upTo ORDER BY position`,
  )
  const selectProblems = database.prepare(
    `SELECT p.account_id AS account, p.code, p.field FROM account a
       CROSS JOIN problem p INDEXED BY problem_of_account ON p.account_id = a.id
     WHERE a.batch_id = @batch AND a.position > @after AND a.position <= @upTo AND p.stale = 0`,
  )
  return (after, upTo) => {
    const piece = { batch, after, upTo }
    const problems = Map.groupBy(selectProblems.all(piece) as RawProblem[], ({ account }) => account)
    return (selectAccounts.all(piece) as RawAccount[]).map((one) => ({
      id: one.id,
      key: one.key,
      ...resultNow(
        endingNow(one),
        (problems.get(one.id) ?? []).map(({ code, field }) => problemName(code, field)),
      ),
    }))
  }
}

export type RawEnding = {
  readonly state: AccountState
  readonly outcome: Outcome | null
  readonly held: 0 | 1
  readonly excluded: 0 | 1
}

export function endingNow({ state, outcome, held, excluded }: RawEnding): Ending {
  return endingOf(state, outcome, excluded === 1 ? 'excluded' : held === 1 ? 'held' : 'no')
}

type RawProblem = { readonly account: number; readonly code: string | null; readonly field: string | null }
type RawAccount = RawEnding & { readonly id: number; readonly key: string }

/** Accounts that were validated less often are not on the side. */
function readerOfPass(database: Database, batch: number, pass: number): Read {
  const select = database.prepare(
    `SELECT a.id, a.key, v.verdict, v.named FROM account a CROSS JOIN validation v ON v.id = (
         SELECT w.id FROM validation w WHERE w.account_id = a.id ORDER BY w.id LIMIT 1 OFFSET @skip)
     WHERE a.batch_id = @batch AND a.position > @after AND a.position <= @upTo ORDER BY a.position`,
  )
  return (after, upTo) =>
    (select.all({ batch, after, upTo, skip: pass - 1 }) as RawValidation[]).map(
      ({ id, key, verdict, named }) => ({
        id,
        key,
        ...resultOfPass(verdict, namedProblems(named)),
      }),
    )
}

type RawValidation = {
  readonly id: number
  readonly key: string
  readonly verdict: 'validated' | 'rejected'
  readonly named: string | null
}

/** The most validations of one account of a batch. */
export function* countPasses(database: Database, batch: number): Pieces<number> {
  const select = database
    .prepare(
      `SELECT max((SELECT count(*) FROM validation v WHERE v.account_id = a.id)) FROM account a
       WHERE a.batch_id = @batch AND a.position > @after AND a.position <= @upTo`,
    )
    .pluck()
  const last = lastPosition(database, batch)
  let most = 0
  for (let after = -1; after < last; after += accountsAtOnce) {
    most = Math.max(most, (select.get({ batch, after, upTo: after + accountsAtOnce }) as number | null) ?? 0)
    yield
  }
  return most
}
