// `npm run bench -- million`: one million rows × 30 columns, as CSV and as a workbook, read and stored by a whole engine
// whose reader works in its own process; beside it the bare parser with a bare insert. Memory is that of both processes
// together at its highest, the delay is that of the thread which serves the window.
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createRouterClient } from '@orpc/server'
import { createEngine } from '../../electron/engine/engine.ts'
import { createMemoryKeySafe } from '../../electron/engine/key-safe.ts'
import { createProcessReader } from '../../electron/engine/reading/process-reader.ts'

const million = 1_000_000

function residentMiB(pid: number): number {
  try {
    const found = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(found?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

async function readWhole(file: string, folder: string) {
  let reading: number | undefined
  const engine = await createEngine({
    folder: join(folder, `engine-${file.split('.').at(-1)}`),
    reader: createProcessReader({ onStart: ({ pid }) => (reading = pid) }),
    transport: () => Promise.reject(new Error('Nothing is sent here.')),
    keySafe: createMemoryKeySafe(),
    version: 'bench',
  })
  if (!engine.ok) throw new Error(engine.failure.message)
  const client = createRouterClient(engine.value.router)
  const before = residentMiB(process.pid)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  let most = 0
  const sampling = setInterval(() => {
    most = Math.max(most, residentMiB(process.pid) + (reading === undefined ? 0 : residentMiB(reading)))
  }, 50)
  const events = await client.events()
  const started = performance.now()
  delay.enable()
  const { batch } = await client.batches.open({ path: file })
  let firstRows: number | null = null
  for await (const event of events) {
    if (event.kind !== 'batch') continue
    if (firstRows === null && (await client.sheets.list({ batch })).length > 0) {
      const { rows } = await client.sheets.page({ batch, sheet: 0, offset: 0, limit: 50 })
      if (rows.length > 0) firstRows = performance.now() - started
    }
    const { stage } = await client.batches.get({ batch })
    if (stage !== 'reading') break
  }
  const took = (performance.now() - started) / 1000
  delay.disable()
  clearInterval(sampling)
  const view = await client.batches.get({ batch })
  await engine.value.close()
  return {
    rows: view.rows,
    took,
    most,
    before,
    firstRows,
    p99: delay.percentile(99) / 1e6,
    worst: delay.max / 1e6,
  }
}

async function beside(...words: readonly string[]): Promise<string> {
  const script = fileURLToPath(new URL('./beside.ts', import.meta.url))
  return (await promisify(execFile)(process.execPath, [script, ...words])).stdout
}

/** Prints as it goes; takes some minutes and about 3 GB of disk. */
export async function benchMillion(folder: string): Promise<void> {
  for (const kind of ['csv', 'xlsx']) {
    const file = join(folder, `million.${kind}`)
    await beside('write', kind, file, String(million))
    const ours = await readWhole(file, folder)
    const bareRate = Number(await beside('bare', kind, file, folder))
    process.stdout.write(
      `${kind.toUpperCase()}: ${ours.rows} rows in ${ours.took.toFixed(1)} s (${Math.round(ours.rows / ours.took)} rows/s; bare ${Math.round(bareRate)} rows/s, ratio ${(ours.rows / ours.took / bareRate).toFixed(2)}) · ` +
        `both processes at most ${Math.round(ours.most)} MiB (this one ${Math.round(ours.before)} MiB before) · ` +
        `event loop delay p99 ${ours.p99.toFixed(1)} ms, worst ${ours.worst.toFixed(1)} ms · first rows after ${ours.firstRows === null ? 'the end' : `${Math.round(ours.firstRows)} ms`}\n`,
    )
  }
}
