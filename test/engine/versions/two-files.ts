// Two versions of a small file and what a person does between them: a batch from the first, edited, and a batch that
// continues it from the second.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { mappingFile } from '../../../shared/mapping-file.ts'
import type { VersionLine } from '../../../shared/contract/versions.ts'
import type { LineList } from '../../../shared/version-lines.ts'
import type { House } from '../engine/harness.ts'
import { header, mapping } from '../editing/small-batch.ts'

/** Columns of the small batch, by what a test calls them. */
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

export function fileOf(house: House, name: string, lines: readonly string[], head = header): string {
  const file = join(house.folder, name)
  writeFileSync(file, `${[head, ...lines].join('\n')}\n`)
  return file
}

/** The first version, loaded and mapped. */
export async function firstVersion(house: House, lines: readonly string[]): Promise<number> {
  return house.load({ file: fileOf(house, 'accounts.csv', lines), mapping: mappingFile.parse(mapping) })
}

/** The second version, opened on a batch, loaded and compared. */
export async function nextVersion(
  house: House,
  earlier: number,
  lines: readonly string[],
  head = header,
): Promise<number> {
  const opened = await house
    .client()
    .versions.open({ batch: earlier, path: fileOf(house, `accounts-${earlier + 1}.csv`, lines, head) })
  await house.until(opened.batch, (view) => view.stage === 'open' && view.work === null)
  await compare(house, opened.batch)
  return opened.batch
}

export async function compare(house: House, batch: number): Promise<void> {
  for await (const _ of await house.client().versions.compare({ batch })) continue
}

export async function edit(house: House, batch: number, key: string, cells: Cells): Promise<void> {
  const row = await rowOf(house, batch, key)
  await house.client().edits.apply({
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

/** The row that has this key in its first cell now. */
export async function rowOf(house: House, batch: number, key: string): Promise<number> {
  const { rows } = await house.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 500 })
  const row = rows.find((one) => one.cells[0] === key)
  if (row === undefined) throw new Error(`There is no row ${key}`)
  return row.row
}

export async function textOf(
  house: House,
  batch: number,
  key: string,
  column: keyof typeof columns,
): Promise<string> {
  const { rows } = await house.client().sheets.page({ batch, sheet: 0, offset: 0, limit: 500 })
  return rows.find((one) => one.cells[0] === key)?.cells[columns[column]] ?? ''
}

export async function linesOf(house: House, batch: number, list: LineList): Promise<VersionLine[]> {
  return (await house.client().versions.lines({ batch, list, offset: 0, limit: 500 })).lines
}

export async function merge(house: House, batch: number, holdGone = true): Promise<void> {
  await house.client().versions.merge({ batch, holdGone })
  await house.until(batch, (view) => view.version.merge === 'merged')
}

export async function accountOf(house: House, batch: number, key: string) {
  const found = await house.client().accounts.find({ text: key, batch, limit: 10 })
  const account = found.find((one) => one.key === key)
  if (account === undefined) throw new Error(`There is no account ${key} in batch ${batch}`)
  return account
}
