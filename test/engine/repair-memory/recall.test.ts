// Tests which repairs fit another file, against a model that knows both files completely: on random files and random
// edits, some of them undone, and again from the stored repairs after the batch is removed.
import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { recallOffers } from '../../../electron/engine/fixing/repair-memory/recall.ts'
import { repairsToKeep } from '../../../electron/engine/fixing/repair-memory/recall-all.ts'
import type { FoundOffers } from '../../../electron/engine/fixing/repair-memory/recall-job.ts'
import { piecesOf } from '../../../electron/engine/store/fixing/edits.ts'
import { openRepairRows } from '../../../electron/engine/store/fixing/repair-rows.ts'
import type { Store } from '../../../electron/engine/store/store.ts'
import { columnMeanings } from '../../../shared/fixing/repair-match.ts'
import { addBatch, payloadOf, practiceStore, start } from '../store/practice-store.ts'
import { patience, times } from '../../support/repeats.ts'

const columns = [0, 1] as const
const info = {
  name: 'Sheet',
  hidden: false,
  headerRow: 1,
  columns: columns.map((index) => ({ index, header: `C${index}`, name: `C${index}` })),
}
const sheets = [{ position: 0, info }]
const kindsOf = new Map([['column c0', 'choice' as const]])

type Row = { readonly key: string; readonly cells: readonly string[] }
type Edit = {
  readonly cells: readonly { readonly row: number; readonly col: number; readonly text: string }[]
  readonly undone: boolean
}

function addFile(store: Store, connection: number, rows: readonly Row[]): number {
  const batch = addBatch(store, connection)
  store.rows.addSheet(batch, 0, info, 'main')
  store.rows.addRows(
    batch,
    0,
    rows.map(({ cells }, at) => ({ row: at + 2, cells: JSON.stringify(cells), kept: null })),
  )
  store.accounts.addAccounts(
    batch,
    connection,
    0,
    rows.map(({ key }, at) => {
      const body = payloadOf(`${batch} ${at}`, 'ACME')
      return {
        key,
        supplier: 'ACME',
        identity: null,
        statusPath: null,
        rows: [{ sheet: 0, row: at + 2 }],
        body,
        sha256: createHash('sha256').update(body).digest('hex'),
        origins: {},
        omitted: [],
        problems: [],
      }
    }),
    start,
  )
  return batch
}

/** Applies edits like the engine; the undone ones are the last. */
function layEdits(store: Store, batch: number, rows: readonly Row[], edits: readonly Edit[]): void {
  const ids = edits.map(({ cells }, at) => {
    const all = cells.map(({ row, col, text }) => ({
      sheet: 0,
      row: row + 2,
      col,
      before: null,
      after: text,
      asRead: (rows[row]?.cells[col] ?? '') === text,
    }))
    return store.edits.add(batch, 'Edit', piecesOf(all), 0, start + at)
  })
  for (const [at, id] of [...ids.entries()].reverse())
    if (edits[at]?.undone === true) store.edits.undo(batch, id)
}

const word = fc.constantFrom('', 'a', 'b', 'c', 'd')
const file = (most: number) =>
  fc.uniqueArray(
    fc.record({ key: fc.constantFrom('1', '2', '3', '4', '5', '6', '7', ''), cells: fc.tuple(word, word) }),
    { maxLength: most, selector: ({ key }) => key },
  )
const world = file(7).chain((before) =>
  fc.record({
    before: fc.constant(before),
    after: file(7),
    edits: fc.array(
      fc.uniqueArray(
        fc.record({
          row: fc.nat({ max: Math.max(0, before.length - 1) }),
          col: fc.constantFrom(...columns),
          text: fc.constantFrom('', 'a', 'b', 'x', 'y', 'z'),
        }),
        { minLength: 1, maxLength: 5, selector: ({ row, col }) => `${row} ${col}` },
      ),
      { maxLength: before.length === 0 ? 0 : 6 },
    ),
    undone: fc.nat({ max: 2 }),
  }),
)

/** The expected offers, one line each. */
function expected(before: readonly Row[], after: readonly Row[], edits: readonly Edit[]): string[] {
  const now = before.map(({ cells }) => cells.map((text) => ({ text, typed: false })))
  for (const { cells, undone } of edits)
    if (!undone)
      for (const { row, col, text } of cells) {
        const line = now[row]
        if (line !== undefined) line[col] = { text, typed: cells.length === 1 }
      }
  const repairs = before.flatMap(({ key, cells }, row) =>
    columns.flatMap((col) => {
      const read = cells[col] ?? ''
      const { text, typed } = now[row]?.[col] ?? { text: read, typed: false }
      return text === read ? [] : [{ key, col, read, text, typed }]
    }),
  )
  const found = new Map<string, string[]>()
  const put = (kind: string, col: number, read: string, text: string, sure: boolean, row: number): void => {
    const name = JSON.stringify([kind, col, read, text, sure])
    found.set(name, [...(found.get(name) ?? []), `${row}`])
  }
  for (const [row, { key, cells }] of after.entries())
    for (const col of columns) {
      const says = cells[col] ?? ''
      const own =
        key === ''
          ? undefined
          : repairs.find((one) => one.key === key && one.col === col && one.read === says)
      const same = repairs.filter((one) => one.col === col && one.read === says)
      const ways = [...new Set(same.map(({ text }) => text))]
      const often = ways.some((way) => {
        const cellsOfWay = same.filter(({ text }) => text === way)
        return cellsOfWay.length > 1 || cellsOfWay.some(({ typed }) => typed)
      })
      const isValue = says !== '' && often && ways.length <= 5
      const stayed = before.filter((one) => (one.cells[col] ?? '') === says).length - same.length
      // Only the first column feeds a closed list.
      const sure = col === 0 && ways.length === 1 && stayed === 0
      if (own === undefined) {
        if (isValue) for (const way of ways) put('value', col, says, way, sure, row)
      } else if (isValue && sure) put('value', col, says, own.text, true, row)
      else put('cell', col, says, own.text, true, row)
    }
  return [...found].map(([name, rows]) => `${name} ${rows.join()}`).toSorted()
}

/** The actual offers, in the same form. */
function lines(found: FoundOffers): string[] {
  const all = found.offers.flatMap((offer, at) => {
    const places = [...found.offer.keys()].filter((cell) => found.offer[cell] === at)
    const rows = places.map((cell) => `${(found.row[cell] ?? 0) - 2}`)
    const col = found.col[places[0] ?? -1]
    const name = JSON.stringify([offer.kind, col, offer.before, offer.after, offer.sure])
    return rows.length === 0 ? [] : [`${name} ${rows.join()}`]
  })
  return all.toSorted()
}

test(
  'offers match the model for random files and edits, and stay the same after the batch is removed',
  async () => {
    const { store, connection, workspace } = await practiceStore()
    workspace.database.pragma('synchronous = OFF')
    const rows = openRepairRows(store.memory.file)
    const meanings = columnMeanings(null, sheets)
    const kinds = new Set<string>()
    const property = fc.property(world, ({ before, after, edits: drafts, undone }) => {
      const edits = drafts.map((cells, at) => ({ cells, undone: at >= drafts.length - undone }))
      const first = addFile(store, connection, before)
      layEdits(store, first, before, edits)
      const second = addFile(store, connection, after)
      const target = { batch: second, columns: meanings, kinds: kindsOf }
      const source = { batch: first, name: 'first', columns: meanings }
      const wanted = expected(before, after, edits)
      for (const one of wanted) kinds.add(`${one.slice(2, 6)} ${one.includes(',true]') ? 'sure' : 'open'}`)
      expect(lines(recallOffers(rows, target, [source]))).toEqual(wanted)

      const stored = store.batches.get(first)
      if (stored === null) throw new Error('The batch is gone')
      store.memory.keep(stored, repairsToKeep(rows, source), start, true)
      store.batches.remove(first)
      expect(lines(recallOffers(rows, target, []))).toEqual(wanted)
      store.memory.removeKept()
      store.batches.remove(second)
    })
    const allKinds = ['cell sure', 'valu open', 'valu sure']
    // A few random files do not always have every kind of offer: more follow until they had.
    for (let round = 0; round < 10 && (round === 0 || kinds.size < allKinds.length); round += 1)
      fc.assert(property, { numRuns: times(50) })
    expect([...kinds].toSorted()).toEqual(allKinds)
    rows.close()
  },
  patience,
)

test('rows are matched by key and ordinal, counted across accounts with the same key', async () => {
  const { store, connection } = await practiceStore()
  const keys = ['A', 'B', 'A', '', 'B', 'A']
  const batch = addFile(
    store,
    connection,
    keys.map((key) => ({ key, cells: ['x', 'y'] })),
  )
  store.rows.addRows(batch, 0, [{ row: 40, cells: '["stray"]', kept: null }])
  layEdits(
    store,
    batch,
    keys.map((key) => ({ key, cells: ['x', 'y'] })),
    [{ cells: [{ row: 2, col: 1, text: 'z' }], undone: false }],
  )
  const pages = [
    store.keyed.rowsByKey(batch, 0, 0, 2),
    store.keyed.rowsByKey(batch, 0, 3, 3),
    store.keyed.rowsByKey(batch, 0, 6, 9),
  ]
  expect(pages.flat().map(({ row, key, ordinal }) => [row, key, ordinal])).toEqual([
    [2, 'A', 0],
    [3, 'B', 0],
    [4, 'A', 1],
    [5, null, null],
    [6, 'B', 1],
    [7, 'A', 2],
    [40, null, null],
  ])
  expect(pages[1]?.[0]).toMatchObject({
    cells: ['x', 'z'],
    read: ['x', 'y'],
    edits: new Map([[1, 'z']]),
    account: { state: 'unvalidated', outcome: null, held: null },
  })
  expect(pages[2]?.[1]).toMatchObject({ account: null, cells: ['stray'] })
  expect([0, 1, 2, 3].map((ordinal) => store.keyed.rowOf(batch, 0, 'A', ordinal))).toEqual([2, 4, 7, null])
  expect(store.keyed.rowOf(batch, 0, '', 0)).toBeNull()
})

test('an edit that replaces an undone edit gives a new version of the cells', async () => {
  const { store, connection } = await practiceStore()
  const batch = addFile(store, connection, [{ key: 'A', cells: ['x', 'y'] }])
  const lay = (after: string, at: number): number =>
    store.edits.add(
      batch,
      'Edit',
      piecesOf([{ sheet: 0, row: 2, col: 0, before: null, after, asRead: false }]),
      1,
      start + at,
    )
  const versions = [store.edits.version(batch)]
  const stamps = [store.memory.ownStamp(batch)]
  const look = (): void => {
    versions.push(store.edits.version(batch))
    stamps.push(store.memory.ownStamp(batch))
  }
  const first = lay('a', 1)
  look()
  store.edits.undo(batch, first)
  look()
  lay('b', 2)
  look()
  expect(new Set(versions).size).toBe(4)
  expect(new Set(stamps).size).toBe(4)
})
