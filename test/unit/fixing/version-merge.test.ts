// Tests the three-way merge rules: no local edit and no text of the newer file is lost without a report.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CellSides,
  cellVerdict,
  type Choice,
  mergedText,
  pairRows,
  pairSheets,
  type RowTexts,
  type VersionSheet,
} from '../../../shared/fixing/version-merge.ts'

// Few different texts, so that sides are often equal.
const text: fc.Arbitrary<string> = fc.constantFrom('', 'a', 'b', 'c')
const sides: fc.Arbitrary<CellSides> = fc.record({
  old: text,
  ours: fc.option(text),
  fresh: text,
  editedHere: fc.option(text, { freq: 6 }),
})
const choice: fc.Arbitrary<Choice> = fc.oneof(
  fc.constant({ kind: 'ours' } as const),
  fc.constant({ kind: 'theirs' } as const),
  text.map((typed) => ({ kind: 'typed', text: typed }) as const),
)
const runs = { numRuns: 2000 }

describe('one cell', () => {
  test.each<[string, CellSides]>([
    ['same', { old: 'a', ours: null, fresh: 'a' }],
    ['file', { old: 'a', ours: null, fresh: 'b' }],
    ['carry', { old: 'a', ours: 'b', fresh: 'a' }],
    ['same_repair', { old: 'a', ours: 'b', fresh: 'b' }],
    ['conflict', { old: 'a', ours: 'b', fresh: 'c' }],
    ['conflict', { old: 'a', ours: '', fresh: 'c' }],
    ['edited_here', { old: 'a', ours: 'b', fresh: 'a', editedHere: 'c' }],
    ['same_repair', { old: 'a', ours: 'b', fresh: 'a', editedHere: 'b' }],
    ['same', { old: 'a', ours: 'a', fresh: 'a' }],
  ])('is %s', (verdict, one) => expect(cellVerdict(one)).toBe(verdict))

  test('every edit of ours is carried over, already present, replaced by an edit there, or a conflict', () => {
    fc.assert(
      fc.property(sides, (one) => {
        if (one.ours === null || one.ours === one.old) return
        const verdict = cellVerdict(one)
        expect(['carry', 'same_repair', 'conflict', 'edited_here']).toContain(verdict)
        if (verdict === 'carry') expect(mergedText(one)).toBe(one.ours)
        if (verdict === 'edited_here') expect(one.editedHere).not.toBeNull()
      }),
      runs,
    )
  })

  test('every text of the newer file is kept, or replaced by our repair, by an edit there or by a choice', () => {
    fc.assert(
      fc.property(sides, choice, (one, chosen) => {
        const merged = mergedText(one, chosen)
        if (merged === one.fresh) return
        const verdict = cellVerdict(one)
        // Where our text is replaced without a choice, it equals the old file's text.
        if (verdict === 'carry') expect(one.fresh).toBe(one.old)
        else if (verdict === 'conflict') expect(chosen.kind).not.toBe('theirs')
        else expect(merged).toBe(one.editedHere)
      }),
      runs,
    )
  })

  test('nothing is chosen automatically, and swapping the sides does not change whether there is a conflict', () => {
    fc.assert(
      fc.property(text, text, text, (old, ours, fresh) => {
        const verdict = cellVerdict({ old, ours, fresh })
        expect(mergedText({ old, ours, fresh }) === null).toBe(verdict === 'conflict')
        expect(cellVerdict({ old, ours: fresh, fresh: ours }) === 'conflict').toBe(verdict === 'conflict')
      }),
      runs,
    )
  })

  test('repeating a merge changes nothing', () => {
    fc.assert(
      fc.property(sides, choice, (one, chosen) => {
        const merged = mergedText(one, chosen)
        if (merged === null) return
        expect(
          mergedText(
            { ...one, editedHere: merged === one.fresh && (one.editedHere ?? null) === null ? null : merged },
            chosen,
          ),
        ).toBe(merged)
      }),
      runs,
    )
  })
})

describe('rows of one account', () => {
  const row: fc.Arbitrary<RowTexts> = fc
    .tuple(fc.array(text, { minLength: 3, maxLength: 3 }), fc.option(fc.tuple(fc.nat(2), text)))
    .map(([read, edit]) => ({
      read,
      now: edit === null ? read : read.map((cell, at) => (at === edit[0] ? edit[1] : cell)),
    }))
  const rows = fc.array(row, { maxLength: 6 })

  test('each row of either file is listed exactly once', () => {
    fc.assert(
      fc.property(rows, rows, fc.boolean(), (old, fresh, alone) => {
        const pairs = pairRows(old, fresh, alone)
        const named = (side: 'old' | 'fresh'): number[] =>
          pairs.flatMap((pair) => pair[side] ?? []).sort((one, two) => one - two)
        expect(named('old')).toEqual([...old.keys()])
        expect(named('fresh')).toEqual([...fresh.keys()])
      }),
      runs,
    )
  })

  test('rows in another order are matched if no two are equal', () => {
    const apart = fc.uniqueArray(fc.array(text, { minLength: 3, maxLength: 3 }), {
      selector: String,
      maxLength: 6,
    })
    fc.assert(
      fc.property(apart, fc.infiniteStream(fc.nat()), (texts, stream) => {
        const order = texts.map((read) => ({ read, at: stream.next().value ?? 0 }))
        const fresh = order.toSorted((one, two) => one.at - two.at).map(({ read }) => ({ read, now: read }))
        const old = texts.map((read) => ({ read, now: read }))
        for (const pair of pairRows(old, fresh, false)) {
          expect(pair.certain).toBe(true)
          expect(old[pair.old ?? -1]?.read).toEqual(fresh[pair.fresh ?? -1]?.read)
        }
      }),
      runs,
    )
  })

  test('a row matches a row that differs in one cell; equal rows with different edits are uncertain', () => {
    const of = (...read: string[]): RowTexts => ({ read, now: read })
    expect(
      pairRows([of('a', 'b', 'c'), of('x', 'y', 'z')], [of('x', 'y', 'q'), of('a', 'b', 'c')], false),
    ).toEqual([
      { old: 0, fresh: 1, certain: true },
      { old: 1, fresh: 0, certain: true },
    ])
    const edited = { read: ['a', 'b'], now: ['a', 'e'] }
    const duplicates = [of('a', 'b'), of('a', 'b')]
    for (const old of [
      [edited, of('a', 'b')],
      [of('a', 'b'), edited],
    ])
      expect(pairRows(old, duplicates, false)).toEqual([
        { old: 0, fresh: 0, certain: false },
        { old: 1, fresh: 1, certain: false },
      ])
  })

  test('many rows that all changed are quickly paired in order and marked as uncertain', () => {
    const many = (word: string): RowTexts[] =>
      Array.from({ length: 20_000 }, (_, at) => ({
        read: [`${word}${at}`, 'same'],
        now: [`${word}${at}`, 'same'],
      }))
    const pairs = pairRows(many('old'), many('new'), false)
    expect(pairs).toHaveLength(20_000)
    expect(pairs.every(({ old, fresh, certain }) => old === fresh && !certain)).toBe(true)
  })
})

describe('sheets and columns', () => {
  const sheet = (
    name: string,
    role: VersionSheet['role'],
    names: readonly string[],
    fields: object = {},
  ): VersionSheet => ({
    position: 0,
    role,
    info: {
      name,
      hidden: false,
      headerRow: 1,
      columns: names.map((column, index) => ({ index, header: column, name: column })),
    },
    fields: new Map(Object.entries(fields)),
  })

  test('columns are matched by name, by field and by spelling; the rest is missing or new', () => {
    const [pair] = pairSheets(
      [sheet('a', 'main', ['No', 'Phone', 'Post code', 'Old'], { Phone: 'landline' })],
      [sheet('b', 'main', ['New', 'Postcode', 'Telephone', 'No'], { Telephone: 'landline' })],
    )
    expect(pair?.columns.map(({ was, now, by }) => [was, now, by])).toEqual([
      ['Post code', 'Postcode', 'spelling'],
      ['Phone', 'Telephone', 'field'],
      ['No', 'No', 'name'],
    ])
    expect(pair?.gone).toEqual([{ index: 3, name: 'Old' }])
    expect(pair?.added).toEqual([{ index: 0, name: 'New' }])
  })

  test('a renamed linked sheet is matched by the list that it fills', () => {
    const linked = { 'First name': 'customers.*.given_name' }
    const pairs = pairSheets(
      [sheet('Main', 'main', ['No']), sheet('People', 'linked', ['First name'], linked)],
      [sheet('Kunden', 'linked', ['First name'], linked), sheet('Main 2', 'main', ['No'])],
    )
    expect(pairs).toHaveLength(2)
  })
})
