// Tests the printable summary in a real browser: accessible, in light and dark, and without executable content.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeReport } from '../../../electron/engine/report/write-report.ts'
import { hostile, linkedSource } from '../../engine/report/report-fixture.ts'
import { seriousOf } from '../axe.ts'
import { openBrowser } from '../window-harness.ts'
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
}, 60_000)
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
  60_000,
)
