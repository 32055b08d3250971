// Tests the Fix step of a batch with several sheets: what is known of one sheet is seen from the others, the causes keep
// their place, and a problem of several cells is shown at them. In a real browser with the real engine and sandbox.
import type { Locator, Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { generateAccounts } from '../../files/generate.ts'
import { takePictures } from '../pictures.ts'
import { connected, harnessOfAllTests, openBatch } from '../travel.ts'

const harness = harnessOfAllTests()
let batch = 0

beforeAll(async () => {
  const { folder } = harness()
  const sample = await generateAccounts({
    seed: 5,
    count: 80,
    shape: 'linked',
    damage: 0.5,
    format: 'xlsx',
    folder,
  })
  batch = await openBatch(harness(), await connected(harness()), sample)
})

async function openFix(query = ''): Promise<Page> {
  const page = await harness().openPage()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix${query}`)
  await page.locator('[data-account]').waitFor()
  return page
}

const causes = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Problems by cause' }).locator('button[data-cause-step]')

test('a validation ends with what it brought, and a cause that is chosen on another sheet stays where it was', async () => {
  const page = await openFix()
  await page.getByRole('button', { name: /^Validate \d/ }).click()
  const { states } = await harness().reached(
    batch,
    (now) => !now.validating && now.states.unvalidated === 0 && now.states.rejected > 0,
  )
  await page
    .getByText(`${states.validated} accounts are ready to send, ${states.rejected} were rejected.`)
    .waitFor()
  const later = causes(page).filter({ hasText: 'Start date after the end date' })
  await later.waitFor()
  const order = await causes(page).allTextContents()
  await later.click()
  await page.getByRole('button', { name: 'Remove the filter: Start date after the end date' }).waitFor()
  await expect.poll(() => later.getAttribute('aria-pressed')).toBe('true')
  const names = (all: readonly string[]): string[] => all.map((text) => text.slice(0, 20))
  expect(names(await causes(page).allTextContents())).toEqual(names(order))
  await expect.poll(() => isInView(later)).toBe(true)
  // Both dates are marked, and the account begins with the problem.
  const card = page.locator('[data-account]').getByRole('region', { name: 'To fix first' })
  await card.getByText('The start date is later than the end date.').waitFor()
  await expect.poll(() => page.locator('[data-focused-problem]').textContent()).toContain('start date')
  const remove = card.getByRole('button', { name: /^Remove / })
  expect(await rightOf(remove)).toBeLessThanOrEqual(await rightOf(card))
  await takePictures(page, 'problem-of-two-dates')
  harness().leave(page)
})

async function rightOf(element: Locator): Promise<number> {
  const { x, width } = (await element.boundingBox()) ?? { x: 0, width: Infinity }
  return x + width
}

function isInView(element: Locator): Promise<boolean> {
  return element.evaluate((card) => {
    const list = card.closest('nav')?.getBoundingClientRect()
    const { top } = card.getBoundingClientRect()
    return list !== undefined && top >= list.top && top < list.bottom
  })
}

test('a changed account is counted once on every sheet, and the empty list of one sheet leads to its rows on others', async () => {
  const engine = harness().engine()
  const sheets = await engine.sheets.list({ batch })
  const main = sheets.find(({ role }) => role === 'main')
  const [other, third] = sheets.filter(({ role }) => role === 'linked')
  const sheet = main?.position ?? 0
  const { rows } = await engine.sheets.page({ batch, sheet, offset: 0, limit: 1 })
  const column = main?.info.columns.find(({ name }) => name === 'Bill name')?.index ?? -1
  const cells = [{ sheet, row: rows[0]?.row ?? 0, column, text: 'Another Name' }]
  await engine.edits.apply({ batch, words: 'Name', cells })
  const filter = { account: rows[0]?.account?.id ?? 0 }
  const at = third?.position ?? 0
  const ofThird = await engine.sheets.page({ batch, sheet: at, offset: 0, limit: 1, filter })
  const row = ofThird.rows[0]?.row ?? 0
  await engine.edits.apply({ batch, words: 'Text', cells: [{ sheet: at, row, column: 1, text: 'Other' }] })
  const page = await openFix(`?sheet=${other?.position ?? 1}&show=all`)
  const tab = page.getByRole('button', { name: /^Changed/ })
  await expect.poll(() => tab.textContent()).toBe('Changed1')
  await tab.click()
  await page.getByText(`No changed row in ${other?.info.name ?? ''}`).waitFor()
  await page.getByRole('button', { name: `Show 1 changed row of ${third?.info.name ?? ''}` }).waitFor()
  await page.getByRole('button', { name: `Show 1 changed row of ${main?.info.name ?? ''}` }).click()
  await page.getByText('1 row', { exact: true }).waitFor()
  harness().leave(page)
})

test('a chosen problem shows all its rows, whatever list or state was shown before', async () => {
  const { groups } = await harness().engine().problems.groups({ batch })
  const group = groups.find(({ column, accounts }) => column !== null && accounts > 1)
  if (group === undefined) throw new Error('The sample has no cause of several accounts.')
  for (const before of ['?show=changed', '?show=all&states=validated', '?show=excluded']) {
    const page = await harness().openPage()
    await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix${before}`)
    await causes(page).nth(groups.indexOf(group)).click()
    await page.getByRole('button', { name: /^Remove the filter: / }).waitFor()
    await page.getByText(`${group.accounts} rows`, { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: /^Remove the filter: / }).count()).toBe(1)
    expect(await page.getByText('No row matches all filters').count()).toBe(0)
    harness().leave(page)
  }
})

test('a problem without a cell opens its own sheet and marks the empty cell that causes it, not the filled ones', async () => {
  await harness().engine().batches.validate({ batch })
  await harness().reached(batch, (now) => !now.validating && now.states.unvalidated === 0)
  const sheets = await harness().engine().sheets.list({ batch })
  const supply = sheets.find(({ info }) => info.name === 'Supply')?.position ?? -1
  const page = await openFix(`?sheet=${supply}`)
  await causes(page).filter({ hasText: 'Customer without a family name' }).click()
  const tabs = page.getByRole('group', { name: 'Sheets' })
  await tabs.locator('[aria-pressed="true"]', { hasText: 'Customers' }).waitFor()
  const cell = page.locator('[role="gridcell"][aria-selected="true"]')
  await expect.poll(() => cell.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => cell.textContent()).toBe('')
  const card = page.locator('[data-account]').getByRole('region', { name: 'To fix first' })
  await card.waitFor()
  await takePictures(page, 'problem-without-a-cell')
  await page.locator('[data-account]').getByRole('tab', { name: 'Payload' }).click()
  await page.getByRole('region', { name: 'The focused cell' }).getByText('Surname', { exact: true }).waitFor()
  const row = page.locator('[role="row"]').filter({ has: cell })
  expect(await row.locator('[role="gridcell"][aria-invalid="true"]').count()).toBe(1)
  harness().leave(page)
})
