// Tests the storage of API keys: in the system's key store where a real one exists, otherwise only in memory, with
// a notice. No key is on the disk in a form that others can read.
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSandbox } from '../../electron/sandbox/sandbox.ts'
import { mappingFile } from '../../shared/mapping/file.ts'
import { createDesktopKeyStore } from '../../electron/desktop/engine/key-store.ts'
import { fakeSafeStorage, type SafeStorageBehaviour } from './fake-electron.ts'
import { freshFolder, openPage, samples, startProgram } from './desktop-harness.ts'
import { untilStage } from './page-client.ts'

const key = 'canary-key-7f3a91'

async function safeFor(
  platform: NodeJS.Platform,
  behaviour: SafeStorageBehaviour = {},
  folder = freshFolder(),
) {
  const notices: string[] = []
  const storage = fakeSafeStorage(behaviour)
  const safeStorage = storage as unknown as Parameters<typeof createDesktopKeyStore>[0]['safeStorage']
  const notice = (message: string): void => void notices.push(message)
  return {
    safe: await createDesktopKeyStore({ safeStorage, platform, folder, notice }),
    notices,
    folder,
    storage,
  }
}

/** Everything below a folder, as text. */
function written(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

describe('the choice of the key store', () => {
  test.each([
    ['linux', { backEnd: 'gnome_libsecret', prefix: 'v11' }, 'system'],
    ['linux', { backEnd: 'kwallet', prefix: 'v11' }, 'system'],
    ['linux', { backEnd: 'kwallet5', prefix: 'v11' }, 'system'],
    ['linux', { backEnd: 'kwallet6', prefix: 'v12' }, 'system'],
    ['linux', { backEnd: 'basic_text', prefix: 'v11' }, 'memory'],
    ['linux', { backEnd: 'basic_text', prefix: 'v10' }, 'memory'],
    ['linux', { backEnd: 'unknown', prefix: 'v11' }, 'memory'],
    ['linux', { backEnd: 'something_new', prefix: 'v11' }, 'memory'],
    ['linux', { backEnd: 'gnome_libsecret', prefix: 'v10' }, 'memory'],
    ['linux', { available: false }, 'memory'],
    ['linux', { broken: true }, 'memory'],
    // On that platform the real key store writes `v10`.
    ['darwin', { prefix: 'v10' }, 'system'],
    ['win32', { prefix: 'v10' }, 'system'],
    ['darwin', { available: false }, 'memory'],
    ['win32', { broken: true }, 'memory'],
  ] as const)('%s with %j: %s', async (platform, behaviour, kind) => {
    const { safe, notices, folder } = await safeFor(platform, behaviour)
    expect(safe.kind).toBe(kind)
    await safe.set(3, key)
    expect(await safe.get(3)).toBe(key)
    expect(await safe.has(3)).toBe(true)
    expect(await safe.has(4)).toBe(false)
    expect(await safe.ids()).toEqual([3])
    expect(notices).toHaveLength(kind === 'memory' ? 1 : 0)
    if (kind === 'memory') {
      expect(notices[0]).toMatch(/^The key is kept in memory only and must be entered again after a restart/)
      expect(readdirSync(folder)).toEqual([])
    }
    expect(written(folder)).not.toContain(key)
    expect(written(folder)).not.toContain(Buffer.from(key).toString('base64').slice(0, 16))
  })
})

test('a stored key survives a restart, in one file readable only by its owner', async () => {
  const first = await safeFor('linux')
  await Promise.all([first.safe.set(1, key), first.safe.set(2, 'other'), first.safe.set(1, 'newer')])
  expect(readdirSync(first.folder)).toEqual(['keys.json'])
  expect(statSync(join(first.folder, 'keys.json')).mode & 0o777).toBe(0o600)
  const second = await safeFor('linux', {}, first.folder)
  expect(await second.safe.get(1)).toBe('newer')
  expect(await second.safe.get(2)).toBe('other')
})

test('a file readable by others becomes private when a key is written', async () => {
  const folder = freshFolder()
  writeFileSync(join(folder, 'keys.json'), '{}', { mode: 0o644 })
  const { safe } = await safeFor('linux', {}, folder)
  await safe.set(1, key)
  expect(statSync(join(folder, 'keys.json')).mode & 0o777).toBe(0o600)
})

test('a key that the key store cannot decrypt counts as missing, and is reported once', async () => {
  const { safe, storage, notices } = await safeFor('linux')
  await safe.set(1, key)
  storage.behaviour.broken = true
  expect(await safe.get(1)).toBe(null)
  expect(await safe.has(1)).toBe(false)
  expect(await safe.ids()).toEqual([])
  expect(notices).toEqual([expect.stringContaining('Enter it again')])
})

test.each(['', 'nonsense', '{"version":2,"keys":{}}', '{"version":1,"keys":{"__proto__":"AAAA"}}'])(
  'a key file with the content %j holds no keys',
  async (text) => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'keys.json'), text)
    const { safe } = await safeFor('linux', {}, folder)
    expect(await safe.ids()).toEqual([])
    expect(await safe.get(1)).toBe(null)
  },
)

test('keys of deleted connections are deleted', async () => {
  const { safe } = await safeFor('linux')
  await safe.set(1, key)
  await safe.set(2, key)
  await safe.keepOnly([2, 5])
  expect(await safe.ids()).toEqual([2])
})

const settings = { baseUrl: 'http://127.0.0.1:9', tokenUrl: 'http://127.0.0.1:9/graphql/' }

test('the window is informed that a key is kept in memory only', async () => {
  const { fake, window, folder } = await startProgram({ safeStorage: { backEnd: 'basic_text' } })
  const { client } = openPage(fake, window())
  const events = await client.events()
  const { id } = await client.connections.save({ name: 'Test', settings })
  await client.connections.setKey({ id, key })
  const reported: unknown[] = []
  for await (const event of events) {
    reported.push(event)
    if (event.kind === 'notice') break
  }
  expect(reported.at(-1)).toMatchObject({ level: 'warning', message: expect.stringContaining('memory only') })
  expect((await client.connections.list())[0]).toMatchObject({ hasKey: true })
  expect(written(folder)).not.toContain(key)
})

test('a stored key belongs to its connection after a restart, and is in no file as plain text', async () => {
  const folder = join(freshFolder(), 'data')
  const first = await startProgram({ folder })
  const { client } = openPage(first.fake, first.window())
  const { id } = await client.connections.save({ name: 'Test', settings })
  await client.connections.setKey({ id, key })
  const ended = new Promise((resolve) => first.fake.app.once('ended', resolve))
  first.fake.app.quit()
  await ended
  const second = await startProgram({ folder })
  const again = openPage(second.fake, second.window())
  expect((await again.client.connections.list())[0]).toMatchObject({ name: 'Test', hasKey: true })
  expect(existsSync(join(folder, 'keys.json'))).toBe(true)
  expect(written(folder)).not.toContain(key)
})

test('a stored key lets its connection continue validating after a restart', async () => {
  const sandbox = await createSandbox({ speed: 20 })
  try {
    const folder = join(freshFolder(), 'data')
    const first = await startProgram({ folder })
    const before = first.engine()?.client
    if (before === undefined) throw new Error('There is no engine')
    const { baseUrl, tokenUrl, apiKey } = sandbox
    const { id } = await before.connections.save({ name: 'Test', settings: { baseUrl, tokenUrl } })
    const mapping = mappingFile.parse(JSON.parse(readFileSync(join(samples, 'wide-50.mapping.json'), 'utf8')))
    const file = { path: join(samples, 'wide-50.csv'), mapping, catalogue: { shipped: 'example' } as const }
    const { batch } = await before.batches.load({ ...file, connection: id, supplier: 'ACME' })
    expect((await untilStage(before, batch, 'open')).states.unvalidated).toBeGreaterThan(0)
    await before.batches.validate({ batch })
    const ended = new Promise((resolve) => first.fake.app.once('ended', resolve))
    first.fake.app.quit()
    await ended
    await (await safeFor('linux', {}, folder)).safe.set(id, apiKey)

    const client = (await startProgram({ folder })).engine()?.client
    if (client === undefined) throw new Error('There is no engine')
    const events = await client.events()
    while (((await client.batches.get({ batch })).states.unvalidated ?? 0) > 0) await events.next()
    expect(sandbox.ledger.entries().length).toBeGreaterThan(0)
  } finally {
    await sandbox.close()
  }
})

test('keys of another database in the same folder are not used for its connections', async () => {
  const folder = join(freshFolder(), 'data')
  mkdirSync(folder, { mode: 0o700 })
  const { safe } = await safeFor('linux', {}, folder)
  await safe.set(1, key)
  const { fake, window } = await startProgram({ folder })
  const { client } = openPage(fake, window())
  const { id } = await client.connections.save({ name: 'New', settings })
  expect(id).toBe(1)
  expect((await client.connections.list())[0]).toMatchObject({ hasKey: false })
})
