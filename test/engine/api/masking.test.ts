// Tests the masks of sensitive fields: reads carry no text of such a cell until a person shows it, which the audit log
// notes with the field's name, and a mask is never written as a value.
import { expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { header, mapping, openedFile } from '../accounts/small-batch.ts'
import { type Harness, inDatabase, openHarness } from './harness.ts'
import { isLoaded } from './waiting.ts'

const canary = '1977-03-29'
const field = 'customers.*.date_of_birth'
const born = 12

async function masked(): Promise<{ readonly harness: Harness; readonly batch: number }> {
  const harness = await openHarness()
  await harness.client().operator.set({ name: 'Priya Nair' })
  const line = (key: string, date: string) =>
    `${key},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,020 7946 0001,,,,,${date}`
  const batch = await openedFile(harness, [line('M-1', canary), line('M-2', '')], `${header},Born`)
  const columns = [...mapping.columns, { column: 'Born', field: 'customers.0.date_of_birth' }]
  await harness.client().mapping.apply({
    batch,
    mapping: mappingFile.parse({ ...mapping, columns }),
    catalogue: 'example',
    supplier: 'ACME',
    connection: harness.connection,
  })
  await harness.until(batch, isLoaded)
  return { harness, batch }
}

/** Everything that the calls that mask say about the first account. */
async function readAll({ client }: Harness, batch: number) {
  const { rows } = await client().sheets.page({ batch, sheet: 0, offset: 0, limit: 9 })
  const account = rows[0]?.account?.id ?? 0
  const cell = { sheet: 0, row: 2, column: born }
  return {
    rows,
    account: await client().accounts.get({ account }),
    lens: await client().accounts.cell({ account, ...cell }),
    history: await client().edits.cell({ batch, ...cell }),
    values: await client().values.ofColumn({
      batch,
      sheet: 0,
      column: born,
      rows: { filter: {} },
      wrong: null,
    }),
  }
}

test('a sensitive cell is masked in rows, payload, lens, history and lists of values until it is shown', async () => {
  const { harness, batch } = await masked()
  const before = await readAll(harness, batch)
  expect(JSON.stringify(before)).not.toContain(canary)
  expect(before.rows.map(({ cells }) => cells[born] ?? '')).toEqual(['••••', ''])
  expect(before.rows[0]?.masked).toEqual([born])
  expect(before.rows[0]?.cells[1]).toBe('Ann Lee')

  const state = await harness.client().privacy.show({ batch, fields: [field] })
  expect(state.columns).toEqual([{ sheet: before.account.rows[0]?.sheet, column: 'Born', field }])
  const after = await readAll(harness, batch)
  for (const part of Object.values(after)) expect(JSON.stringify(part)).toContain(canary)

  expect((await harness.client().privacy.hide({ batch })).shownUntil).toBeNull()
  expect(JSON.stringify(await readAll(harness, batch))).not.toContain(canary)
})

test('showing has a line in the audit log with who, which batch and which fields, and no value', async () => {
  const { harness, batch } = await masked()
  await harness.client().privacy.show({ batch, fields: [field] })
  const { lines } = await harness.client().audit.page({ after: 0 })
  const line = lines.find(({ action }) => action === 'privacy.show')
  expect(line).toMatchObject({ batch, operator: 'Priya Nair', details: { fields: field } })
  expect(JSON.stringify(lines)).not.toContain(canary)
})

test('only the fields that were named are shown', async () => {
  const { harness, batch } = await masked()
  await harness.client().privacy.show({ batch, fields: ['payment_instructions.*.reference'] })
  expect(JSON.stringify(await readAll(harness, batch))).not.toContain(canary)
})

test('a mask is never written as a value, and what is typed over a masked cell is written as typed', async () => {
  const { harness, batch } = await masked()
  const { edits } = harness.client()
  const write = (text: string, column = born) =>
    edits.apply({ batch, words: 'Edited', cells: [{ sheet: 0, row: 2, column, text }], show: 0 })
  const stored = () =>
    inDatabase(harness.data, (database) => database.prepare('SELECT text FROM cell_now').pluck().all())
  for (const text of ['••••', '••••5']) {
    await expect(write(text)).rejects.toMatchObject({ data: { code: 'mask_as_value' } })
    await expect(write(text, 1)).rejects.toMatchObject({ data: { code: 'mask_as_value' } })
  }
  expect(stored()).toEqual([])
  const made = await write('1980-01-02')
  expect(JSON.stringify(made.rows)).not.toContain('1980-01-02')
  expect(stored()).toEqual(['1980-01-02'])
})
