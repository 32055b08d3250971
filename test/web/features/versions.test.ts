// Tests the lines of a newer version of a file: columns and rows that came or went, and how choices apply. In a real
// browser with the real engine and sandbox. The whole way of a newer version is tested in journeys/versions.test.ts.
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seriousOf } from '../axe.ts'
import { pageThatWaits } from '../page-that-waits.ts'
import { takePictures } from '../pictures.ts'
import { connected } from '../travel.ts'
import {
  choicesOf,
  columns,
  compared,
  conflictedBatches,
  countsOf,
  differingColumns,
  groupedBatch,
  groupedFileChanged,
  latinGroups,
  linesNow,
  list,
  listed,
  newerGroups,
  repairs,
} from '../versions-harness.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from '../window-harness.ts'

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

test('a newer version of unsure encoding asks how it is to be read, and one that fails far below shows why; so does a file to add', async () => {
  const first = await groupedBatch(harness, connection)
  const engine = harness.engine()
  const page = await harness.openPage()
  await page.goto(`${new URL(page.url()).origin}/#/batch/${first}/load`)
  const give = async (path: string): Promise<void> => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Newer version of this file…' }).click(),
    ])
    await chooser.setFiles(path)
  }
  await give(latinGroups(harness, 'Müller'))
  const dialog = page.getByRole('dialog', { name: 'groups-latin.csv cannot be read as it is' })
  await dialog.getByRole('radio', { name: /^windows-1252/ }).check()
  await dialog.getByRole('button', { name: 'Read again' }).click()
  await list(page, /^Conflicts/).waitFor()
  const [second] = (await engine.batches.get({ batch: first })).version.later
  expect((await linesNow(harness, second ?? 0)).some((row) => row.includes('Müller'))).toBe(true)
  await engine.batches.remove({ batch: second ?? 0 })

  await page.goto(`${new URL(page.url()).origin}/#/batch/${first}/load`)
  await give(latinGroups(harness, 'Müller', 40_000))
  await page.getByText('This file could not be read').waitFor()
  await page.getByRole('button', { name: 'Read it in another way' }).waitFor()

  // A batch with edits takes a further file only where its own file is as it was, and says so beside no file.
  const [third] = (await engine.batches.get({ batch: first })).version.later
  await engine.batches.remove({ batch: third ?? 0 })
  groupedFileChanged(harness)
  await page.goto(`${new URL(page.url()).origin}/#/batch/${first}/load`)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Add a file' }).click(),
  ])
  await chooser.setFiles(newerGroups(harness))
  await page.getByText('“groups.csv” is not the file any more that was read').waitFor()
  expect(await page.getByRole('dialog', { name: /cannot be read/ }).count()).toBe(0)
  await page.context().close()
})

test('added and removed columns and rows are shown with conflicts, and no repair is lost silently', async () => {
  const first = await groupedBatch(harness, connection)
  const page = await harness.openPage()
  await page.goto(`${new URL(page.url()).origin}/#/batch/${first}/load`)
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Newer version of this file…' }).click(),
  ])
  await chooser.setFiles(newerGroups(harness))

  // Its columns differ, so it is mapped first, starting from the earlier version's mapping.
  await page.getByRole('link', { name: 'Map its columns first' }).click()
  const second = Number(/#\/batch\/(\d+)\//.exec(page.url())?.[1])
  await page.getByText('Everything needed is mapped.').waitFor()
  const fixed = page.getByRole('region', { name: 'Fixed values' })
  await fixed.getByText('billing_address.postal_code').waitFor()
  await takePictures(page, 'version-columns-mapped')
  await page.getByRole('button', { name: 'Build the accounts' }).click()

  // A cell of the newer batch is edited before the merge: Fay's, in the first row.
  await page.getByTestId('data-grid-canvas').focus()
  await page.keyboard.press('Control+Home')
  for (let column = 0; column < 5; column += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('020 7946 0909')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Undo: Landline of G-4' }).waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Versions of this file…' }).click()

  await list(page, /^Conflicts/).waitFor()
  await expect
    .poll(() => countsOf(page))
    .toEqual({
      Conflicts: '1',
      'Changed after creation': '0',
      'Carried over': '1',
      'Edited here already': '1',
      'Repairs without a place': '2',
      'Not in the new file': '1',
      'Rows came or went': '3',
      Columns: '3',
    })
  const reported = {
    conflicts: await listed(page, 'Conflicts'),
    carried: await listed(page, 'Carried over'),
    editedHere: await listed(page, 'Edited here already'),
    lost: await listed(page, 'Repairs without a place'),
    gone: await listed(page, 'Not in the new file'),
    rows: await listed(page, 'Rows came or went'),
    columns: await differingColumns(page),
  }
  expect(reported).toEqual({
    conflicts: [
      `G-3 | Landline, row 7 | ? | Not certain that it is the same row | bad | ${repairs.oneEve} | bad | Ours | New | Type…`,
    ],
    carried: [`G-1 | Landline, row 5 | bad one | ${repairs.ann} | bad one`],
    editedHere: [`G-4 | Landline, row 2 | bad | ${repairs.fay} | 020 7946 0909`],
    lost: [
      `G-2 | Notes, groups, row 4 of the old file | call first | ${repairs.dansNotes}`,
      `G-1 | Phone, groups, row 3 of the old file | bad two | ${repairs.bob}`,
    ],
    gone: ['G-5 | groups, row 8 of the old file · 1 of our repairs on it | Not validated'],
    rows: ['G-2 | 1 added', 'G-1 | 1 gone', 'G-3 | 2 not certain'],
    columns: ['missing | Notes', 'renamed | Landline | was “Phone”', 'new | E-mail'],
  })
  await takePictures(page, 'version-columns-differ')
  for (const name of ['Repairs without a place', 'Rows came or went']) {
    await listed(page, name)
    expect(await seriousOf(page)).toEqual([])
    await takePictures(page, `version-${name.toLowerCase().replaceAll(' ', '-')}`)
  }

  // Only a person can say which of two similar rows was meant; the rest needs no choice.
  await expect.poll(() => page.getByRole('button', { name: 'Merge', exact: true }).isDisabled()).toBe(true)
  await listed(page, 'Conflicts')
  await page.getByRole('grid', { name: 'Conflicts' }).focus()
  await page.keyboard.press('1')
  await page.getByRole('button', { name: 'Ours', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByRole('dialog', { name: 'Merge version 2?' }).getByRole('button', { name: 'Merge' }).click()
  await page.getByText('Merged · 4 replaced there · 1 held there as gone').waitFor()

  // Carried and chosen texts are written, edits made here are kept, and everything else is as in the file.
  await expect
    .poll(() => linesNow(harness, second))
    .toEqual([
      'G-4,Moe,Fay,Moe,020 7946 0909',
      'G-2,Kay,Dan,Kay,020 7946 0001',
      'G-2,Kay,Ivy,Kay,020 7946 0002,ivy@example.com',
      `G-1,Lee,Ann,Lee,${repairs.ann}`,
      'G-3,Low,Eve,Low,bad',
      `G-3,Low,Eve,Low,${repairs.oneEve}`,
    ])
  // Edits without a place stay listed after the merge.
  await expect.poll(() => listed(page, 'Repairs without a place')).toEqual(reported.lost)
  harness.leave(page)
})

test('a choice for all lines applies only to the shown lines that are not decided yet', async () => {
  const { first, second } = await conflictedBatches(harness, connection, ['S-1', 'S-2', 'S-3'])
  const page = await harness.openPage()
  await page.goto(`${new URL(page.url()).origin}/#/batch/${second}/load?view=version`)
  const grid = page.getByRole('grid', { name: 'Conflicts' })
  await grid.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('1')
  await grid.getByRole('button', { name: 'Ours', pressed: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Only open ones' }).click()
  await expect.poll(() => grid.getByRole('row').count()).toBe(4)
  await page.getByRole('button', { name: 'New file for all of these' }).click()
  await expect.poll(() => choicesOf(harness, second)).toEqual(['ours', 'theirs', 'theirs', 'theirs'])
  await expect.poll(() => page.getByRole('button', { name: 'Clear choices' }).isDisabled()).toBe(true)

  // All phones of the earlier batch now equal the new file's, so the chosen column has no more conflicts.
  await page.getByRole('checkbox', { name: 'Only open ones' }).click()
  await page.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('option').filter({ hasText: 'Phone 1' }).click()
  const cells = [2, 3, 4].map((row) => ({ sheet: 0, row, column: columns.phone, text: '020 7946 0999' }))
  await harness.engine().edits.apply({ batch: first, words: 'Phones as in the new file', cells })
  await compared(harness, second)
  await page.getByText('Nothing of this kind.').waitFor()
  await page.getByRole('button', { name: 'New file for all of these' }).click()
  await page.getByText('0 choices made').waitFor()
  expect(await choicesOf(harness, second)).toEqual(['ours'])
  harness.leave(page)
})

test('keys pressed before the open conflicts are refreshed each decide the next line', async () => {
  const { second } = await conflictedBatches(harness, connection, ['T-1', 'T-2', 'T-3'])
  const { of: page, hold, resume } = await pageThatWaits(harness)
  await page.goto(`${new URL(page.url()).origin}/#/batch/${second}/load?view=version`)
  const grid = page.getByRole('grid', { name: 'Conflicts' })
  await grid.waitFor()
  await page.getByRole('checkbox', { name: 'Only open ones' }).click()
  await expect.poll(() => grid.getByRole('row').count()).toBe(5)
  await grid.focus()
  await hold()
  await page.keyboard.press('1')
  await page.keyboard.press('2')
  await expect.poll(() => choicesOf(harness, second)).toEqual(['ours', 'theirs', null, null])
  await resume()
  await expect.poll(() => grid.getByRole('row').count()).toBe(3)

  // A text being typed moves with its line when lines above disappear.
  await hold()
  await page.keyboard.press('1')
  await page.keyboard.press('3')
  const text = page.getByRole('textbox', { name: 'Text for T-3' })
  await text.fill('020 7946 0303')
  await resume()
  await expect.poll(() => grid.getByRole('row').count()).toBe(2)
  await expect.poll(() => text.inputValue()).toBe('020 7946 0303')
  await text.press('Enter')
  await expect.poll(() => choicesOf(harness, second)).toEqual(['ours', 'theirs', 'ours', 'typed'])
  harness.leave(page)
})
