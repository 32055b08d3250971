// Tests the pages about the data folder: the program log, the support file, which a person reads whole before it is saved,
// and whether the folder is encrypted, with what is encrypted and what is not.
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { newDataKey } from '../../../electron/engine/store/database/data-key.ts'
import { seriousInBothThemes } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, keyOf, quickConnection } from '../sending-journey.ts'
import { harnessOfAllTests } from '../travel.ts'
import { button } from '../user.ts'
import type { WindowHarness } from '../window-harness.ts'

const readable = harnessOfAllTests()
const encrypted = harnessOfAllTests({ folderKey: newDataKey() })

/** A page of this window: one that was left may be of the other. */
async function openTab(harness: WindowHarness, name: string): Promise<Page> {
  const page = await harness.openPage()
  await page.evaluate(() => window.location.assign('#/audit'))
  await page.getByRole('tab', { name }).click()
  return page
}

/** Texts of a customer, an operator and a connection, none of which may leave by a log. */
async function secretsOf(harness: WindowHarness): Promise<string[]> {
  const engine = harness.engine()
  const connection = await quickConnection(harness, { name: 'Northern platform' })
  const batch = await batchOfDuplicates(harness, connection, 2)
  await engine.batches.rename({ batch, name: 'Harbour customers' })
  await engine.batches.release({ batch, limit: null })
  await harness.reached(batch, ({ states }) => states.done === 2)
  return [
    'Harbour customers',
    'Northern platform',
    'Nowhere Street',
    '+44 20 7946 0123',
    'Sample',
    keyOf(1),
    keyOf(2),
    harness.sandbox.apiKey,
    basename(harness.folder),
  ]
}

test('the program log lists what happened, the newest first, and holds nothing of a customer and no key', async () => {
  const engine = readable().engine()
  const secrets = await secretsOf(readable())
  const page = await openTab(readable(), 'Program log')
  const log = page.getByRole('region', { name: 'Program log' })
  await log.getByText('Started', { exact: true }).waitFor()
  const file = join(readable().folder, 'Harbour customers.csv')
  await expect(engine.batches.open({ path: file })).rejects.toThrow('There is no file')
  expect(await log.getByText('Refused', { exact: true }).count()).toBe(0)
  await button(page, 'Refresh').click()
  await log.getByText('Refused', { exact: true }).waitFor()
  await log.getByText(/^batches\.open · /).waitFor()
  const shown = await log.innerText()
  expect(shown.indexOf('Refused')).toBeLessThan(shown.indexOf('Started'))
  expect(secrets.filter((secret) => shown.includes(secret))).toEqual([])
  expect(await seriousInBothThemes(page)).toEqual([])
  await takePictures(page, 'program-log')
  await page.close()
})

test('the support file is shown whole before anything is saved, and one press saves exactly what was read', async () => {
  const secrets = await secretsOf(encrypted())
  const page = await openTab(encrypted(), 'Program log')
  const saved: string[] = []
  page.on('download', (download) => saved.push(download.suggestedFilename()))
  await button(page, 'Support file').click()
  const dialog = page.getByRole('dialog', { name: 'Support file' })
  const read = (await dialog.getByRole('region', { name: 'Support file' }).innerText()).replaceAll(
    '\u200b',
    '',
  )
  const titles = [
    'Program',
    'Computer',
    'Data folder, in bytes',
    'Batches',
    'Connections',
    'Program log, newest first',
  ]
  expect([...read.matchAll(/^== (.+)$/gm)].map(([, title]) => title)).toEqual(titles)
  expect(read).toContain('"kind":"started"')
  expect(secrets.filter((secret) => read.includes(secret))).toEqual([])
  expect(await seriousInBothThemes(page)).toEqual([])
  await takePictures(page, 'support-file')
  expect(saved).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save as a file' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^carryover-support-\d{4}-\d\d-\d\d\.txt$/)
  expect(readFileSync(await download.path(), 'utf8').trim()).toBe(read.trim())
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  await page.close()
})

test('a data folder that is not encrypted is said to be so, and why, and offers no recovery key', async () => {
  const page = await openTab(readable(), 'Data folder')
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Not encrypted' }) })
  await panel
    .getByText(
      /^In the browser, a data folder is encrypted only if .* Whoever may read this folder may read the data\.$/,
    )
    .waitFor()
  expect(await button(page, 'Show the recovery key').count()).toBe(0)
  expect(await seriousInBothThemes(page)).toEqual([])
  await takePictures(page, 'folder-not-encrypted')
  await page.close()
})

test('an encrypted data folder says which files are encrypted and which are not', async () => {
  const page = await openTab(encrypted(), 'Data folder')
  const panel = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Encrypted', exact: true }) })
  await panel
    .getByText(/files that a browser uploads, .* are encrypted\. Files that you save .* are not:/)
    .waitFor()
  await button(page, 'Show the recovery key').waitFor()
  expect(await seriousInBothThemes(page)).toEqual([])
  await takePictures(page, 'folder-encrypted')
  await page.close()
})
