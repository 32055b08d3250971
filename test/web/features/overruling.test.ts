// Tests "Let the service decide" in a real browser with the real engine and sandbox: for one problem, for a cause,
// and for a kind of check at the connection; then the accounts created, those that the service rejects, and
// reverting the decision.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { badPhone, good, header, mapping } from '../../engine/accounts/small-batch.ts'
import { seriousOf } from '../axe.ts'
import { byKeyboard } from '../hands.ts'
import { takePictures } from '../pictures.ts'
import {
  openBrowser,
  openWindowHarness,
  type Size,
  smallSize,
  type WindowHarness,
} from '../window-harness.ts'

let browser: Browser
let harness: WindowHarness
let connection = 0

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

let connections = 0

/**
 * A connection per test, whose telephone country differs from the service's: our check refuses what the service
 * accepts.
 */
beforeEach(async () => {
  connections += 1
  const { baseUrl, tokenUrl, apiKey } = harness.sandbox
  const limits = { pollFirstMs: 100, readsPerMinute: null, pollLongestMs: 1_000 }
  const saved = await harness.engine().connections.save({
    name: `Stricter ${connections}`,
    settings: connectionSettings.parse({ baseUrl, tokenUrl, limits, phoneRegion: 'DE' }),
  })
  connection = saved.id
  await harness.engine().connections.setKey({ id: connection, key: apiKey })
})

let files = 0

async function batchOf(lines: readonly string[]): Promise<number> {
  files += 1
  const path = join(harness.folder, `customers-${files}.csv`)
  writeFileSync(path, `${[header, ...lines].join('\n')}\n`)
  const { batch } = await harness.engine().batches.load({
    path,
    mapping: mappingFile.parse(mapping),
    catalogue: { shipped: 'example' },
    connection,
    supplier: 'ACME',
  })
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
  return batch
}

const large: Size = { width: 1600, height: 1000 }

async function openFix(batch: number): Promise<Page> {
  const page = await harness.openPage('light', large)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix?show=all`)
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
  await page.keyboard.press('Control+Home')
  return page
}

const account = (page: Page): Locator => page.getByRole('complementary', { name: 'Account' })
const causes = (page: Page): Locator => page.getByRole('navigation', { name: 'Problems by cause' })
const cause = (page: Page): Locator =>
  causes(page).locator('button[data-cause-step]').filter({ hasText: 'not a phone number' })
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Let the service decide' })
const decide = (within: Locator): Locator => within.getByRole('button', { name: 'Let the service decide…' })
const confirm = (page: Page): Locator =>
  dialog(page).getByRole('button', { name: 'Let the service decide', exact: true })
const choice = (page: Page, words: RegExp): Locator => dialog(page).getByRole('radio', { name: words })
const revert = (within: Locator): Locator => within.getByRole('button', { name: /^Revert: check / })
/** The cell of the first telephone number, in the screen-reader table. */
const phoneCell = (page: Page, index: number): Locator =>
  page.locator('[role="gridcell"]').filter({ hasText: '020 7946 0001' }).nth(index)
const toFix = (page: Page, n: number): Locator =>
  page.getByRole('button', { name: `To fix ${n}`, exact: true })

async function said(cell: Locator): Promise<readonly (string | null)[]> {
  return [await cell.getAttribute('aria-invalid'), await cell.getAttribute('aria-description')]
}

test('one problem is left to the service, stays marked after a restart, and returns when reverted', async () => {
  const batch = await batchOf([good('A-1'), good('A-2')])
  let page = await openFix(batch)
  await toFix(page, 2).waitFor()
  await page.getByRole('button', { name: 'Next problem' }).click()
  await decide(account(page)).click()
  await expect.poll(() => choice(page, /^Only this problem of A-1/).isChecked()).toBe(true)
  await expect
    .poll(() => dialog(page).locator('label').allTextContents())
    .toEqual([
      expect.stringMatching(/1 account$/),
      expect.stringMatching(/^This problem at Customers · Landline.*2 accounts$/),
      expect.stringMatching(/^Every “Not a phone number”.*2 accounts$/),
    ])
  expect(await seriousOf(page)).toEqual([])
  await takePictures(page, 'overruling-dialog')
  await confirm(page).click()
  await page.getByText('Left to the service: 1 account is checked without it').waitFor()
  await toFix(page, 1).waitFor()
  // Reverted where it is listed, and made once more.
  await page.getByRole('status').getByRole('button', { name: 'Revert' }).click()
  await toFix(page, 2).waitFor()
  await decide(account(page)).click()
  await confirm(page).click()
  await toFix(page, 1).waitFor()
  await account(page).getByText('left to the service').waitFor()
  await account(page).getByText('Not validated', { exact: true }).waitFor()
  const left = [null, expect.stringMatching(/^Left to the service: /)]
  await expect.poll(() => said(phoneCell(page, 0))).toEqual(left)
  expect(await phoneCell(page, 1).getAttribute('aria-invalid')).toBe('true')
  await page.getByText('1 check is left to the service.').waitFor()
  expect(await seriousOf(page)).toEqual([])
  await takePictures(page, 'overruling-marked')

  harness.leave(page)
  await harness.restart()
  page = await openFix(batch)
  await account(page).getByText('left to the service').waitFor()
  // The column is brought into view.
  await page.getByTestId('data-grid-canvas').focus()
  await page.keyboard.press('End')
  await expect.poll(() => said(phoneCell(page, 0))).toEqual(left)

  await revert(account(page)).click()
  await page.getByText('The check applies again: 1 account checked here').waitFor()
  await toFix(page, 2).waitFor()
  await decide(account(page)).waitFor()
  await expect.poll(() => phoneCell(page, 0).getAttribute('aria-invalid')).toBe('true')
  expect(await harness.engine().overrulings.list({ connection })).toEqual([])
  harness.leave(page)
})

test('by keyboard, a cause is left to the service, which creates some accounts and rejects the others', async () => {
  const batch = await batchOf([good('B-1'), good('B-2'), badPhone('B-3')])
  const page = await openFix(batch)
  const hands = byKeyboard(page)
  await hands.press(cause(page))
  await hands.press(decide(causes(page)))
  await expect.poll(() => choice(page, /^This problem at Customers/).isChecked()).toBe(true)
  await dialog(page).getByText('3 accounts').first().waitFor()
  expect(await choice(page, /^Only this problem/).count()).toBe(0)
  await takePictures(page, 'overruling-cause')
  await page.keyboard.press('Enter')
  await page.getByText('Left to the service: 3 accounts are checked without it').waitFor()
  await causes(page).getByText('Nothing to fix').waitFor()
  await toFix(page, 0).waitFor()

  await hands.press(page.getByRole('button', { name: 'Validate 3' }))
  await harness.reached(batch, ({ states }) => states.validated === 2 && states.rejected === 1)
  await cause(page).filter({ hasText: 'by the service' }).waitFor()
  // The problem now comes from the service, which has already decided: overruling is not offered.
  await causes(page).getByText('Add a note for your team…').waitFor()
  expect(await decide(causes(page)).count()).toBe(0)
  await harness.engine().batches.release({ batch, limit: null })
  const done = await harness.reached(batch, ({ outcomes }) => outcomes.created === 2)
  expect(done.states).toMatchObject({ rejected: 1, done: 2 })
  harness.leave(page)
})

test('a kind of check left to the service applies only to its connection, which lists it and can revert it', async () => {
  const first = await batchOf([good('C-1')])
  const page = await openFix(first)
  await decide(account(page)).click()
  await choice(page, /^Every “Not a phone number”/).check()
  await confirm(page).click()
  await page.getByText(/^Left to the service: 1 account/).waitFor()
  const next = await batchOf([good('C-2'), good('C-3')])
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${next}/fix?show=all`)
  await page.locator('[data-account="C-2"]').waitFor()
  await causes(page).getByText('Nothing to fix').waitFor()
  await page.getByRole('button', { name: 'See which' }).click()
  const which = page.getByRole('dialog', { name: 'Checks left to the service' })
  await which.getByText('for every field, in every file').waitFor()
  await which.getByText(/2 accounts · invalid_phone_number$/).waitFor()
  await page.keyboard.press('Escape')

  await page.evaluate((hash) => window.location.assign(hash), `#/connect/${connection}`)
  const kinds = page.getByRole('list', { name: 'Checks left to the service' })
  await kinds.getByText('Not a phone number', { exact: true }).waitFor()
  await kinds.getByText(/^left to the service .+ · 3 accounts · invalid_phone_number$/).waitFor()
  await page.setViewportSize(smallSize)
  await page.getByText('Service details', { exact: true }).scrollIntoViewIfNeeded()
  expect(await seriousOf(page)).toEqual([])
  await takePictures(page, 'overruling-connection')
  await revert(kinds).click()
  const ask = page.getByRole('dialog', { name: 'Check this here again?' })
  await ask.getByText(/3 problems of 3 accounts/).waitFor()
  await ask.getByRole('button', { name: 'Check here again' }).click()
  await page.getByText('The check applies again: 3 accounts checked here').waitFor()
  await kinds.waitFor({ state: 'detached' })
  await harness.reached(next, ({ states }) => states.invalid === 2)
  harness.leave(page)
})

test('for a check that cannot be left to the service, the action is disabled and explains why', async () => {
  const batch = await batchOf([
    good('D-1').replace('020 7946 0001', ''),
    good('D-1').replace('020 7946 0001', ''),
  ])
  const page = await openFix(batch)
  const button = decide(account(page))
  await button.waitFor()
  expect(await button.getAttribute('aria-disabled')).toBe('true')
  const described = await button.evaluate(
    (node) => document.getElementById(node.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  expect(described).toMatch(/^This check stays: .*created twice\.$/)
  await byKeyboard(page).press(button)
  expect(await dialog(page).count()).toBe(0)
  // The tooltip of the focused element.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await page
    .locator('span:not(.sr-only)')
    .filter({ hasText: /^This check stays: / })
    .waitFor()
  await takePictures(page, 'overruling-stays')
  expect(await dialog(page).count()).toBe(0)
  expect(await seriousOf(page)).toEqual([])
  harness.leave(page)
})
