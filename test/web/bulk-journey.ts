// Journey from a file damaged by rules to no problem at all, with bulk fixes only: take the top cause, press "Fix
// all at once", confirm. Clicks and keys are counted in the page, so the figures match a person's effort.
import type { Locator, Page } from 'playwright'

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
    await choose(page, dialog.getByLabel('What to do'), 'Take from another column')
    await choose(page, dialog.getByLabel('Take the text of'), column)
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
