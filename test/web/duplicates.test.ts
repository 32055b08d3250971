// Duplicates side by side in a real browser over the real engine: walked by keyboard, kept and renumbered; nothing serious for axe in either theme; and decisions that a building moved are listed until read.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mappingFile } from '../../shared/mapping-file.ts'
import { good, header, mapping } from '../engine/editing/small-batch.ts'
import { seriousOf } from './axe.ts'
import { takePictures } from './pictures.ts'
import { openBrowser, openWindowHouse, type Theme, type WindowHouse } from './window-house.ts'

let browser: Browser
let house: WindowHouse

beforeAll(async () => {
  browser = await openBrowser()
  house = await openWindowHouse(browser)
}, 60_000)
afterAll(async () => {
  await house.close()
  await browser.close()
})

const named = (key: string, name: string, note = ''): string => `${good(key).replace('Ann Lee', name)}${note}`
const lines = [
  named('NQ-0000133', 'Norrin Vexford', 'CRM 0000133'),
  named('NQ-0000133', 'Elowen Fenwhistle', 'CRM 0000134'),
  named('NQ-0000310', 'Ida Moss'),
  named('NQ-0000310', 'Ida Mosse'),
  named('NQ-0000391', 'Per Ash'),
  named('NQ-0000391', 'Per Ash'),
  named('NQ-0000500', 'Jo Birch'),
  named('NQ-0000500', 'Joe Birch'),
]

async function loaded(): Promise<number> {
  const path = join(house.folder, 'duplicates.csv')
  writeFileSync(path, `${[header, ...lines].join('\n')}\n`)
  const { batch } = await house.engine().batches.load({
    path,
    name: 'duplicates',
    mapping: mappingFile.parse(mapping),
    catalogue: { shipped: 'example' },
    connection: null,
    supplier: 'ACME',
  })
  await house.reached(batch, (now) => now.stage === 'open' && now.work === null)
  return batch
}

async function openView(batch: number, theme: Theme): Promise<Page> {
  const page = await house.openPage(theme)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
  await page.getByRole('button', { name: /The same account twice/ }).click()
  await page.getByRole('button', { name: 'Decide side by side…' }).click()
  await page.getByRole('region', { name: 'Side by side' }).waitFor()
  return page
}

test('duplicates are walked by keyboard, one is kept, copies are thinned, and both get new numbers', async () => {
  const batch = await loaded()
  const engine = house.engine()
  const ready = async (): Promise<number> => (await engine.batches.get({ batch })).states.ready
  const page = await openView(batch, 'light')
  const view = page.getByRole('region', { name: 'Side by side' })
  expect(await seriousOf(page, { without: 'canvas' })).toEqual([])
  await takePictures(page, 'duplicates')

  await page.getByRole('button', { name: /NQ-0000133/ }).focus()
  await page.keyboard.press('ArrowDown')
  await view.getByRole('columnheader', { name: /Row 4/ }).waitFor()
  await view.getByRole('button', { name: 'Keep this one' }).first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(ready).toBe(1)
  await expect.poll(() => page.getByRole('button', { name: /NQ-0000310/ }).count()).toBe(0)
  expect((await engine.batches.get({ batch })).excluded).toBe(1)

  await page.getByRole('button', { name: 'Keep the first of 1 group of copies' }).click()
  await expect.poll(ready).toBe(2)

  await page.getByRole('button', { name: /NQ-0000133/ }).click()
  await expect.poll(() => view.getByLabel('Number of row 3').inputValue()).toBe('NQ-0000134')
  await view.getByRole('button', { name: 'Keep both with new numbers' }).click()
  await expect.poll(ready, { timeout: 20_000 }).toBe(4)

  house.leave(page)
})

test('the view is sound for axe in the dark, and moved decisions are listed until they are read', async () => {
  const batch = await loaded()
  const engine = house.engine()
  const page = await openView(batch, 'dark')
  expect(await seriousOf(page, { without: 'canvas' })).toEqual([])
  await page.getByRole('button', { name: 'Keep this one' }).first().click()
  await expect.poll(async () => (await engine.batches.get({ batch })).excluded).toBe(1)
  await page.keyboard.press('Escape')
  const cells = [{ sheet: 0, row: 3, column: 0, text: 'NQ-0000999' }]
  await engine.edits.apply({ batch, words: 'Number', cells })
  await house.reached(batch, (now) => now.stage === 'open' && now.work === null && now.decisionsChanged === 1)
  await page.getByRole('button', { name: 'See which' }).click()
  await page.getByText(/NQ-0000133 \(row 3\) was excluded .* NQ-0000999 \(row 3\) is excluded now/).waitFor()
  expect(await seriousOf(page, { without: 'canvas' })).toEqual([])
  await takePictures(page, 'decisions')
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'See which' }).count()).toBe(0)
  house.leave(page)
})
