// Tests the printable summary in a real browser: accessible, in light and dark, and without executable content.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeReport } from '../../../electron/engine/report/write-report.ts'
import { account, hostile, linkedSource, sheet, sourceOf } from '../../engine/report/report-fixture.ts'
import { seriousOf } from '../axe.ts'
import { arePicturesWanted, takePictures } from '../pictures.ts'
import { openBrowser } from '../window-harness.ts'
import type { ReportSource } from '../../../electron/engine/report/report-source.ts'
import { createMessageFormat } from '../../../shared/texts/message-format.ts'
import { inEnglish } from '../../../shared/texts/message.ts'

let folder = ''
let browser: Browser
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-summary-'))
  const source = linkedSource({
    name: hostile,
    files: [{ name: `${hostile}.xlsx`, bytes: 1, sha256: '' }],
    supplier: hostile,
  })
  const result = await writeReport(source, folder, { now: () => Date.UTC(2026, 10, 21, 9), version: '0.1.0' })
  if (!result.ok) throw new Error(inEnglish(result.failure.message))
  browser = await openBrowser()
})
afterAll(async () => {
  await browser.close()
  rmSync(folder, { recursive: true, force: true })
})

test.each(['light', 'dark'] as const)(
  'in %s the summary is accessible, and hostile text is shown as text',
  async (colorScheme) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 1100, height: 900 } })
    const page = await context.newPage()
    const requests: string[] = []
    const complaints: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    page.on('console', (message) => complaints.push(message.text()))
    const address = pathToFileURL(join(folder, 'summary.html')).href
    await page.goto(address)
    expect(requests).toEqual([address])
    expect(complaints).toEqual([])
    expect(await page.title()).toBe(`${hostile}: migration report`)
    expect(await page.locator('h1').innerText()).toBe(hostile)
    expect(await page.locator('script, img').count()).toBe(0)
    expect(await page.locator('.mark').innerText()).toBe('PRACTICE')
    // As in the window, a share of none is a dash.
    const shares = await page.locator('section').first().locator('tbody td:last-child').allInnerTexts()
    expect([shares.includes('–'), shares.includes('0%')]).toEqual([true, false])
    const dark = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(dark).toBe(colorScheme === 'dark' ? 'rgb(16, 18, 22)' : 'rgb(247, 247, 248)')
    expect(await seriousOf(page)).toEqual([])
    await context.close()
  },
)

const suppliersOf = ['ACME', 'NORTHWIND', 'SOUTHBANK ENERGY']

/** 120 accounts, a third of them refused, with this many codes and suppliers. */
function sourceWith(codes: number, suppliers: number): ReportSource {
  const accounts = Array.from({ length: 120 }, (_, at) => {
    const supplier = suppliersOf[at % suppliers] ?? null
    const rows = [{ sheet: 'Accounts', row: at + 2 }]
    if (at % 3 > 0) return account(`N-${at}`, rows, { supplier, wave: 1 + (at % 2) })
    const code = `field_refused_${(at / 3) % codes}`
    return account(`N-${at}`, rows, {
      supplier,
      state: 'rejected',
      outcome: null,
      wave: null,
      problems: [
        {
          code,
          attr: 'billing_name',
          columns: ['Name'],
          message: 'This field may not be blank.',
          overruled: false,
        },
      ],
    })
  })
  return sourceOf({
    sheets: [sheet('Accounts', ['Account No', 'Name'], 'main', accounts.length)],
    rows: accounts.map((one, at) => ({
      sheet: 'Accounts',
      row: at + 2,
      cells: [one.key, ''],
      account: one,
      stray: null,
    })),
    accounts,
    problems: accounts.flatMap(({ key, rows, problems }) =>
      problems.map(({ code, attr, message }) => ({
        sheet: 'Accounts',
        row: rows[0]?.row ?? 0,
        columns: ['Name'],
        value: '',
        attr,
        source: 'validate' as const,
        code,
        message,
        account: key,
        overruled: null,
      })),
    ),
    waves: [1, 2].map((number) => ({
      number,
      releasedAt: '2026-11-21T08:00:00Z',
      by: 'Priya Nair',
      environment: 'practice' as const,
    })),
  })
}

const shapes = [1, 40].flatMap((codes) =>
  [1, 3].flatMap((suppliers) => (['en', 'de'] as const).map((language) => ({ codes, suppliers, language }))),
)

test.each(shapes)(
  'with $codes codes and $suppliers suppliers the summary ($language) is accessible and fits a page of A4',
  async ({ codes, suppliers, language }) => {
    const own = mkdtempSync(join(tmpdir(), 'carryover-summary-'))
    const format = createMessageFormat(language, language === 'en' ? 'en-GB' : 'de-DE')
    const options = { now: () => Date.UTC(2026, 10, 21, 9), version: '0.1.0', format }
    const result = await writeReport(sourceWith(codes, suppliers), own, options)
    if (!result.ok) throw new Error(inEnglish(result.failure.message))
    const context = await browser.newContext({ viewport: { width: 1100, height: 900 } })
    const page = await context.newPage()
    await page.goto(pathToFileURL(join(own, 'summary.html')).href)
    expect(await page.locator('html').getAttribute('lang')).toBe(language)
    expect(await page.locator('script').count()).toBe(0)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await seriousOf(page)).toEqual([])
    }
    await takePictures(page, `summary-${codes}-${suppliers}-${language}`)
    // A4 without the margins that the page asks for, in CSS pixels.
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 680, height: 960 })
    const wide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(wide).toBeLessThanOrEqual(0)
    // A foot would be repeated on every page, as if its total were that of the lines above.
    const feet = await page
      .locator('tfoot')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).display))
    expect(new Set(feet)).toEqual(new Set(['table-row-group']))
    if (arePicturesWanted) {
      const folder = process.env['CARRYOVER_PICTURES'] ?? ''
      const name = `summary-${codes}-${suppliers}-${language}`
      await page.pdf({ path: join(folder, `${name}-browser.pdf`), preferCSSPageSize: true })
      copyFileSync(join(own, 'summary.pdf'), join(folder, `${name}.pdf`))
    }
    await context.close()
    rmSync(own, { recursive: true, force: true })
  },
)
