// Tests the full journey of a batch in Chromium, over the web host with the real engine and sandbox: by keyboard alone
// (Tab, Enter, Space, arrows and shortcuts; every control shows its focus, and nothing traps it), with the window
// closed and the engine stopped midway, and with a person's own catalogue. The window's figures must equal the
// engine's. With a mouse, the whole journey runs in test/desktop/page-in-chromium.test.ts.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import exampleCatalogue from '../../shared/catalogue/examples/example.json' with { type: 'json' }
import { generateAccounts } from '../files/generate.ts'
import { byKeyboard, tabAround, withMouse } from './hands.ts'
import {
  agree,
  beginValidating,
  connect,
  hasValidated,
  load,
  release,
  report,
  wholeWay,
  watch,
} from './journey.ts'
import { aim, build } from './journey-map.ts'
import { arePicturesWanted, takePictures, takeReadmePictures } from './pictures.ts'
import { openStep } from './sending-journey.ts'
import { browserUser, connected, countedTotals, harnessOfEachTest, openBatch } from './travel.ts'
import { goToStep } from './user.ts'
import { samples, type WindowHarness } from './window-harness.ts'

const harness = harnessOfEachTest()
const inBrowser = (page: Page) => browserUser(page, withMouse(page))

/** Saves the report's results in the browser and returns the number of their rows. */
async function savedResults(page: Page): Promise<number> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save results.csv' }).click(),
  ])
  expect(download.suggestedFilename()).toContain('results.csv')
  return (
    readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\n').length - 1
  )
}

function linkedSample(count: number, name: string, damage = 0.1) {
  const { folder } = harness()
  return generateAccounts({ seed: 5, count, shape: 'linked', damage, format: 'xlsx', folder, name })
}

/** Counts every mouse or pen event that the page receives from a person. */
async function watchForMouse(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset['pointers'] = '0'
    const count = (event: Event): void => {
      const { dataset } = document.documentElement
      if (event.isTrusted) dataset['pointers'] = String(Number(dataset['pointers']) + 1)
    }
    for (const kind of ['pointerdown', 'mousedown']) addEventListener(kind, count, { capture: true })
  })
  return async () => Number(await page.locator('html').getAttribute('data-pointers'))
}

/** Accepted creates per account, by the service's own ledger. */
function timesCreated({ sandbox }: WindowHarness): number[] {
  return [...sandbox.ledger.acceptedCreates().values()]
}

const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0)

/** Where a round of Tab passes the most kinds of controls, by the step that is then complete. */
const pagesToTabAround = ['connect', 'map-done', 'fix', 'report']

test('the full journey by keyboard alone: connect to report, which is kept after a restart and marked outdated later', async () => {
  // Pictures are of the sample that comes with the program.
  const accounts = arePicturesWanted ? 500 : 60
  const file = arePicturesWanted
    ? join(samples, 'linked-500.xlsx')
    : (await linkedSample(60, 'whole', 0.3)).file
  const page = await harness().openPage()
  const pointers = await watchForMouse(page)
  const user = browserUser(page, byKeyboard(page), async (step) => {
    await takePictures(page, step)
    if (step === 'fix') await takeReadmePictures(page)
    if (pagesToTabAround.includes(step)) await tabAround(page)
  })
  const totals = await wholeWay(user, harness().sandbox, file)
  expect(await pointers()).toBe(0)
  expect(totals).toEqual(await countedTotals(harness(), 1))
  expect(totals['All accounts']).toBe(accounts)
  expect(totals['Not sent yet']).toBe(0)
  // Some of the damage is found by the service only when it creates the account.
  expect(totals['Failed']).toBe(arePicturesWanted ? 4 : 1)
  const sheets = await harness().engine().sheets.list({ batch: 1 })
  const rows = sheets.reduce((sum, sheet) => sum + (sheet.rowCount ?? 0), 0)
  expect(await savedResults(page)).toBe(rows)
  await page.context().close()
  await harness().restart()

  const second = inBrowser(await harness().openPage())
  await second.page.getByRole('link', { name: basename(file) }).click()
  await goToStep(second, 'Report')
  await second.page.getByText(/^Made at/).waitFor()
  const fresh = second.page.getByRole('listitem').filter({ hasText: 'The report is up to date' })
  await fresh.getByText('Yes').waitFor()
  expect(await savedResults(second.page)).toBe(rows)
  const engine = harness().engine()
  const wrong = await engine.accounts.list({ batch: 1, states: ['invalid'], offset: 0, limit: 1 })
  const ids = wrong.accounts.map(({ id }) => id)
  await engine.accounts.hold({ accounts: ids, reason: 'Has left', until: null, exclude: true })
  await second.page.getByText('1 account changed since. Make the report again before signing.').waitFor()
  await fresh.getByText('Not yet').waitFor()
}, 150_000)

test('closing the window and the engine during validation and during sending loses and repeats nothing', async () => {
  const { sandbox } = harness()
  const connection = await connected(harness())
  await openBatch(harness(), connection, await linkedSample(120, 'onward'))
  const first = inBrowser(await harness().openPage())
  await openStep(first.page, 1, 'fix')
  sandbox.faults.add({ route: 'validate', effect: { kind: 'latency', ms: 120 } })
  await beginValidating(first)
  await harness().reached(1, (now) => now.validating && now.inFlight > 0 && now.states.validated > 10)
  await first.page.context().close()
  await harness().restart()
  const validated = await harness().engine().batches.get({ batch: 1 })
  expect(validated.validating && validated.states.unvalidated > 0 && validated.states.validated > 10).toBe(
    true,
  )
  expect(sumOf(validated.states)).toBe(120)
  sandbox.faults.clear()

  const second = inBrowser(await harness().openPage())
  await second.page.getByRole('link', { name: 'onward.xlsx' }).click()
  await goToStep(second, 'Fix')
  await hasValidated(second)
  sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 120 } })
  await agree(second)
  await release(second, 1, 1_000)
  await harness().reached(
    1,
    ({ inFlight, states }) => inFlight > 0 && states.sending > 0 && states.queued > 20,
  )
  await second.page.context().close()
  await harness().restart()
  const sent = await harness().engine().batches.get({ batch: 1 })
  expect(sent.states.queued).toBeGreaterThan(0)
  expect(sumOf(sent.states)).toBe(120)
  sandbox.faults.clear()

  const third = inBrowser(await harness().openPage())
  await third.page.getByRole('link', { name: 'onward.xlsx' }).click()
  await watch(third)
  const totals = await report(third)
  expect(totals).toEqual(await countedTotals(harness(), 1))
  expect(totals['All accounts']).toBe(120)
  expect(totals['Not sent yet']).toBe(0)
  expect(totals['Created']).toBeGreaterThan(90)
  const times = timesCreated(harness())
  expect(times.every((one) => one === 1)).toBe(true)
  expect(times.length).toBe((totals['Created'] ?? 0) + (totals['Failed'] ?? 0))
}, 120_000)

test('a catalogue is added, a mapping to it is saved as a template, and the template maps a second batch', async () => {
  const catalogue = join(harness().folder, 'northern.json')
  writeFileSync(catalogue, JSON.stringify({ ...exampleCatalogue, title: 'Northern fields' }))
  const next = await linkedSample(30, 'next')
  const user = inBrowser(await harness().openPage())
  const { page } = user
  // With animations, as most people have them.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByRole('link', { name: 'Catalogues' }).first().click()
  await user.giveFile(() => page.getByRole('button', { name: /^(Add|Load) a catalogue/ }).click(), catalogue)
  await page.getByRole('heading', { name: 'Northern fields' }).waitFor()
  await connect(user, harness().sandbox, 'Northern fields')

  const [connection] = await harness().engine().connections.list()
  const id = connection?.settings.catalogue ?? ''
  const first = await linkedSample(20, 'first')
  await openBatch(harness(), connection?.id ?? 0, first, { catalogue: { id } })
  await openStep(page, 1, 'map')
  await page.getByRole('combobox', { name: 'Catalogue' }).getByText('Northern fields').waitFor()
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Northern move')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await load(user, next.file)
  await page.getByRole('link', { name: 'Map the columns' }).click()
  await aim(user, 'ACME')
  await page.getByRole('combobox', { name: 'Catalogue' }).getByText('Northern fields').waitFor()
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: /^Northern move/ }).click()
  await build(user)
  const [one, two] = await Promise.all([1, 2].map((batch) => harness().engine().batches.get({ batch })))
  expect(two?.mapping).toEqual(one?.mapping)
  expect(two?.catalogue).toBe(one?.catalogue)
  expect(two?.accounts).toBe(30)
}, 90_000)
