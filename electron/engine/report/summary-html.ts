// Printable summary: one page without scripts, remote resources or inline styles, under a CSP that forbids them.
// All text from a file, a person or the service is escaped, and the rows of each table add up to its last line.
import { createHash } from 'node:crypto'
import { countOf, thereOutcomes } from '../../../shared/sending/states.ts'
import type { Environment } from '../../../shared/sending/connection.ts'
import type { ReportBatch } from './report-source.ts'
import { summaryStyle } from './summary-style.ts'
import type { CodeCount, HoldCount, Reconciliation, ReportTotals } from './tally.ts'

export type SummaryInput = {
  readonly version: string
  /** ISO 8601, UTC. */
  readonly madeAt: string
  readonly batch: ReportBatch
  readonly totals: ReportTotals
  readonly files: Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>
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

const count = (value: number): string => value.toLocaleString('en-GB')
const time = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`

export function summaryHtml(input: SummaryInput): string {
  const { batch, totals } = input
  const hash = createHash('sha256').update(summaryStyle).digest('base64')
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="referrer" content="no-referrer"><title>${escapeHtml(batch.name)}: migration report</title><style>${summaryStyle}</style></head><body><main>
<header><p class="over"><b>Carryover</b> Migration report · as of ${escapeHtml(time(input.madeAt))} ${connectionMark(batch)}</p><h1>${escapeHtml(batch.name)}</h1><p class="lead">${count(totals.rows)} rows read, ${count(totals.accounts)} accounts, ${count(countOf(totals.outcomes, thereOutcomes))} of them on the platform</p></header>
${accountsSection(totals)}
${reconciliationSection(totals.reconciliation)}
${problemsSection(totals)}
${holdsSection(totals)}
${overrulingsSection(batch)}
${sourceSection(batch)}
${filesSection(input)}
<section><h2>Sign-off</h2><p class="note">Each signature confirms that its signer has checked the figures above.</p><div class="sign">${['Prepared by', 'Checked by', 'Accepted by'].map((who) => `<p>${who}</p><p>Signature</p><p>Date</p>`).join('')}</div></section>
<p class="note">Batch ${batch.id} · Carryover ${escapeHtml(input.version)} · “Created” means that the account exists on the platform, not that its migration is complete.</p>
</main></body></html>
`
}

const marks: Readonly<Record<Environment, string>> = {
  practice: 'PRACTICE',
  test: 'TEST SYSTEM',
  production: 'PRODUCTION',
}

function connectionMark({ connection }: ReportBatch): string {
  if (connection === null) return ''
  const { environment } = connection
  return `<span class="mark ${environment}">${marks[environment]}</span>`
}

type Part = { readonly kind: string; readonly label: string; readonly value: number }

/** Parts of the bar. They are disjoint and add up to the accounts. */
function partsOf({ outcomes, states, awaiting }: ReportTotals): Part[] {
  const notSent = outcomes.unsent - awaiting
  const toFix = Math.min(states.invalid + states.rejected, notSent)
  return [
    { kind: 'created', label: 'Created', value: outcomes.created },
    { kind: 'already_there', label: 'Already there', value: outcomes.already_there },
    {
      kind: 'whose_account_unsure',
      label: 'On the platform, unsure whose',
      value: outcomes.whose_account_unsure,
    },
    { kind: 'dry_run', label: 'Dry run succeeded, nothing created', value: outcomes.dry_run },
    { kind: 'awaiting', label: 'Sent, outcome not known yet', value: awaiting },
    { kind: 'unsent', label: 'Not sent yet', value: notSent - toFix },
    { kind: 'to_fix', label: 'Problems to fix, nothing created', value: toFix },
    { kind: 'cancelled', label: 'Cancelled by the service', value: outcomes.cancelled },
    { kind: 'dry_run_failed', label: 'Dry run failed, nothing created', value: outcomes.dry_run_failed },
    { kind: 'failed', label: 'Failed', value: outcomes.failed },
    { kind: 'excluded', label: 'Excluded: not to be migrated', value: outcomes.excluded },
  ]
}

function accountsSection(totals: ReportTotals): string {
  const parts = partsOf(totals)
  const rows = parts.map(({ kind, label, value }) => {
    const share = totals.accounts === 0 ? '–' : `${((100 * value) / totals.accounts).toFixed(1)} %`
    return `<tr><th scope="row"><span class="k ${kind}"></span>${label}</th><td class="n">${count(value)}</td><td class="n">${share}</td></tr>`
  })
  const held = totals.held === 0 ? '' : `<p class="note">${count(totals.held)} of these are held.</p>`
  return `<section><h2>Accounts</h2>${bar(parts, totals.accounts)}<table><thead><tr><th scope="col">Outcome</th><th scope="col" class="n">Accounts</th><th scope="col" class="n">Share</th></tr></thead><tbody>${rows.join('')}</tbody><tfoot><tr><th scope="row">All accounts</th><td class="n">${count(totals.accounts)}</td><td></td></tr></tfoot></table>${held}</section>`
}

function bar(parts: readonly Part[], all: number): string {
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
  const words = parts.filter(({ value }) => value > 0).map(({ label, value }) => `${label} ${count(value)}`)
  const empty = '<rect class="none" x="0" y="0" width="1000" height="14"/>'
  return `<svg viewBox="0 0 1000 14" preserveAspectRatio="none" role="img" aria-label="${words.join(', ') || 'No accounts'}">${all === 0 ? empty : rects.join('')}</svg>`
}

function reconciliationSection(all: Reconciliation): string {
  const verdict =
    all.unexplained === 0
      ? '<p class="verdict ok">✓ Every row that was read is accounted for. 0 rows unexplained.</p>'
      : `<p class="verdict bad">▲ ${count(all.unexplained)} unexplained. Do not sign this report before the cause is known.</p>`
  const roles = { main: 'main', linked: 'linked', unused: 'not mapped' } as const
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
      `<tr><th scope="row">${escapeHtml(line.sheet)} <small>(${roles[line.role]})</small></th>${columns(line)}</tr>`,
  )
  const heads = ['Rows read', 'In accounts', 'Left out', 'Stray', 'Not mapped', 'Unexplained']
  return `<section><h2>Reconciliation</h2>${verdict}<table><thead><tr><th scope="col">Sheet</th>${heads.map((head) => `<th scope="col" class="n">${head}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody><tfoot><tr><th scope="row">All sheets</th>${columns(all)}</tr></tfoot></table></section>`
}

const codesShown = 15

function problemsSection({ problemsByCode, problems, cutCells, cellsWithoutColumn }: ReportTotals): string {
  const notes = [
    cutCells === 0
      ? ''
      : `<p class="note">${count(cutCells)} cells were cut at 32,767 characters in results.xlsx; results.csv holds them whole.</p>`,
    cellsWithoutColumn === 0
      ? ''
      : `<p class="note">${count(cellsWithoutColumn)} cells stand beyond the last header of their sheet and are not in the results.</p>`,
  ].join('')
  const shown = problemsByCode.filter((entry) => entry.problems > 0)
  if (shown.length === 0) return `<section><h2>Problems by code</h2><p>No problems.</p>${notes}</section>`
  const line = ({ code, problems: found, accounts }: CodeCount): string =>
    `<tr><th scope="row">${code === null ? 'no code given' : `<code>${escapeHtml(code)}</code>`}</th><td class="n">${count(found)}</td><td class="n">${count(accounts)}</td></tr>`
  const rest = shown.slice(codesShown)
  const others = rest.reduce((sum, entry) => sum + entry.problems, 0)
  const restLine =
    rest.length === 0
      ? ''
      : `<tr><th scope="row">${count(rest.length)} other codes, all in errors.csv</th><td class="n">${count(others)}</td><td></td></tr>`
  return `<section class="long"><h2>Problems by code</h2><table><thead><tr><th scope="col">Code</th><th scope="col" class="n">Problems</th><th scope="col" class="n">Accounts</th></tr></thead><tbody>${shown.slice(0, codesShown).map(line).join('')}${restLine}</tbody><tfoot><tr><th scope="row">All problems</th><td class="n">${count(problems)}</td><td></td></tr></tfoot></table>${notes}</section>`
}

const reasonsShown = 40

/** Reasons why accounts are postponed or not migrated, as given by a person. */
function holdsSection({ holds, held, outcomes }: ReportTotals): string {
  if (holds.length === 0) return ''
  const line = ({ reason, excluded, accounts }: HoldCount): string =>
    `<tr><th scope="row">${escapeHtml(reason)}</th><td>${excluded ? 'Excluded' : 'Held'}</td><td class="n">${count(accounts)}</td></tr>`
  const rest = holds.slice(reasonsShown)
  const others = rest.reduce((sum, entry) => sum + entry.accounts, 0)
  const restLine =
    rest.length === 0
      ? ''
      : `<tr><th scope="row">${count(rest.length)} other reasons, all in results.csv</th><td></td><td class="n">${count(others)}</td></tr>`
  return `<section class="long"><h2>Held and excluded</h2><table><thead><tr><th scope="col">Reason</th><th scope="col">Decision</th><th scope="col" class="n">Accounts</th></tr></thead><tbody>${holds.slice(0, reasonsShown).map(line).join('')}${restLine}</tbody><tfoot><tr><th scope="row">All held and excluded accounts</th><td></td><td class="n">${count(held + outcomes.excluded)}</td></tr></tfoot></table></section>`
}

/** Empty if nothing was left to the service. */
function overrulingsSection({ overrulings }: ReportBatch): string {
  if (overrulings.length === 0) return ''
  const about = { problem: 'one problem', cause: 'one cause', kind: 'every such check' } as const
  const rows = overrulings.map(({ scope, code, field, account, at, problems, accounts }) => {
    const where = [field, account === null ? null : `account ${account}`]
      .filter((one) => one !== null)
      .join(', ')
    return `<tr><th scope="row"><code>${escapeHtml(code)}</code> <small>${escapeHtml(where === '' ? about[scope] : `${about[scope]}: ${where}`)}</small></th><td>${escapeHtml(time(at))}</td><td class="n">${count(problems)}</td><td class="n">${count(accounts)}</td></tr>`
  })
  return `<section class="long"><h2>Checks left to the service</h2><p class="note">Carryover’s own checks, beyond the service’s specification, that a person overruled. What the service said of these accounts is in the results.</p><table><thead><tr><th scope="col">Check</th><th scope="col">Decided</th><th scope="col" class="n">Problems</th><th scope="col" class="n">Accounts</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}

function sourceSection(batch: ReportBatch): string {
  const { connection } = batch
  const service = connection === null ? 'No connection' : `${connection.name}, ${connection.baseUrl}`
  const entries: readonly (readonly [string, string])[] = [
    ['File', escapeHtml(batch.fileName)],
    ['Size', `${count(batch.fileBytes)} bytes`],
    ['SHA-256', `<code>${escapeHtml(batch.fileSha256)}</code>`],
    ['Read', escapeHtml(time(batch.readAt))],
    ['Import supplier', escapeHtml(batch.supplier ?? 'as the file says')],
    ['Catalogue', escapeHtml(batch.catalogue ?? 'none')],
    ['Connection', escapeHtml(service)],
  ]
  return `<section><h2>Source</h2><dl>${entries.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl></section>`
}

function filesSection({ files }: SummaryInput): string {
  const rows = Object.entries(files).map(
    ([name, { bytes, sha256 }]) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td><code>${sha256}</code></td><td class="n">${count(bytes)}</td></tr>`,
  )
  return `<section><h2>Files of this report</h2><table><thead><tr><th scope="col">File</th><th scope="col">SHA-256</th><th scope="col" class="n">Bytes</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`
}
