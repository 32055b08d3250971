// Tests the recovery of a data folder that does not open: the page that explains the cause, restoring a backup or
// using another folder, and continuing to the normal window. With the start command, its host and Chromium, on
// really damaged files.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serveWindow } from '../../../electron/cli/window/start.ts'
import { openSession } from '../../../electron/cli/data-folder/session.ts'
import { saveBackup } from '../../../electron/engine/store/database/backup/backups.ts'
import { createRecoveryRouter } from '../../../electron/engine/api/recovery-calls.ts'
import { failed } from '../../../electron/engine/system/failure.ts'
import { newInDoubtSetting } from '../../../electron/engine/store/sending/attempts/doubt.ts'
import { databaseName, openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import { newDataKey, recoveryKeyText } from '../../../electron/engine/store/database/data-key.ts'
import { readSetting } from '../../../electron/engine/store/database/settings.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { seriousOf } from '../axe.ts'
import { takePictures } from '../pictures.ts'
import { createCall } from '../../support/invocation.ts'
import { ask, callOver, endLater, freshFolder, openWebHarness, samples, signIn } from '../web-harness.ts'
import { openBrowser } from '../window-harness.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** A data folder with one batch of 50 accounts and a backup of it from two hours ago; damaged since. */
async function damagedFolder(options: { readonly backup: boolean }): Promise<string> {
  const data = join(freshFolder(), 'carryover')
  const { client, close } = await openSession(data, createCall().invocation)
  const baseUrl = 'http://127.0.0.1:9'
  const settings = { baseUrl, tokenUrl: `${baseUrl}/token` }
  const { id } = await client.connections.save({ name: 'Nowhere', settings })
  const { batch } = await client.batches.load({
    path: join(samples, 'wide-50.csv'),
    name: 'Customers of the north',
    mapping: mappingFile.parse(JSON.parse(readFileSync(join(samples, 'wide-50.mapping.json'), 'utf8'))),
    catalogue: { shipped: 'example' },
    connection: id,
    supplier: 'ACME',
  })
  await vi.waitUntil(async () => (await client.batches.get({ batch })).stage === 'open', {
    timeout: 60_000,
    interval: 20,
  })
  await close()
  const file = join(data, databaseName)
  if (options.backup) {
    const database = openDatabaseFile(file)
    for (const hours of [26, 2]) await saveBackup(database, data, Date.now() - hours * 3_600_000)
    database.close()
  }
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 4096, Math.min(bytes.length, 4096 * 12))
  writeFileSync(file, bytes)
  return data
}

/** `carryover start` on the folder, and a page at the printed address. */
async function startOn(dataDir: string): Promise<{ page: Page; printed: () => string }> {
  const { invocation, output, interrupt } = createCall()
  const printed = (): string => output.written.stderr + output.written.stdout
  const ended = serveWindow({ dataDir, sandboxService: true, open: false }, invocation)
  endLater(async () => {
    interrupt()
    await ended
  })
  await Promise.race([ended, output.saw('stdout', 'Ctrl-C')])
  const url = /http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]+/.exec(printed())?.[0] ?? ''
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  endLater(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.goto(url)
  return { page, printed }
}

test('a damaged database is found at the start; a backup is restored in the window and contains its batch', async () => {
  const data = await damagedFolder({ backup: true })
  const { page, printed } = await startOn(data)
  await page.getByRole('heading', { name: 'The database is damaged' }).waitFor()
  expect(printed()).toContain('is damaged')
  await page.getByText('2 hours ago').waitFor()
  await page.getByText('Newest', { exact: true }).waitFor()
  expect(await page.getByText('1 batch, 50 accounts').count()).toBe(2)
  expect(await seriousOf(page)).toEqual([])
  await takePictures(page, 'recovery')

  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('alert').getByText('is damaged').waitFor()

  await page.getByRole('button', { name: 'Restore this backup of' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('asks the service about every account before it sends it').waitFor()
  await takePictures(page, 'recovery-ask')
  await dialog.getByRole('button', { name: 'Restore this backup' }).click()
  await page.getByText('Customers of the north').first().waitFor()
  expect(await page.getByRole('heading', { name: 'The database is damaged' }).count()).toBe(0)
  const aside = readdirSync(data).find((name) => name.startsWith('damaged-')) ?? ''
  expect(existsSync(join(data, aside, databaseName))).toBe(true)
  // The practice service is listed too, as after any start.
  await page.getByRole('link', { name: 'Connections' }).click()
  await page.getByText('Practice service').first().waitFor()
})

test('without a backup a new folder is created beside it by name, and a folder with other files is refused', async () => {
  const data = await damagedFolder({ backup: false })
  mkdirSync(join(data, '..', 'letters'))
  writeFileSync(join(data, '..', 'letters', 'letter.txt'), 'Dear Sir')
  const { page, printed } = await startOn(data)
  await page.getByText('This folder has no backup.').waitFor()
  await page.getByRole('button', { name: 'Use another folder' }).click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByRole('textbox', { name: 'Name of the folder' })
  expect(await name.inputValue()).toBe('carryover-2')
  for (const [wrong, reported] of [
    ['letters', 'holds something else'],
    ['../letters', 'A plain name'],
  ] as const) {
    await name.fill(wrong)
    await name.press('Enter')
    await dialog.getByText(reported).waitFor()
  }
  await takePictures(page, 'recovery-folder')
  await name.fill('carryover-2')
  await dialog.getByRole('button', { name: 'Open this folder' }).click()
  await page.getByRole('link', { name: 'Connections' }).waitFor()
  expect(printed()).toContain(`--data-dir ${data}-2`)
  expect(existsSync(join(`${data}-2`, databaseName))).toBe(true)
})

/** The time until which accounts of loaded files are looked up before they are sent; 0: they are not. */
function newInDoubtUntil(data: string): number {
  const database = openDatabaseFile(join(data, databaseName), { readonly: true })
  try {
    return Number(readSetting(database, newInDoubtSetting) ?? '0')
  } finally {
    database.close()
  }
}

test('a copied folder shows where its data was last used, and opens once its original is declared unused', async () => {
  const original = join(freshFolder(), 'carryover')
  const { client, close } = await openSession(original, createCall().invocation)
  const baseUrl = 'http://127.0.0.1:9'
  await client.connections.save({ name: 'Nowhere', settings: { baseUrl, tokenUrl: `${baseUrl}/token` } })
  await close()
  const copy = join(freshFolder(), 'copy')
  cpSync(original, copy, { recursive: true, preserveTimestamps: true })
  const { page, printed } = await startOn(copy)
  await page.getByRole('heading', { name: 'This folder is a copy or a restored backup' }).waitFor()
  expect(printed()).toContain('carryover original-retired --data-dir')
  await page.getByText('Nothing is sent from here until you confirm').waitFor()
  await page
    .getByRole('definition')
    .getByText(new RegExp(`^${original} on .+, which is still there$`))
    .waitFor()
  expect(await seriousOf(page)).toEqual([])
  await takePictures(page, 'copied')

  await page.getByRole('button', { name: 'The original is no longer used' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByText('From now on only this folder may send').waitFor()
  await dialog.getByText('Every account not created yet is looked up before it is sent').waitFor()
  await takePictures(page, 'copied-ask')
  await dialog.getByRole('button', { name: 'Use this folder' }).click()
  await page.getByRole('link', { name: 'Connections' }).click()
  await page.getByText('Nowhere').first().waitFor()
  const days = (newInDoubtUntil(copy) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(29)
  expect(days).toBeLessThanOrEqual(30)
  expect(newInDoubtUntil(original)).toBe(0)
})

test('an encrypted folder opens with its recovery key only, and shows the key when asked for', async () => {
  const recoveryKey = recoveryKeyText(newDataKey())
  const data = join(freshFolder(), 'carryover')
  const call = createCall({ ...process.env, CARRYOVER_RECOVERY_KEY: recoveryKey })
  const { client, close } = await openSession(data, call.invocation)
  const baseUrl = 'http://127.0.0.1:9'
  await client.connections.save({ name: 'Nowhere', settings: { baseUrl, tokenUrl: `${baseUrl}/token` } })
  await close()

  const { page, printed } = await startOn(data)
  await page.getByRole('heading', { name: 'The data folder is encrypted, and its key is not here' }).waitFor()
  expect(printed()).toContain('is encrypted, and its key is not here')
  const field = page.getByRole('textbox', { name: 'Recovery key' })
  const open = page.getByRole('button', { name: 'Open the folder' })
  for (const [wrong, reported] of [
    [recoveryKey.slice(0, -2), 'That is no recovery key'],
    [recoveryKeyText(newDataKey()), 'does not fit the data folder'],
  ] as const) {
    await field.fill(wrong)
    await open.click()
    await page.getByText(reported).waitFor()
  }
  expect(await seriousOf(page)).toEqual([])
  await takePictures(page, 'locked')
  await field.fill(recoveryKey.toLowerCase())
  await open.click()
  await page.getByRole('link', { name: 'Connections' }).click()
  await page.getByText('Nowhere').first().waitFor()

  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('tab', { name: 'Data folder' }).click()
  await page.getByRole('heading', { name: 'Encrypted' }).waitFor()
  expect(await page.getByText(recoveryKey).count()).toBe(0)
  await takePictures(page, 'data-folder')
  await page.getByRole('button', { name: 'Show the recovery key' }).click()
  await page.getByText(recoveryKey).waitFor()
  expect(await seriousOf(page)).toEqual([])
  await takePictures(page, 'recovery-key')
  await page.getByRole('button', { name: 'Hide' }).click()
  await page.getByText(recoveryKey).waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'Audit log' }).click()
  await page.getByText('Show the recovery key').first().waitFor()
})

test('recovery closes the host’s sockets; the same key opens them again, and files are blocked', async () => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const { client, socket } = await callOver(harness, token)
  expect(await client.recovery.state()).toBeNull()
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const state = {
    folder: harness.dataFolder,
    besideIn: harness.folder,
    freeName: 'data-2',
    kind: 'damaged' as const,
    message: 'It is damaged.',
    original: null,
    whileOpen: true,
    backups: [],
  }
  const refused = async () => failed('workspace', 'database_damaged', 'It is damaged.')
  const router = createRecoveryRouter({
    state: () => state,
    restore: refused,
    tryAgain: refused,
    unlock: refused,
    retireOriginal: refused,
    useFolder: refused,
  })
  harness.host.serve(router, harness.dataFolder)
  expect(await closed).toBe(1012)
  const { client: after } = await callOver(harness, token)
  expect(await after.recovery.state()).toEqual(state)
  await expect(after.recovery.tryAgain()).rejects.toMatchObject({ data: { code: 'database_damaged' } })
  await expect(after.batches.list()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const upload = { method: 'PUT', target: '/api/upload?name=a.csv', body: 'a', bearer: token }
  expect((await ask(harness, upload)).status).toBe(404)
  const download = { method: 'POST', target: '/api/download', body: '{}', bearer: token }
  expect((await ask(harness, download)).status).toBe(404)
})
