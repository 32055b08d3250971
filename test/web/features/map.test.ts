// Tests the Map step with the real engine: suggestions, proposals and questions, editing a conversion, previewing a
// field, explanations of omissions, and templates.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { generateAccounts } from '../../files/generate.ts'
import { seriousInBothThemes, seriousOf } from '../axe.ts'
import { byKeyboard } from '../hands.ts'
import { takePictures } from '../pictures.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from '../window-harness.ts'

/** Dates with and without an unambiguous day, values outside the choices, and two columns for one street. */
const messy = `Account number;Forename;Occupier;Birth date;Move in;Billing street;Town;Phone;Pay how;Signed at;Harness;Street
A-1;Ann;Y;03/04/1980;14/02/2026;1 High Street;Leeds;020 7946 0101;DD;05/01/2026 10:00;1;Mill Lane
A-2;Bob;N;05/06/1975;15/02/2026;2 High Street;Leeds;020 7946 0102;card;06/01/2026 11:30;2;Oak Road
A-3;Cat;Y;07/08/1990;16/02/2026;;;020 7946 0103;cheque;07/01/2026 12:45;3;Elm Way`

let browser: Browser
let harness: WindowHarness
let page: Page
let linked = 0

async function opened(name: string, text: string): Promise<number> {
  const path = join(harness.folder, name)
  writeFileSync(path, text)
  return ready(path)
}

async function ready(path: string): Promise<number> {
  const { batch } = await harness.engine().batches.open({ path })
  await harness.reached(batch, ({ stage }) => stage === 'mapping')
  return batch
}

async function goTo(batch: number, sheet: string): Promise<void> {
  await page.evaluate((at) => (location.hash = at), `#/batch/${batch}/map`)
  await page.getByRole('region', { name: `Columns of ${sheet}` }).waitFor()
}

function row(column: string): Locator {
  return page
    .locator('fieldset')
    .getByRole('listitem')
    .filter({ has: page.getByText(column, { exact: true }) })
}

async function openConversion(column: string): Promise<Locator> {
  await row(column)
    .getByRole('button', { name: `Conversion of ${column}` })
    .click()
  const dialog = page.getByRole('dialog', { name: `Conversion of ${column}` })
  await dialog.waitFor()
  return dialog
}

async function pick(box: Locator, option: string): Promise<void> {
  await box.click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Waits for it; throws when it does not appear. */
async function seen(what: Locator): Promise<boolean> {
  await what.waitFor()
  return what.isVisible()
}

/** Waits until it is gone. */
async function gone(what: Locator): Promise<boolean> {
  await what.waitFor({ state: 'detached' })
  return (await what.count()) === 0
}

async function giveSupplier(code = 'ACME'): Promise<void> {
  await page.getByLabel('Supplier code', { exact: true }).fill(code)
  // Closes the list of known codes.
  await page.keyboard.press('Tab')
}

const becomes = (dialog: Locator): Locator => dialog.getByRole('region', { name: 'Its values become' })

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  const { baseUrl, tokenUrl } = harness.sandbox
  const suppliers = [
    { code: 'ACME', note: 'Sends a welcome e-mail to every customer.' },
    { code: 'ACME ENERGY', note: '' },
  ]
  await harness.engine().connections.save({
    name: 'Practice here',
    settings: connectionSettings.parse({ baseUrl, tokenUrl, suppliers }),
  })
  const sample = await generateAccounts({
    seed: 5,
    count: 10,
    shape: 'linked',
    damage: 0,
    format: 'xlsx',
    folder: harness.folder,
  })
  linked = await ready(sample.file)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})
beforeEach(async () => {
  page = await harness.openPage()
})
afterEach(() => harness.leave(page))

describe('columns and their fields', () => {
  beforeEach(() => goTo(linked, 'Accounts'))

  test('the supplier field offers the connection’s codes with their notes and accepts any other', async () => {
    const field = page.getByLabel('Supplier code', { exact: true })
    await page.getByText(/^Enter the supplier code/).waitFor()
    await field.click()
    await page.getByRole('option', { name: /^ACME Sends a welcome e-mail/ }).waitFor()
    await page.getByRole('option', { name: 'ACME ENERGY' }).click()
    await expect.poll(() => field.inputValue()).toBe('ACME ENERGY')
    await page.getByText(/^Enter the supplier code/).waitFor({ state: 'detached' })
    await field.fill('SOMEBODY ELSE')
    await page.getByRole('tab', { name: 'Payload' }).click()
    await page.getByText('"SOMEBODY ELSE"').waitFor()
  })

  test('choosing a field closes the list and returns the focus to the column', async () => {
    const target = row('Bill name').locator('[data-target]')
    await target.click()
    await page.getByText('Choose another field for “Bill name”, or Esc').waitFor()
    const choice = page.getByRole('combobox', { name: 'Choose a field: Bill name' })
    await expect.poll(() => choice.evaluate((element) => element === document.activeElement)).toBe(true)
    // The typed text replaces the present field.
    await page.keyboard.type('Billing email')
    await page.getByRole('option').filter({ hasText: 'billing_email' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await row('Bill name').getByText('billing_email', { exact: true }).waitFor()
    await page.getByText('Choose a column on the left, then its field here.').waitFor()
    await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  test('a column fills a second field beside its first one, and each is reverted alone', async () => {
    await giveSupplier()
    const here = row('Bill name')
    const first = await here.locator('bdi').innerText()
    await here.getByRole('button', { name: 'Bill name also fills…' }).click()
    await page.getByRole('combobox', { name: 'Bill name also fills…' }).waitFor()
    await page.keyboard.type('Billing locality')
    await page.getByRole('option').filter({ hasText: 'billing_address.locality' }).waitFor()
    await page.keyboard.press('ArrowDown')
    const effect = page.getByRole('region', { name: 'Effect of a field' })
    await effect.getByText(/^If “Bill name” filled/).waitFor()
    await page.keyboard.press('Enter')
    const also = here.getByRole('group', { name: /^Bill name also fills/ })
    await also.waitFor()
    // The first field stays.
    expect(await here.getByText(first, { exact: true }).count()).toBe(1)
    await also.getByText('billing_address.locality', { exact: true }).waitFor()
    await takePictures(page, 'map-also-fills')
    expect(await seriousOf(page)).toEqual([])
    await also.getByRole('button', { name: /^Bill name no longer fills/ }).click()
    await also.waitFor({ state: 'detached' })
    expect(await here.getByText(first, { exact: true }).count()).toBe(1)
  })

  test('the import supplier is in the list of fields: required, then filled by its code', async () => {
    const supplier = page.getByRole('treeitem', { name: /^Import supplier/ })
    await giveSupplier('')
    await expect.poll(() => supplier.innerText()).toContain('required')
    await giveSupplier()
    await expect.poll(() => supplier.innerText()).toContain('ACME')
    await expect.poll(() => supplier.innerText()).not.toContain('required')
  })

  test('Escape leaves a column unchanged', async () => {
    // Its field: the text below it may still be loading.
    const field = row('Bill postcode').locator('[data-target]')
    const before = await field.innerText()
    await field.click()
    await page.keyboard.press('Escape')
    await page.getByText('Choose a column on the left, then its field here.').waitFor()
    await expect.poll(() => field.innerText()).toBe(before)
  })
})

/** A batch for all tests of a group, each of which decides about columns of its own. */
function messyOnce(): void {
  let batch = 0
  beforeAll(async () => {
    batch = await opened('messy.csv', messy)
  })
  beforeEach(() => goTo(batch, 'messy'))
}

describe('in the smallest window that is supported', () => {
  /** Parts of the columns that reach under the panel on the right, or whose end is cut without a mark, by their text. */
  function cutParts(): Promise<string[]> {
    return page.evaluate(() => {
      const edge = document.querySelector('aside')?.getBoundingClientRect().left ?? 0
      const columns = document.querySelector('fieldset')?.closest('.overflow-y-auto')?.parentElement
      return [...(columns?.querySelectorAll<HTMLElement>('*') ?? [])]
        .filter((part) => part.closest('.truncate, .sr-only') === null)
        .filter((part) => {
          const box = part.getBoundingClientRect()
          const isCut =
            getComputedStyle(part).overflowX === 'hidden' && part.scrollWidth > part.clientWidth + 1
          return box.right > edge || isCut
        })
        .map((part) => `${part.tagName} ${(part.textContent ?? '').slice(0, 40)}`)
    })
  }

  test('no column of linked sheets, and nothing of an unused one, lies under the panel or is cut', async () => {
    await page.setViewportSize({ width: 1024, height: 700 })
    await goTo(linked, 'Accounts')
    expect(await cutParts()).toEqual([])
    await page.getByRole('button', { name: 'Do not use this sheet' }).first().click()
    await page.getByRole('button', { name: 'Use this sheet' }).first().waitFor()
    expect(await cutParts()).toEqual([])
    expect(
      await page
        .getByText(/^each row becomes one of/)
        .first()
        .evaluate((part) => part.scrollWidth - part.clientWidth),
    ).toBe(0)
  })
})

describe('the engine’s suggestions for a column', () => {
  messyOnce()

  // First: nothing is decided yet.
  test('the step has no serious axe findings while all its messages are visible', async () => {
    await row('Pay how')
      .getByRole('button', { name: /^Map Pay how to/ })
      .waitFor()
    await takePictures(page, 'map-advice')
    expect(await seriousInBothThemes(page)).toEqual([])
    const dialog = await openConversion('Signed at')
    await takePictures(page, 'map-conversion')
    expect(await seriousOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  test('a certain conversion is applied with its reason, and one click reverts it permanently', async () => {
    const column = row('Move in')
    await column.getByText(/^Set automatically: dd\/MM\/yyyy.*cells can be read in one way only/).waitFor()
    await column.getByRole('button', { name: 'Undo the suggestion for Move in' }).click()
    await column.getByText(/^Suggested: dd\/MM\/yyyy/).waitFor()
    // Still the same after leaving the step and returning.
    const steps = page.getByRole('navigation', { name: 'Steps of this batch' })
    await steps.getByRole('link', { name: /Load/ }).click()
    await steps.getByRole('link', { name: /Map/ }).click()
    await column.getByText(/^Suggested: dd\/MM\/yyyy/).waitFor()
    await column.getByRole('button', { name: 'Use it: dd/MM/yyyy for Move in' }).click()
    expect(await gone(column.getByText(/^Suggested/))).toBe(true)
  })

  test('a likely conversion is applied only when it is accepted', async () => {
    const column = row('Occupier')
    await column.getByText(/^Suggested: Yes or no.*occur/).waitFor()
    await column.getByRole('button', { name: 'Use it: Yes or no for Occupier' }).click()
    expect(await seen(column.getByRole('button', { name: /^Yes or no Conversion of Occupier/ }))).toBe(true)
  })

  test('the order of day and month is asked once for the column, with the evidence', async () => {
    const column = row('Birth date')
    await column.getByText(/day first or month first\? 3 of 3 values can be read either way/).waitFor()
    await column.getByRole('button', { name: 'month first for Birth date' }).click()
    await column.getByRole('button', { name: /^MM\/dd\/yyyy/ }).waitFor()
    await expect.poll(() => column.getByText('day first or month first').count()).toBe(0)
  })

  test('the time zone of times is asked for, and found by typing', async () => {
    const column = row('Signed at')
    await column.getByText(/In which time zone are these times written/).waitFor()
    const answer = column.getByRole('button', { name: 'dd/MM/yyyy HH:mm for Signed at' })
    await expect.poll(() => answer.isDisabled()).toBe(true)
    await column.getByRole('combobox', { name: 'Zone of the written times: Signed at' }).fill('Lond')
    await page.getByRole('option', { name: 'Europe/London' }).click()
    await answer.click()
    await column.getByRole('button', { name: /^Date and time/ }).waitFor()
  })

  test('a field that is only possible is offered below the column and accepted with one click', async () => {
    const column = row('Pay how')
    await column.getByText('Undecided').waitFor()
    await column.getByRole('button', { name: /^Map Pay how to .*Payment instruction type/ }).click()
    expect(await seen(column.getByText('payment_instructions.0.type'))).toBe(true)
  })

  test('unknown words each get a meaning, with one click where it is clear', async () => {
    await goTo(await opened('words.csv', messy), 'words')
    const column = row('Pay how')
    await column.getByRole('button', { name: /^Map Pay how to .*Payment instruction type/ }).click()
    await column.getByRole('button', { name: 'Match values of Pay how' }).click()
    const dialog = page.getByRole('dialog')
    await becomes(dialog)
      .getByText(/“DD” is not in the table/)
      .waitFor()
    await dialog.getByRole('button', { name: '“DD” means DIRECT_DEBIT' }).click()
    await pick(dialog.getByRole('combobox', { name: '“cheque” means' }), 'CARD')
    await becomes(dialog).getByText('"DIRECT_DEBIT"').waitFor()
    await expect.poll(() => becomes(dialog).getByText('"CARD"').count()).toBe(2)
    await expect.poll(() => dialog.getByText('Words of the column without a meaning yet').count()).toBe(0)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await column.getByRole('button', { name: /^Word table/ }).waitFor()
  })

  test('decisions that only a person can make are listed above the columns until they are made', async () => {
    const rows = ['Account number;Forename;Phone', 'A-1;Ann;020 7946 0101', 'A-1;Bob;020 7946 0102']
    const many = await opened('rows.csv', [...rows, 'A-2;Cat;020 7946 0103'].join('\n'))
    await goTo(many, 'rows')
    await page.getByText('Needs your decision').waitFor()
    await page.getByRole('button', { name: /^Done: Several rows of the sheet “rows”/ }).click()
    expect(await gone(page.getByText('Needs your decision'))).toBe(true)
  })
})

describe('a conversion', () => {
  messyOnce()

  test('consists of several steps, ordered by keyboard, and previews the column’s own values', async () => {
    const hands = byKeyboard(page)
    await hands.press(row('Street').getByRole('button', { name: 'Conversion of Street' }))
    const dialog = page.getByRole('dialog')
    await hands.choose(dialog.getByRole('combobox', { name: 'Conversion' }), 'Several columns together')
    await dialog.getByText('Choose the columns to join to this one.').waitFor()
    await hands.choose(dialog.getByRole('combobox', { name: 'Add a column' }), 'Harness')
    await becomes(dialog).getByText('"Mill Lane 1"').waitFor()
    await hands.choose(dialog.getByRole('combobox', { name: 'Add a step' }), 'Text')
    await hands.choose(dialog.getByRole('combobox', { name: 'Letters' }), 'ALL CAPITALS')
    await becomes(dialog).getByText('"MILL LANE 1"').waitFor()
    await hands.press(dialog.getByRole('button', { name: 'Step 1 later' }))
    await dialog.getByText(/can only be the first step/).waitFor()
    // The focus followed the step.
    await page.keyboard.press('Alt+ArrowUp')
    await becomes(dialog).getByText('"MILL LANE 1"').waitFor()
    await hands.press(dialog.getByRole('button', { name: 'Save' }))
    await dialog.waitFor({ state: 'detached' })
    expect(await seen(row('Harness').getByText('joined to Street'))).toBe(true)
  })

  test('extracts a part of a text, replaces text in it, and fills empty cells', async () => {
    const dialog = await openConversion('Billing street')
    await pick(dialog.getByRole('combobox', { name: 'Conversion' }), 'A part of the text')
    await dialog.getByLabel('Part', { exact: true }).fill('2')
    await dialog.getByLabel('To part').fill('-1')
    await becomes(dialog).getByText('"High Street"').first().waitFor()
    await pick(dialog.getByRole('combobox', { name: 'Add a step' }), 'Text')
    await dialog.getByRole('button', { name: 'Add a replacement' }).click()
    await dialog.getByText('Enter the text to replace.').waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await dialog.getByLabel('Replace 1: find').fill('Street')
    await dialog.getByLabel('Replace 1: with').fill('St')
    await becomes(dialog).getByText('"High St"').first().waitFor()
    await pick(dialog.getByRole('combobox', { name: 'Add a step' }), 'A value for empty cells')
    await dialog.getByLabel('Value of an empty cell').fill('unknown')
    await dialog.getByRole('button', { name: 'Save' }).click()
    const saved = row('Billing street').getByRole('button', { name: /^Several steps/ })
    await saved.click()
    await expect.poll(() => page.getByLabel('Value of an empty cell').inputValue()).toBe('unknown')
  })

  test('of telephone numbers says that they are parsed when the accounts are built, not that they fail', async () => {
    const dialog = await openConversion('Phone')
    await pick(dialog.getByRole('combobox', { name: 'Conversion' }), 'Telephone number')
    await becomes(dialog).getByText('read when the accounts are built').first().waitFor()
    await dialog.getByLabel('Country of numbers without +').fill('g')
    await dialog.getByText('A country is two capital letters, such as GB.').waitFor()
    await dialog.getByLabel('Country of numbers without +').fill('gb')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await row('Phone')
      .getByRole('button', { name: /^Telephone Conversion of Phone/ })
      .waitFor()
    await giveSupplier()
    await page.getByRole('tab', { name: 'Payload' }).click()
    expect(await seen(page.getByText('"+442079460101"'))).toBe(true)
  })

  test('shows an error at each value that it cannot read', async () => {
    const dialog = await openConversion('Move in')
    await dialog.getByLabel('Pattern').fill('MM/dd/yyyy')
    await becomes(dialog)
      .getByText(/“14\/02\/2026” /)
      .waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await seen(row('Move in').getByText(/^Set automatically: dd\/MM\/yyyy/))).toBe(true)
  })
})

describe('without a decision', () => {
  messyOnce()

  test('the effect of a field appears when the pointer rests on it, with at most five values, and then disappears', async () => {
    await row('Town').locator('[data-target]').click()
    const effect = page.getByRole('region', { name: 'Effect of a field' })
    await page.keyboard.press('Escape')
    await row('Harness').locator('[data-target]').click()
    await page.getByRole('treeitem', { name: /^Billing postal code/ }).hover()
    await effect.getByText('If “Harness” filled Billing address · Billing postal code').waitFor()
    await effect.getByText('Problems in 3 accounts tried').waitFor()
    const fed = await effect.locator('dd').first().innerText()
    const [before, after] = [...fed.matchAll(/(\d+) of/g)].map(([, covered]) => Number(covered))
    expect(after).toBe((before ?? 0) + 1)
    const values = effect.getByRole('list', { name: 'Its values' })
    await expect
      .poll(() => values.getByRole('listitem').allInnerTexts())
      .toEqual(['A-1\n"1"', 'A-2\n"2"', 'A-3\n"3"'])
    await takePictures(page, 'map-what-if')
    await page.getByRole('treeitem', { name: /^Date of sale/ }).hover()
    await effect.getByText(/filled Date of sale/).waitFor()
    await effect
      .getByText(/“1” is not a date|is not/)
      .first()
      .waitFor()
    await page.getByRole('heading', { name: 'messy', exact: true }).hover()
    await effect.waitFor({ state: 'detached' })
  })

  test('the effect of a field also appears by keyboard, for the highlighted field in the list', async () => {
    await row('Harness').locator('[data-target]').click()
    await page.keyboard.type('Billing postal')
    await page.getByRole('option').filter({ hasText: 'billing_address.postal_code' }).waitFor()
    await page.keyboard.press('ArrowDown')
    const effect = page.getByRole('region', { name: 'Effect of a field' })
    await effect.getByText(/Billing postal code/).waitFor()
    await effect.getByText('"1"').waitFor()
    await page.keyboard.press('Escape')
    expect(await gone(effect)).toBe(true)
  })

  test('omitted and required fields are explained with the cells that cause it', async () => {
    await giveSupplier()
    await page.getByRole('tab', { name: 'Payload' }).click()
    const problems = page.getByRole('region', { name: /problems in this account/ })
    await problems.getByRole('button', { name: /^Show \d+ more/ }).click()
    await problems
      .getByText(/is required because Billing address .* is sent.*column “Billing street”/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Later account' }).click()
    await page.getByRole('button', { name: 'Later account' }).click()
    const why = page.getByRole('region', { name: /^Why \d+ things are left out/ })
    await why.getByText(/Billing address .*left out whole because all 2 cells for it/).waitFor()
    await takePictures(page, 'map-explained')
    expect(await seriousOf(page)).toEqual([])
  })
})

describe('a template', () => {
  async function saveAs(name: string): Promise<void> {
    await page.getByRole('button', { name: 'Templates' }).click()
    await page.getByRole('menuitem', { name: 'Save as template' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(name)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }

  test('shows how another file differs before it replaces the draft, and keeps its earlier versions', async () => {
    await goTo(await opened('monthly.csv', messy), 'monthly')
    await row('Forename').getByRole('button', { name: 'Ignore this column' }).click()
    await saveAs('Monthly')
    await saveAs('Monthly')
    const changed = messy.split('\n').map((line, at) => {
      const [number = '', ...rest] = line.split(';')
      return [...rest.slice(0, -1), number, at === 0 ? 'Colour' : 'red'].join(';')
    })
    await goTo(await opened('monthly 2.csv', changed.join('\n').replace('Town', 'Town.')), 'monthly 2')
    await page.getByRole('button', { name: 'Templates' }).click()
    await page.getByRole('menuitem', { name: /^Monthly/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Monthly' })
    await dialog.getByText('monthly.csv').waitFor()
    await dialog.getByText(/^Town\. was “Town”/).waitFor()
    await dialog.getByText('The template does not know this column.').first().waitFor()
    await dialog.getByText(/has no column “Street”/).waitFor()
    await takePictures(page, 'map-template')
    expect(await seriousOf(page)).toEqual([])
    const versions = dialog.getByRole('combobox', { name: 'Version' })
    await versions.click()
    await expect.poll(() => page.getByRole('option').count()).toBe(2)
    await page.getByRole('option').last().click()
    await dialog.getByText(/^Town\. was “Town”/).waitFor()
    await dialog.getByRole('button', { name: 'Use it' }).click()
    await dialog.waitFor({ state: 'detached' })
    await row('Forename').getByText('Ignored').waitFor()
    await row('Town.').getByText('billing_address.locality', { exact: true }).waitFor()
    await row('Colour').getByText('Undecided').waitFor()
  })

  test('is exported for another person as a file, and imported from it', async () => {
    await goTo(linked, 'Accounts')
    await saveAs('Handed on')
    await page.getByRole('button', { name: 'Templates' }).click()
    await page.getByRole('menuitem', { name: 'Details of Handed on' }).click()
    const dialog = page.getByRole('dialog', { name: 'Handed on' })
    await dialog.getByText('This file has the same columns as the template.').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export to a file' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('Handed on.carryover.json')
    const path = join(harness.folder, 'Handed on.carryover.json')
    await download.saveAs(path)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await page
      .getByRole('dialog', { name: 'Remove “Handed on”?' })
      .getByRole('button', { name: 'Remove' })
      .click()
    await dialog.waitFor({ state: 'detached' })
    await expect
      .poll(async () => (await harness.engine().templates.list()).map(({ name }) => name))
      .not.toContain('Handed on')

    await page.getByRole('button', { name: 'Templates' }).click()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('menuitem', { name: 'Import from a file' }).click(),
    ])
    await chooser.setFiles(path)
    await page.getByRole('dialog', { name: 'Handed on' }).getByRole('button', { name: 'Use it' }).click()
    await expect
      .poll(async () => (await harness.engine().templates.list()).map(({ name }) => name))
      .toContain('Handed on')
  })
})
