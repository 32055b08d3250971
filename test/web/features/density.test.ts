// Tests the density of rows: chosen beside the theme or in the palette, it acts at once on the grids, on lists and on
// tables, and is kept like the theme.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { seriousOf } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, openStep, quickConnection } from '../sending-journey.ts'
import { harnessOfEachTest } from '../travel.ts'

const harness = harnessOfEachTest()

const heightOf = async (page: Page, selector: string): Promise<number> => {
  const row = page.locator(selector).first()
  await row.waitFor()
  return Math.round((await row.boundingBox())?.height ?? 0)
}

/** Heights of a row at Load, of three rows at Fix with what is around them, of a row at Watch and at Report. */
async function heights(page: Page, batch: number): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [step, selector] of [
    ['load', 'main [role="row"][aria-selected]'],
    ['fix?show=all', '[data-testid="data-grid-canvas"]'],
    ['watch?show=done', 'main li[aria-posinset]'],
    ['report', 'main tbody tr'],
  ] as const) {
    await openStep(page, batch, step)
    found[step] = await heightOf(page, selector)
  }
  return found
}

test('comfortable rows are taller in grids, lists and tables, at once and after a reload', async () => {
  const connection = await quickConnection(harness())
  const batch = await batchOfDuplicates(harness(), connection, 3)
  await harness().engine().batches.release({ batch, limit: 1 })
  await harness().reached(batch, ({ states }) => states.done === 1)
  const page = await harness().openPage()
  const compact = await heights(page, batch)
  expect(compact).toMatchObject({ load: 28, 'watch?show=done': 44, report: 28 })

  await page.getByRole('button', { name: 'Density: Compact' }).click()
  await page.getByRole('menuitemradio', { name: 'Comfortable' }).click()
  const comfortable = await heights(page, batch)
  expect(comfortable).toMatchObject({ load: 36, 'watch?show=done': 52, report: 36 })
  expect((comfortable['fix?show=all'] ?? 0) - (compact['fix?show=all'] ?? 0)).toBe(3 * 8)
  await openStep(page, batch, 'fix?show=all')
  expect(await seriousOf(page)).toEqual([])
  await takePictures(page, 'density-fix')
  await openStep(page, batch, 'watch?show=done')
  await takePictures(page, 'density-watch')

  await harness().loadAgain(page)
  await page.getByRole('button', { name: 'Density: Comfortable' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox').fill('compact')
  await page.getByRole('option', { name: 'Density: Compact' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Density: Compact' }).waitFor()
  expect(await heights(page, batch)).toEqual(compact)
})
