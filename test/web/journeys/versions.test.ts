// Tests version 2 of a file from its drop on a batch with created, processing and failed accounts to the last account:
// conflicts are decided by keyboard, a key is recognised, changes after creation are saved, and the file is merged,
// reverted and merged again. In a real browser with the real engine and sandbox.
import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousOf } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { connected } from '../travel.ts'
import {
  columns,
  countsOf,
  drop,
  earlierBatch,
  list,
  listed,
  newerFile,
  shown,
  textOf,
} from '../versions-harness.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from '../window-harness.ts'
import { english } from '../../support/english.ts'

let browser: Browser
let harness: WindowHarness
let connection: number

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  connection = await connected(harness)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

test('a newer file dropped on a batch is compared, decided, merged, reverted and merged again', async () => {
  const engine = harness.engine()
  const first = await earlierBatch(harness, connection)
  const page = await harness.openPage()
  await page.goto(`${new URL(page.url()).origin}/#/batch/${first}/load`)
  await page.getByRole('button', { name: 'Newer version of this file…' }).waitFor()
  await drop(page, newerFile(harness))
  const asked = page.getByRole('dialog', { name: 'What is this file?' })
  await asked.waitFor()
  await takePictures(page, 'version-asked')
  await asked.getByRole('button', { name: /^A newer version/ }).click()
  await page.getByRole('heading', { name: /^Version 2 beside version 1/ }).waitFor()
  await list(page, /^Conflicts/).waitFor()
  const second = Number(/#\/batch\/(\d+)\//.exec(page.url())?.[1])
  expect(second).not.toBe(first)

  // Every kind appears, with its count.
  await expect
    .poll(() => countsOf(page))
    .toEqual({
      Conflicts: '4',
      'Key changed?': '1',
      'Changed after creation': '1',
      'Carried over': '2',
      'Repaired there too': '1',
      'Changed by the file': '2',
      'New accounts': '3',
      'Not in the new file': '2',
      'Key twice': '2',
      Columns: '0',
      'On their way': '2',
      'Not created there': '1',
    })
  await takePictures(page, 'version-conflicts')
  expect(await seriousOf(page)).toEqual([])
  await expect.poll(() => page.getByRole('button', { name: 'Merge', exact: true }).isDisabled()).toBe(true)

  // By keyboard: ours, the new file's, a typed text; then the rest of a column at once.
  const grid = page.getByRole('grid', { name: 'Conflicts' })
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('1')
  await grid.getByRole('button', { name: 'Ours', pressed: true }).waitFor()
  await page.keyboard.press('2')
  await grid.getByRole('button', { name: 'New', pressed: true }).waitFor()
  await page.keyboard.press('3')
  await page.getByRole('textbox', { name: 'Text for Q-14' }).fill('Annie Lee')
  await page.keyboard.press('Enter')
  await grid.getByRole('button', { name: 'Annie Lee', pressed: true }).waitFor()
  await page.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('option').filter({ hasText: 'Phone 1' }).click()
  await page.getByRole('button', { name: 'Ours for all of these' }).click()
  await page.getByText('4 conflicts have no choice yet').waitFor({ state: 'hidden' })
  await page.getByText(/conflict has no choice yet|conflicts have no choice yet/).waitFor({ state: 'hidden' })
  await takePictures(page, 'version-decided')

  // The same account under another key: compared again, and its repair is carried along.
  await list(page, /^Key changed/).click()
  await expect
    .poll(() => shown(page, 'Key changed?'))
    .toEqual([expect.stringMatching(/^R-17 \| was Q-17/) as unknown as string])
  await page.getByRole('button', { name: 'The same', exact: true }).click()
  await page.getByText('Something has changed since this comparison.').waitFor()
  await page.getByRole('button', { name: 'Compare again' }).click()
  await list(page, /^Carried over\s*3/).waitFor()
  await expect
    .poll(() => listed(page, 'Carried over'))
    .toEqual([
      expect.stringMatching(/^Q-10 \|/) as unknown as string,
      expect.stringMatching(/^Q-15 \|/) as unknown as string,
      expect.stringMatching(/^R-17 \|/) as unknown as string,
    ])

  // The decision about the key stays visible.
  await list(page, /^Key changed/).click()
  await page.getByRole('button', { name: 'The same', pressed: true }).waitFor()
  await expect
    .poll(() => listed(page, 'Changed after creation'))
    .toEqual([
      expect.stringMatching(/^Q-01 \| Street, row 2 \| Q-01 High St \| Moved Away/) as unknown as string,
    ])
  await takePictures(page, 'version-changed')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as CSV' }).click(),
  ])
  expect(readFileSync(await download.path(), 'utf8')).toContain('Q-01')
  for (const name of ['Not in the new file', 'Key twice', 'On their way', 'Columns'])
    await list(page, new RegExp(`^${name}`)).click()
  await takePictures(page, 'version-columns')
  expect(await seriousOf(page)).toEqual([])

  // Merged as one edit; accounts on the platform are done, and the earlier batch is held.
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  const sure = page.getByRole('dialog', { name: 'Merge version 2?' })
  await sure.waitFor()
  await takePictures(page, 'version-merge')
  await sure.getByRole('button', { name: 'Merge' }).click()
  await page.getByText(/^Merged ·/).waitFor()
  await takePictures(page, 'version-merged')
  expect(await seriousOf(page)).toEqual([])
  const merged = await harness.reached(
    second,
    ({ version, work }) => version.merge === 'merged' && work === null,
  )
  expect(merged.outcomes.already_there).toBe(4)
  await expect.poll(() => textOf(harness, second, 'Q-10', columns.phone)).toBe('020 7946 0100')
  await expect.poll(() => textOf(harness, second, 'Q-14', columns.name)).toBe('Annie Lee')
  await expect.poll(() => textOf(harness, second, 'R-17', columns.phone)).toBe('020 7946 0107')
  const [made] = await engine.edits.history({ batch: second })
  expect(english(made)).toMatchObject({ words: 'Repairs carried over from version 1' })

  // Reverted: nothing stays held; then merged again.
  await page.getByRole('button', { name: 'Revert the merge' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revert the merge' }).click()
  await page.getByText('The merge was reverted.').waitFor()
  const back = await harness.reached(first, ({ held }) => held === 0)
  expect(back.held).toBe(0)
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
  await page.getByText(/^Merged ·/).waitFor()

  // Both batches show their version and link to each other.
  await page.getByRole('link', { name: 'To the Fix step' }).click()
  await page.getByText('Version 2 of the file').first().waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Versions of this file…' }).click()
  await page.getByRole('heading', { name: /^Version 2 beside version 1/ }).waitFor()
  await page.goto(`${new URL(page.url()).origin}/#/batch/${first}/load`)
  await page.getByText('There is version 2 of this file.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Newer version of this file…' }).count()).toBe(0)
  await takePictures(page, 'version-strip')

  // Accounts in progress follow automatically, and each account is created once.
  harness.sandbox.control.setSwitches({ pendingSeconds: [0, 0] })
  harness.sandbox.control.moveClock(200_000_000)
  await engine.connections.resume({ id: connection })
  await engine.batches.validate({ batch: second })
  await harness.reached(second, ({ validating }) => !validating)
  await engine.batches.release({ batch: second, limit: null })
  await harness.reached(
    second,
    ({ states }) => states.queued + states.sending + states.unconfirmed + states.processing === 0,
  )
  // Q-05 failed in the earlier batch.
  const twice = [...harness.sandbox.ledger.acceptedCreates()].filter(
    ([key, count]) => count > 1 && !key.includes('Q-05'),
  )
  expect(twice).toEqual([])
  harness.leave(page)
})
