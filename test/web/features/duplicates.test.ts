// Tests the comparison of duplicates in a real browser with the real engine: keyboard navigation, keeping and
// renumbering, no serious axe finding in either theme, and the list of decisions that a rebuild moved.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { english } from '../../support/english.ts'
import { good, header, mapping } from '../../engine/accounts/small-batch.ts'
import { writeXlsx } from '../../files/write-xlsx.ts'
import { seriousOf } from '../axe.ts'
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

const named = (key: string, name: string, note = ''): string => `${good(key).replace('Ann Lee', name)}${note}`
const lines = [
  named('NQ-0000133', 'Norrin Vexford', 'CRM 0000133'),
  named('NQ-0000133', 'Elowen Fenwhistle', 'CRM 0000134'),
  named('NQ-0000310', 'Ida Moss'),
  named('NQ-0000310', 'Ida Mosse'),
  named('NQ-0000391', 'Per Ash'),
  named('NQ-0000391', 'Per Ash'),
  named('NQ-0000500', 'Jo Birch'),
  named('NQ-0000500', 'Joe Birch'),
]

async function loaded(): Promise<number> {
  const path = join(harness.folder, 'duplicates.csv')
  writeFileSync(path, `${[header, ...lines].join('\n')}\n`)
  const { batch } = await harness.engine().batches.load({
    path,
    name: 'duplicates',
    mapping: mappingFile.parse(mapping),
    catalogue: { shipped: 'example' },
    connection: null,
    supplier: 'ACME',
  })
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
  return batch
}

async function openView(batch: number, theme: Theme): Promise<Page> {
  const page = await harness.openPage(theme)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
  await page.locator('[data-cause-step]', { hasText: 'The same account twice' }).click()
  await page.getByRole('button', { name: 'Decide side by side…' }).click()
  await page.getByRole('region', { name: 'Side by side' }).waitFor()
  return page
}

test('by keyboard, one duplicate is kept, copies are reduced to one, and both accounts get new numbers', async () => {
  const batch = await loaded()
  const engine = harness.engine()
  const ready = async (): Promise<number> => (await engine.batches.get({ batch })).states.unvalidated
  const excludedRows = async (): Promise<number[]> => {
    const { rows } = await engine.sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
    return rows.flatMap(({ row, account }) => (account?.excluded === true ? [row] : []))
  }
  const page = await openView(batch, 'light')
  const view = page.getByRole('region', { name: 'Side by side' })
  expect(await seriousOf(page, { without: 'canvas' })).toEqual([])
  await takePictures(page, 'duplicates')

  await page.getByRole('button', { name: /NQ-0000133/ }).focus()
  await page.keyboard.press('ArrowDown')
  await view.getByRole('columnheader', { name: /Row 4/ }).waitFor()
  await view.getByRole('button', { name: 'Keep this one' }).first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(ready).toBe(1)
  await expect.poll(() => page.getByRole('button', { name: /NQ-0000310/ }).count()).toBe(0)
  expect(await excludedRows()).toEqual([5])

  await page.getByRole('button', { name: 'Keep the first of the identical rows' }).click()
  await expect.poll(ready).toBe(2)
  expect(await excludedRows()).toEqual([5, 7])

  await page.getByRole('button', { name: /NQ-0000133/ }).click()
  await expect.poll(() => view.getByLabel('Account number for row 3').inputValue()).toBe('NQ-0000134')
  await view.getByRole('button', { name: 'Keep both with new numbers' }).click()
  await expect.poll(ready).toBe(4)
  // The view stays open while the accounts are built, moves on to the remaining group, and offers undo.
  await page.getByRole('button', { name: /NQ-0000500/ }).waitFor()
  await view.getByRole('columnheader', { name: /Row 8/ }).waitFor()
  const dialog = page.getByRole('dialog', { name: 'The same account twice' })
  await dialog.getByText('New numbers given.').waitFor()
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: /NQ-0000133/ }).waitFor()
  await expect.poll(ready).toBe(2)

  harness.leave(page)
})

test('two accounts are merged with texts chosen by hand; the other one is excluded, and undo restores it', async () => {
  const batch = await loaded()
  const engine = harness.engine()
  const page = await openView(batch, 'light')
  const view = page.getByRole('region', { name: 'Side by side' })
  await page.getByRole('button', { name: /NQ-0000133/ }).click()
  await view.getByRole('button', { name: 'Merge…' }).click()
  await takePictures(page, 'duplicates-merge')
  // The name of the second, the note of the first.
  await view
    .getByRole('row', { name: /Bill name/ })
    .getByRole('radio')
    .nth(1)
    .check()
  await view.getByRole('row', { name: /Notes/ }).getByRole('radio').nth(0).check()
  await view.getByRole('button', { name: 'Merge into row 2' }).click()
  await expect.poll(async () => (await engine.batches.get({ batch })).excluded).toBe(1)
  await expect.poll(() => page.getByRole('button', { name: /NQ-0000133/ }).count()).toBe(0)
  const rows = async () => {
    const page2 = await engine.sheets.page({ batch, sheet: 0, offset: 0, limit: 2 })
    return page2.rows.map(({ cells, account }) => [
      cells[1],
      cells[11],
      account?.state,
      account?.excluded,
      english(account?.held),
    ])
  }
  expect(await rows()).toEqual([
    ['Elowen Fenwhistle', 'CRM 0000133', 'unvalidated', false, null],
    ['Elowen Fenwhistle', 'CRM 0000134', 'unvalidated', true, 'Merged into NQ-0000133, row 2'],
  ])
  expect(await engine.batches.reconcile({ batch })).toMatchObject({ unexplained: 0 })

  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: /NQ-0000133/ }).waitFor()
  expect(await rows()).toEqual([
    ['Norrin Vexford', 'CRM 0000133', 'invalid', false, null],
    ['Elowen Fenwhistle', 'CRM 0000134', 'invalid', false, null],
  ])
  expect(await engine.batches.reconcile({ batch })).toMatchObject({ unexplained: 0 })
  harness.leave(page)
})

test('merging accounts includes all their rows and sheets; new numbers ask who owns each row', async () => {
  const path = join(harness.folder, 'linked.xlsx')
  const columns = [...header.split(','), 'Ref']
  const person = (key: string, name: string, surname: string, ref: string): string[] => {
    const cells = good(key).replace('Ann Lee', name).split(',')
    cells[6] = surname
    return [...cells, ref]
  }
  await writeXlsx(path, [
    {
      name: 'Accounts',
      rows: [
        columns,
        person('NQ-0000133', 'Norrin', 'Lee', 'R1'),
        person('NQ-0000133', 'Norrin', 'Vex', 'R2'),
        person('NQ-0000500', 'Jo', 'Birch', 'R3'),
      ],
    },
    {
      name: 'Sites',
      rows: [
        ['Ref', 'Road'],
        ['R1', 'North Road'],
        ['R2', 'South Road'],
        ['R3', 'East Road'],
      ],
    },
  ])
  const own = mapping.columns.flatMap((one) =>
    /^(First|Surname|Phone) 1/.test(one.column)
      ? []
      : [one.column.endsWith(' 2') ? { column: one.column, ignore: true as const } : one],
  )
  const engine = harness.engine()
  const { batch } = await engine.batches.load({
    path,
    name: 'linked',
    mapping: mappingFile.parse({
      ...mapping,
      sheet: 'Accounts',
      key: 'Ref',
      columns: [...own, { column: 'Ref', ignore: true }],
      grouped: [
        {
          list: 'customers',
          columns: [
            { column: 'First 1', field: 'given_name' },
            { column: 'Surname 1', field: 'family_name' },
            { column: 'Phone 1', field: 'landline' },
          ],
        },
      ],
      linked: [
        {
          sheet: 'Sites',
          key: 'Ref',
          list: 'supply_addresses',
          columns: [{ column: 'Road', field: 'street_address' }],
        },
      ],
    }),
    catalogue: { shipped: 'example' },
    connection: null,
    supplier: 'ACME',
  })
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
  const page = await openView(batch, 'light')
  const view = page.getByRole('region', { name: 'Side by side' })
  await view.getByRole('button', { name: 'Merge…' }).click()
  await view.getByRole('button', { name: 'Merge into row 2' }).click()
  await page.getByText('No duplicates are left to decide.').waitFor()
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null && now.accounts === 2)
  const { rows } = await engine.sheets.page({ batch, sheet: 0, offset: 0, limit: 3 })
  expect(rows.map(({ account }) => account?.key)).toEqual(['R1', 'R1', 'R3'])
  const { payload } = await engine.accounts.get({ account: rows[0]?.account?.id ?? 0 })
  expect(payload).toMatchObject({
    customers: [{ family_name: 'Lee' }, { family_name: 'Vex' }],
    supply_addresses: [{ street_address: 'North Road' }, { street_address: 'South Road' }],
  })
  expect(await engine.batches.reconcile({ batch })).toMatchObject({ unexplained: 0 })
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null && now.accounts === 3)
  await view.getByRole('columnheader', { name: /Row 3/ }).waitFor()
  expect(await engine.batches.reconcile({ batch })).toMatchObject({ unexplained: 0 })
  harness.leave(page)
})

test('before accounts get new numbers, the rows of other sheets show their owners and follow them', async () => {
  const path = join(harness.folder, 'sites.xlsx')
  await writeXlsx(path, [
    { name: 'Accounts', rows: [header.split(','), ...lines.slice(0, 2).map((line) => line.split(','))] },
    {
      name: 'Sites',
      rows: [
        ['Account', 'Road'],
        ['NQ-0000133', 'North Road'],
        ['NQ-0000133', 'South Road'],
      ],
    },
  ])
  const engine = harness.engine()
  const { batch } = await engine.batches.load({
    path,
    name: 'sites',
    mapping: mappingFile.parse({
      ...mapping,
      sheet: 'Accounts',
      linked: [
        {
          sheet: 'Sites',
          key: 'Account',
          list: 'supply_addresses',
          columns: [{ column: 'Road', field: 'street_address' }],
        },
      ],
    }),
    catalogue: { shipped: 'example' },
    connection: null,
    supplier: 'ACME',
  })
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
  const page = await openView(batch, 'light')
  const view = page.getByRole('region', { name: 'Side by side' })
  const whose = view.getByRole('group', { name: '2 rows of other sheets have this number too' })
  // They stay with the account that keeps its number; if none does, the user must choose.
  await expect.poll(() => whose.getByRole('radio', { name: 'Sites, row 2: to row 2' }).isChecked()).toBe(true)
  const renumber = view.getByRole('button', { name: 'Keep both with new numbers' })
  await view.getByLabel('Account number for row 2').fill('NQ-0000132')
  expect(await renumber.isDisabled()).toBe(true)
  await whose.getByRole('radio', { name: 'All of them: to row 2' }).check()
  await whose.getByRole('radio', { name: 'Sites, row 3: to row 3' }).check()
  expect(await seriousOf(page, { without: 'canvas' })).toEqual([])
  await takePictures(page, 'duplicates-linked')
  await renumber.click()
  await page.getByText('No duplicates are left to decide.').waitFor()
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
  const { rows } = await engine.sheets.page({ batch, sheet: 0, offset: 0, limit: 2 })
  const roads = await Promise.all(
    rows.map(async ({ account }) => {
      const { key, payload } = await engine.accounts.get({ account: account?.id ?? 0 })
      return [key, (payload as { supply_addresses: { street_address: string }[] }).supply_addresses]
    }),
  )
  expect(roads).toMatchObject([
    ['NQ-0000132', [{ street_address: 'North Road' }]],
    ['NQ-0000134', [{ street_address: 'South Road' }]],
  ])
  harness.leave(page)
})

test('the view passes axe in the dark theme, and decisions that were moved are listed until they are read', async () => {
  const batch = await loaded()
  const engine = harness.engine()
  const page = await openView(batch, 'dark')
  expect(await seriousOf(page, { without: 'canvas', onlyColours: true })).toEqual([])
  await page.getByRole('button', { name: 'Keep this one' }).first().click()
  await expect.poll(async () => (await engine.batches.get({ batch })).excluded).toBe(1)
  await page.getByRole('dialog').getByText('Row 2 kept.').waitFor()
  // It does not close while the result is still loading.
  const open = async (): Promise<number> => {
    await page.keyboard.press('Escape')
    return page.getByRole('dialog').count()
  }
  await expect.poll(open).toBe(0)
  const cells = [{ sheet: 0, row: 3, column: 0, text: 'NQ-0000999' }]
  await engine.edits.apply({ batch, words: 'Number', cells })
  await harness.reached(
    batch,
    (now) => now.stage === 'open' && now.work === null && now.decisionsChanged === 1,
  )
  await page.getByRole('button', { name: 'See which' }).click()
  await page.getByText(/NQ-0000133 \(row 3\) was excluded .* NQ-0000999 \(row 3\) is excluded now/).waitFor()
  expect(await seriousOf(page, { without: 'canvas' })).toEqual([])
  await takePictures(page, 'decisions')
  await page.getByRole('button', { name: 'Mark as read' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'See which' }).count()).toBe(0)
  harness.leave(page)
})

test('excluding one duplicate in the grid frees the other, and building again leaves both as they are', async () => {
  const batch = await loaded()
  const engine = harness.engine()
  const pair = async (): Promise<string[]> => {
    const { rows } = await engine.sheets.page({ batch, sheet: 0, offset: 0, limit: 2 })
    return rows.map(({ row, account }) =>
      [row, account?.state, account?.excluded === true ? english(account.held) : 'not excluded'].join(', '),
    )
  }
  expect(await pair()).toEqual(['2, invalid, not excluded', '3, invalid, not excluded'])
  const page = await harness.openPage('light')
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
  await page.locator('[data-cause-step]', { hasText: 'The same account twice' }).click()
  const account = page.getByRole('complementary', { name: 'Account' })
  await account.locator('[data-account="NQ-0000133"]').waitFor()
  await account.getByRole('button', { name: 'Exclude this account' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Has moved away')
  await page.keyboard.press('Enter')
  const decided = ['2, unvalidated, Has moved away', '3, unvalidated, not excluded']
  await expect.poll(pair).toEqual(decided)
  await page.getByRole('button', { name: 'Excluded 1' }).waitFor()

  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/map`)
  await page.getByRole('button', { name: 'Build the accounts' }).click()
  await page.getByRole('button', { name: 'Excluded 1' }).waitFor()
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
  expect(await pair()).toEqual(decided)
  expect((await engine.batches.get({ batch })).excluded).toBe(1)
  harness.leave(page)
})
