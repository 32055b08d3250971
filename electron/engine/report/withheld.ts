// Leaves the texts of columns out of all files of a report. Their cells only show that there is a text; so do the values
// of payloads that come from them. Sentences about them are replaced, answers of the service are left out, and the mark
// stands in every other sentence that quotes one of their texts, now or earlier.
import { resolveAttr, setAt } from '../../../shared/payload/attr-path.ts'
import { withheldText } from '../../../shared/sheet/withheld-text.ts'
import { message, type Message, type Said } from '../../../shared/texts/message.ts'
import type { Hide } from '../accounts/masking/mask-values.ts'
import type { WithheldColumn } from './report-choice.ts'
import type { AccountEvidence, AccountLine, ReportRow, ReportSheet, ReportSource } from './report-source.ts'
import { withheldPrint } from './rows/fix-reference.ts'

export type Withholding = {
  readonly columns: readonly WithheldColumn[]
  /** Puts the mark in place of what the account's withheld cells hold or held. */
  readonly hideOf: (account: number) => Hide
  /** Whether an edit changed a withheld cell: its words may quote it. */
  readonly touches: (edit: number) => boolean
  /** Secret of the fix file; null: it is not to be found again. */
  readonly secret: string | null
}

type Has = (sheet: string, column: string) => boolean
type Hiding = Pick<Withholding, 'secret' | 'touches'> & {
  readonly account: <Account extends AccountLine>(account: Account) => Account
}

/** The source without the texts of these columns; the same source if there are none. */
export function withhold(
  source: ReportSource,
  { columns, hideOf, touches, secret }: Withholding,
): ReportSource {
  if (columns.length === 0) return source
  const has: Has = (sheet, column) => columns.some((one) => one.sheet === sheet && one.column === column)
  const quotes = createQuotes(source, hideOf)
  const hiding: Hiding = {
    secret,
    touches,
    account: (account) => ({
      ...account,
      problems: account.problems.map((problem) => ({
        ...problem,
        message: sentenceOn(columns, problem.columns) ?? quotes.without(problem.message),
      })),
      held: account.held && { ...account.held, reason: quotes.without(account.held.reason) },
    }),
  }
  const sheets = new Map(source.sheets.map((sheet, at) => [sheet.name, sheetOf(sheet, at, has)]))
  return {
    ...source,
    counts() {
      const counted = source.counts()
      const groups = counted.groups.map(({ held, ...group }) => ({
        ...group,
        held: held && { ...held, reason: quotes.without(held.reason) },
      }))
      return { ...counted, groups }
    },
    *rows() {
      for (const row of source.rows()) yield hideRow(row, sheets.get(row.sheet), hiding)
    },
    *accounts() {
      for (const account of source.accounts()) yield hiding.account(account)
    },
    *accountsAmong(among) {
      for (const account of source.accountsAmong(among)) yield hiding.account(account)
    },
    *problems() {
      for (const problem of source.problems()) {
        const { sheet, value } = problem
        const sentence = sentenceOn(
          columns.filter((one) => one.sheet === sheet),
          problem.columns,
        )
        yield sentence === null
          ? { ...problem, message: quotes.without(problem.message) }
          : { ...problem, value: hidden(value), message: sentence }
      }
    },
    evidence: (account) => hideEvidence(source.evidence(account), has),
  }
}

/** In place of a sentence about one of these columns, which may repeat its text; null: it is about none of them. */
function sentenceOn(columns: readonly WithheldColumn[], names: readonly string[]): Message | null {
  const found = columns.filter(({ column }) => names.includes(column))
  if (found.length === 0) return null
  return found.some(({ isSensitive }) => isSensitive)
    ? message('report.withheld_sensitive_sentence', { mark: withheldText })
    : message('report.withheld_sentence')
}

/** Sentences that quote a withheld text, each with what stands in its place: collected when the first one is asked for. */
function createQuotes(source: ReportSource, hideOf: Withholding['hideOf']) {
  let replaced: ReadonlyMap<string, Said> | null = null

  function collect(): ReadonlyMap<string, Said> {
    const found = new Map<string, Said>()
    let current: { readonly account: number; readonly hide: Hide } = { account: Number.NaN, hide: hideOf(0) }
    for (const { account, said } of source.sentences()) {
      if (!mayQuote(said)) continue
      if (account !== current.account) current = { account, hide: hideOf(account) }
      const without = current.hide(said)
      const name = JSON.stringify(said)
      if (JSON.stringify(without) !== name) found.set(name, without)
    }
    return found
  }

  return {
    without(said: Said): Said {
      if (!mayQuote(said)) return said
      replaced ??= collect()
      return replaced.get(JSON.stringify(said)) ?? said
    },
  }
}

/** Our own sentences about other cells never quote a withheld one. */
function mayQuote(said: Said): boolean {
  return typeof said === 'string' ? said !== '' : said.key.startsWith('service.')
}

type SheetOfReport = { readonly position: number; readonly columns: readonly number[] }

function sheetOf({ name, columns }: ReportSheet, position: number, has: Has): SheetOfReport {
  return { position, columns: columns.flatMap((column) => (has(name, column.name) ? [column.index] : [])) }
}

const hidden = (text: string): string => (text === '' ? '' : withheldText)

function hideRow(row: ReportRow, sheet: SheetOfReport | undefined, hiding: Hiding): ReportRow {
  const { cells, current, changes } = row
  const isHidden = (column: number): boolean => sheet?.columns.includes(column) === true
  const hide = (texts: readonly string[]): string[] => {
    const left = texts.slice()
    for (const at of sheet?.columns ?? []) if (at < left.length) left[at] = hidden(left[at] ?? '')
    return left
  }
  return {
    ...row,
    cells: hide(cells),
    ...(current !== undefined && { current: hide(current) }),
    ...(changes !== undefined && {
      changes: changes.map((change) => ({
        ...change,
        text: isHidden(change.column) ? hidden(change.text) : change.text,
        edit:
          change.edit !== null && hiding.touches(change.edit.number)
            ? { ...change.edit, words: withheldText }
            : change.edit,
      })),
    }),
    account: row.account === null ? null : hiding.account(row.account),
    withheldPrint: (column) =>
      sheet !== undefined && hiding.secret !== null && isHidden(column)
        ? withheldPrint(
            hiding.secret,
            { sheet: sheet.position, row: row.row, column },
            (current ?? cells)[column] ?? '',
          )
        : null,
  }
}

/** Answers of the service may repeat any value of a payload. */
function hideEvidence(
  { record, payloads, validations, attempts }: AccountEvidence,
  has: Has,
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
