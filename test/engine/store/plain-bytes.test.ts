// Tests the plain-text search in data folders that other tests depend on: it finds current and deleted text and text
// that the log holds twice, and never reports a page as clean that it cannot read.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { fileHolds } from './plain-bytes.ts'
import { freshFolder } from './practice-store.ts'

function written(): { readonly file: string; readonly end: () => void } {
  const file = join(freshFolder(), 'some.sqlite')
  const database = openDatabaseFile(file)
  database.pragma('journal_mode = WAL')
  database.pragma('secure_delete = OFF')
  database.exec("CREATE TABLE word (text TEXT); INSERT INTO word VALUES ('Zwiebelfisch')")
  database.exec("UPDATE word SET text = 'Schusterjunge'")
  return { file, end: () => void database.close() }
}

test('a text is found in the log, also where the page was written again, and in the database', () => {
  const { file, end } = written()
  expect(fileHolds(`${file}-wal`, 'Zwiebelfisch')).toBe(true)
  expect(fileHolds(`${file}-wal`, 'Schusterjunge')).toBe(true)
  expect(fileHolds(`${file}-wal`, 'Hurenkind')).toBe(false)
  expect(readFileSync(`${file}-wal`).includes('Schusterjunge'), 'as it stands on the disk').toBe(false)
  end()
  expect(fileHolds(file, 'Schusterjunge')).toBe(true)
  expect(readFileSync(file).includes('Schusterjunge'), 'as it stands on the disk').toBe(false)
})

test('a text is found on a page whose rows were deleted', () => {
  const { file, end } = written()
  const database = openDatabaseFile(file)
  database.pragma('secure_delete = OFF')
  database.exec(`CREATE TABLE long (text TEXT); INSERT INTO long VALUES ('${'Fliegenkopf '.repeat(2000)}')`)
  database.exec('DROP TABLE long')
  database.close()
  end()
  expect(fileHolds(file, 'Fliegenkopf')).toBe(true)
})

test('a page that cannot be read is reported, not called clean', () => {
  const { file, end } = written()
  end()
  const bytes = readFileSync(file)
  bytes[4096 + 700] = (bytes[4096 + 700] ?? 0) ^ 1
  writeFileSync(file, bytes)
  expect(() => fileHolds(file, 'Schusterjunge')).toThrow('cannot be read')
})

test('any other file is looked at as it is', () => {
  const file = join(freshFolder(), 'letter.txt')
  writeFileSync(file, 'Dear Zwiebelfisch')
  expect(fileHolds(file, 'Zwiebelfisch')).toBe(true)
  expect(fileHolds(file, 'Schusterjunge')).toBe(false)
})
