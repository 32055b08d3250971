// The sample of 500 accounts as a new user takes it from Home to the report, with the presses counted: once with nothing
// fixed, and once with every cause handled. Each prints its presses and how long the first created account took.
import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { counting, withMouse } from '../hands.ts'
import { quickConnection } from '../sending-journey.ts'
import { browserUser, harnessOfEachTest } from '../travel.ts'
import { button, type User } from '../user.ts'

const harness = harnessOfEachTest()

const causes = (page: Page): Locator => page.getByRole('navigation', { name: 'Problems by cause' })
const card = (page: Page, title: string): Locator =>
  causes(page).locator('button[data-cause-step]').filter({ hasText: title })

async function start(): Promise<{ readonly user: User; readonly count: () => number }> {
  await quickConnection(harness(), { concurrency: 8 })
  const page = await harness().openPage()
  page.setDefaultTimeout(60_000)
  const { hands, count } = counting(withMouse(page))
  return { user: browserUser(page, hands), count }
}

/** From Home to the built accounts. */
async function build({ page, hands }: User): Promise<void> {
  await hands.press(button(page, /sample of 500/))
  await hands.press(page.getByRole('link', { name: 'Map the columns' }))
  await hands.press(button(page, 'Build the accounts'))
  await button(page, /^Validate \d/).waitFor()
}

async function validate({ page, hands }: User): Promise<void> {
  await hands.press(button(page, /^Validate \d/))
  await page.getByRole('link', { name: /^Release [\d,]+ accounts?$/ }).waitFor()
}

/** A first wave of one account, then all the others, and the report. */
async function send({ page, hands }: User, accounts: number, began: number): Promise<void> {
  await hands.press(page.getByRole('link', { name: `Release ${accounts} accounts` }))
  await hands.press(page.getByRole('checkbox'))
  await hands.press(button(page, 'Release 1 account'))
  const all = button(page, `Release all ${accounts - 1} accounts`)
  await all.waitFor()
  const seconds = Math.round((performance.now() - began) / 1000)
  process.stdout.write(`the first account was created ${seconds} s after the first press\n`)
  await hands.press(all)
  await hands.press(button(page, 'Make the report'))
  await page.getByText(/^Made at/).waitFor()
}

async function keepFirstOfPairs({ page, hands }: User, pairs: number): Promise<void> {
  await hands.press(card(page, 'The same account twice'))
  await hands.press(button(page, 'Decide side by side…'))
  const dialog = page.getByRole('dialog', { name: 'The same account twice' })
  for (let left = pairs; left > 0; left -= 1) {
    await dialog.getByText(`${2 * left} accounts in ${left} group`).waitFor()
    await hands.press(button(dialog, 'Keep this one').first())
  }
  await dialog.getByText('No duplicates are left to decide.').waitFor()
  await hands.press(button(dialog, 'Close').first())
}

async function holdAll({ page, hands }: User, accounts: number): Promise<void> {
  await hands.press(button(page, /^To fix/))
  await page.getByText(`${accounts} accounts`).first().waitFor()
  await hands.press(button(page, /^All [0-9]+ shown/))
  await hands.press(page.getByRole('menuitem', { name: 'Hold…' }))
  const dialog = page.getByRole('dialog')
  await hands.write(dialog.getByLabel('Reason'), 'Ask the customer')
  await hands.press(button(dialog, 'Hold'))
  await dialog.waitFor({ state: 'detached' })
}

const counted = async () => {
  const { states, outcomes, held, excluded } = await harness().engine().batches.get({ batch: 1 })
  return { done: states.done, failed: outcomes.failed, held, excluded }
}

test('with nothing fixed, 455 of 500 accounts are sent and reported with nine presses', async () => {
  const { user, count } = await start()
  const began = performance.now()
  await build(user)
  await validate(user)
  await send(user, 455, began)
  expect(await counted()).toMatchObject({ done: 455, held: 0, excluded: 0 })
  expect((await harness().engine().batches.reconcile({ batch: 1 })).unexplained).toBe(0)
  process.stdout.write(`${count()} presses\n`)
  expect(count()).toBeLessThanOrEqual(9)
})

test('with every cause handled, all 500 accounts are sent or held with at most thirty presses', async () => {
  const { user, count } = await start()
  const { page, hands } = user
  const began = performance.now()
  await build(user)
  await validate(user)
  // Fixes that their cards offer, already counted.
  for (const [title, cure] of [
    ['Landline not a phone number', /^Clear 5 values/],
    ['two-digit year', /^Write dates like 31\/12\/24 as 31\/12\/2024/],
    ['Communication preference not one', /^Clear 4 values/],
    ['Email looks like a test address', /^Clear 4 values/],
  ] as const) {
    await hands.press(card(page, title))
    await hands.press(causes(page).getByRole('button', { name: cure }).last())
    await card(page, title).waitFor({ state: 'detached' })
  }
  await keepFirstOfPairs(user, 4)
  // What is left can only be answered by the customers: it waits for them.
  await holdAll(user, 19)
  await validate(user)
  await send(user, 477, began)
  expect(await counted()).toMatchObject({ done: 477, held: 19, excluded: 4 })
  expect((await harness().engine().batches.reconcile({ batch: 1 })).unexplained).toBe(0)
  process.stdout.write(`${count()} presses\n`)
  expect(count()).toBeLessThanOrEqual(30)
})
