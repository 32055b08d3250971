// Tests the account panel of the grid in a real browser with the real engine and sandbox: the lens in both
// directions, the actions for problems without a cell, holding and excluding one or many accounts with undo, and
// validating while editing.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page, WebSocketRoute } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mappingFile, type MappingInput } from '../../../shared/mapping/file.ts'
import { badPhone, good, header, mapping, noSurname } from '../../engine/accounts/small-batch.ts'
import { generateAccounts } from '../../files/generate.ts'
import { chooseDay } from '../hold-day.ts'
import { seriousOf } from '../axe.ts'
import { gridHasFocus } from '../hands.ts'
import { pageThatWaits } from '../page-that-waits.ts'
import { takePictures } from '../pictures.ts'
import { connected, validatedBatch } from '../travel.ts'
import {
  openBrowser,
  openWindowHarness,
  type Size,
  smallSize,
  type Theme,
  type WindowHarness,
} from '../window-harness.ts'

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

let files = 0

/** A validated batch of a small wide file. */
async function batchOf(lines: readonly string[], how: MappingInput = mapping): Promise<number> {
  files += 1
  const file = join(harness.folder, `customers-${files}.csv`)
  writeFileSync(file, `${[header, ...lines].join('\n')}\n`)
  return validatedBatch(harness, connection, { file, mapping: mappingFile.parse(how) })
}

const large: Size = { width: 1600, height: 1000 }

async function openFix(batch: number, query = '', theme: Theme = 'light', size: Size = large): Promise<Page> {
  const page = await harness.openPage(theme, size)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix${query}`)
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
  return page
}

const lens = (page: Page): Locator => page.getByRole('region', { name: 'The focused cell' })
const account = (page: Page): Locator => page.getByRole('complementary', { name: 'Account' })

test('a cell leads to its path, a path to its cell on another sheet, and an error to its cell', async () => {
  const sample = await generateAccounts({
    seed: 3,
    count: 30,
    shape: 'linked',
    damage: 0.2,
    format: 'xlsx',
    folder: harness.folder,
  })
  const batch = await validatedBatch(harness, connection, sample)
  const engine = harness.engine()
  const { accounts } = await engine.accounts.list({ batch, states: ['validated'], offset: 0, limit: 1 })
  const id = accounts[0]?.id ?? 0
  const view = await engine.accounts.get({ account: id })
  const landline = view.origins['customers.0.landline']
  if (landline === undefined || 'fixed' in landline) throw new Error('The sample feeds landlines from cells.')

  const page = await openFix(batch, `?account=${id}`)
  await page.keyboard.press('Home')
  await account(page).getByRole('tab', { name: 'Payload' }).click()
  await lens(page).getByRole('button', { name: 'external_account_number' }).waitFor()
  await lens(page)
    .getByText(/validated by the service in pass 1, \d\d:\d\d: accepted/)
    .waitFor()

  await lens(page).getByRole('button', { name: 'external_account_number' }).click()
  const line = account(page).locator('button[data-path="external_account_number"]')
  await expect.poll(() => line.evaluate((one) => one === document.activeElement)).toBe(true)

  await account(page).locator('button[data-path="customers.0.landline"]').click()
  await lens(page).getByText(landline.column, { exact: true }).waitFor()
  await lens(page)
    .getByText(new RegExp(`^[A-Z]+${landline.row} of ${landline.sheet}$`))
    .waitFor()
  expect(new URL(page.url()).hash).toContain('sheet=')
  await lens(page).getByRole('button', { name: 'customers.0.landline' }).waitFor()
  await expect.poll(() => gridHasFocus(page)).toBe(true)
  expect(await seriousOf(page)).toEqual([])
  harness.leave(page)
})

test('an edit marks the validation as outdated and shows what it was about; the lens can revert the edit', async () => {
  const batch = await batchOf([good('A-1'), noSurname('A-2')])
  const engine = harness.engine()
  const page = await openFix(batch, '?show=all')
  await page.keyboard.press('Control+Home')
  const cells = [{ sheet: 0, row: 2, column: 7, text: '020 7946 0555' }]
  await engine.edits.apply({ batch, words: 'Phone of A-1', cells })
  await account(page).getByRole('tab', { name: 'Payload' }).click()
  await account(page).locator('button[data-path="customers.0.landline"]').click()
  await lens(page)
    .getByText(/edited since: that answer was about “020 7946 0001”/)
    .waitFor()
  await lens(page).getByText('“020 7946 0001” → “020 7946 0555”').waitFor()
  await lens(page).getByRole('button', { name: 'Put back “020 7946 0001”' }).click()
  await lens(page)
    .getByText(/in pass 1, \d\d:\d\d: accepted$/)
    .waitFor()
  const { rows } = await engine.sheets.page({ batch, sheet: 0, offset: 0, limit: 1 })
  expect(rows[0]?.cells[7]).toBe('020 7946 0001')

  // The service's error leads to the cell of the field that its code names.
  const { accounts } = await engine.accounts.list({ batch, states: ['rejected'], offset: 0, limit: 1 })
  await page.evaluate(
    (hash) => window.location.assign(hash),
    `#/batch/${batch}/fix?account=${accounts[0]?.id}`,
  )
  await page.locator('[data-account="A-2"]').waitFor()
  await account(page).getByRole('tab', { name: 'Answer' }).click()
  await account(page)
    .getByRole('button', {
      name: /^Go to the cell of customers.0.non_field_errors · customer_family_name_required: /,
    })
    .click()
  await account(page).getByRole('tab', { name: 'Payload' }).click()
  await lens(page).getByText('Surname 1', { exact: true }).waitFor()
  harness.leave(page)
})

/** Tests that need accounts in no particular state share a batch; each sees only accounts of its own. */
let shared: Promise<number> | null = null
const keysOfShared = ['R-1', 'N-1', 'N-2', 'S-1', 'O-1', 'O-2', 'P-1', 'P-2']
function sharedBatch(): Promise<number> {
  shared ??= batchOf(keysOfShared.map(good))
  return shared
}

test('Put back restores only the shown cell, and is disabled while the history of another cell is loading', async () => {
  const batch = await sharedBatch()
  const engine = harness.engine()
  const { of: page, hold, resume } = await pageThatWaits(harness)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix?show=all&text=R-1`)
  await page.locator('[data-account]').waitFor()
  const edited = [
    { sheet: 0, row: 2, column: 6, text: 'Leigh' },
    { sheet: 0, row: 2, column: 7, text: '020 7946 0555' },
  ]
  await engine.edits.apply({ batch, words: 'Two cells of R-1', cells: edited })
  await account(page).getByRole('tab', { name: 'Payload' }).click()
  await account(page).locator('button[data-path="customers.0.landline"]').click()
  const back = lens(page).getByRole('button', { name: /^Put back/ })
  await expect.poll(() => back.getAttribute('aria-label')).toBe('Put back “020 7946 0001”')
  await expect.poll(() => back.isEnabled()).toBe(true)
  await expect.poll(() => gridHasFocus(page)).toBe(true)

  await hold()
  await page.keyboard.press('ArrowLeft')
  await lens(page).getByRole('heading', { name: 'Surname 1' }).waitFor()
  expect(await back.getAttribute('aria-label')).toBe('Put back “020 7946 0001”')
  expect(await back.isDisabled()).toBe(true)

  await resume()
  await expect.poll(() => back.getAttribute('aria-label')).not.toBe('Put back “020 7946 0001”')
  await expect.poll(() => back.isEnabled()).toBe(true)
  await back.click()
  await expect
    .poll(async () =>
      (await engine.sheets.page({ batch, sheet: 0, offset: 0, limit: 1 })).rows[0]?.cells.slice(6, 8),
    )
    .toEqual(['Lee', '020 7946 0555'])
  harness.leave(page)
})

const withoutCountry: MappingInput = {
  ...mapping,
  columns: mapping.columns.map((one) =>
    one.column === 'Country' ? { column: 'Country', ignore: true as const } : one,
  ),
}

test('a fixed value being typed stays with its field while the problems change', async () => {
  const batch = await batchOf([good('A-1')], withoutCountry)
  const engine = harness.engine()
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  // A second problem is inserted before the local one, as if the next validation had found it.
  const own = '"problems":[{"source":"local","attr":"billing_address.country"'
  const other =
    '"problems":[{"source":"service","attr":"billing_email","code":"reported","message":"Found since.","place":{"kind":"section","path":"billing_address","cells":[]},"stale":false,"overruling":null,"stays":null},'
  let validated = false
  await context.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      const text = message.toString()
      const changes = validated && text.includes('"latestPass"')
      socket.send(changes ? text.replace(own, other + own.slice('"problems":['.length)) : message)
    })
  })
  const page = await harness.openPage('light', large, context)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix?show=all`)
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
  await page.keyboard.press('Control+Home')
  await account(page).getByRole('button', { name: 'Set a fixed value…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Value').fill('GB')
  validated = true
  await engine.batches.rename({ batch, name: 'Revalidated' })
  await page.getByText('Found since.').waitFor()
  await page.getByRole('dialog', { name: 'A fixed value for Billing country' }).waitFor()

  // No reload happens now: the text being typed must not be replaced.
  const emptied = [2, 3].map((column) => ({ sheet: 0, row: 2, column, text: '' }))
  await engine.edits.apply({ batch, words: 'No address', cells: emptied })
  await page.getByText('Found since.').waitFor({ state: 'detached' })
  await expect.poll(() => dialog.getByLabel('Value').inputValue()).toBe('GB')
  await dialog.getByLabel('Value').press('Enter')
  await expect
    .poll(async () => (await engine.batches.get({ batch })).mapping?.fixed)
    .toEqual([...(mapping.fixed ?? []), { field: 'billing_address.country', value: 'GB' }])
  await context.close()
})

test('a field that nothing feeds is given a fixed value in Fix for every account, also in the saved draft of Map', async () => {
  const batch = await batchOf([good('A-1'), good('A-2'), good('A-3')], withoutCountry)
  const page = await openFix(batch)
  const goTo = (step: string): Promise<void> =>
    page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/${step}`)
  await goTo('map')
  const phone = page
    .locator('fieldset')
    .getByRole('listitem')
    .filter({ has: page.getByText('Phone 2', { exact: true }) })
  await phone.getByRole('button', { name: 'Ignore this column' }).click()
  await phone.getByText('Ignored').waitFor()

  await goTo('fix')
  await account(page).getByRole('button', { name: 'Set a fixed value…' }).click()
  const dialog = page.getByRole('dialog', { name: 'A fixed value for Billing country' })
  await dialog.getByText(/this value in all 3 accounts of the batch/).waitFor()
  await dialog.getByRole('button', { name: 'Set and build again' }).click()
  await dialog.getByText('Enter a value.').waitFor()
  expect(await seriousOf(page)).toEqual([])
  await dialog.getByLabel('Value').fill('GB')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const built = await harness.reached(
    batch,
    ({ stage, states }) => stage === 'open' && states.unvalidated === 3,
  )
  expect(built.mapping?.fixed).toContainEqual({ field: 'billing_address.country', value: 'GB' })

  await goTo('map')
  await page.getByText(/This draft now has those changes beside your own/).waitFor()
  await phone.getByText('Ignored').waitFor()
  const values = page.getByRole('region', { name: 'Fixed values' })
  await values.getByText('billing_address.country').waitFor()
  // Applying the draft does not revert it.
  await page.getByRole('button', { name: 'Build the accounts' }).click()
  const isIgnored = (view: { readonly mapping: unknown }): boolean =>
    JSON.stringify(view.mapping).includes('{"column":"Phone 2","ignore":true}')
  const open = await harness.reached(batch, (view) => view.stage === 'open' && isIgnored(view))
  expect(open.mapping?.fixed).toContainEqual({ field: 'billing_address.country', value: 'GB' })
  harness.leave(page)
})

test('decisions of the Map step that are not applied yet survive a lost connection to the engine', async () => {
  const batch = await batchOf([good('A-1')])
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const sockets: WebSocketRoute[] = []
  await context.routeWebSocket(/./, (socket) => {
    socket.connectToServer()
    sockets.push(socket)
  })
  const page = await harness.openPage('light', large, context)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/map`)
  const phone = page
    .locator('fieldset')
    .getByRole('listitem')
    .filter({ has: page.getByText('Phone 2', { exact: true }) })
  await phone.getByRole('button', { name: 'Ignore this column' }).click()
  await phone.getByText('Ignored').waitFor()
  const before = sockets.length
  await sockets.at(-1)?.close()
  await expect.poll(() => sockets.length).toBeGreaterThan(before)
  // Everything else is refetched once the connection is back.
  await harness.engine().batches.rename({ batch, name: 'Named meanwhile' })
  await page.getByText('Named meanwhile').first().waitFor()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix?show=all`)
  await page.locator('[data-account]').waitFor()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/map`)
  await expect.poll(() => phone.getByText('Ignored').count()).toBe(1)
  await context.close()
})

test('a field that nothing feeds can be mapped to a column in the mapping', async () => {
  const batch = await batchOf([good('A-1')], withoutCountry)
  const page = await openFix(batch)
  await account(page).getByRole('button', { name: 'Choose a column…' }).click()
  await page.getByText('Which column holds Billing country?').waitFor()
  // It is asked for once; the step's bar counts such fields.
  await page.getByText('1 required field has no column. Every account would have errors.').waitFor()
  expect(await page.getByText(/no column fills/).count()).toBe(1)
  await takePictures(page, 'map-wanted')
  await page.getByRole('button', { name: 'Fill Billing country from Country, which fits best' }).click()
  await page.getByText(/“Country” fills it in this draft/).waitFor()
  expect(await seriousOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Build the accounts' }).click()
  await harness.reached(batch, ({ stage, states }) => stage === 'open' && states.unvalidated === 1)
  harness.leave(page)
})

test('a required field without a column offers the column that was ignored although its values fit', async () => {
  const batch = await batchOf([good('A-1'), good('A-2')], withoutCountry)
  const page = await harness.openPage()
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/map`)
  const section = page.getByRole('region', { name: 'Fixed values' })
  await section.getByRole('button', { name: 'Fill Billing country from Country, which fits best' }).click()
  await page.getByText('Everything needed is mapped.').waitFor()
  await expect.poll(() => section.getByText('billing_address.country').count()).toBe(0)
  harness.leave(page)
})

test('after accounts were sent, a fixed value is refused, and the message says where to type it instead', async () => {
  const occupied: MappingInput = { ...withoutCountry, fixed: [{ field: 'unknown_occupier', value: true }] }
  const batch = await batchOf(['E-1,Ann Lee,,,,,,,,,,', 'E-2,Ann Lee,1 High St,QX1 1AA,,,,,,,,'], occupied)
  await harness.engine().batches.release({ batch, limit: 1 })
  await harness.reached(batch, ({ states }) => states.done === 1)
  const page = await openFix(batch)
  const map = account(page).getByRole('button', { name: 'Choose a column…' })
  await expect.poll(() => map.getAttribute('aria-disabled')).toBe('true')
  await account(page).getByRole('button', { name: 'Set a fixed value…' }).click()
  const dialog = page.getByRole('dialog', { name: 'A fixed value for Billing country' })
  await dialog.getByText(/Type the value into a mapped column of this account/).waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Set and build again' }).count()).toBe(0)
  harness.leave(page)
})

test('an object that lacks a required field can be removed, after its cells have been shown', async () => {
  const batch = await batchOf([good('A-1')], withoutCountry)
  const engine = harness.engine()
  const page = await openFix(batch)
  await account(page).getByRole('button', { name: 'Remove Billing address…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Billing address of A-1' })
  await dialog.getByText('1 High St').waitFor()
  await dialog.getByText('QX1 1AA').waitFor()
  expect(await seriousOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Empty 2 cells' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { accounts } = await engine.accounts.list({
    batch,
    states: ['invalid', 'unvalidated'],
    offset: 0,
    limit: 1,
  })
  const after = await engine.accounts.get({ account: accounts[0]?.id ?? 0 })
  expect(Object.keys(after.payload as object)).not.toContain('billing_address')
  await expect
    .poll(async () => (await engine.edits.history({ batch })).map((edit) => edit.cells))
    .toEqual([2])
  harness.leave(page)
})

test('Remove empties the cells that its dialog showed, even if the account changes meanwhile', async () => {
  const batch = await batchOf([good('A-1')], withoutCountry)
  const page = await openFix(batch)
  await account(page).getByRole('button', { name: 'Remove Billing address…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove Billing address of A-1' })
  await dialog.getByText('1 High St').waitFor()
  const cells = [{ sheet: 0, row: 2, column: 2, text: '' }]
  await harness.engine().edits.apply({ batch, words: 'Street of A-1', cells })
  await expect.poll(() => page.locator('input[data-cell="C2"]').inputValue()).toBe('')
  await expect.poll(() => dialog.getByText('1 High St').count()).toBe(1)
  await dialog.getByRole('button', { name: 'Empty 2 cells' }).waitFor()
  harness.leave(page)
})

test('selected rows are excluded with a reason, marked everywhere, and restored with one click', async () => {
  const batch = await batchOf(
    Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? badPhone : good)(`B-${at + 10}`)),
  )
  const engine = harness.engine()
  const page = await openFix(batch, '?show=all')
  await page.keyboard.press('Control+Home')
  for (let row = 0; row < 9; row += 1) await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('group', { name: 'What to do with accounts' })
  await bar.getByText('10 accounts selected').waitFor()
  await bar.getByRole('button', { name: 'Exclude…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exclude 10 selected accounts' })
  expect(await dialog.getByRole('button', { name: 'Exclude', exact: true }).isDisabled()).toBe(true)
  await dialog.getByLabel('Reason').press('Enter')
  await dialog.getByText('Enter a reason.').waitFor()
  expect(await seriousOf(page)).toEqual([])
  await dialog.getByLabel('Reason').fill('Have left')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Excluded 10 accounts').waitFor()
  await account(page).getByText('Not migrated from this batch').waitFor()
  await page.getByRole('button', { name: 'Excluded 10' }).waitFor()
  await page.getByRole('button', { name: 'To fix 15' }).waitFor()
  await expect
    .poll(() => engine.batches.get({ batch }))
    .toMatchObject({
      excluded: 10,
      states: { invalid: 15, validated: 15 },
    })

  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('The decision about 10 accounts is undone').waitFor()
  await expect
    .poll(() => engine.batches.get({ batch }))
    .toMatchObject({
      excluded: 0,
      states: { invalid: 20, validated: 20 },
    })
  harness.leave(page)
})

test('a reason being typed stays with its account while another account is opened', async () => {
  const batch = await sharedBatch()
  const engine = harness.engine()
  const { rows } = await engine.sheets.page({ batch, sheet: 0, offset: 0, limit: 2, filter: { text: 'N-' } })
  const [first = 0, second = 0] = rows.map((row) => row.account?.id)
  const page = await openFix(batch, `?show=all&account=${first}`)
  const goTo = async (id: number, key: string): Promise<void> => {
    const hash = `#/batch/${batch}/fix?show=all&account=${id}`
    await page.evaluate((to) => window.location.assign(to), hash)
    await page.locator(`[data-account="${key}"]`).waitFor()
  }
  await page.locator('[data-account="N-1"]').waitFor()
  await account(page).getByRole('button', { name: 'Exclude this account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Has left')
  await goTo(second, 'N-2')
  await page.getByRole('dialog', { name: 'Exclude N-1' }).waitFor()
  await dialog.getByLabel('Reason').press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const heldOf = async (id: number) => (await engine.accounts.get({ account: id })).held
  await expect.poll(() => heldOf(first)).toBe('Has left')
  expect(await heldOf(second)).toBeNull()

  await goTo(first, 'N-1')
  await account(page).getByRole('button', { name: 'Reason…' }).click()
  await dialog.getByLabel('Reason').fill('Has left, in May')
  await goTo(second, 'N-2')
  await page.getByRole('dialog', { name: 'Exclude N-1' }).waitFor()
  await dialog.getByLabel('Reason').press('Enter')
  await expect.poll(() => heldOf(first)).toBe('Has left, in May')
  expect(await heldOf(second)).toBeNull()
  harness.leave(page)
})

test('an edit is shown as saved only after the engine has stored it', async () => {
  const batch = await sharedBatch()
  const { of: page, hold, resume } = await pageThatWaits(harness)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix?show=all&text=S-1`)
  await page.locator('[data-account]').waitFor()
  const saved = page.getByText('Every edit saved')
  await expect.poll(() => saved.isVisible()).toBe(true)
  await page.getByTestId('data-grid-canvas').focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await hold()
  await page.keyboard.type('Ann Leigh')
  await page.keyboard.press('Enter')
  await expect.poll(() => saved.isVisible()).toBe(false)
  await resume()
  await expect.poll(() => saved.isVisible()).toBe(true)
  harness.leave(page)
})

test('while the grid is moving to another account, no action applies to the previous account', async () => {
  const batch = await sharedBatch()
  const engine = harness.engine()
  const { excluded } = await engine.batches.get({ batch })
  const { of: page, hold, resume } = await pageThatWaits(harness)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix?show=all&text=O-`)
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
  await page.keyboard.press('Control+Home')
  await page.locator('[data-account="O-1"]').waitFor()
  const exclude = account(page).getByRole('button', { name: 'Exclude this account' })
  await expect.poll(() => exclude.isEnabled()).toBe(true)
  await hold()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => exclude.isDisabled()).toBe(true)
  await expect
    .poll(() => account(page).getByRole('button', { name: 'Hold this account' }).isDisabled())
    .toBe(true)
  expect(await page.locator('[data-account="O-1"]').count()).toBe(1)
  await resume()
  await page.locator('[data-account="O-2"]').waitFor()
  await expect.poll(() => exclude.isEnabled()).toBe(true)
  await exclude.click()
  await page.getByRole('dialog', { name: 'Exclude O-2' }).waitFor()
  expect((await engine.batches.get({ batch })).excluded).toBe(excluded)
  harness.leave(page)
})

test('the response to one choice does not close the dialog of another choice opened meanwhile', async () => {
  const batch = await sharedBatch()
  const { of: page, hold, resume } = await pageThatWaits(harness)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix?show=all&text=P-`)
  await page.locator('[data-account]').waitFor()
  await page.getByTestId('data-grid-canvas').focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Shift+ArrowDown')
  const bar = page.getByRole('group', { name: 'What to do with accounts' })
  await bar.getByText('2 accounts selected').waitFor()
  await hold()
  await bar.getByRole('button', { name: 'End hold' }).click()
  await bar.getByRole('button', { name: 'Exclude…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exclude 2 selected accounts' })
  await dialog.getByLabel('Reason').fill('Have left')
  await resume()
  await page.getByText(/^Nothing changed/).waitFor()
  await expect.poll(() => dialog.getByLabel('Reason').inputValue()).toBe('Have left')
  harness.leave(page)
})

test('the menu holds all shown rows until a day, and releases them again', async () => {
  const batch = await batchOf([badPhone('C-1'), badPhone('C-2'), good('C-3')])
  const page = await openFix(batch, '', 'dark', smallSize)
  await page.getByRole('button', { name: 'Actions for all 2 rows shown' }).click()
  await page.getByRole('menuitem', { name: 'Hold…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hold the accounts of 2 rows shown' })
  await dialog.getByLabel('Reason').fill('Asked the customer')
  await chooseDay(page, ['ArrowDown', 'Enter'])
  await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
  await page.getByText('Held 2 accounts').waitFor()
  await page.getByRole('button', { name: 'Held 2' }).waitFor()
  expect(await seriousOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Actions for all 2 rows shown' }).click()
  await page.getByRole('menuitem', { name: 'End hold' }).click()
  await page.getByText('Ended the hold of 2 accounts').waitFor()
  await expect.poll(async () => (await harness.engine().batches.get({ batch })).held).toBe(0)
  harness.leave(page)
})

test('an action on all rows shown is refused if the list is outdated or other rows match now', async () => {
  const batch = await batchOf([badPhone('K-1'), badPhone('K-2'), badPhone('K-3'), good('K-4')])
  const engine = harness.engine()
  const page = await openFix(batch)
  await account(page).getByLabel('Landline').fill('020 7946 0123')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '2 rows match now' }).waitFor()
  const items = page.getByRole('menuitem')
  await page.getByRole('button', { name: 'Actions for all 3 rows shown' }).click()
  await items.first().waitFor()
  await expect.poll(() => items.allTextContents()).toEqual(['2 rows match now: refresh first'])
  await takePictures(page, 'fix-refresh-first')
  await items.click()
  await page.getByRole('button', { name: 'Actions for all 2 rows shown' }).click()
  await page.getByRole('menuitem', { name: 'Exclude…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exclude the accounts of 2 rows shown' })
  await dialog.getByLabel('Reason').fill('Have left')

  const cells = [{ sheet: 0, row: 5, column: 7, text: '(020) 7946-0A10' }]
  await engine.edits.apply({ batch, words: 'Phone of K-4', cells })
  await page.keyboard.press('Enter')
  await page.getByText(/Nothing was done: the rows changed .*matching now: 3/).waitFor()
  expect((await engine.batches.get({ batch })).excluded).toBe(0)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Actions for all 3 rows shown' }).click()
  await page.getByRole('menuitem', { name: 'Exclude…' }).click()
  await page.getByLabel('Reason').fill('Have left')
  await page.keyboard.press('Enter')
  await page.getByText('Excluded 3 accounts').waitFor()
  harness.leave(page)
})

test('while rows are being counted, no action on all of them is offered', async () => {
  const batch = await batchOf([badPhone('M-1'), badPhone('M-2'), good('M-3')])
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  // Simulates a batch of which the engine has searched only a part.
  await context.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer()
    server.onMessage((message) => {
      const text = message.toString()
      socket.send(text.includes('"exact":true') ? text.replaceAll('"exact":true', '"exact":false') : message)
    })
  })
  const page = await harness.openPage('light', large, context)
  await page.evaluate((hash) => window.location.assign(hash), `#/batch/${batch}/fix`)
  await page.locator('[data-account]').waitFor()
  await page.getByText('2 rows so far…').waitFor()
  const bar = page.getByRole('group', { name: 'What to do with accounts' })
  await expect.poll(() => bar.getByRole('button').count()).toBe(0)
  await context.close()
})

test('with automatic validation on, an edit is validated by the real service without pressing Validate', async () => {
  const batch = await batchOf([badPhone('D-1'), good('D-2')])
  const page = await openFix(batch)
  const toggle = page.getByRole('switch', { name: 'Validate while editing' })
  await toggle.click()
  await expect.poll(() => toggle.getAttribute('aria-checked')).toBe('true')
  await account(page).getByLabel('Landline').fill('020 7946 0123')
  await page.keyboard.press('Enter')
  const validated = await harness.reached(batch, ({ states }) => states.validated === 2)
  expect(validated.validating).toBe(false)
  await account(page).getByText('Ready to send', { exact: true }).waitFor()
  const validates = harness.sandbox.ledger.entries().filter((entry) => entry.route === 'validate')
  expect(validates.at(-1)?.account).toBe('D-1')
  expect(await seriousOf(page)).toEqual([])
  harness.leave(page)
})

test('at the size of a laptop the account begins with its problem, also while it is held, and its place is said once', async () => {
  const dated: MappingInput = {
    ...mapping,
    columns: mapping.columns.map((one) =>
      one.column === 'Notes'
        ? {
            column: 'Notes',
            field: 'date_of_sale',
            conversion: { kind: 'date', pattern: 'dd/MM/yyyy' },
          }
        : one,
    ),
  }
  const batch = await batchOf([good('P-1'), `${good('P-2').replace(/[^,]*$/, '')}soon`], dated)
  const page = await openFix(batch, '', 'light', smallSize)
  const panel = account(page)
  const card = panel.getByRole('region', { name: 'To fix first' })
  await card.getByText(/“soon”/).waitFor()
  const topOf = async (of: Locator): Promise<number> => (await of.boundingBox())?.y ?? 0
  const above = async (): Promise<number> => (await topOf(card)) - (await topOf(panel))
  expect(await above()).toBeLessThan(130)
  expect(await topOf(panel.getByRole('textbox').first())).toBeGreaterThan(await topOf(card))
  expect((await panel.innerText()).match(/\brow \d+|\bcell [A-Z]+\d+|\bcolumn “/gi)).toEqual(['Row 3'])
  await takePictures(page, 'account-laptop')

  const { accounts } = await harness
    .engine()
    .accounts.list({ batch, states: ['invalid'], offset: 0, limit: 1 })
  const id = accounts[0]?.id ?? 0
  await harness.engine().accounts.hold({ accounts: [id], reason: 'Moves next month', until: null })
  await panel.getByText('Moves next month').waitFor()
  expect(await above()).toBeLessThan(230)
  harness.leave(page)
})

test('the history of an account lists its own edits, and none of another account', async () => {
  const batch = await batchOf([good('H-1'), good('H-2')])
  const cells = [{ sheet: 0, row: 3, column: 1, text: 'Another name' }]
  await harness.engine().edits.apply({ batch, words: 'Another name for H-2', cells })
  const page = await openFix(batch, '?show=all')
  await page.keyboard.press('Control+Home')
  const panel = account(page)
  await panel.getByRole('heading', { name: 'H-1' }).waitFor()
  await panel.getByRole('tab', { name: 'History' }).click()
  await panel.getByText(/^(?:This account|Nothing has happened yet)$/).waitFor()
  expect(await panel.getByText('Another name for H-2').count()).toBe(0)
  await panel.getByRole('button', { name: 'Next account' }).click()
  await panel.getByRole('heading', { name: 'H-2' }).waitFor()
  await panel.getByText('Another name for H-2').waitFor()
  harness.leave(page)
})
