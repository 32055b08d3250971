// Columns whose texts a person wants in none of the files of a report. Their cells only show that there is a text; so do
// the values of payloads that come from them. Sentences and answers that may repeat such a text are left out.
import type { ReportChoice } from '../../../shared/contract/report.ts'
import { resolveAttr, setAt } from '../../../shared/payload/attr-path.ts'
import { message } from '../../../shared/texts/message.ts'
import type {
  AccountEvidence,
  AccountLine,
  ReportAccount,
  ReportRow,
  ReportSheet,
  ReportSource,
} from './report-source.ts'

/** As data: programs read it, so it has no language. */
export const withheldText = '[withheld]'
const sentence = message('report.withheld_sentence')

/** The source without the texts of these columns; the same source if there are none. */
export function withhold(source: ReportSource, columns: ReportChoice['withheld']): ReportSource {
  if (columns.length === 0) return source
  const has = (sheet: string, column: string): boolean =>
    columns.some((one) => one.sheet === sheet && one.column === column)
  const names = new Set(columns.map(({ column }) => column))
  const positions = new Map(source.sheets.map((sheet) => [sheet.name, positionsOf(sheet, has)]))
  const hideAccount = <Account extends AccountLine>(account: Account): Account => ({
    ...account,
    problems: account.problems.map((problem) =>
      problem.columns.some((column) => names.has(column)) ? { ...problem, message: sentence } : problem,
    ),
  })
  return {
    ...source,
    *rows() {
      for (const row of source.rows()) yield hideRow(row, positions.get(row.sheet) ?? [], hideAccount)
    },
    *accounts() {
      for (const account of source.accounts()) yield hideAccount(account)
    },
    *accountsAmong(among) {
      for (const account of source.accountsAmong(among)) yield hideAccount(account)
    },
    *problems() {
      for (const problem of source.problems()) {
        const isHidden = problem.column.split('; ').some((column) => has(problem.sheet, column))
        yield isHidden ? { ...problem, value: hidden(problem.value), message: sentence } : problem
      }
    },
    evidence: (account) => hideEvidence(source.evidence(account), has),
  }
}

function positionsOf(
  { name, columns }: ReportSheet,
  has: (sheet: string, column: string) => boolean,
): number[] {
  return columns.flatMap((column, at) => (has(name, column.name) ? [at] : []))
}

const hidden = (text: string): string => (text === '' ? '' : withheldText)

function hideRow(
  row: ReportRow,
  positions: readonly number[],
  hideAccount: (account: ReportAccount) => ReportAccount,
): ReportRow {
  const hide = (cells: readonly string[]): readonly string[] =>
    positions.length === 0 ? cells : cells.map((text, at) => (positions.includes(at) ? hidden(text) : text))
  const { current, changes, account } = row
  return {
    ...row,
    cells: hide(row.cells),
    ...(current !== undefined && { current: hide(current) }),
    ...(changes !== undefined && {
      changes: changes.map((change) =>
        positions.includes(change.column)
          ? {
              ...change,
              text: hidden(change.text),
              edit: change.edit && { ...change.edit, words: withheldText },
            }
          : change,
      ),
    }),
    account: account === null ? null : hideAccount(account),
  }
}

/** Answers of the service may repeat any value of a payload. */
function hideEvidence(
  { record, payloads, validations, attempts }: AccountEvidence,
  has: (sheet: string, column: string) => boolean,
): AccountEvidence {
  return {
    record: record && { ...record, text: withheldText },
    payloads: payloads.map((payload) => {
      const body = JSON.parse(payload.body) as Record<string, unknown>
      for (const [attr, origin] of Object.entries(payload.origins)) {
        if ('fixed' in origin) continue
        const columns = [origin.column, ...(origin.also ?? [])]
        if (columns.some((column) => has(origin.sheet, column)))
          setAt(body, resolveAttr(body, attr).path, withheldText)
      }
      return { ...payload, body: JSON.stringify(body) }
    }),
    validations: validations.map((one) => ({ ...one, answer: withheldText })),
    attempts: attempts.map((one) => ({ ...one, answer: one.answer === null ? null : withheldText })),
  }
}
