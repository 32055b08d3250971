// What a person does in the window with a file as customers send it, from opening it to its report: rows that are no
// customers are left out, merged cells filled, names split, dates and amounts read as written. `wholeWay` goes the whole
// way and prints the presses used and the accounts that needed a hand.
import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'
import type { CustomerFile } from '../files/customer-files.ts'
import { counting, type Hands, withMouse } from './hands.ts'
import { agree, releaseWave, report, validate, watch } from './journey.ts'
import { takePictures } from './pictures.ts'
import { browserUser, connected } from './travel.ts'
import { button, type User } from './user.ts'
import type { WindowHarness } from './window-harness.ts'

export function row(page: Page, column: string): Locator {
  return page
    .locator('fieldset')
    .getByRole('listitem')
    .filter({ has: page.getByText(column, { exact: true }) })
}

/** Opens the files together. */
export async function load(
  { page, hands }: User,
  { path, also = [], encoding = null }: CustomerFile,
): Promise<void> {
  await hands.press(page.getByRole('link', { name: 'Carryover' }))
  const open = button(page, /^Open a file/)
  await open.waitFor()
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), hands.press(open)])
  await chooser.setFiles([path, ...also])
  if (encoding !== null) await readAs(page, hands, encoding)
  await page.getByRole('link', { name: 'Map the columns' }).waitFor()
}

/** The file does not say how its letters are written: the one is chosen in which they read right. */
async function readAs(page: Page, hands: Hands, encoding: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await hands.press(dialog.getByRole('radio', { name: new RegExp(`^${encoding}`) }))
  await hands.press(dialog.getByRole('button', { name: 'Read again' }))
}

/** Leaves out every row that is no customer. */
export async function leaveOutOddRows({ page, hands }: User, rows: number): Promise<void> {
  const odd = page.locator('section').filter({ hasText: 'Rows that do not look like customers' })
  await hands.press(odd.getByRole('button', { name: new RegExp(`^Leave out (all )?${rows} rows?$`) }).first())
  await expect.poll(() => odd.getByRole('button', { name: /^Leave out (all )?\d+ row/ }).count()).toBe(0)
}

export async function fillMergedCells({ page, hands }: User, cells: number): Promise<void> {
  const place = page.getByRole('region', { name: 'Fill from the cell above' })
  await hands.press(place.getByRole('button', { name: `Fill ${cells} merged cells down` }))
  await place.getByText(`${cells} merged cells are filled`).waitFor()
}

export async function toMap(user: User): Promise<void> {
  const { page, hands } = user
  await hands.press(page.getByRole('link', { name: 'Map the columns' }))
  await page.getByRole('combobox', { name: 'Connection' }).waitFor()
  await hands.write(page.getByLabel('Supplier code', { exact: true }), 'ACME')
  await page.keyboard.press('Tab')
}

/** Answers a question above the columns. */
export async function done({ page, hands }: User): Promise<void> {
  await hands.press(page.getByRole('button', { name: /^Done/ }).first())
}

/** Takes the advice about a column; the field that it is for may be any of the column's. */
export async function take({ page, hands }: User, column: string, name: string | RegExp): Promise<void> {
  const here = row(page, column).getByRole('button', { name }).first()
  await hands.press(here)
}

export async function fillAlso(
  { page, hands }: User,
  column: string,
  path: string,
  title: string,
): Promise<void> {
  const name = `${column} also fills…`
  await hands.press(row(page, column).getByRole('button', { name }))
  await hands.choose(page.getByRole('combobox', { name }), path, title)
  await row(page, column).getByText(path, { exact: true }).waitFor()
}

/** The one address for both of the catalogue's. */
export async function bothAddresses({ page, hands }: User): Promise<void> {
  await hands.press(button(page, 'Fill both from it'))
  await row(page, 'Street').getByText('billing_address.street_address', { exact: true }).waitFor()
  await row(page, 'Postcode').getByText('billing_address.postal_code', { exact: true }).waitFor()
}

export const takeSeveral = (user: User): Promise<void> => take(user, 'Tel', /^Use it: One of several values/)
const anyDate = /Any usual date, day first|^day first: reads/

export async function splitNames(user: User, column: string): Promise<void> {
  await take(user, column, `Split the names of ${column}`)
}

/** The date is that of the sale, and of moving in; how it is read is said once. */
export async function dates(user: User): Promise<void> {
  await take(user, 'Customer since', 'Map Customer since to Date of sale')
  await take(user, 'Customer since', anyDate)
  await fillAlso(user, 'Customer since', 'supply_addresses.0.occupied_from', 'Occupied from')
}

export async function country({ page, hands }: User): Promise<void> {
  const section = page.getByRole('region', { name: 'Fixed values' })
  await hands.write(section.getByLabel('Billing country: the same for all'), 'GB')
  await hands.press(button(section, 'Add Billing country'))
  await section.getByText('billing_address.country').waitFor()
}

/** `problems`: accounts tried that would have one. */
export async function build(user: User, picture: string, problems = 0): Promise<void> {
  const { page, hands } = user
  const tried = page.getByText(/^(No problem in \d+ of the \d+|All \d+) tried/)
  const withProblem = async (): Promise<number> => {
    const [, ready = 0, accounts = 0] = /(?:in (\d+) of the|All) (\d+)/.exec(await tried.innerText()) ?? []
    return Number(accounts) - Number(ready)
  }
  await expect.poll(withProblem).toBe(problems)
  await takePictures(page, `customer-file-${picture}`)
  await page.getByText('Everything needed is mapped.').waitFor()
  await hands.press(button(page, 'Build the accounts'))
  await button(page, /^Validate \d/).waitFor()
}

/** Keeps one of each pair of equal accounts. */
export async function keepOneOfCopies(
  { page, hands }: User,
  harness: WindowHarness,
  pairs: number,
): Promise<void> {
  await hands.press(page.getByRole('button', { name: /The same account twice/ }).first())
  await hands.press(page.getByRole('button', { name: 'Decide side by side…' }))
  await hands.press(
    page.getByRole('button', {
      name:
        pairs === 1
          ? 'Keep the first of the identical rows'
          : `Keep the first of the identical rows in ${pairs} groups`,
    }),
  )
  const { batches } = harness.engine()
  await expect.poll(async () => (await batches.get({ batch: 1 })).excluded).toBe(pairs)
  await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Close' }).first())
}

export type Way = {
  readonly file: CustomerFile
  /** From the file that is read to its built accounts. */
  readonly make: (user: User) => Promise<void>
  /** What is repaired in Fix after the service has validated the accounts. */
  readonly repair?: (user: User) => Promise<void>
  /** Accounts that it repairs. */
  readonly repaired?: number
  /** Part of the first account's payload. */
  readonly payload: object
  /** Accounts that were decided one by one. */
  readonly byHand?: number
}

export async function wholeWay(
  harness: WindowHarness,
  { file, make, repair, repaired = 0, payload, byHand = 0 }: Way,
): Promise<number> {
  await connected(harness)
  const page = await harness.openPage()
  page.setDefaultTimeout(60_000)
  const { hands, count } = counting(withMouse(page))
  const user = browserUser(page, hands)
  await load(user, file)
  await make(user)
  await validate(user)
  const { batches } = harness.engine()
  const { states, accounts, excluded } = await batches.get({ batch: 1 })
  const needed = accounts - states.validated
  expect([accounts, excluded, needed]).toEqual([file.accounts + byHand, byHand, byHand + repaired])
  await repair?.(user)
  await agree(user)
  for (let wave = 1; (await batches.get({ batch: 1 })).states.validated > 0; wave += 1)
    await releaseWave(user, wave)
  await watch(user)
  const totals = await report(user)
  expect([totals['Created'], totals['All accounts']]).toEqual([file.accounts, file.accounts + byHand])
  expect((await batches.reconcile({ batch: 1 })).unexplained).toBe(0)
  const { accounts: made } = await harness
    .engine()
    .accounts.list({ batch: 1, states: ['done'], offset: 0, limit: 1 })
  const first = await harness.engine().accounts.get({ account: made[0]?.id ?? 0 })
  expect(first.payload).toMatchObject(payload)
  const names = [file.path, ...(file.also ?? [])].map((path) => path.split('/').at(-1))
  process.stdout.write(
    `${names.join(' + ')}: ${count()} presses, ${needed} of ${accounts} accounts needed a hand\n`,
  )
  await page.context().close()
  return count()
}

/** One row an account, one address, one column of names, telephone numbers, a date and a balance. */
export async function mapOnePerRow(user: User): Promise<void> {
  await toMap(user)
  await takeSeveral(user)
  await splitNames(user, 'Customer')
  await bothAddresses(user)
  await dates(user)
  await take(user, 'Balance', /^Use it: /)
  await country(user)
}
