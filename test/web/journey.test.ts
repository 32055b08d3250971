// The whole way of a batch in Chromium, over the web host with the real engine and the real sandbox; and the same way
// with the window closed and the engine ended in the middle. What the window shows is what the engine counts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { generateAccounts } from '../files/generate.ts'
import { withMouse } from './hands.ts'
import {
  agree,
  connect,
  fixInForm,
  fixInGrid,
  load,
  map,
  releaseWave,
  report,
  type Totals,
  type Traveller,
  validate,
  watch,
} from './journey.ts'
import { takePictures, takeReadmePictures } from './pictures.ts'
import { openBrowser, openWindowHouse, samples, type WindowHouse } from './window-house.ts'

let browser: Browser
let house: WindowHouse
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  house = await openWindowHouse(browser)
})
afterEach(() => house.close())

function travel(page: Page, look: Traveller['look'] = async () => undefined): Traveller {
  return {
    page,
    hands: withMouse(page),
    async giveFile(press, path) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press()])
      await chooser.setFiles(path)
    },
    look,
  }
}

/** The totals of the report as the engine's counts give them. */
async function countedTotals(): Promise<Totals> {
  const [batch] = await house.engine().batches.list()
  if (batch === undefined) throw new Error('The engine has no batch.')
  const { states, outcomes } = batch
  return {
    Created: outcomes.created,
    'Already there': outcomes.already_there,
    Failed: outcomes.failed,
    Cancelled: outcomes.cancelled,
    'Dry run': outcomes.dry_run,
    'On the way, end not known': states.queued + states.sending + states.unconfirmed + states.watching,
    'To fix, not sent': states.blocked + states.refused,
    'Not sent yet': states.ready + states.cleared,
    'All accounts': batch.accounts,
  }
}

/** Saves a file of the report in the browser and answers its text. */
async function saveFile(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Save ${name}` }).click(),
  ])
  expect(download.suggestedFilename()).toContain(name)
  return readFileSync(await download.path(), 'utf8')
}

test('the whole way: connect, load, map, validate, fix in grid and form, submit by waves, watch, report', async () => {
  const page = await house.openPage()
  const traveller = travel(page, (step) => takePictures(page, step))
  await connect(traveller, house.sandbox)
  await load(traveller, join(samples, 'linked-500.xlsx'))
  await map(traveller, 'ACME')
  await validate(traveller)
  await fixInGrid(traveller, 'Communication preference', 'ONLINE')
  await fixInForm(traveller, 'Landline', '020 7946 0123')
  await validate(traveller)
  await page.getByRole('button', { name: /^To fix/ }).click()
  await page.locator('[data-focused-problem]:not(:empty)').waitFor({ state: 'attached' })
  await takePictures(page, 'fix')
  await takeReadmePictures(page)
  await agree(traveller)
  await releaseWave(traveller, 1)
  await releaseWave(traveller, 2)
  await releaseWave(traveller, 3, 1_000)
  await watch(traveller)
  const totals = await report(traveller)
  expect(totals).toEqual(await countedTotals())
  expect(totals['All accounts']).toBe(500)
  // 50 of the sample are damaged, and two of them were made sound; four fail at the service only when they are created.
  expect(totals['Failed']).toBe(4)
  const rows = (await saveFile(page, 'results.csv')).trim().split('\n')
  const [sheets] = [await house.engine().sheets.list({ batch: 1 })]
  expect(rows.length - 1).toBe(sheets.reduce((sum, sheet) => sum + (sheet.rowCount ?? 0), 0))
}, 90_000)

test('the window closed and the engine ended in the middle: everything is found again and goes on', async () => {
  const sample = await generateAccounts({
    seed: 5,
    count: 60,
    shape: 'linked',
    damage: 0.1,
    format: 'xlsx',
    folder: house.folder,
    name: 'sixty',
  })
  const first = travel(await house.openPage())
  await connect(first, house.sandbox)
  await load(first, sample.file)
  await map(first, 'ACME')
  await validate(first)
  await agree(first)
  await releaseWave(first, 1)
  await releaseWave(first, 2)
  const before = await countedTotals()
  await first.page.context().close()

  const second = travel(await house.openPage())
  await second.page.getByRole('link', { name: 'sixty.xlsx' }).click()
  await second.page.getByRole('link', { name: 'Watch' }).click()
  await second.page.getByText('Adds up', { exact: true }).waitFor()
  expect(await countedTotals()).toEqual(before)
  await second.page.context().close()

  await house.restart()
  expect(await countedTotals()).toEqual(before)
  const third = travel(await house.openPage())
  await third.page.getByRole('link', { name: 'sixty.xlsx' }).click()
  await agree(third)
  await releaseWave(third, 3, 1_000)
  await watch(third)
  const totals = await report(third)
  expect(totals).toEqual(await countedTotals())
  expect(totals['All accounts']).toBe(60)
  expect(totals['Not sent yet']).toBe(0)
}, 90_000)
