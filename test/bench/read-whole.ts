// Reads a whole file with an engine and measures time, memory and thread delay. Memory is measured on Linux only.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createRouterClient } from '@orpc/server'
import { createEngine } from '../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../electron/engine/system/key-store.ts'
import { createProcessReader } from '../../electron/engine/import/process/process-reader.ts'
import { sentenceOf } from '../../shared/texts/message.ts'

function residentMiB(pid: number): number {
  try {
    const found = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(found?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

export type WholeReading = {
  readonly rows: number
  /** Seconds. */
  readonly took: number
  /** MiB: both processes together, each by itself, and the engine's before it began. */
  readonly most: number
  readonly mostHere: number
  readonly mostReader: number
  readonly before: number
  /** Milliseconds from the call to the first fifty rows. */
  readonly firstRows: number | null
  readonly p99: number
  readonly worst: number
}

/** Reads a file into a fresh engine and measures it. */
export async function readWhole(file: string, folder: string): Promise<WholeReading> {
  let reading: number | undefined
  const engine = await createEngine({
    folder: join(folder, `engine-${file.split('.').at(-1)}`),
    reader: createProcessReader({
      cacheFolder: join(folder, 'reader-cache'),
      onStart: ({ pid }) => (reading = pid),
    }),
    transport: () => Promise.reject(new Error('Nothing is sent here.')),
    keyStore: createMemoryKeyStore(),
    version: 'bench',
  })
  if (!engine.ok) throw new Error(sentenceOf(engine.failure.message))
  const client = createRouterClient(engine.value.router)
  const before = residentMiB(process.pid)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const most = { both: 0, here: 0, reader: 0 }
  const sampling = setInterval(() => {
    const here = residentMiB(process.pid)
    const there = reading === undefined ? 0 : residentMiB(reading)
    most.both = Math.max(most.both, here + there)
    most.here = Math.max(most.here, here)
    most.reader = Math.max(most.reader, there)
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
    most: most.both,
    mostHere: most.here,
    mostReader: most.reader,
    before,
    firstRows,
    p99: delay.percentile(99) / 1e6,
    worst: delay.max / 1e6,
  }
}
