// Tests changes.csv: every cell that differs from the source file, with its old and new text and the edit that changed
// it, and nothing else.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { mappedFile, good } from '../accounts/small-batch.ts'
import { type Harness, openHarness, parseCsv } from '../api/harness.ts'

const [name, street, phone] = [1, 2, 7]
const isIdle = ({ stage, work }: { readonly stage: string; readonly work: unknown }): boolean =>
  stage === 'open' && work === null

async function changesOf(harness: Harness, batch: number) {
  const { files } = await harness.report(batch)
  return parseCsv(readFileSync(files['changes_csv'] ?? '', 'utf8'))
}

test('changes.csv has a line for each cell that differs, with its latest edit, and none for what was undone', async () => {
  const harness = await openHarness()
  const { edits } = harness.client()
  const batch = await mappedFile(harness, [good('C-1'), good('C-2'), good('C-3')])
  await harness.client().operator.set({ name: 'Priya Nair' })
  const apply = (words: string, cells: readonly [row: number, column: number, text: string][]) =>
    edits.apply({
      batch,
      words,
      cells: cells.map(([row, column, text]) => ({ sheet: 0, row, column, text })),
    })
  expect(await changesOf(harness, batch)).toEqual([])
  await apply('Both', [
    [2, name, 'Anna Lee'],
    [3, name, 'Berta Lee'],
  ])
  await harness.client().operator.set({ name: 'Tom Reed' })
  await apply('Only the second', [[3, name, 'Betty Lee']])
  await apply('There and back', [[4, street, '2 Low St']])
  await apply('Back', [[4, street, '1 High St']])
  await apply('Undone', [[4, phone, '=1+1']])
  await edits.undo({ batch })
  await harness.until(batch, isIdle)
  const first = await changesOf(harness, batch)
  const { edit: both } = first[0] ?? {}
  expect(first).toEqual([
    {
      sheet: 'accounts',
      row: '2',
      column: 'Bill name',
      old: 'Ann Lee',
      new: 'Anna Lee',
      carryover_account: 'C-1',
      edit: both,
      what: 'Both',
      changed_at: first[0]?.['changed_at'],
      changed_by: 'Priya Nair',
    },
    {
      sheet: 'accounts',
      row: '3',
      column: 'Bill name',
      old: 'Ann Lee',
      new: 'Betty Lee',
      carryover_account: 'C-2',
      edit: String(Number(both) + 1),
      what: 'Only the second',
      changed_at: first[1]?.['changed_at'],
      changed_by: 'Tom Reed',
    },
  ])
  expect(first[0]?.['changed_at']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  await edits.undo({ batch })
  await edits.undo({ batch })
  await edits.undo({ batch })
  await harness.until(batch, isIdle)
  expect((await changesOf(harness, batch)).map((line) => [line['new'], line['what']])).toEqual([
    ['Anna Lee', 'Both'],
    ['Berta Lee', 'Both'],
  ])
})

test('the source with the changes applied is the text of every cell now, over many pages of rows', async () => {
  const harness = await openHarness()
  const lines = Array.from({ length: 1_250 }, (_, at) => good(`P-${at}`))
  const batch = await mappedFile(harness, lines)
  const { edits, sheets } = harness.client()
  for (let round = 0; round < 4; round += 1) {
    const cells = lines.flatMap((_, at) =>
      at % (round + 2) === 0 ? [{ sheet: 0, row: at + 2, column: name, text: `Name ${round} ${at}` }] : [],
    )
    await edits.apply({ batch, words: `Round ${round}`, cells })
  }
  await harness.until(batch, isIdle)
  const { results, files } = await harness.report(batch)
  const changes = parseCsv(readFileSync(files['changes_csv'] ?? '', 'utf8'))
  const changed = new Map(changes.map((line) => [`${line['row']} ${line['column']}`, line]))
  expect(changed.size).toBe(changes.length)
  const { rows } = await sheets.page({ batch, sheet: 0, offset: 480, limit: 40 })
  expect(rows.length).toBe(40)
  let differing = 0
  for (const line of results) {
    const change = changed.get(`${line['carryover_row']} Bill name`)
    const at = Number(line['carryover_row']) - 2
    const last = [3, 2, 1, 0].find((round) => at % (round + 2) === 0)
    expect(line['Bill name']).toBe('Ann Lee')
    expect(change?.['new']).toBe(last === undefined ? undefined : `Name ${last} ${at}`)
    expect(change?.['what']).toBe(last === undefined ? undefined : `Round ${last}`)
    if (change !== undefined) differing += 1
  }
  expect(differing).toBe(changes.length)
  for (const { row, cells } of rows)
    expect(cells[name]).toBe(changed.get(`${row} Bill name`)?.['new'] ?? 'Ann Lee')
})
