// Tests the palette and the shortcuts, which are the same on every page. The journey by keyboard alone is in
// journey.test.ts.
import { expect, test } from 'vitest'
import { generateAccounts } from '../files/generate.ts'
import { pageThatWaits } from './page-that-waits.ts'
import { harnessOfAllTests, openBatch } from './travel.ts'

const harness = harnessOfAllTests()

test('Enter in the palette never opens an account that was found only by an earlier text', async () => {
  const sample = await generateAccounts({
    seed: 5,
    count: 30,
    shape: 'linked',
    damage: 0,
    format: 'xlsx',
    folder: harness().folder,
  })
  await openBatch(harness(), null, sample)
  const { of, hold, resume } = await pageThatWaits(harness())
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
  await resume()
  await expect.poll(shown).toEqual([expect.stringContaining(first)])
  harness().leave(of)
})

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
  harness().leave(page)
})
