// Tests that Carryover loads from every file of a report the very texts that the source has, where these are a public list of
// formula payloads, telephone numbers and identifiers. That LibreOffice runs none of them: test/long/formula-payloads.test.ts.
import { expect, test } from 'vitest'
import { formulaPayloads } from '../../files/formula-payloads.ts'
import {
  columnOf,
  delimiterNames,
  header,
  inWorkbook,
  reportedPayloads,
  sheetOf,
  texts,
} from './payload-reports.ts'

test('Carryover loads from every file of a report the texts that the source has', async () => {
  const { files, read } = await reportedPayloads([',', '\t'])
  for (const delimiter of [delimiterNames[','], delimiterNames['\t']]) {
    for (const results of ['results.csv', 'results.xlsx']) {
      const sheet = results.endsWith('csv') ? undefined : inWorkbook
      const again = await sheetOf(files[`${delimiter}-${results}`] ?? '', sheet)
      for (const column of header)
        expect([results, column, columnOf(again, column)]).toEqual([results, column, columnOf(read, column)])
    }
    const changes = await sheetOf(files[`${delimiter}-changes.csv`] ?? '')
    const of = (column: string, named: string): string[] =>
      changes.rows.flatMap(({ cells }) =>
        cells[changes.columns.findIndex(({ header: one }) => one === 'column')] === column
          ? [cells[changes.columns.findIndex(({ header: one }) => one === named)] ?? '']
          : [],
      )
    expect(of('Street', 'new')).toEqual(texts)
    expect(of('Bill name', 'old')).toEqual(texts)
    expect(new Set(of('Street', 'what'))).toEqual(new Set(['@SUM(1+2)']))
    expect(new Set(columnOf(changes, 'changed_by'))).toEqual(new Set(['=1+2']))
    const values = columnOf(await sheetOf(files[`${delimiter}-errors.csv`] ?? ''), 'value')
    expect(formulaPayloads.filter((text) => !values.includes(text))).toEqual([])
    const fixMe = await sheetOf(files[`${delimiter}-fix-me.xlsx`] ?? '')
    expect(formulaPayloads.filter((text) => !columnOf(fixMe, 'Phone').includes(text))).toEqual([])
    expect(columnOf(fixMe, '=1+2')).toEqual(columnOf(fixMe, 'Phone'))
  }
})
