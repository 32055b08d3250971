// Total size of all sheets of a workbook, checked against the caps. Many sheets that are each within the caps, or
// one text that a million cells share, must not fill the disk.
import type { Caps } from '../reader.ts'
import { refusal } from '../refusal.ts'

export type WorkbookTotal = {
  readonly addBytes: (bytes: number) => void
  /** Refuses if `addBytes` would refuse, without counting. */
  readonly checkBytes: (bytes: number) => void
  /** `characters`: of the row's cells. */
  readonly addRow: (characters: number) => void
}

export function createWorkbookTotal(caps: Caps): WorkbookTotal {
  let bytes = 0
  let rows = 0
  let characters = 0
  const check = (count: number, most: number, what: string): void => {
    if (count <= most) return
    throw refusal(
      'workbook_too_large',
      `The sheets of the workbook hold more than ${most} ${what} together. Split it into several files.`,
    )
  }
  const checkBytes = (more: number): void => check(bytes + more, caps.workbookBytes, 'bytes, unpacked,')
  return {
    addBytes: (count) => {
      bytes += count
      checkBytes(0)
    },
    checkBytes,
    addRow: (count) => {
      rows += 1
      characters += count
      check(rows, caps.workbookRows, 'rows')
      check(characters, caps.workbookCharacters, 'characters')
    },
  }
}
