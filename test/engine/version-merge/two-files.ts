// Two versions of a small file and a person's edits between them: a batch from the first, edited, and a batch that
// continues it from the second.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mappingFile } from '../../../shared/mapping/file.ts'
import type { VersionLine } from '../../../shared/contract/fixing/versions.ts'
import type { LineList } from '../../../shared/fixing/version-lines.ts'
import type { Harness } from '../api/harness.ts'
import { header, mapping } from '../accounts/small-batch.ts'

/** Columns of the small batch, by the names that tests use. */
export const columns = {
  key: 0,
  name: 1,
  street: 2,
  postcode: 3,
  first: 5,
  surname: 6,
  phone: 7,
  notes: 11,
} as const
export type Cells = Partial<Record<keyof typeof columns, string>>

export function line(key: string, cells: Cells = {}): string {
  const texts = [
    key,
    'Ann Lee',
    `${key} High St`,
    'QX1 1AA',
    'GB',
    'Ann',
    'Lee',
    '020 7946 0001',
    '',
    '',
    '',
    '',
  ]
  for (const [name, text] of Object.entries(cells)) texts[columns[name as keyof typeof columns]] = text
  return texts.join(',')
}

export function fileOf(harness: Harness, name: string, lines: readonly string[], head = header): string {
  const file = join(harness.folder, name)
  writeFileSync(file, `${[head, ...lines].join('\n')}\n`)
  return file
}

/** The first version, loaded and mapped. */
export async function firstVersion(harness: Harness, lines: readonly string[]): Promise<number> {
  return harness.load({ file: fileOf(harness, 'accounts.csv', lines), mapping: mappingFile.parse(mapping) })
}

/** The second version, opened on a batch, loaded and compared. */
export async function nextVersion(
  harness: Harness,
  earlier: number,
  lines: readonly string[],
  head = header,
): Promise<number> {
  const opened = await harness
    .client()
    .versions.open({ batch: earlier, path: fileOf(harness, `accounts-${earlier + 1}.csv`, lines, head) })
  await harness.until(opened.batch, (view) => view.stage === 'open' && view.work === null)
  await compare(harness, opened.batch)
  return opened.batch
}

export async function compare(harness: Harness, batch: number): Promise<void> {
  for await (const _ of await harness.client().versions.compare({ batch })) continue
}

export async function edit(harness: Harness, batch: number, key: string, cells: Cells): Promise<void> {
  const row = await rowOf(harness, batch, key)
  await harness.client().edits.apply({
    batch,
    words: `Edited ${key}`,
    cells: Object.entries(cells).map(([name, text]) => ({
      sheet: 0,
      row,
      column: columns[name as keyof typeof columns],
      text,
    })),
  })
}

/** The row whose first cell holds this key now. */
export async function rowOf(harness: Harness, batch: number, key: string): Promise<number> {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 500 })
  const row = rows.find((one) => one.cells[0] === key)
  if (row === undefined) throw new Error(`There is no row ${key}`)
  return row.row
}

export async function textOf(
  harness: Harness,
  batch: number,
  key: string,
  column: keyof typeof columns,
): Promise<string> {
  const { rows } = await harness.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 500 })
  return rows.find((one) => one.cells[0] === key)?.cells[columns[column]] ?? ''
}

export async function linesOf(harness: Harness, batch: number, list: LineList): Promise<VersionLine[]> {
  return (await harness.client().versions.lines({ batch, list, offset: 0, limit: 500 })).lines
}

export async function merge(harness: Harness, batch: number, holdGone = true): Promise<void> {
  await harness.client().versions.merge({ batch, holdGone })
  await harness.until(batch, (view) => view.version.merge === 'merged')
}

export async function accountOf(harness: Harness, batch: number, key: string) {
  const found = await harness.client().accounts.find({ text: key, batch, limit: 10 })
  const account = found.find((one) => one.key === key)
  if (account === undefined) throw new Error(`There is no account ${key} in batch ${batch}`)
  return account
}
