// Tests of the charts in Watch and Report: each is there with its sentence or its list, follows the engine's figures,
// and has no serious axe finding in either theme.
import { expect, test } from 'vitest'
import { generateAccounts } from '../../files/generate.ts'
import { seriousInBothThemes } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, openStep, quickConnection } from '../sending-journey.ts'
import { harnessOfAllTests, openBatch } from '../travel.ts'

const harness = harnessOfAllTests()

test('Watch draws the answers a minute with their failures, and the time that each wave took', async () => {
  const engine = harness().engine()
  const connection = await quickConnection(harness())
  const batch = await batchOfDuplicates(harness(), connection, 14, [2, 3])
  for (const limit of [4, null]) {
    await engine.batches.release({ batch, limit })
    await harness().reached(batch, ({ states }) => states.queued + states.sending + states.processing === 0)
  }
  const page = await harness().openPage()
  await openStep(page, batch, 'watch')
  await page
    .getByRole('img', {
      name: /^Answers a minute\. Up to [\d.,]+ a minute, of which up to [\d.,]+ failed/,
    })
    .waitFor()
  const waves = page.getByRole('list', { name: 'Time each wave took' }).getByRole('listitem')
  await expect.poll(() => waves.count()).toBe(2)
  const { sending } = await engine.batches.get({ batch })
  expect(await waves.first().innerText()).toContain('Wave 1 · 4 accounts')
  expect(sending.waves.map(({ accounts }) => accounts)).toEqual([4, 10])
  expect(await seriousInBothThemes(page)).toEqual([])
  await takePictures(page, 'charts-watch')
  harness().leave(page)
})

test('Report draws what a fix would unblock, by cause, and leads to its rows', async () => {
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
  const { groups } = await harness().engine().problems.groups({ batch })
  const best = Math.max(...groups.map(({ alone }) => alone))
  const page = await harness().openPage()
  await openStep(page, batch, 'report')
  const bars = page.getByRole('list', { name: 'What a fix would unblock' }).getByRole('link')
  await bars.first().waitFor()
  expect(await bars.first().innerText()).toMatch(new RegExp(`\\b${best}$`))
  expect(await seriousInBothThemes(page)).toEqual([])
  await takePictures(page, 'charts-report')
  await bars.first().click()
  await page.locator('[data-cause-step][aria-pressed="true"]').waitFor()
})

test('the large view gives the focus back to the button that opened it', async () => {
  const batch = await batchOfDuplicates(harness(), await quickConnection(harness()), 2, null, 'L')
  await harness().engine().batches.release({ batch, limit: null })
  await harness().reached(batch, ({ states }) => states.done === 2)
  const page = await harness().openPage()
  await openStep(page, batch, 'watch')
  const enlarge = page.getByRole('button', { name: 'Enlarge view' }).first()
  await enlarge.focus()
  await page.keyboard.press('Enter')
  const large = page.getByRole('dialog', { name: /large view$/ })
  await large.waitFor()
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'detached' })
  await expect.poll(() => enlarge.evaluate((one) => one === document.activeElement)).toBe(true)
  harness().leave(page)
})
