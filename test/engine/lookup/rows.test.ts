// Tests the rows and the order that a filter and a sort give: the database's result, by index or by scan, equals
// that of a simple in-memory filter, also when a thread computes it in steps.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderRows } from '../../../electron/engine/store/lookup/rows/row-order.ts'
import { createLookupThread, LookupLeft } from '../../../electron/engine/store/lookup/lookup-thread.ts'
import { runThrough } from '../../../electron/engine/store/lookup/pieces.ts'
import { accountStates, outcomes } from '../../../shared/sending/states.ts'
import { valueShape } from '../../../shared/sheet/value-shape.ts'
import type { RowFilter, RowSort } from '../../../shared/fixing/row-filter.ts'
import { atEnd, practiceStore } from '../store/practice-store.ts'
import { columns, editsOf, expected, fillBatch, type ModelRow, texts, values } from './random-batch.ts'
import { times } from '../../support/repeats.ts'

/** At most three conditions at once: more would leave no rows. */
function filters(rows: readonly ModelRow[]): fc.Arbitrary<RowFilter> {
  const column = fc.nat(columns - 1)
  const one: fc.Arbitrary<RowFilter> = fc.oneof(
    fc.record({ states: fc.subarray([...accountStates]) }),
    fc.record({ outcomes: fc.subarray([...outcomes]) }),
    fc.record({ code: fc.constantFrom('required', 'invalid', null) }),
    fc.record({ field: fc.constantFrom('customers.*.landline', 'billing_name', null) }),
    fc.record({ column }),
    fc.record({ shape: fc.constantFrom(...values.map(valueShape)) }),
    fc.record({ since: fc.nat(10) }),
    fc.record({ text: fc.constantFrom(...texts, '') }),
    fc.record({
      values: fc.record({ column, texts: fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 }) }),
    }),
    fc.record({ changed: fc.boolean() }),
    fc.record({ held: fc.boolean() }),
    fc.record({ excluded: fc.boolean() }),
    fc.record({ edit: fc.constantFrom(...editsOf(rows), 999_999) }),
    fc.record({ account: fc.constantFrom(...rows.flatMap(({ account }) => account?.id ?? [])) }),
  )
  return fc.array(one, { maxLength: 3 }).map((parts) => Object.assign({}, ...parts) as RowFilter)
}

const sorts: fc.Arbitrary<RowSort | undefined> = fc.option(
  fc.record({
    by: fc.oneof(
      fc.constantFrom('row' as const, 'state' as const, 'problems' as const),
      fc.record({ column: fc.nat(columns - 1) }),
    ),
    descending: fc.boolean(),
  }),
  { nil: undefined },
)

test('every filter and order gives the same rows as a simple filter in memory', async () => {
  const practice = await practiceStore()
  const rows = fillBatch(practice, 300, 11)
  const { database, batch } = practice
  fc.assert(
    fc.property(filters(rows), sorts, (filter, sort) => {
      const found = runThrough(orderRows(database, { batch, sheet: 0, filter }, sort))
      expect([...found]).toEqual(expected(rows, filter, sort))
    }),
    { numRuns: times(300) },
  )
})

test('the first partial result is the beginning of the complete result', async () => {
  const practice = await practiceStore()
  const rows = fillBatch(practice, 400, 5)
  const { database, batch } = practice
  fc.assert(
    fc.property(filters(rows), (filter) => {
      const work = orderRows(database, { batch, sheet: 0, filter }, undefined)
      const first: number[] = []
      for (let next = work.next(); next.done !== true; next = work.next()) first.push(...(next.value ?? []))
      expect(first).toEqual(expected(rows, filter, undefined).slice(0, first.length))
    }),
    { numRuns: times(100) },
  )
})

test('a lookup thread finds the same, several lookups at a time, and ends those that were cancelled', async () => {
  const practice = await practiceStore()
  const rows = fillBatch(practice, 400, 23)
  const { database, batch } = practice
  const thread = createLookupThread(database.name)
  atEnd(() => void thread.close())
  const asked: { readonly filter: RowFilter; readonly sort: RowSort | undefined }[] = [
    { filter: { states: ['invalid'] }, sort: undefined },
    { filter: { text: 'smi' }, sort: { by: { column: 0 }, descending: false } },
    { filter: { code: 'invalid', column: 2 }, sort: undefined },
    { filter: {}, sort: { by: 'problems', descending: true } },
  ]
  const unwanted = thread.start({ kind: 'rows', batch, sheet: 0, filter: { text: 'x' }, sort: undefined })
  const running = asked.map(({ filter, sort }) =>
    thread.start({ kind: 'rows', batch, sheet: 0, filter, sort }),
  )
  unwanted.leave()
  await expect(unwanted.result).rejects.toBeInstanceOf(LookupLeft)
  const found = await Promise.all(running.map(({ result }) => result))
  expect(found.map((one) => [...(one as Int32Array)])).toEqual(
    asked.map(({ filter, sort }) => expected(rows, filter, sort)),
  )
  // It has released its snapshot of the write-ahead log, so the log can be truncated.
  expect(database.pragma('wal_checkpoint(TRUNCATE)')).toEqual([{ busy: 0, log: 0, checkpointed: 0 }])
  await thread.close()
  await expect(thread.start({ kind: 'groups', batch }).result).rejects.toBeInstanceOf(LookupLeft)
})
