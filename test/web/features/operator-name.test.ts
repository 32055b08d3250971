// Tests the name of the person who works here: asked for in Report until it is given, then shown there, in the list of
// edits and in the summary.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { seriousInBothThemes } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, openStep, quickConnection } from '../sending-journey.ts'
import { harnessOfAllTests } from '../travel.ts'
import { button } from '../user.ts'

const harness = harnessOfAllTests()

test('the name is asked for in Report once, can be changed, and stands in the summary and at each edit', async () => {
  const engine = harness().engine()
  const batch = await batchOfDuplicates(harness(), await quickConnection(harness()), 3)
  const page = await harness().openPage()
  await openStep(page, batch, 'report')
  const field = page.getByRole('textbox', { name: 'Your name' })
  await field.waitFor()
  expect(await field.inputValue()).toBe((await engine.operator.get()).name)
  await takePictures(page, 'report-name')
  expect(await seriousInBothThemes(page)).toEqual([])
  await field.fill('Priya Nair')
  await field.press('Enter')
  await page.getByText('Your name: Priya Nair').waitFor()
  await button(page, 'Make the report').click()
  await page.getByText(/^Made at/).waitFor()
  const { report } = await engine.batches.get({ batch })
  const path = report?.files['summary_html'] ?? ''
  expect(readFileSync(path, 'utf8')).toContain('Prepared by <b>Priya Nair</b>')

  await button(page, 'Change name').click()
  await field.fill('')
  expect(await button(page, 'Save').first().isDisabled()).toBe(true)
  await field.fill('Tom Reed')
  await field.press('Enter')
  await page.getByText('Your name: Tom Reed').waitFor()
  await engine.edits.apply({
    batch,
    words: 'Another street',
    cells: [{ sheet: 0, row: 2, column: 3, text: '2 Nowhere Street' }],
  })
  await openStep(page, batch, 'fix')
  await button(page, 'Edits').first().click()
  await page
    .getByText(/· Tom Reed/)
    .first()
    .waitFor()
  harness().leave(page)
})
