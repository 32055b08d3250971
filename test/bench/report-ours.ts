// Helper process of the report benchmark that is built as the desktop program is, with the worker threads beside it:
// `FOLDER KIND` writes a report with that one file, or with both, by a full engine on the data folder that was prepared
// there. It prints time, memory and the delay of the engine's main thread as JSON.
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createRouterClient } from '@orpc/server'
import { createEngine } from '../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../electron/engine/system/key-store.ts'
import { createTransport } from '../../electron/engine/sending/service-client/transport.ts'
import { usualReportChoice } from '../../shared/contract/report.ts'
import { seconds } from './measure.ts'

const kinds = ['results_xlsx', 'results_csv'] as const
/** What a report of the measurement has. */
export type Files = (typeof kinds)[number] | 'both'
export type ReportMeasure = {
  readonly took: number
  /** Seconds of all processors. */
  readonly worked: number
  /** MiB of the process: before the report, and at most while it was written. */
  readonly before: number
  readonly most: number
  /** Milliseconds. */
  readonly p99: number
  readonly worst: number
}

function residentMiB(): number {
  return process.memoryUsage.rss() / 1024 ** 2
}

async function measure(folder: string, files: Files): Promise<ReportMeasure> {
  const transport = createTransport()
  const engine = await createEngine({
    folder: join(folder, 'data'),
    reader: () => {
      throw new Error('This process reads no file')
    },
    transport: transport.send,
    keyStore: createMemoryKeyStore(),
    version: '0.0.0-test',
  })
  if (!engine.ok) throw new Error(engine.failure.code)
  const { router, known, close } = engine.value
  const client = createRouterClient(router)
  await known
  const batch = 1
  const chosen = files === 'both' ? [...kinds] : [files]
  await client.report.choose({ batch, choice: { ...usualReportChoice, files: chosen } })
  const before = residentMiB()
  let most = before
  const sampling = setInterval(() => {
    most = Math.max(most, residentMiB())
  }, 50)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const used = process.cpuUsage()
  const took = await seconds(() => client.batches.report({ batch, folder: join(folder, `out-${files}`) }))
  const { user, system } = process.cpuUsage(used)
  delay.disable()
  clearInterval(sampling)
  await close()
  await transport.close()
  const worked = (user + system) / 1e6
  return { took, worked, before, most, p99: delay.percentile(99) / 1e6, worst: delay.max / 1e6 }
}

const [folder = '', files = ''] = process.argv.slice(2)
process.stdout.write(JSON.stringify(await measure(folder, files as Files)))
