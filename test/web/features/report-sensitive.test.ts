// Tests the choice of sensitive columns of a report in the window: they are withheld, a person shows all or single ones, and
// the audit log names who did. In a real browser with the real engine.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { usualReportChoice } from '../../../shared/contract/report.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { header, mapping } from '../../engine/accounts/small-batch.ts'
import { seriousInBothThemes } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { openStep } from '../sending-journey.ts'
import { connected, harnessOfAllTests, openBatch } from '../travel.ts'
import { button } from '../user.ts'
import { smallSize } from '../window-harness.ts'

const [born, need] = ['1977-03-29', 'Zwiebelfisch']
const harness = harnessOfAllTests()
let batch = 0

beforeAll(async () => {
  const file = join(harness().folder, 'sensitive.csv')
  const line = (key: string) =>
    `${key},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,020 7946 0001,,,,,${born},${need}`
  writeFileSync(file, [`${header},Born,Needs`, line('M-1'), line('M-2')].join('\n'))
  const columns = [
    ...mapping.columns,
    { column: 'Born', field: 'customers.0.date_of_birth' },
    { column: 'Needs', field: 'customers.0.priority_services.0.code' },
  ]
  const mapped = mappingFile.parse({ ...mapping, columns })
  batch = await openBatch(harness(), await connected(harness()), { file, mapping: mapped })
})

beforeEach(async () => {
  await harness().engine().report.choose({ batch, choice: usualReportChoice })
})

async function chooseContents(page: Page): Promise<Locator> {
  await button(page, 'Choose contents').click()
  const dialog = page.getByRole('dialog', { name: 'Contents of the report' })
  await dialog.getByRole('checkbox', { name: 'results.csv' }).waitFor()
  return dialog
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Sensitive columns' }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

async function save(dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

const withholds = (dialog: Locator, column: string): Promise<boolean> =>
  dialog.getByRole('checkbox', { name: `Withhold ${column}`, exact: true }).isChecked()

async function results(): Promise<string> {
  const { files } = await harness().engine().batches.report({ batch, folder: null })
  return readFileSync(files['results_csv'] ?? '', 'utf8')
}

test('sensitive columns are withheld until a person shows them, all of them or single ones', async () => {
  const page = await harness().openPage('light', smallSize)
  await openStep(page, batch, 'report')
  await page.getByText('2 sensitive columns are withheld', { exact: true }).waitFor()
  const first = await chooseContents(page)
  await first.getByText('All 2 are withheld, and so is a column that becomes sensitive later.').waitFor()
  expect([await withholds(first, 'Born'), await withholds(first, 'Needs')]).toEqual([true, true])
  await first.getByRole('checkbox', { name: 'Withhold Needs', exact: true }).scrollIntoViewIfNeeded()
  await takePictures(page, 'report-sensitive')
  expect(await seriousInBothThemes(page)).toEqual([])
  await first.getByRole('checkbox', { name: 'Withhold Born', exact: true }).click()
  await first.getByText('1 withheld, 1 shown in the files.').waitFor()
  await takePictures(page, 'report-sensitive-one')
  await save(first)
  await page.getByText('1 sensitive column is shown', { exact: true }).waitFor()
  const one = await results()
  expect([one.includes(born), one.includes(need)]).toEqual([true, false])

  const second = await chooseContents(page)
  await choose(page, 'Shown')
  expect([await withholds(second, 'Born'), await withholds(second, 'Needs')]).toEqual([false, false])
  await takePictures(page, 'report-sensitive-all')
  await save(second)
  const all = await results()
  expect([all.includes(born), all.includes(need)]).toEqual([true, true])

  const third = await chooseContents(page)
  await third.getByRole('checkbox', { name: 'Withhold Needs', exact: true }).click()
  await save(third)
  const { choice } = await harness().engine().report.choice({ batch })
  expect(choice).toMatchObject({ shown: 'all', withheld: [{ sheet: 'sensitive', column: 'Needs' }] })
  const fourth = await chooseContents(page)
  await choose(page, 'Withheld')
  await save(fourth)
  await page.getByText('2 sensitive columns are withheld', { exact: true }).waitFor()
  const none = await results()
  expect([none.includes(born), none.includes(need)]).toEqual([false, false])
  await takePictures(page, 'report-sensitive-step')

  await page.evaluate(() => window.location.assign('#/audit'))
  await page.getByText('Sensitive values in the report').first().waitFor()
  await page
    .getByText(/all sensitive columns shown/)
    .first()
    .waitFor()
  await takePictures(page, 'report-sensitive-audit')
  harness().leave(page)
})

test('the dialog says the same in German', async () => {
  const { browser } = harness()
  const context = await browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce', viewport: smallSize })
  const page = await harness().openPage('light', smallSize, context)
  await openStep(page, batch, 'report')
  await page.getByText('2 vertrauliche Spalten werden weggelassen').waitFor()
  await page.getByRole('button', { name: 'Inhalt wählen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Inhalt des Berichts' })
  await dialog.getByText('Alle 2 sind weggelassen').waitFor()
  const needs = dialog.getByRole('checkbox', { name: 'Needs weglassen', exact: true })
  await needs.scrollIntoViewIfNeeded()
  expect(await needs.isChecked()).toBe(true)
  await takePictures(page, 'report-sensitive-de')
  await context.close()
})
