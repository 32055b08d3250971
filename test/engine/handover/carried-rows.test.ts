// Tests that every row of every carried table arrives as it was: a batch with edits, holds, refusals, waves, a question
// pack, a fix file and overruled checks is compared with what the other folder has, number by number.
import { expect, test } from 'vitest'
import { carriedTables } from '../../../electron/engine/store/handover/carried-tables.ts'
import { mappedFile } from '../accounts/small-batch.ts'
import { inDatabase } from '../api/harness.ts'
import { isLoaded, isOver } from '../api/waiting.ts'
import { open, projectPath, twoFolders, write } from './handover-fixture.ts'

const line = (key: string, has: { surname?: string; phone?: string; street?: string }): string =>
  `${key},Ann Lee,${has.street ?? '1 High St'},QX1 1AA,GB,Ann,${has.surname ?? 'Lee'},${has.phone ?? '020 7946 0001'},,,,`

/** What is another one in the other folder, by intent. */
const differs = new Set([
  'batch.in_doubt',
  'batch.report',
  'batch.name',
  'batch_file.path',
  'batch.validating',
  'account.connection_id',
  'recheck.connection_id',
])

/** All rows of a batch, by table; a number of a row is its place among the numbers of its table. */
function rowsOf(data: string, batch: number): Record<string, unknown[]> {
  return inDatabase(data, (database) => {
    const tables = carriedTables(database)
    const numbers = new Map<string, number[]>()
    const read = (table: (typeof tables)[number]): unknown[][] =>
      database.prepare(table.select).raw().all({ batch }) as unknown[][]
    for (const table of tables)
      if (table.isNumbered) {
        const at = table.columns.findIndex(({ name }) => name === 'id')
        numbers.set(
          table.name,
          read(table)
            .map((row) => Number(row[at]))
            .sort((a, b) => a - b),
        )
      }
    const placeOf = (table: string, value: unknown): unknown =>
      value === null ? null : `${table} ${numbers.get(table)?.indexOf(Number(value)) ?? 'x'}`
    return Object.fromEntries(
      tables.map((table) => [
        table.name,
        read(table).map((row) =>
          row.map((value, at) => {
            const column = table.columns[at]
            if (column === undefined || differs.has(`${table.name}.${column.name}`)) return 'differs'
            if (column.name === 'id' && table.isNumbered) return placeOf(table.name, value)
            if (column.refersTo === 'connection') return 'connection'
            if (column.refersTo !== null) return placeOf(column.refersTo, value)
            return Buffer.isBuffer(value) ? value.toString('base64') : value
          }),
        ),
      ]),
    )
  })
}

test('every row of a batch with all kinds of work arrives in the other folder, and comes back', async () => {
  const { first, other } = await twoFolders()
  const client = first.client()
  // Other batches move the numbers of both folders apart.
  await mappedFile(first, [line('OLD-1', {}), line('OLD-2', { phone: 'none' })])
  const batch = await mappedFile(first, [
    ...Array.from({ length: 12 }, (_, at) => line(`K-${at}`, { surname: 'Ünïcode \u2028 “text”' })),
    line('K-12', { phone: 'not a number' }),
    line('K-13', { street: '' }),
    line('K-13', { street: '2 Low St' }),
  ])
  const quiet = (view: Parameters<typeof isLoaded>[0]): boolean => isLoaded(view) && view.work === null
  await client.edits.apply({ batch, words: 'typed', cells: [{ sheet: 0, row: 3, column: 6, text: 'Édité' }] })
  await first.until(batch, quiet)
  await client.edits.apply({ batch, words: 'again', cells: [{ sheet: 0, row: 4, column: 6, text: 'x' }] })
  await client.edits.undo({ batch })
  await first.until(batch, quiet)
  await first.validate(batch)
  const [one = 0, two = 0] = inDatabase(first.data, (look) =>
    look
      .prepare("SELECT id FROM account WHERE batch_id = ? AND state = 'validated' ORDER BY id")
      .pluck()
      .all(batch),
  ) as number[]
  await client.accounts.hold({ accounts: [one], reason: 'waits for a call', until: null, exclude: false })
  await client.accounts.hold({ accounts: [two], reason: 'not ours', until: null, exclude: true })
  await client.batches.release({ batch, limit: 4 })
  await first.until(batch, (view) => isOver(view) && view.outcomes.created === 4)
  await first.report(batch)
  await client.accounts.findList({ batch, keys: ['K-1', 'K-2', 'none'] })

  const there = projectPath(first)
  await write(client, batch, there)
  const before = rowsOf(first.data, batch)
  for (const table of [
    'edit',
    'edit_cell',
    'attempt',
    'validation',
    'problem',
    'event',
    'wave',
    'account_list',
    'fix_file',
  ])
    expect(before[table]?.length, `rows of ${table}`).toBeGreaterThan(0)
  const arrived = await open(other.client(), there)
  const kept = before['account']?.length
  expect(rowsOf(other.data, arrived.batch)).toEqual(before)
  expect(await other.client().batches.get({ batch: arrived.batch })).toMatchObject({ accounts: kept })

  const back = projectPath(first, 'back')
  await write(other.client(), arrived.batch, back)
  const left = rowsOf(other.data, arrived.batch)
  const returned = await open(client, back)
  expect(rowsOf(first.data, returned.batch)).toEqual(left)
  expect((await client.batches.reconcile({ batch: returned.batch })).unexplained).toBe(0)
  const [file] = (await client.batches.get({ batch: returned.batch })).files
  expect(file?.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(inDatabase(first.data, (look) => look.pragma('foreign_key_check'))).toEqual([])
  expect(inDatabase(other.data, (look) => look.pragma('foreign_key_check'))).toEqual([])
})
