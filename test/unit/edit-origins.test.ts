// Tests, for generated workbooks and mappings, that editing the cell that an attr leads to changes exactly the
// values made from this cell, and that each of them leads back to it.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { getAt, parseAttr } from '../../shared/payload/attr-path.ts'
import { overlaid } from '../../electron/engine/accounts/overlay.ts'
import { collectAccounts } from '../../shared/payload/collect-rows.ts'
import { type BuiltAccount, buildAccount } from '../../shared/payload/build.ts'
import { place } from '../../shared/payload/problems.ts'
import { bookOf } from '../files/origin-books.ts'
import { planOf } from './small-catalogue.ts'

/** Another unique text of the same kind. */
function otherText(text: string): string {
  if (/^\d+$/.test(text)) return `9${text}9`
  if (/^\d\d\/02\/\d{4}$/.test(text)) return '27/08/2031'
  return `${text} edited`
}

const valuesOf = ({ origins, payload }: BuiltAccount): Map<string, unknown> =>
  new Map(Object.keys(origins).map((attr) => [attr, getAt(payload, parseAttr(attr))]))

test('an edit of the cell of an attr changes only the values of that cell', () => {
  const checked = { edits: 0, joined: 0 }
  fc.assert(
    fc.property(bookOf, fc.nat(), (book, pick) => {
      const plan = planOf(book.mapping, book.sheets)
      const columns = new Map(
        book.sheets.map(({ name, columns: all }) => [name, new Map(all.map((one) => [one.name, one.index]))]),
      )
      for (const rows of collectAccounts(plan, book.rows)) {
        const before = buildAccount(plan, rows)
        const attrs = Object.entries(before.origins).filter(
          ([, from]) => !('fixed' in from) && from.column !== 'key',
        )
        const [attr, origin] = attrs[pick % attrs.length] ?? []
        if (attr === undefined || origin === undefined || 'fixed' in origin) continue
        // attr → cell
        const found = place(attr, { ...before, row: null })
        const cells = found.kind === 'cell' ? [found.cell] : found.kind === 'section' ? found.cells : []
        const cell = cells[0]
        if (cell === undefined) throw new Error(`${attr} leads to no cell`)
        const col = columns.get(cell.sheet)?.get(cell.column) ?? -1
        const text = book.rows.get(cell.sheet)?.find(({ row }) => row === cell.row)?.cells[col] ?? ''
        const over = (sheet: string, row: number) =>
          sheet === cell.sheet && row === cell.row ? [{ col, text: otherText(text) }] : []
        const after = buildAccount(plan, overlaid(rows, over))
        // cell → attr: a row linked to several parents feeds an item of each.
        const fed = Object.entries(before.origins).flatMap(([at, from]) => {
          if ('fixed' in from || from.sheet !== cell.sheet || from.row !== cell.row) return []
          return [from.column, ...(from.also ?? [])].includes(cell.column) ? [at] : []
        })
        const [was, is] = [valuesOf(before), valuesOf(after)]
        expect([...is.keys()]).toEqual([...was.keys()])
        const changed = [...is].filter(([at, value]) => value !== was.get(at)).map(([at]) => at)
        expect(changed).toEqual(fed)
        expect(after.origins).toEqual(before.origins)
        checked.edits += 1
        if (cells.length > 1) checked.joined += 1
      }
    }),
    { numRuns: 300 },
  )
  // The property is meaningful only if there were cases to check.
  for (const [what, count] of Object.entries(checked)) expect([what, count > 30]).toEqual([what, true])
})
