// Total size of all sheets of a workbook, checked against the caps. Many sheets that are each within the caps, or
// one text that a million cells share, must not fill the disk.
import type { Caps } from '../reader.ts'
import { refusal } from '../refusal.ts'
import { message } from '../../../../shared/texts/create-message.ts'

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
  const check = (count: number, most: number, unit: 'bytes' | 'rows' | 'characters'): void => {
    if (count <= most) return
    throw refusal('workbook_too_large', message('import.sheets_too_large', { most, unit }))
  }
  const checkBytes = (more: number): void => check(bytes + more, caps.workbookBytes, 'bytes')
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
