// Tests what the window says of a connection and of a supplier code before anything is saved or built: the test of a form
// that is only typed, and the check of a code as soon as it is typed or picked.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { seriousInBothThemes } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { connected, harnessOfEachTest, linkedSample, openBatch } from '../travel.ts'
import { button } from '../user.ts'

const harness = harnessOfEachTest({
  sandbox: { suppliers: [{ code: 'ACME' }, { code: 'BOLT', status: 'paused' }] },
})

async function openAt(hash: string): Promise<Page> {
  const page = await harness().openPage()
  await page.evaluate((to) => window.location.assign(to), hash)
  return page
}

test('a new connection is tested with what is typed, before anything is saved', async () => {
  const { engine, sandbox } = harness()
  const before = await engine().connections.list()
  const page = await openAt('#/connect/new')
  const test = button(page, 'Test connection')
  await test.waitFor()
  expect(await test.getAttribute('aria-disabled')).toBe('true')
  await page.getByLabel('Base URL').fill(sandbox.baseUrl)
  await page.getByLabel('Token URL').fill(sandbox.tokenUrl)
  await page.getByLabel('API key').fill('not the key')
  await test.click()
  await page.getByText('The key was refused').waitFor()
  await takePictures(page, 'connection-typed-refused')
  expect(await seriousInBothThemes(page)).toEqual([])

  await page.getByLabel('API key').fill(sandbox.apiKey)
  // The result was about another key.
  await page.getByText('The key was refused').waitFor({ state: 'detached' })
  await test.click()
  await page.getByText('Everything works').waitFor()
  await takePictures(page, 'connection-typed-fine')
  await page.getByLabel('Base URL').fill('http://not-this-machine.example')
  await page.getByText('Everything works').waitFor({ state: 'detached' })
  await test.click()
  await page.getByText('Correct what is marked in the form, then test again.').waitFor()
  await page.getByText('An http or https address, without user name, query or fragment.').waitFor()
  expect(await page.locator('[aria-invalid="true"]').count()).toBe(1)
  expect(await engine().connections.list()).toEqual(before)
  harness().leave(page)
})

test('a supplier code is checked as soon as it is typed or picked in Map', async () => {
  const id = await connected(harness())
  const { settings } = (await harness().engine().connections.list()).find((one) => one.id === id) ?? {}
  await harness()
    .engine()
    .connections.save({
      name: 'Practice here',
      settings: connectionSettings.parse({
        ...settings,
        suppliers: [{ code: 'ACME', note: 'Sends a welcome e-mail' }],
      }),
    })
  const path = join(harness().folder, 'codes.csv')
  writeFileSync(path, 'Account number;Surname\nA-1;Lee\n')
  const { batch } = await harness().engine().batches.open({ path })
  await harness().reached(batch, ({ stage }) => stage === 'mapping')
  const page = await openAt(`#/batch/${batch}/map`)
  const field = page.getByLabel('Supplier code')
  await field.waitFor()
  const asked = () =>
    harness()
      .sandbox.ledger.entries()
      .filter(({ route }) => route === 'validate').length
  const before = asked()
  await field.fill('ACNE')
  await page.getByText(/^Not on the list of Practice here\. The service refuses this code: /).waitFor()
  await takePictures(page, 'supplier-refused')
  expect(await seriousInBothThemes(page)).toEqual([])
  await field.fill('BOLT')
  await page.getByText(/Not on the list of Practice here\. .*(paused or complete|Paused)/).waitFor()
  await field.fill('')
  await field.click()
  await page.getByRole('option', { name: /^ACME/ }).click()
  await page
    .getByText(/^On the list of Practice here\. The service names no problem with this code/)
    .waitFor()
  await takePictures(page, 'supplier-listed')
  // One question a code, none a key stroke.
  expect(asked() - before).toBe(3)

  await harness().engine().connections.setKey({ id, key: null })
  await field.fill('ACM')
  await page.getByText('Not checked with the service: Practice here has no key yet.').waitFor()
  await takePictures(page, 'supplier-not-checked')
  harness().leave(page)
})

test('a supplier code is checked when it is entered for a connection, and says why where it cannot be', async () => {
  const id = await connected(harness())
  const page = await openAt(`#/connect/${id}`)
  await button(page, 'Add a supplier').click()
  await page.getByLabel('Supplier code 1').fill('ACNE')
  await page.getByLabel('What supplier 1 does to customers').focus()
  await page.getByText(/The service refuses this code: /).waitFor()
  await page.getByLabel('Supplier code 1').fill('ACME')
  await page.getByText(/The service names no problem with this code/).waitFor()
  await takePictures(page, 'connection-supplier')
  await page.evaluate((to) => window.location.assign(to), '#/connect/new')
  await page.getByLabel('Base URL').waitFor()
  await button(page, 'Add a supplier').click()
  await page.getByLabel('Supplier code 1').fill('ACME')
  await page.getByLabel('What supplier 1 does to customers').focus()
  const notTyped = page.getByText('Not checked yet: enter the address of the service and the key first.')
  await notTyped.waitFor()
  const { sandbox } = harness()
  const asked = () => sandbox.ledger.entries().filter(({ route }) => route === 'validate').length
  expect(asked()).toBe(2)
  await page.getByLabel('Base URL').fill(sandbox.baseUrl)
  await page.getByLabel('Token URL').fill(sandbox.tokenUrl)
  await page.getByLabel('API key').fill(sandbox.apiKey)
  await button(page, 'Check ACME with the service').waitFor()
  // The key goes nowhere before the press.
  expect(asked()).toBe(2)
  await button(page, 'Check ACME with the service').click()
  await page.getByText(/The service names no problem with this code/).waitFor()
  await takePictures(page, 'connection-new-supplier')
  expect(await seriousInBothThemes(page)).toEqual([])
  await page.getByLabel('Supplier code 1').fill('ACNE')
  await button(page, 'Check ACNE with the service').click()
  await page.getByText(/The service refuses this code: /).waitFor()
  expect(asked()).toBe(4)
  await page.getByLabel('API key').fill('')
  await notTyped.waitFor()
  expect(await harness().engine().connections.list()).toHaveLength(1)
  harness().leave(page)
})

test('a connection is copied without its key; one that a batch uses stays, and the error about it leaves by itself', async () => {
  const id = await connected(harness())
  await openBatch(harness(), id, await linkedSample(harness(), 3, 'Used'))
  const list = () => harness().engine().connections.list()
  const page = await openAt(`#/connect/${id}`)
  await page.getByRole('link', { name: 'Copy…' }).click()
  await page.getByRole('heading', { name: 'New connection' }).waitFor()
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Practice here (copy)')
  expect(await page.getByLabel('Base URL').inputValue()).toBe(harness().sandbox.baseUrl)
  expect(await page.getByLabel('API key').inputValue()).toBe('')
  await page.getByRole('combobox', { name: 'Catalogue' }).click()
  await page.getByRole('option').filter({ hasText: 'Example fields' }).click()
  await button(page, 'Add the connection').click()
  await expect
    .poll(async () => (await list()).map(({ name, hasKey }) => [name, hasKey]))
    .toEqual([
      ['Practice here', true],
      ['Practice here (copy)', false],
    ])

  const remove = async (one: number): Promise<void> => {
    await page.evaluate((to) => window.location.assign(to), `#/connect/${one}`)
    await page.getByRole('heading', { name: 'Practice here' }).waitFor()
    await button(page, 'Remove…').click()
    await button(page.getByRole('dialog'), 'Remove').click()
  }
  await page.clock.install()
  await remove(id)
  const error = page.getByText(/is used by/)
  await error.waitFor()
  expect((await list()).length).toBe(2)
  await page.clock.fastForward(25_000)
  await error.waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await remove((await list()).find(({ hasKey }) => !hasKey)?.id ?? 0)
  await expect.poll(async () => (await list()).map(({ name }) => name)).toEqual(['Practice here'])
  // Its clock is not that of the next test.
  await page.context().close()
})
