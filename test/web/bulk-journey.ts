// Journey from a file damaged by rules to no problem at all, with bulk fixes only: take the top cause, press "Fix
// all at once", confirm. Clicks and keys are counted in the page, so the figures match a person's effort.
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import { generateRuleDamaged } from '../files/rule-damage.ts'
import { connected, showSensitive } from './travel.ts'
import type { Client, WindowHarness } from './window-harness.ts'

export type Effort = {
  readonly fixes: number
  readonly clicks: number
  readonly keys: number
  /** From the first view of the causes to no problem left, including checks. */
  readonly seconds: number
}

type Fix = {
  /** The column named by the cause. */
  readonly column: string
  readonly make: (dialog: Locator, page: Page) => Promise<void>
}

const causes = (page: Page): Locator => page.getByRole('navigation', { name: 'Problems by cause' })
const dialogOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(Find and replace|Change many cells)$/ })

async function choose(page: Page, field: Locator, option: string): Promise<void> {
  await field.click()
  await page.getByRole('option', { name: option }).first().click()
}

const replacing =
  (find: string, instead: string): Fix['make'] =>
  async (dialog, page) => {
    const search = dialog.getByLabel('Find', { exact: true })
    if (!(await search.isVisible())) await choose(page, dialog.getByLabel('What to do'), 'Find and replace')
    await type(search, find)
    await type(dialog.getByLabel('Replace with'), instead)
  }

const byTable =
  (words: Readonly<Record<string, string>>): Fix['make'] =>
  async (dialog) => {
    for (const [word, becomes] of Object.entries(words))
      await type(dialog.getByLabel(`“${word}” becomes`, { exact: true }), becomes)
  }

const takenFrom =
  (column: string): Fix['make'] =>
  async (dialog, page) => {
    await choose(page, dialog.getByLabel('What to do'), 'Copy from another column')
    await choose(page, dialog.getByLabel('Copy from'), column)
  }

/** The proposal for a value is right, and one press accepts it. */
const proposed =
  (word: string, becomes: string): Fix['make'] =>
  (dialog) =>
    dialog.getByRole('button', { name: `“${word}” becomes ${becomes}` }).click()

/** The dialog's defaults are right. */
const asProposed: Fix['make'] = async () => undefined

/** In the order of the damage in test/files/rule-damage.ts; telephone numbers were damaged in two ways. */
const fixes: readonly Fix[] = [
  { column: 'Landline', make: replacing(' (eve)', '') },
  { column: 'Landline', make: replacing('O', '0') },
  { column: 'Move-in', make: asProposed },
  { column: 'Supply start', make: asProposed },
  { column: 'Paperless', make: byTable({ Paper: 'PRINT', 'By post': 'PRINT', Letter: 'PRINT' }) },
  { column: 'Account type', make: byTable({ Private: 'DOMESTIC', Household: 'DOMESTIC' }) },
  { column: 'Bill email', make: replacing(' at ', '@') },
  { column: 'Supply street', make: takenFrom('Bill street') },
  { column: 'Balance', make: asProposed },
  { column: 'Fuel', make: proposed('Electric', 'ELECTRICITY') },
]

/** As a person does it: a click into the field, then the text key by key. */
async function type(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.press('ControlOrMeta+a')
  if (text === '') await field.press('Delete')
  else await field.pressSequentially(text)
}

/** Requires the page at the Fix step of a batch made by `generateRuleDamaged`. */
export async function fixByRules(page: Page, longestWaitMs: number): Promise<Effort> {
  await countHands(page)
  const waiting = { timeout: longestWaitMs }
  const began = performance.now()
  for (const { column, make } of fixes) {
    const cause = causes(page).locator('button[data-cause-step]').filter({ hasText: column }).first()
    await cause.waitFor(waiting)
    // A dialog from the previous fix may still be open.
    if ((await cause.getAttribute('aria-pressed')) !== 'true') await cause.click(waiting)
    // Until then the button below is that of the cause before.
    await cause.and(page.locator('[aria-pressed="true"]')).waitFor(waiting)
    await causes(page).getByRole('button', { name: 'Fix all at once…' }).click(waiting)
    const dialog = dialogOf(page)
    await make(dialog, page)
    const apply = dialog.getByRole('button', { name: /^Change [\d,]+ cells?$/ })
    await apply.and(dialog.locator('[aria-disabled="false"], :not([aria-disabled])')).click(waiting)
    await dialog.waitFor({ state: 'detached', ...waiting })
  }
  await causes(page).getByText('Nothing to fix').waitFor(waiting)
  return {
    fixes: fixes.length,
    seconds: (performance.now() - began) / 1000,
    ...(await handsOf(page)),
  }
}

async function countHands(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    dataset['clicks'] = '0'
    dataset['keys'] = '0'
    const count = (name: 'clicks' | 'keys') => (event: Event) => {
      if (event.isTrusted) dataset[name] = String(Number(dataset[name]) + 1)
    }
    addEventListener('pointerdown', count('clicks'), { capture: true })
    addEventListener('keydown', count('keys'), { capture: true })
  })
}

async function handsOf(page: Page): Promise<Pick<Effort, 'clicks' | 'keys'>> {
  return page.evaluate(() => {
    const { clicks, keys } = document.documentElement.dataset
    return { clicks: Number(clicks), keys: Number(keys) }
  })
}

/**
 * The whole journey of a file with a third of its accounts damaged: no problem is left, the cells equal the undamaged
 * file exactly, and the service validates every account. Returns the number of fixes.
 */
export async function fixEverything(
  harness: WindowHarness,
  { accounts, longestWaitMs }: { readonly accounts: number; readonly longestWaitMs: number },
): Promise<number> {
  const sample = await generateRuleDamaged({ seed: 3, count: accounts, share: 0.3, folder: harness.folder })
  const engine = harness.engine()
  const { batch } = await engine.batches.load({
    path: sample.file,
    mapping: sample.mapping,
    catalogue: { shipped: 'example' },
    connection: await connected(harness),
    supplier: 'ACME',
  })
  const loaded = await harness.reached(batch, ({ stage, work }) => stage === 'open' && work === null)
  expect(loaded.states).toMatchObject({ invalid: accounts * 0.3, unvalidated: accounts * 0.7 })

  const page = await harness.openPage()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
  const effort = await fixByRules(page, longestWaitMs)
  const fixed = await harness.reached(batch, ({ work }) => work === null)
  expect(fixed.states).toMatchObject({ invalid: 0, unvalidated: accounts })
  const edits = await engine.edits.history({ batch })
  expect(edits.reduce((cells, edit) => cells + edit.cells, 0)).toBe(
    Object.values(sample.damaged).reduce((sum, one) => sum + one, 0),
  )
  await showSensitive(harness, batch)
  expect(await differences(engine, batch, accounts, sample.repaired())).toEqual([])

  await engine.batches.validate({ batch })
  const validated = await harness.reached(batch, ({ states }) => states.unvalidated === 0)
  expect(validated.states).toMatchObject({ validated: accounts, rejected: 0 })
  harness.leave(page)
  return effort.fixes
}

/** The first ten rows that are wrong. */
async function differences(
  engine: Client,
  batch: number,
  accounts: number,
  wanted: AsyncIterable<readonly string[]>,
): Promise<string[]> {
  const found: string[] = []
  const size = 500
  let page: readonly { readonly cells: readonly string[] }[] = []
  let at = -1
  for await (const cells of wanted) {
    if (at >= 0) {
      if (at % size === 0)
        page = (await engine.sheets.page({ batch, sheet: 0, offset: at, limit: size })).rows
      const now = page[at % size]?.cells ?? []
      const differs = cells.some((text, column) => text !== (now[column] ?? ''))
      if (differs && found.length < 10) found.push(`${cells.join('|')} is ${now.join('|')}`)
    }
    at += 1
  }
  if (at !== accounts) found.push(`${at} rows were wanted`)
  return found
}
