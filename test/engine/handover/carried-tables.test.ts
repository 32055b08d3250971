// Tests that a project file carries every table that belongs to a batch, or that the table is named as left out with a
// reason, and that no column that refers to another row was forgotten.
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../../../electron/engine/store/database/schema.ts'
import {
  carriedTables,
  leftOut,
  shapeOf,
  tablesOfBatch,
} from '../../../electron/engine/store/handover/carried-tables.ts'

function schema(more = ''): Database.Database {
  const database = new Database(':memory:')
  migrate(database)
  database.exec(more)
  return database
}

/** Tables that belong to a folder, and to no batch. A new table is in a project file, left out with a reason, or here. */
const ofFolder = [
  'audit',
  'catalogue',
  'connection',
  'decision',
  'earlier_template',
  'missed_attempt',
  'pause',
  'playbook',
  'project_file',
  'setting',
  'team_batch_gone',
  'team_copy_removal',
  'team_shared',
  'template',
  'unwanted_repair',
  'worked_fix',
  'worked_fix_source',
]

test('every table of the schema is carried, left out with a reason, or belongs to the folder', () => {
  const database = schema()
  const all = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[]
  const carried = carriedTables(database).map(({ name }) => name)
  expect([...carried, ...Object.keys(leftOut), ...ofFolder].sort()).toEqual(all.sort())
  for (const reason of Object.values(leftOut)) expect(reason.length).toBeGreaterThan(20)
})

test('a new table that refers to an account is carried without being named, also through another table', () => {
  const database = schema(
    `CREATE TABLE note (id INTEGER PRIMARY KEY, account_id INTEGER NOT NULL REFERENCES account(id)) STRICT;
     CREATE TABLE note_line (note_id INTEGER NOT NULL REFERENCES note(id), line TEXT NOT NULL) STRICT`,
  )
  expect(tablesOfBatch(database)).toEqual(expect.arrayContaining(['note', 'note_line']))
  const carried = carriedTables(database)
  expect(carried.map(({ name }) => name)).toEqual(expect.arrayContaining(['note', 'note_line']))
  expect(shapeOf(carried)).not.toBe(shapeOf(carriedTables(schema())))
  for (const { select } of carried) expect(database.prepare(select).all({ batch: 1 })).toEqual([])
})

test('every column that names a row of another table is known as such, and its table comes first', () => {
  const carried = carriedTables(schema())
  const names = carried.map(({ name }) => name)
  const values = new Set(['batch.catalogue_id', 'service_answer.existing_account_id'])
  for (const { name: table, columns } of carried)
    for (const { name, refersTo } of columns) {
      if (name.endsWith('_id') && !values.has(`${table}.${name}`))
        expect(refersTo, `${table}.${name}`).not.toBeNull()
      if (refersTo === null || refersTo === 'connection' || refersTo === 'payload') continue
      expect(names.indexOf(refersTo), `${table} after ${refersTo}`).toBeLessThanOrEqual(names.indexOf(table))
    }
})
