// Tests the masks of sensitive fields: reads carry no text of such a cell until a person shows it, which the audit log
// notes with the field's name, and a mask is never written as a value.
import { expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { header, mapping, openedFile } from '../accounts/small-batch.ts'
import { inEnglish, message } from '../../../shared/texts/message.ts'
import { systemClock } from '../../../electron/engine/system/clock.ts'
import { type Harness, type HarnessOptions, inDatabase, openHarness } from './harness.ts'
import { isLoaded } from './waiting.ts'

const canary = '1977-03-29'
const field = 'customers.*.date_of_birth'
const born = 12

async function masked(
  options?: HarnessOptions,
): Promise<{ readonly harness: Harness; readonly batch: number }> {
  const harness = await openHarness(options)
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

test('a fix with the mask in its text is refused, in its preview too, and changes nothing', async () => {
  const { harness, batch } = await masked()
  const { fixes, edits } = harness.client()
  const scope = { sheet: 0, columns: [born], rows: { filter: {} } }
  for (const fix of [
    { kind: 'set', text: '••••' },
    { kind: 'replace', find: '1977', with: '••••', match: 'part', matchCase: false },
    { kind: 'table', values: { [canary]: '••••' } },
    { kind: 'table', values: { '••••': '1980-01-02' } },
  ] as const) {
    const refused = { data: { code: 'mask_as_value' } }
    await expect(fixes.apply({ batch, fix, scope, words: 'Set' })).rejects.toMatchObject(refused)
    const preview = await fixes.preview({ batch, fix, scope })
    await expect(preview.next()).rejects.toMatchObject(refused)
  }
  expect(await edits.history({ batch })).toEqual([])
})

test('a text that a fix would take from a masked column is masked in its preview', async () => {
  const { harness, batch } = await masked()
  const scope = { sheet: 0, columns: [11], rows: { filter: {} } }
  const fix = { kind: 'take', column: born, onlyEmpty: false } as const
  const steps: unknown[] = []
  for await (const step of await harness.client().fixes.preview({ batch, fix, scope })) steps.push(step)
  expect(JSON.stringify(steps)).toContain('••••')
  expect(JSON.stringify(steps)).not.toContain(canary)
})

test('undo and redo, of one edit or of several, say nothing of a masked cell that was edited', async () => {
  const { harness, batch } = await masked()
  const { edits } = harness.client()
  await edits.apply({
    batch,
    words: `Born: ${canary} → 1980-01-02`,
    cells: [{ sheet: 0, row: 2, column: born, text: '1980-01-02' }],
  })
  const steps = [
    await edits.undo({ batch, show: 0 }),
    await edits.redo({ batch, show: 0 }),
    await edits.undoTo({ batch, edit: null }),
    await edits.redoTo({ batch, edit: Number.MAX_SAFE_INTEGER }),
  ]
  for (const step of steps) expect(step).not.toBeNull()
  expect(JSON.stringify(steps)).not.toMatch(/1977-03-29|1980-01-02/)
})

test('after a quarter of an hour the values are masked again, and the windows are informed', async () => {
  let passed = 0
  const over: (() => void)[] = []
  const clock = {
    ...systemClock,
    now: () => systemClock.now() + passed,
    after(ms: number, call: () => void): () => void {
      if (ms !== 15 * 60_000) return systemClock.after(ms, call)
      over.push(call)
      return () => over.splice(over.indexOf(call), 1)
    },
  }
  const { harness, batch } = await masked({ engine: { clock } })
  const { privacy } = harness.client()
  await privacy.show({ batch, fields: [field] })
  // Showing again starts the time again.
  await privacy.show({ batch, fields: [field] })
  expect(over).toHaveLength(1)
  expect(JSON.stringify(await readAll(harness, batch))).toContain(canary)
  passed = 15 * 60_000 + 1
  expect(await privacy.state({ batch })).toMatchObject({ shownUntil: null })
  expect(JSON.stringify(await readAll(harness, batch))).not.toContain(canary)
  const events = await harness.client().events()
  over[0]?.()
  const event = await events.next()
  expect(event.value).toEqual({ kind: 'batch', batch })
  await events.return?.()
})

test('the answer to a fix quotes the text of a sensitive cell only while it is shown', async () => {
  const { harness, batch } = await masked()
  const { fixes, privacy } = harness.client()
  const set = (text: string) =>
    fixes.apply({
      batch,
      fix: { kind: 'set', text },
      scope: { sheet: 0, columns: [born], rows: { filter: {} } },
      words: message('edits.set', { where: 'Born', text }),
    })
  expect((await set('1980-01-02')).words).toEqual(message('accounts.edit_of_masked'))
  await privacy.show({ batch, fields: [field] })
  expect(inEnglish((await set('1980-01-03')).words)).toBe('Set Born to “1980-01-03”')
})
