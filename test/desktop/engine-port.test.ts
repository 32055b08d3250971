// Tests the page's calls to the engine and the replies, over the built preload, a real MessagePort and real
// structured clone, to the engine as the program starts it.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { createORPCClient, ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/message-port'
import { os, type RouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import type { EngineEvent } from '../../shared/contract/contract.ts'
import { channels } from '../../electron/desktop/page/channels.ts'
import { createEnginePorts } from '../../electron/desktop/engine/engine-port.ts'
import type { Engine } from '../../electron/engine/engine.ts'
import { FakePortMain, fakeIpcRenderer } from './fake-electron.ts'
import { freshFolder, openPage, samples, startProgram } from './desktop-harness.ts'
import { untilStage } from './page-client.ts'

const sample = join(samples, 'linked-500.xlsx')

test('a call returns its result or a typed error', async () => {
  const { fake, window, folder } = await startProgram()
  const { client } = openPage(fake, window())
  expect(await client.workspace.status()).toMatchObject({ folder, foundInFlight: 0 })
  expect((await client.catalogues.list()).length).toBeGreaterThan(0)
  const failure: unknown = await client.batches.get({ batch: 99 }).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ORPCError)
  expect(failure).toMatchObject({ code: 'REFUSED', data: { code: 'no_such_batch', kind: 'input' } })
})

test('an input that violates the contract is refused before it reaches the engine', async () => {
  const { fake, window, bugs } = await startProgram()
  const { client } = openPage(fake, window())
  const wrong = { batch: 'one' } as unknown as { batch: number }
  await expect(client.batches.get(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(client.batches.get({ batch: -1 })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(bugs).toEqual([])
})

test('events are sent at once, and the stream ends when the program closes the engine', async () => {
  const { fake, window, engine } = await startProgram()
  const { client } = openPage(fake, window())
  const events = await client.events()
  const first = events.next()
  engine()?.notice('info', 'Hello from the program.')
  expect(await first).toEqual({
    done: false,
    value: { kind: 'notice', level: 'info', message: 'Hello from the program.' } satisfies EngineEvent,
  })
  const rest = events.next()
  const ended = new Promise((resolve) => fake.app.once('ended', resolve))
  fake.app.quit()
  expect(await rest).toMatchObject({ done: true })
  await ended
})

test('a waiting stream ends when the page is closed', async () => {
  const { fake, window } = await startProgram()
  const page = openPage(fake, window())
  const waiting = (await page.client.events()).next()
  waiting.catch(() => undefined)
  openPage(fake, window())
  await page.closed
  await expect(waiting).rejects.toThrow('closed')
})

test('the engine’s side of a stream ends with the port', async () => {
  const ended = Promise.withResolvers<string>()
  const router = {
    stream: os.handler(async function* ({ signal }) {
      try {
        yield 'first'
        await new Promise((resolve) => signal?.addEventListener('abort', resolve))
      } finally {
        ended.resolve('ended')
      }
    }),
  }
  const ports = createEnginePorts({
    router: router as unknown as Engine['router'],
    checkInput: async () => {},
    onBug: (error) => ended.reject(error),
  })
  const { port1, port2 } = new MessageChannel()
  ports.serve(new FakePortMain(port2))
  port1.start()
  const client: RouterClient<typeof router> = createORPCClient(new RPCLink({ port: port1 }))
  const stream = await client.stream()
  expect(await stream.next()).toEqual({ done: false, value: 'first' })
  port1.close()
  expect(await ended.promise).toBe('ended')
})

test('a port that receives anything but text is closed', async () => {
  const { fake, window } = await startProgram()
  const messages: unknown[] = [{ i: '1' }, new Uint8Array([1]), 7, null]
  const closed: unknown[] = []
  for (const message of messages) {
    const { port1, port2 } = new MessageChannel()
    const end = new Promise((resolve) => port1.once('close', resolve))
    fakeIpcRenderer(fake, window().webContents).postMessage(channels.engine, null, [port2])
    port1.postMessage(message)
    await end
    closed.push(message)
  }
  expect(closed).toEqual(messages)
})

test('a picked file is read in a separate process, stored and shown by pages', async () => {
  const { fake, window } = await startProgram()
  const { client, bridge } = openPage(fake, window())
  fake.answers.paths.push(sample)
  const path = await bridge.pickFile('spreadsheet')
  expect(path).toBe(sample)
  const { batch } = await client.batches.open({ path: path ?? '' })
  await untilStage(client, batch, 'mapping')
  const [first] = await client.sheets.list({ batch })
  expect(first?.rowCount).toBeGreaterThan(0)
  const page = await client.sheets.page({ batch, sheet: first?.position ?? 0, offset: 0, limit: 10 })
  expect(page.rows).toHaveLength(10)
})

test('the sample file of the program opens without being picked', async () => {
  const { fake, window } = await startProgram()
  const { client } = openPage(fake, window())
  const { batch } = await client.batches.openSample()
  await untilStage(client, batch, 'mapping')
  expect(await client.batches.get({ batch })).toMatchObject({ fileName: 'linked-500.xlsx' })
})

test('a dropped file can be read; a path that was not chosen is refused by every call', async () => {
  const { fake, window } = await startProgram()
  const { client, bridge } = openPage(fake, window())
  const folder = freshFolder()
  const dropped = join(folder, 'dropped.csv')
  const secret = join(folder, 'secret.csv')
  for (const path of [dropped, secret]) writeFileSync(path, 'id,name\n1,a\n')
  copyFileSync(sample, join(folder, 'x.xlsx'))
  const mapping = JSON.parse(readFileSync(join(samples, 'linked-500.mapping.json'), 'utf8'))
  const refusal = { code: 'REFUSED', data: { code: 'path_not_allowed' } }
  const page = { path: bridge.pathOf({ at: dropped }) }

  const kinds: string[] = []
  for await (const event of await client.files.read(page)) kinds.push(event.kind)
  expect(kinds.at(-1)).toBe('end')

  const other = { path: secret }
  await expect(client.files.read(other)).rejects.toMatchObject(refusal)
  await expect(client.files.read({ path: `${dropped}/../secret.csv` })).rejects.toMatchObject(refusal)
  await expect(client.batches.open(other)).rejects.toMatchObject(refusal)
  await expect(client.catalogues.add(other)).rejects.toMatchObject(refusal)
  await expect(
    client.batches.load({ ...page, mapping, catalogue: other, connection: null, supplier: null }),
  ).rejects.toMatchObject(refusal)
  await expect(client.batches.report({ batch: 1, folder })).rejects.toMatchObject(refusal)
  expect(await client.batches.list()).toEqual([])
})

test('a certificate can be used only if it was picked or saved', async () => {
  const { fake, window, engine } = await startProgram()
  const { client, bridge } = openPage(fake, window())
  const folder = freshFolder()
  const picked = join(folder, 'ca.pem')
  const secret = join(folder, 'secret.pem')
  const baseUrl = 'https://127.0.0.1:9'
  const settings = { baseUrl, tokenUrl: `${baseUrl}/v1/graphql/` }
  const save = (name: string, network: object) =>
    client.connections.save({ name, settings: { ...settings, network } })
  const refusal = { code: 'REFUSED', data: { code: 'path_not_allowed' } }

  await expect(save('Company', { caFile: picked })).rejects.toMatchObject(refusal)
  fake.answers.paths.push(picked)
  expect(await bridge.pickFile('certificate')).toBe(picked)
  const { id } = await save('Company', { caFile: picked })
  for (const file of ['caFile', 'clientCertificate', 'clientKey']) {
    await expect(save('Company', { [file]: secret })).rejects.toMatchObject(refusal)
    await expect(
      client.connections.forRun({ id, changes: { [`network.${file}`]: secret } }),
    ).rejects.toMatchObject(refusal)
  }
  // The command line may have set it.
  await engine()?.client.connections.save({
    name: 'Set',
    settings: { ...settings, network: { clientKey: secret } },
  })
  await save('Set', { clientKey: secret, proxyUser: 'ann' })
  await expect(save('Company', { clientKey: secret })).rejects.toMatchObject(refusal)
})
