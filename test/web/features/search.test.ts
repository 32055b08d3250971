// Tests the search for a text in a cell: the grid scrolls to the first cell that has it and marks every one, and a
// search within the accounts to fix says so and offers all rows.
import { expect, test } from 'vitest'
import { generateAccounts } from '../../files/generate.ts'
import { takePictures } from '../pictures.ts'
import { openStep, quickConnection } from '../sending-journey.ts'
import { harnessOfAllTests, openBatch } from '../travel.ts'
import { button } from '../user.ts'

const harness = harnessOfAllTests()

test('a search scrolls to the match, and says that it looked only at the accounts to fix', async () => {
  const connection = await quickConnection(harness())
  const sample = await generateAccounts({
    seed: 9,
    count: 60,
    shape: 'wide',
    damage: 0.4,
    format: 'csv',
    folder: harness().folder,
  })
  const batch = await openBatch(harness(), connection, sample)
  const { rows } = await harness().engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 60, filter: {} })
  const sheets = await harness().engine().sheets.list({ batch })
  const serial = sheets[0]?.info.columns.find(({ name }) => name === 'Serial no')?.index ?? 0
  const sound = rows.find(({ cells, account }) => cells[serial] !== '' && account?.state === 'unvalidated')
  const text = sound?.cells[serial] ?? ''
  expect(text).not.toBe('')

  const page = await harness().openPage()
  await openStep(page, batch, 'fix')
  const scrolled = (): Promise<number> =>
    page.evaluate(() => document.querySelector('.fix-grid .dvn-scroller')?.scrollLeft ?? 0)
  const search = page.getByLabel('Text in a cell')
  await search.fill(text.toLowerCase())
  await button(page, `Remove the filter: “${text.toLowerCase()}”, of the accounts to fix`).waitFor()
  await button(page, 'Search all rows').click()
  await button(page, `Remove the filter: “${text.toLowerCase()}”`).waitFor()
  await expect.poll(scrolled).toBeGreaterThan(500)
  await takePictures(page, 'search')

  // Another search scrolls to its own match, at the left.
  await search.fill(sound?.cells[0] ?? '')
  await expect.poll(scrolled).toBe(0)
})
