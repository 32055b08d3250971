// Tests requests that the web host allows: complete uploads, downloads of report files, and socket calls after the
// token. An interrupted upload leaves nothing, and a page can make the engine read only uploaded files.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { ORPCError } from '@orpc/client'
import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createProcessReader } from '../../electron/engine/import/process/process-reader.ts'
import { newDataKey } from '../../electron/engine/store/database/data-key.ts'
import { contentDisposition, downloadName, uploadName } from '../../electron/web/files/file-name.ts'
import { pathNames } from '../../electron/web/files/input-paths.ts'
import { clearUploads } from '../../electron/web/files/uploads.ts'
import { contract } from '../../shared/contract/contract.ts'
import { defaultTokenUrl } from '../../shared/sending/connection.ts'
import { mappingFile } from '../../shared/mapping/file.ts'
import { networkFiles } from '../../shared/sending/network-settings.ts'
import {
  ask,
  callOver,
  codeOf,
  endOf,
  freshFolder,
  openSocket,
  openWebHarness,
  samples,
  signIn,
  endLater,
  startEngine,
  type WebHarness,
} from './web-harness.ts'

const pathAnswer = z.strictObject({ path: z.string() })

async function uploadFile(
  harness: WebHarness,
  token: string,
  name: string,
  body: string | Buffer,
): Promise<string> {
  const target = `/api/upload?name=${encodeURIComponent(name)}`
  const answer = await ask(harness, { method: 'PUT', target, body, bearer: token })
  expect(answer.status).toBe(200)
  return pathAnswer.parse(JSON.parse(answer.body)).path
}

function uploadedIn(harness: WebHarness): string[] {
  const folder = join(harness.dataFolder, 'uploads')
  return existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
}

test('uploads are limited in number and in total size, and removing one frees its space', async () => {
  const harness = await openWebHarness({ uploadsLimit: { files: 2, bytes: 1000 } })
  const token = await signIn(harness)
  const put = (body: string) =>
    ask(harness, { method: 'PUT', target: '/api/upload?name=some.csv', body, bearer: token })
  const first = await uploadFile(harness, token, 'first.csv', 'x'.repeat(600))
  const tooMuch = await put('x'.repeat(401))
  expect(tooMuch.status).toBe(507)
  expect(tooMuch.body).toContain('Remove batches that you do not need')
  await uploadFile(harness, token, 'second.csv', 'x'.repeat(300))
  expect((await put('x')).status).toBe(507)
  expect(uploadedIn(harness).filter((name) => name.endsWith('.csv'))).toHaveLength(2)
  rmSync(dirname(first), { recursive: true })
  expect((await put('x')).status).toBe(200)
})

test('an upload is stored complete, in its own folder that only its owner can read', async () => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const bytes = readFileSync(join(samples, 'linked-500.xlsx'))
  const path = await uploadFile(harness, token, 'Kunden Müller.xlsx', bytes)
  expect(basename(path)).toBe('Kunden Müller.xlsx')
  expect(dirname(dirname(path))).toBe(join(harness.dataFolder, 'uploads'))
  expect(readFileSync(path).equals(bytes)).toBe(true)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
  const again = await uploadFile(harness, token, 'Kunden Müller.xlsx', bytes)
  expect(dirname(again)).not.toBe(dirname(path))
})

test('an upload that is interrupted leaves no file', async () => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const head = [
    'PUT /api/upload?name=a.csv HTTP/1.1',
    `Host: ${harness.authority}`,
    `Origin: http://${harness.authority}`,
    'Sec-Fetch-Site: same-origin',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/octet-stream',
    'Content-Length: 100000',
  ].join('\r\n')
  const socket = connect(harness.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`${head}\r\n\r\n${'x'.repeat(40_000)}`)
  await expect.poll(() => uploadedIn(harness).filter((name) => name.endsWith('.part')).length).toBe(1)
  socket.destroy()
  await expect.poll(() => harness.ledger.at(-1)?.target).toBe('/api/upload?name=a.csv')
  expect(uploadedIn(harness)).toEqual([])
  expect(harness.bugs).toEqual([])
})

test('a request with Expect: 100-continue is refused before its body is sent, or asked to continue', async () => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const first = (bearer: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const head = [
        'PUT /api/upload?name=a.csv HTTP/1.1',
        `Host: ${harness.authority}`,
        `Origin: http://${harness.authority}`,
        'Sec-Fetch-Site: same-origin',
        `Authorization: Bearer ${bearer}`,
        'Content-Type: application/octet-stream',
        'Content-Length: 4',
        'Expect: 100-continue',
      ].join('\r\n')
      const socket = connect(harness.port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n`))
      socket.once('data', (piece: Buffer) => {
        socket.destroy()
        resolve(piece.toString('latin1').slice(0, 12))
      })
      socket.on('error', reject)
    })
  expect(await first('wrong')).toBe('HTTP/1.1 401')
  expect(await first(token)).toBe('HTTP/1.1 100')
})

test('closing the host during an upload leaves no file either', async () => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const upload: Promise<unknown> = ask(harness, {
    method: 'PUT',
    target: '/api/upload?name=a.csv',
    headers: { 'Content-Length': '100000' },
    body: 'x'.repeat(40_000),
    bearer: token,
  }).catch((error: unknown) => error)
  await expect.poll(() => uploadedIn(harness).length).toBe(2)
  await harness.host.close()
  expect(await upload).toBeInstanceOf(Error)
  expect(uploadedIn(harness)).toEqual([])
})

test('uploads of earlier runs can be deleted', async () => {
  const harness = await openWebHarness()
  await uploadFile(harness, await signIn(harness), 'a.csv', 'a\n1\n')
  expect(uploadedIn(harness)).toHaveLength(2)
  await clearUploads(harness.dataFolder, [])
  expect(uploadedIn(harness)).toEqual([])
})

test('deleting uploads of earlier runs keeps the files that a connection needs', async () => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const certificate = await uploadFile(harness, token, 'ca.pem', 'authority')
  await uploadFile(harness, token, 'a.csv', 'a\n1\n')
  await clearUploads(harness.dataFolder, [certificate, '/etc/company/ca.pem'])
  expect(existsSync(certificate)).toBe(true)
  expect(uploadedIn(harness)).toHaveLength(2)
})

test.each([
  ['accounts.csv', 'accounts.csv'],
  ['  Q1: new <draft>?.xlsx ', 'Q1_ new _draft__.xlsx'],
  ['.hidden.csv', 'hidden.csv'],
  ['CON.csv', '_CON.csv'],
  ['invoice\u202Excsv.exe', 'invoicexcsv.exe'],
  [`${'long '.repeat(60)}.xlsx`, `${'long '.repeat(15)}.xlsx`],
  ['a/b.csv', null],
  ['a\\b.csv', null],
  ['a\u0000.csv', null],
  ['...', null],
  ['', null],
])('an uploaded file named %j is stored as %j', (given, kept) => {
  expect(uploadName(given)).toBe(kept)
})

test('for any name of a file or a batch, the stored and offered file names are one plain path segment', () => {
  const plain = /^[^/\\\p{Cc}\p{Cf}<>:"|?*]{1,100}$/u
  assert(
    property(string({ unit: 'binary', maxLength: 300 }), (text) => {
      const kept = uploadName(text)
      if (kept !== null) expect(kept).toMatch(plain)
      const offered = downloadName(text, 'results.csv')
      expect(offered).toMatch(plain)
      expect(offered).toMatch(/results\.csv$/)
      for (const name of [kept ?? 'x', offered]) expect(name).not.toMatch(/^\.|[. ]$/)
      expect(contentDisposition(offered)).toMatch(
        /^attachment; filename="[\w .()-]+"; filename\*=UTF-8''[\w.~!#$&+^`|%-]+$/,
      )
    }),
    { numRuns: 300 },
  )
})

test('a socket that sends its token can call the contract and receives events and errors', async () => {
  const harness = await openWebHarness()
  const { client } = await callOver(harness, await signIn(harness))
  expect(await client.batches.list()).toEqual([])
  const refused = await client.batches.get({ batch: 99 }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'REFUSED', data: { code: 'no_such_batch' } })
  const events = await client.events()
  const { batch } = await client.batches.openSample()
  const first = await events.next()
  expect(first.value).toMatchObject({ kind: 'batch', batch })
  expect(harness.bugs).toEqual([])
})

test.each([
  ['without Origin', { origin: '' }, 403],
  ['from another page', { origin: 'http://127.0.0.1:9' }, 403],
  ['from a file or a sandbox', { origin: 'null' }, 403],
  ['from localhost', { origin: 'http://localhost' }, 403],
  ['to another address', { target: '/api/other' }, 404],
  ['to the page', { target: '/' }, 404],
  ['to the upload', { target: '/api/upload?name=a.csv' }, 405],
  ['with a token in its address', { target: '/api/socket?token=x' }, 404],
])('a socket %s is refused during its handshake', async (_name, choice, status) => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const socket = openSocket(harness, choice)
  socket.on('open', () => socket.send(token))
  expect(await endOf(socket)).toEqual({ code: status, reason: 'handshake' })
  expect(harness.ledger.at(-1)).toMatchObject({ upgrade: true, status })
})

test.each([
  ['a wrong token', 'wrong'],
  ['no token', ''],
  ['a long token', 'x'.repeat(500)],
  ['the token in binary', Buffer.from('TOKEN')],
  ['a call before the token', '{"i":"1","p":{"u":"/batches/list"}}'],
])('a socket whose first message is %s is closed before any call is served', async (_name, first) => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const socket = openSocket(harness)
  const received: unknown[] = []
  socket.on('message', (message) => received.push(message))
  socket.on('open', () => {
    socket.send(Buffer.isBuffer(first) ? Buffer.from(token) : first)
    socket.send('{"i":"2","p":{"u":"/batches/openSample"}}')
  })
  expect(await endOf(socket)).toEqual({ code: 1008, reason: 'token_wrong' })
  expect(received).toEqual([])
  expect(await harness.engine.batches.list()).toEqual([])
})

test('a socket whose first message is longer than any token is closed before any call is served', async () => {
  const harness = await openWebHarness()
  const socket = openSocket(harness)
  socket.on('open', () => socket.send('x'.repeat(100_000)))
  expect(await endOf(socket)).toEqual({ code: 1006, reason: '' })
})

test('a large call sent directly after the token is served', async () => {
  const harness = await openWebHarness()
  const { client } = await callOver(harness, await signIn(harness))
  const path = `/${'x/'.repeat(1500)}`
  await expect(client.batches.open({ path })).rejects.toMatchObject({ data: { code: 'path_not_allowed' } })
})

test('a socket that does not send a token in time is closed', async () => {
  const harness = await openWebHarness({ socketPatienceMs: 50 })
  expect(await endOf(openSocket(harness))).toEqual({ code: 1013, reason: 'token_missing' })
})

test('a token that came while the program was busy is read although its time is over', async () => {
  const harness = await openWebHarness({ socketPatienceMs: 2_000 })
  const token = await signIn(harness)
  const socket = openSocket(harness)
  await once(socket, 'open')
  socket.send(token)
  const busyUntil = performance.now() + 2_500
  while (performance.now() < busyUntil) continue
  socket.send('{"i":"1","p":{"u":"/batches/list"}}')
  const first = await Promise.race([once(socket, 'message').then(() => 'an answer'), endOf(socket)])
  expect(first).toBe('an answer')
})

test('a message of more than 16 MiB closes only its own socket', async () => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const { socket } = await callOver(harness, token)
  const end = endOf(socket)
  socket.send('x'.repeat(17 * 1024 ** 2))
  expect((await end).code).toBe(1009)
  const { client } = await callOver(harness, token)
  expect(await client.batches.list()).toEqual([])
})

test('a page can make the engine read its uploads and the samples, and no other path', async () => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const { client } = await callOver(harness, token)
  const uploaded = await uploadFile(harness, token, 'wide.csv', readFileSync(join(samples, 'wide-50.csv')))
  const outside = join(freshFolder(), 'secret.csv')
  writeFileSync(outside, 'name\nsecret\n')
  const link = join(dirname(uploaded), 'link.csv')
  symlinkSync(outside, link)
  mkdirSync(join(harness.dataFolder, 'uploads-of-others'))
  const near = join(harness.dataFolder, 'uploads-of-others', 'a.csv')
  writeFileSync(near, 'name\nnear\n')

  const forbidden = [
    outside,
    link,
    near,
    join(harness.dataFolder, 'carryover.sqlite'),
    `${dirname(uploaded)}/../../carryover.sqlite`,
    dirname(uploaded),
    dirname(dirname(uploaded)),
    `${uploaded}.part`,
    basename(uploaded),
    'wide-50.csv',
    samples,
    `file://${uploaded}`,
    `${uploaded}\0`,
  ]
  const catalogue = { shipped: 'example' } as const
  const mapping = mappingFile.parse(JSON.parse(readFileSync(join(samples, 'wide-50.mapping.json'), 'utf8')))
  const suggested = { supplier: null, identityFields: [] }
  const load = { mapping, connection: null, supplier: 'ACME' }
  for (const path of forbidden) {
    for (const call of [
      async () => void (await (await client.files.read({ path, maxRows: 1 })).next()),
      async () => void (await client.files.suggestMapping({ path, catalogue, ...suggested })),
      async () =>
        void (await client.files.suggestMapping({ path: uploaded, catalogue: { path }, ...suggested })),
      async () => void (await client.batches.open({ path })),
      async () => void (await (await client.team.loadTarget({ connection: 1, source: { path } })).next()),
      async () => void (await client.batches.load({ path, catalogue, ...load })),
      async () => void (await client.batches.load({ path: uploaded, catalogue: { path }, ...load })),
      async () => void (await client.catalogues.add({ path })),
    ]) {
      const error = await call().then(
        () => 'served',
        (thrown: unknown) => thrown,
      )
      expect(error).toBeInstanceOf(ORPCError)
      expect({ path, error }).toMatchObject({
        path,
        error: { code: 'REFUSED', defined: true, data: { code: 'path_not_allowed' } },
      })
    }
  }
  expect(await harness.engine.batches.list()).toEqual([])

  const messages = []
  for await (const message of await client.files.read({ path: uploaded, maxRows: 1 }))
    messages.push(message.kind)
  expect(messages).toContain('rows')
  expect((await client.batches.open({ path: uploaded })).batch).toBeGreaterThan(0)
  expect((await client.batches.open({ path: join(samples, 'wide-50.csv') })).batch).toBeGreaterThan(0)
  expect(harness.bugs).toEqual([])
})

/** Every property in the contract's inputs whose name suggests a local path. */
function pathsNamedIn(part: unknown, at: string): string[] {
  if (typeof part !== 'object' || part === null) return []
  if ('~orpc' in part) {
    const { inputSchema } = part['~orpc'] as { inputSchema?: z.ZodType }
    if (inputSchema === undefined) return []
    const schema: unknown = z.toJSONSchema(inputSchema, { unrepresentable: 'any', io: 'input' })
    return propertiesOf(schema, [])
      .filter((name) => /path|folder|file|director|certificate|clientKey/i.test(name))
      .map((name) => `${at}: ${name}`)
  }
  return Object.entries(part).flatMap(([name, value]) =>
    pathsNamedIn(value, at === '' ? name : `${at}.${name}`),
  )
}

function propertiesOf(schema: unknown, at: readonly string[]): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries(schema).flatMap(([key, value]: [string, unknown]) =>
    key === 'properties' && typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, inner]) => [
          [...at, name].join('.'),
          ...propertiesOf(inner, [...at, name]),
        ])
      : propertiesOf(value, at),
  )
}

test('every path in an input of the contract has a name that the guard checks', () => {
  const found = [...new Set(pathsNamedIn(contract, ''))].sort()
  expect(found).toContain('batches.open: path')
  expect(found).toContain('connections.save: settings.network.clientKey')
  // A connection's status path is a template of the service's addresses; the authorities are one of three choices;
  // the files of a report are kinds.
  const known = [
    ...pathNames,
    'settings.statusPath',
    'settings.network.certificateAuthorities',
    'choice.files',
  ]
  for (const entry of found) expect(known).toContain(entry.split(': ')[1])
})

test('a page can use uploaded or saved certificates for a connection, and no other file', async () => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const { client } = await callOver(harness, token)
  const secret = join(freshFolder(), 'secret.pem')
  writeFileSync(secret, 'not a certificate, but a secret of this machine')
  const uploaded = await uploadFile(harness, token, 'ca.pem', 'not a certificate either')
  const address = { baseUrl: 'http://127.0.0.1:9', tokenUrl: defaultTokenUrl('http://127.0.0.1:9') }
  const save = (name: string, network: object) =>
    client.connections.save({ name, settings: { ...address, network } })
  const refusal = { code: 'REFUSED', defined: true, data: { code: 'path_not_allowed' } }

  const set = await harness.engine.connections.save({
    name: 'Set by hand',
    settings: { ...address, network: { clientKey: secret } },
  })
  for (const file of networkFiles) {
    await expect(save('New', { [file]: secret })).rejects.toMatchObject(refusal)
    await expect(save('New', { [file]: '/nowhere/at/all.pem' })).rejects.toMatchObject(refusal)
    // It belongs to another connection, or to another folder.
    if (file !== 'clientKey')
      await expect(save('Set by hand', { [file]: secret })).rejects.toMatchObject(refusal)
    for (const changes of [{ [`network.${file}`]: secret }, { network: { [file]: secret } }])
      await expect(client.connections.forRun({ id: set.id + 1, changes })).rejects.toMatchObject(refusal)
  }
  expect((await client.connections.list()).map(({ name }) => name)).toEqual(['Set by hand'])

  await save('Set by hand', { clientKey: secret, proxyUser: 'ann' })
  await client.connections.forRun({ id: set.id, changes: { 'network.clientKey': secret, 'limits.rate': 5 } })
  await save('New', { caFile: uploaded })
  const saved = await client.connections.list()
  expect(saved.map(({ settings }) => [settings.network.clientKey, settings.network.caFile])).toEqual([
    [secret, null],
    [null, uploaded],
  ])
  expect(harness.bugs).toEqual([])
})

test('a page can use uploaded certificates for the team’s database, and no other file', async () => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const { client } = await callOver(harness, token)
  const secret = join(freshFolder(), 'secret.pem')
  writeFileSync(secret, 'not a certificate, but a secret of this machine')
  const uploaded = await uploadFile(harness, token, 'ca.pem', 'not a certificate either')
  const address = 'postgres://ann@127.0.0.1:9/team'
  for (const file of networkFiles) {
    const refusal = { code: 'REFUSED', defined: true, data: { code: 'path_not_allowed' } }
    await expect(client.team.init({ address, [file]: secret })).rejects.toMatchObject(refusal)
    await expect(client.team.join({ address, name: 'Ann', [file]: secret })).rejects.toMatchObject(refusal)
  }
  // The file is read, and holds no certificate.
  await expect(client.team.init({ address, caFile: uploaded })).rejects.toMatchObject({
    data: { code: 'team_tls' },
  })
  expect(harness.bugs).toEqual([])
})

test('a connection test with an unusable certificate file reveals nothing of its content', async () => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const { client } = await callOver(harness, token)
  const content = 'PASSWORD-OF-THIS-MACHINE'
  const uploads = await Promise.all(
    [
      content,
      `-----BEGIN CERTIFICATE-----\n${content}\n-----END CERTIFICATE-----`,
      `-----BEGIN ${content}-----`,
    ].map((text, at) => uploadFile(harness, token, `odd-${at}.pem`, text)),
  )
  const baseUrl = 'https://127.0.0.1:9'
  const kinds = new Set<string>()
  for (const path of uploads)
    for (const network of [
      { caFile: path },
      { clientCertificate: path },
      { clientCertificate: path, clientKey: path },
    ]) {
      const { id } = await client.connections.save({
        name: 'Odd',
        settings: { baseUrl, tokenUrl: defaultTokenUrl(baseUrl), network },
      })
      await client.connections.setKey({ id, key: 'a key' })
      const answer = await client.connections.test({ id })
      kinds.add(answer.result)
      expect(JSON.stringify(answer)).not.toContain('PASSWORD-OF')
    }
  expect([...kinds].sort()).toEqual(['ca_file_unreadable', 'client_certificate_unreadable'])
  expect(harness.bugs).toEqual([])
})

/** A batch with accounts, so that a report can be written. */
async function loadedBatch(
  harness: WebHarness,
  name: string,
  path = join(samples, 'wide-50.csv'),
): Promise<number> {
  const baseUrl = 'http://127.0.0.1:9'
  const settings = { baseUrl, tokenUrl: defaultTokenUrl(baseUrl) }
  const { id } = await harness.engine.connections.save({ name: 'Nowhere', settings })
  const { batch } = await harness.engine.batches.load({
    path,
    name,
    mapping: mappingFile.parse(JSON.parse(readFileSync(join(samples, 'wide-50.mapping.json'), 'utf8'))),
    catalogue: { shipped: 'example' },
    connection: id,
    supplier: 'ACME',
  })
  await expect.poll(async () => (await harness.engine.batches.get({ batch })).stage).toBe('open')
  return batch
}

test('report files are downloaded unchanged under the batch’s name; a folder cannot be requested', async () => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const { client } = await callOver(harness, token)
  const batch = await loadedBatch(harness, 'Kunden "Müller"; 2026/11')
  const ask1 = (file: string) =>
    ask(harness, {
      method: 'POST',
      target: '/api/download',
      body: JSON.stringify({ batch, file }),
      bearer: token,
    })
  expect(codeOf(await ask1('results.csv'))).toBe('no_report')

  const folder = freshFolder()
  await expect(client.batches.report({ batch, folder })).rejects.toMatchObject({
    data: { code: 'path_not_allowed' },
  })
  expect(readdirSync(folder)).toEqual([])
  const { files } = await client.batches.report({ batch, folder: null })
  expect(Object.keys(files)).toHaveLength(8)
  for (const path of Object.values(files)) {
    const answer = await ask1(basename(path))
    expect(answer.status).toBe(200)
    expect(Number(answer.headers['content-length'])).toBe(statSync(path).size)
    if (!path.endsWith('.xlsx')) expect(answer.body).toBe(readFileSync(path, 'utf8'))
    // Never displayed: the printable summary is saved and opened from the disk.
    expect(answer.headers['content-type']).toBe('application/octet-stream')
    expect(answer.headers['content-disposition']).toMatch(/^attachment; /)
    expect(answer.headers['x-content-type-options']).toBe('nosniff')
  }
  expect((await ask1('results.csv')).headers['content-disposition']).toBe(
    `attachment; filename="Kunden _M_ller__ 2026 11 results.csv"; filename*=UTF-8''Kunden%20_M%C3%BCller_%3B%202026%2011%20results.csv`,
  )
})

test('an encrypted data folder holds no readable upload, report or project file, and a page downloads them readable', async () => {
  const dataFolder = join(freshFolder(), 'data')
  const folderKey = newDataKey()
  const engine = await startEngine(dataFolder, { folderKey, reader: createProcessReader() })
  endLater(engine.close)
  const harness = await openWebHarness({ dataFolder, router: engine.router })
  const token = await signIn(harness)
  const { client } = await callOver(harness, token)
  const text = readFileSync(join(samples, 'wide-50.csv'), 'utf8')
  const path = await uploadFile(harness, token, 'customers.csv', text)
  const batch = await loadedBatch(harness, 'Customers', path)
  const stored = await client.batches.get({ batch })
  expect(stored).toMatchObject({ rows: 50, files: [{ bytes: Buffer.byteLength(text) }] })
  const { files } = await client.batches.report({ batch, folder: null })
  await client.handover.write({ batch, folder: null, passphrase: null })

  const [, first = ''] = text.split('\n')
  const value = first.split(',').find((cell) => cell.length > 8) ?? ''
  expect(value).not.toBe('')
  const below = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })
  const holding = below.filter((name) => {
    const file = join(dataFolder, name)
    return statSync(file).isFile() && readFileSync(file).includes(value)
  })
  expect(below.some((name) => name.endsWith('results.csv'))).toBe(true)
  expect(holding).toEqual([])

  const download = async (file: string) => {
    const body = JSON.stringify({ batch, file })
    return ask(harness, { method: 'POST', target: '/api/download', body, bearer: token })
  }
  const results = await download('results.csv')
  expect(results.body).toContain(value)
  expect(Number(results.headers['content-length'])).toBe(Buffer.byteLength(results.body))
  const { sha256 } = z
    .object({ files: z.record(z.string(), z.object({ sha256: z.string() })) })
    .transform((facts) => facts.files['results.csv'] ?? { sha256: '' })
    .parse(JSON.parse((await download('summary.json')).body))
  expect(createHash('sha256').update(results.body).digest('hex')).toBe(sha256)
  const zip = await download('report.zip')
  expect([zip.status, zip.body.slice(0, 300)]).toEqual([200, expect.stringMatching(/^[0-9a-f]+\s+PK/)])
  expect(Object.values(files).every((file) => file.startsWith(dataFolder))).toBe(true)
})

test('a symbolic link in place of a report file is not followed', async () => {
  const harness = await openWebHarness()
  const token = await signIn(harness)
  const batch = await loadedBatch(harness, 'a')
  const folder = join(harness.dataFolder, 'reports', `batch-${batch}`)
  mkdirSync(folder, { recursive: true })
  symlinkSync('/etc/passwd', join(folder, 'results.csv'))
  mkdirSync(join(folder, 'errors.csv'))
  for (const file of ['results.csv', 'errors.csv', 'report.zip']) {
    const body = JSON.stringify({ batch, file })
    const answer = await ask(harness, { method: 'POST', target: '/api/download', body, bearer: token })
    expect(codeOf(answer)).toBe('no_report')
  }
})

test('a host without a built window reports that the window is missing', async () => {
  await expect(openWebHarness({ rendererFolder: freshFolder() })).rejects.toThrow(
    /There is no built window in/,
  )
})
