// Tests how much of the window the grid of Fix has: at the size of a laptop at least 850 pixels, and in no larger window
// less than in a smaller one that shows fewer panes.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, openStep, quickConnection } from '../sending-journey.ts'
import { harnessOfEachTest } from '../travel.ts'

const harness = harnessOfEachTest()

const laptop = 1280
const larger = [1366, 1440, 1536, 1599, 1600, 1680, 1683, 1684, 1728, 1920, 2560]

async function gridWidth(page: Page, width: number): Promise<number> {
  await page.setViewportSize({ width, height: 800 })
  // Layout follows in the next frames.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  return Math.round((await page.locator('[data-pane="grid"]').boundingBox())?.width ?? 0)
}

test.each(['English', 'Deutsch'])(
  'at 1280 × 800 the grid has 850 pixels, and in a larger window never less than there (%s)',
  async (language) => {
    const batch = await batchOfDuplicates(harness(), await quickConnection(harness()), 3)
    await harness()
      .engine()
      .display.set({
        choices: JSON.stringify({ language: language === 'English' ? 'en' : 'de' }),
      })
    const page = await harness().openPage('light', { width: laptop, height: 800 })
    await openStep(page, batch, 'fix?show=all')
    await page.getByTestId('data-grid-canvas').waitFor()
    const atLaptop = await gridWidth(page, laptop)
    expect(atLaptop).toBeGreaterThanOrEqual(850)
    const widths: Record<number, number> = {}
    for (const width of larger) widths[width] = await gridWidth(page, width)
    expect(Object.entries(widths).filter(([, width]) => width < atLaptop)).toEqual([])
    await gridWidth(page, laptop)
    if (language === 'English') await takePictures(page, 'grid-width')
    await page.context().close()
  },
)
