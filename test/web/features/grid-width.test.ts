// Tests how much of the window the grid of Fix has: at the size of a laptop at least 850 pixels, and in no larger window
// less than in a smaller one that shows fewer panes.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { takePictures, takeStatePictures } from '../pictures.ts'
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

test.each(['English', 'Deutsch'])(
  'with all its tabs the toolbar is as wide as the grid from 1024 pixels on, none of its controls covers another, and no name is cut (%s)',
  async (language) => {
    const batch = await batchOfDuplicates(harness(), await quickConnection(harness()), 4)
    const engine = harness().engine()
    const { accounts } = await engine.accounts.list({ batch, states: ['validated'], offset: 0, limit: 2 })
    const [first = 0, second = 0] = accounts.map(({ id }) => id)
    await engine.accounts.hold({ accounts: [first], reason: 'Has left', until: null, exclude: true })
    await engine.accounts.hold({ accounts: [second], reason: 'Moves', until: null })
    await engine.display.set({
      choices: JSON.stringify({ language: language === 'English' ? 'en' : 'de', accountOver: true }),
    })
    const page = await harness().openPage('light', { width: laptop, height: 800 })
    await openStep(page, batch, 'fix?show=all')
    await page.getByTestId('data-grid-canvas').waitFor()
    await page.locator('[data-account]').waitFor()
    for (const width of [1024, laptop, 1440, 1920]) {
      await gridWidth(page, width)
      expect([width, await overlapsOfToolbar(page)]).toEqual([width, []])
      expect([width, await namesOfTabs(page)]).toEqual([width, names[language]])
    }
    await gridWidth(page, laptop)
    await takeStatePictures(page, `toolbar-tabs-${language}`, 'english')
    await page.context().close()
  },
)

const names: Readonly<Record<string, readonly string[]>> = {
  English: ['To fix', 'All', 'Changed', 'Held', 'Excluded'],
  Deutsch: ['Zu korrigieren', 'Alle', 'Geändert', 'Zurückgehalten', 'Ausgeschlossen'],
}

/** Names of the tabs that are shown whole, or of the menu in their place. */
async function namesOfTabs(page: Page): Promise<string[]> {
  const tabs = page.getByRole('group', { name: /^(Which rows|Welche Zeilen)$/ })
  const shown = tabs.locator('[data-tab-name]')
  const isMenu = (await shown.count()) === 0
  if (isMenu) await tabs.getByRole('button').click()
  const all = isMenu ? page.getByRole('menuitem') : shown
  await all.first().waitFor()
  const words = await all.evaluateAll((some) =>
    some.flatMap((one) =>
      one.scrollWidth > one.clientWidth ? [] : [one.textContent.replace(/[\d,.]+$/, '')],
    ),
  )
  if (!isMenu) return words
  await page.keyboard.press('Escape')
  await all.first().waitFor({ state: 'detached' })
  return words
}

/** Controls of the toolbar that lie outside it, under the account, or over another control. */
function overlapsOfToolbar(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    let bar = document.querySelector('[role="searchbox"]')?.parentElement
    while (bar && bar.querySelectorAll('button').length < 9) bar = bar.parentElement
    const area = bar?.getBoundingClientRect()
    const account = document.querySelector('[data-account]')?.getBoundingClientRect()
    const controls = [...(bar?.querySelectorAll('button, input') ?? [])].map((one) => ({
      name: one.getAttribute('aria-label') ?? one.textContent ?? '',
      box: one.getBoundingClientRect(),
    }))
    const meet = (a: DOMRect, b: DOMRect): boolean =>
      a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
    if (area === undefined || account === undefined) return ['no toolbar or no account']
    return controls.flatMap(({ name, box }, at) => [
      ...(box.right > area.right + 1 || box.left < area.left - 1 ? [`${name} outside`] : []),
      ...(meet(box, account) ? [`${name} under the account`] : []),
      ...controls
        .slice(at + 1)
        .flatMap((other) => (meet(box, other.box) ? [`${name} over ${other.name}`] : [])),
    ])
  })
}
