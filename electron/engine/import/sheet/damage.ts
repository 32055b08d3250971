// Detects damage in the rows of one sheet: in each cell as it passes, and in a column when the sheet ends
// (column-findings.ts). Damage is reported, never repaired. Memory is a fixed number of counts per column.
import type { KeptCell } from '../../../../shared/sheet/sheet.ts'
import { cellKinds, createCellLook } from './cell-kind.ts'
import { type ColumnFacts, count, countLook, createColumnFacts } from './column-facts.ts'
import { beforeMisreading, invisibleNames } from './invisible.ts'
import type { OddCell } from './raw-row.ts'
import type { RawRow } from './raw-row.ts'
import { type Message, message } from '../../../../shared/texts/create-message.ts'
import { commaList } from '../../../../shared/texts/join.ts'

export type Finding = {
  /** Zero-based column index. */
  readonly at: number
  readonly row: number
  readonly code: OddCell['code']
  readonly message: Message
}

export type DamageSearch = {
  readonly header: (cells: readonly string[], row: number) => void
  readonly row: (row: RawRow) => void
  /** By zero-based column index; columns without any text may be absent. */
  readonly facts: readonly (ColumnFacts | undefined)[]
}

/** After this many rows a column without any e-mail address is no longer searched for them. */
const emailSearch = 100

type DamageSearchParts = ReturnType<typeof createCellLook> & {
  readonly facts: ColumnFacts[]
  readonly tell: (finding: Finding) => void
}

export function createDamageSearch(tell: (finding: Finding) => void): DamageSearch {
  const parts: DamageSearchParts = { ...createCellLook(), facts: [], tell }
  return {
    facts: parts.facts,
    header: (cells, row) => searchHeader(parts, cells, row),
    row: (row) => searchRow(parts, row),
  }
}

function cell(parts: DamageSearchParts, text: string, at: number, row: RawRow): void {
  const { facts, look } = parts
  const first = text.charCodeAt(0)
  const last = text.charCodeAt(text.length - 1)
  // Most cells are plain; only suspicious ones are examined further.
  if (first <= 32 || last <= 32) outerBlanks(parts, text, at, row.row)
  if (row.plain !== true) hiddenIn(parts, text, at, row.row)
  const column = (facts[at] ??= createColumnFacts())
  const kept = row.kept?.[at]
  if (kept !== undefined && kept.kind !== 'text') return keptCell(column, kept, text, row.row)
  parts.at(text, column.filled < emailSearch || column.kinds[cellKinds.email].count > 0)
  countLook(column, look, row.row, text)
  if (look.kind === cellKinds.text) {
    if (first === 61 && text.length > 1) parts.tell(formulaText(text, at, row.row))
  } else if (look.kind === cellKinds.number) {
    if (look.scientific || look.digits > 16) lostDigits(parts, text, at, row)
  } else if (look.kind === cellKinds.error && kept === undefined) parts.tell(errorValue(text, at, row.row))
}

/** The workbook's type of a cell counts more than the look of its text. */
function keptCell(column: ColumnFacts, kept: KeptCell, text: string, row: number): void {
  column.filled += 1
  if (kept.kind === 'date' || kept.kind === 'datetime') {
    count(column.kinds[cellKinds.date], row, text)
    if (kept.iso !== undefined) count(column.realDates, row, text)
    return
  }
  count(column.kinds[cellKinds[kept.kind]], row, text)
  if (kept.kind === 'number' && /^0\d+$/.test(text) && !kept.raw.startsWith('0'))
    count(column.formatZeros, row, text)
}

function lostDigits({ look, tell }: DamageSearchParts, text: string, at: number, row: RawRow): void {
  // The workbook's own reader has reported it already, with the stored value.
  if (row.odd?.some((odd) => odd.at === at && odd.code === 'digits_lost') === true) return
  const why = look.scientific
    ? message('sheet.digits_lost_by_notation', { text })
    : /^\d{15}0+$/.test(text)
      ? message('sheet.digits_lost_to_zeros', { text, digits: text.length })
      : null
  if (why !== null) tell({ at, row: row.row, code: 'digits_lost', message: why })
}

function outerBlanks({ tell }: DamageSearchParts, text: string, at: number, row: number): void {
  const inner = text.trim()
  // A control character is no blank: hiddenIn reports it.
  if (inner !== '' && inner !== text) tell({ at, row, code: 'outer_blanks', message: blanksOf(text) })
}

function hiddenIn({ tell }: DamageSearchParts, text: string, at: number, row: number): void {
  // The usual text is only printable ASCII.
  if (isUsual(text)) return
  const names = invisibleNames(text)
  if (names.length > 0) {
    const why = message('sheet.invisible_characters', { text: brief(text), characters: commaList(names) })
    tell({ at, row, code: 'invisible_characters', message: why })
  }
  if (text.includes('\uFFFD')) {
    const why = message('sheet.characters_lost', { text: brief(text) })
    tell({ at, row, code: 'characters_lost', message: why })
  }
  const before = beforeMisreading(text)
  if (before === null) return
  const why = message('sheet.wrong_characters', { text: brief(text), before: brief(before) })
  tell({ at, row, code: 'wrong_characters', message: why })
}

function searchHeader(parts: DamageSearchParts, cells: readonly string[], row: number): void {
  cells.forEach((text, at) => {
    hiddenIn(parts, text, at, row)
  })
}

function searchRow(parts: DamageSearchParts, row: RawRow): void {
  const { cells } = row
  for (let at = 0; at < cells.length; at += 1) {
    const text = cells[at]
    if (text !== undefined && text !== '') cell(parts, text, at, row)
  }
}

function isUsual(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit > 0x7e || (unit < 0x20 && unit !== 0x0a && unit !== 0x0d)) return false
  }
  return true
}

/** Around a text that is more than blanks. */
function blanksOf(text: string): Message {
  const before = text.length - text.trimStart().length
  const after = text.length - text.trimEnd().length
  const shown = brief(text)
  if (after === 0) return message('sheet.blanks_before', { text: shown, before })
  return before === 0
    ? message('sheet.blanks_after', { text: shown, after })
    : message('sheet.blanks_around', { text: shown, before, after })
}

function brief(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}

function errorValue(text: string, at: number, row: number): Finding {
  return { at, row, code: 'error_value', message: message('sheet.error_in_text', { error: text }) }
}

function formulaText(text: string, at: number, row: number): Finding {
  return {
    at,
    row,
    code: 'formula_as_text',
    message: message('sheet.formula_as_text', { text: brief(text) }),
  }
}
