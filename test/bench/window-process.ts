// Runs engine and web host in their own process, so that their memory is measured alone. The parent gives the
// service and the file; this process loads and validates the file, then reports addresses and its memory on
// request.
import { setTimeout as wait } from 'node:timers/promises'
import { createRouterClient } from '@orpc/server'
import { z } from 'zod'
import { createEngine } from '../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../electron/engine/system/key-store.ts'
import { createProcessReader } from '../../electron/engine/import/process/process-reader.ts'
import { createTransport } from '../../electron/engine/sending/service-client/transport.ts'
import { windowOf } from '../../electron/web/opening/built-window.ts'
import { createWebHost } from '../../electron/web/server.ts'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { mappingFile } from '../../shared/mapping/file.ts'
import { sentenceOf } from '../../shared/texts/message.ts'

const order = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('memory') }),
  z.object({ kind: z.literal('address') }),
  z.object({ kind: z.literal('join'), address: z.string(), password: z.string(), name: z.string() }),
  z.object({
    kind: z.literal('load'),
    file: z.string(),
    mapping: mappingFile,
    service: z.object({ baseUrl: z.string(), tokenUrl: z.string(), apiKey: z.string() }),
  }),
])
export type Order = z.infer<typeof order>

const [dataFolder = '', root = ''] = process.argv.slice(2)
const transport = createTransport()
const engine = await createEngine({
  folder: dataFolder,
  reader: createProcessReader(),
  transport: transport.send,
  keyStore: createMemoryKeyStore(),
  version: 'bench',
})
if (!engine.ok) throw new Error(sentenceOf(engine.failure.message))
const { router } = engine.value
const client = createRouterClient(router)
const host = await createWebHost({
  router,
  rendererFolder: windowOf(root).built,
  dataFolder,
  samplesFolder: dataFolder,
  onBug: (error) => process.emitWarning(String(error)),
})

async function load({ file, mapping, service }: Extract<Order, { kind: 'load' }>): Promise<number> {
  const { baseUrl, tokenUrl, apiKey } = service
  const settings = connectionSettings.parse({ baseUrl, tokenUrl, limits: { concurrency: 16 } })
  const { id } = await client.connections.save({ name: 'Practice', settings })
  await client.connections.setKey({ id, key: apiKey })
  const events = await client.events()
  const { batch } = await client.batches.load({
    path: file,
    mapping,
    catalogue: { shipped: 'example' },
    connection: id,
    supplier: 'ACME',
  })
  const reached = async (wanted: (now: Awaited<ReturnType<typeof client.batches.get>>) => boolean) => {
    while (!wanted(await client.batches.get({ batch }))) await events.next()
  }
  await reached(({ stage }) => stage === 'open')
  await client.batches.validate({ batch })
  await reached(({ validating, states }) => !validating && states.unvalidated === 0)
  await events.return?.()
  return batch
}

/** Resolves when the team's database has answered. */
async function join({ address, password, name }: Extract<Order, { kind: 'join' }>): Promise<string> {
  await client.team.join({ address, password, name })
  for (;;) {
    const view = await client.team.get()
    if (view !== null && view.state !== 'connecting' && view.state !== 'comparing') return view.state
    await wait(50)
  }
}

async function answer(message: unknown): Promise<unknown> {
  const asked = order.parse(message)
  switch (asked.kind) {
    case 'memory':
      return process.memoryUsage().rss
    case 'address':
      return host.openUrl()
    case 'join':
      return join(asked)
    case 'load':
      return load(asked)
  }
}

process.on('message', (message) => {
  void answer(message).then((said) => process.send?.(said))
})
process.on('disconnect', () => {
  void host
    .close()
    .then(() => engine.value.close())
    .then(() => transport.close())
})
process.send?.('ready')
