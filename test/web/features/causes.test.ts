// Tests the causes of problems in the window: the values' shapes, a matching fix, the team's notes and fixes that
// worked before. In a real browser with the real engine.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { seriousOf } from '../axe.ts'
import { byKeyboard, gridHasFocus } from '../hands.ts'
import { takePictures } from '../pictures.ts'
import { openBrowser, openWindowHarness, type Theme, type WindowHarness } from '../window-harness.ts'

let browser: Browser
let harness: WindowHarness

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

const mapping = mappingFile.parse({
  version: 1,
  key: 'No',
  columns: [
    { column: 'No', field: 'external_account_number' },
    { column: 'Type', field: 'account_type' },
    { column: 'Bill name', field: 'billing_name' },
    { column: 'Street', field: 'billing_address.street_address' },
    { column: 'Postcode', field: 'billing_address.postal_code' },
    { column: 'First', field: 'customers.0.given_name' },
    { column: 'Surname', field: 'customers.0.family_name' },
    {
      column: 'Phone',
      field: 'customers.0.landline',
      conversion: { kind: 'phone', to: 'e164', region: 'GB' },
    },
    {
      column: 'Born',
      field: 'customers.0.date_of_birth',
      conversion: { kind: 'date', pattern: 'dd/MM/yyyy' },
    },
    {
      column: 'Balance',
      field: 'transfer_balance',
      conversion: { kind: 'decimal', decimalSign: '.' },
    },
  ],
  fixed: [
    { field: 'unknown_occupier', value: false },
    { field: 'billing_address.country', value: 'GB' },
  ],
})

/** Telephone numbers: two without their first digits, written in two ways; a valid one; one that nothing can fix. */
function phoneOf(at: number): string {
  const last = String(1000 + at)
  if (at < 12) return `20 7946 ${last}`
  if (at < 20) return `207946${last}`
  return at < 22 ? 'after six' : `020 7946 ${last}`
}
const typeOf = (at: number): string => (at >= 22 && at < 28 ? 'Domestc' : 'DOMESTIC')
function dateOf(at: number): string {
  if (at >= 28 && at < 34) return `${at - 14}.4.1970`
  return at >= 34 && at < 37 ? '3.4.70' : '01/02/1970'
}
const balanceOf = (at: number): string => (at >= 37 && at < 40 ? `"1.2${at},50"` : '12.50')

/** The same damage as a new batch. */
async function batchOf(mapped = mapping): Promise<number> {
  const path = join(harness.folder, 'phones.csv')
  const lines = Array.from({ length: 44 }, (_, at) =>
    [
      `A-${at}`,
      typeOf(at),
      'Ann Lee,1 High St,QX1 1AA,Ann,Lee',
      phoneOf(at),
      dateOf(at),
      balanceOf(at),
    ].join(),
  )
  writeFileSync(
    path,
    `${['No,Type,Bill name,Street,Postcode,First,Surname,Phone,Born,Balance', ...lines].join('\n')}\n`,
  )
  const request = {
    path,
    mapping: mapped,
    catalogue: { shipped: 'example' as const },
    connection: null,
    supplier: 'ACME',
  }
  const { batch } = await harness.engine().batches.load(request)
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
  return batch
}

async function openFix(batch: number, theme: Theme = 'light'): Promise<Page> {
  const page = await harness.openPage(theme)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
  await page.locator('[data-account]').waitFor()
  return page
}

const causes = (page: Page): Locator => page.getByRole('navigation', { name: 'Problems by cause' })
const cause = (page: Page, words: string | RegExp): Locator =>
  causes(page).locator('button[data-cause-step]').filter({ hasText: words })
const dialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(Find and replace|Change many cells)$/ })
const apply = (page: Page): Locator =>
  dialog(page).getByRole('button', { name: /^Change( [\d,]+ cells?.*)?$/ })
const repairsNumbers = (page: Page): Locator =>
  dialog(page).getByRole('checkbox', { name: /^Also repair numbers that lost their leading 0 or \+/ })
const lookedAt = (page: Page): Locator => dialog(page).getByText(/ (was|were) checked\.$/)

async function phonesOf(batch: number): Promise<readonly string[]> {
  const { rows } = await harness.engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return rows.map((row) => row.cells[7] ?? '')
}

/** Problems of telephone numbers that fixes are known to have removed. */
async function goneOf(batch: number): Promise<number> {
  const cause = { code: 'invalid_phone_number', field: 'customers.*.landline' }
  const worked = await harness.engine().playbook.worked({ ...cause, batch })
  return worked.reduce((sum, { gone }) => sum + gone, 0)
}

test('a cause lists the shapes of its values; fixing one shape as telephone numbers removes its problems', async () => {
  const batch = await batchOf()
  const page = await openFix(batch)
  await causes(page).getByText('40 problems in 40 accounts').waitFor()
  await cause(page, 'not a phone number').click()
  const shape = cause(page, 'digits with blanks')
  await shape.waitFor()
  await expect
    .poll(() =>
      causes(page)
        .locator('button[data-cause-step]')
        .filter({ hasText: /digits|“after six”/ })
        .allTextContents(),
    )
    .toEqual(['digits with blanks12', '10 digits8', '“after six”2'])
  await takePictures(page, 'cause-shapes')
  await shape.click()
  await expect.poll(() => new URL(page.url()).hash).toContain('shape=')
  await page.getByText('12 rows', { exact: true }).waitFor()
  await causes(page).getByRole('button', { name: 'Fix all at once…' }).click()
  await page.locator('form[data-kind="phone"]').waitFor()
  // The country comes from the mapping, and certain readings come first.
  await expect
    .poll(() => dialog(page).getByLabel('Country of numbers without +').inputValue())
    .toBe('United Kingdom (GB)')
  await dialog(page).getByText('No cell would change.').waitFor()
  await repairsNumbers(page).click()
  await dialog(page).getByText('12 cells in 12 accounts change', { exact: true }).waitFor()
  await lookedAt(page).waitFor()
  await expect
    .poll(() => dialog(page).getByRole('row').nth(1).textContent())
    .toContain('20 7946 1000+442079461000')
  await takePictures(page, 'fix-phone')
  await apply(page).click()
  await page.getByText('Wrote telephone numbers of Phone as + and digits (GB): 12 cells').waitFor()
  const phones = await phonesOf(batch)
  expect(phones.slice(0, 13)).toEqual([
    ...Array.from({ length: 12 }, (_, at) => `+44207946${1000 + at}`),
    '2079461012',
  ])
  await expect
    .poll(
      async () =>
        (await harness.engine().problems.groups({ batch })).groups.find(({ column }) => column === 7)
          ?.problems,
    )
    .toBe(10)
  harness.leave(page)
})

test('the note on a code is saved, and a fix that worked is offered in the next batch until forgotten', async () => {
  const batch = await batchOf()
  const page = await openFix(batch)
  await cause(page, 'not a phone number').click()
  await causes(page).getByText('Add a note for your team…').click()
  const field = causes(page).getByLabel('Team note about invalid_phone_number')
  await field.fill('Leave this')
  await field.press('Escape')
  await causes(page).getByText('Add a note for your team…').click()
  await field.fill('The old CRM drops the 0.\nAsk Mia.')
  await takePictures(page, 'cause-words')
  await field.press('Control+Enter')
  await page.getByText('Saved to the playbook.').waitFor()
  await causes(page).getByText('The old CRM drops the 0.').waitFor()

  await causes(page)
    .getByRole('button', { name: /^Add the missing 0 .* unblocks 20$/ })
    .waitFor()
  await causes(page).getByRole('button', { name: 'Fix all at once…' }).click()
  const before = await goneOf(batch)
  // It opens on the fix that keeps most, with its effect, and offers the others that help.
  await expect.poll(() => repairsNumbers(page).isChecked()).toBe(true)
  await dialog(page).getByText('20 cells in 20 accounts change', { exact: true }).waitFor()
  const offers = dialog(page).getByRole('list', { name: 'Fixes that help' }).getByRole('button')
  await expect
    .poll(() => offers.allTextContents())
    .toEqual([
      'Add the missing 0 and write as phone numbers of GB · unblocks 20',
      'Clear 22 values · unblocks 22',
    ])
  await offers.last().click()
  await dialog(page).getByText('22 cells in 22 accounts change', { exact: true }).waitFor()
  await offers.first().click()
  await dialog(page).getByText('20 cells in 20 accounts change', { exact: true }).waitFor()
  await apply(page).click()
  await dialog(page).waitFor({ state: 'detached' })
  const offered = causes(page).getByRole('list', { name: 'Playbook' })
  await offered.getByText(new RegExp(`^worked .*, ${before + 20} problems solved$`)).waitFor()
  await takePictures(page, 'cause-playbook')
  harness.leave(page)

  const next = await batchOf()
  const again = await openFix(next)
  await cause(again, 'not a phone number').click()
  await causes(again).getByText('Ask Mia.').waitFor()
  const worked = causes(again).getByRole('list', { name: 'Playbook' })
  await worked.getByRole('button', { name: /^Wrote telephone numbers/ }).click()
  await expect.poll(() => repairsNumbers(again).isChecked()).toBe(true)
  await dialog(again).getByText('20 cells in 20 accounts change', { exact: true }).waitFor()
  await dialog(again).getByText('Fixes that work are saved to the playbook', { exact: false }).waitFor()
  await again.keyboard.press('Escape')
  await worked.getByRole('button', { name: /^Forget this fix/ }).click()
  await again.getByText('This fix and its values are forgotten.').waitFor()
  await worked.waitFor({ state: 'detached' })
  harness.leave(again)
})

test('a cause proposes nearest choices without applying them, patterns for dates, and formats for numbers', async () => {
  const batch = await batchOf()
  const page = await openFix(batch)
  await cause(page, 'not one of the choices').click()
  await causes(page).getByRole('button', { name: 'Fix all at once…' }).click()
  const values = dialog(page).getByRole('list', { name: 'Values' })
  await values.getByRole('button', { name: '“Domestc” becomes DOMESTIC' }).waitFor()
  await expect.poll(() => values.getByLabel('“Domestc” becomes', { exact: true }).inputValue()).toBe('')
  await takePictures(page, 'fix-table')
  await values.getByRole('button', { name: '“Domestc” becomes DOMESTIC' }).click()
  await dialog(page).getByText('6 cells in 6 accounts change', { exact: true }).waitFor()
  await apply(page).click()
  await dialog(page).waitFor({ state: 'detached' })

  // Dates of birth are masked: patterns are proposed from their values once they are shown.
  await page.getByRole('button', { name: 'Show sensitive values' }).click()
  await page.getByRole('button', { name: 'Hide sensitive values' }).waitFor()
  await cause(page, /Date of birth.*not valid/i)
    .first()
    .click()
  await causes(page)
    .getByRole('button', { name: /^Write dates like 31\.12\.2024.* as 31\/12\/2024 · unblocks 9$/ })
    .waitFor()
  await causes(page).getByRole('button', { name: 'Fix all at once…' }).click()
  await page.locator('form[data-kind="date"]').waitFor()
  const pattern = dialog(page).getByRole('checkbox', { name: /^d\.M\.yyyy/ })
  await pattern.waitFor()
  await expect.poll(() => pattern.isChecked()).toBe(true)
  // With the two-digit years, whose day comes first as in the mapping: the fix that the card counted.
  await expect.poll(() => dialog(page).getByLabel('Write them as').inputValue()).toBe('dd/MM/yyyy')
  await dialog(page)
    .getByText(/^\d+\.4\.1970 is \d+ Apr 1970$/)
    .waitFor()
  await dialog(page).getByText('3.4.70 is 3 Apr 1970').waitFor()
  await dialog(page).getByText('9 cells in 9 accounts change', { exact: true }).waitFor()
  await lookedAt(page).waitFor()
  await takePictures(page, 'fix-date')
  await page.keyboard.press('Escape')

  await cause(page, /balance/i).click()
  await causes(page).getByRole('button', { name: 'Fix all at once…' }).click()
  await page.locator('form[data-kind="number"]').waitFor()
  await dialog(page).getByText('3 cells in 3 accounts change', { exact: true }).waitFor()
  await lookedAt(page).waitFor()
  await takePictures(page, 'fix-number')
  await expect.poll(() => dialog(page).getByRole('row').nth(1).textContent()).toContain('1.237,50')
  await apply(page).click()
  await page.getByText('Wrote numbers of Balance with a decimal point: 3 cells').waitFor()
  harness.leave(page)
})

test('a cause shows its values and the fix that helps most, already counted; one press does it, and the next follows', async () => {
  const batch = await batchOf()
  const page = await openFix(batch)
  const type = cause(page, 'not one of the choices')
  await expect.poll(() => type.textContent()).toContain('Domestc')
  await expect.poll(() => type.textContent()).toContain('Change “domestc” to DOMESTIC · unblocks 6')
  await type.click()
  const best = causes(page).getByRole('button', { name: 'Change “domestc” to DOMESTIC · unblocks 6' }).last()
  await takePictures(page, 'cause-card')
  await best.click()
  await page.getByText('Changed 1 value of Type by a table: 6 cells').waitFor()
  const next = page.getByRole('button', { name: /^Next: Landline not a phone number \(22\)/ })
  await next.waitFor()
  await takePictures(page, 'cause-solved')
  await next.click()
  await page.getByText('22 rows', { exact: true }).waitFor()
  // What keeps the values comes first, emptying them after it.
  await causes(page)
    .getByRole('button', {
      name: 'Add the missing 0 and write as phone numbers of GB · unblocks 20',
      exact: true,
    })
    .waitFor()
  const others = causes(page).getByRole('list', { name: 'Other fixes that help' }).getByRole('button')
  await expect.poll(() => others.allTextContents()).toEqual(['Clear 22 values'])
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await cause(page, 'not one of the choices').waitFor()
  harness.leave(page)
})

test('a field that no column fills is one question above the rows, and on its card', async () => {
  const fixed = mapping.fixed.filter(({ field }) => field !== 'billing_address.country')
  const batch = await batchOf({ ...mapping, fixed })
  const page = await openFix(batch)
  const line = page.getByRole('region', { name: /^Billing country is not mapped/ })
  await line.getByText('Set it once for all 44 accounts.').waitFor()
  await takePictures(page, 'cause-mapping')
  await cause(page, 'Billing country').first().click()
  await causes(page).getByRole('button', { name: 'Choose a column…' }).waitFor()
  await causes(page).getByRole('button', { name: 'Set GB for all 44 accounts…' }).waitFor()
  // No healthy cell is marked for it: only those with problems of their own are.
  const { rows } = await harness.engine().sheets.page({ batch, sheet: 0, offset: 43, limit: 1 })
  expect(rows[0]?.problems.map(({ columns }) => columns)).toEqual([[]])
  await line.getByRole('button', { name: 'Set GB for all 44 accounts…' }).click()
  const dialogOfValue = page.getByRole('dialog')
  await expect.poll(() => dialogOfValue.getByLabel('Value').inputValue()).toBe('GB')
  await dialogOfValue.getByRole('button', { name: 'Set and build again' }).click()
  await line.waitFor({ state: 'detached' })
  await expect.poll(async () => (await harness.engine().batches.get({ batch })).states.invalid).toBe(40)
  harness.leave(page)
})

test('by keyboard, arrows move through causes and shapes, Enter chooses, Shift+F6 comes back, and axe finds nothing serious', async () => {
  const batch = await batchOf()
  const page = await openFix(batch)
  const hands = byKeyboard(page)
  const first = causes(page).locator('button[data-cause-step]').first()
  await hands.press(first)
  await expect.poll(() => first.getAttribute('aria-pressed')).toBe('true')
  await causes(page).getByText('digits with blanks').waitFor()
  // The chosen problem gives the grid the focus; the key goes back to it.
  await expect.poll(() => gridHasFocus(page)).toBe(true)
  await page.keyboard.press('Shift+F6')
  await expect.poll(() => first.evaluate((node) => node === document.activeElement)).toBe(true)
  const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '')
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toBe('digits with blanks12')
  await page.keyboard.press('Enter')
  await page.getByText('12 rows', { exact: true }).waitFor()
  await expect.poll(() => gridHasFocus(page)).toBe(true)
  await page.keyboard.press('Shift+F6')
  await page.keyboard.press('End')
  await expect.poll(focused).not.toContain('digits')
  await page.keyboard.press('Home')
  await expect.poll(() => first.evaluate((node) => node === document.activeElement)).toBe(true)
  expect(await seriousOf(page, { within: 'nav' })).toEqual([])
  harness.leave(page)
})

test('the names of causes have the width of their cards, are no longer than two lines, and say no count twice', async () => {
  const page = await openFix(await batchOf())
  await page.setViewportSize({ width: 1280, height: 800 })
  const cards = causes(page).locator('button[data-cause-step]')
  await expect.poll(() => cards.count()).toBeGreaterThan(3)
  const shapes = await cards.evaluateAll((all) =>
    all.map((card) => {
      const name = card.firstElementChild as HTMLElement
      return {
        share: name.offsetWidth / card.clientWidth,
        lines: Math.round(name.offsetHeight / Number.parseFloat(getComputedStyle(name).lineHeight)),
        isCut: name.scrollWidth > name.offsetWidth,
        numbers: name.nextElementSibling?.textContent?.match(/\d+/g)?.length,
      }
    }),
  )
  for (const shape of shapes) {
    expect(shape.share).toBeGreaterThan(0.75)
    expect(shape).toMatchObject({ isCut: false, numbers: 1 })
    expect(shape.lines).toBeLessThanOrEqual(2)
  }
  // What a fix brings is not cut in two, and the dot before it begins no line.
  await expect.poll(() => cards.locator('[data-gain]').count()).toBeGreaterThan(1)
  const gains = await cards.locator('[data-gain]').evaluateAll((all) => {
    const linesOf = (part: Element | null): number =>
      new Set([...(part?.getClientRects() ?? [])].map(({ top }) => top)).size
    return all.map((gain) => ({
      lines: linesOf(gain),
      beforeIt: linesOf(gain.previousElementSibling),
      isInCard:
        gain.getBoundingClientRect().right <= (gain.closest('button')?.getBoundingClientRect().right ?? 0),
      begins: gain.previousElementSibling?.textContent?.trim().startsWith('·'),
    }))
  })
  for (const gain of gains) expect(gain).toEqual({ lines: 1, beforeIt: 1, isInCard: true, begins: false })
  // The order is that of the accounts that a cause alone keeps from being sent.
  const { groups } = await harness
    .engine()
    .problems.groups({ batch: Number(/batch\/(\d+)/.exec(page.url())?.[1]) })
  const alone = groups.map((group) => group.alone)
  expect(alone).toEqual(alone.toSorted((one, other) => other - one))
  harness.leave(page)
})
