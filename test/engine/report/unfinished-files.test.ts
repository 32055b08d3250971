// Tests that files that a kill left half written in folders chosen by a person are removed at the next start.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { openStaging, stagingIn } from '../../../electron/engine/report/staging.ts'
import { createUnfinishedFiles } from '../../../electron/engine/report/unfinished-files.ts'
import { atEnd, freshFolder, openHarness } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'

function settingsOf(texts: Map<string, string>) {
  return {
    get: (name: string) => texts.get(name) ?? null,
    set: (name: string, value: string) => void texts.set(name, value),
  }
}

test('a start removes unfinished reports and question packs, and nothing else', async () => {
  const texts = new Map<string, string>()
  const folder = freshFolder()
  const killed = createUnfinishedFiles(settingsOf(texts))
  const never = new Promise<void>(() => undefined)
  void killed.around(stagingIn(folder), () => never)
  void killed.around(join(folder, 'questions.xlsx.part'), () => never)
  mkdirSync(stagingIn(folder))
  writeFileSync(join(stagingIn(folder), 'results.csv.part'), 'names')
  writeFileSync(join(folder, 'questions.xlsx.part'), 'names')
  writeFileSync(join(folder, 'questions.xlsx'), 'of before')
  await createUnfinishedFiles(settingsOf(texts)).removeLeft()
  expect(existsSync(stagingIn(folder))).toBe(false)
  expect(existsSync(join(folder, 'questions.xlsx.part'))).toBe(false)
  expect(existsSync(join(folder, 'questions.xlsx'))).toBe(true)
  expect([...texts.values()]).toEqual(['[]'])
})

test('a report being written by another Carryover into the same folder is kept', async () => {
  const texts = new Map<string, string>()
  const folder = freshFolder()
  void createUnfinishedFiles(settingsOf(texts)).around(stagingIn(folder), () => new Promise(() => undefined))
  const other = await openStaging(folder)
  atEnd(async () => other?.end())
  await createUnfinishedFiles(settingsOf(texts)).removeLeft()
  expect(existsSync(stagingIn(folder))).toBe(true)
})

/**
 * The database's records of unfinished files since then, one text per change; collected by the database itself
 * until `end`.
 */
function notesOf(data: string) {
  const database = openDatabaseFile(join(data, databaseName))
  const keep = "WHEN new.name = 'unfinished_files' BEGIN INSERT INTO noted VALUES (new.value); END"
  database.exec(`
    CREATE TABLE noted (value TEXT NOT NULL) STRICT;
    CREATE TRIGGER noted_first AFTER INSERT ON setting ${keep};
    CREATE TRIGGER noted_then AFTER UPDATE ON setting ${keep};
  `)
  const read = database.prepare('SELECT value FROM noted ORDER BY rowid').pluck()
  return {
    all: () => read.all() as string[],
    end(): void {
      database.exec('DROP TRIGGER noted_first; DROP TRIGGER noted_then; DROP TABLE noted')
      database.close()
    },
  }
}

test('a report is recorded as unfinished only until it is complete or refused', async () => {
  const harness = await openHarness()
  const batch = await harness.load(await plainAccounts(harness.folder, numbered(3)))
  const folder = join(harness.folder, `report-${batch}`)
  const notes = notesOf(harness.data)
  const both = [JSON.stringify([stagingIn(folder)]), '[]']
  // Another instance of Carryover writes there.
  mkdirSync(folder)
  const other = await openStaging(folder)
  await expect(harness.report(batch)).rejects.toMatchObject({ data: { code: 'report_under_way' } })
  expect(notes.all()).toEqual(both)
  await other?.end()
  const { files } = await harness.report(batch)
  expect(existsSync(files['summary_json'] ?? '')).toBe(true)
  expect(existsSync(stagingIn(folder))).toBe(false)
  expect(notes.all()).toEqual([...both, ...both])
  notes.end()
  await harness.stop()
  mkdirSync(stagingIn(folder))
  await harness.start()
  // No longer recorded: it would be another instance's file.
  expect(existsSync(stagingIn(folder))).toBe(true)
})
