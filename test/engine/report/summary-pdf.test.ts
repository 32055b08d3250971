// Tests the summary as a PDF: what the page says in the same order, searchable, on numbered A4 pages, and hostile text as
// text.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { ReportSource } from '../../../electron/engine/report/report-source.ts'
import type { WithheldColumn } from '../../../electron/engine/report/report-choice.ts'
import { hideNothing } from '../../../electron/engine/accounts/masking/mask-values.ts'
import { writeReport } from '../../../electron/engine/report/write-report.ts'
import { type ReportChoice, usualReportChoice } from '../../../shared/contract/report.ts'
import { inEnglish } from '../../../shared/texts/message.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { freshFolder } from '../api/harness.ts'
import { readPdf } from './pdf-text.ts'
import { account, hostile, linkedSource, sheet, sourceOf } from './report-fixture.ts'

async function written(
  source: ReportSource,
  {
    withheld = [],
    ...choice
  }: Partial<Omit<ReportChoice, 'withheld'>> & { withheld?: WithheldColumn[] } = {},
  format = createMessageFormat('en', 'en-GB'),
) {
  const folder = freshFolder()
  const result = await writeReport(source, folder, {
    now: () => Date.UTC(2026, 10, 21, 9),
    version: '0.1.0',
    format,
    choice: { ...usualReportChoice, files: ['summary_pdf'], ...choice },
    withholding: { columns: withheld, hideOf: () => hideNothing, touches: () => false, secret: null },
  })
  if (!result.ok) throw new Error(inEnglish(result.failure.message))
  const bytes = readFileSync(join(folder, 'summary.pdf'))
  return { bytes, html: readFileSync(join(folder, 'summary.html'), 'utf8'), ...readPdf(bytes) }
}

const letters = (text: string): string => text.replaceAll(/[\s\u00ad]+/g, '')

/** The texts of the page, in their order. */
function textsOf(html: string): string[] {
  const body = html.slice(html.indexOf('</header>'))
  const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return body
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? ''))
    .map((text) => letters(text.replace(/^✓ /, '')))
    .filter((text) => text !== '')
}

test('the PDF has every sentence and figure of the page in the same order, and hostile text as text', async () => {
  const { pages, html } = await written(
    linkedSource({
      name: hostile,
      files: [{ name: `${hostile}\u202egpj\u0007.xlsx`, bytes: 1, sha256: '' }],
    }),
    {
      withheld: [
        { sheet: 'Accounts', column: 'Note', isSensitive: false },
        { sheet: 'Customers', column: 'Name', isSensitive: true },
      ],
      totals: [
        {
          sheet: 'Customers',
          column: 'Phone',
          style: { decimal: '.', thousands: null, brackets: false },
        },
      ],
    },
  )
  const whole = letters(pages.map(({ text }) => text).join(' '))
  const texts = textsOf(html)
  expect(texts.length).toBeGreaterThan(200)
  let at = 0
  for (const text of texts) {
    const found = whole.indexOf(text, at)
    expect([text, found >= at]).toEqual([text, true])
    at = found + text.length
  }
  expect(whole).toContain(letters(hostile))
  expect(whole).toContain('[U+202E]gpj[U+0007].xlsx')
})

test('pages are numbered A4, and a table that goes on has its head again', async () => {
  const accounts = Array.from({ length: 120 }, (_, at) =>
    account(`A${at}`, [{ sheet: 'Data', row: at + 2 }], { supplier: `Supplier of place ${at}` }),
  )
  const source = sourceOf({
    sheets: [sheet('Data', ['Key'], 'main', accounts.length)],
    rows: accounts.map((one, at) => ({
      sheet: 'Data',
      row: at + 2,
      cells: [one.key],
      stray: null,
      account: one,
    })),
    accounts,
  })
  const { pages, fonts } = await written(source)
  expect(pages.length).toBeGreaterThan(3)
  for (const [at, { text, box }] of pages.entries()) {
    expect(box).toMatch(/^0 0 595\.28 841\.89$/)
    expect(text).toContain(`Page ${at + 1} of ${pages.length}`)
    if (text.includes('Supplier of place')) expect(letters(text)).toContain('SupplierAccountsOntheplatform')
  }
  // Only what occurs is embedded, each part of the typeface once.
  expect(fonts.map((name) => name.replace(/^[A-Z]+\+/, '')).toSorted()).toEqual([
    'Inter-Regular',
    'Inter-SemiBold',
  ])
})

test('Latin, Greek and Cyrillic letters are shown, characters of other scripts by their codes', async () => {
  const name = 'Würzburg Łódź Ελλάδα Житомир 中 😀 10x20'
  const { pages } = await written(linkedSource({ name }))
  expect(letters(pages[0]?.text ?? '')).toContain('WürzburgŁódźΕλλάδαЖитомир[U+4E2D][U+1F600]10x20')
})

test('the same report gives the same bytes, and German ones are German', async () => {
  const one = await written(linkedSource())
  const other = await written(linkedSource())
  expect(one.bytes.equals(other.bytes)).toBe(true)
  const german = await written(linkedSource(), {}, createMessageFormat('de', 'de-DE'))
  const text = german.pages.map((page) => page.text).join(' ')
  expect(text).toContain('Seite 1 von')
  expect(text).toContain('Jede gelesene Zeile ist nachgewiesen.')
  expect(text).not.toMatch(/Reconciliation|All accounts|Rows read|Sign-off/)
})

test('a name of three thousand letters and a reason of thousands of words stay on the paper', async () => {
  const reason = 'because the contract is not over '.repeat(400)
  const held = { reason, excluded: false, until: null, by: null }
  const one = account('A1', [{ sheet: 'Data', row: 2 }], { state: 'validated', outcome: null, held })
  const source = sourceOf({
    sheets: [sheet('Data', ['Key'], 'main', 1)],
    rows: [{ sheet: 'Data', row: 2, cells: ['A1'], stray: null, account: one }],
    accounts: [one],
    batch: { name: 'W'.repeat(3000), preparedBy: 'x'.repeat(2000) },
  })
  const { pages } = await written(source)
  const whole = letters(pages.map(({ text }) => text).join(' '))
  expect(whole.match(/W/g)?.length).toBeGreaterThanOrEqual(3000)
  expect(whole.match(/contract/g)).toHaveLength(400)
})
