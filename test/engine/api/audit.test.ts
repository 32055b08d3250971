// Tests the audit log: a line before each call that does something, with who called, none with what cells say, and a
// changed file is found.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { usualPlan } from '../../../shared/sending/wave-plan.ts'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { writeLog } from '../../../electron/engine/api/audit-file.ts'
import { good, mappedFile } from '../accounts/small-batch.ts'
import { practiceStore } from '../store/practice-store.ts'
import { type Harness, openHarness } from './harness.ts'
import { isLoaded } from './waiting.ts'
import { join } from 'node:path'

const linesOf = async (harness: Harness) => (await harness.client().audit.page({ after: 0 })).lines

async function worked(): Promise<{ readonly harness: Harness; readonly batch: number }> {
  const harness = await openHarness()
  await harness.client().operator.set({ name: 'Priya Nair' })
  const batch = await mappedFile(harness, [good('L-1'), good('L-2')])
  const cells = [{ sheet: 0, row: 2, column: 1, text: 'Secret Canary' }]
  await harness.client().edits.apply({ batch, words: 'Secret words', cells })
  await harness.until(batch, isLoaded)
  return { harness, batch }
}

test('each call that does something has a line with who called, and says nothing of cells, words or keys', async () => {
  const { harness, batch } = await worked()
  await harness.validate(batch)
  await harness.client().batches.release({ batch, limit: 1 })
  await harness.until(batch, ({ states }) => states.done === 1)
  await harness.client().batches.get({ batch })
  const lines = await linesOf(harness)
  const said = lines.map(({ action, batch: of, operator }) => [action, of, operator])
  expect(said).toEqual(
    expect.arrayContaining([
      ['mapping.apply', batch, 'Priya Nair'],
      ['edits.apply', batch, 'Priya Nair'],
      ['batches.release', batch, 'Priya Nair'],
    ]),
  )
  expect(lines.find(({ action }) => action === 'edits.apply')?.details).toEqual({ cells: 1 })
  expect(lines.find(({ action }) => action === 'batches.release')?.details).toEqual({ limit: 1 })
  expect(lines.map(({ action }) => action)).not.toContain('batches.get')
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, at) => at + 1))
  const text = JSON.stringify(lines)
  for (const secret of ['Secret', harness.sandbox.apiKey, 'Ann Lee']) expect(text).not.toContain(secret)
  expect(await harness.client().audit.verify()).toEqual({ lines: lines.length, fault: null })
})

test('a wave that follows by the plan has a line without a name, and the log can be written as a file', async () => {
  const harness = await openHarness({ sandbox: { speed: 200 } })
  await harness.client().operator.set({ name: 'Priya Nair' })
  const keys = ['W-1', 'W-2', 'W-3', 'W-4']
  const batch = await mappedFile(harness, keys.map(good))
  await harness.validate(batch)
  await harness.client().batches.setPlan({ batch, plan: { ...usualPlan, sizes: [1], between: 'when_done' } })
  await harness.client().batches.release({ batch, limit: 1 })
  await harness.until(batch, ({ states }) => states.done === keys.length)
  const lines = await linesOf(harness)
  const releases = lines.filter(({ action }) => /release|follow/.test(action))
  expect(releases.map(({ action, operator }) => [action, operator])).toEqual([
    ['batches.release', 'Priya Nair'],
    ['batches.follow', ''],
  ])
  const { path } = await harness.client().audit.write({ folder: harness.folder })
  const written = readFileSync(path, 'utf8').trimEnd().split('\n')
  expect(written).toHaveLength(lines.length + 2)
  expect(JSON.parse(written.at(-1) ?? '')).toMatchObject({ seq: lines.length + 1 })
  const newest = await harness.client().audit.newest({ before: null })
  expect(newest.map(({ seq }) => seq)).toEqual(newest.map((_, at) => lines.length + 1 - at))
  expect((await harness.client().audit.newest({ before: 2 })).map(({ seq }) => seq)).toEqual([1])
})

test('a call that is refused has a second line with its code; one that the contract does not allow has none', async () => {
  const { harness } = await worked()
  const before = (await linesOf(harness)).length
  await expect(harness.client().batches.release({ batch: 99, limit: null })).rejects.toMatchObject({
    data: { code: 'no_such_batch' },
  })
  await expect(harness.client().batches.release({ batch: 99, limit: -1 })).rejects.toThrow(/./)
  const added = (await linesOf(harness)).slice(before)
  expect(added.map(({ action, batch, details }) => ({ action, batch, details }))).toEqual([
    { action: 'batches.release', batch: 99, details: { limit: null } },
    { action: 'refused', batch: 99, details: { line: before + 1, code: 'no_such_batch' } },
  ])
})

test('the lines go on after a restart, and stay when their batch is removed', async () => {
  const { harness, batch } = await worked()
  const before = await linesOf(harness)
  await harness.stop()
  await harness.start()
  await harness.client().batches.remove({ batch })
  const after = await linesOf(harness)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.at(-1)).toMatchObject({ seq: before.length + 1, action: 'batches.remove', batch })
  expect((await harness.client().audit.verify()).fault).toBeNull()
})

test.each([
  ['changed', "UPDATE audit SET operator = 'Nobody' WHERE seq = 2", { kind: 'changed', seq: 2 }],
  ['removed', 'DELETE FROM audit WHERE seq = 2', { kind: 'missing', seq: 2, next: 3 }],
  ['cut off', 'DELETE FROM audit WHERE seq > 2', { kind: 'cut', seq: 2 }],
])('a line that is %s in the file is found; the database itself refuses it', async (_what, sql, fault) => {
  const { harness } = await worked()
  await harness.stop()
  const database = openDatabaseFile(join(harness.data, databaseName))
  expect(() => database.exec(sql)).toThrow('the audit log is append-only')
  database.exec(`DROP TRIGGER audit_unchanged; DROP TRIGGER audit_kept; ${sql}`)
  database.close()
  await harness.start()
  expect((await harness.client().audit.verify()).fault).toMatchObject(fault)
})

test('a comparison that is saved and an export page by page have a line each', async () => {
  const { harness, batch } = await worked()
  const other = await mappedFile(harness, [good('L-1')])
  const before = (await linesOf(harness)).length
  const side = (of: number) => ({ batch: of, pass: null })
  await harness.client().comparison.write({
    first: side(batch),
    second: side(other),
    kind: null,
    format: 'csv',
    folder: harness.folder,
  })
  await harness.client().audit.startExport()
  const added = (await linesOf(harness)).slice(before)
  expect(added).toMatchObject([
    { action: 'comparison.write', batch: other, operator: 'Priya Nair', details: { comparedWith: batch } },
    { action: 'audit.startExport', batch: null },
  ])
})

test('a long log is checked and written in pieces, so that windows are served meanwhile', async () => {
  const { store, folder, database } = await practiceStore()
  database.pragma('synchronous = OFF')
  for (let at = 0; at < 3000; at += 1)
    store.audit.add({ action: 'batches.rename', batch: at, details: {} }, Date.now())
  const turnsDuring = async (work: () => unknown): Promise<number> => {
    let turns = 0
    let next = setImmediate(function count() {
      turns += 1
      next = setImmediate(count)
    })
    await work()
    clearImmediate(next)
    return turns
  }
  expect(
    await turnsDuring(async () => expect(await store.audit.verify()).toEqual({ lines: 3000, fault: null })),
  ).toBeGreaterThan(4)
  expect(
    await turnsDuring(async () => expect(await writeLog(store, folder)).toMatchObject({ ok: true })),
  ).toBeGreaterThan(4)
  const written = readFileSync(join(folder, 'audit-log.jsonl'), 'utf8').trimEnd().split('\n')
  expect(written).toHaveLength(3001)
  expect(JSON.parse(written.at(-1) ?? '')).toEqual(store.audit.head())
})
