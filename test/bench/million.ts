// `npm run bench -- million`: a full engine with its reader process reads and stores one million rows × 30 columns,
// as CSV and as a workbook, compared with the bare parser and a bare insert. Each run has a fresh process. Memory
// is the peak of engine and reader together; the delay is that of the thread that serves the window.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { WholeReading } from './read-whole.ts'

const million = 1_000_000

async function beside(...words: readonly string[]): Promise<string> {
  const script = fileURLToPath(new URL('./beside.ts', import.meta.url))
  return (await promisify(execFile)(process.execPath, [script, ...words])).stdout
}

/** Prints its results as they arrive; takes some minutes and about 3 GB of disk. */
export async function measureMillion(folder: string): Promise<void> {
  for (const kind of ['csv', 'xlsx']) {
    const file = join(folder, `million.${kind}`)
    await beside('write', kind, file, String(million))
    const ours = JSON.parse(await beside('ours', kind, file, folder)) as WholeReading
    const bareRate = Number(await beside('bare', kind, file, folder))
    process.stdout.write(
      `${kind.toUpperCase()}: ${ours.rows} rows in ${ours.took.toFixed(1)} s (${Math.round(ours.rows / ours.took)} rows/s; bare ${Math.round(bareRate)} rows/s, ratio ${(ours.rows / ours.took / bareRate).toFixed(2)}) · ` +
        `both processes at most ${Math.round(ours.most)} MiB (engine at most ${Math.round(ours.mostHere)}, ${Math.round(ours.before)} before; reader at most ${Math.round(ours.mostReader)}) · ` +
        `event loop delay p99 ${ours.p99.toFixed(1)} ms, worst ${ours.worst.toFixed(1)} ms · first rows after ${ours.firstRows === null ? 'the end' : `${Math.round(ours.firstRows)} ms`}\n`,
    )
  }
}
