// Tests the purge of the practice connection: the practice service forgets the accounts of purged batches and no others,
// also if it runs again only after the purge began.
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { expect, test } from 'vitest'
import { createEngine } from '../../../electron/engine/engine.ts'
import {
  connectPractice,
  practiceStorage,
} from '../../../electron/engine/sending/connections/sandbox-connection.ts'
import { createTransport } from '../../../electron/engine/sending/service-client/transport.ts'
import { createMemoryKeyStore } from '../../../electron/engine/system/key-store.ts'
import { createSandbox } from '../../../electron/sandbox/sandbox.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { readWired } from '../../support/read-wired.ts'
import { atEnd, freshFolder } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'
import { type Client, isLoaded, isOver, isValidated, untilView } from '../api/waiting.ts'
import { filesHolding, purgedBatches } from './purge-fixture.ts'

async function openPractice(data: string) {
  const transport = createTransport()
  const engine = await createEngine({
    folder: data,
    reader: readWired,
    transport: transport.send,
    keyStore: createMemoryKeyStore(),
    version: '0.0.0-test',
  })
  if (!engine.ok) throw new Error(sentenceOf(engine.failure.message))
  const { router, practice, close } = engine.value
  const client = createRouterClient(router)
  const end = (): Promise<void> => close().then(transport.close)
  atEnd(end)
  async function practise() {
    const sandbox = await createSandbox({ ...practiceStorage(data), speed: 20 })
    atEnd(sandbox.close)
    const connection = await connectPractice({ client, practice }, sandbox)
    await client.connections.setKey({ id: connection, key: sandbox.apiKey })
    return { sandbox, connection }
  }
  return { client, practise, end }
}

async function sent(client: Client, folder: string, connection: number, prefix: string): Promise<number> {
  const { file, mapping } = await plainAccounts(folder, numbered(3, prefix), prefix)
  const { batch } = await client.batches.load({
    path: file,
    mapping: mappingFile.parse(mapping),
    catalogue: { shipped: 'example' },
    connection,
    supplier: 'ACME',
  })
  await untilView(client, batch, isLoaded)
  await client.batches.validate({ batch })
  await untilView(client, batch, isValidated)
  await client.batches.release({ batch, limit: null })
  await untilView(client, batch, isOver)
  return batch
}

test('the practice service forgets the accounts of a purged batch and keeps all others', async () => {
  const folder = freshFolder()
  const data = join(folder, 'data')
  const { client, practise } = await openPractice(data)
  const { sandbox, connection } = await practise()
  const gone = await sent(client, folder, connection, 'Zwiebel')
  await sent(client, folder, connection, 'Bleibt')
  expect(filesHolding(data, 'Zwiebel-2').join(' ')).toContain('sandbox.sqlite')
  expect(await client.purge.preview({ connection, olderThanDays: 0 })).toMatchObject({ practice: true })
  await client.purge.start({ connection, batches: [gone], olderThanDays: 0 })
  await purgedBatches(client)
  expect(filesHolding(data, 'Zwiebel-2')).toEqual([])
  expect(sandbox.control.processes().map(({ account }) => account)).toEqual([
    'Bleibt-1',
    'Bleibt-2',
    'Bleibt-3',
  ])
}, 120_000)

test('a purge that begins while the practice service does not run is completed when it runs again', async () => {
  const folder = freshFolder()
  const data = join(folder, 'data')
  const first = await openPractice(data)
  const practice = await first.practise()
  const batch = await sent(first.client, folder, practice.connection, 'Zwiebel')
  await first.end()
  await practice.sandbox.close()

  const again = await openPractice(data)
  await again.client.purge.start({ connection: practice.connection, batches: [batch], olderThanDays: 0 })
  await expect
    .poll(() => filesHolding(data, 'Zwiebel-2').join(' '))
    .toMatch(/^sandbox.sqlite(?: sandbox.sqlite-wal)?$/)
  expect(await again.client.purge.purged()).toMatchObject([{ batch, purgedAt: null }])
  await again.practise()
  await purgedBatches(again.client)
  expect(filesHolding(data, 'Zwiebel-2')).toEqual([])
}, 120_000)
