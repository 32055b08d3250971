// Tests the workbook writer: continued sheets, valid names, equal bytes, and an end without a file when the disk is
// full.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  columnLetters,
  createSheetNamer,
  heldOfCell,
} from '../../../electron/engine/report/workbook/cell-text.ts'
import { createWorkbook } from '../../../electron/engine/report/workbook/workbook.ts'
import type { SheetColumn } from '../../../electron/engine/report/workbook/worksheet-parts.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-xlsx-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const column: SheetColumn = { header: 'Key', width: 10, style: 'text' }

test('a sheet with too many rows continues in another sheet with the same header', async () => {
  const path = join(folder, 'long.xlsx')
  const book = await createWorkbook(path, { lastRow: 3 })
  book.startSheet({ name: 'Data', columns: [column] })
  for (const key of ['01', '02', '03', '04', '05']) book.row([key])
  await book.finish()
  await book.part.keep()
  const { sheets } = await readXlsx(new Uint8Array(readFileSync(path)))
  expect(sheets.map(({ name, rows }) => [name, rows.flat()])).toEqual([
    ['Data', ['Key', '01', '02']],
    ['Data (2)', ['Key', '03', '04']],
    ['Data (3)', ['Key', '05']],
  ])
})

test('the same rows give the same bytes', async () => {
  const bytesOf = async (name: string): Promise<Buffer> => {
    const book = await createWorkbook(join(folder, name))
    book.startSheet({ name: 'Data', columns: [column] })
    book.row([' 01\n'])
    await book.finish()
    await book.part.keep()
    return readFileSync(join(folder, name))
  }
  expect(await bytesOf('one.xlsx')).toEqual(await bytesOf('other.xlsx'))
})

const inLanguage = { en: 'en-GB', de: 'de-DE' } as const

test.each([
  ['en', 'Page &P of &N', 'Not in the list', 'cut by Carryover at 32,767 characters'],
  ['de', 'Seite &P von &N', 'Nicht in der Liste', 'von Carryover nach 32.767 Zeichen abgeschnitten'],
] as const)('its own words are in its language (%s)', async (language, page, notListed, cut) => {
  const path = join(folder, 'words.xlsx')
  const book = await createWorkbook(path, { format: createMessageFormat(language, inLanguage[language]) })
  book.startSheet({ name: 'Data', columns: [column], form: true })
  const long = '€'.repeat(40_000)
  book.row([long])
  book.addDropDowns([{ column: 0, rows: [2, 2], sheet: 'Data', list: 0, entries: 1 }])
  await book.finish()
  await book.part.keep()
  const parts = unzipSync(new Uint8Array(readFileSync(path)))
  const xml = strFromU8(parts['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(xml).toContain(page.replaceAll('&', '&amp;'))
  expect(xml).toContain(`errorTitle="${notListed}"`)
  const { sheets } = await readXlsx(new Uint8Array(readFileSync(path)))
  const cell = String(sheets[0]?.rows[1]?.[0])
  expect(cell.length).toBeLessThanOrEqual(32_767)
  expect(cell).toContain(`… [${cut}]`)
  // So the cell is known to hold the text, whatever the language of the note.
  expect(heldOfCell(cell)).toBe(heldOfCell(long))
  expect(heldOfCell(cell)).not.toBe(heldOfCell(`${long.slice(0, 10)}x${long}`))
})

test('a long text that fits a cell is compared to its end', () => {
  const fits = 'x'.repeat(32_760)
  expect(heldOfCell(`${fits}1`)).not.toBe(heldOfCell(`${fits}2`))
})

describe('a disk without room', () => {
  test.for([1, 100_000])('fails a workbook of %i rows, and nothing is left of it', async (rows, { skip }) => {
    skip(!existsSync('/dev/full'), 'because this system has no /dev/full')
    const path = join(folder, 'full.xlsx')
    symlinkSync('/dev/full', `${path}.part`)
    const book = await createWorkbook(path)
    book.startSheet({ name: 'Data', columns: [column] })
    const written = (async () => {
      for (let row = 0; row < rows; row += 1) {
        book.row([`${Math.sin(row)} ${Math.cos(row)}`])
        if (row % 500 === 0) await book.flush()
      }
      await book.finish()
    })()
    await expect(written).rejects.toMatchObject({ code: 'ENOSPC' })
    await book.discard()
    expect(readdirSync(folder)).toEqual([])
  })
})

test('a workbook can be discarded half-way', async () => {
  const book = await createWorkbook(join(folder, 'half.xlsx'))
  book.startSheet({ name: 'Data', columns: [column] })
  book.row(['x'.repeat(1000)])
  await book.flush()
  book.row(['not flushed'])
  await book.discard()
  expect(readdirSync(folder)).toEqual([])
})

test('sheet names are made valid and unique, and a valid name is kept', () => {
  const nameSheet = createSheetNamer()
  expect(['Accounts', 'accounts', 'a/b:c', '', 'x'.repeat(40), 'x'.repeat(40), "'q'"].map(nameSheet)).toEqual(
    ['Accounts', 'accounts (2)', 'a_b_c', 'Sheet', 'x'.repeat(31), `${'x'.repeat(27)} (2)`, '_q_'],
  )
})

test.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [701, 'ZZ'],
  [702, 'AAA'],
  [16_383, 'XFD'],
])('column %i is %s', (index, letters) => {
  expect(columnLetters(index)).toBe(letters)
})
