// Tests acts on several columns of the Map step at once, and how columns are found: by header, by the field that they
// fill, and by the errors of the accounts that were tried.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { seriousOf } from '../axe.ts'
import { connected, harnessOfEachTest } from '../travel.ts'

const harness = harnessOfEachTest()

const file = `Account number;Bill name;Billing street;Billing postcode;Birth date;Date of sale;Pay how;Phone
A-1;Ann Lee;1 High Street;QX1 1AA;03/04/1980;14/02/2026;DD;020 7946 0101
A-2;Bob Fox;2 High Street;QX1 1AB;05/06/1975;15/02/2026;card;0`

async function openMap(): Promise<Page> {
  await connected(harness())
  const path = join(harness().folder, 'several.csv')
  writeFileSync(path, file)
  const { batch } = await harness().engine().batches.open({ path })
  await harness().reached(batch, ({ stage }) => stage === 'mapping')
  const page = await harness().openPage()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/map`)
  await page.getByRole('region', { name: 'Columns of several' }).waitFor()
  return page
}

const row = (page: Page, column: string): Locator =>
  page
    .locator('fieldset')
    .getByRole('listitem')
    .filter({ has: page.getByText(column, { exact: true }) })
const shown = (page: Page): Promise<string[]> =>
  page
    .getByRole('region', { name: 'Columns of several' })
    .getByRole('checkbox')
    .evaluateAll((all) => all.map((one) => one.closest('li')?.querySelector('p span')?.textContent ?? ''))

async function select(page: Page, ...names: readonly string[]): Promise<Locator> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).click()
  return page.getByRole('group', { name: 'Selected columns' })
}

test('selected columns get their suggested fields, one reading of dates and one conversion, each with one undo', async () => {
  const page = await openMap()
  const acts = await select(page, 'Birth date', 'Date of sale')
  await acts.getByRole('button', { name: 'Read dates' }).click()
  await page.getByRole('menuitem', { name: /^Any usual date, month first/ }).click()
  const chips = () =>
    Promise.all(
      ['Birth date', 'Date of sale'].map((name) =>
        row(page, name)
          .getByRole('button', { name: /^(Any date|Conversion|Set it)/ })
          .innerText(),
      ),
    )
  await expect.poll(chips).toEqual([expect.stringMatching(/^Any date/), expect.stringMatching(/^Any date/)])
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await chips()).filter((one) => one.startsWith('Any date'))).toEqual([])

  await acts.getByRole('button', { name: 'Set a conversion…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Conversion of 2 fields' })
  // It begins with any usual date and says what that reads of each column.
  await dialog.getByRole('region', { name: 'Birth date' }).getByText('All 2 filled cells are read.').waitFor()
  await dialog
    .getByRole('region', { name: 'Date of sale' })
    .getByText('All 2 filled cells are read.')
    .waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(chips).toEqual([expect.stringMatching(/^Any date/), expect.stringMatching(/^Any date/)])

  await acts.getByRole('button', { name: 'Ignore 2' }).click()
  await row(page, 'Birth date').getByText('Ignored').waitFor()
  await acts.getByRole('button', { name: 'Map 2 to suggested fields' }).click()
  await row(page, 'Date of sale').getByText('date_of_sale', { exact: true }).waitFor()
  await row(page, 'Birth date')
    .getByText(/date_of_birth$/)
    .waitFor()
  // An act that none of the selected columns takes says why.
  await acts.getByRole('button', { name: 'Clear the selection' }).click()
  await select(page, 'Birth date', 'Phone')
  expect(await acts.getByRole('button', { name: 'Set a conversion…' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  expect(await seriousOf(page)).toEqual([])
  await page.context().close()
})

test('columns are found by header, by field and by errors, and an act never reaches a hidden one', async () => {
  const page = await openMap()
  const find = page.getByRole('searchbox', { name: 'Find a column or field' })
  await find.fill('birth')
  await expect.poll(() => shown(page)).toEqual(['Birth date'])
  // By the field that it fills: no header has this word.
  await find.fill('street_address')
  await expect.poll(() => shown(page)).toEqual(['Billing street'])
  await find.fill('nobody has this')
  await page.getByText('None of these columns has “nobody has this” in its header').waitFor()
  await page.getByRole('button', { name: 'Show all columns' }).click()
  await expect.poll(async () => (await shown(page)).length).toBe(8)

  await page.getByRole('button', { name: /^With errors [1-9]/ }).click()
  await expect.poll(async () => (await shown(page)).includes('Phone')).toBe(true)
  const wrong = await shown(page)
  expect(wrong.length).toBeLessThan(8)
  // All are selected, then the list is narrowed: only what is shown is done.
  await page.getByRole('checkbox', { name: 'Select all columns shown' }).click()
  const acts = page.getByRole('group', { name: 'Selected columns' })
  await acts.getByText(`${wrong.length} column`).waitFor()
  await acts.getByRole('button', { name: 'Clear the selection' }).click()
  await page.getByRole('button', { name: 'All 8' }).click()
  await page.getByRole('checkbox', { name: 'Select all columns shown' }).click()
  await acts.getByText('8 columns selected').waitFor()
  await acts.getByRole('button', { name: 'Ignore 8' }).waitFor()
  await row(page, 'Phone').getByRole('button', { name: 'Ignore this column' }).click()
  await page.keyboard.press('Control+z')
  await acts.getByRole('button', { name: 'Clear the selection' }).click()
  await find.fill('phone')
  await expect.poll(() => shown(page)).toEqual(['Phone'])
  await page.getByRole('checkbox', { name: 'Select all columns shown' }).click()
  await acts.getByRole('button', { name: 'Ignore 1' }).click()
  await row(page, 'Phone').getByText('Ignored').waitFor()
  await acts.getByRole('button', { name: 'Clear the selection' }).click()
  await find.fill('')
  await page.getByRole('button', { name: 'Ignored 1' }).waitFor()
  await page.context().close()
})
