// `npm run bench -- report`: results of 100,000 accounts in 38 columns as a workbook, as CSV and as both in one report, by a
// full engine, compared with its writers alone and with a bare loop, which both write the same cells from a table: for the
// workbook those of all its sheets, the sheets of accounts included. Each measurement has a fresh process. The engine is
// built as in the desktop program. Memory is that of its process; the delay is that of the thread that serves the window.
// `report-million` writes both files of a million accounts once, without the others.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { buildHelper } from './build-engine.ts'
import { median } from './measure.ts'
import type { Files, ReportMeasure } from './report-ours.ts'

const kinds = ['results_xlsx', 'results_csv'] as const satisfies Files[]

type Written = Pick<ReportMeasure, 'took' | 'worked'>

async function run(script: string, ...words: readonly string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, [script, ...words], { maxBuffer: 1 << 26 })).stdout
}

const helper = (...words: readonly string[]): Promise<string> =>
  run(fileURLToPath(new URL('./report-process.ts', import.meta.url)), ...words)

async function measured(program: string, folder: string, files: Files): Promise<ReportMeasure> {
  return JSON.parse(await run(program, folder, files)) as ReportMeasure
}

export async function measureReport(
  folder: string,
  { accounts, runs }: { readonly accounts: number; readonly runs: number },
): Promise<void> {
  await helper('prepare', folder, String(accounts))
  const program = await buildHelper('report-ours')
  for (const kind of kinds) await measured(program, folder, kind)
  process.stdout.write(`${await helper('cells', folder)}\n`)
  for (const kind of [...kinds, 'both'] satisfies Files[]) {
    const ours: ReportMeasure[] = []
    const writer: Written[] = []
    const bare: Written[] = []
    for (let run = 0; run < runs; run += 1) {
      ours.push(await measured(program, folder, kind))
      writer.push(JSON.parse(await helper('writer', folder, kind)) as Written)
      bare.push(JSON.parse(await helper('bare', folder, kind)) as Written)
    }
    process.stdout.write(
      `${kind}: report ${times(ours, bare)} · its writer alone ${times(writer, bare)} · bare loop ${times(bare)} · ` +
        `${costs(ours)}\n`,
    )
  }
}

export async function measureReportOnce(folder: string, accounts: number): Promise<void> {
  await helper('prepare', folder, String(accounts))
  const ours = [await measured(await buildHelper('report-ours'), folder, 'both')]
  process.stdout.write(`${accounts} accounts, both: report ${times(ours)} · ${costs(ours)}\n`)
}

function costs(ours: readonly ReportMeasure[]): string {
  const most = (name: keyof ReportMeasure): string => median(ours.map((one) => one[name])).toFixed(1)
  return (
    `memory ${most('before')} MiB before, at most ${most('most')} MiB · ` +
    `event loop delay p99 ${most('p99')} ms, worst ${most('worst')} ms`
  )
}

/** Seconds by the clock and of all processors, and how many times those of the bare loop. */
function times(given: readonly Written[], bare?: readonly Written[]): string {
  const [took, worked] = (['took', 'worked'] as const).map((name) => {
    const seconds = median(given.map((one) => one[name]))
    if (bare === undefined) return `${seconds.toFixed(1)} s`
    return `${seconds.toFixed(1)} s (${(seconds / median(bare.map((one) => one[name]))).toFixed(2)})`
  })
  return `${took}, processors ${worked}`
}
