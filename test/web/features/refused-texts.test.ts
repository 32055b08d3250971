// Tests that a text which cannot be written is named in a sentence: of an account that is there already, of a paste over the
// end of the rows, of a text that is too long. And that an open cell keeps its text when the page is left. In a real
// browser with the real engine.
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { generateAccounts } from '../../files/generate.ts'
import { takePictures } from '../pictures.ts'
import { connected, harnessOfAllTests, validatedBatch } from '../travel.ts'

const accounts = 12
const created = 2
const harness = harnessOfAllTests()
let batch = 0
let column = -1

beforeAll(async () => {
  const { folder } = harness()
  const shape = { seed: 3, count: accounts, shape: 'wide', damage: 0, format: 'csv', folder } as const
  batch = await validatedBatch(harness(), await connected(harness()), await generateAccounts(shape))
  await harness().engine().batches.release({ batch, limit: created })
  await harness().reached(batch, ({ outcomes }) => outcomes.created === created)
  const [sheet] = await harness().engine().sheets.list({ batch })
  column = sheet?.info.columns.find(({ name }) => name === 'Bill name')?.index ?? -1
})

async function openFix(): Promise<Page> {
  const page = await harness().openPage()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix?show=all`)
  await page.locator('[data-account]').waitFor()
  return page
}

async function press(page: Page, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Chooses the Bill name of the row at this place of the list. */
async function chooseName(page: Page, at: number): Promise<void> {
  await page.getByTestId('data-grid-canvas').focus()
  await press(page, 'Control+Home', ...Array.from({ length: 4 }, () => 'ArrowRight'))
  await press(page, ...Array.from({ length: at }, () => 'ArrowDown'))
  await page.locator(`[data-chosen-cell$=":${column}"]`).waitFor()
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)
}

async function names(): Promise<readonly (string | undefined)[]> {
  const { rows } = await harness().engine().sheets.page({ batch, sheet: 0, offset: 0, limit: accounts })
  return rows.map(({ cells }) => cells[column])
}

test('typing into an account that is created, and pasting over it, says which texts were not written, and where', async () => {
  const page = await openFix()
  const before = await names()
  const { rows } = await harness().engine().sheets.page({ batch, sheet: 0, offset: 0, limit: accounts })
  const at = rows.findIndex(({ account }) => account?.outcome === 'created')
  const key = rows[at]?.account?.key ?? '?'
  const notices = page.getByLabel('Notifications')
  await chooseName(page, at)
  await page.keyboard.type('Too late')
  await press(page, 'Enter')
  const typed = notices.getByText('“Too late” was not written.')
  await typed.waitFor()
  expect(await typed.textContent()).toContain(key)
  await takePictures(page, 'refused-text')
  await chooseName(page, at)
  await paste(page, 'One\nTwo\nThree\nFour\nFive\n')
  await notices.getByText('“One”, “Two”, “Three” and 2 more were not written.').waitFor()
  expect(await names()).toEqual(before)
  harness().leave(page)
})

test('texts that lie outside the rows, and a text that is too long, are named; those inside are written', async () => {
  const page = await openFix()
  const notices = page.getByLabel('Notifications')
  await chooseName(page, accounts - 1)
  await paste(page, 'Inside\nBelow\n\n')
  await notices.getByText('“Below” was not written. 1 value lies outside').waitFor()
  await expect.poll(async () => (await names()).at(-1)).toBe('Inside')
  await paste(page, `Long ${'x'.repeat(33_000)}`)
  await notices.getByText(`“Long ${'x'.repeat(34)}…” was not written.`).waitFor()
  expect((await names()).at(-1)).toBe('Inside')
  await press(page, 'Control+z')
  await expect.poll(async () => (await names()).at(-1)).not.toBe('Inside')
  harness().leave(page)
})

test('a text in an open cell is written when the page is left without an end, and not when Escape came before', async () => {
  const page = await openFix()
  await chooseName(page, accounts - 1)
  const before = (await names()).at(-1)
  await page.keyboard.type('Dropped')
  await press(page, 'Escape')
  await page.keyboard.type('On the way')
  await page.getByLabel('Text of the cell').waitFor()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/map`)
  await expect.poll(async () => (await names()).at(-1)).toBe('On the way')
  const [newest] = await harness().engine().edits.history({ batch })
  expect(newest).toMatchObject({ cells: 1, undone: false })
  await harness().engine().edits.undo({ batch })
  expect((await names()).at(-1)).toBe(before)
  harness().leave(page)
})

test('a press elsewhere right after a key writes what was typed and leaves no editor open', async () => {
  const page = await openFix()
  await chooseName(page, accounts - 1)
  const before = (await names()).at(-1)
  const field = page.locator('[data-account] input[data-cell]:not([readonly])').nth(2)
  await field.waitFor()
  // In one go, before the editor can be there.
  await field.evaluate((input: HTMLInputElement) => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Y', bubbles: true, cancelable: true }),
    )
    input.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    input.focus()
  })
  await expect.poll(async () => (await names()).at(-1)).toBe('Y')
  await expect.poll(() => page.getByLabel('Text of the cell').count()).toBe(0)
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
  await harness().engine().edits.undo({ batch })
  expect((await names()).at(-1)).toBe(before)
  harness().leave(page)
})
