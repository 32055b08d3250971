// Warnings about the header that was chosen for a sheet, and about the rows above it.
import type { FileWarningCode } from '../../../../../shared/sheet/file-warnings.ts'
import type { Column } from '../../../../../shared/sheet/sheet.ts'
import { type Message, message } from '../../../../../shared/texts/create-message.ts'
import type { DamageSearch } from '../damage.ts'
import { looksLikeData } from './header.ts'
import { brief, type RawRow } from '../raw-row.ts'
import type { WarningLog } from '../warnings.ts'

type HeaderParts = {
  readonly name: string
  /** The header row that a person chose; null: none. */
  readonly headerRow: number | null
  readonly columns: readonly Column[]
  readonly headerWidth: number
  readonly damage: Pick<DamageSearch, 'header'>
  readonly warnings: WarningLog
}

/** `above` and `below`: the rows around the header that were read so far. */
export function warnOfChosenHeader(
  parts: HeaderParts,
  above: readonly RawRow[],
  header: RawRow | undefined,
  below: readonly RawRow[],
): void {
  warnOfHeader(parts, above, header)
  warnOfWidth(parts, header, below)
}

/** A single filled cell above rows of several is more likely a title than the header. */
function warnOfWidth(parts: HeaderParts, header: RawRow | undefined, below: readonly RawRow[]): void {
  const filled = ({ cells }: RawRow): number => cells.filter((text) => text.trim() !== '').length
  if (header === undefined || parts.headerRow !== null || filled(header) > 1) return
  const wider = below.find((row) => filled(row) > 1)
  if (wider === undefined) return
  warn(
    parts,
    'header_narrow',
    message('sheet.header_narrow', {
      row: header.row,
      wider: wider.row,
      cells: filled(wider),
      text: brief(header),
    }),
    header.row,
    null,
  )
}

function warnOfHeader(parts: HeaderParts, above: readonly RawRow[], header: RawRow | undefined): void {
  const { name, damage } = parts
  if (header === undefined && parts.headerRow !== null) {
    const why = message('sheet.header_row_missing', { sheet: name, row: parts.headerRow })
    warn(parts, 'header_row_missing', why, null, null)
  }
  for (const row of above) {
    warn(
      parts,
      'row_above_header',
      message('sheet.row_above_header', { row: row.row, text: brief(row) }),
      row.row,
      null,
    )
  }
  if (header === undefined) return
  damage.header(header.cells, header.row)
  if (parts.headerRow === null && looksLikeData(header.cells)) {
    warn(
      parts,
      'header_like_data',
      message('sheet.header_like_data', { row: header.row, text: brief(header) }),
      header.row,
      null,
    )
  }
  for (const { header: text, name: unique, index: at } of parts.columns.slice(0, parts.headerWidth)) {
    if (text.trim() === '') {
      const why = message('sheet.blank_header', { number: at + 1, column: unique })
      warn(parts, 'blank_header', why, header.row, unique)
    } else if (unique !== text.trim().replace(/\s+/g, ' ')) {
      warn(
        parts,
        'duplicate_header',
        message('sheet.duplicate_header', { header: text, column: unique }),
        header.row,
        unique,
      )
    }
  }
}

function warn(
  { warnings, name }: HeaderParts,
  code: FileWarningCode,
  message: Message,
  row: number | null,
  column: string | null,
): void {
  warnings.add({ code, message, sheet: name, row, column })
}
