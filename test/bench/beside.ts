// Helper process of the large benchmark, so that its memory is not counted as the engine's. Commands: `write
// csv|xlsx FILE ROWS`; `bare csv|xlsx FILE FOLDER`, which prints rows per second; and the engine itself, `ours
// csv|xlsx FILE FOLDER`, which prints its measurements as JSON.
import { readWhole } from './read-whole.ts'
import { bareCsv, bareXlsx, writeBook, writeCsv } from './reading.ts'

const [what, kind, file = '', more = ''] = process.argv.slice(2)
if (what === 'write') await (kind === 'csv' ? writeCsv : writeBook)(file, Number(more))
else if (what === 'ours') process.stdout.write(JSON.stringify(await readWhole(file, more)))
else process.stdout.write(`${await (kind === 'csv' ? bareCsv : bareXlsx)(file, more)}\n`)
