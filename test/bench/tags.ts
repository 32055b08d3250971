// Measures the cost of page tags (electron/engine/store/database/database-file.ts): the same tables and settings in
// a file with tags and in one without, alternating step by step. Each commit is one small row, like an attempt; a
// load is ten thousand rows in chunks, like a file. Nothing else runs, so the commits alone are measured.
import { join } from 'node:path'
import type { Database as Connection } from 'better-sqlite3'
import Database from 'better-sqlite3'
import { openDatabaseFile } from '../../electron/engine/store/database/database-file.ts'
import { migrate } from '../../electron/engine/store/database/schema.ts'
import { type Line, seconds } from './measure.ts'

const commitsAtOnce = 400
const rowsAtOnce = 10_000
const rowsOfAPiece = 200
const cells = JSON.stringify(Array.from({ length: 30 }, (_cell, at) => `value ${at} of a row`))

function sideOf(database: Connection) {
  for (const setting of [
    'journal_mode = WAL',
    'synchronous = FULL',
    'foreign_keys = OFF',
    'secure_delete = ON',
    'temp_store = MEMORY',
  ])
    database.pragma(setting)
  migrate(database)
  const note = database.prepare("INSERT INTO event (at, kind, detail) VALUES (?, 'noted', ?)")
  const row = database.prepare('INSERT INTO source_row (batch_id, sheet, row, cells) VALUES (1, 0, ?, ?)')
  let rows = 0
  const piece = database.transaction(() => {
    for (let count = 0; count < rowsOfAPiece; count += 1) row.run((rows += 1), cells)
  })
  return {
    commit() {
      for (let count = 0; count < commitsAtOnce; count += 1) note.run(count, '{"code":"an ordinary answer"}')
    },
    load() {
      for (let stored = 0; stored < rowsAtOnce; stored += rowsOfAPiece) piece.immediate()
    },
    close: () => void database.close(),
  }
}

export async function measureTags(folder: string, runs: number): Promise<Line[]> {
  const sides = [
    sideOf(openDatabaseFile(join(folder, 'with.sqlite'))),
    sideOf(new Database(join(folder, 'without.sqlite'))),
  ] as const
  const rates = { commit: [[], []], load: [[], []] } as Record<'commit' | 'load', [number[], number[]]>
  for (let run = 0; run <= runs; run += 1)
    for (const side of run % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const))
      for (const what of ['commit', 'load'] as const) {
        const took = await seconds(async () => sides[side][what]())
        const count = what === 'commit' ? commitsAtOnce : rowsAtOnce
        // The first warms up and is not counted.
        if (run > 0) rates[what][side].push(count / took)
      }
  for (const side of sides) side.close()
  return [
    {
      what: 'commits, flushed (bare: without tags)',
      unit: 'a second',
      ours: rates.commit[0],
      bare: rates.commit[1],
    },
    { what: 'rows stored (bare: without tags)', unit: 'rows/s', ours: rates.load[0], bare: rates.load[1] },
  ]
}
