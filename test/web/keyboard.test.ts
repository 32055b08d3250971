// Tests the full journey by keyboard alone: Tab, Enter, Space, arrows and shortcuts, on a page without mouse
// events. Every reachable element shows its focus, and no element traps the focus.
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { generateAccounts } from '../files/generate.ts'
import { byKeyboard } from './hands.ts'
import { wholeWay } from './journey.ts'
import { pageThatWaits } from './page-that-waits.ts'
import { browserUser, connected, harnessOfEachTest, validatedBatch } from './travel.ts'

const harness = harnessOfEachTest()

/** Counts every mouse or pen event that the page receives from a person. */
async function watchForMouse(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset['pointers'] = '0'
    const count = (event: Event): void => {
      const { dataset } = document.documentElement
      if (event.isTrusted) dataset['pointers'] = String(Number(dataset['pointers']) + 1)
    }
    for (const kind of ['pointerdown', 'mousedown']) addEventListener(kind, count, { capture: true })
  })
  return async () => Number(await page.locator('html').getAttribute('data-pointers'))
}

test('the full journey works by keyboard alone', async () => {
  const sample = await generateAccounts({
    seed: 5,
    count: 60,
    shape: 'linked',
    damage: 0.3,
    format: 'xlsx',
    folder: harness().folder,
  })
  const page = await harness().openPage()
  const pointers = await watchForMouse(page)
  const totals = await wholeWay(browserUser(page, byKeyboard(page)), harness().sandbox, sample.file)
  expect(totals['All accounts']).toBe(60)
  expect(totals['Not sent yet']).toBe(0)
  expect(await pointers()).toBe(0)
}, 120_000)

test('the palette opens any page and finds an account, and the shortcuts are listed', async () => {
  const page = await harness().openPage()
  await harness().engine().batches.openSample()
  await page.keyboard.press('ControlOrMeta+k')
  const finder = page.getByRole('combobox', { name: 'Find an account or go somewhere' })
  await finder.waitFor()
  await page.keyboard.type('linked-500')
  await page.locator('[role="option"][data-highlighted]', { hasText: 'linked-500.xlsx' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('navigation', { name: 'Steps of this batch' }).waitFor()
  await page.keyboard.press('Alt+6')
  await page.getByText('No report yet').waitFor()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.getByText('Submit').waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.press('Alt+0')
  await page.getByRole('navigation', { name: 'Places' }).waitFor()
  expect(new URL(page.url()).hash).toBe('#/')
}, 60_000)

test('Enter in the palette never opens an account that was found only by an earlier text', async () => {
  const sample = await generateAccounts({
    seed: 5,
    count: 30,
    shape: 'linked',
    damage: 0,
    format: 'xlsx',
    folder: harness().folder,
  })
  await validatedBatch(harness(), await connected(harness()), sample)
  const { of, hold, letGo } = await pageThatWaits(harness())
  const accounts = of.getByRole('group', { name: 'Accounts' }).getByRole('option')
  const shown = () => accounts.allInnerTexts()
  await of.keyboard.press('ControlOrMeta+k')
  await of.getByRole('combobox', { name: 'Find an account or go somewhere' }).waitFor()
  await of.keyboard.type('XK-')
  await expect.poll(() => accounts.count()).toBe(20)
  const [first = '', last = ''] = [(await shown())[0], (await shown()).at(-1)].map(
    (words) => words?.split('\n')[0],
  )
  await hold()
  await of.keyboard.type(last.slice('XK-'.length))
  await expect.poll(shown).toEqual([expect.stringContaining(last)])
  await of.keyboard.press('ControlOrMeta+a')
  await of.keyboard.type('nobody is called this')
  await expect.poll(shown).toEqual([])
  await of.keyboard.press('Enter')
  expect(new URL(of.url()).hash).toBe('#/')
  await of.keyboard.press('ControlOrMeta+a')
  await of.keyboard.type(first)
  await letGo()
  await expect.poll(shown).toEqual([expect.stringContaining(first)])
  await of.context().close()
}, 60_000)
