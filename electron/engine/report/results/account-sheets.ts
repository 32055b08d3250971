// Sheets of accounts in the results: one for each ending that has accounts, then one for each problem code that has some,
// with one line an account. Each account is read once for its ending, and once more for each of its codes.
import { type Ending, endings } from '../../../../shared/sending/endings.ts'
import { message, type MessageKey, sentenceOf } from '../../../../shared/texts/message.ts'
import type { MessageFormat } from '../../../../shared/texts/message-format.ts'
import { endingOfAccount } from '../totals/ending-of-account.ts'
import type { AccountLine, AccountsAmong, ReportSource } from '../report-source.ts'
import type { RowFile } from '../rows/row-file.ts'
import type { CodeCount, ReportTotals } from '../totals/tally.ts'
import type { Workbook } from '../workbook/workbook.ts'
import type { SheetColumn } from '../workbook/worksheet-parts.ts'

/** Codes that get a sheet of their own. */
export const mostCodes = 30

/** The names that the workbook gave to the sheets. */
export type AccountSheets = {
  readonly byEnding: ReadonlyMap<Ending, string>
  readonly byCode: ReadonlyMap<string | null, string>
}

type Parts = {
  readonly source: ReportSource
  readonly format: MessageFormat
  readonly totals: ReportTotals
  readonly wrote: Parameters<NonNullable<RowFile['complete']>>[1]
}

const linesAtOnce = 500

export async function writeAccountSheets(book: Workbook, parts: Parts): Promise<AccountSheets> {
  const { totals, format } = parts
  const byEnding = new Map<Ending, string>()
  for (const ending of endings)
    if (totals.endings[ending] > 0) {
      const name = sentenceOf(message('report.ending_sheet', { ending }), format)
      byEnding.set(ending, await writeSheet(book, name, { ending }, parts))
    }
  const byCode = new Map<string | null, string>()
  for (const { code } of codesWithSheet(totals)) {
    const name = code ?? sentenceOf(message('report.no_code'), format)
    byCode.set(code, await writeSheet(book, name, { code }, parts))
  }
  return { byEnding, byCode }
}

/** Most accounts first. */
export function codesWithSheet({ problemsByCode }: ReportTotals): CodeCount[] {
  return problemsByCode
    .filter(({ accounts }) => accounts > 0)
    .toSorted((a, b) => b.accounts - a.accounts)
    .slice(0, mostCodes)
}

/** The lines of all sheets together. */
export function accountLines(totals: ReportTotals): number {
  return codesWithSheet(totals).reduce((sum, { accounts }) => sum + accounts, totals.accounts)
}

async function writeSheet(
  book: Workbook,
  name: string,
  among: AccountsAmong,
  { source, format, wrote }: Parts,
): Promise<string> {
  const given = book.startSheet({ name, columns: accountColumns(format) })
  const words = new Map(
    endings.map((ending) => [ending, sentenceOf(message('report.ending', { ending }), format)]),
  )
  let lines = 0
  for (const account of source.accountsAmong(among)) {
    book.row(accountCells(account, words, format))
    lines += 1
    if (lines < linesAtOnce) continue
    await book.flush()
    await wrote(lines)
    lines = 0
  }
  await book.flush()
  await wrote(lines)
  return given
}

const columns = [
  ['report.account_column', 20],
  ['report.source_rows', 26],
  ['report.supplier_column', 20],
  ['report.wave_column', 8],
  ['report.outcome', 20],
  ['report.decision_reason', 32],
  ['report.decision_until', 25],
  ['report.decision_by', 18],
  ['report.service_status', 20],
  ['report.platform_identifier', 22],
  ['report.existing_account', 22],
  ['report.codes', 32],
  ['report.problems', 60],
  ['report.first_sent', 25],
  ['report.done_at', 25],
] as const satisfies readonly (readonly [MessageKey, number])[]

function accountColumns(format: MessageFormat): SheetColumn[] {
  return columns.map(([key, width]) => ({
    header: sentenceOf(message(key), format),
    width,
    headerStyle: 'header',
    style: 'text',
  }))
}

/** In the order of `columns`. Codes and sentences are those of the problems that apply. */
function accountCells(
  account: AccountLine,
  endingWords: ReadonlyMap<Ending, string>,
  format: MessageFormat,
): string[] {
  const { key, rows, supplier, wave, held } = account
  const problems = account.problems.filter(({ overruled }) => !overruled)
  return [
    key,
    rows.map((ref) => `${ref.sheet}!${ref.row}`).join('; '),
    supplier ?? '',
    wave === null ? '' : String(wave),
    endingWords.get(endingOfAccount(account)) ?? '',
    sentenceOf(held?.reason ?? '', format),
    held?.until ?? '',
    held?.by ?? '',
    account.serviceStatus ?? '',
    account.platformIdentifier ?? '',
    account.existingAccountId ?? '',
    problems.map(({ code }) => code ?? sentenceOf(message('report.no_code'), format)).join('; '),
    problems.map((problem) => sentenceOf(problem.message, format)).join(' '),
    account.firstSentAt ?? '',
    account.doneAt ?? '',
  ]
}
