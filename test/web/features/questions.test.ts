// Tests question packs in the window: the workbook is created here and answered with another program, and the
// answers are merged. Every kind of answer that cannot simply be merged is shown separately.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { header, mapping } from '../../engine/accounts/small-batch.ts'
import { answer, asCustomer, questionsIn, type Rows } from '../../engine/question-pack/customer.ts'
import { seriousOf } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { connected } from '../travel.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from '../window-harness.ts'
import { english } from '../../support/english.ts'

let browser: Browser
let harness: WindowHarness
let connection = 0

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  connection = await connected(harness)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

const phone = 7
const wrong = '(020) 7946-0A10'
const line = (key: string, number = wrong, post = ''): string =>
  `${key},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,${number},,,,${post}`
const columns = mapping.columns.map((column) =>
  column.column === 'Notes' ? { column: 'Notes', field: 'communication_preference' } : column,
)

async function loaded(name: string, lines: readonly string[]): Promise<number> {
  const path = join(harness.folder, `${name}.csv`)
  writeFileSync(path, `${[header, ...lines].join('\n')}\n`)
  const { batch } = await harness.engine().batches.load({
    path,
    mapping: mappingFile.parse({ ...mapping, columns }),
    catalogue: { shipped: 'example' },
    connection,
    supplier: 'ACME',
  })
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
  return batch
}

async function openTool(batch: number, entry: string, query = ''): Promise<{ page: Page; dialog: Locator }> {
  const page = await harness.openPage()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix${query}`)
  await page.locator('[data-account]').waitFor()
  await choose(page, entry)
  return { page, dialog: page.getByRole('dialog') }
}

async function choose(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function saved(page: Page, press: () => Promise<void>, to: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  expect(download.suggestedFilename()).toMatch(/ questions \d{4}-\d\d-\d\d\.xlsx$/)
  await download.saveAs(to)
  return to
}

async function give(page: Page, dialog: Locator, path: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose the file' }).click(),
  ])
  await chooser.setFiles(path)
}

async function phoneOf(batch: number, key: string): Promise<string | undefined> {
  const { rows } = await harness.engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  return rows.find((row) => row.cells[0] === key)?.cells[phone]
}

async function edit(batch: number, key: string, column: number, text: string): Promise<void> {
  const { rows } = await harness.engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 100 })
  const row = rows.find((one) => one.cells[0] === key)?.row ?? 0
  const cells = [{ sheet: 0, row, column, text }]
  await harness.engine().edits.apply({ batch, words: `By hand ${key}`, cells })
  await harness.reached(batch, (now) => now.stage === 'open' && now.work === null)
}

const tabCounts = async (dialog: Locator): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await dialog.getByRole('tab').allTextContents()).map((text) => {
      const [, label = '', n = ''] = /^(.*?)(\d+)$/.exec(text) ?? []
      return [label, Number(n)]
    }),
  )

test('a question pack is made, answered elsewhere and merged with each conflict listed; undo restores all', async () => {
  const keys = [
    'A-1',
    'R-1',
    'N-1',
    'T-1',
    'E-1',
    'L-1',
    'G-1',
    'M-1',
    'M-2',
    'F-1',
    'B-1',
    'U-1',
    'Y-1',
    'K-1',
    'X-1',
  ]
  const lines = [...keys.map((key) => line(key)), line('C-1', '020 7946 0001', 'PIGEON')]
  const batch = await loaded('accounts', lines)
  const { page, dialog } = await openTool(batch, 'Ask the customer…')
  await dialog.getByText('16 questions in 16 accounts').waitFor()
  const combobox = dialog.getByRole('combobox', { name: /Show beside the account/ })
  await combobox.fill('Bill')
  await page.getByRole('option', { name: 'Bill name' }).click()
  await dialog.getByLabel(/Whom to ask/).fill('the project connection manager')
  await dialog.getByLabel(/Send back by/).fill('4 December')
  await takePictures(page, 'questions-ask')
  expect(await seriousOf(page)).toEqual([])
  const save = dialog.getByRole('button', { name: 'Save 16 questions' })
  const pack = await saved(page, () => save.click(), join(harness.folder, 'pack.xlsx'))
  await page.getByText(/^Saved “accounts questions .*Merge its answers when it comes back\.$/).waitFor()
  expect((await questionsIn(pack))[1]?.slice(1, 3)).toEqual(['A-1', 'Ann Lee'])
  const other = await harness.engine().questions.write({
    batch,
    scope: {},
    options: { once: false, sensitive: false, who: [] },
    folder: join(harness.folder, 'other'),
    words: { greeting: '', contact: '', due: '' },
  })
  const strange = (await questionsIn(other.path)).flat().find((text) => /^[0-9a-f]{12}-\d+$/.test(text)) ?? ''

  const back = await asCustomer(pack, join(harness.folder, 'back.xlsx'), (rows) => answered(rows, strange))
  // Meanwhile, an edit here.
  await edit(batch, 'G-1', 0, 'G-2')
  await edit(batch, 'E-1', phone, '(020) 7946-0B20')
  await edit(batch, 'Y-1', phone, '020 7946 0013')
  await edit(batch, 'L-1', phone, '020 7946 0099')
  await harness.engine().batches.validate({ batch })
  await harness.reached(batch, (now) => !now.validating && now.states.unvalidated === 0)
  await harness.engine().batches.release({ batch, limit: null })
  await harness.reached(batch, (now) => now.outcomes.created === 2)
  const before = (await harness.engine().batches.get({ batch })).states

  await choose(page, 'Merge answers…')
  await takePictures(page, 'questions-choose')
  await give(page, dialog, back)
  await dialog.getByRole('tab').first().waitFor()
  await expect
    .poll(() => tabCounts(dialog))
    .toEqual({
      Answered: 2,
      'Still wrong': 1,
      'Not in the list': 1,
      'No clear answer': 1,
      'Answered twice': 1,
      'Edited meanwhile': 1,
      'Sent meanwhile': 1,
      'No longer there': 1,
      'Mixed up': 2,
      'Other rows': 1,
      'Left blank': 1,
      'Same as before': 1,
      'Already done': 1,
    })
  await dialog.getByText('2 of the saved questions are not in this file.').waitFor()
  await dialog.getByText('1 locked cell was changed anyway. The change is not used.').waitFor()
  await takePictures(page, 'questions-review')
  expect(await seriousOf(page)).toEqual([])

  // By keyboard: to the kind, into its list, and accepted.
  const tab = (name: RegExp): Locator => dialog.getByRole('tab', { name })
  await tab(/^Answered ?2$/).focus()
  for (const _ of ['Still wrong', 'Not in the list', 'No clear answer', 'Answered twice'])
    await page.keyboard.press('ArrowDown')
  await tab(/^Answered twice/)
    .and(page.locator('[data-active]'))
    .waitFor()
  await dialog.getByText('2 different answers').waitFor()
  await takePictures(page, 'questions-twice')
  await dialog.getByRole('combobox', { name: 'Answer for T-1, Phone 1' }).click()
  await page.getByRole('option', { name: /^020 7946 0002/ }).click()
  await tab(/^Edited meanwhile/).click()
  const take = dialog.getByRole('checkbox', { name: 'Take the answer for E-1, Phone 1' })
  await take.focus()
  await page.keyboard.press('Space')
  await expect.poll(() => take.getAttribute('aria-checked')).toBe('true')
  await tab(/^Still wrong/).click()
  await dialog.getByText(/not a valid/).waitFor()
  await tab(/^Sent meanwhile/).click()
  await dialog.getByText('Account L-1 cannot be edited: it was created on the platform.').waitFor()
  await tab(/^Answered ?2$/).click()
  await dialog.locator('[data-answer="K-1"]').waitFor()
  await takePictures(page, 'questions-answered')
  await dialog.getByRole('button', { name: 'Merge 4 answers' }).click()

  await page.getByText('Answers of back.xlsx: 4 cells changed').waitFor()
  // The note's undo reverts everything; redone, it is as merged.
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
  await expect.poll(() => phoneOf(batch, 'A-1')).toBe(wrong)
  const undone = await harness.reached(batch, (now) => now.work === null)
  expect(undone.states.invalid).toBe(before.invalid)
  await harness.engine().edits.redo({ batch })
  const wanted = {
    'A-1': '020 7946 0001',
    'T-1': '020 7946 0002',
    'E-1': '020 7946 0003',
    'K-1': '020 7946 0004',
    'L-1': '020 7946 0099',
    'M-1': wrong,
    'M-2': wrong,
    'F-1': wrong,
    'R-1': wrong,
    'N-1': wrong,
  }
  for (const [key, text] of Object.entries(wanted))
    await expect.poll(async () => [key, await phoneOf(batch, key)]).toEqual([key, text])
  const after = await harness.reached(batch, (now) => now.work === null)
  expect(before.invalid - after.states.invalid).toBe(4)
  await expect
    .poll(async () => english((await harness.engine().edits.history({ batch }))[0]))
    .toMatchObject({
      words: 'Answers of back.xlsx',
      cells: 4,
    })

  // Read again, nothing is left to merge.
  await choose(page, 'Merge answers…')
  await give(page, dialog, back)
  await tab(/^Already done ?5$/).waitFor()
  await dialog.getByText('Answers to these questions were merged before.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  harness.leave(page)
})

function answered(rows: Rows, strange: string): Rows {
  const [head = [], ...asked] = answer(rows, {
    'A-1': '020 7946 0001',
    'R-1': 'call me',
    'C-1': 'by owl',
    'N-1': 'n/a',
    'T-1': '020 7946 0002',
    'E-1': '020 7946 0003',
    'L-1': '020 7946 0005',
    'G-1': '020 7946 0006',
    'M-1': '020 7946 0007',
    'M-2': '020 7946 0008',
    'F-1': '020 7946 0009',
    'U-1': wrong,
    'Y-1': '020 7946 0013',
    'K-1': '020 7946 0004',
  })
  const at = (name: string): number => head.indexOf(name)
  const key = at('Account')
  const change = (row: string[]): string[] => {
    if (row[key] === 'M-1') return row.with(key, 'M-2')
    if (row[key] === 'M-2') return row.with(key, 'M-1')
    if (row[key] === 'K-1') return row.with(at('It says now'), 'something else')
    if (row[key] === 'F-1') return row.with(at('Reference'), strange)
    return row
  }
  const twice = asked.find((row) => row[key] === 'T-1')?.with(at('Your answer'), '020 7946 0012') ?? []
  return [head, ...asked.filter((row) => row[key] !== 'X-1').map(change), twice]
}

test('unavailable questions are explained, and a file that is no pack of this batch is refused in place', async () => {
  const batch = await loaded('few', [line('Q-1'), line('Q-2', '020 7946 0001')])
  const strange = join(harness.folder, 'strange.csv')
  writeFileSync(strange, 'a,b\n1,2\n')
  const { page, dialog } = await openTool(batch, 'Merge answers…')
  await dialog.getByText('No questions about this batch were saved yet.', { exact: false }).waitFor()
  await give(page, dialog, strange)
  await dialog.getByRole('alert').getByText('so it is no question pack', { exact: false }).waitFor()
  // As a European Excel saves it: the user gives the encoding once, and then it is read.
  await harness.engine().questions.write({
    batch,
    scope: {},
    options: { once: false, sensitive: false, who: [] },
    folder: null,
    words: { greeting: '', contact: '', due: '' },
  })
  const european = join(harness.folder, 'european.csv')
  writeFileSync(european, 'Account;Column;Your answer\r\nQ-1;Phone 1;B\u00fcro 12\r\n', 'latin1')
  await give(page, dialog, european)
  await dialog.getByRole('button', { name: 'Read it in another way…' }).click()
  await page
    .getByRole('dialog', { name: /cannot be read as it is$/ })
    .getByRole('button', { name: /^Read/ })
    .click()
  await dialog.getByRole('tab', { name: /^Still wrong/ }).waitFor()
  await dialog.getByText('Büro 12').first().waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await edit(batch, 'Q-1', phone, '020 7946 0002')
  await choose(page, 'Ask the customer…')
  await dialog.getByText('No cell to ask about').waitFor()
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Save workbook' }).getAttribute('aria-disabled'))
    .toBe('true')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  harness.leave(page)
})

test('the file that the web host offers is the question pack that was written', async () => {
  const batch = await loaded('offered', [line('Q-1'), line('Q-2')])
  const { page, dialog } = await openTool(batch, 'Ask the customer…', '?show=all&text=Q-2')
  await dialog.getByText('2 questions in 2 accounts').waitFor()
  await dialog.getByLabel('Which cells').click()
  await page.getByRole('option', { name: 'On the rows shown' }).click()
  const save = dialog.getByRole('button', { name: 'Save 1 question' })
  const pack = await saved(page, () => save.click(), join(harness.folder, 'offered.xlsx'))
  expect((await questionsIn(pack)).slice(1).map((row) => row[1])).toEqual(['Q-2'])
  expect(readFileSync(pack).subarray(0, 2).toString('latin1')).toBe('PK')
  harness.leave(page)
})
