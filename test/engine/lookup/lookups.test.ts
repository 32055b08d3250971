// Tests the cache of lookups in a batch, with stale-while-revalidate: entries are kept until the batch changes;
// callers that can wait get the current result, others the cached one. Includes a thread that reads the file while
// another one writes it.
import { expect, test } from 'vitest'
import { createBatchStamps } from '../../../electron/engine/store/import/batch-stamps.ts'
import { mostCauses } from '../../../electron/engine/store/lookup/cause-groups.ts'
import { findDuplicates } from '../../../electron/engine/store/lookup/duplicate-groups.ts'
import { createLookups } from '../../../electron/engine/store/lookup/lookups.ts'
import { createLookupThread, type LookupThread } from '../../../electron/engine/store/lookup/lookup-thread.ts'
import { runThrough } from '../../../electron/engine/store/lookup/pieces.ts'
import { atEnd, practiceStore, type PracticeStore } from '../store/practice-store.ts'
import { columns, expected, fillBatch, type ModelRow, textOf } from './random-batch.ts'

const wait = { soon: false }
const soon = { soon: true }

async function largeBatch(rowCount = 300): Promise<
  PracticeStore & {
    readonly rows: ModelRow[]
    readonly lookups: ReturnType<typeof createLookups>
    readonly started: () => number
  }
> {
  const practice = await practiceStore()
  const rows = fillBatch(practice, rowCount, 3)
  const { database, store } = practice
  const thread = createLookupThread(database.name)
  let count = 0
  const counting: LookupThread = {
    ...thread,
    start: (job, found) => {
      count += 1
      return thread.start(job, found)
    },
  }
  const stamps = createBatchStamps(database, store.edits.version)
  const lookups = createLookups({ database, stamps, thread: counting, small: 0 })
  atEnd(() => void thread.close())
  return { ...practice, rows, lookups, started: () => count }
}

test('a list is computed once, and again after its batch changed', async () => {
  const { database, batch, rows, lookups, started } = await largeBatch()
  const wanted = { batch, sheet: 0, filter: { states: ['invalid' as const] }, sort: undefined }
  const before = await lookups.rows(wanted, 0, 500, wait)
  expect(before).toEqual({
    rows: expected(rows, wanted.filter, undefined),
    total: before.rows.length,
    version: expect.any(String),
    exact: true,
  })
  expect((await lookups.rows(wanted, 5, 3, soon)).rows).toEqual(before.rows.slice(5, 8))
  expect(started()).toBe(1)

  const changed = rows.find(({ account }) => account?.state === 'invalid')?.account
  if (!changed) throw new Error('No account is blocked')
  database.prepare("UPDATE account SET state = 'unvalidated' WHERE id = ?").run(changed.id)
  changed.state = 'unvalidated'
  const known = await lookups.rows(wanted, 0, 500, soon)
  expect(known).toEqual({ ...before, exact: false, version: null })
  const after = await lookups.rows(wanted, 0, 500, wait)
  expect(after.rows).toEqual(expected(rows, wanted.filter, undefined))
  expect(after.total).toBeLessThan(before.total)
  expect(started()).toBe(2)
})

test('a caller that knows of a change never gets a result whose computation began before it', async () => {
  const { database, batch, rows, lookups } = await largeBatch()
  const wanted = { batch, sheet: 0, filter: { text: 'smi' }, sort: undefined }
  const early = lookups.rows(wanted, 0, 500, wait)
  const row = rows.find((one) => !one.cells.some((cell) => cell.toLowerCase().includes('smi')))
  if (row === undefined) throw new Error('Every row has such a text')
  database.prepare(`INSERT INTO edit (batch_id, at, words) VALUES (?, 0, '"Later"')`).run(batch)
  database
    .prepare(
      "INSERT INTO cell_now VALUES (?, 0, ?, 0, 'Smite') ON CONFLICT DO UPDATE SET text = excluded.text",
    )
    .run(batch, row.row)
  row.edited.set(0, 'Smite')
  const late = await lookups.rows(wanted, 0, 500, wait)
  expect(late.rows).toContain(row.row)
  expect(late.rows).toEqual(expected(rows, wanted.filter, undefined))
  await early
})

test('a list without a waiting caller is interrupted for one with a waiting caller', async () => {
  const { batch, rows, lookups } = await largeBatch()
  const left = new AbortController()
  const first = { batch, sheet: 0, filter: { text: 'ö' }, sort: undefined }
  const unwanted = lookups.rows(first, 0, 10, { soon: false, signal: left.signal })
  left.abort()
  await expect(unwanted).rejects.toThrow('cancelled')
  const second = { ...first, filter: { text: '1' } }
  expect((await lookups.rows(second, 0, 500, wait)).rows).toEqual(expected(rows, second.filter, undefined))
  // It can be requested again.
  expect((await lookups.rows(first, 0, 500, wait)).rows).toEqual(expected(rows, first.filter, undefined))
})

test('a list interrupted during its recomputation is computed for the next caller', async () => {
  const { database, batch, rows, lookups } = await largeBatch()
  const invalid = { batch, sheet: 0, filter: { states: ['invalid' as const] }, sort: undefined }
  const changedRows = { batch, sheet: 0, filter: { changed: true }, sort: undefined }
  await lookups.rows(invalid, 0, 500, wait)
  const changed = rows.find(({ account }) => account?.state === 'invalid')?.account
  if (!changed) throw new Error('No account is blocked')
  database.prepare("UPDATE account SET state = 'unvalidated' WHERE id = ?").run(changed.id)
  changed.state = 'unvalidated'
  // A caller that cannot wait gets the cached result, and nobody waits for the refresh that it starts.
  expect(await lookups.rows(invalid, 0, 500, soon)).toMatchObject({ exact: false })
  const other = lookups.rows(changedRows, 0, 500, wait)
  const found = await lookups.rows(invalid, 0, 500, wait)
  expect(found.rows).toEqual(expected(rows, invalid.filter, undefined))
  await other
})

test('each cause has the number of accounts that it alone holds back, and its pass', async () => {
  const { database, batch, rows, lookups, ids } = await largeBatch()
  const accounts = [...new Set(rows.flatMap(({ account }) => account ?? []))]
  const validated = accounts.find(
    ({ excluded, problems }) => !excluded && problems.some(({ source }) => source === 'validate'),
  )
  const insert = database.prepare(
    "INSERT INTO validation (account_id, payload_id, at, http_status, verdict, answer) VALUES (?, 1, 0, 400, 'rejected', '')",
  )
  for (let pass = 1; pass <= 3; pass += 1) insert.run(validated?.id)
  insert.run(ids[0])
  const { value, fresh } = await lookups.groups(batch, wait)
  expect(fresh).toBe(true)
  expect(value.pass).toBe(3)

  const now = accounts
    .filter(({ excluded }) => !excluded)
    .map(({ problems }) => problems.filter(({ stale }) => !stale))
    .filter((problems) => problems.length > 0)
  expect([value.problems, value.accounts]).toEqual([now.flat().length, now.length])
  const nameOf = (
    one: { code: string | null; source: string; field: string | null },
    column: number | null,
  ) => JSON.stringify([one.code, one.source, one.field, column])
  const model = new Map<string, { problems: number; accounts: number; alone: number }>()
  for (const problems of now) {
    const names = new Set(problems.map((one) => nameOf(one, one.col)))
    for (const name of names) {
      const group = model.get(name) ?? { problems: 0, accounts: 0, alone: 0 }
      group.problems += problems.filter((one) => nameOf(one, one.col) === name).length
      group.accounts += 1
      group.alone += names.size === 1 ? 1 : 0
      model.set(name, group)
    }
  }
  const found = value.groups.map((group) => {
    const { problems, accounts: all, alone } = group
    return [nameOf(group, group.column), { problems, accounts: all, alone }] as const
  })
  expect(new Map(found)).toEqual(model)
  expect(found.map(([, { alone }]) => alone)).toEqual(
    found.map(([, { alone }]) => alone).sort((a, b) => b - a),
  )
})

test('of very many causes only the first are listed, and the totals count all of them', async () => {
  const { database, batch, lookups, ids } = await largeBatch()
  const before = (await lookups.groups(batch, wait)).value
  expect(before.causes).toBe(before.groups.length)
  const insert = database.prepare(
    `WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < @times)
     INSERT INTO problem (account_id, batch_id, source, code, message, place, sheet, row, col)
     SELECT @account, @batch, 'validate', @name || value, '""', '{"kind":"batch"}', 0, 1, 1 FROM number`,
  )
  const many = { account: ids[0], batch, name: 'one ', times: 3000 }
  insert.run(many)
  const { value } = await lookups.groups(batch, wait)
  expect(value.groups).toHaveLength(mostCauses)
  expect(value.groups.slice(0, 3)).toEqual(before.groups.slice(0, 3))
  expect([value.causes, value.problems]).toEqual([before.causes + 3000, before.problems + 3000])
  const onSheet = (groups: typeof value): number =>
    groups.sheets.find(({ sheet }) => sheet === 0)?.problems ?? 0
  expect(onSheet(value)).toBe(onSheet(before) + 3000)

  insert.run({ ...many, name: 'other ', times: 60_000 })
  const most = (await lookups.groups(batch, wait)).value
  expect([most.causes, most.problems, most.accounts]).toEqual([
    50_000,
    before.problems + 63_000,
    value.accounts,
  ])
})

test('the values of a cause are grouped by shape, complete, with the current cell texts', async () => {
  const { batch, rows, lookups } = await largeBatch()
  const cause = { code: 'required', source: 'local', field: null, sheet: 0, column: 1 } as const
  const { value } = await lookups.shapes(batch, cause, wait)
  const cells = rows.flatMap((row) =>
    (row.account?.excluded === false ? row.account.problems : [])
      .filter(({ code, source, field, row: on, col, stale }) => {
        return (
          code === 'required' && source === 'local' && field === null && on === row.row && col === 1 && !stale
        )
      })
      .map(() => textOf(row, 1)),
  )
  expect(value.reduce((sum, { problems }) => sum + problems, 0)).toBe(cells.length)
  for (const { samples } of value) for (const sample of samples) expect(cells).toContain(sample)
  expect(await lookups.shapes(batch, { ...cause, sheet: null, column: null }, wait)).toMatchObject({
    value: [],
  })
})

test('accounts are found by their key at once, and by the current texts of their cells', async () => {
  const { database, batch, rows, lookups, started } = await largeBatch()
  const row = rows.find(({ account }) => account !== null)
  if (!row?.account) throw new Error('No row has an account')
  const key = String(database.prepare('SELECT key FROM account WHERE id = ?').pluck().get(row.account.id))
  const find = (text: string, limit = 5) => lookups.accounts({ text, batch, limit })
  expect((await find(key, 1))[0]).toBe(row.account.id)
  expect(started()).toBe(0)
  expect(await find('A-', 1)).toHaveLength(1)

  database
    .prepare(
      "INSERT INTO cell_now VALUES (?, 0, ?, 0, 'Quite unlike') ON CONFLICT DO UPDATE SET text = excluded.text",
    )
    .run(batch, row.row)
  // A search has a limit of time, which a busy machine reaches.
  await expect.poll(() => find('quite UNL')).toEqual([row.account.id])
  expect(await find('no such text anywhere')).toEqual([])
})

test('the stamp of a batch changes with each change of its accounts and problems, and not with those of another batch', async () => {
  const practice = await practiceStore({ accounts: 3 })
  const { database, store, batch, first } = practice
  const stamps = createBatchStamps(database, store.edits.version)
  const seen = [stamps.of(batch)]
  const after = (sql: string, ...values: readonly unknown[]): void => {
    database.prepare(sql).run(...values)
    expect(seen).not.toContain(stamps.of(batch))
    seen.push(stamps.of(batch))
  }
  after("UPDATE account SET state = 'invalid' WHERE id = ?", first)
  after(`UPDATE account SET held_reason = '"asked"' WHERE id = ?`, first)
  store.accounts.addProblems(first, batch, [
    { source: 'local', attr: null, code: 'x', message: 'X.', place: { kind: 'account', row: null } },
  ])
  expect(seen).not.toContain(stamps.of(batch))
  after('UPDATE problem SET stale = 1 WHERE account_id = ?', first)
  after('DELETE FROM problem WHERE account_id = ?', first)
  after('DELETE FROM account WHERE id = ?', first)
  after(`INSERT INTO edit (batch_id, at, words) VALUES (?, 0, '"One"')`, batch)
  const other = stamps.of(batch + 1)
  database.prepare("UPDATE account SET state = 'validated' WHERE batch_id = ?").run(batch)
  expect(stamps.of(batch + 1)).toBe(other)
})

test('the thread finds the same groups of duplicates as a direct query: by key or identity, with edits applied', async () => {
  const { database, batch, rows, lookups } = await largeBatch(400)
  const accounts = rows.flatMap((row) => (row.account === null ? [] : [{ id: row.account.id, row }]))
  const firsts = accounts.filter(({ id }, at) => accounts.findIndex((one) => one.id === id) === at)
  const share = database.prepare('UPDATE account SET key = ?, identity = ?, excluded = ? WHERE id = ?')
  const tell = database.prepare(
    `INSERT INTO problem (account_id, batch_id, source, code, message, place) VALUES (?, ?, 'local', 'duplicate_account', '""', '{}')`,
  )
  for (const [at, { id }] of firsts.entries()) {
    // Groups of three with one key; in every second group, the identities are those of the group before.
    share.run(`K${Math.floor(at / 3)}`, `I${Math.floor(at / 6)}`, at % 17 === 0 ? 1 : 0, id)
    tell.run(id, batch)
  }
  for (const byKey of [true, false]) {
    const asked = { batch, sheet: 0, byKey }
    const { value } = await lookups.duplicates(asked, wait)
    expect(value).toEqual(runThrough(findDuplicates(database, asked)))
    const living = firsts.filter((_, at) => at % 17 !== 0)
    const indexOf = (id: number): number => firsts.findIndex((one) => one.id === id)
    const groups = [...Map.groupBy(living, ({ id }) => Math.floor(indexOf(id) / (byKey ? 3 : 6))).values()]
    const several = groups.filter((group) => group.length > 1)
    expect([...value.accounts]).toEqual(several.flatMap((group) => group.map(({ id }) => id)))
    expect(value.ends).toHaveLength(several.length)
    const differing = several.map((group) => {
      const texts = group.map(({ row }) =>
        Array.from({ length: columns }, (_, column) => textOf(row, column)),
      )
      return texts[0]?.filter((text, column) => texts.some((other) => other[column] !== text)).length
    })
    expect([...value.differing]).toEqual(differing)
  }
})
