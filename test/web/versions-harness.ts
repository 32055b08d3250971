// Fixtures of the tests of version 2: pairs of files to merge, the batches made from each pair's first file, and
// readers of the review of the second.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { mappingFile, type MappingInput } from '../../shared/mapping/file.ts'
import { header, mapping } from '../engine/accounts/small-batch.ts'
import { line } from '../engine/version-merge/two-files.ts'
import type { WindowHarness } from './window-harness.ts'

export const columns = { name: 1, street: 2, phone: 7 } as const

function fileOf(harness: WindowHarness, name: string, lines: readonly string[]): string {
  const path = join(harness.folder, name)
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

async function loaded(
  harness: WindowHarness,
  connection: number,
  path: string,
  input: MappingInput,
): Promise<number> {
  const { batch } = await harness.engine().batches.load({
    path,
    mapping: mappingFile.parse(input),
    catalogue: { shipped: 'example' },
    connection,
    supplier: 'ACME',
  })
  await harness.reached(batch, ({ stage }) => stage === 'open')
  return batch
}

/** `cells`: texts by column. */
async function repair(
  harness: WindowHarness,
  batch: number,
  row: number,
  cells: Readonly<Record<number, string>>,
): Promise<void> {
  await harness.engine().edits.apply({
    batch,
    words: `Repaired row ${row}`,
    cells: Object.entries(cells).map(([column, text]) => ({ sheet: 0, row, column: Number(column), text })),
  })
}

const keys = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, at) => `Q-${String(from + at).padStart(2, '0')}`)

/** Twenty-four accounts: created, failed, on the way, repaired, and untouched. */
export async function earlierBatch(harness: WindowHarness, connection: number): Promise<number> {
  const engine = harness.engine()
  const { control } = harness.sandbox
  const bad = new Set(keys(10, 18))
  const lines = keys(1, 24).map((key) => line(key, bad.has(key) ? { phone: 'bad' } : {}))
  const batch = await loaded(
    harness,
    connection,
    fileOf(harness, 'customers.csv', [header, ...lines]),
    mapping,
  )
  await engine.batches.validate({ batch })
  await harness.reached(batch, ({ validating }) => !validating)
  const sends = async (limit: number, done: number): Promise<void> => {
    await engine.batches.release({ batch, limit })
    await harness.reached(
      batch,
      ({ states }) => states.done + states.processing === done && states.queued + states.sending === 0,
    )
  }
  await sends(4, 4)
  await harness.reached(batch, ({ outcomes }) => outcomes.created === 4)
  control.setSwitches({ failShare: 1 })
  await sends(1, 5)
  await harness.reached(batch, ({ outcomes }) => outcomes.failed === 1)
  control.setSwitches({ failShare: 0, pendingSeconds: [100_000, 100_000] })
  await sends(2, 7)
  const rowOf = (key: string): number => Number(key.slice(2)) + 1
  for (const [at, key] of keys(10, 17).entries())
    await repair(harness, batch, rowOf(key), { [columns.phone]: `020 7946 010${at}` })
  await repair(harness, batch, rowOf('Q-14'), { [columns.name]: 'Anne Lee' })
  return batch
}

/** The customer's next file: every kind of change to a cell or a key. */
export function newerFile(harness: WindowHarness): string {
  const old = new Map(
    keys(1, 24).map((key) => [key, line(key, keys(10, 18).includes(key) ? { phone: 'bad' } : {})]),
  )
  const set = (key: string, text: string): unknown => old.set(key, text)
  // Created, and changed afterwards.
  set('Q-01', line('Q-01', { street: 'Moved Away' }))
  // The same repair; three other ones.
  set('Q-11', line('Q-11', { phone: '020 7946 0101' }))
  for (const key of keys(12, 14))
    set(key, line(key, { phone: '020 7946 0999', name: key === 'Q-14' ? 'Anna Lee' : 'Ann Lee' }))
  set('Q-18', line('Q-18', { phone: '020 7946 0118' }))
  // Another key with the same content; its repair is carried along.
  set('Q-17', line('R-17', { phone: 'bad', street: 'Q-17 High St' }))
  // A duplicate key, a removed one with a repair, new ones.
  old.delete('Q-16')
  const lines = [
    ...old.values(),
    line('Q-24', { street: 'Twice St' }),
    ...keys(25, 26).map((key) => line(key)),
  ]
  return fileOf(harness, 'customers-2.csv', [header, ...lines])
}

/** Two batches with a conflict in the phone for each key, and one in the first key's name before them. */
export async function conflictedBatches(
  harness: WindowHarness,
  connection: number,
  wanted: readonly string[],
): Promise<{ readonly first: number; readonly second: number }> {
  const file = (phone: string, name: string): string =>
    fileOf(harness, `phones of ${name} for ${wanted.join(' ')}.csv`, [
      header,
      ...wanted.map((key, at) => line(key, { phone, name: at === 0 ? name : 'Ann Lee' })),
    ])
  const first = await loaded(harness, connection, file('bad', 'Bad'), mapping)
  for (const at of wanted.keys())
    await repair(harness, first, at + 2, {
      [columns.phone]: `020 7946 010${at}`,
      ...(at === 0 ? { [columns.name]: 'Anne Lee' } : {}),
    })
  const { batch: second } = await harness
    .engine()
    .versions.open({ batch: first, path: file('020 7946 0999', 'Anna Lee') })
  await harness.reached(second, ({ stage, work }) => stage === 'open' && work === null)
  await compared(harness, second)
  return { first, second }
}

/** The choices made in the conflicts, in order. */
export async function choicesOf(harness: WindowHarness, batch: number): Promise<(string | null)[]> {
  const { lines } = await harness
    .engine()
    .versions.lines({ batch, list: 'conflicts', open: false, offset: 0, limit: 100 })
  return lines.map(({ choice }) => choice)
}

export async function compared(harness: WindowHarness, batch: number): Promise<void> {
  for await (const _ of await harness.engine().versions.compare({ batch })) continue
}

/** Rows with the same number are customers of one account. */
const grouped: MappingInput = {
  version: 1,
  key: 'No',
  columns: [
    { column: 'No', field: 'external_account_number' },
    { column: 'Name', field: 'billing_name' },
    { column: 'Notes', ignore: true },
  ],
  grouped: [
    {
      list: 'customers',
      columns: [
        { column: 'First', field: 'given_name' },
        { column: 'Surname', field: 'family_name' },
        { column: 'Phone', field: 'landline' },
      ],
    },
  ],
  fixed: [
    { field: 'account_type', value: 'DOMESTIC' },
    { field: 'unknown_occupier', value: false },
    { field: 'billing_address.country', value: 'GB' },
    { field: 'billing_address.street_address', value: '1 High St' },
    { field: 'billing_address.postal_code', value: 'QX1 1AA' },
  ],
}

/** Our repairs in the grouped batch, each with a different text. */
export const repairs = {
  ann: '020 7946 0102',
  bob: '020 7946 0103',
  dansNotes: 'ask her',
  oneEve: '020 7946 0106',
  fay: '020 7946 0107',
  hal: '020 7946 0108',
} as const

/** Five accounts of one or two rows, with a repair in each. */
export async function groupedBatch(harness: WindowHarness, connection: number): Promise<number> {
  const lines = [
    'No,Name,First,Surname,Phone,Notes',
    'G-1,Lee,Ann,Lee,bad one,',
    'G-1,Lee,Bob,Lee,bad two,',
    'G-2,Kay,Dan,Kay,020 7946 0001,call first',
    'G-3,Low,Eve,Low,bad,',
    'G-3,Low,Eve,Low,bad,',
    'G-4,Moe,Fay,Moe,bad,',
    'G-5,Orr,Hal,Orr,bad,',
  ]
  const batch = await loaded(harness, connection, fileOf(harness, 'groups.csv', lines), grouped)
  const [phone, notes] = [4, 5]
  await repair(harness, batch, 2, { [phone]: repairs.ann })
  await repair(harness, batch, 3, { [phone]: repairs.bob })
  await repair(harness, batch, 4, { [notes]: repairs.dansNotes })
  await repair(harness, batch, 6, { [phone]: repairs.oneEve })
  await repair(harness, batch, 7, { [phone]: repairs.fay })
  await repair(harness, batch, 8, { [phone]: repairs.hal })
  return batch
}

/** A renamed column, a removed one, a new one; a removed row, a new one, two similar ones; a removed account. */
export function newerGroups(harness: WindowHarness): string {
  return fileOf(harness, 'groups-2.csv', [
    'No,Name,First,Surname,Landline,E-mail',
    'G-4,Moe,Fay,Moe,bad,',
    'G-2,Kay,Dan,Kay,020 7946 0001,',
    'G-2,Kay,Ivy,Kay,020 7946 0002,ivy@example.com',
    'G-1,Lee,Ann,Lee,bad one,',
    'G-3,Low,Eve,Low,bad,',
    'G-3,Low,Eve,Low,bad,',
  ])
}

/** The customer saves the file of `groupedBatch` again, with a row more. */
export function groupedFileChanged(harness: WindowHarness): void {
  const path = join(harness.folder, 'groups.csv')
  writeFileSync(path, `${readFileSync(path, 'utf8')}G-6,Poe,Kay,Poe,020 7946 0001,\n`)
}

/** In the encoding of an older program: with this name, far below if there are many rows. */
export function latinGroups(harness: WindowHarness, name: string, rows = 3): string {
  const path = join(harness.folder, 'groups-latin.csv')
  const lines = Array.from({ length: rows }, (_, at) => `L-${at},Lee,Ann,Lee,020 7946 0001,`)
  const text = ['No,Name,First,Surname,Phone,Notes', ...lines, `G-1,${name},Ann,${name},020 7946 0001,`]
  writeFileSync(path, Buffer.from(text.join('\n'), 'latin1'))
  return path
}

export async function drop(page: Page, path: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([name, text]) => {
      const data = new DataTransfer()
      data.items.add(new File([text], name))
      return data
    },
    [basename(path), readFileSync(path, 'utf8')] as const,
  )
  await page.locator('main').getByRole('grid').first().dispatchEvent('drop', { dataTransfer })
}

const found = (page: Page): Locator => page.getByRole('navigation', { name: 'What the comparison found' })

export const list = (page: Page, name: string | RegExp): Locator => found(page).getByRole('button', { name })

/** The lists with their counts. */
export async function countsOf(page: Page): Promise<Record<string, string>> {
  const counted = await found(page).getByRole('button').allInnerTexts()
  return Object.fromEntries(
    counted.map((text) => {
      const [label = '', count = ''] = text.split('\n').map((part) => part.replace(/ open$/, '').trim())
      return [label, count]
    }),
  )
}

const inLines = (texts: readonly string[]): string[] =>
  texts.map((text) => text.split(/\s*\n\s*/).join(' | '))

/** The rows of the visible list, without its header, as separate cells. */
export async function shown(page: Page, label: string): Promise<string[]> {
  const rows = page.getByRole('grid', { name: label }).getByRole('row')
  await rows.nth(1).waitFor()
  return inLines((await rows.allInnerTexts()).slice(1))
}

/** Opens a list and returns its rows. */
export async function listed(page: Page, label: string): Promise<string[]> {
  await list(page, new RegExp(`^${label}`)).click()
  return shown(page, label)
}

/** The columns that differ between the files. */
export async function differingColumns(page: Page): Promise<string[]> {
  await list(page, /^Columns/).click()
  const items = page.getByRole('list', { name: 'Columns' }).getByRole('listitem')
  await items.first().waitFor()
  return inLines(await items.allInnerTexts()).filter((text) => !text.startsWith('same'))
}

/** The file's current rows, up to their last filled cell. */
export async function linesNow(harness: WindowHarness, batch: number): Promise<string[]> {
  const { rows } = await harness.engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return rows.map(({ cells }) => cells.join(','))
}

export async function textOf(
  harness: WindowHarness,
  batch: number,
  key: string,
  column: number,
): Promise<string> {
  const { rows } = await harness.engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return rows.find((row) => row.cells[0] === key)?.cells[column] ?? ''
}
