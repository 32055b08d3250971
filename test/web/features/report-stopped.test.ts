// Tests in a browser that a person stops a report, by the button beside its progress and in the status line, reads what
// became of it, and makes another one.
import type { Locator, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { generateAccounts } from '../../files/generate.ts'
import { seriousInBothThemes } from '../axe.ts'
import { arePicturesWanted, takePictures } from '../pictures.ts'
import { openStep } from '../sending-journey.ts'
import { connected, harnessOfAllTests } from '../travel.ts'
import { button } from '../user.ts'

/** So many that a report takes far longer than a press, or than pictures. */
const accounts = arePicturesWanted ? 150_000 : 20_000

const harness = harnessOfAllTests()
let batch = 0

beforeAll(async () => {
  const connection = await connected(harness())
  const { file, mapping } = await generateAccounts({
    seed: 4,
    count: accounts,
    shape: 'wide',
    damage: 0.1,
    format: 'csv',
    folder: harness().folder,
  })
  const loaded = await harness()
    .engine()
    .batches.load({ path: file, mapping, catalogue: { shipped: 'example' }, connection, supplier: 'ACME' })
  batch = loaded.batch
  await harness().reached(batch, ({ stage, work }) => stage === 'open' && work === null)
}, 600_000)

async function openReport(): Promise<{ page: Page; panel: Locator; footer: Locator }> {
  const page = await harness().openPage()
  await openStep(page, batch, 'report')
  return { page, panel: page.getByRole('region', { name: 'Files' }), footer: page.locator('footer') }
}

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent.trim() ?? '')

const noErrors = async (page: Page): Promise<void> => {
  expect(await page.getByLabel('Notifications').getByRole('dialog').count()).toBe(0)
}

test('a person stops the first report by keyboard, reads that no file was written, and makes it', async () => {
  const { page, panel, footer } = await openReport()
  await button(page, 'Make the report').focus()
  await page.keyboard.press('Enter')
  const stop = panel.getByRole('button', { name: 'Stop' })
  await stop.waitFor()
  await panel.getByRole('progressbar', { name: 'Writing the report' }).waitFor()
  await takePictures(page, 'report-writing')
  if (arePicturesWanted) expect(await seriousInBothThemes(page)).toEqual([])
  await stop.focus()
  await page.keyboard.press('Enter')
  const said = footer.getByText('The report was stopped. No file was written.')
  await said.hover()
  await takePictures(page, 'report-stopped')
  await stop.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Make the report')
  await noErrors(page)
  expect((await harness().engine().batches.get({ batch })).report).toBeNull()

  await page.keyboard.press('Enter')
  await button(page, 'Make it again').waitFor({ timeout: 240_000 })
  await panel.getByText('results.csv').waitFor()
  harness().leave(page)
}, 600_000)

test('a person stops a report in the status line, also of another window, and the earlier one is still there', async () => {
  await harness().engine().batches.report({ batch, folder: null })
  const before = (await harness().engine().batches.get({ batch })).report
  const { page, panel, footer } = await openReport()
  await panel.getByText(/^Made /).waitFor()
  await button(page, 'Make it again').click()
  await footer.getByRole('button', { name: 'Stop this task' }).click()
  const said = footer.getByText(/^The report was stopped\. The one made on .* is still there\.$/)
  await said.hover()
  await takePictures(page, 'report-stopped-again')
  await panel.getByText(/^Made /).waitFor()
  expect((await harness().engine().batches.get({ batch })).report).toEqual(before)
  await page.mouse.move(0, 0)
  await said.waitFor({ state: 'detached' })

  const elsewhere = harness()
    .engine()
    .batches.report({ batch, folder: null })
    .catch((error: { data?: { code?: string } }) => error.data?.code)
  // As after this window was loaded again: it did not make it, and shows it all the same.
  await panel.getByRole('button', { name: 'Stop' }).click()
  await said.waitFor()
  expect(await elsewhere).toBe('cancelled')
  await noErrors(page)
  harness().leave(page)
}, 600_000)
