// Keystroke test of the Fix step: 2,000 random keys, clicks and pastes at full speed, while rows are validated and the
// accounts are built again. Every text must land in the cell that showed the focus ring or in the field of the account that
// had the caret, as one edit each, pinned columns and the key included. A text that is not taken is named in a sentence
// that the window shows; everything else is a loss. In a real browser with the real engine.
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateAccounts } from '../files/generate.ts'
import { createRandom, type Random } from '../files/random.ts'
import { shortened } from '../../renderer/accounts/typed/shortened.ts'
import { connected, showSensitive } from '../web/travel.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from '../web/window-harness.ts'

const accounts = 400
/** The first row holds the names of the columns. */
const lastRow = accounts + 1
const strokes = 2_000
/** An edited key builds all accounts again: it is typed into now and then, and edited meanwhile too. */
const keyColumn = 0
const keyShare = 0.15
/** Stay at the left, beside the key, while the other columns scroll. */
const pinnedColumns = { 'Second Landline': 22, 'Supply street': 24 }
const pinned: ReadonlySet<number> = new Set([keyColumn, ...Object.values(pinnedColumns)])

let browser: Browser
let harness: WindowHarness
let batch = 0

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  const { folder } = harness
  const shape = { seed: 21, count: accounts, shape: 'wide', damage: 0.2, format: 'csv', folder } as const
  const sample = await generateAccounts(shape)
  const opened = await harness.engine().batches.load({
    path: sample.file,
    mapping: sample.mapping,
    catalogue: { shipped: 'example' },
    connection: await connected(harness),
    supplier: 'ACME',
  })
  batch = opened.batch
  await harness.reached(batch, ({ stage, work }) => stage === 'open' && work === null)
  // Read back as they were typed.
  await showSensitive(harness, batch)
}, 240_000)
afterAll(async () => {
  await harness.close()
  await browser.close()
})

/** A cell of the sheet: its row number, and its column from zero. */
type Cell = { readonly row: number; readonly column: number }
type Typed = Cell & { readonly text: string; readonly by: string }

/** Frames that the ring must have stood still in: keys typed ahead are given to the grid frame by frame. */
const stillFrames = 10

/** The cell with the focus ring, once it stands still, no editor is open and the step takes input; null: none has it. */
async function ring(page: Page): Promise<Cell | null> {
  const found = await page.evaluateHandle(
    (frames) =>
      new Promise<{ readonly cell: string | null }>((resolve) => {
        let before: string | null = null
        let still = 0
        const look = (): void => {
          const box = document.querySelector('[data-chosen-cell]')
          const isBusy =
            document.querySelector('[data-rebuilding]') !== null ||
            // Keys that were typed before are on their way to the cell, and may move the ring.
            document.querySelector('[data-typing-ahead]') !== null ||
            document.querySelector('[data-cell-editor]') !== null
          const cell =
            box?.contains(document.activeElement) === true ? box.getAttribute('data-chosen-cell') : null
          still = isBusy || cell !== before ? 0 : still + 1
          before = cell
          if (still >= frames) resolve({ cell })
          else requestAnimationFrame(look)
        }
        look()
      }),
    stillFrames,
  )
  const cell = (await found.jsonValue()).cell
  const [row = 0, column = 0] = (cell ?? '').split(':').map(Number)
  return cell === null ? null : { row, column }
}

const moves = [
  'ArrowDown',
  'ArrowUp',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageDown',
  'PageUp',
  'Control+Home',
  'Control+ArrowRight',
] as const

type Run = {
  readonly page: Page
  readonly random: Random
  readonly typed: Typed[]
  strokes: number
  words: number
}

const nextText = (run: Run): string => {
  run.words += 1
  return `${run.random.pick(['q', 'Zz', '7', '&', 'x ', '+4'])}${run.words.toString(36)}k`
}

async function type(run: Run, text: string): Promise<void> {
  await run.page.keyboard.type(text)
  run.strokes += text.length
}

async function press(run: Run, key: string): Promise<void> {
  await run.page.keyboard.press(key)
  run.strokes += 1
}

/** The ring, once it is on a cell that is typed into. */
async function typableRing(run: Run): Promise<Cell> {
  for (let tries = 0; tries < 60; tries += 1) {
    const cell = await ring(run.page)
    if (cell !== null && (cell.column !== keyColumn || run.random.chance(keyShare))) return cell
    if (cell === null) await run.page.getByTestId('data-grid-canvas').focus()
    await press(run, run.random.pick(['Control+Home', 'ArrowRight', 'ArrowRight', 'ArrowDown']))
  }
  throw new Error('No cell takes a text.')
}

/** One text and the key that ends it, and now and then a second one below it without any wait. */
async function typeIntoCell(run: Run): Promise<void> {
  const cell = await typableRing(run)
  const end = run.random.pick(['Enter', 'Enter', 'Tab', 'Escape'])
  const opener = run.random.pick(['', '', 'F2'])
  const text = nextText(run)
  if (opener !== '') {
    await press(run, opener)
    await press(run, 'Control+a')
  }
  await type(run, text)
  await press(run, end)
  // The first one closes a list of choices.
  if (end === 'Escape') await press(run, end)
  else run.typed.push({ ...cell, text, by: `${opener} typed, ${end}` })
  const isLast = cell.row === lastRow || end !== 'Enter'
  if (isLast || run.random.whole(0, 4) > 0) return
  const below = nextText(run)
  await type(run, below)
  await press(run, 'Enter')
  run.typed.push({ row: cell.row + 1, column: cell.column, text: below, by: 'typed below at once' })
}

/** The field of the account that has the caret, once the step takes input: the cell that it edits; null: none. */
async function fieldWithCaret(page: Page): Promise<Cell | null> {
  await page.waitForFunction(() => document.querySelector('[data-rebuilding]') === null)
  const address = await page.evaluate(() => {
    const active = document.activeElement
    return active instanceof HTMLInputElement && !active.readOnly ? (active.dataset['cell'] ?? null) : null
  })
  const [, letters = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(address ?? '') ?? []
  if (letters === '') return null
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(row), column }
}

/** One text in a field of the account beside the grid, and now and then one in the next field without any wait. */
async function typeIntoAccount(run: Run): Promise<void> {
  const fields = run.page.locator('[data-account] input[data-cell]:not([readonly])')
  const count = await fields.count()
  if (count === 0) return
  await fields
    .nth(run.random.whole(0, count - 1))
    .click({ timeout: 2_000 })
    .catch(() => undefined)
  for (let more = run.random.whole(0, 2); more >= 0; more -= 1) {
    const cell = await fieldWithCaret(run.page)
    if (cell === null || (cell.column === keyColumn && !run.random.chance(keyShare))) return
    const text = nextText(run)
    await press(run, 'Control+a')
    await type(run, text)
    const end = more === 0 ? 'Enter' : 'Tab'
    await press(run, end)
    run.typed.push({ ...cell, text, by: `in the account, ${end}` })
  }
}

/** Two texts below each other. One in ten is longer than a cell may be, one in ten goes to the last row. */
async function paste(run: Run): Promise<void> {
  const kind = run.random.whole(0, 9)
  if (kind === 0) await pasteTooLong(run)
  else if (kind === 1) await pasteOverTheEnd(run)
  else await pasteTexts(run, await typableRing(run), [nextText(run), nextText(run)], 'pasted')
}

async function pasteTooLong(run: Run): Promise<void> {
  const long = `${nextText(run)} ${'long '.repeat(7_000)}`
  await pasteTexts(run, await typableRing(run), [long, nextText(run)], 'pasted, too long')
}

async function pasteOverTheEnd(run: Run): Promise<void> {
  await press(run, 'Control+End')
  await pasteTexts(run, await typableRing(run), [nextText(run), nextText(run)], 'pasted over the end')
}

async function pasteTexts(run: Run, cell: Cell, texts: readonly string[], by: string): Promise<void> {
  await run.page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    texts.map((text) => `${text}\n`).join(''),
  )
  run.strokes += 1
  texts.forEach((text, down) => run.typed.push({ ...cell, row: cell.row + down, text, by }))
}

async function clickSomewhere(run: Run): Promise<void> {
  const box = await run.page.getByTestId('data-grid-canvas').boundingBox()
  if (box === null) return
  const x = box.x + 60 + run.random.whole(0, Math.max(1, Math.floor(box.width) - 420))
  await run.page.mouse.click(x, box.y + 50 + run.random.whole(0, Math.max(1, Math.floor(box.height) - 80)))
  run.strokes += 1
}

/** Meanwhile: what was edited is validated again and again, and now and then an edited key builds all accounts. */
async function disturb(isOver: () => boolean): Promise<number> {
  const engine = harness.engine()
  let rebuilds = 0
  for (let round = 1; !isOver(); round += 1) {
    await engine.batches.validate({ batch }).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 700))
    if (round % 8 !== 4) continue
    const cells = [{ sheet: 0, row: accounts, column: keyColumn, text: `KEY-${round}` }]
    const made = await engine.edits.apply({ batch, words: 'Another key', cells }).then(
      () => true,
      () => false,
    )
    if (made) rebuilds += 1
  }
  return rebuilds
}

/** All texts that edits have given a cell; none where the sheet has no such row. */
async function textsOf({ row, column }: Cell): Promise<readonly string[]> {
  if (row > lastRow) return []
  const { edits } = await harness.engine().edits.cell({ batch, sheet: 0, row, column })
  return edits.map(({ after }) => after)
}

const lineOf = ({ row, column, text }: Cell & { readonly text: string }): string => `${row}:${column} ${text}`

/** Every text that edits gave a cell of the sheet, but for those of `disturb`. */
async function allWritten(): Promise<readonly string[]> {
  const page = await harness.engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 500 })
  const cells = page.rows.flatMap(({ row, edited }) => edited.map((column) => ({ row, column })))
  const written: string[] = []
  for (const cell of cells)
    for (const text of await textsOf(cell))
      if (!text.startsWith('KEY-')) written.push(lineOf({ ...cell, text }))
  return written.toSorted()
}

const isOf =
  ({ text }: Typed) =>
  (sentence: string): boolean =>
    sentence.includes(`“${shortened(text)}”`)

/** Keeps every sentence of a notice that can be seen, from now on. */
async function recordNotices(page: Page): Promise<() => Promise<readonly string[]>> {
  const kept = await page.evaluateHandle(() => {
    const sentences = new Set<string>()
    const look = (): void => {
      for (const one of document.querySelectorAll('[aria-label="Notifications"] p'))
        if (one.checkVisibility()) sentences.add(one.textContent ?? '')
    }
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
    return sentences
  })
  return () => kept.evaluate((sentences) => [...sentences])
}

async function pinColumns(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Choose columns/ }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  for (const name of Object.keys(pinnedColumns))
    await chooser.getByRole('button', { name: `Pin ${name} on the left` }).click()
  await page.keyboard.press('Escape')
  await chooser.waitFor({ state: 'hidden' })
}

async function typeAtRandom(run: Run): Promise<void> {
  const kind = run.random.whole(0, 19)
  if (kind < 8) await typeIntoCell(run)
  else if (kind < 11) await typeIntoAccount(run)
  else if (kind < 13) await paste(run)
  else if (kind < 17) await clickSomewhere(run)
  else await press(run, run.random.pick(moves))
}

test('2,000 keys, clicks and pastes land where the focus was, while rows are validated and built again', async () => {
  const seed = Number(process.env['CARRYOVER_SEED'] ?? 20261126)
  const page = await harness.openPage('light', { width: 1600, height: 1000 })
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix?show=all`)
  await page.locator('[data-account]').waitFor()
  await pinColumns(page)
  const notices = await recordNotices(page)
  await page.getByTestId('data-grid-canvas').focus()
  const run: Run = { page, random: createRandom(seed), typed: [], strokes: 0, words: 0 }
  let isOver = false
  const disturbed = disturb(() => isOver)
  await pasteTooLong(run)
  await pasteOverTheEnd(run)
  while (run.strokes < strokes) await typeAtRandom(run)
  isOver = true
  const rebuilds = await disturbed
  await harness.reached(batch, ({ stage, work }) => stage === 'open' && work === null)
  await page.waitForFunction(() => document.querySelector('[data-rebuilding]') === null)
  await page.getByText('Every edit saved').waitFor()

  const missing: Typed[] = []
  for (const one of run.typed) if (!(await textsOf(one)).includes(one.text)) missing.push(one)
  const said = await notices()
  const lost: (Typed & { readonly before: Typed | undefined })[] = []
  for (const one of missing)
    if (!said.some(isOf(one))) lost.push({ ...one, before: run.typed[run.typed.indexOf(one) - 1] })
  const inPinned = run.typed.filter(({ column }) => pinned.has(column)).length
  process.stdout.write(
    `seed ${seed}: ${run.strokes} strokes, ${run.typed.length} texts, ${inPinned} of them pinned, ${rebuilds} rebuilds, ` +
      `${missing.length - lost.length} refused with a sentence, ${lost.length} lost\n`,
  )
  expect(rebuilds).toBeGreaterThan(0)
  const landed = run.typed.filter((one) => !missing.includes(one)).map(lineOf)
  const elsewhere = (await allWritten()).filter((line) => !landed.includes(line))
  expect({ lost, elsewhere }).toEqual({ lost: [], elsewhere: [] })
  expect(missing.length).toBeGreaterThan(0)
  // One edit each.
  expect(await allWritten()).toEqual(landed.toSorted())
  harness.leave(page)
})
