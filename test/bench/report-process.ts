// Helper process of the report benchmark, so that each measurement has a process of its own. Commands: `prepare FOLDER
// ROWS` makes a data folder with a batch of that many accounts, most of them created; `cells FOLDER` puts the cells of
// the results that a report wrote into a table; `bare FOLDER KIND` writes them from there, without anything else, and
// `writer FOLDER KIND` by the report's own writers; both print the seconds. `report-ours.ts` writes the report itself.
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import Database from 'better-sqlite3'
import { ZipFile } from 'yazl'
import { createCsvFile } from '../../electron/engine/report/csv-file.ts'
import { createWorkbook } from '../../electron/engine/report/workbook/workbook.ts'
import { readHere } from '../../electron/engine/import/read-here.ts'
import { databaseName, openDatabaseFile } from '../../electron/engine/store/database/database-file.ts'
import { mappingFile } from '../../shared/mapping/file.ts'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { engineIn, loadedBatch } from '../engine/api/bare-engine.ts'
import { generateAccounts } from '../files/generate.ts'
import { seconds } from './measure.ts'
import type { Files, ReportMeasure } from './report-ours.ts'

export const kinds = ['results_xlsx', 'results_csv'] as const
type Kind = (typeof kinds)[number]

const [command, folder = '', more = ''] = process.argv.slice(2)
const data = join(folder, 'data')
const outOf = (files: Files): string => join(folder, `out-${files}`)
const kindsOf = (files: Files): readonly Kind[] => (files === 'both' ? kinds : [files])
const fileOf = (kind: Kind): string =>
  join(outOf(kind), kind === 'results_xlsx' ? 'results.xlsx' : 'results.csv')

async function prepare(rows: number): Promise<void> {
  const shape = { shape: 'wide', damage: 0.1, format: 'csv', seed: 5, count: rows, folder } as const
  const sample = await generateAccounts(shape)
  const engine = await engineIn(data)
  const settings = connectionSettings.parse({
    baseUrl: 'http://127.0.0.1:1',
    tokenUrl: 'http://127.0.0.1:1/t',
    catalogue: 'example',
  })
  const { id: connection } = await engine.client.connections.save({ name: 'bench', settings })
  const mapping = mappingFile.parse(sample.mapping)
  await loadedBatch(engine.client, { path: sample.file, mapping, connection, supplier: 'ACME' })
  await engine.close()
  const database = openDatabaseFile(join(data, databaseName))
  database.pragma('synchronous = OFF')
  database.exec(`
    INSERT INTO attempt (account_id, number, payload_id, sha256, started_at, ended_at, class, http_status)
      SELECT id, 1, payload_id, '', 1760000000000, 1760000000100, 'accepted', 201 FROM account WHERE state = 'unvalidated';
    UPDATE account SET state = 'done', outcome = CASE WHEN id % 12 = 0 THEN 'failed' ELSE 'created' END, attempts = 1,
      since = 1760000001000, first_sent_at = 1760000000000, service_status = 'PROCESSED' WHERE state = 'unvalidated';
    INSERT OR REPLACE INTO service_answer (account_id, platform_identifier, record, record_at)
      SELECT id, 'P-' || id, '{"status":"PROCESSED","created_at":"2026-01-01T00:00:00Z"}', 1760000001000 FROM account
      WHERE state = 'done';
  `)
  database.close()
}

function workedSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

function bareTable(): Database.Database {
  const database = new Database(join(folder, 'cells.sqlite'))
  database.pragma('synchronous = OFF')
  database.exec(
    'CREATE TABLE IF NOT EXISTS line (id INTEGER PRIMARY KEY, file TEXT, sheet INTEGER, cells TEXT)',
  )
  return database
}

async function keepCells(): Promise<void> {
  const database = bareTable()
  const insert = database.prepare('INSERT INTO line (file, sheet, cells) VALUES (?, ?, ?)')
  for (const kind of kinds) {
    database.exec('BEGIN')
    for await (const read of readHere(fileOf(kind), {}, new AbortController().signal))
      if (read.kind === 'rows')
        for (const { cells } of read.rows) insert.run(kind, read.sheet, JSON.stringify(cells))
    database.exec('COMMIT')
  }
  const counts = database
    .prepare(
      `SELECT file, count(DISTINCT sheet) AS sheets, count(*) AS rows, sum(json_array_length(cells)) AS cells FROM line
       GROUP BY file`,
    )
    .all()
  process.stdout.write(JSON.stringify(counts))
  database.close()
}

type Line = { readonly id: number; readonly sheet: number; readonly cells: string }

function* linesOf(database: Database.Database, kind: Kind): Generator<{ sheet: number; cells: string[] }> {
  const select = database.prepare(
    'SELECT id, sheet, cells FROM line WHERE file = ? AND id > ? ORDER BY id LIMIT 500',
  )
  for (let after = 0; ; ) {
    const page = select.all(kind, after) as Line[]
    for (const { sheet, cells } of page) yield { sheet, cells: JSON.parse(cells) as string[] }
    const last = page.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

async function bareCsv(database: Database.Database): Promise<void> {
  const file = await open(join(folder, 'bare.csv'), 'w')
  let text = ''
  for (const { cells } of linesOf(database, 'results_csv')) {
    text += `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`
    if (text.length < 1 << 20) continue
    await file.writeFile(text)
    text = ''
  }
  await file.writeFile(text)
  await file.sync()
  await file.close()
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

async function bareBook(database: Database.Database): Promise<void> {
  const file = await open(join(folder, 'bare.xlsx'), 'w')
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, (chunks) => file.writeFile(chunks))
  let sheet = -1
  let row = 0
  let part: PassThrough | null = null
  let text = ''
  for (const line of linesOf(database, 'results_xlsx')) {
    if (line.sheet !== sheet) {
      part?.end(text)
      part = new PassThrough()
      zip.addReadStream(part, `xl/worksheets/sheet${line.sheet + 1}.xml`)
      text = '<worksheet><sheetData>'
      ;({ sheet } = line)
      row = 0
    }
    row += 1
    text += `<row r="${row}">`
    for (const cell of line.cells)
      text +=
        cell === ''
          ? '<c/>'
          : `<c t="inlineStr"><is><t>${/[&<>]/.test(cell) ? cell.replaceAll(/[&<>]/g, (found) => entities[found] ?? '') : cell}</t></is></c>`
    text += '</row>'
    if (text.length < 1 << 20) continue
    if (part?.write(text) === false) await once(part, 'drain')
    text = ''
  }
  part?.end(text)
  zip.end()
  await written
  await file.sync()
  await file.close()
}

async function writerCsv(database: Database.Database): Promise<void> {
  const file = await createCsvFile(join(folder, 'writer.csv'), [])
  for (const { cells } of linesOf(database, 'results_csv')) {
    file.line(cells)
    if (file.backlog() > 1 << 20) await file.flush()
  }
  await file.finish()
}

async function writerBook(database: Database.Database): Promise<void> {
  const book = await createWorkbook(join(folder, 'writer.xlsx'))
  let sheet = -1
  for (const line of linesOf(database, 'results_xlsx')) {
    if (line.sheet !== sheet)
      book.startSheet({
        name: `${line.sheet}`,
        columns: line.cells.map((header) => ({ header, width: 20, style: 'text' })),
      })
    ;({ sheet } = line)
    book.row(line.cells)
    if (book.backlog() > 1 << 20) await book.flush()
  }
  await book.finish()
}

const writers = {
  bare: { results_csv: bareCsv, results_xlsx: bareBook },
  writer: { results_csv: writerCsv, results_xlsx: writerBook },
} as const

async function written(
  by: keyof typeof writers,
  files: Files,
): Promise<Pick<ReportMeasure, 'took' | 'worked'>> {
  const database = bareTable()
  const used = process.cpuUsage()
  const took = await seconds(async () => {
    for (const kind of kindsOf(files)) await writers[by][kind](database)
  })
  const worked = workedSince(used)
  database.close()
  return { took, worked }
}

if (command === 'prepare') await prepare(Number(more))
else if (command === 'cells') await keepCells()
else if (command === 'bare' || command === 'writer')
  process.stdout.write(JSON.stringify(await written(command, more as Files)))
