// Tests that a sensitive value of a cell reaches no notification of the system, no event and no reason of a pause, although
// the service quotes it in an answer that stops the work.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createSandbox } from '../../electron/sandbox/sandbox.ts'
import type { EngineEvent } from '../../shared/contract/contract.ts'
import { mappingFile } from '../../shared/mapping/file.ts'
import { connectionSettings } from '../../shared/sending/connection.ts'
import { codes } from '../../shared/sending/service.ts'
import { header, mapping } from '../engine/accounts/small-batch.ts'
import { atTheEnd, freshFolder, openPage, startProgram } from './desktop-harness.ts'
import { untilStage } from './page-client.ts'

const patience = { timeout: 30_000, interval: 20 }
const born = '1977-03-29'
const quoting = `The date ${born} of this customer is odd.`

type Answer = readonly [status: number, body: unknown]
type Answers = { readonly validate: Answer; readonly create: Answer; readonly status: Answer }
const accepted: Answers = { validate: [200, {}], create: [201, {}], status: [404, { code: codes.notFound }] }

/** A service that gives the same answer to every request of one kind; its tokens come from the sandbox. */
async function serviceOf({ validate, create, status }: Answers): Promise<string> {
  const server = createServer((request, response) => {
    const { method = '', url = '' } = request
    const [code, body] = url.includes('validate') ? validate : method === 'POST' ? create : status
    request.resume().on('end', () => {
      response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atTheEnd(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The service has no port.')
  return `http://127.0.0.1:${address.port}`
}

/** A program whose window is not looked at, with four accounts whose date of birth is sensitive, all events followed. */
async function programAt(baseUrl: string) {
  const sandbox = await createSandbox({ speed: 'instant' })
  atTheEnd(() => sandbox.close())
  const program = await startProgram()
  const { client, bridge } = openPage(program.fake, program.window())
  const events: EngineEvent[] = []
  const heard = await client.events()
  void (async () => {
    for await (const event of heard) events.push(event)
  })().catch(() => undefined)
  const limits = { concurrency: 1, pollFirstMs: 20, pollLongestMs: 50, readsPerMinute: null, quietMs: 300 }
  const { id: connection } = await client.connections.save({
    name: 'Platform',
    settings: connectionSettings.parse({ baseUrl, tokenUrl: sandbox.tokenUrl, limits }),
  })
  await client.connections.setKey({ id: connection, key: sandbox.apiKey })
  const file = join(freshFolder(), 'born.csv')
  const lines = ['B-1', 'B-2', 'B-3', 'B-4'].map(
    (key) => `${key},${born},Ann Lee,1 High St,QX1 1AA,GB,Ann,Lee,020 7946 0001,,,,`,
  )
  writeFileSync(file, `${[header.replace('Account No', 'Account No,Born'), ...lines].join('\n')}\n`)
  const { batch } = await client.batches.load({
    path: bridge.pathOf({ at: file }),
    mapping: mappingFile.parse({
      ...mapping,
      columns: [...mapping.columns, { column: 'Born', field: 'customers.0.date_of_birth' }],
    }),
    catalogue: { shipped: 'example' },
    connection,
    supplier: 'ACME',
  })
  await untilStage(client, batch, 'open')
  return { ...program, client, batch, events }
}

test.each<readonly [string, RegExp, Partial<Answers>]>([
  [
    'an undocumented refusal',
    /in a way it does not document/,
    { validate: [422, { code: 'odd_date', detail: quoting }] },
  ],
  ['an answer of another shape', /in a way it does not document/, { validate: [200, [quoting]] }],
  [
    'a closed supplier',
    /does not take accounts/,
    { validate: [400, { code: codes.supplierNotOngoing, detail: quoting }] },
  ],
  [
    'an undocumented answer to a create',
    /in a way it does not document/,
    { create: [422, { code: 'odd_date', detail: quoting }] },
  ],
  ['a record that cannot be read', /statuses/i, { status: [200, { status: { said: quoting } }] }],
])('%s that quotes a date of birth stops the work without quoting it', async (_name, title, answers) => {
  const { fake, client, batch, events, bugs } = await programAt(await serviceOf({ ...accepted, ...answers }))
  // Although it is shown in the window now.
  await client.privacy.show({ batch, fields: ['customers.*.date_of_birth'] })
  await client.batches.validate({ batch })
  if (answers.validate === undefined) {
    await vi.waitUntil(async () => (await client.batches.get({ batch })).states.validated === 4, patience)
    await client.batches.release({ batch, limit: null })
  }
  await vi.waitUntil(() => fake.notified.length > 0, patience)
  const notices = fake.notified.map(({ title: head, body }) => `${head} ${body}`)
  expect(notices[0]).toMatch(title)
  expect(notices.join('\n')).toContain('••••')
  expect(notices.join('\n')).not.toContain(born)
  await vi.waitUntil(() => events.some(({ kind }) => kind === 'attention'), patience)
  expect(JSON.stringify(events)).not.toContain(born)
  const read = [
    await client.batches.get({ batch }),
    await client.connections.list(),
    await client.workspace.attention(),
  ]
  expect(JSON.stringify(read)).toContain('••••')
  expect(JSON.stringify(read)).not.toContain(born)
  expect(bugs).toEqual([])
})
