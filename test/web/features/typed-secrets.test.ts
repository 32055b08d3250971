// Tests that secrets typed into a page leave no trace: a snapshot of its JavaScript heap after garbage collection
// is searched for the secret and for every prefix of it that a keystroke may have left.
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { connectionSettings, type ConnectionSettingsInput } from '../../../shared/sending/connection.ts'
import { generateAccounts } from '../../files/generate.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from '../window-harness.ts'

let browser: Browser
let harness: WindowHarness

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
})
afterAll(async () => {
  await harness.close()
  await browser.close()
})

const snapshot = z.object({ strings: z.array(z.unknown()) })
/** The last member of a snapshot; in a string the quotes would be escaped. */
const stringsFrom = '"strings":['

/** All strings in the page's heap after garbage collection. */
async function heapOf(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.enable')
  // The second collection frees what the first one's finalizers release.
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const text = chunks.join('')
  // The graph of the objects, which is most of it, is not looked into.
  const { strings } = snapshot.parse(JSON.parse(`{${text.slice(text.lastIndexOf(stringsFrom))}`))
  return strings.map(String)
}

/** Those that contain this text or a prefix of at least eight characters. */
function leftOf(heap: readonly string[], typed: string): string[] {
  return heap.filter((one) => one.includes(typed.slice(0, 8)))
}

/** No part of the secret is in a script or in messages from the browser driver to the page. */
async function typeInto(page: Page, label: string | RegExp, secret: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).click()
  await page.keyboard.type(secret)
}

async function saved(name: string, more: Partial<ConnectionSettingsInput> = {}): Promise<number> {
  const { baseUrl, tokenUrl } = harness.sandbox
  const settings = connectionSettings.parse({ baseUrl, tokenUrl, catalogue: 'example', ...more })
  return (await harness.engine().connections.save({ name, settings })).id
}

async function openAt(hash: string): Promise<Page> {
  const page = await harness.openPage()
  await page.evaluate((to) => window.location.assign(to), hash)
  return page
}

const viewOf = async (id: number) =>
  (await harness.engine().connections.list()).find((connection) => connection.id === id)

test('a saved key leaves neither itself nor its first characters in the page', async () => {
  const key = 'Vq7mZr2kXw9tLc4h-key'
  const id = await saved('Typed key')
  const page = await openAt(`#/connect/${id}`)
  await typeInto(page, 'API key', key)
  expect(leftOf(await heapOf(page), key)).not.toEqual([])
  await page.keyboard.press('Enter')
  await page.getByText('A key is stored. It is never shown again').waitFor()
  expect(leftOf(await heapOf(page), key)).toEqual([])
  expect((await viewOf(id))?.hasKey).toBe(true)
  harness.leave(page)
})

test('a key given while a connection is added leaves nothing, and the connection is tested with it', async () => {
  const key = 'Kf9sXp2nTq7wMb5d-key'
  const page = await openAt('#/connect/new')
  await page.getByLabel('Name', { exact: true }).fill('Added with its key')
  await page.getByLabel('Base URL').fill(harness.sandbox.baseUrl)
  await page.getByLabel('Token URL').fill(harness.sandbox.tokenUrl)
  await page.getByLabel('Catalogue', { exact: true }).click()
  await page.getByRole('option', { name: 'Example fields' }).click()
  await typeInto(page, 'API key', key)
  await page.getByRole('button', { name: 'Add the connection' }).click()
  await page.getByText('A key is stored. It is never shown again').waitFor()
  await page.getByText('The key was refused').first().waitFor()
  expect(leftOf(await heapOf(page), key)).toEqual([])
  harness.leave(page)
})

test('a key tested before its connection is saved is kept nowhere, and leaves nothing with the form', async () => {
  const key = 'Tw4yJm7vRc1sXb8e-key'
  const before = await harness.engine().connections.list()
  const page = await openAt('#/connect/new')
  await page.getByLabel('Base URL').fill(harness.sandbox.baseUrl)
  await page.getByLabel('Token URL').fill(harness.sandbox.tokenUrl)
  await typeInto(page, 'API key', key)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByText('The key was refused').waitFor()
  await page.evaluate(() => window.location.assign('#/connect'))
  await page.getByLabel('API key', { exact: true }).waitFor({ state: 'detached' })
  expect(leftOf(await heapOf(page), key)).toEqual([])
  expect(await harness.engine().connections.list()).toEqual(before)
  harness.leave(page)
})

test('a key that was typed but not saved disappears with its field', async () => {
  const key = 'Bn5xJd8sQy3fGp6w-key'
  const id = await saved('Given up')
  await harness.engine().connections.setKey({ id, key: 'the first one' })
  const page = await openAt(`#/connect/${id}`)
  await page.getByRole('button', { name: 'Replace' }).click()
  await typeInto(page, 'API key', key)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Replace' }).waitFor()
  expect(leftOf(await heapOf(page), key)).toEqual([])
  harness.leave(page)
})

test('a proxy’s password leaves nothing; a user name, which is no secret, stays in its form field', async () => {
  const password = 'Hs3vTk9cMb6zRf1n-pass'
  const user = 'Pl8gWu4yEa2jOi7d'
  const id = await saved('Typed password', {
    network: { proxy: 'manual', proxyUrl: 'http://proxy.example.org:8080' },
  })
  const page = await openAt(`#/connect/${id}`)
  await typeInto(page, /^Password for the proxy/, password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Forget' }).waitFor()
  await typeInto(page, /^User name for the proxy/, user)
  const heap = await heapOf(page)
  expect(leftOf(heap, password)).toEqual([])
  expect(leftOf(heap, user)).not.toEqual([])
  expect((await viewOf(id))?.hasProxyPassword).toBe(true)
  harness.leave(page)
})

test('a key given to a waiting batch leaves nothing, even if it was shown while it was typed', async () => {
  const key = 'Zc6rNh1bVx8qKt5m-key'
  const id = await saved('No key yet')
  const sample = await generateAccounts({
    seed: 3,
    count: 3,
    shape: 'wide',
    damage: 0,
    format: 'csv',
    folder: harness.folder,
    name: 'three',
  })
  const { batch } = await harness.engine().batches.load({
    path: sample.file,
    mapping: sample.mapping,
    catalogue: { shipped: 'example' },
    connection: id,
    supplier: 'ACME',
  })
  await harness.reached(batch, ({ stage }) => stage === 'open')
  const page = await openAt(`#/batch/${batch}/submit`)
  await page.getByRole('button', { name: 'Enter the key' }).click()
  await page.getByRole('checkbox', { name: 'Show what I type' }).click()
  await typeInto(page, 'API key', key)
  await page.getByRole('button', { name: 'Use this key' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(leftOf(await heapOf(page), key)).toEqual([])
  expect((await viewOf(id))?.hasKey).toBe(true)
  harness.leave(page)
})
