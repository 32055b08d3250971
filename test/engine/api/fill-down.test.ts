// Tests filling merged cells down from the file to the report: a choice of reading that can be reverted and outlives a
// restart, accounts built from the filled cells, and a report that shows the file's own cells.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { writeXlsx } from '../../files/write-xlsx.ts'
import { type Harness, openHarness, parseCsv } from './harness.ts'
import { customer, header, mapping } from './odd-row-sample.ts'
import { isLoaded } from './waiting.ts'

/** Two fuels of one account: the account number is a merged cell over both rows. */
async function openMerged(harness: Harness): Promise<number> {
  const path = join(harness.folder, 'dual.xlsx')
  const [, ...second] = customer('')
  const rows = [header, customer('A-1'), ['', ...second], customer('A-2')]
  await writeXlsx(path, [{ name: 'Extract', rows, merges: ['A2:A3'] }])
  const { batch } = await harness.client().batches.open({ path })
  await harness.until(batch, ({ stage }) => stage === 'mapping')
  return batch
}
async function firstCells(harness: Harness, batch: number): Promise<string[]> {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 9 })
  return rows.map(({ cells }) => cells[0] ?? '')
}
const isRead = ({ stage }: { readonly stage: string }): boolean => stage === 'mapping'

test('merged cells are filled and emptied again by reading with the choice, also after a restart', async () => {
  const harness = await openHarness()
  const batch = await openMerged(harness)
  const [sheet] = await harness.client().sheets.list({ batch })
  expect(sheet?.fills).toMatchObject({
    merged: { ranges: 1, down: 1, list: [{ range: 'A2:A3', text: 'A-1' }] },
    filled: 0,
  })
  expect(await firstCells(harness, batch)).toEqual(['A-1', '', 'A-2'])

  const fills = { Extract: { merged: 'down' as const } }
  await harness.client().batches.reread({ batch, fills })
  await harness.until(batch, isRead)
  expect(await firstCells(harness, batch)).toEqual(['A-1', 'A-1', 'A-2'])
  await harness.stop()
  await harness.start()
  expect((await harness.client().batches.get({ batch })).files[0]?.readAs).toEqual({ fills })

  await harness.client().batches.reread({ batch })
  await harness.until(batch, isRead)
  expect(await firstCells(harness, batch)).toEqual(['A-1', '', 'A-2'])
})

test('the report shows a filled cell as the file has it, and names it', async () => {
  const harness = await openHarness()
  const batch = await openMerged(harness)
  await harness.client().batches.reread({ batch, fills: { Extract: { merged: 'down' } } })
  await harness.until(batch, isRead)
  await harness.client().mapping.apply({
    batch,
    mapping: mappingFile.parse({
      ...mapping,
      columns: mapping.columns?.filter(({ column }) => column !== 'Surname' && column !== 'Landline'),
      grouped: [
        {
          list: 'customers',
          columns: [
            { column: 'Surname', field: 'family_name' },
            { column: 'Landline', field: 'landline' },
          ],
        },
      ],
    }),
    catalogue: 'example',
    supplier: 'ACME',
    connection: harness.connection,
  })
  const view = await harness.until(batch, isLoaded)
  expect(view.accounts).toBe(2)

  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 9 })
  const lens = await harness
    .client()
    .accounts.cell({ account: rows[0]?.account?.id ?? 0, sheet: 0, row: 3, column: 0 })
  expect(lens).toMatchObject({ text: 'A-1', filledFrom: 2 })

  const { results, files } = await harness.report(batch)
  const lines = results.map((line) => [line['Account No'], line['carryover_account'], line['filled_columns']])
  expect(lines).toEqual([
    ['A-1', 'A-1', ''],
    ['', 'A-1', 'Account No'],
    ['A-2', 'A-2', ''],
  ])
  expect(parseCsv(readFileSync(files['changes_csv'] ?? '', 'utf8'))).toEqual([
    {
      sheet: 'Extract',
      row: '3',
      column: 'Account No',
      old: '',
      new: 'A-1',
      carryover_account: 'A-1',
      edit: '',
      what: 'Filled from the cell above',
      changed_at: '',
      changed_by: '',
    },
  ])
  const summary: unknown = JSON.parse(readFileSync(files['summary_json'] ?? '', 'utf8'))
  expect(summary).toMatchObject({ totals: { cellsFilled: 1 } })
  expect(readFileSync(files['summary_html'] ?? '', 'utf8')).toContain('1 empty cell was filled')
  expect((await harness.client().batches.reconcile({ batch })).unexplained).toBe(0)
})
