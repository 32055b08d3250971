// `npm run bench -- report`: results of 100,000 accounts in 38 columns as a workbook, as CSV and as both in one report, by a
// full engine, compared with its writers alone and with a bare loop, which both write the same cells from a table: for the workbook those of all
// its sheets, the sheets of accounts included. Each measurement has a fresh process. Memory is that of the engine's process;
// the delay is that of the thread that serves the window.
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { median } from './measure.ts'
import { type Files, kinds, type ReportMeasure } from './report-process.ts'

type Written = Pick<ReportMeasure, 'took' | 'worked'>

async function helper(...words: readonly string[]): Promise<string> {
  const script = fileURLToPath(new URL('./report-process.ts', import.meta.url))
  return (await promisify(execFile)(process.execPath, [script, ...words], { maxBuffer: 1 << 26 })).stdout
}

export async function measureReport(
  folder: string,
  { accounts, runs }: { readonly accounts: number; readonly runs: number },
): Promise<void> {
  await helper('prepare', folder, String(accounts))
  for (const kind of kinds) await helper('ours', folder, kind)
  process.stdout.write(`${await helper('cells', folder)}\n`)
  for (const kind of [...kinds, 'both'] satisfies Files[]) {
    const ours: ReportMeasure[] = []
    const writer: Written[] = []
    const bare: Written[] = []
    for (let run = 0; run < runs; run += 1) {
      ours.push(JSON.parse(await helper('ours', folder, kind)) as ReportMeasure)
      writer.push(JSON.parse(await helper('writer', folder, kind)) as Written)
      bare.push(JSON.parse(await helper('bare', folder, kind)) as Written)
    }
    const most = (name: keyof ReportMeasure): string => median(ours.map((one) => one[name])).toFixed(1)
    process.stdout.write(
      `${kind}: report ${times(ours, bare)} · its writer alone ${times(writer, bare)} · bare loop ${times(bare)} · ` +
        `memory ${most('before')} MiB before, at most ${most('most')} MiB · ` +
        `event loop delay p99 ${most('p99')} ms, worst ${most('worst')} ms\n`,
    )
  }
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
