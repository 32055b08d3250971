// Tests of Home: the batch to go on with comes first with its next act, the others each end in theirs, and every state
// of a batch has its own: none, read, mapped, being fixed, sent, failed. The window only shows what the engine has.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { generateAccounts } from '../files/generate.ts'
import { takePictures } from './pictures.ts'
import { batchOfDuplicates, quickConnection } from './sending-journey.ts'
import { harnessOfEachTest, openBatch } from './travel.ts'
import { button } from './user.ts'

const harness = harnessOfEachTest()

const continued = (page: Page): Locator =>
  page.getByRole('region', { name: /^(?:Continue|Nothing|The file|Accounts|Validating|A brake|\d)/ })

const row = (page: Page, name: string): Locator =>
  page.getByRole('region', { name: 'Other batches' }).getByRole('listitem').filter({ hasText: name })

/** Damaged accounts in a workbook, built and not validated. */
async function damagedBatch(connection: number, name: string, count: number): Promise<number> {
  const sample = await generateAccounts({
    seed: 7,
    count,
    shape: 'wide',
    damage: 0.3,
    format: 'csv',
    folder: harness().folder,
    name,
  })
  return openBatch(harness(), connection, sample)
}

test('Home without a batch offers a file, the practice and the sample', async () => {
  const page = await harness().openPage()
  await page.getByRole('heading', { name: 'Move your first accounts' }).waitFor()
  await button(page, /^Open a file/).waitFor()
  await page.getByText('It needs the practice service, which is not running now.').waitFor()
  await takePictures(page, 'home-none')
  await button(page, 'or open the sample of 500 accounts').click()
  await page.getByRole('navigation', { name: 'Steps of this batch' }).waitFor()
  expect(await page.evaluate(() => location.hash)).toContain('/load')
})

test('Home has no empty band at its foot, and the page of a batch that is gone has a title', async () => {
  const page = await harness().openPage()
  await button(page, /^Open a file/).waitFor()
  const heights = await page.evaluate(() => ({
    main: document.querySelector('main')?.getBoundingClientRect().bottom,
    window: window.innerHeight,
  }))
  expect(heights.main).toBe(heights.window)
  await page.evaluate(() => (location.hash = '#/batch/999/fix'))
  await page.getByText('This batch no longer exists').waitFor()
  expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Batches'])
  expect(await page.title()).toContain('This batch no longer exists')
  await takePictures(page, 'batch-none')
})

test('the batch worked on last comes first with what is to be done, and the ready ones can be sent before', async () => {
  const engine = harness().engine()
  const connection = await quickConnection(harness())
  const fixing = await damagedBatch(connection, 'fixing', 40)
  await batchOfDuplicates(harness(), connection, 8, [2, 3])
  const page = await harness().openPage()
  await continued(page).getByRole('heading', { name: 'Continue: release 8 accounts' }).waitFor()
  await row(page, 'fixing').waitFor()

  const { accounts } = await engine.accounts.list({
    batch: fixing,
    states: ['unvalidated'],
    offset: 0,
    limit: 1,
  })
  const who = { accounts: accounts.map(({ id }) => id) }
  await engine.accounts.decide({ batch: fixing, who, what: { kind: 'hold', reason: 'Asked the customer' } })
  const { states } = await engine.batches.get({ batch: fixing })
  await continued(page)
    .getByRole('heading', { name: `Continue: fix ${states.invalid} accounts` })
    .waitFor()
  expect(states.invalid).toBeGreaterThan(1)
  const chips = continued(page).getByRole('list', { name: 'Main problems' }).getByRole('link')
  await expect.poll(() => chips.count()).toBe(3)
  await takePictures(page, 'home-fix')

  await engine.batches.validate({ batch: fixing })
  const { states: now } = await harness().reached(fixing, (batch) => !batch.validating)
  const ready = continued(page).getByRole('link', {
    name: `or release the ${now.validated} that are ready first`,
  })
  await ready.waitFor()
  await takePictures(page, 'home-fix-ready')
  await ready.click()
  await page.getByRole('region', { name: 'Where it goes' }).waitFor()
  expect(await page.evaluate(() => location.hash)).toBe(`#/batch/${fixing}/submit`)
})

test('each other batch ends in its own next act, with a failed and an unmapped file among them', async () => {
  const engine = harness().engine()
  const connection = await quickConnection(harness())
  const plain = join(harness().folder, 'plain.csv')
  writeFileSync(plain, 'Account No,Surname\nP-1,Quillon\n')
  const { batch: mapping } = await engine.batches.open({ path: plain })
  await harness().reached(mapping, ({ stage }) => stage === 'mapping')
  const broken = join(harness().folder, 'broken.csv')
  const lines = Array.from({ length: 5000 }, (_, at) => `P-${at},Quillon`)
  // The beginning, which is read at once, is sound.
  writeFileSync(broken, `Account No,Surname\n${lines.join('\n')}\nP-x,"Quillon\n`)
  const { batch: failing } = await engine.batches.open({ path: broken })
  await harness().reached(failing, ({ stage }) => stage === 'failed')
  const sent = await batchOfDuplicates(harness(), connection, 8, [2, 3], 'F')
  await engine.batches.release({ batch: sent, limit: null })
  await harness().reached(sent, ({ states }) => states.done === 8)
  const fixing = await damagedBatch(connection, 'last', 20)

  const page = await harness().openPage()
  await continued(page)
    .getByRole('heading', { name: /^Continue: fix/ })
    .waitFor()
  await row(page, 'plain.csv')
    .getByRole('link', { name: /^Map: plain\.csv/ })
    .waitFor()
  await row(page, 'sending-F-8.csv')
    .getByRole('link', { name: /^See 1 failed: / })
    .waitFor()
  await row(page, 'broken.csv')
    .getByRole('link', { name: /^See why: broken\.csv/ })
    .waitFor()
  await takePictures(page, 'home-others')

  await row(page, 'plain.csv').hover()
  await button(page, 'Remove plain.csv').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await row(page, 'plain.csv').waitFor({ state: 'detached' })

  await row(page, 'sending-F-8.csv')
    .getByRole('link', { name: /^See 1 failed/ })
    .click()
  await page.getByRole('navigation', { name: 'Steps of this batch' }).waitFor()
  expect(await page.evaluate(() => location.hash)).toBe(`#/batch/${sent}/fix`)
  expect(fixing).toBeGreaterThan(0)
})

test('where everything is done, Home says so and leads to the report', async () => {
  const engine = harness().engine()
  const connection = await quickConnection(harness())
  const batch = await batchOfDuplicates(harness(), connection, 5)
  const page = await harness().openPage()
  await engine.batches.release({ batch, limit: 2 })
  await harness().reached(batch, ({ states }) => states.done === 2)
  await continued(page).getByRole('heading', { name: 'Continue: release 3 accounts' }).waitFor()
  await engine.batches.release({ batch, limit: null })
  await harness().reached(batch, ({ states }) => states.done === 5)
  await continued(page).getByRole('heading', { name: 'Continue: make the report' }).waitFor()
  await engine.batches.report({ batch, folder: null })
  await continued(page).getByRole('heading', { name: 'Nothing is left to do: 5 accounts are done' }).waitFor()
  await takePictures(page, 'home-done')
  await continued(page).getByRole('link', { name: 'See the report' }).click()
  expect(await page.evaluate(() => location.hash)).toBe(`#/batch/${batch}/report`)
})
