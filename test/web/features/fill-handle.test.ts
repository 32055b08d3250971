// Tests the square at the corner of the grid's selection: dragging it fills cells from the selection in each direction, a
// double click fills down to the end of the data beside it, each as one edit, and the state of an account has none.
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { generateAccounts } from '../../files/generate.ts'
import { takePictures } from '../pictures.ts'
import { harnessOfAllTests, openBatch } from '../travel.ts'

const accounts = 60
const harness = harnessOfAllTests()
let batch = 0
const columns = { type: -1, occupier: -1, name: -1, email: -1 }

beforeAll(async () => {
  const { folder } = harness()
  const shape = { seed: 8, count: accounts, shape: 'wide', damage: 0, format: 'csv', folder } as const
  batch = await openBatch(harness(), null, await generateAccounts(shape))
  const [sheet] = await harness().engine().sheets.list({ batch })
  const indexOf = (name: string): number =>
    sheet?.info.columns.find((column) => column.name === name)?.index ?? -1
  columns.name = indexOf('Bill name')
  columns.email = indexOf('Bill email')
  columns.occupier = indexOf('Occupier')
  columns.type = indexOf('Account type')
})

async function openFix(): Promise<Page> {
  const page = await harness().openPage('light', { width: 1600, height: 1000 })
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix?show=all`)
  await page.locator('[data-account]').waitFor()
  return page
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Steps to the right of the key: state, account type, occupier, Bill name. */
async function choose(page: Page, right: number, down: number): Promise<void> {
  await page.getByTestId('data-grid-canvas').focus()
  await press(page, 'Control+Home', ...Array.from({ length: right }, () => 'ArrowRight'))
  await press(page, ...Array.from({ length: down }, () => 'ArrowDown'))
  await page.locator('[data-chosen-cell]').waitFor()
}

type Point = { readonly x: number; readonly y: number }

/** The lower right corner of the chosen cell, and the size of its row and column: its editor covers it. */
async function corner(page: Page): Promise<Point & { readonly width: number; readonly height: number }> {
  await press(page, 'F2')
  const editor = page.getByLabel('Text of the cell')
  const box = await editor.evaluate((field) => {
    const { right, bottom, width, height } = (field.closest('.gdg-style') ?? field).getBoundingClientRect()
    return { right, bottom, width, height }
  })
  await press(page, 'Escape')
  await editor.waitFor({ state: 'detached' })
  return { x: box.right - 2, y: box.bottom - 2, width: box.width, height: 28 }
}

async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 })
  await page.mouse.move(to.x, to.y, { steps: 4 })
}

async function texts(column: number, limit = 8): Promise<(string | undefined)[]> {
  const { rows } = await harness().engine().sheets.page({ batch, sheet: 0, offset: 0, limit })
  return rows.map(({ cells }) => cells[column])
}

async function newest(): Promise<{ readonly cells: number; readonly undone: boolean } | undefined> {
  const [edit] = await harness().engine().edits.history({ batch })
  return edit === undefined ? undefined : { cells: edit.cells, undone: edit.undone }
}

const cursor = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.querySelector<HTMLElement>('.dvn-scroller')
    return at === null ? '' : getComputedStyle(at).cursor
  })

test('the handle is dragged down and up: the cells get the text, selected, as one edit that one undo reverts', async () => {
  const page = await openFix()
  await choose(page, 4, 2)
  const before = await texts(columns.name)
  const { x, y, height } = await corner(page)
  await page.mouse.move(x, y)
  await expect.poll(() => cursor(page)).toBe('crosshair')
  await takePictures(page, 'fill-handle')
  await drag(page, { x, y }, { x: x - 30, y: y + 3 * height - 10 })
  await takePictures(page, 'fill-handle-dragged')
  await page.mouse.up()
  const filled = [...before.slice(0, 2), ...Array.from({ length: 4 }, () => before[2]), ...before.slice(6)]
  await expect.poll(() => texts(columns.name)).toEqual(filled)
  expect(await newest()).toEqual({ cells: 3, undone: false })
  await expect.poll(() => page.locator('[role="gridcell"][aria-selected="true"]').count()).toBe(4)
  await press(page, 'Control+z')
  await expect.poll(() => texts(columns.name)).toEqual(before)

  await choose(page, 4, 2)
  await drag(page, { x, y }, { x: x - 30, y: y - 2 * height - 10 })
  await page.mouse.up()
  await expect.poll(() => texts(columns.name, 3)).toEqual([before[2], before[2], before[2]])
  await press(page, 'Control+z')
  await expect.poll(() => texts(columns.name)).toEqual(before)
  harness().leave(page)
})

test('several rows are repeated downwards, and a cell is filled to the right', async () => {
  const page = await openFix()
  await choose(page, 4, 1)
  const before = await texts(columns.name)
  const emails = await texts(columns.email)
  const { x, y, width, height } = await corner(page)
  await choose(page, 4, 0)
  await press(page, 'Shift+ArrowDown')
  await drag(page, { x, y }, { x: x - 30, y: y + 5 * height - 10 })
  await page.mouse.up()
  const [first, second] = before
  await expect
    .poll(() => texts(columns.name))
    .toEqual([first, second, first, second, first, second, first, before[7]])
  expect((await newest())?.cells).toBe(5)
  await press(page, 'Control+z')
  await expect.poll(() => texts(columns.name)).toEqual(before)

  await choose(page, 4, 1)
  await drag(page, { x, y }, { x: x + width / 2, y: y - 10 })
  await page.mouse.up()
  await expect.poll(async () => (await texts(columns.email))[1]).toBe(second)
  expect((await texts(columns.email)).toSpliced(1, 1)).toEqual(emails.toSpliced(1, 1))
  await press(page, 'Control+z')
  await expect.poll(() => texts(columns.email)).toEqual(emails)
  harness().leave(page)
})

test('a double click on the handle fills down to the end of the data beside it, and opens no editor', async () => {
  const { edits } = harness().engine()
  const { rows } = await harness().engine().sheets.page({ batch, sheet: 0, offset: 0, limit: accounts })
  const row = (at: number): number => rows[at]?.row ?? 0
  // The column on the left ends at the tenth row.
  const cells = [{ sheet: 0, row: row(10), column: columns.occupier, text: '' }]
  await edits.apply({ batch, words: 'Gap', cells })
  const page = await openFix()
  await choose(page, 4, 3)
  const before = await texts(columns.name, accounts)
  const { x, y } = await corner(page)
  await page.mouse.move(x, y)
  await expect.poll(() => cursor(page)).toBe('crosshair')
  await page.mouse.dblclick(x, y)
  const filled = before.map((text, at) => (at > 3 && at < 10 ? before[3] : text))
  await expect.poll(() => texts(columns.name, accounts)).toEqual(filled)
  expect(await page.getByLabel('Text of the cell').count()).toBe(0)
  await expect.poll(() => page.locator('[role="gridcell"][aria-selected="true"]').count()).toBe(7)
  await press(page, 'Control+z', 'Control+z')
  await expect.poll(() => texts(columns.name, accounts)).toEqual(before)
  harness().leave(page)
})

test('the state of an account has no handle, and neither has a grid without the keys', async () => {
  const page = await openFix()
  await choose(page, 2, 2)
  const { x, y, width } = await corner(page)
  await page.mouse.move(x, y)
  await expect.poll(() => cursor(page)).toBe('crosshair')
  // The state is the column on the left.
  await press(page, 'ArrowLeft')
  await page.mouse.move(x - width - 6, y - 4)
  await page.mouse.move(x - width, y)
  await expect.poll(() => cursor(page)).not.toBe('crosshair')
  await press(page, 'ArrowRight')
  await page.getByRole('searchbox', { name: 'Text in a cell' }).focus()
  await page.mouse.move(x - 4, y - 4)
  await page.mouse.move(x, y)
  await expect.poll(() => cursor(page)).not.toBe('crosshair')
  harness().leave(page)
})
