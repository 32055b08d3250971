// Measures rows per second from a file into the database: our reader process and store, compared with a bare parser
// and a bare insert into a table of the same shape with the same durability.
import { createReadStream, createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import papaparse from 'papaparse'
import { createProcessReader } from '../../electron/engine/import/process/process-reader.ts'
import { readHere } from '../../electron/engine/import/read-here.ts'
import type { Reader } from '../../electron/engine/import/reader.ts'
import { openWorkspace } from '../../electron/engine/store/database/open.ts'
import { createStore } from '../../electron/engine/store/store.ts'
import { writeXlsx } from '../files/write-xlsx.ts'
import { type Line, seconds } from './measure.ts'
import { sentenceOf } from '../../shared/texts/message.ts'

const columns = 30
const chunk = 500

function* rowsOf(count: number): Generator<string[]> {
  yield Array.from({ length: columns }, (_, column) => `Column ${column + 1}`)
  for (let row = 0; row < count; row += 1)
    yield Array.from({ length: columns }, (_, column) =>
      column === 0 ? `A-${row}` : `value ${(row * 31 + column) % 997}`,
    )
}

export async function writeCsv(file: string, count: number): Promise<string> {
  const output = createWriteStream(file)
  let text = ''
  for (const row of rowsOf(count)) {
    text += `${row.join(',')}\n`
    if (text.length < 1 << 16) continue
    if (!output.write(text)) await once(output, 'drain')
    text = ''
  }
  output.end(text)
  await once(output, 'finish')
  return file
}

export async function writeBook(file: string, count: number): Promise<string> {
  await writeXlsx(file, [{ name: 'Sheet', rows: rowsOf(count) }])
  return file
}

let folders = 0

/** As loading a batch does it, without building the accounts. */
async function ours(file: string, folder: string, reader: Reader): Promise<number> {
  folders += 1
  const opened = await openWorkspace({ folder: join(folder, `ours-${folders}`), now: Date.now })
  if (!opened.ok) throw new Error(sentenceOf(opened.failure.message))
  const store = createStore(opened.value)
  const batch = store.batches.add({
    name: 'bench',
    connectionId: null,
    supplier: null,
    files: [{ path: file, name: 'bench', bytes: 1, readOptions: {} }],
    mapped: null,
    createdAt: Date.now(),
  })
  let rows = 0
  const checkpoints = store.rows.checkpoints()
  const took = await seconds(async () => {
    for await (const message of reader(file, {}, new AbortController().signal)) {
      if (message.kind === 'sheet') store.rows.addSheet(batch, message.index, message.sheet, 'unused')
      if (message.kind === 'rows') {
        store.rows.addRows(batch, message.sheet, message.rows)
        rows += message.rows.length
        await checkpoints.wrote(message.rows.reduce((sum, { cells }) => sum + cells.length, 0))
      }
      if (message.kind === 'refused') throw new Error(sentenceOf(message.failure.message))
    }
    await checkpoints.end()
  })
  opened.value.close()
  return rows / took
}

function bareTable(folder: string) {
  folders += 1
  const database = new Database(join(folder, `bare-${process.pid}-${folders}.sqlite`))
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('CREATE TABLE source_row (row INTEGER PRIMARY KEY, cells TEXT NOT NULL) STRICT')
  const insert = database.prepare('INSERT INTO source_row VALUES (?, ?)')
  let row = 0
  const add = database.transaction((rows: readonly (readonly string[])[]) => {
    for (const cells of rows) insert.run((row += 1), JSON.stringify(cells))
  })
  return { add, count: () => row, close: () => database.close() }
}

export async function bareCsv(file: string, folder: string): Promise<number> {
  const table = bareTable(folder)
  const took = await seconds(async () => {
    let waiting: string[][] = []
    const parser = createReadStream(file, 'utf8').pipe(papaparse.parse(papaparse.NODE_STREAM_INPUT))
    for await (const cells of parser as AsyncIterable<string[]>) {
      waiting.push(cells)
      if (waiting.length < chunk) continue
      table.add(waiting)
      waiting = []
    }
    table.add(waiting)
  })
  table.close()
  return table.count() / took
}

export async function bareXlsx(file: string, folder: string): Promise<number> {
  const table = bareTable(folder)
  const took = await seconds(async () => {
    for await (const message of readHere(file, {}, new AbortController().signal))
      if (message.kind === 'rows') table.add(message.rows.map(({ cells }) => cells))
  })
  table.close()
  return table.count() / took
}

export async function measureReading(folder: string, runs: number): Promise<Line[]> {
  const csv = await writeCsv(join(folder, 'rows.csv'), 100_000)
  const xlsx = await writeBook(join(folder, 'rows.xlsx'), 40_000)
  const kinds = [
    { what: 'CSV 100,000 × 30: read and stored', file: csv, bare: bareCsv, rates: { ours: [0], bare: [0] } },
    {
      what: 'XLSX 40,000 × 30: read and stored',
      file: xlsx,
      bare: bareXlsx,
      rates: { ours: [0], bare: [0] },
    },
  ]
  const reader = createProcessReader()
  // The first round warms up and is not counted.
  for (let run = 0; run <= runs; run += 1) {
    for (const { file, bare, rates } of kinds) {
      rates.ours[run] = await ours(file, folder, reader)
      rates.bare[run] = await bare(file, folder)
    }
  }
  return kinds.map(({ what, rates }) => ({
    what,
    unit: 'rows/s',
    ours: rates.ours.slice(1),
    bare: rates.bare.slice(1),
  }))
}
