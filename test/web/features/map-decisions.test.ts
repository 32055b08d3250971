// Tests how decisions are found and undone in the Map step: Ctrl+Z reverts the last decision and no typed text, the
// sentence about open columns leads to them, many columns are decided in one act, and every unknown word of a column is listed with its rows.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { takePictures } from '../pictures.ts'
import { connected, harnessOfEachTest } from '../travel.ts'

const harness = harnessOfEachTest()

async function openMap(name: string, text: string): Promise<Page> {
  await connected(harness())
  const path = join(harness().folder, `${name}.csv`)
  writeFileSync(path, text)
  const { batch } = await harness().engine().batches.open({ path })
  await harness().reached(batch, ({ stage }) => stage === 'mapping')
  const page = await harness().openPage()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/map`)
  await page.getByRole('region', { name: `Columns of ${name}` }).waitFor()
  return page
}

function row(page: Page, column: string): Locator {
  return page
    .locator('fieldset')
    .getByRole('listitem')
    .filter({ has: page.getByText(column, { exact: true }) })
}

const isInView = (of: Locator): Promise<boolean> =>
  of.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top >= 0 && bottom <= window.innerHeight
  })

test('Ctrl+Z reverts the last decision and leaves the supplier code, also again and forward', async () => {
  const page = await openMap('undo', 'Account number;Pay how;Harness\nA-1;DD;1\nA-2;card;2')
  const supplier = page.getByLabel('Supplier code', { exact: true })
  await supplier.fill('ACME')
  await page.keyboard.press('Tab')
  await row(page, 'Harness')
    .getByRole('button', { name: /^Ignore/ })
    .click()
  await row(page, 'Pay how')
    .getByRole('button', { name: /^Map Pay how to .*Payment instruction type/ })
    .click()
  await row(page, 'Pay how').getByText('payment_instructions.0.type').waitFor()

  await page.keyboard.press('Control+z')
  await row(page, 'Pay how').getByText('Undecided').waitFor()
  expect(await supplier.inputValue()).toBe('ACME')
  await page.keyboard.press('Control+z')
  await row(page, 'Harness').getByText('Undecided').waitFor()
  expect(await supplier.inputValue()).toBe('ACME')
  await page.keyboard.press('Control+Shift+z')
  await row(page, 'Harness').getByText('Undecided').waitFor({ state: 'detached' })

  // In the field itself it is the field's own undo: no decision is reverted.
  await supplier.focus()
  await page.keyboard.type('X')
  await page.keyboard.press('Control+z')
  expect(await row(page, 'Harness').getByText('Undecided').count()).toBe(0)
  await page.context().close()
})

const columnsOf = (page: Page, sheet: string): Locator =>
  page.getByRole('region', { name: `Columns of ${sheet}` }).getByRole('listitem')

test('the sentence about open columns leads to the first one, and many are ignored in one act that one undo reverts', async () => {
  const extras = Array.from({ length: 36 }, (_, at) => `Extra ${at + 1}`)
  const page = await openMap('many', `Account number;${extras.join(';')}\nA-1${';x'.repeat(36)}`)
  await page.getByText('36 columns have no decision yet: map or ignore each.').first().waitFor()
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true })
  await select('Extra 1').click()
  await select('Extra 34').click({ modifiers: ['Shift'] })
  const acts = page.getByRole('group', { name: 'Selected columns' })
  await acts.getByText('34 columns selected').waitFor()
  // The key only joins rows and is not ignored with the others.
  await acts.getByRole('button', { name: 'Ignore 34' }).click()
  const two = page.getByRole('button', { name: '2 columns have no decision yet: map or ignore each.' })
  await two.waitFor()
  await acts.getByRole('button', { name: 'Clear the selection' }).click()
  await page.keyboard.press('Control+z')
  await page.getByText('36 columns have no decision yet: map or ignore each.').first().waitFor()
  await page.keyboard.press('Control+Shift+z')
  await two.waitFor()

  await page.getByRole('region', { name: 'Columns of many' }).evaluate((one) => one.scrollIntoView())
  await expect.poll(() => isInView(row(page, 'Extra 35'))).toBe(false)
  await two.click()
  await expect.poll(() => isInView(row(page, 'Extra 35'))).toBe(true)
  await page.getByRole('combobox', { name: 'Choose a field: Extra 35' }).waitFor()
  await page.keyboard.press('Escape')

  const names = columnsOf(page, 'many')
  await page.getByRole('button', { name: 'Undecided 2' }).click()
  await expect.poll(() => names.count()).toBe(2)
  await page.getByRole('button', { name: 'All 37' }).click()
  await expect.poll(() => names.count()).toBe(37)
  await page.getByRole('button', { name: 'Ignore the 2 undecided columns' }).click()
  await page.getByText(/no decision yet/).waitFor({ state: 'detached' })
  await page.context().close()
})

test('every unknown word of a column is listed with its rows, and all can be reached by scrolling', async () => {
  const ways = ['PIGEON', 'SMOKE', 'DRUM', 'FLAG', 'HORN', 'BELL', 'LAMP', 'KITE']
  const lines = ways.flatMap((way, at) => Array.from({ length: at + 1 }, (_, n) => `A-${at}-${n};${way}`))
  const page = await openMap('words', ['Account number;Pay how', ...lines].join('\n'))
  const column = row(page, 'Pay how')
  await column.getByRole('button', { name: /^Map Pay how to .*Payment instruction type/ }).click()
  await column.getByRole('button', { name: 'Match values of Pay how' }).click()
  const list = page.getByRole('dialog').getByRole('region', {
    name: 'Words of the column without a meaning yet',
  })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(ways.length)
  expect(await list.getByText('No allowed value is similar').count()).toBe(0)
  for (const [at, way] of ways.entries()) {
    const item = list.getByRole('listitem').filter({ hasText: way })
    await item.getByText(at === 0 ? 'In 1 cell.' : `In ${at + 1} cells.`).waitFor()
    await item.scrollIntoViewIfNeeded()
    expect(await isInView(item)).toBe(true)
    await item.getByRole('combobox', { name: `“${way}” means` }).waitFor()
  }
  await page.context().close()
})

test('dates that are written in five ways are read by one choice, which says beforehand how many each order reads', async () => {
  const written = ['01/02/2023', '3/4/22', '21.06.2016', '2021-11-26', '04 Apr 2016', '25/12/2020']
  const page = await openMap(
    'dates',
    `Account number;Date of sale\n${written.map((text, at) => `A-${at};${text}`).join('\n')}`,
  )
  const here = row(page, 'Date of sale')
  await here.getByText(/Read day first, all of the 6 cells are dates; the other way round only 4\./).waitFor()
  await takePictures(page, 'map-five-spellings')
  await here.getByRole('button', { name: /^Use it: Any usual date, day first/ }).click()
  await here.getByRole('button', { name: 'Conversion of Date of sale' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conversion of Date of sale' })
  await dialog.getByText('All 6 filled cells are read.').waitFor()
  for (const day of ['2023-02-01', '2022-04-03', '2016-06-21', '2021-11-26', '2016-04-04'])
    expect(await dialog.getByText(`"${day}"`).count()).toBe(1)
  expect(await dialog.getByText('reads 4 of 6').count()).toBe(1)
  await takePictures(page, 'map-five-spellings-read')
  await page.context().close()
})
