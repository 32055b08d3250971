// Printable summary: one page without scripts, remote resources or inline styles, under a CSP that forbids them.
// All text from a file, a person or the service is escaped, and the rows of each table add up to its last line.
import { createHash } from 'node:crypto'
import {
  type Ending,
  type EndingCounts,
  type EndingGroup,
  endingGroups,
  endings,
  noEndings,
  sumOf,
} from '../../../shared/sending/endings.ts'
import type { ReportChoice } from '../../../shared/contract/report.ts'
import type { ControlTotal, Total } from './control-totals.ts'
import { countOf, thereOutcomes } from '../../../shared/sending/states.ts'
import type { ReportBatch } from './report-source.ts'
import { summaryStyle } from './summary-style.ts'
import type { CodeCount, HoldCount, Reconciliation, ReportTotals } from './tally.ts'
import { message, type MessageKey, sentenceOf } from '../../../shared/texts/message.ts'
import { type MessageFormat } from '../../../shared/texts/message-format.ts'

export type SummaryInput = {
  readonly version: string
  /** ISO 8601, UTC. */
  readonly madeAt: string
  readonly batch: ReportBatch
  readonly totals: ReportTotals
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>
  readonly withheld: ReportChoice['withheld']
  readonly format: MessageFormat
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Control and bidirectional characters are shown as their code, so that a name cannot hide its real text. */
export function escapeHtml(text: string): string {
  const shown = text.replace(deceptive, (found) => {
    return `[U+${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}]`
  })
  return shown.replace(/[&<>"']/g, (found) => entities.get(found) ?? '')
}

const deceptive =
  // oxlint-disable-next-line no-control-regex -- control characters are the point
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const time = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

/** Writes sentences and numbers in the language of the report. */
type Words = {
  text<K extends MessageKey>(...given: Parameters<typeof message<K>>): string
  /** The same, escaped. */
  say<K extends MessageKey>(...given: Parameters<typeof message<K>>): string
  count(value: number): string
  /** A number given as digits, of any length. */
  decimal(digits: string): string
  /** As the window writes it: `12.5%`, in German `12,5 %`; a dash for none, and `<0.1%` where it would round to none. */
  share(part: number, all: number): string
}

/** Less than this would be written as `0%`. */
const leastShare = 0.0005

function wordsIn(format: MessageFormat): Words {
  const counts = new Intl.NumberFormat(format.locale)
  const shares = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 1 })
  const text: Words['text'] = (...given) => sentenceOf(message(...given), format)
  return {
    text,
    say: (...given) => escapeHtml(text(...given)),
    count: (value) => counts.format(value),
    decimal: (digits) => decimalsLike(digits, format.locale).format(digits as Intl.StringNumericLiteral),
    share: (part, all) =>
      part === 0 || all === 0
        ? '–'
        : part / all < leastShare
          ? `&lt;${shares.format(0.001)}`
          : shares.format(part / all),
  }
}

/** Shows every decimal that the digits have, zeros included. */
function decimalsLike(digits: string, locale: string): Intl.NumberFormat {
  const decimals = digits.split('.')[1]?.length ?? 0
  return new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
}

export function summaryHtml(input: SummaryInput): string {
  const { batch, totals, format } = input
  const words = wordsIn(format)
  const { say } = words
  const { rows, accounts, outcomes } = totals
  const hash = createHash('sha256').update(summaryStyle).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="${format.language}"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${say('report.title', { batch: batch.name })}</title><style>${summaryStyle}</style></head><body><main>
<header><p class="over"><b>Carryover</b> ${say('report.over', { time: time(input.madeAt) })} ${connectionMark(batch, words)}</p><h1>${escapeHtml(batch.name)}</h1><p class="lead">${say('report.lead', { rows, accounts, there: countOf(outcomes, thereOutcomes) })}</p></header>
${accountsSection(totals, words)}
${groupSections(totals, words)}
${reconciliationSection(totals.reconciliation, words)}
${problemsSection(totals, words)}
${controlSection(totals, words)}
${holdsSection(totals, words)}
${overrulingsSection(batch, words)}
${sourceSection(batch, words)}
${withheldSection(input, words)}
${filesSection(input, words)}
${signOffSection(batch, words)}
<p class="note">${say('report.created_note', { batch: batch.id, version: input.version })}</p>
</main></body></html>
`
}

function signOffSection({ preparedBy }: ReportBatch, { say }: Words): string {
  const signers = [
    ['report.sign_prepared', preparedBy],
    ['report.sign_checked', ''],
    ['report.sign_accepted', ''],
  ] as const
  const lines = signers.map(
    ([who, name]) =>
      `<p>${say(who)} <b>${escapeHtml(name)}</b></p><p>${say('report.sign_signature')}</p><p>${say('report.sign_date')}</p>`,
  )
  return `<section><h2>${say('report.sign_off')}</h2><p class="note">${say('report.sign_off_note')}</p><div class="sign">${lines.join('')}</div></section>`
}

function connectionMark({ connection }: ReportBatch, { say }: Words): string {
  if (connection === null) return ''
  const { environment } = connection
  return `<span class="mark ${environment}">${say('report.environment', { environment })}</span>`
}

type Part = { readonly kind: Ending; readonly label: string; readonly value: number }

/** Parts of the bar and lines of the table. They are disjoint and add up to the accounts. */
function partsOf({ endings: counts }: ReportTotals, { say }: Words): Part[] {
  return endings.map((kind) => ({ kind, label: say('report.ending', { ending: kind }), value: counts[kind] }))
}

function accountsSection(totals: ReportTotals, words: Words): string {
  const { say, count } = words
  const parts = partsOf(totals, words)
  const rows = parts.map(({ kind, label, value }) => {
    return `<tr><th scope="row"><span class="k ${kind}"></span>${label}</th><td class="n">${count(value)}</td><td class="n">${words.share(value, totals.accounts)}</td></tr>`
  })
  const others = totals.held - totals.endings.held
  const held = others === 0 ? '' : `<p class="note">${say('report.held_too', { accounts: others })}</p>`
  return `<section><h2>${say('report.accounts')}</h2>${bar(parts, totals.accounts, words)}<table><thead><tr><th scope="col">${say('report.outcome')}</th><th scope="col" class="n">${say('report.accounts')}</th><th scope="col" class="n">${say('report.share')}</th></tr></thead><tbody>${rows.join('')}</tbody><tfoot><tr><th scope="row">${say('report.all_accounts')}</th><td class="n">${count(totals.accounts)}</td><td></td></tr></tfoot></table>${held}</section>`
}

/** One line a group; what its columns count is disjoint and adds up to the first. */
function groupsSection(
  title: string,
  first: string,
  counted: string,
  lines: readonly { readonly name: string; readonly note: string; readonly endings: EndingCounts }[],
  { say, count }: Words,
): string {
  const groups = Object.keys(endingGroups) as EndingGroup[]
  const cells = (of: EndingCounts): string => {
    const sums = groups.map((group) => sumOf(of, group))
    const all = sums.reduce((sum, one) => sum + one, 0)
    return [all, ...sums]
      .map((value) => `<td class="n${value === 0 ? ' nil' : ''}">${count(value)}</td>`)
      .join('')
  }
  const all = noEndings()
  for (const line of lines) for (const ending of endings) all[ending] += line.endings[ending]
  const rows = lines.map(
    ({ name, note, endings: of }) =>
      `<tr><th scope="row">${escapeHtml(name)}${note === '' ? '' : ` <small>${escapeHtml(note)}</small>`}</th>${cells(of)}</tr>`,
  )
  const heads = [counted, ...groups.map((group) => say('report.ending_group', { group }))]
  return `<section class="long"><h2>${title}</h2><table class="many"><thead><tr><th scope="col">${first}</th>${heads.map((head) => `<th scope="col" class="n">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody><tfoot><tr><th scope="row">${say('report.all')}</th>${cells(all)}</tr></tfoot></table></section>`
}

/** What became of the rows of each sheet, and of the accounts of each wave and supplier where there are several. */
function groupSections({ reconciliation, waves, suppliers }: ReportTotals, words: Words): string {
  const { text, say } = words
  const sheets = reconciliation.sheets
    .filter(({ rowsInAccounts }) => rowsInAccounts > 0)
    .map(({ sheet, endings: of }) => ({ name: sheet, note: '', endings: of }))
  const waveLines = waves.map(({ wave, endings: of }) =>
    wave === null
      ? { name: text('report.no_wave'), note: '', endings: of }
      : {
          name: text('report.wave', { number: wave.number }),
          note: text('report.wave_released', {
            time: time(wave.releasedAt),
            by: wave.by ?? '',
            how: wave.by === null ? 'plan' : 'person',
          }),
          endings: of,
        },
  )
  const supplierLines = suppliers.map(({ supplier, endings: of }) => ({
    name: supplier ?? text('report.no_supplier'),
    note: '',
    endings: of,
  }))
  return [
    sheets.length < 2
      ? ''
      : groupsSection(say('report.rows_by_sheet'), say('report.sheet'), say('report.rows'), sheets, words),
    waves.length === 0 || waveLines.length < 2
      ? ''
      : groupsSection(
          say('report.by_wave'),
          say('report.wave_column'),
          say('report.accounts'),
          waveLines,
          words,
        ),
    supplierLines.length < 2
      ? ''
      : groupsSection(
          say('report.by_supplier'),
          say('report.supplier_column'),
          say('report.accounts'),
          supplierLines,
          words,
        ),
  ].join('\n')
}

function bar(parts: readonly Part[], all: number, { say, count }: Words): string {
  let at = 0
  const rects = parts.map(({ kind, value }) => {
    const width = all === 0 ? 0 : (1000 * value) / all
    const rect =
      width === 0
        ? ''
        : `<rect class="${kind}" x="${at}" y="0" width="${Math.max(width - 1.5, 0.75)}" height="14"/>`
    at += width
    return rect
  })
  const labels = parts.filter(({ value }) => value > 0).map(({ label, value }) => `${label} ${count(value)}`)
  const empty = '<rect class="none" x="0" y="0" width="1000" height="14"/>'
  return `<svg viewBox="0 0 1000 14" preserveAspectRatio="none" role="img" aria-label="${labels.join(', ') || say('report.no_accounts')}">${all === 0 ? empty : rects.join('')}</svg>`
}

function reconciliationSection(all: Reconciliation, { say, count }: Words): string {
  const verdict =
    all.unexplained === 0
      ? `<p class="verdict ok">✓ ${say('report.reconciled')}</p>`
      : `<p class="verdict bad">▲ ${say('report.unexplained_rows', { rows: all.unexplained })}</p>`
  const columns = (line: Omit<Reconciliation, 'sheets' | 'rowsNamedByAccounts'>): string =>
    [
      line.rowsRead,
      line.rowsInAccounts,
      line.leftOutRows,
      line.strayRows,
      line.rowsOnUnusedSheets,
      line.unexplained,
    ]
      .map((value) => `<td class="n">${count(value)}</td>`)
      .join('')
  const rows = all.sheets.map(
    (line) =>
      `<tr><th scope="row">${escapeHtml(line.sheet)} <small>${say('report.sheet_role', { role: line.role })}</small></th>${columns(line)}</tr>`,
  )
  const heads = [
    say('report.rows_read'),
    say('report.in_accounts'),
    say('report.left_out'),
    say('report.stray'),
    say('report.not_mapped'),
    say('report.unexplained'),
  ]
  return `<section><h2>${say('report.reconciliation')}</h2>${verdict}<table class="many"><thead><tr><th scope="col">${say('report.sheet')}</th>${heads.map((head) => `<th scope="col" class="n">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody><tfoot><tr><th scope="row">${say('report.all_sheets')}</th>${columns(all)}</tr></tfoot></table></section>`
}

const codesShown = 15

function problemsSection(
  { problemsByCode, problems, cutCells, cellsWithoutColumn, cellsFilled }: ReportTotals,
  { say, count }: Words,
): string {
  const notes = [
    cutCells === 0 ? '' : `<p class="note">${say('report.cells_cut', { cells: cutCells })}</p>`,
    cellsWithoutColumn === 0
      ? ''
      : `<p class="note">${say('report.cells_without_column', { cells: cellsWithoutColumn })}</p>`,
    cellsFilled === 0 ? '' : `<p class="note">${say('report.cells_filled', { cells: cellsFilled })}</p>`,
  ].join('')
  const shown = problemsByCode.filter((entry) => entry.problems > 0)
  if (shown.length === 0)
    return `<section><h2>${say('report.problems_by_code')}</h2><p>${say('report.no_problems')}</p>${notes}</section>`
  const line = ({ code, problems: found, accounts }: CodeCount): string =>
    `<tr><th scope="row">${code === null ? say('report.no_code') : `<code>${escapeHtml(code)}</code>`}</th><td class="n">${count(found)}</td><td class="n">${count(accounts)}</td></tr>`
  const rest = shown.slice(codesShown)
  const others = rest.reduce((sum, entry) => sum + entry.problems, 0)
  const restLine =
    rest.length === 0
      ? ''
      : `<tr><th scope="row">${say('report.other_codes', { codes: rest.length })}</th><td class="n">${count(others)}</td><td></td></tr>`
  return `<section class="long"><h2>${say('report.problems_by_code')}</h2><table><thead><tr><th scope="col">${say('report.code')}</th><th scope="col" class="n">${say('report.problems')}</th><th scope="col" class="n">${say('report.accounts')}</th></tr></thead><tbody>${shown.slice(0, codesShown).map(line).join('')}${restLine}</tbody><tfoot><tr><th scope="row">${say('report.all_problems')}</th><td class="n">${count(problems)}</td><td></td></tr></tfoot></table>${notes}</section>`
}

const reasonsShown = 40

/** Reasons why accounts are postponed or not migrated, given by a person or by Carryover. */
function holdsSection({ holds, held, outcomes }: ReportTotals, { say, count }: Words): string {
  if (holds.length === 0) return ''
  const line = ({ reason, excluded, accounts }: HoldCount): string =>
    `<tr><th scope="row">${escapeHtml(reason)}</th><td>${excluded ? say('report.excluded') : say('report.held')}</td><td class="n">${count(accounts)}</td></tr>`
  const rest = holds.slice(reasonsShown)
  const others = rest.reduce((sum, entry) => sum + entry.accounts, 0)
  const restLine =
    rest.length === 0
      ? ''
      : `<tr><th scope="row">${say('report.other_reasons', { reasons: rest.length })}</th><td></td><td class="n">${count(others)}</td></tr>`
  return `<section class="long"><h2>${say('report.held_and_excluded')}</h2><table><thead><tr><th scope="col">${say('report.reason')}</th><th scope="col">${say('report.decision')}</th><th scope="col" class="n">${say('report.accounts')}</th></tr></thead><tbody>${holds.slice(0, reasonsShown).map(line).join('')}${restLine}</tbody><tfoot><tr><th scope="row">${say('report.all_held')}</th><td></td><td class="n">${count(held + outcomes.excluded)}</td></tr></tfoot></table></section>`
}

/** A table for each chosen column: its total in the file, and the parts that add up to it. */
function controlSection({ controlTotals }: ReportTotals, words: Words): string {
  const { say, count } = words
  if (controlTotals.length === 0) return ''
  const line = (label: string, { cells, noNumber, sum }: Total, kind: 'all' | 'part'): string => {
    const note =
      noNumber === 0 ? '' : ` <small>${say('report.control_no_number', { cells: noNumber })}</small>`
    const head = kind === 'all' ? `<b>${label}</b>` : label
    return `<tr><th scope="row">${head}${note}</th><td class="n">${count(cells)}</td><td class="n">${sum === null ? '–' : escapeHtml(words.decimal(sum))}</td></tr>`
  }
  const table = ({ sheet, column, source, current, parts }: ControlTotal): string => {
    const groups = Object.entries(parts).filter(([, { cells }]) => cells > 0)
    const labels = groups.map(([group, total]) =>
      line(
        group === 'no_account'
          ? say('report.control_part', { part: 'no_account' })
          : say('report.ending_group', { group: group as EndingGroup }),
        total,
        'part',
      ),
    )
    return `<table><thead><tr><th scope="col">${escapeHtml(column)} <small>${escapeHtml(sheet)}</small></th><th scope="col" class="n">${say('report.control_cells')}</th><th scope="col" class="n">${say('report.control_sum')}</th></tr></thead><tbody>${line(say('report.control_part', { part: 'source' }), source, 'all')}${labels.join('')}</tbody><tfoot>${line(say('report.control_current'), current, 'all')}</tfoot></table>`
  }
  return `<section class="long"><h2>${say('report.control_totals')}</h2><p class="note">${say('report.control_note')}</p>${controlTotals.map(table).join('')}</section>`
}

function withheldSection({ withheld }: SummaryInput, { say }: Words): string {
  if (withheld.length === 0) return ''
  const columns = withheld.map(({ sheet, column }) => `${sheet}: ${column}`).join('; ')
  return `<section><h2>${say('report.withheld')}</h2><p>${say('report.withheld_note', { columns })}</p></section>`
}

/** Empty if nothing was left to the service. */
function overrulingsSection({ overrulings }: ReportBatch, { text, say, count }: Words): string {
  if (overrulings.length === 0) return ''
  const rows = overrulings.map(({ scope, code, field, account, at, problems, accounts }) => {
    const place = [field, account === null ? null : text('report.account', { account })]
      .filter((one) => one !== null)
      .join(', ')
    const place_is_known = place === '' ? 'no' : 'yes'
    return `<tr><th scope="row"><code>${escapeHtml(code)}</code> <small>${say('report.overruled', { scope, place_is_known, place })}</small></th><td>${escapeHtml(time(at))}</td><td class="n">${count(problems)}</td><td class="n">${count(accounts)}</td></tr>`
  })
  return `<section class="long"><h2>${say('report.checks_left')}</h2><p class="note">${say('report.checks_left_note')}</p><table><thead><tr><th scope="col">${say('report.check')}</th><th scope="col">${say('report.decided')}</th><th scope="col" class="n">${say('report.problems')}</th><th scope="col" class="n">${say('report.accounts')}</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}

function sourceSection(batch: ReportBatch, { say }: Words): string {
  const { connection } = batch
  const service =
    connection === null
      ? say('report.no_connection')
      : escapeHtml(`${connection.name}, ${connection.baseUrl}`)
  const entries: readonly (readonly [string, string])[] = [
    ...batch.files.flatMap(({ name, bytes, sha256 }) => [
      [say('report.file'), escapeHtml(name)] as const,
      [say('report.size'), say('report.size_bytes', { bytes })] as const,
      ['SHA-256', `<code>${escapeHtml(sha256)}</code>`] as const,
    ]),
    [say('report.read_at'), escapeHtml(time(batch.readAt))],
    [
      say('report.import_supplier'),
      batch.supplier === null ? say('report.supplier_of_file') : escapeHtml(batch.supplier),
    ],
    [
      say('report.mapping'),
      batch.mapping === null
        ? say('report.no_mapping')
        : `${say('report.mapping_of', { time: time(batch.mapping.at) })} <code>${escapeHtml(batch.mapping.sha256.slice(0, 16))}</code>`,
    ],
    [
      say('report.catalogue'),
      batch.catalogue === null ? say('report.no_catalogue') : escapeHtml(batch.catalogue),
    ],
    [say('report.connection'), service],
  ]
  return `<section><h2>${say('report.source')}</h2><dl>${entries.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl></section>`
}

function filesSection({ files }: SummaryInput, { say, count }: Words): string {
  const rows = Object.entries(files).map(
    ([name, { bytes, sha256 }]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td><code>${sha256}</code></td><td class="n">${count(bytes)}</td></tr>`,
  )
  return `<section><h2>${say('report.files')}</h2><table><thead><tr><th scope="col">${say('report.file')}</th><th scope="col">SHA-256</th><th scope="col" class="n">${say('report.bytes')}</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}
