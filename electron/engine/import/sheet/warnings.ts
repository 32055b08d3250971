// Log of warnings about a file. For each kind and column the first 20 cells are listed one by one, and one sentence
// counts the rest. Nothing is reported twice or left uncounted.
import type { FileWarning } from '../../../../shared/sheet/sheet.ts'
import { type Message, message } from '../../../../shared/texts/create-message.ts'

export const listedOneByOne = 20

export type WarningLog = {
  /** Adds a warning about one cell, row or sheet. */
  readonly add: (warning: FileWarning) => void
  /** Returns the warnings collected since the last call. */
  readonly take: () => FileWarning[]
  /** Ends the counts at the end of the file: adds summaries of the warnings that were not listed. */
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

function summary(warning: FileWarning, count: number): Message {
  const { column, message: first } = warning
  return column === null
    ? message('sheet.repeated', { count, listed: listedOneByOne, first })
    : message('sheet.repeated_in_column', { count, column, listed: listedOneByOne, first })
}
