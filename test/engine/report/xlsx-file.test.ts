import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createXlsxFile, type XlsxColumn } from '../../../electron/engine/report/workbook/xlsx-file.ts'
import { columnLetters, createSheetNamer } from '../../../electron/engine/report/workbook/xlsx-text.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-xlsx-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const column: XlsxColumn = { header: 'Key', width: 10, headerStyle: 'header', style: 'text' }

test('a sheet with too many rows continues in another sheet with the same header', async () => {
  const path = join(folder, 'long.xlsx')
  const file = await createXlsxFile(path, { lastRow: 3 })
  await file.startSheet('Data', [column])
  for (const key of ['01', '02', '03', '04', '05']) {
    if (file.full()) await file.continueSheet()
    file.row([key])
  }
  await file.finish()
  await file.part.keep()
  const { sheets } = await readXlsx(new Uint8Array(readFileSync(path)))
  expect(sheets.map(({ name, rows }) => [name, rows.flat()])).toEqual([
    ['Data', ['Key', '01', '02']],
    ['Data (2)', ['Key', '03', '04']],
    ['Data (3)', ['Key', '05']],
  ])
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
