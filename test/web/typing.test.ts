// Tests that what is typed in the Fix step reaches the chosen cell: after a problem was chosen or clicked, in pinned
// columns, in a cell that is out of view, and in a row that is still being read. In a real browser with the real engine.
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateAccounts } from '../files/generate.ts'
import { gridHasFocus } from './hands.ts'
import { takePictures } from './pictures.ts'
import { waitingFor } from './page-that-waits.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from './window-harness.ts'

const accounts = 1_200
let browser: Browser
let harness: WindowHarness
let batch = 0

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  const { folder } = harness
  const shape = { seed: 11, count: accounts, shape: 'wide', damage: 0.1, format: 'csv', folder } as const
  const sample = await generateAccounts(shape)
  const opened = await harness.engine().batches.load({
    path: sample.file,
    mapping: sample.mapping,
    catalogue: { shipped: 'example' },
    connection: null,
    supplier: 'ACME',
  })
  batch = opened.batch
  await harness.reached(batch, ({ stage, work }) => stage === 'open' && work === null)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

async function openFix(query = '?show=all', width = 1280): Promise<Page> {
  const page = await harness.openPage('light', { width, height: 800 })
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix${query}`)
  await page.locator('[data-account]').waitFor()
  return page
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Column indexes of the grid: row, key, state, type, occupier, then these. */
const keyColumn = 1
const billName = 5
const canvas = (page: Page): Locator => page.getByTestId('data-grid-canvas')
const cell = (page: Page, column: number, row: number): Locator =>
  page.getByTestId(`glide-cell-${column}-${row}`)
const editor = (page: Page): Locator => page.getByLabel('Text of the cell')
const causes = (page: Page): Locator =>
  page.getByRole('navigation', { name: 'Problems by cause' }).locator('button[data-cause-step]')

async function selected(page: Page): Promise<string> {
  const found = page.locator('[role="gridcell"][aria-selected="true"]')
  return (await found.evaluateAll((cells) => cells.map(({ id }) => id)))[0] ?? ''
}

/** The grid writes what it shows to its accessible table a moment later: the selection that no longer changes, and is not `before`. */
async function settledSelection(page: Page, before = ''): Promise<string> {
  let last = ''
  let times = 0
  await expect
    .poll(
      async () => {
        const now = await selected(page)
        times = now === last ? times + 1 : 1
        last = now
        return now !== '' && now !== before && times >= 3
      },
      { interval: 500 },
    )
    .toBe(true)
  return last
}

/** The column's place in the file, for reading the engine's own text. */
async function textAt(row: number, name: string): Promise<string | undefined> {
  const [sheet] = await harness.engine().sheets.list({ batch })
  const index = sheet?.info.columns.find((column) => column.name === name)?.index ?? -1
  const { rows } = await harness.engine().sheets.page({ batch, sheet: 0, offset: row, limit: 1 })
  return rows[0]?.cells[index]
}

test('a chosen problem gives the grid the focus on its first wrong cell, and a click on that cell keeps it', async () => {
  const page = await openFix('')
  const all = await causes(page).count()
  expect(all).toBeGreaterThan(1)
  for (let at = 0; at < Math.min(4, all); at += 1) {
    await causes(page).nth(at).click()
    // At once, before the rows of the problem have come.
    await page.keyboard.type('xy')
    await expect.poll(() => editor(page).inputValue()).toBe('xy')
    expect(await causes(page).nth(at).getAttribute('aria-pressed')).toBe('true')
    const id = await settledSelection(page)
    expect(await page.locator(`#${id}`).getAttribute('aria-invalid')).toBe('true')
    await press(page, 'Escape')
    await editor(page).waitFor({ state: 'detached' })
    expect(await gridHasFocus(page)).toBe(true)
    if (at === 0) await takePictures(page, 'chosen-cell')
    await press(page, 'F2')
    const box = await editor(page).boundingBox()
    const grid = await canvas(page).boundingBox()
    expect((box?.x ?? 0) + 24).toBeLessThan((grid?.x ?? 0) + (grid?.width ?? 0))
    await press(page, 'Escape')
    await editor(page).waitFor({ state: 'detached' })
    // The cell itself is clicked while the focus is elsewhere.
    await causes(page).nth(at).focus()
    await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10)
    await expect.poll(() => gridHasFocus(page)).toBe(true)
    expect(await settledSelection(page)).toBe(id)
    await press(page, 'F2')
    await editor(page).waitFor()
    await press(page, 'Escape')
  }
  harness.leave(page)
})

test('pinned columns open by typing, F2 and Enter as others do, also when the rest is scrolled far to the right', async () => {
  const page = await openFix()
  await canvas(page).focus()
  await press(page, 'Control+Home', 'Home')
  const key = (await cell(page, keyColumn, 0).textContent()) ?? ''
  await press(page, 'End')
  await page.mouse.move(700, 400)
  await page.mouse.wheel(9_000, 0)
  await press(page, 'Home')
  await page.keyboard.type('N7')
  await expect.poll(() => editor(page).inputValue()).toBe('N7')
  await press(page, 'Escape')
  for (const opener of ['F2', 'Enter']) {
    await editor(page).waitFor({ state: 'detached' })
    await press(page, opener)
    await expect.poll(() => editor(page).inputValue()).toBe(key)
    await press(page, 'Escape')
  }
  harness.leave(page)
})

test('typing goes to the chosen cell when it was scrolled out of view, and a space begins a text', async () => {
  const page = await openFix()
  await canvas(page).focus()
  await press(page, 'Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await expect.poll(() => selected(page)).toBe(`glide-cell-${billName}-0`)
  const before = await textAt(0, 'Bill name')
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, 6_000)
  await cell(page, billName, 0).waitFor({ state: 'detached' })
  await page.keyboard.type(' from afar')
  await expect.poll(() => editor(page).inputValue()).toBe(' from afar')
  await press(page, 'Enter')
  await expect.poll(() => textAt(0, 'Bill name')).toBe(' from afar')
  await press(page, 'Control+z')
  await expect.poll(() => textAt(0, 'Bill name')).toBe(before)
  harness.leave(page)
})

test('an input method composes in the editor that its first key opens, and an accent is typed with its letter', async () => {
  const page = await openFix()
  await canvas(page).focus()
  await press(page, 'Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await expect.poll(() => selected(page)).toBe(`glide-cell-${billName}-0`)
  const before = await textAt(0, 'Bill name')
  const browserKeys = await page.context().newCDPSession(page)
  const key = (name: string, code: number, text = ''): Promise<unknown> =>
    browserKeys.send('Input.dispatchKeyEvent', {
      type: 'keyDown',
      key: name,
      windowsVirtualKeyCode: code,
      text,
    })
  await key('Process', 229)
  await expect.poll(() => editor(page).evaluate((node) => node === document.activeElement)).toBe(true)
  await browserKeys.send('Input.imeSetComposition', { text: '東', selectionStart: 1, selectionEnd: 1 })
  await browserKeys.send('Input.insertText', { text: '東京' })
  await press(page, 'Enter')
  await expect.poll(() => textAt(0, 'Bill name')).toBe('東京')
  await press(page, 'ArrowUp')
  await expect.poll(() => selected(page)).toBe(`glide-cell-${billName}-0`)
  // As Windows and Linux report an accent: alone, then the letter with it.
  await key('Dead', 0)
  await key('é', 69, 'é')
  await page.keyboard.type('lan')
  await expect.poll(() => editor(page).inputValue()).toBe('élan')
  await press(page, 'Escape', 'Control+z')
  await expect.poll(() => textAt(0, 'Bill name')).toBe(before)
  harness.leave(page)
})

test('a window that changes its size takes what is typed into the open cell, which keeps the focus', async () => {
  const page = await openFix()
  await canvas(page).focus()
  await press(page, 'Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  await expect.poll(() => selected(page)).toBe(`glide-cell-${billName}-0`)
  const before = await textAt(0, 'Bill name')
  await page.keyboard.type('Half a na')
  await expect.poll(() => editor(page).inputValue()).toBe('Half a na')
  await page.setViewportSize({ width: 1600, height: 800 })
  await editor(page).waitFor({ state: 'detached' })
  await expect.poll(() => textAt(0, 'Bill name')).toBe('Half a na')
  await expect.poll(() => selected(page)).toBe(`glide-cell-${billName}-0`)
  await press(page, 'F2')
  await page.keyboard.type('me')
  await press(page, 'Enter')
  await expect.poll(() => textAt(0, 'Bill name')).toBe('Half a name')
  await press(page, 'Control+z', 'Control+z')
  await expect.poll(() => textAt(0, 'Bill name')).toBe(before)
  harness.leave(page)
})

test('keys that are typed while the row is being read reach it and the row below, in their order', async () => {
  const page = await openFix()
  const { hold, resume } = waitingFor(page)
  await canvas(page).focus()
  await press(page, 'Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  const start = await settledSelection(page)
  await hold()
  // No page of rows in the middle of the file has been read.
  for (let pages = 0; pages < 20; pages += 1) await press(page, 'PageDown')
  const row = Number((await settledSelection(page, start)).split('-').at(-1))
  expect(row).toBeGreaterThan(300)
  await page.keyboard.type('first')
  await press(page, 'Enter')
  await page.keyboard.type('second')
  await press(page, 'Enter')
  await resume()
  await expect.poll(() => textAt(row, 'Bill name')).toBe('first')
  await expect.poll(() => textAt(row + 1, 'Bill name')).toBe('second')
  await press(page, 'Control+z', 'Control+z')
  await expect.poll(() => textAt(row, 'Bill name')).not.toBe('first')
  harness.leave(page)
})

test('the menu of a cell begins with its keys’ actions and decisions, opens by keyboard, and acts on the selection', async () => {
  const page = await openFix()
  await canvas(page).focus()
  await press(page, 'Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight')
  const before = [await textAt(0, 'Bill name'), await textAt(1, 'Bill name')]
  await press(page, 'Shift+ArrowDown', 'Shift+F10')
  const items = page.getByRole('menuitem')
  await items.first().waitFor()
  const words = await items.allTextContents()
  expect(words.slice(0, 7)).toEqual([
    'CopyCtrl C',
    'PasteCtrl V',
    'ClearDel',
    'Fill downCtrl D',
    expect.stringMatching(/undo.*Ctrl Z$/i),
    'Hold…',
    'Exclude…',
  ])
  await takePictures(page, 'cell-menu')
  await page.getByRole('menuitem', { name: 'Fill down' }).press('Enter')
  await expect.poll(() => textAt(1, 'Bill name')).toBe(before[0])
  await expect.poll(() => gridHasFocus(page)).toBe(true)
  await press(page, 'ContextMenu')
  await page.getByRole('menuitem', { name: /^Undo/ }).press('Enter')
  await expect.poll(() => textAt(1, 'Bill name')).toBe(before[1])
  await press(page, 'Shift+F10')
  await page.getByRole('menuitem', { name: 'Hold…' }).press('Enter')
  await page.getByRole('dialog', { name: 'Hold 2 selected accounts' }).waitFor()
  await press(page, 'Escape')
  await expect.poll(() => gridHasFocus(page)).toBe(true)
  harness.leave(page)
})

test('the editor of a closed list offers its values and the one that is probably meant; other texts stay possible', async () => {
  const page = await openFix()
  await canvas(page).focus()
  await press(page, 'Control+Home', 'ArrowRight', 'ArrowRight')
  const before = await textAt(0, 'Account type')
  await press(page, 'F2')
  const list = page.getByRole('listbox', { name: 'Allowed values' })
  await list.getByRole('option', { name: 'BUSINESS' }).waitFor()
  await press(page, 'Control+a')
  await page.keyboard.type('DOMSTIC')
  await page.getByRole('button', { name: 'Did you mean DOMESTIC?' }).waitFor()
  await takePictures(page, 'cell-choices')
  await press(page, 'Control+a')
  await page.keyboard.type('bus')
  await expect.poll(() => list.getByRole('option').allTextContents()).toEqual(['BUSINESS'])
  await press(page, 'ArrowDown', 'Enter')
  await expect.poll(() => textAt(0, 'Account type')).toBe('BUSINESS')
  await press(page, 'ArrowUp')
  await page.keyboard.type('DOMSTIC')
  await page.getByRole('button', { name: 'Did you mean DOMESTIC?' }).click()
  await expect.poll(() => textAt(0, 'Account type')).toBe('DOMESTIC')
  await page.keyboard.type('Other')
  await press(page, 'Enter')
  await expect.poll(() => textAt(0, 'Account type')).toBe('Other')
  await press(page, 'Control+z', 'Control+z', 'Control+z')
  await expect.poll(() => textAt(0, 'Account type')).toBe(before)
  harness.leave(page)
})

test('the editor of a date offers a calendar, which writes the picked day in the order of the column', async () => {
  const page = await openFix()
  const [sheet] = await harness.engine().sheets.list({ batch })
  const index = sheet?.info.columns.find((column) => column.name === 'Move-in')?.index ?? 0
  await canvas(page).focus()
  await press(page, 'Control+Home', 'Home')
  // Column 1 is the key, 2 the state, then the others as in the file.
  for (let at = 1; at < index + 2; at += 1) await press(page, 'ArrowRight')
  const before = await textAt(0, 'Move-in')
  await page.keyboard.type('28/02/2024')
  const calendar = page.getByRole('group', { name: 'Calendar' })
  await calendar.getByText('February 2024').waitFor()
  await takePictures(page, 'cell-calendar')
  await press(page, 'ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter')
  await calendar.waitFor({ state: 'detached' })
  await expect.poll(() => textAt(0, 'Move-in')).toBe('01/03/2024')
  await expect.poll(() => gridHasFocus(page)).toBe(true)
  await press(page, 'F2', 'ArrowDown', 'Escape')
  await page.keyboard.type('x')
  await expect.poll(() => editor(page).inputValue()).toContain('x')
  await press(page, 'Escape', 'Control+z')
  await expect.poll(() => textAt(0, 'Move-in')).toBe(before)
  harness.leave(page)
})

test('Shift+Tab goes back in the grid and leaves it at the first cell, Tab leaves it at the last; F6 goes to the next pane', async () => {
  const page = await openFix()
  await canvas(page).focus()
  await press(page, 'Control+Home', 'Home', 'Tab', 'Tab')
  await expect.poll(() => selected(page)).toBe('glide-cell-3-0')
  await press(page, 'Shift+Tab', 'Shift+Tab')
  await expect.poll(() => selected(page)).toBe('glide-cell-1-0')
  await press(page, 'Shift+Tab')
  await expect.poll(() => gridHasFocus(page)).toBe(false)
  await press(page, 'Tab')
  await expect.poll(() => gridHasFocus(page)).toBe(true)
  await press(page, 'End', 'Tab')
  await expect.poll(() => gridHasFocus(page)).toBe(false)
  const inPane = (name: string): Promise<boolean> =>
    page.evaluate((pane) => document.activeElement?.closest(`[data-pane="${pane}"]`) !== null, name)
  await canvas(page).focus()
  for (const [key, pane] of [
    ['F6', 'account'],
    ['F6', 'causes'],
    ['F6', 'grid'],
    ['Shift+F6', 'causes'],
  ] as const) {
    await press(page, key)
    await expect.poll(() => inPane(pane)).toBe(true)
  }
  await press(page, '?')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await list.getByText('Go to the next pane').waitFor()
  await press(page, 'Escape')
  harness.leave(page)
})

test('the tooltip of a wrong cell comes beside it after a rest, and ends with a key, a click and the repair', async () => {
  const page = await openFix('')
  await causes(page).first().click()
  const wrong = page.locator('[role="gridcell"][aria-selected="true"][aria-invalid="true"]')
  await wrong.waitFor({ state: 'attached' })
  await press(page, 'F2')
  const at = await editor(page).boundingBox()
  await press(page, 'Escape')
  await editor(page).waitFor({ state: 'detached' })
  const [x, y] = [(at?.x ?? 0) + 12, (at?.y ?? 0) + 12]
  const tip = page.getByRole('tooltip')
  const since = Date.now()
  await page.mouse.move(x, y)
  await tip.waitFor()
  expect(Date.now() - since).toBeGreaterThan(590)
  const box = await tip.boundingBox()
  const isBeside = (box?.x ?? 0) >= x || (box?.x ?? 0) + (box?.width ?? 0) <= x
  expect(isBeside).toBe(true)
  await takePictures(page, 'cell-tip')
  await press(page, 'ArrowDown')
  await tip.waitFor({ state: 'detached' })
  await page.mouse.move(x + 1, y)
  await page.waitForTimeout(900)
  expect(await tip.count()).toBe(0)
  await page.mouse.move(300, 20)
  await page.mouse.move(x, y)
  await tip.waitFor()
  await page.mouse.click(x, y)
  await tip.waitFor({ state: 'detached' })
  await page.waitForTimeout(900)
  expect(await tip.count()).toBe(0)
  harness.leave(page)
})
