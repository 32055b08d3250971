// Warnings about a file, kept readable: of each kind in each column the first 20 cells are reported one by one, and the
// rest is one sentence with the count. Nothing is reported twice and nothing is left uncounted.
import type { FileWarning } from '../../../../shared/sheet/sheet.ts'

export const listedOneByOne = 20

export type WarningLog = {
  /** Tells of one cell, row or sheet. */
  readonly add: (warning: FileWarning) => void
  /** Takes what has collected since the last time. */
  readonly take: () => FileWarning[]
  /** Closes the counts at the file's end: the summaries of what was not reported one by one. */
  readonly close: () => void
}

export function createWarningLog(): WarningLog {
  let pending: FileWarning[] = []
  const counts = new Map<string, { readonly first: FileWarning; count: number }>()
  return {
    add: (warning) => {
      const key = JSON.stringify([warning.code, warning.sheet, warning.column])
      const seen = counts.get(key)
      if (seen === undefined) counts.set(key, { first: warning, count: 1 })
      else seen.count += 1
      if ((seen?.count ?? 1) <= listedOneByOne) pending.push(warning)
    },
    take: () => {
      const taken = pending
      pending = []
      return taken
    },
    close: () => {
      for (const { first, count } of counts.values()) {
        if (count > listedOneByOne)
          pending.push({ ...first, row: null, message: summary(first, count), count })
      }
      counts.clear()
    },
  }
}

function summary(first: FileWarning, count: number): string {
  const where = first.column === null ? '' : ` in column "${first.column}"`
  return `${count} times${where}, of which the first ${listedOneByOne} are listed. The first one: ${first.message}`
}
