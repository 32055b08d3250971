// Tests environments in the window: practice, test system and production look different at every connection, not
// only by colour. A changed address asks for the environment again, and a real service asks for its catalogue.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { takePictures } from '../pictures.ts'
import { batchOfDuplicates, openStep } from '../sending-journey.ts'
import { generateAccounts } from '../../files/generate.ts'
import { harnessOfAllTests, openBatch } from '../travel.ts'
import { button } from '../user.ts'

const harness = harnessOfAllTests()

const open = (page: Page, hash: string): Promise<void> =>
  page.evaluate((at) => window.location.assign(at), hash)

/** Three connections to the sandbox; only the first uses the announced address. */
async function threeConnections() {
  const { baseUrl: practice, apiKey } = harness().sandbox
  const elsewhere = practice.replace('127.0.0.1', 'localhost')
  const { connections } = harness().engine()
  const save = async (name: string, baseUrl: string, environment: 'test' | 'production') => {
    const tokenUrl = `${baseUrl}/v1/graphql/`
    const catalogue = name === 'Rehearsal' ? null : 'example'
    const settings = connectionSettings.parse({ baseUrl, tokenUrl, environment, catalogue })
    const { id } = await connections.save({ name, settings, environmentSaid: true })
    await connections.setKey({ id, key: apiKey })
    return id
  }
  return {
    practice: await save('Sandbox', practice, 'production'),
    test: await save('Rehearsal', elsewhere, 'test'),
    production: await save('Live', elsewhere, 'production'),
  }
}

let ids: Awaited<ReturnType<typeof threeConnections>>
beforeAll(async () => {
  ids = await threeConnections()
})

test('each connection shows its environment on Home, in Connect, Map, Submit and in the top bar', async () => {
  const batches = {
    practice: await batchOfDuplicates(harness(), ids.practice, 2),
    test: await batchOfDuplicates(harness(), ids.test, 3),
    production: await batchOfDuplicates(harness(), ids.production, 4),
  }
  const page = await harness().openPage()
  const marks = { practice: 'PRACTICE', test: 'TEST SYSTEM', production: 'PRODUCTION' }
  for (const [name, mark] of [
    ['Sandbox', marks.practice],
    ['Rehearsal', marks.test],
    ['Live', marks.production],
  ] as const)
    await page
      .getByRole('link', { name: new RegExp(`^${name}.*${mark}`) })
      .first()
      .waitFor()
  await takePictures(page, 'environments-home')
  for (const kind of ['practice', 'test', 'production'] as const) {
    await openStep(page, batches[kind], 'submit')
    const gate = page.getByRole('region', { name: 'Where it goes' })
    await gate.getByText(marks[kind], { exact: true }).waitFor()
    await page.getByRole('banner').getByText(marks[kind], { exact: true }).waitFor()
    await takePictures(page, `environments-gate-${kind}`)
  }
  await openStep(page, batches.test, 'map')
  await page.getByText('Nobody has chosen a catalogue for Rehearsal yet').waitFor()
  await page.getByRole('combobox', { name: 'Connection' }).click()
  const offered = page.getByRole('option')
  await expect.poll(() => offered.count()).toBe(4)
  for (const mark of Object.values(marks))
    expect(await offered.getByText(mark, { exact: true }).count()).toBe(1)
  await takePictures(page, 'environments-map')
  await page.keyboard.press('Escape')
  harness().leave(page)
})

test('a test system with a changed address becomes production again; a real service requires a catalogue', async () => {
  const page = await harness().openPage()
  await open(page, `#/connect/${ids.test}`)
  const said = (name: string) => page.getByRole('radio', { name: new RegExp(`^${name}`) })
  await expect.poll(() => said('A test system').isChecked()).toBe(true)
  await page.getByLabel('Base URL').fill('https://live.example.org')
  await page.getByText('The address changed, so it is production again until you choose otherwise.').waitFor()
  await expect.poll(() => said('Production').isChecked()).toBe(true)
  await button(page, 'Save').click()
  await page
    .getByText('Choose the catalogue of this service or, only for practice, the example catalogue.')
    .waitFor()
  await takePictures(page, 'environments-connect')
  await page.getByRole('combobox', { name: 'Catalogue' }).click()
  await page.getByRole('option').filter({ hasText: 'Example fields' }).click()
  await button(page, 'Save').click()
  await page.getByText('Rehearsal is saved.').waitFor()
  const now = (await harness().engine().connections.list()).find(({ id }) => id === ids.test)
  expect(now).toMatchObject({ environment: 'production', settings: { catalogue: 'example' } })
  await open(page, `#/connect/${ids.practice}`)
  await page.getByText('Carryover itself started the service at this address').waitFor()
  expect(await page.getByRole('radio').count()).toBe(0)
})

test('with several connections a new batch begins with the one used last, never with production by itself', async () => {
  const engine = harness().engine()
  const page = await harness().openPage()
  const connection = page.getByLabel('Connection', { exact: true })
  const mapped = async (name: string): Promise<void> => {
    const path = join(harness().folder, name)
    writeFileSync(path, 'Account No,Surname\nP-1,Quillon\n')
    const { batch } = await engine.batches.open({ path })
    await harness().reached(batch, ({ stage }) => stage === 'mapping')
    await openStep(page, batch, 'map')
    await connection.waitFor()
  }
  const { folder } = harness()
  const sample = await generateAccounts({
    seed: 3,
    count: 2,
    shape: 'wide',
    damage: 0,
    format: 'csv',
    folder,
  })
  await openBatch(harness(), ids.practice, sample)
  await mapped('after-practice.csv')
  await expect.poll(() => connection.innerText()).toContain('Sandbox')
  await openBatch(harness(), ids.production, sample)
  await mapped('after-production.csv')
  await expect.poll(() => connection.innerText()).toContain('No connection yet')
  await connection.click()
  await page.getByRole('option', { name: /^Live PRODUCTION/ }).waitFor()
  await page.getByRole('option', { name: /^Sandbox PRACTICE/ }).waitFor()
  await page.keyboard.press('Escape')
  harness().leave(page)
})

test('while production is asked to validate, the footer says that customer data goes there, beside the open requests', async () => {
  const batch = await batchOfDuplicates(harness(), ids.production, 5, null, 'V')
  const page = await harness().openPage()
  await openStep(page, batch, 'fix?show=all')
  await page.locator('[data-account]').waitFor()
  const footer = page.getByRole('contentinfo')
  await footer.getByText('Nothing is created until you release it', { exact: true }).waitFor()
  expect(await page.getByText('Nothing is sent before Submit').count()).toBe(0)
  const { sheet, row, column } = await nameOf(batch)
  const cells = [{ sheet, row, column, text: 'Another' }]
  await harness().engine().edits.apply({ batch, words: 'Name', cells })
  harness().sandbox.faults.add({ id: 'slow', route: 'validate', effect: { kind: 'latency', ms: 60_000 } })
  await button(page, 'Validate 1').click()
  await page.getByRole('banner').getByText('1 request open').waitFor()
  const goesOut = 'Customer data is sent to the production service to be checked'
  await footer.getByText(goesOut).waitFor()
  expect(await footer.getByText(goesOut).isVisible()).toBe(true)
  await takePictures(page, 'environments-validating')
  await button(page, 'Stop').click()
  harness().sandbox.faults.clear()
  await footer.getByText(goesOut).waitFor({ state: 'detached' })
  // As well while edited accounts are validated by themselves.
  await page.getByRole('switch', { name: 'Validate while editing' }).click()
  await footer.getByText(goesOut).waitFor()
  await page.getByRole('switch', { name: 'Validate while editing' }).click()
  await footer.getByText(goesOut).waitFor({ state: 'detached' })
  harness().leave(page)
})

/** The cell with the first account's surname. */
async function nameOf(batch: number): Promise<{ sheet: number; row: number; column: number }> {
  const { rows } = await harness().engine().sheets.page({ batch, sheet: 0, offset: 0, limit: 1 })
  const { row = 0, cells = [] } = rows[0] ?? {}
  return { sheet: 0, row, column: cells.indexOf('Sample') }
}

test('the top bar of a batch without a connection leads to the place where one is chosen', async () => {
  const { folder } = harness()
  const sample = await generateAccounts({
    seed: 4,
    count: 2,
    shape: 'wide',
    damage: 0,
    format: 'csv',
    folder,
  })
  const batch = await openBatch(harness(), null, sample)
  const page = await harness().openPage()
  await openStep(page, batch, 'fix')
  await page.getByRole('banner').getByRole('link', { name: 'No connection' }).click()
  await page.waitForURL(new RegExp(`#/batch/${batch}/map$`))
  await expect
    .poll(() => page.getByLabel('Connection', { exact: true }).innerText())
    .toContain('No connection yet')
  await page.getByText('No connection is chosen yet.').waitFor()
  harness().leave(page)
})
