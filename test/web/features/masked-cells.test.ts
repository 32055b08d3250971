// Tests the masks of sensitive values in the Fix step: the window holds no such value until it is shown on purpose, what is
// typed over a masked cell is written as typed, and an editor that is left writes no mask. In a real browser with the
// real engine.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { header, mapping } from '../../engine/accounts/small-batch.ts'
import { takePictures } from '../pictures.ts'
import { connected, harnessOfAllTests, openBatch } from '../travel.ts'

const canary = '1977-03-29'
const harness = harnessOfAllTests()
let batch = 0
const born = header.split(',').length

beforeAll(async () => {
  const file = join(harness().folder, 'born.csv')
  const line = (key: string) => `${key},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,020 7946 0001,,,,,${canary}`
  writeFileSync(file, [`${header},Born`, line('M-1'), line('M-2')].join('\n'))
  const columns = [...mapping.columns, { column: 'Born', field: 'customers.0.date_of_birth' }]
  const mapped = mappingFile.parse({ ...mapping, columns })
  batch = await openBatch(harness(), await connected(harness()), { file, mapping: mapped })
})

async function openFix(): Promise<Page> {
  const page = await harness().openPage()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix?show=all`)
  await page.locator('[data-account]').waitFor()
  return page
}

async function chooseBorn(page: Page): Promise<void> {
  await page.getByTestId('data-grid-canvas').focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('End')
  const cell = page.locator(`[data-chosen-cell$=":${born}"]`)
  await expect
    .poll(async () => {
      if ((await cell.count()) === 0) await page.keyboard.press('ArrowRight')
      return cell.count()
    })
    .toBe(1)
}

/** Everything that the page holds: texts, attributes, and what stands in its fields. */
const held = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, textarea')].map((field) =>
        field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement ? field.value : '',
      ),
    ].join('\n'),
  )

async function stored(): Promise<string | undefined> {
  const { engine } = harness()
  const cell = { batch, sheet: 0, row: 2, column: born }
  const { columns } = await engine().privacy.state({ batch })
  await engine().privacy.show({ batch, fields: columns.map(({ field }) => field) })
  const { now } = await engine().edits.cell(cell)
  await engine().privacy.hide({ batch })
  return now
}

test('a sensitive value is nowhere in the window until it is shown, and is gone again when it is hidden', async () => {
  const page = await openFix()
  await chooseBorn(page)
  await expect.poll(() => held(page)).toContain('••••')
  expect(await held(page)).not.toContain(canary)
  await takePictures(page, 'masked-cells')
  await page.getByRole('button', { name: 'Show sensitive values' }).click()
  await expect.poll(() => held(page)).toContain(canary)
  await takePictures(page, 'shown-cells')
  expect(await page.locator(`[data-chosen-cell$=":${born}"]`).count()).toBe(1)
  const [line] = await harness().engine().audit.newest({ before: null })
  expect(line).toMatchObject({ action: 'privacy.show', batch })
  await page.getByRole('button', { name: 'Hide sensitive values' }).click()
  await expect.poll(() => held(page)).not.toContain(canary)
  expect(await page.locator(`[data-chosen-cell$=":${born}"]`).count()).toBe(1)
  harness().leave(page)
})

test('the search shows and hides sensitive values on a page without a grid, and other windows follow', async () => {
  const page = await openFix()
  const other = await openFix()
  await chooseBorn(other)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/map`)
  await page.getByRole('main').getByText('Born').first().waitFor()
  expect(await held(page)).not.toContain(canary)
  const choose = async (words: string) => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find an account or go somewhere' }).fill(words)
    await page.getByRole('option', { name: words }).click()
  }
  await choose('Show sensitive values')
  await expect.poll(() => held(page)).toContain(canary)
  await expect.poll(() => held(other)).toContain(canary)
  await choose('Hide sensitive values')
  await expect.poll(() => held(page)).not.toContain(canary)
  await expect.poll(() => held(other)).not.toContain(canary)
  harness().leave(page)
  harness().leave(other)
})

test('a fix of many masked cells says why nothing is proposed from them', async () => {
  const page = await openFix()
  await chooseBorn(page)
  await page.keyboard.press('Control+h')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What to do').click()
  await page.getByRole('option', { name: /^Change values by a table/ }).click()
  await dialog.getByText('The values of this column are masked, so nothing is proposed from them.').waitFor()
  expect(await held(page)).not.toContain(canary)
  await takePictures(page, 'masked-fix')
  harness().leave(page)
})

test('an editor of a masked cell begins empty and writes nothing when it is left; typing writes exactly what is typed', async () => {
  const page = await openFix()
  await chooseBorn(page)
  await page.keyboard.press('F2')
  await page.locator('textarea').first().waitFor()
  await page.keyboard.press('Enter')
  expect(await stored()).toBe(canary)
  await chooseBorn(page)
  await page.keyboard.type('1980-01-02')
  await page.keyboard.press('Enter')
  await expect.poll(stored).toBe('1980-01-02')
  await expect.poll(() => held(page)).not.toContain('1980-01-02')
  harness().leave(page)
})
