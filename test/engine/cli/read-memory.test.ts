// Tests that `read` prints while it reads: the memory of its processes together does not grow with the file, and a
// slow reader of its output slows it down.
import { closeSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { freshFolder, start } from './command-line.ts'

const rows = 150_000
const columns = 30
const mostMiB = 400

/** Writes a table of short texts in chunks. Returns its path. */
function bigFile(): string {
  const path = join(freshFolder(), 'big.csv')
  const file = openSync(path, 'w')
  writeSync(file, `${Array.from({ length: columns }, (_, at) => `column ${at}`).join()}\n`)
  const cells = Array.from({ length: columns - 1 }, (_, at) => `v${at * 7919}`).join()
  for (let row = 0; row < rows; row += 1000)
    writeSync(file, Array.from({ length: 1000 }, (_, at) => `A-${row + at},${cells}\n`).join(''))
  closeSync(file)
  return path
}

/** Resident memory of a process and its children, in MiB; 0 for one that has ended. */
function residentMiB(pid: number): number {
  try {
    const own = Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    return children.reduce((sum, child) => sum + (child === '' ? 0 : residentMiB(Number(child))), own)
  } catch {
    return 0
  }
}

const isLinux = process.platform === 'linux'
it('read handles 150,000 rows in under 400 MiB, and stops reading while its output is not consumed (needs /proc of Linux)', async (context) => {
  context.skip(!isLinux, 'because only Linux tells the memory and the reads of processes in /proc')
  const file = bigFile()
  const started = start(['read', file])
  const { pid, stdout } = started.child
  await new Promise((resolve) => stdout?.once('data', resolve))
  stdout?.pause()
  const bytesRead = (): number =>
    Number(/^rchar: (\d+)/m.exec(readFileSync(`/proc/${String(pid)}/io`, 'utf8'))?.[1])
  for (let before = -1; before !== bytesRead(); await wait(1000)) before = bytesRead()
  expect(bytesRead()).toBeGreaterThan(0)
  expect(bytesRead()).toBeLessThan(statSync(file).size / 2)

  let peak = 0
  let pieces = 0
  stdout?.on('data', () => {
    pieces += 1
    if (pid !== undefined && pieces % 20 === 0) peak = Math.max(peak, residentMiB(pid))
    // A pipe that is not read for a while.
    if (pieces % 100 !== 0) return
    stdout.pause()
    setTimeout(() => stdout.resume(), 10)
  })
  stdout?.resume()
  const { code, stdout: text } = await started.ended
  expect(code).toBe(0)
  const { sheets } = JSON.parse(text) as { sheets: { rowCount: number; rows: unknown[] }[] }
  expect(sheets).toMatchObject([{ rowCount: rows }])
  expect(sheets[0]?.rows).toHaveLength(rows)
  expect(peak).toBeGreaterThan(50)
  expect(peak).toBeLessThan(mostMiB)
})
