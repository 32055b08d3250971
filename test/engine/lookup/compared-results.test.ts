// Tests the comparison of two batches and of two validation passes against a simple model over the same accounts: every
// account of either side is on exactly one line, under the kind that its two results have.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ComparedSide,
  type Comparison,
  compareResults,
  countPasses,
} from '../../../electron/engine/store/lookup/compared-results.ts'
import { runThrough } from '../../../electron/engine/store/lookup/pieces.ts'
import { comparisonKinds, type ComparisonKind } from '../../../shared/sending/comparison.ts'
import { addBatch, practiceStore, type PracticeStore } from '../store/practice-store.ts'

/** State, outcome, reason of a hold, excluded; and whether a person has something to fix. */
const results = [
  { row: ['unvalidated', null, null, 0], toFix: false, name: 'not_validated' },
  { row: ['validated', null, null, 0], toFix: false, name: 'ready' },
  { row: ['invalid', null, null, 0], toFix: true, name: 'to_fix' },
  { row: ['rejected', null, null, 0], toFix: true, name: 'to_fix' },
  { row: ['done', 'created', null, 0], toFix: false, name: 'created' },
  { row: ['done', 'failed', null, 0], toFix: true, name: 'failed' },
  { row: ['invalid', null, '"Waits"', 0], toFix: false, name: 'held' },
  { row: ['invalid', null, '"Gone"', 1], toFix: false, name: 'excluded' },
] as const

type ModelAccount = {
  readonly key: string
  readonly result: (typeof results)[number]
  readonly problems: readonly string[]
}

const account: fc.Arbitrary<ModelAccount> = fc.record({
  // The keys clash with the names that a simple numbering of repeated keys would make.
  key: fc.constantFrom('A', 'B', 'C', '1 A', 'A\n1', ''),
  result: fc.constantFrom(...results),
  problems: fc.subarray(['required customers.*.landline', 'invalid billing_name', ' ']),
})
function fill(practice: PracticeStore, batch: number, accounts: readonly ModelAccount[]): number[] {
  const { database } = practice
  const insertAccount = database.prepare(
    'INSERT INTO account (batch_id, position, key, state, outcome, held_reason, excluded) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const insertProblem = database.prepare(
    `INSERT INTO problem (account_id, batch_id, source, code, message, place, field) VALUES (?, ?, 'local', ?, '""', '{}', ?)`,
  )
  return accounts.map(({ key, result, problems }, at) => {
    const id = Number(insertAccount.run(batch, at * 3, key, ...result.row).lastInsertRowid)
    for (const problem of problems) {
      const [code, field] = problem.split(' ')
      insertProblem.run(id, batch, code === '' ? null : code, field === '' ? null : field)
    }
    return id
  })
}

const problemsOf = ({ result, problems }: ModelAccount): string =>
  result.toFix ? problems.toSorted().join() : ''

function kindOf(one: ModelAccount | undefined, other: ModelAccount | undefined): ComparisonKind {
  if (one === undefined) return 'only_second'
  if (other === undefined) return 'only_first'
  if (one.result.toFix && other.result.toFix)
    return problemsOf(one) === problemsOf(other) ? 'same_problems' : 'other_problems'
  if (one.result.toFix) return 'solved'
  if (other.result.toFix) return 'new_problems'
  return one.result.name === other.result.name ? 'same' : 'changed'
}

/** Each line as `kind first second`, by the positions of the accounts on their sides; -1: none. */
function modelLines(first: readonly ModelAccount[], second: readonly ModelAccount[]): string[] {
  const placesOf = (accounts: readonly ModelAccount[], key: string): number[] =>
    accounts.flatMap((one, at) => (one.key === key ? [at] : []))
  const keys = new Set([...first, ...second].map(({ key }) => key))
  return [...keys].flatMap((key) => {
    const [ones, others] = [placesOf(first, key), placesOf(second, key)]
    return Array.from({ length: Math.max(ones.length, others.length) }, (_, at) => {
      const [one = -1, other = -1] = [ones[at], others[at]]
      return `${kindOf(first[one], second[other])} ${one} ${other}`
    })
  })
}

function linesOf(comparison: Comparison, first: readonly number[], second: readonly number[]): string[] {
  const kinds = comparisonKinds.flatMap((kind) => Array.from({ length: comparison.counts[kind] }, () => kind))
  expect(kinds).toHaveLength(comparison.first.length)
  return kinds.map((kind, at) => {
    const place = (side: 'first' | 'second', ids: readonly number[]): number =>
      comparison[side][at] === 0 ? -1 : ids.indexOf(comparison[side][at] ?? 0)
    return `${kind} ${place('first', first)} ${place('second', second)}`
  })
}

const compared = ({ database }: PracticeStore, first: ComparedSide, second: ComparedSide): Comparison =>
  runThrough(compareResults(database, { first, second }))

test('two batches are compared by key, and by order where accounts have one key', async () => {
  const practice = await practiceStore()
  practice.database.pragma('synchronous = OFF')
  const lists = fc.array(account, { maxLength: 12 })
  fc.assert(
    fc.property(lists, lists, (first, second) => {
      const [one, other] = [
        addBatch(practice.store, practice.connection),
        addBatch(practice.store, practice.connection),
      ]
      const ids = { first: fill(practice, one, first), second: fill(practice, other, second) }
      const found = compared(practice, { batch: one, pass: null }, { batch: other, pass: null })
      expect(linesOf(found, ids.first, ids.second).toSorted()).toEqual(modelLines(first, second).toSorted())
      expect(found.accounts).toEqual({ first: first.length, second: second.length })
    }),
    { numRuns: 150 },
  )
})

test('causes count the accounts that have them on the first side, on the second and on both', async () => {
  const practice = await practiceStore()
  const one = addBatch(practice.store, practice.connection)
  const other = addBatch(practice.store, practice.connection)
  const [, , toFix] = results
  const rejected = (key: string, ...problems: string[]): ModelAccount => ({ key, result: toFix, problems })
  fill(practice, one, [rejected('A', 'invalid billing_name'), rejected('B', 'invalid billing_name', ' ')])
  fill(practice, other, [rejected('A', 'invalid billing_name'), rejected('C', 'invalid billing_name')])
  const { causes, causeCount } = compared(practice, { batch: one, pass: null }, { batch: other, pass: null })
  expect(causes).toEqual([
    { code: 'invalid', field: 'billing_name', first: 2, second: 2, both: 1 },
    { code: '', field: '', first: 1, second: 0, both: 0 },
  ])
  expect(causeCount).toBe(2)
})

test('a pass is the validation of each account with that number; accounts without one are not on its side', async () => {
  const practice = await practiceStore({ accounts: 4 })
  const { database, batch, ids } = practice
  const insert = database.prepare(
    `INSERT INTO validation (account_id, payload_id, at, http_status, verdict, answer, named)
     SELECT id, payload_id, 0, 200, ?, '', ? FROM account WHERE id = ?`,
  )
  const named = JSON.stringify([['customers.3.landline', 'invalid']])
  const validated = (at: number): unknown => insert.run('validated', null, ids[at])
  const rejected = (at: number): unknown => insert.run('rejected', named, ids[at])
  rejected(0)
  validated(0)
  validated(1)
  rejected(1)
  rejected(2)
  rejected(2)
  validated(3)
  const found = compared(practice, { batch, pass: 1 }, { batch, pass: 2 })
  expect(linesOf(found, ids, ids)).toEqual([
    'new_problems 1 1',
    'solved 0 0',
    'only_first 3 -1',
    'same_problems 2 2',
  ])
  expect(found.causes).toEqual([
    { code: 'invalid', field: 'customers.*.landline', first: 2, second: 2, both: 1 },
  ])
  expect(runThrough(countPasses(database, batch))).toBe(2)
})
