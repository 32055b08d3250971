// Columns that a result adds to a source row, and the merge of the columns of several sheets into one header. A
// cell is found by its column's identity (header text and number of earlier occurrences in its sheet), never by
// position.
import { leftOutCode } from '../../../../shared/sheet/odd-rows.ts'
import type { ReportRow, ReportSheet } from '../report-source.ts'
import { endingOfAccount } from '../totals/ending-of-account.ts'
import { rowState } from '../totals/tally.ts'
import { sentenceOf } from '../../../../shared/texts/message.ts'
import { type MessageFormat } from '../../../../shared/texts/message-format.ts'

/**
 * Other programs read these columns by name and order: never rename or reorder them, and put a new one at the end, with
 * its value at the same position in `resultCells`. The evidence columns always follow the last one.
 */
export const resultColumns = [
  'carryover_account',
  'carryover_rows',
  'supplier',
  'state',
  'outcome',
  'service_status',
  'platform_identifier',
  'existing_account_id',
  'error_codes',
  'error_attrs',
  'error_columns',
  'attempts',
  'http_status',
  'first_sent_at',
  'done_at',
  'held_reason',
  'held_until',
  'left_to_service',
  'problems',
  'filled_columns',
  'ending',
  'held_by',
  'wave',
  'service_created_at',
  'service_modified_at',
  'service_event',
  'service_event_at',
  'error_domain',
] as const

/** Source of the line, so that a line separated from its file can be traced. */
export const evidenceColumns = ['carryover_sheet', 'carryover_row', 'source_sha256'] as const

/** As data: programs read it, so it has no language. */
const noCode = 'no code given'

/**
 * Values for `resultColumns` and `evidenceColumns`, in that order. Entries of the error columns correspond by
 * position.
 */
export function resultCells(row: ReportRow, sheet: ReportSheet, format: MessageFormat): string[] {
  const { account } = row
  const problems = (account?.problems ?? []).filter(({ overruled }) => !overruled)
  const leftToService = (account?.problems ?? []).filter(({ overruled }) => overruled)
  const codes =
    account === null && row.stray !== null && row.stray.code !== leftOutCode
      ? [row.stray.code]
      : problems.map(({ code }) => code ?? noCode)
  return [
    account?.key ?? '',
    account?.rows.map((ref) => `${ref.sheet}!${ref.row}`).join('; ') ?? '',
    account?.supplier ?? '',
    rowState(row, sheet),
    outcomeText(row, format),
    account?.serviceStatus ?? '',
    account?.platformIdentifier ?? '',
    account?.existingAccountId ?? '',
    codes.join('; '),
    problems.map(({ attr }) => attr ?? '').join('; '),
    problems.map(({ columns }) => columns.join(', ')).join('; '),
    account === null ? '' : String(account.attempts),
    account?.httpStatus === null || account === null ? '' : String(account.httpStatus),
    account?.firstSentAt ?? '',
    account?.doneAt ?? '',
    sentenceOf(account?.held?.reason ?? '', format),
    account?.held?.until ?? '',
    leftToService.map(({ code }) => code ?? noCode).join('; '),
    problems.map(({ message }) => sentenceOf(message, format)).join(' '),
    row.filled?.join(', ') ?? '',
    account === null ? rowState(row, sheet) : endingOfAccount(account),
    account?.held?.by ?? '',
    account === null || account.wave === null ? '' : String(account.wave),
    account?.record?.createdAt ?? '',
    account?.record?.modifiedAt ?? '',
    account?.record?.event ?? '',
    account?.record?.eventAt ?? '',
    account?.record?.error?.domain ?? '',
    row.sheet,
    String(row.row),
    sheet.sha256,
  ]
}

/**
 * `left out: total row` for a row that a person left out; `excluded: reason` for an account that is not migrated,
 * regardless of its earlier state.
 */
function outcomeText({ account, stray }: ReportRow, format: MessageFormat): string {
  if (account === null) return stray?.code === leftOutCode ? sentenceOf(stray.message, format) : ''
  if (account?.held?.excluded === true) return `excluded: ${sentenceOf(account.held.reason, format)}`
  return account?.outcome ?? ''
}

export type ColumnUnion = {
  readonly headers: readonly string[]
  /** A sheet's cells at their positions in the union; `null` for an unknown sheet. */
  spread(sheet: string, cells: readonly string[]): readonly string[] | null
}

/**
 * One header for several sheets: the main sheet's columns first, then the additional ones of the others, in file
 * order.
 */
export function uniteColumns(sheets: readonly ReportSheet[]): ColumnUnion {
  const headers: string[] = []
  const places = new Map<string, number>()
  const targets = new Map<string, readonly number[]>()
  const mainFirst = [...sheets].sort((a, b) => Number(b.role === 'main') - Number(a.role === 'main'))
  for (const sheet of mainFirst) {
    const seen = new Map<string, number>()
    const positions = sheet.columns.map(({ header }) => {
      const occurrence = seen.get(header) ?? 0
      seen.set(header, occurrence + 1)
      const identity = `${occurrence}:${header}`
      const known = places.get(identity)
      if (known !== undefined) return known
      places.set(identity, headers.length)
      return headers.push(header) - 1
    })
    targets.set(sheet.name, positions)
  }
  const inPlace = new Set(
    [...targets].flatMap(([name, positions]) =>
      positions.length === headers.length && positions.every((position, at) => position === at) ? [name] : [],
    ),
  )
  return {
    headers,
    spread(sheet, cells) {
      const positions = targets.get(sheet)
      if (positions === undefined) return null
      if (cells.length === headers.length && inPlace.has(sheet)) return cells
      const line = new Array<string>(headers.length).fill('')
      positions.forEach((position, at) => {
        line[position] = cells[at] ?? ''
      })
      return line
    },
  }
}
