// Tests the Load step: files dropped and chosen, read again with other options in the same batch, cancelled, and
// the required inputs. In a real browser with the real engine and its reader.
import { takePictures } from '../pictures.ts'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createProcessReader } from '../../../electron/engine/import/process/process-reader.ts'
import type { Reader } from '../../../electron/engine/import/reader.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { handWorkbook, textRows } from '../../engine/import/make-zip.ts'
import { generateAccounts } from '../../files/generate.ts'
import { openBrowser, openWindowHarness, smallSize, type WindowHarness } from '../window-harness.ts'

/** A file of this name is never read to its end: a machine reads any number of rows before a person stops it. */
const endless = 'long.csv'
const real = createProcessReader()
const reader: Reader = async function* reader(path, options, signal) {
  for await (const message of real(path, options, signal)) {
    yield message
    if (!path.endsWith(endless) || message.kind !== 'rows' || options.maxRows !== undefined) continue
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve()
      else signal.addEventListener('abort', () => resolve(), { once: true })
    })
  }
}

let browser: Browser
let harness: WindowHarness

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser, { reader })
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

type Batch = Awaited<ReturnType<ReturnType<WindowHarness['engine']>['batches']['get']>>

async function reached(batch: number, is: (now: Batch) => boolean): Promise<void> {
  const engine = harness.engine()
  const events = await engine.events()
  if (is(await engine.batches.get({ batch }))) return
  for await (const event of events)
    if (event.kind === 'batch' && is(await engine.batches.get({ batch }))) return
}

function fileOf(name: string, content: string | Uint8Array): string {
  const path = join(harness.folder, name)
  writeFileSync(path, content)
  return path
}

/** Chooses a file with the browser's own picker, on the start page. */
async function openFile(page: Page, path: string): Promise<void> {
  await page.getByRole('link', { name: 'Carryover' }).click()
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^Open a file/ }).click(),
  ])
  await chooser.setFiles(path)
}

async function isRead(page: Page): Promise<number> {
  await page.getByRole('link', { name: /^(Map the columns|See the mapping)/ }).waitFor()
  return batchOf(page)
}

function batchOf(page: Page): number {
  return Number(/#\/batch\/(\d+)\//.exec(page.url())?.[1])
}

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option').filter({ hasText: option }).click()
}

/** The header's names; the first cell is the row marker. */
async function headers(page: Page): Promise<string[]> {
  return (await page.getByRole('columnheader').allInnerTexts()).slice(1)
}

const uploads = (): string[] => {
  try {
    return readdirSync(join(harness.folder, 'data', 'uploads'))
  } catch {
    return []
  }
}

const german = [
  'Konto;Name;Straße',
  ...Array.from({ length: 60 }, (_, at) => `K-${at};Jürgen Müller;Königstraße ${at}`),
]

describe('a file', () => {
  test('dropped anywhere on the start page becomes a batch that shows its rows', async () => {
    const page = await harness.openPage()
    await page.getByRole('button', { name: /^Open a file/ }).waitFor()
    const dataTransfer = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['Account No,Name\nD-1,Ada\nD-2,Grace\n'], 'dropped.csv'))
      return data
    })
    const place = page.locator('main > div').first()
    await place.dispatchEvent('dragenter', { dataTransfer })
    await page.getByText('Drop files to open them').waitFor()
    await place.dispatchEvent('drop', { dataTransfer })
    await isRead(page)
    await page.getByRole('gridcell', { name: 'Grace' }).waitFor()
    await expect.poll(() => headers(page)).toEqual(['Account No', 'Name'])
    await expect.poll(() => page.getByRole('complementary').innerText()).toContain('dropped.csv')
    harness.leave(page)
  })

  test('without a byte is refused by its name, and what was shown stays', async () => {
    const page = await harness.openPage()
    await openFile(page, fileOf('nothing in it.csv', ''))
    const notice = page.getByRole('dialog').filter({ hasText: 'nothing in it.csv' })
    await notice.getByText('The file is empty. Choose another one.').waitFor()
    await page.getByRole('button', { name: /^Open a file/ }).waitFor()
    // The browser itself writes the refused upload to the console.
    await expect.poll(() => harness.complaints.splice(0)).toEqual([expect.stringContaining('400')])
    harness.leave(page)
  })

  test('with an uncertain encoding shows a preview of each one, and is read with the chosen one', async () => {
    const page = await harness.openPage()
    await openFile(page, fileOf('kunden.csv', Buffer.from(german.join('\r\n'), 'latin1')))
    const dialog = page.getByRole('dialog', { name: 'kunden.csv cannot be read as it is' })
    // Its hyphen breaks no line.
    await dialog.getByText('not valid UTF\u20118').waitFor()
    // The text in each encoding: a person sees which one is right.
    await dialog.getByRole('radio', { name: /^macintosh/ }).check()
    await dialog.getByRole('radio', { name: /^windows-1252.*Königstraße 3/ }).check()
    await dialog.getByRole('button', { name: 'Read again' }).click()
    await isRead(page)
    await expect.poll(() => headers(page)).toEqual(['Konto', 'Name', 'Straße'])
    await page.getByRole('gridcell', { name: 'Königstraße 3', exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Encoding' }).getByText('windows-1252').waitFor()
    harness.leave(page)
  })

  test('without a table is refused with advice, and another file can be chosen there', async () => {
    const page = await harness.openPage()
    await openFile(page, fileOf('report.xlsx', '%PDF-1.7 not a table'))
    const dialog = page.getByRole('dialog', { name: 'report.xlsx cannot be read' })
    await dialog.getByText('This is a PDF').waitFor()
    await expect.poll(() => dialog.getByRole('combobox').count()).toBe(0)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      dialog.getByRole('button', { name: 'Choose another file' }).click(),
    ])
    await chooser.setFiles(fileOf('table.csv', 'A,B\n1,2\n'))
    await isRead(page)
    harness.leave(page)
  })

  test('that cannot be read far below shows its error in its batch, and can be read in another way', async () => {
    const page = await harness.openPage()
    const lines = Array.from({ length: 40_000 }, (_, at) => `N-${at};Plain name ${at}`)
    const bytes = Buffer.from(['Konto;Name', ...lines, 'N-last;Jürgen'].join('\n'), 'latin1')
    await openFile(page, fileOf('late.csv', bytes))
    await page.getByText('This file could not be read').waitFor()
    const batch = batchOf(page)
    await page.getByText('encoding_unsure').waitFor()
    await page.getByRole('button', { name: 'Read it in another way' }).click()
    await choose(page, 'Encoding', 'windows-1252')
    await page.getByRole('dialog').getByRole('button', { name: 'Read again' }).click()
    await expect.poll(() => isRead(page)).toBe(batch)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('grid').press('End')
    await page.getByRole('gridcell', { name: 'Jürgen' }).waitFor()
    harness.leave(page)
  })
})

describe('reading a file again in the same batch', () => {
  test('with another delimiter shows other columns, and resetting the delimiter restores the first result', async () => {
    const page = await harness.openPage()
    await openFile(page, fileOf('pipes.csv', 'a|b,c|d\n1|2,3|4\n5|6,7|8\n'))
    const batch = await isRead(page)
    await expect.poll(() => headers(page)).toEqual(['a', 'b,c', 'd'])
    await choose(page, 'Delimiter', 'comma')
    await page.getByRole('columnheader', { name: 'a|b' }).waitFor()
    await expect.poll(() => headers(page)).toEqual(['a|b', 'c|d'])
    await page.getByRole('gridcell', { name: '3|4' }).waitFor()
    await page.getByRole('button', { name: 'Read everything as found' }).click()
    await page.getByRole('columnheader', { name: 'b,c' }).waitFor()
    await expect
      .poll(async () => [await isRead(page), await headers(page)])
      .toEqual([batch, ['a', 'b,c', 'd']])
    harness.leave(page)
  })

  test('keeps a mapping that still fits, and saves one that does not as a template', async () => {
    const engine = harness.engine()
    const sample = await generateAccounts({
      seed: 3,
      count: 30,
      shape: 'wide',
      damage: 0,
      format: 'csv',
      folder: harness.folder,
      name: 'mapped',
    })
    const { batch } = await engine.batches.load({
      path: sample.file,
      mapping: sample.mapping,
      catalogue: { shipped: 'example' },
      connection: null,
      supplier: 'ACME',
    })
    await reached(batch, (now) => now.stage === 'open')
    const page = await harness.openPage()
    await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/load`)
    await choose(page, 'Encoding', 'iso-8859-15')
    await page.getByRole('button', { name: 'Read everything as found' }).waitFor()
    await reached(batch, (now) => now.stage === 'open' && now.files[0]?.found?.encoding === 'iso-8859-15')
    const kept = await engine.batches.get({ batch })
    expect([kept.mapping !== null, kept.accounts]).toEqual([true, 30])
    await choose(page, 'Delimiter', 'semicolon')
    await page.getByText('It is kept as the template').waitFor()
    await page.getByRole('link', { name: 'Map the columns' }).waitFor()
    const { mapping, stage } = await engine.batches.get({ batch })
    expect([mapping, stage]).toEqual([null, 'mapping'])
    harness.leave(page)
  })

  test('moves the header of only the shown sheet: by a button in the row, by keyboard or by its number', async () => {
    const page = await harness.openPage()
    await openFile(page, fileOf('titles.xlsx', book()))
    const batch = await isRead(page)
    await page.getByRole('columnheader', { name: 'Header 3' }).waitFor()
    const above = page.getByRole('rowgroup', { name: 'Rows above the header, not read as data' })
    await above.getByRole('gridcell', { name: 'Northwind Energy' }).waitFor()
    const row = page.getByRole('row').filter({ hasText: 'NW-2' }).first()
    await row.hover()
    await row.getByRole('button', { name: 'Make row 5 the header' }).click()
    await page.getByRole('columnheader', { name: 'NW-2', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Map the columns' }).waitFor()
    const grid = page.getByRole('grid')
    await grid.press('ArrowDown')
    await grid.press('ArrowDown')
    await page.locator('[role="row"][aria-selected="true"]').filter({ hasText: 'NW-4' }).waitFor()
    await page.keyboard.press('h')
    await page.getByRole('columnheader', { name: 'NW-4', exact: true }).waitFor()
    await page.getByRole('link', { name: 'Map the columns' }).waitFor()
    await page.getByLabel('Header row').fill('3')
    await page.keyboard.press('Enter')
    await page.getByRole('columnheader', { name: 'Account No' }).waitFor()
    await page.getByRole('link', { name: 'Map the columns' }).waitFor()
    const { files } = await harness.engine().batches.get({ batch })
    expect(files[0]?.readAs).toEqual({ headerRows: { Accounts: 3 } })
    const sheets = await harness.engine().sheets.list({ batch })
    expect(sheets.map(({ info }) => [info.name, info.headerRow])).toEqual([
      ['Accounts', 3],
      ['Old rows', 1],
    ])
    harness.leave(page)
  })

  test('asks for the file if it is missing, and changes nothing before', async () => {
    const page = await harness.openPage()
    const path = fileOf('moved.csv', 'Title,\nA,B\n1,2\n3,4\n')
    await openFile(page, path)
    const batch = await isRead(page)
    for (const upload of uploads())
      rmSync(join(harness.folder, 'data', 'uploads', upload), { recursive: true })
    await page.getByLabel('Header row').fill('3')
    await page.keyboard.press('Enter')
    await page.getByText('file_missing').waitFor()
    await expect.poll(() => headers(page)).toEqual(['A', 'B'])
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose the file' }).click(),
    ])
    await chooser.setFiles(path)
    await page.getByRole('columnheader', { name: '1', exact: true }).waitFor()
    await expect.poll(() => isRead(page)).toBe(batch)
    await expect.poll(() => page.getByText('file_missing').count()).toBe(0)
    harness.leave(page)
  })
})

describe('interrupting a file', () => {
  test('during its upload leaves nothing', async () => {
    const page = await harness.openPage()
    const before = { batches: (await harness.engine().batches.list()).length, uploads: uploads().length }
    const session = await page.context().newCDPSession(page)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: 200_000,
    })
    await openFile(page, fileOf('slow.csv', `A,B\n${'some text,more text\n'.repeat(100_000)}`))
    await page.getByText('Uploading slow.csv').waitFor()
    await expect.poll(() => uploads().length).toBe(before.uploads + 1)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Upload cancelled. Nothing was kept.').waitFor()
    await expect.poll(() => uploads().length).toBe(before.uploads)
    await expect.poll(() => harness.engine().batches.list()).toHaveLength(before.batches)
    // Its network is as before.
    await session.detach()
    harness.leave(page)
  })

  test('while it is read leaves no batch; its first rows were shown at once', async () => {
    const page = await harness.openPage()
    await openFile(page, longFile(endless, 4_000))
    await page.getByRole('gridcell', { name: 'L-5', exact: true }).waitFor()
    const batch = batchOf(page)
    await expect.poll(async () => (await harness.engine().batches.get({ batch })).stage).toBe('reading')
    await page.getByText(/so far/).waitFor()
    await takePictures(page, 'load-reading')
    await page.getByRole('button', { name: 'Stop reading' }).click()
    await page.getByText('Reading was stopped').waitFor()
    await page.getByRole('button', { name: /^Open a file/ }).waitFor()
    await expect
      .poll(async () => (await harness.engine().batches.list()).map(({ id }) => id))
      .not.toContain(batch)
    harness.leave(page)
  })

  test('by closing the window has no effect: the reading continues, and another window shows the rows', async () => {
    const page = await harness.openPage()
    await openFile(page, longFile('left-alone.csv', 50_000))
    await page.getByRole('grid').waitFor()
    const batch = batchOf(page)
    await page.context().close()
    await reached(batch, (now) => now.stage === 'mapping')
    const other = await harness.openPage('dark')
    await other.getByRole('link', { name: 'left-alone.csv' }).click()
    await other
      .getByRole('navigation', { name: 'Steps of this batch' })
      .getByRole('link', { name: 'Load' })
      .click()
    await other.getByRole('grid').press('End')
    await other.getByRole('gridcell', { name: 'L-49999', exact: true }).waitFor()
    await expect.poll(() => headers(other)).toEqual(['Account No', 'Name', 'Phone'])
    harness.leave(other)
  })
})

function longFile(name: string, rows: number): string {
  const lines = Array.from({ length: rows }, (_, at) => `L-${at},Name ${at},020 7946 0${at}`)
  return fileOf(name, ['Account No,Name,Phone', ...lines].join('\n'))
}

describe('before anything else, the batch page shows', () => {
  test('batches with the same file or some of the same accounts, and how many were sent', async () => {
    const engine = harness.engine()
    const { baseUrl, tokenUrl, apiKey } = harness.sandbox
    const sample = await generateAccounts({
      seed: 11,
      count: 20,
      shape: 'wide',
      damage: 0,
      format: 'csv',
      folder: harness.folder,
      name: 'first',
    })
    const settings = connectionSettings.parse({
      baseUrl,
      tokenUrl,
      limits: { pollFirstMs: 100, readsPerMinute: null },
    })
    const { id } = await engine.connections.save({ name: 'Practice here', settings })
    await engine.connections.setKey({ id, key: apiKey })
    const { batch } = await engine.batches.load({
      path: sample.file,
      name: 'First delivery',
      mapping: sample.mapping,
      catalogue: { shipped: 'example' },
      connection: id,
      supplier: 'ACME',
    })
    await reached(batch, (now) => now.stage === 'open')
    await engine.batches.validate({ batch })
    await reached(batch, (now) => !now.validating && now.states.unvalidated === 0)
    await engine.batches.release({ batch, limit: 3 })
    await reached(batch, ({ states }) => states.done === 3)

    const page = await harness.openPage()
    const link = page.locator('main').getByRole('link', { name: 'First delivery' })
    await openFile(page, sample.file)
    await page.getByText('This very file was loaded before').waitFor()
    await page.getByText('20 accounts in both, 3 of them already sent').waitFor()
    const rows = readFileSync(sample.file, 'utf8').split('\n').slice(0, 9).join('\n')
    await openFile(page, fileOf('second.csv', rows))
    await page.getByText('Accounts of this file are in other batches too').waitFor()
    await page.getByText('8 accounts in both, 3 of them already sent').waitFor()
    // One that is identical, among others that are not: the title is true of all, and only that one is marked.
    await openFile(page, fileOf('third.csv', rows))
    await page.getByText('Similar files are in other batches, one of them identical').waitFor()
    const marked = page.getByRole('listitem').filter({ hasText: 'identical file' })
    expect(await marked.getByRole('link').allInnerTexts()).toEqual(['second.csv'])
    await takePictures(page, 'load-similar')
    const [notice, grid] = [await link.boundingBox(), await page.getByRole('grid').boundingBox()]
    expect(notice?.y ?? 0).toBeLessThan(grid?.y ?? 0)
    await link.click()
    await expect.poll(() => batchOf(page)).toBe(batch)
    // The sent data stays as it was read.
    await page.getByText('so the file cannot be read again').waitFor()
    await expect.poll(() => page.getByRole('combobox', { name: 'Encoding' }).count()).toBe(0)
    harness.leave(page)
  })
})

describe('an irregularity of a file', () => {
  test('is listed by kind, also on hidden sheets, and leads to its cell', async () => {
    const page = await harness.openPage('light', smallSize)
    await openFile(page, fileOf('odd.xlsx', book()))
    await isRead(page)
    await page.getByText('1 hidden sheet was read too: Old rows.').waitFor()
    await page.getByRole('button', { name: /^Hidden sheets/ }).waitFor()
    const beyond = page.getByRole('button', { name: /^Cells beyond the header/ })
    if ((await beyond.getAttribute('aria-expanded')) === 'false') await beyond.click()
    await page.getByRole('button', { name: /^Row 403 / }).click()
    const current = page.locator('[role="row"][aria-selected="true"]')
    await current.filter({ hasText: 'NW-400' }).waitFor()
    await current.getByRole('gridcell', { name: /stray/ }).waitFor()
    const [row, grid] = [await current.boundingBox(), await page.getByRole('grid').boundingBox()]
    if (row === null || grid === null) throw new Error('Nothing is shown')
    expect(row.y).toBeGreaterThan(grid.y)
    expect(row.y + row.height).toBeLessThanOrEqual(grid.y + grid.height)
    harness.leave(page)
  })
})

/** Two title lines, the header in row 3, 400 accounts with a gap, a stray cell in the last row; a hidden sheet. */
function book(): Uint8Array {
  const accounts = Array.from({ length: 400 }, (_, at) => [
    `NW-${at + 1}`,
    `Name ${at + 1}`,
    'Oslo',
    ...(at === 399 ? ['stray'] : []),
  ])
  const rows = [['Northwind Energy'], ['Made on', '2026-03-04'], ['Account No', 'Name', 'Town'], ...accounts]
  return handWorkbook({
    sheets: [
      { name: 'Accounts', rows: textRows(rows) },
      {
        name: 'Old rows',
        state: 'hidden',
        rows: textRows([
          ['A', 'B'],
          ['1', '2'],
        ]),
      },
    ],
  })
}
