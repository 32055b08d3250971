// Tests of the practice: by keyboard the guide leads to each control; it can be left at any time, goes on after a reload,
// and is offered again. Played through by mouse, it is tested in journeys/practice.test.ts.
import { expect, test } from 'vitest'
import { guide, says, start } from './practice-guide.ts'
import { quickConnection } from './sending-journey.ts'
import { harnessOfEachTest } from './travel.ts'
import { button } from './user.ts'

const harness = harnessOfEachTest()

test('by keyboard the guide leads to each control, and the typed word corrects the account', async () => {
  await quickConnection(harness())
  const page = await harness().openPage()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('practice')
  await page.getByRole('option', { name: 'Practice in 60 seconds' }).waitFor()
  await page.keyboard.press('Enter')
  await says(page, 'Choose the problem on the left')
  await button(guide(page), 'Go to it').focus()
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-cause-step') ?? false))
    .toBe(true)
  await page.keyboard.press('Enter')
  await says(page, 'type ONLINE into the cell')
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('canvas') !== null)).toBe(true)
  await page.keyboard.type('ONLINE')
  await page.keyboard.press('Enter')
  await says(page, 'No errors left')
})

test('the practice can be left and is offered again; while it is under way a reload goes on with it', async () => {
  await quickConnection(harness())
  const page = await harness().openPage()
  await start(page)
  const id = (await harness().engine().batches.list())[0]?.id
  await harness().loadAgain(page)
  await page
    .getByRole('region', { name: 'Practice in 60 seconds' })
    .getByRole('link', { name: 'Go on' })
    .click()
  await says(page, 'Choose the problem on the left')
  expect(await page.evaluate(() => location.hash)).toContain(`#/batch/${id}/fix`)

  await button(guide(page), 'Leave practice').click()
  await guide(page).waitFor({ state: 'detached' })
  await page.getByText('Home offers it again').waitFor()
  await page.getByRole('link', { name: 'Carryover' }).click()
  await page
    .getByRole('region', { name: 'Practice in 60 seconds' })
    .getByRole('button', { name: 'Start' })
    .waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('practice')
  await page.getByRole('option', { name: 'Practice in 60 seconds' }).waitFor()
})

test('without the practice service the practice is refused with what to do, and Home says so', async () => {
  const refused = await harness()
    .engine()
    .batches.openPractice()
    .catch((error: Error) => error.message)
  expect(refused).toContain('No practice service is running')
  const page = await harness().openPage()
  await page.getByText('It needs the practice service').waitFor()
  expect(await button(page, 'Start').count()).toBe(0)
})
