// `npm run bench`: measures the cost of the main job and of the window on this machine. Each figure is compared
// with the same work done by minimal code, in alternating runs. The ratios are comparable between machines, the
// times are not.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { measureBoard } from './board.ts'
import { measureBulk } from './bulk.ts'
import { measureClaims } from './claims.ts'
import { measureFix } from './fix.ts'
import { measureFixMillion } from './fix-million.ts'
import { measureHundred } from './hundred.ts'
import { heading, lineOf, type Line } from './measure.ts'
import { measureJournal } from './journal.ts'
import { measureMillion } from './million.ts'
import { measureRate } from './rate.ts'
import { measureRebuild } from './rebuild.ts'
import { measureReading } from './reading.ts'
import { measureReport, measureReportOnce } from './report.ts'
import { measureSending } from './sending.ts'
import { measureTags } from './tags.ts'
import { measureWindow } from './window.ts'

const isSending = process.argv.includes('sending')
const commits =
  isSending || ['journal', 'tags', 'claims', 'board'].some((what) => process.argv.includes(what))
/** The disk speed of a shared machine varies, so commits are measured in more runs. */
const runs = commits ? 9 : 3

function print(lines: readonly Line[]): void {
  for (const line of lines) process.stdout.write(`${lineOf(line)}\n`)
}

const folder = mkdtempSync(join(tmpdir(), 'carryover-measure-'))
const started = performance.now()
try {
  const [cpu] = cpus()
  process.stdout.write(
    `Node ${process.versions.node} · ${process.platform} ${process.arch} · ${cpus().length} × ${cpu?.model ?? 'unknown'} · ${Math.round(totalmem() / 1024 ** 3)} GiB\nMedians of ${runs} runs in turns, after one to warm up.\n\n${heading}\n`,
  )
  if (process.argv.includes('million')) await measureMillion(folder)
  else if (process.argv.includes('fix-million')) await measureFixMillion(folder)
  else if (process.argv.includes('hundred')) await measureHundred(folder)
  else if (process.argv.includes('report-million')) await measureReportOnce(folder, 1_000_000)
  else if (process.argv.includes('report')) await measureReport(folder, { accounts: 100_000, runs })
  else if (process.argv.includes('bulk')) print(await measureBulk({ accounts: 100_000, share: 0.3 }))
  else if (process.argv.includes('journal'))
    print(await measureJournal(folder, { runs, accounts: 1000, concurrencies: [1, 8, 64] }))
  else if (process.argv.includes('claims')) {
    const { lines, roundTrips } = await measureClaims(folder, {
      runs,
      accounts: 1000,
      concurrencies: [8, 64],
    })
    print(lines)
    process.stdout.write(`\n${roundTrips.join('\n')}\n`)
  } else if (process.argv.includes('board')) {
    const { lines, plans } = await measureBoard(folder, { runs })
    print(lines)
    process.stdout.write(plans)
  } else if (process.argv.includes('tags')) print(await measureTags(folder, runs))
  else if (process.argv.includes('rebuild'))
    print(await measureRebuild(folder, { accounts: 100_000, runs, attempts: 5000 }))
  else if (isSending) {
    print(await measureSending(folder, { runs, accounts: 4000, concurrencies: [1, 8, 64] }))
    process.stdout.write(`${await measureRate(folder, { rate: 100, accounts: 1500 })}\n`)
  } else {
    print(await measureReading(folder, runs))
    print(await measureSending(folder, { runs, accounts: 1500, concurrencies: [1, 8, 64] }))
    print(await measureRebuild(folder, { accounts: 10_000, runs, attempts: 5000 }))
    print(await measureWindow(folder, { accounts: 10_000, runs }))
    print(await measureFix({ accounts: 100_000, edits: 50 }))
  }
  process.stdout.write(`\n${Math.round((performance.now() - started) / 1000)} s\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
