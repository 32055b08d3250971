// Program log: what the engine did and what went wrong, as JSON lines below the data folder. An entry is written only if
// the allow-list of shared/contract/support.ts accepts it, so nothing of a customer can get in. When the file is full it is
// kept under a number, and the oldest is removed. The log never makes anything else fail.
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type LogEntry, logEntry, type LogLine, logLine } from '../../../../shared/contract/support.ts'

export const logFolderName = 'logs'
const mostBytes = 1024 * 1024
const mostFiles = 5

export type ProgramLog = {
  add(entry: LogEntry): void
  /** Newest first. */
  latest(most: number): LogLine[]
}

/** `folder`: the data folder. */
export function openProgramLog(folder: string, now: () => number): ProgramLog {
  const logs = join(folder, logFolderName)
  const pathOf = (number: number): string =>
    join(logs, number === 0 ? 'program.log' : `program.${number}.log`)
  return {
    add(entry) {
      const allowed = logEntry.safeParse(entry)
      if (!allowed.success) return
      const line: LogLine = { at: new Date(now()).toISOString(), entry: allowed.data }
      try {
        mkdirSync(logs, { recursive: true, mode: 0o700 })
        if (sizeOf(pathOf(0)) > mostBytes) rotate(pathOf)
        appendFileSync(pathOf(0), `${JSON.stringify(line)}\n`, { mode: 0o600 })
      } catch {
        // A log that cannot be written must not stop the work that it is about.
      }
    },
    latest(most) {
      const lines: LogLine[] = []
      for (let number = 0; number < mostFiles && lines.length < most; number += 1)
        lines.push(...linesIn(pathOf(number)).toReversed())
      return lines.slice(0, most)
    },
  }
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function rotate(pathOf: (number: number) => string): void {
  rmSync(pathOf(mostFiles - 1), { force: true })
  for (let number = mostFiles - 2; number >= 0; number -= 1)
    if (existsSync(pathOf(number))) renameSync(pathOf(number), pathOf(number + 1))
}

/** What is no line of ours, such as one that a crash cut off, is left out. */
function linesIn(path: string): LogLine[] {
  let text = ''
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return []
  }
  return text.split('\n').flatMap((line) => {
    const read = line === '' ? null : logLine.safeParse(parsed(line))
    return read?.success === true ? [read.data] : []
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
