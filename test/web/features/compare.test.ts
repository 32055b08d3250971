// Tests the Compare page in the window: two batches chosen there, the counts by what changed, the filter, the problems by
// side, a validation against the batch as it is now, and the saved table.
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { accountStates } from '../../../shared/sending/states.ts'
import { generateAccounts } from '../../files/generate.ts'
import { seriousInBothThemes } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { pageThatWaits } from '../page-that-waits.ts'
import { connected, harnessOfAllTests, validatedBatch } from '../travel.ts'
import { button } from '../user.ts'

const harness = harnessOfAllTests()
const accounts = 60

/** The same customers, with damage in other places. */
function sampleOf(name: string, seed: number, damage: number) {
  const { folder } = harness()
  return generateAccounts({ seed, count: accounts, shape: 'wide', damage, format: 'csv', folder, name })
}

/** Whether the accounts of each key are to be fixed: one account, except where the damage repeats a key. */
async function toFixOf(batch: number): Promise<Map<string, boolean[]>> {
  const page = { batch, states: [...accountStates], offset: 0, limit: 200 }
  const list = await harness().engine().accounts.list(page)
  const byKey = Map.groupBy(list.accounts, ({ key }) => key)
  return new Map(
    [...byKey].map(([key, ones]) => [
      key,
      ones.map(({ state }) => state === 'invalid' || state === 'rejected'),
    ]),
  )
}

const tab = (page: Page, name: RegExp) =>
  page.getByRole('tablist', { name: 'Changes' }).getByRole('tab', { name })
const lines = (page: Page) => page.getByRole('region', { name: 'Compared accounts' }).getByRole('listitem')

test('two batches are chosen, compared account by account, filtered, and saved as a table', async () => {
  const connection = await connected(harness())
  const first = await validatedBatch(harness(), connection, await sampleOf('May', 3, 0.3))
  const second = await validatedBatch(harness(), connection, await sampleOf('June', 3, 0.1))
  const [before, after] = [await toFixOf(first), await toFixOf(second)]
  const keys = [...new Set([...before.keys(), ...after.keys()])]
  const lineCount = keys.reduce(
    (sum, key) => sum + Math.max(before.get(key)?.length ?? 0, after.get(key)?.length ?? 0),
    0,
  )
  const solved = keys.filter((key) => before.get(key)?.[0] === true && after.get(key)?.[0] === false)
  expect(solved.length).toBeGreaterThan(2)

  const waiting = await pageThatWaits(harness())
  const { of: page } = waiting
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Compare' }).click()
  await page.getByText('Choose two batches').waitFor()
  await takePictures(page, 'compare-choose')
  await page.getByRole('combobox', { name: 'First batch', exact: true }).fill('May')
  await page.getByRole('option', { name: /May/ }).click()
  await page.getByRole('combobox', { name: 'Second batch', exact: true }).fill('June')
  await page.getByRole('option', { name: /June/ }).click()
  await tab(page, new RegExp(`^All accounts ?${lineCount}$`)).waitFor()
  await tab(page, new RegExp(`^Solved ?${solved.length}$`)).waitFor()
  await takePictures(page, 'compare')
  expect(await seriousInBothThemes(page)).toEqual([])

  await tab(page, /^Solved/).click()
  await expect.poll(() => lines(page).count()).toBe(solved.length)
  for (const key of solved) await lines(page).filter({ hasText: key }).first().waitFor()
  // While it is written a person can stop it, and save it afterwards.
  await waiting.hold()
  await button(page, 'Save CSV').click()
  const stop = page.getByRole('button', { name: 'Stop saving' })
  await stop.waitFor()
  await takePictures(page, 'compare-saving')
  await stop.click()
  await page.getByText('Saving was stopped.').waitFor()
  await stop.waitFor({ state: 'detached' })
  await waiting.resume()
  expect(await page.getByLabel('Notifications').getByRole('dialog').count()).toBe(0)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Save CSV').click()])
  const saved = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(saved[0]).toContain(
    `Account,Change,May.csv (batch ${first}),Problems: May.csv (batch ${first}),June.csv (batch ${second})`,
  )
  expect(saved.slice(1).map((line) => line.split(',').slice(0, 2).join())).toEqual(
    expect.arrayContaining(solved.map((key) => `${key},Solved`)),
  )
  expect(saved).toHaveLength(solved.length + 1)

  // The other way round the same accounts have new problems.
  await button(page, 'Swap first and second').click()
  await tab(page, new RegExp(`^New problems ?${solved.length}$`)).waitFor()
  harness().leave(page)
})

test('from its report a batch is compared with its first validation, and each account leads to its step', async () => {
  const connection = await connected(harness())
  const batch = await validatedBatch(harness(), connection, await sampleOf('July', 3, 0.2))
  const engine = harness().engine()
  const [account] = (await engine.accounts.list({ batch, states: ['validated'], offset: 0, limit: 1 }))
    .accounts
  if (account === undefined) throw new Error('No account is ready.')
  await engine.accounts.hold({ accounts: [account.id], reason: 'Waits' })
  const page = await harness().openPage()
  await page.evaluate((id) => window.location.assign(`#/batch/${id}/report`), batch)
  await page.getByRole('link', { name: 'Compare with the first validation' }).click()
  await tab(page, /^Another result ?1$/).click()
  await expect
    .poll(() => lines(page).allTextContents())
    .toEqual([expect.stringMatching(new RegExp(`${account.key}.*Validated.*Held.*same`))])
  await takePictures(page, 'compare-validation')
  await lines(page).getByRole('link', { name: /Held/ }).click()
  await expect.poll(() => new URL(page.url()).hash).toBe(`#/batch/${batch}/fix?account=${account.id}`)
  harness().leave(page)
})
