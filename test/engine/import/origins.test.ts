// Tests origins for generated workbooks and mappings, written to and read from real files: each origin points at the
// cell that its value came from, and a problem at any attr lands on that cell.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHere } from '../../../electron/engine/import/read-here.ts'
import { collectAccounts } from '../../../shared/payload/collect-rows.ts'
import { buildAccount } from '../../../shared/payload/build.ts'
import { accounted, type Book, bookOf, check, noChecks } from '../../files/origin-books.ts'
import { writeXlsx } from '../../files/write-xlsx.ts'
import { planOf } from '../../unit/small-catalogue.ts'
import { collect, useFolder } from './reading-files.ts'
import { patience, times } from '../../support/repeats.ts'

const { write } = useFolder()

/** The workbook after a round trip through a file: sheets and rows as read. */
async function throughFile(book: Book, file: string): Promise<Book> {
  await writeXlsx(
    file,
    book.sheets.map((sheet) => ({
      name: sheet.name,
      rows: [
        sheet.columns.map((column) => column.name),
        ...(book.rows.get(sheet.name) ?? []).map((row) => [...row.cells]),
      ],
    })),
  )
  const read = await collect(readHere(file, { headerRow: 1 }, new AbortController().signal))
  expect(read.failure).toBeNull()
  return {
    mapping: book.mapping,
    sheets: read.sheets,
    rows: new Map(read.sheets.map((sheet) => [sheet.name, sheet.rows])),
  }
}

test(
  'origins point to the exact cells of a real workbook, and problems refer to them',
  async () => {
    const checks = noChecks()
    await fc.assert(
      fc.asyncProperty(bookOf, async (made) => {
        const book = await throughFile(made, await write('book.xlsx', ''))
        for (const rows of collectAccounts(planOf(book.mapping, book.sheets), book.rows)) {
          const account = buildAccount(planOf(book.mapping, book.sheets), rows)
          check(book, account, checks)
          accounted(book, account)
        }
      }),
      { numRuns: times(40) },
    )
    for (const [what, count] of Object.entries(checks)) expect([what, count > 30]).toEqual([what, true])
  },
  patience,
)
