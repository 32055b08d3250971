// Tests that a press acts on what was shown when it was made. Its meaning may change meanwhile: by another window,
// the plan or the engine, by a late reply, or because the button now does the opposite. Then nothing happens, or
// the user gets a message.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { withMouse } from '../hands.ts'
import { agree } from '../journey.ts'
import { pageThatWaits } from '../page-that-waits.ts'
import { takePictures } from '../pictures.ts'
import {
  batchOfDuplicates,
  openStep,
  operatorOf,
  pauseNote,
  quickConnection,
  waveLine,
} from '../sending-journey.ts'
import { browserUser, harnessOfAllTests } from '../travel.ts'
import { button } from '../user.ts'

const harness = harnessOfAllTests({ sandbox: { operator: true }, practice: false })

/** A connection that no test leaves changed or paused, and a validated batch of three accounts for it. */
let connection = 0
let batch = 0
beforeAll(async () => {
  connection = await quickConnection(harness())
  batch = await batchOfDuplicates(harness(), connection, 3)
})

let ownConnections = 0

/** A connection that the test may leave as it likes. */
function ownConnection(): Promise<number> {
  ownConnections += 1
  return quickConnection(harness(), { name: `Own ${ownConnections}` })
}

async function makeProduction(id: number): Promise<void> {
  const { connections } = harness().engine()
  const found = (await connections.list()).find((one) => one.id === id)
  if (found === undefined) throw new Error('no such connection')
  await connections.save({
    name: found.name,
    settings: connectionSettings.parse({ ...found.settings, environment: 'production' }),
  })
}

async function pausesOf(connection: number): Promise<string[]> {
  const found = (await harness().engine().connections.list()).find(({ id }) => id === connection)
  return (found?.pauses ?? []).map(({ supplier, reason }) => `${supplier} ${reason}`.trim())
}

async function waves(batch: number): Promise<number> {
  return (await harness().engine().batches.get({ batch })).sending.waves.length
}

const releaseButton = (page: Page, wave: number) => button(waveLine(page, wave), /^Release/)

test('Submit shows at once that a connection became production, and requires a new consent', async () => {
  const connection = await ownConnection()
  const batch = await batchOfDuplicates(harness(), connection, 5)
  const page = await harness().openPage()
  await openStep(page, batch, 'submit')
  await agree(browserUser(page, withMouse(page)))
  await expect.poll(() => releaseButton(page, 1).isEnabled()).toBe(true)
  await makeProduction(connection)
  await page.getByText('PRODUCTION', { exact: true }).first().waitFor()
  await expect.poll(() => releaseButton(page, 1).isDisabled()).toBe(true)
  expect(await waves(batch)).toBe(0)
  harness().leave(page)
})

test('Resume in the top bar ends only the pause that it names', async () => {
  const { connections } = harness().engine()
  await connections.pause({ id: connection, supplier: 'ACME' })
  await connections.pause({ id: connection, supplier: 'NORTH' })
  const page = await harness().openPage()
  await openStep(page, batch, 'watch')
  await page.getByRole('banner').getByRole('button', { name: 'Resume' }).click()
  await expect.poll(() => pausesOf(connection)).toEqual(['NORTH person'])
  await connections.resume({ id: connection, supplier: 'NORTH' })
  harness().leave(page)
})

test('a new key ends the pause caused by the old one, and keeps the pauses made by persons', async () => {
  const connection = await ownConnection()
  const batch = await batchOfDuplicates(harness(), connection, 3)
  const { batches, connections } = harness().engine()
  const operator = operatorOf(harness())
  await operator.revokeKeys()
  await batches.release({ batch, limit: 1 })
  const page = await harness().openPage()
  await openStep(page, batch, 'submit')
  await pauseNote(page, ': the service does not accept the key').waitFor()
  await connections.pause({ id: connection, supplier: 'ACME' })
  await operator.renewKeys()
  await button(page, 'Enter the key').click()
  await page.getByLabel('API key').fill(harness().sandbox.apiKey)
  await button(page, 'Use this key').click()
  await page.getByText('The key is saved. Sending stays paused.').waitFor()
  expect(await pausesOf(connection)).toEqual(['ACME person'])
  harness().leave(page)
})

/** A second click at the very moment when the button does the opposite, like the second click of a double click. */
async function clickTwice(page: Page, first: string, then: string): Promise<void> {
  await page.getByRole('button', { name: first, exact: true }).waitFor()
  await page.evaluate(
    async ([before, after]) => {
      const named = (words: string | undefined) =>
        [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === words)
      named(before)?.click()
      while (named(after) === undefined || named(after)?.ariaBusy === 'true')
        await new Promise(requestAnimationFrame)
      named(after)?.click()
    },
    [first, then],
  )
}

test.each(['the Submit step', 'the connection’s page'])(
  'a double click on Pause sending in %s pauses, and does not resume',
  async (where) => {
    const page = await harness().openPage()
    const at = where === 'the Submit step' ? `#/batch/${batch}/submit` : `#/connect/${connection}`
    await page.evaluate((hash) => (location.hash = hash), at)
    await clickTwice(page, 'Pause sending', 'Resume sending')
    const resume = page.getByRole('button', { name: 'Resume sending', exact: true })
    await expect.poll(() => resume.isEnabled()).toBe(true)
    await takePictures(page, `paused-${where === 'the Submit step' ? 'submit' : 'connection'}`)
    expect(await pausesOf(connection)).toEqual(['person'])
    await resume.click()
    await expect.poll(() => pausesOf(connection)).toEqual([])
    harness().leave(page)
  },
)

test('text typed while a connection is being saved is not marked as saved', async () => {
  const connection = await ownConnection()
  const { of: page, hold, resume } = await pageThatWaits(harness())
  await page.evaluate((at) => (location.hash = at), `#/connect/${connection}`)
  await page.getByLabel('Authorization header').fill('Key {token}')
  await hold()
  await button(page, 'Save').click()
  await page.getByRole('radio', { name: /^Production/ }).click()
  await resume()
  await page.getByText(/^Own \d is saved\.$/).waitFor()
  await expect.poll(() => button(page, 'Save').isEnabled()).toBe(true)
  const settings = async () =>
    (await harness().engine().connections.list()).find(({ id }) => id === connection)?.settings
  expect(await settings()).toMatchObject({ environment: 'test', headerTemplate: 'Key {token}' })
  await button(page, 'Save').click()
  await expect.poll(async () => (await settings())?.environment).toBe('production')
  harness().leave(page)
})

test('the test of a connection shows no result for settings that are not saved', async () => {
  const page = await harness().openPage()
  await page.evaluate((at) => (location.hash = at), `#/connect/${connection}`)
  await button(page, 'Test connection').click()
  await page.getByText('Everything works').waitFor()
  await page.getByLabel('Base URL').fill('https://elsewhere.example')
  await page.getByText('Everything works').waitFor({ state: 'detached' })
  await page.getByText('The test uses the saved settings. Save the form first.').waitFor()
  expect(await button(page, 'Test connection').isDisabled()).toBe(true)
  harness().leave(page)
})

test('Ctrl+Z in the palette undoes only its text', async () => {
  const { edits, sheets } = harness().engine()
  const [sheet] = await sheets.list({ batch })
  const { rows } = await sheets.page({ batch, sheet: 0, offset: 0, limit: 1 })
  const [row] = rows
  if (sheet === undefined || row === undefined) throw new Error('no rows')
  await edits.apply({
    batch,
    words: 'A surname',
    cells: [{ sheet: sheet.position, row: row.row, column: 1, text: 'Better' }],
  })
  const page = await harness().openPage()
  await openStep(page, batch, 'fix?show=all')
  await page.getByRole('button', { name: 'Undo: A surname' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  const finder = page.getByRole('combobox', { name: 'Find an account or go somewhere' })
  await finder.waitFor()
  await page.keyboard.type('S-00')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => finder.inputValue()).not.toBe('S-00')
  await page.keyboard.press('Escape')
  await finder.waitFor({ state: 'detached' })
  const history = async () => (await edits.history({ batch })).map(({ undone }) => undone)
  expect(await history()).toEqual([false])
  await page.getByTestId('data-grid-canvas').focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(history).toEqual([true])
  harness().leave(page)
})

test('an upload that ends after its page was left does not change the current page', async () => {
  const { of: page, hold, resume } = await pageThatWaits(harness())
  const path = join(harness().folder, 'later.csv')
  writeFileSync(path, 'A,B\n1,2\n')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: /^Open a file/ }).click(),
  ])
  await hold()
  const uploaded = page.waitForResponse(/\/api\/upload/)
  await chooser.setFiles(path)
  await uploaded
  await page.evaluate(() => (location.hash = '#/connect'))
  await page.getByRole('heading', { name: 'Connections' }).first().waitFor()
  await resume()
  const reported = page.getByRole('dialog').filter({ hasText: 'later.csv is open' })
  await reported.waitFor()
  expect(new URL(page.url()).hash).toBe('#/connect')
  await reported.getByRole('button', { name: 'Show' }).click()
  await page.waitForURL(/#\/batch\/\d+\/load$/)
  harness().leave(page)
})

// Last, because the service then has these accounts.
test('the confirmation for production belongs to one wave and confirms no other', async () => {
  const connection = await ownConnection()
  const batch = await batchOfDuplicates(harness(), connection, 12)
  await makeProduction(connection)
  const page = await harness().openPage()
  await openStep(page, batch, 'submit')
  // A consent that was given before the window knew would not count.
  await page.getByText('PRODUCTION', { exact: true }).first().waitFor()
  await agree(browserUser(page, withMouse(page)))
  await releaseButton(page, 1).click()
  const dialog = page.getByRole('dialog', { name: 'Release 1 account to production?' })
  await dialog.getByLabel('Type ACME to confirm').fill('ACME')
  const confirm = dialog.getByRole('button', { name: 'Release 1 account' })
  await expect.poll(() => confirm.isEnabled()).toBe(true)

  await harness().engine().batches.release({ batch, limit: 1 })
  await dialog.getByText('This is no longer the next wave.').waitFor()
  expect(await confirm.isDisabled()).toBe(true)
  await takePictures(page, 'submit-not-the-next-wave')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await waves(batch)).toBe(1)

  await releaseButton(page, 2).click()
  const next = page.getByRole('dialog', { name: /^Release \d+ accounts to production/ })
  await next.getByLabel('Type ACME to confirm').fill('ACME')
  await next.getByRole('button', { name: /^Release/ }).click()
  await next.waitFor({ state: 'detached' })
  await expect.poll(() => waves(batch)).toBe(2)
  harness().leave(page)
})

test('Try now asks a service that was away at once, and one that is silent is named after a few seconds', async () => {
  const engine = harness().engine()
  const operator = operatorOf(harness())
  const page = await harness().openPage()
  const bar = page.getByRole('banner')
  const connection = await ownConnection()
  const away = await batchOfDuplicates(harness(), connection, 4, null, 'Y')
  const silent = await batchOfDuplicates(harness(), connection, 1, null, 'H')
  await openStep(page, away, 'watch')
  await operator.goAway()
  await engine.batches.release({ batch: away, limit: null })
  await bar.getByText('not answering').waitFor({ timeout: 30_000 })
  await button(bar, 'Try now').waitFor()
  await operator.comeBack()
  await button(bar, 'Try now').click()
  await bar.getByText('not answering').waitFor({ state: 'detached' })
  await harness().reached(away, ({ states }) => states.done === 4)

  await openStep(page, silent, 'watch')
  await operator.slow(9_000)
  await engine.batches.release({ batch: silent, limit: null })
  await bar.getByText(/no answer for \d+ s/).waitFor()
  await operator.quick()
  const { outcomes } = await harness().reached(silent, ({ states }) => states.done === 1)
  expect(outcomes.created).toBe(1)
  harness().leave(page)
})
