// Tests connections and catalogues in a real browser with the real engine and sandbox: form validation, keys that
// never leave the engine, results of the connection test, and the supplier's notes at the gate.
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionSettings, type ConnectionSettingsInput } from '../../shared/sending/connection.ts'
import { generateAccounts } from '../files/generate.ts'
import { seriousInBothThemes } from './axe.ts'
import { takePictures } from './pictures.ts'
import { openBrowser, openWindowHarness, type WindowHarness } from './window-harness.ts'

let browser: Browser
let harness: WindowHarness
let page: Page
/** An HTTP server that is not the service; every request gets an HTML page. */
let other: Server

beforeAll(async () => {
  browser = await openBrowser()
  harness = await openWindowHarness(browser)
  other = createServer((_, response) => response.end('<!doctype html><title>Intranet</title>'))
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const noted = await saved('Noted')
  const live = await saved('Live', elsewhereThanPractice())
  const { apiKey: key } = harness.sandbox
  for (const id of [noted, live]) await harness.engine().connections.setKey({ id, key })
  const [acme, bolt, each, production] = await Promise.all([
    built(noted, 'ACME'),
    built(noted, 'BOLT'),
    built(noted, null),
    built(live, 'ACME'),
  ])
  batches = { acme, bolt, each, live: production }
  page = await harness.openPage()
})
afterAll(async () => {
  await new Promise((resolve) => other.close(resolve))
  await harness.close()
  await browser.close()
})

function addressOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.')
  return `http://127.0.0.1:${address.port}`
}

/** The same sandbox at an unannounced address, like the local end of a tunnel. */
function elsewhereThanPractice(): Partial<ConnectionSettingsInput> {
  const baseUrl = harness.sandbox.baseUrl.replace('127.0.0.1', 'localhost')
  return { baseUrl, tokenUrl: `${baseUrl}/v1/graphql/`, catalogue: 'example' }
}

/** An address without a listener. */
const closedAddress = 'http://127.0.0.1:9'

/** Via Home, so that the page asks the engine again. */
async function goTo(hash: string): Promise<void> {
  const assign = (to: string): Promise<void> =>
    page.evaluate((address) => window.location.assign(address), to)
  await assign('#/')
  await isHome()
  await assign(hash)
}

async function isHome(): Promise<void> {
  const places = page.getByRole('navigation', { name: 'Places' })
  await places.getByRole('link', { name: 'Batches' }).and(page.locator('[aria-current="page"]')).waitFor()
}

const button = (name: string | RegExp): Locator => page.getByRole('button', { name })
/** Of the form: secrets have a button of that name each. */
const saveForm = (): Locator =>
  page.getByRole('button', { name: 'Save', exact: true }).and(page.locator('[type="submit"]'))
const gate = (): Locator => page.getByRole('region', { name: 'Where it goes' })
const suppliers = (): Locator => page.getByRole('group', { name: 'Import suppliers' })

async function saved(name: string, settings: Partial<ConnectionSettingsInput> = {}): Promise<number> {
  const { baseUrl, tokenUrl } = harness.sandbox
  const limits = { pollFirstMs: 100, readsPerMinute: null }
  const all = connectionSettings.parse({ baseUrl, tokenUrl, limits, ...settings })
  return (await harness.engine().connections.save({ name, settings: all })).id
}

/** Maps and builds it with the supplier's code; with `each`, every account names its own. */
let batches: Readonly<Record<'acme' | 'bolt' | 'each' | 'live', number>>

/** A batch of six accounts; resolves when it is built. */
async function built(connection: number, supplier: string | null): Promise<number> {
  const engine = harness.engine()
  const sample = await generateAccounts({
    seed: 3,
    count: 6,
    shape: 'wide',
    damage: 0,
    format: 'csv',
    folder: harness.folder,
    name: `six-${connection}-${supplier ?? 'each'}`,
    ...(supplier === null ? { supplier: 'ACME' } : {}),
  })
  const { batch } = await engine.batches.load({
    path: sample.file,
    mapping: sample.mapping,
    catalogue: { shipped: 'example' },
    connection,
    supplier,
  })
  const events = await engine.events()
  const isOpen = async (): Promise<boolean> => (await engine.batches.get({ batch })).stage === 'open'
  if (await isOpen()) return batch
  for await (const event of events) if (event.kind === 'batch' && (await isOpen())) return batch
  throw new Error('The engine ended.')
}

test('an invalid new connection shows one error sentence per field', async () => {
  await goTo('#/connect/new')
  await button('Add a supplier').click()
  await page.keyboard.type('ACME')
  await button('Add a supplier').click()
  await page.keyboard.type('ACME')
  await suppliers().getByText('ACME is already in the list.').waitFor({ state: 'hidden' })
  await button('Add a supplier').click()
  await suppliers().getByText('ACME is already in the list.').waitFor()
  await page.getByLabel('Base URL').fill('ftp://example.org')
  await page.getByLabel('Authorization header').fill('Token')
  await button('Add the connection').click()
  for (const sentence of [
    'Enter a name for the connection.',
    'An http or https address, without user name, query or fragment.',
    'Enter the supplier code, or remove the supplier.',
    'It must contain {token}.',
  ])
    await page.getByText(sentence).waitFor()
  // Beside the button, because the fields may be out of view; pressing it shows the first one.
  await page.getByLabel('Authorization header').focus()
  await button('5 fields need a correction').click()
  await expect
    .poll(() =>
      page.getByLabel('Name', { exact: true }).evaluate((field) => field === document.activeElement),
    )
    .toBe(true)
  const names = (await harness.engine().connections.list()).map((one) => one.name)
  expect(names.toSorted()).toEqual(['Live', 'Noted'])
})

test('the form begins at the left edge of its pane, and Cancel leaves a new connection', async () => {
  const { x } = (await page.getByRole('heading', { name: 'New connection' }).boundingBox()) ?? { x: 0 }
  const list = (await page.getByRole('navigation', { name: 'Connections' }).boundingBox()) ?? {
    x: 0,
    width: 0,
  }
  expect(x - (list.x + list.width)).toBeLessThan(40)
  await takePictures(page, 'connect-corrections')
  expect(await page.getByRole('link', { name: 'Cancel' }).getAttribute('href')).toBe('#/connect')
})

test('a form full of errors has no serious or critical axe findings in either theme', async () => {
  expect(await seriousInBothThemes(page)).toEqual([])
})

test('an error in the list of suppliers disappears with the row or the word that caused it', async () => {
  await button('Remove this supplier').click()
  await suppliers().getByText('Give the supplier its code').waitFor({ state: 'detached' })
  await page.getByLabel('Supplier code 1').fill('BOLT')
  await suppliers().getByText('ACME is in the list already.').waitFor({ state: 'detached' })
  await expect.poll(() => suppliers().locator('[aria-invalid]').count()).toBe(0)
})

test('a connection name that is already in use is refused, and the other connection is unchanged', async () => {
  await goTo('#/connect/new')
  await page.getByLabel('Name', { exact: true }).fill('Live')
  await page.getByLabel('Base URL').fill('https://example.org')
  await button('Add the connection').click()
  await page.getByText('There is a connection called Live already.').waitFor()
  const all = await harness.engine().connections.list()
  expect(all.find((one) => one.name === 'Live')?.environment).toBe('production')
})

test('a saved key never appears again in a page, an input or a response of the engine', async () => {
  const id = await saved('With a key')
  await goTo(`#/connect/${id}`)
  await page.getByLabel('API key', { exact: true }).fill(harness.sandbox.apiKey)
  await button('Save the key').click()
  await page.getByText('A key is stored. It is never shown again').waitFor()
  await button('Replace').click()
  await expect.poll(() => page.getByLabel('API key', { exact: true }).inputValue()).toBe('')
  const inputs = await page.locator('input').evaluateAll((all) => all.map((one) => one.getAttribute('value')))
  expect(JSON.stringify([await page.content(), inputs])).not.toContain(harness.sandbox.apiKey)
  const answers = await harness.engine().connections.list()
  expect(answers.find((one) => one.id === id)?.hasKey).toBe(true)
  expect(JSON.stringify(answers)).not.toContain(harness.sandbox.apiKey)
  await button('Cancel').click()
  await button('Replace').waitFor()
})

test('a connection test distinguishes four results, each with advice, and waits for a key', async () => {
  const nobody = closedAddress
  const elsewhere = addressOf(other)
  const { apiKey } = harness.sandbox
  const cases = [
    { name: 'Fine', settings: {}, key: apiKey, result: 'Everything works', advice: 'took the key' },
    {
      name: 'Nobody there',
      settings: { baseUrl: nobody, tokenUrl: `${nobody}/v1/graphql/` },
      key: apiKey,
      result: 'The connection was refused',
      advice: 'Nobody answers at this address.',
    },
    {
      name: 'Another server',
      settings: { baseUrl: elsewhere, tokenUrl: `${elsewhere}/v1/graphql/` },
      key: apiKey,
      result: 'A web page answers there',
      advice: 'sign-in page may stand before it',
    },
    {
      name: 'Wrong key',
      settings: {},
      key: 'not-the-key',
      result: 'The key was refused',
      advice: 'does not take this key',
    },
  ]
  for (const { name, settings, key, result, advice } of cases) {
    const id = await saved(name, settings)
    await harness.engine().connections.setKey({ id, key })
    await goTo(`#/connect/${id}`)
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await button('Test connection').click()
    const answer = page.getByRole('main').getByRole('status')
    await answer.getByText(result, { exact: true }).waitFor()
    await answer.getByText(advice).waitFor()
    const own = await answer.getByText('What happened').count()
    expect({ name, own }).toEqual({ name, own: result === 'Everything works' ? 0 : 1 })
  }
  await goTo(`#/connect/${await saved('Without a key')}`)
  await page.getByRole('main').getByText('The test needs the key. Save it first.').waitFor()
  expect(await button('Test connection').isDisabled()).toBe(true)
})

test('the list says that a connection was tested at the moment in which the answer is shown', async () => {
  const id = await saved('Tested at once')
  await harness.engine().connections.setKey({ id, key: harness.sandbox.apiKey })
  await goTo(`#/connect/${id}`)
  await page.getByRole('heading', { name: 'Tested at once', exact: true }).waitFor()
  const link = `nav a[href="#/connect/${id}"]`
  await page.locator(link, { hasText: 'Never tested' }).waitFor()
  const listed = page.evaluate(
    (selector) =>
      new Promise<string>((resolve) => {
        const seen = new MutationObserver(() => {
          const answer = document.querySelector('main [role="status"]')?.textContent ?? ''
          if (!answer.includes('Everything works')) return
          seen.disconnect()
          resolve(document.querySelector(selector)?.textContent ?? '')
        })
        seen.observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    link,
  )
  await button('Test connection').click()
  expect(await listed).toMatch(/Works, tested/)
})

test('a connection whose key was refused says so in the list and on Home, also after another visit', async () => {
  const id = await saved('Refused key')
  await harness.engine().connections.setKey({ id, key: 'not the key' })
  await goTo(`#/connect/${id}`)
  await button('Test connection').click()
  await page.getByText('The key was refused').waitFor()
  await page.locator(`nav a[href="#/connect/${id}"]`, { hasText: 'Key refused' }).waitFor()
  await goTo('#/')
  const card = page.getByRole('main').locator(`a[href="#/connect/${id}"]`)
  await expect.poll(() => card.textContent()).toContain('Key refused')
  expect(await card.textContent()).not.toMatch(/Ready|Works/)
  await harness.engine().connections.setKey({ id, key: harness.sandbox.apiKey })
  await expect.poll(() => card.textContent()).toContain('Never tested')
})

test('a proxy, an authority and a client certificate are saved, and their passwords are never returned', async () => {
  const id = await saved('Through a proxy')
  await goTo(`#/connect/${id}`)
  await page.getByText('Network', { exact: true }).click()
  await page.getByLabel('Proxy', { exact: true }).click()
  await page.getByRole('option', { name: 'This one' }).click()
  await page.getByLabel('Proxy address').fill('proxy.example.org')
  await page.getByLabel('User name for the proxy').fill('ann')
  await page.getByText('An address such as http://proxy.example.org:8080').waitFor()
  await page.getByLabel('Proxy address').fill('http://proxy.example.org:8080')
  await page
    .getByLabel('File: Further authorities from a file', { exact: true })
    .setInputFiles({ name: 'ca.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from('authority') })
  await expect
    .poll(() => page.getByLabel('Further authorities', { exact: false }).first().inputValue())
    .toBe('ca.pem')
  await page
    .getByLabel('File: Client certificate', { exact: true })
    .setInputFiles({ name: 'me.p12', mimeType: 'application/x-pkcs12', buffer: Buffer.from('ours') })
  await button('Remove the file: Client certificate').waitFor()
  await takePictures(page, 'connection-network')
  await saveForm().click()
  await page.getByRole('contentinfo').getByText('Through a proxy is saved.').waitFor()
  await page.getByLabel('Password for the proxy').fill('proxy-secret-9')
  await page.getByLabel('Password for the proxy').press('Enter')
  await button('Forget').waitFor()
  const now = (await harness.engine().connections.list()).find((one) => one.id === id)
  expect(now).toMatchObject({
    hasProxyPassword: true,
    hasPassphrase: false,
    settings: {
      network: {
        proxy: 'manual',
        proxyUrl: 'http://proxy.example.org:8080',
        proxyUser: 'ann',
        caFile: expect.stringMatching(/uploads.*ca\.pem$/) as string,
        clientCertificate: expect.stringMatching(/uploads.*me\.p12$/) as string,
      },
    },
  })
  expect(JSON.stringify(now) + (await page.content())).not.toContain('proxy-secret-9')
  // The saved setting can be saved again; without the file it is invalid.
  await button('Remove the file: Client certificate').click()
  await saveForm().click()
  await expect
    .poll(
      async () => (await harness.engine().connections.list()).find((one) => one.id === id)?.settings.network,
    )
    .toMatchObject({ caFile: now?.settings.network.caFile, clientCertificate: null })
  await button('Forget').click()
  await expect
    .poll(async () => (await harness.engine().connections.list()).some((one) => one.hasProxyPassword))
    .toBe(false)
})

test('the result of a connection test does not move the content below it', async () => {
  await goTo(`#/connect/${await saved('Wrong key')}`)
  const first = page.getByLabel('Base URL')
  await first.waitFor()
  const before = await first.boundingBox()
  await button('Test connection').click()
  await page.getByText('The key was refused').waitFor()
  expect(await first.boundingBox()).toEqual(before)
})

test('the status line shows the last action, covers nothing, and is cleared on the next page', async () => {
  await goTo(`#/connect/${await saved('With a key')}`)
  await page.getByLabel('Base URL').fill('http://127.0.0.1:9/')
  await button('Save').click()
  const line = page.getByRole('contentinfo')
  await line.getByText('With a key is saved.').waitFor()
  await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'Batches' }).click()
  await isHome()
  await expect.poll(() => line.getByText('With a key is saved.').count()).toBe(0)
})

test('suppliers keep their notes, and the Submit step shows a supplier’s note word for word', async () => {
  const id = await saved('Noted')
  await goTo(`#/connect/${id}`)
  await page.getByRole('heading', { name: 'Noted', exact: true }).waitFor()
  await button('Add a supplier').click()
  await page.keyboard.type('ACME')
  await page.getByLabel('What supplier 1 does to customers').fill('Sends a welcome e-mail.\nAnd a letter.')
  await button('Add a supplier').click()
  await page.keyboard.type('BOLT')
  await button('Save').click()
  await page.getByRole('link', { name: 'Noted' }).getByText('Suppliers: ACME, BOLT').waitFor()
  const kept = (await harness.engine().connections.list()).find((one) => one.id === id)
  expect(kept?.settings.suppliers).toEqual([
    { code: 'ACME', note: 'Sends a welcome e-mail.\nAnd a letter.' },
    { code: 'BOLT', note: '' },
  ])

  await goTo(`#/batch/${batches.acme}/submit`)
  await gate().getByText('What ACME does to customers:').waitFor()
  await gate().getByText('Sends a welcome e-mail. And a letter.').waitFor()
  await expect.poll(() => gate().getByText('Nobody has noted').count()).toBe(0)
})

test('for a supplier without a note, the Submit step says so and links to the connection', async () => {
  await saved('Noted', {
    ...elsewhereThanPractice(),
    suppliers: [{ code: 'ACME', note: 'Sends a letter.' }, { code: 'BOLT' }],
  })
  await goTo(`#/batch/${batches.bolt}/submit`)
  await gate()
    .getByText(
      'Ask the operator what BOLT does to customers, such as e-mails or letters, and record it in the connection.',
    )
    .waitFor()
  await gate().getByRole('link', { name: 'Record it' }).click()
  await page.getByLabel('What supplier 2 does to customers').fill('Writes to nobody.')
  await saveForm().click()
  await page.getByRole('contentinfo').getByText('Noted is saved.').waitFor()
  await page.goBack()
  await gate().getByText('Writes to nobody.').waitFor()
  await expect.poll(() => gate().getByText('Sends a letter.').count()).toBe(0)
})

test('where each account names its own supplier, the notes of all codes of the connection are shown', async () => {
  await saved('Noted', {
    ...elsewhereThanPractice(),
    suppliers: [
      { code: 'ACME', note: 'Sends a letter.' },
      { code: 'BOLT', note: 'Writes to nobody.' },
      { code: 'CURL' },
    ],
  })
  await goTo(`#/batch/${batches.each}/submit`)
  await gate().getByText('What ACME does to customers:').waitFor()
  await gate().getByText('Sends a letter.').waitFor()
  await gate().getByText('What BOLT does to customers:').waitFor()
  await gate().getByText('Writes to nobody.').waitFor()
  await gate().getByText('Ask the operator what CURL does to customers').waitFor()
  expect(await seriousInBothThemes(page)).toEqual([])

  // The practice service contacts nobody, so nothing has to be asked.
  await saved('Noted', { suppliers: [{ code: 'CURL' }] })
  await goTo(`#/batch/${batches.each}/submit`)
  await gate().getByText('PRACTICE').first().waitFor()
  await expect.poll(() => gate().getByText('Ask the operator').count()).toBe(0)
})

test('a note that changed after the consent requires a new consent', async () => {
  const noted = (note: string): Promise<number> => saved('Noted', { suppliers: [{ code: 'ACME', note }] })
  await noted('Sends a letter.')
  await goTo(`#/batch/${batches.acme}/submit`)
  await gate().getByText('Sends a letter.').waitFor()
  const box = gate().getByRole('checkbox')
  await box.click()
  await box.and(page.locator('[aria-checked="true"]')).waitFor()
  await goTo(`#/batch/${batches.acme}/submit`)
  await box.and(page.locator('[aria-checked="true"]')).waitFor()
  await noted('Sends two letters.')
  await goTo(`#/batch/${batches.acme}/submit`)
  await gate().getByText('Sends two letters.').waitFor()
  await box.and(page.locator('[aria-checked="false"]')).waitFor()
  await expect.poll(() => box.getAttribute('aria-checked')).toBe('false')
})

test('the last confirmation before production shows the note, and clears its input when it is closed', async () => {
  await saved('Live', {
    ...elsewhereThanPractice(),
    suppliers: [{ code: 'ACME', note: 'Sends a letter.' }],
  })
  await harness.engine().batches.validate({ batch: batches.live })
  await goTo(`#/batch/${batches.live}/submit`)
  // A consent holds for what was shown: both are shown only when the saved connection has arrived.
  await gate().getByText('Sends a letter.').waitFor()
  await gate().getByText('Accounts sent here are created for real customers.').waitFor()
  await gate().getByRole('checkbox').click()
  const waves = page.getByRole('region', { name: 'Waves' })
  const release = waves.getByRole('button', { name: 'Release 1 account' })
  await release.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('What ACME does to customers: Sends a letter.').waitFor()
  const typed = dialog.getByLabel('Type ACME to confirm')
  const confirm = dialog.getByRole('button', { name: 'Release 1 account' })
  await expect.poll(() => confirm.isEnabled()).toBe(false)
  await typed.fill('ACME')
  await expect.poll(() => confirm.isEnabled()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await release.click()
  await expect.poll(() => typed.inputValue()).toBe('')
  await expect.poll(() => confirm.isEnabled()).toBe(false)
  await typed.fill('ACME')
  await confirm.click()
  await dialog.waitFor({ state: 'detached' })
  await waves
    .getByText(/^1 (queued|on the way|created)/)
    .first()
    .waitFor()
})

test('a catalogue is added from a file, and its fields are shown as a searchable tree', async () => {
  const file = join(harness.folder, 'tiny.json')
  const text = (title: string) => ({ type: 'string', title })
  const catalogue = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A tiny catalogue',
    type: 'object',
    required: ['number'],
    properties: {
      number: text('Account number'),
      contact: {
        type: 'object',
        title: 'Contact',
        properties: { phone: { ...text('Telephone'), 'x-sensitive': true }, mail: text('Mail') },
      },
    },
  }
  writeFileSync(file, JSON.stringify(catalogue))
  await goTo('#/connect/catalogues')
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button('Add a catalogue').click()])
  await chooser.setFiles(file)
  await button(/^A tiny catalogue.*from a file$/).waitFor()
  const tree = page.getByRole('tree', { name: 'Fields of the catalogue' })
  await tree.getByText('contact.phone').waitFor()
  await expect
    .poll(() =>
      tree
        .getByRole('treeitem', { name: /Account number/ })
        .getByText('required')
        .count(),
    )
    .toBe(1)
  await page.getByRole('searchbox', { name: 'Search fields' }).fill('telephone')
  await tree.getByText('number', { exact: true }).waitFor({ state: 'detached' })
  await tree.getByText('contact.phone').waitFor()
  const remove = page.getByRole('button', { name: 'Remove' }).filter({ hasText: 'Remove' })
  await remove.click()
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await button(/^A tiny catalogue.*from a file$/).waitFor({ state: 'detached' })
  await remove.waitFor({ state: 'detached' })
})
