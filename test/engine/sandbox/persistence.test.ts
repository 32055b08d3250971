// Tests a sandbox stored in a file: everything answered with 201 is still there after an orderly end and after a
// kill.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createSandbox } from '../../../electron/sandbox/sandbox.ts'
import { account, practise, recordOf } from './practice.ts'

let folder = ''
let storage = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'carryover-sandbox-'))
  storage = join(folder, 'sandbox.sqlite')
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

describe('reopened storage', () => {
  it('restores processes, events, identifiers, key, tokens, suppliers and clock', async () => {
    const first = await practise({ storage })
    await first.create(account('1'))
    first.sandbox.control.moveClock(10_000)
    await first.create(account('2'))
    first.sandbox.control.setSupplier('ACME ENERGY', { status: 'paused' })
    const before = [first.sandbox.control.process('ACME', '1'), first.sandbox.control.process('ACME', '2')]
    expect(before[0]?.record.status).toBe('PROCESSED')
    expect(statSync(storage).mode & 0o077).toBe(0)
    const { apiKey } = first.sandbox
    const token = first.token()
    await first.close()

    const second = await practise({ storage })
    expect(second.sandbox.apiKey).toBe(apiKey)
    expect([
      second.sandbox.control.process('ACME', '1'),
      second.sandbox.control.process('ACME', '2'),
    ]).toEqual(before)
    const headers = { authorization: `Token ${token}` }
    expect((await second.send('GET', '/v2/data-import/accounts/ACME/1/', { headers })).status).toBe(200)
    expect((await second.create(account('3', { import_supplier: 'ACME ENERGY' }))).status).toBe(400)
    expect((await second.create(account('1'))).json()).toHaveProperty('account_id', before[0]?.accountId)
  })

  it.each([null, 'a1'.repeat(32)])(
    'forgets accounts for good, with the storage key %s',
    async (storageKey) => {
      const references = [{ namespace: 'crm', value: 'Zwiebelfisch' }]
      const first = await practise({ storage, storageKey })
      await first.create(account('Zwiebel', { references }))
      await first.create(account('2'))
      first.sandbox.control.moveClock(10_000)
      await first.sandbox.control.forget((_supplier, number) => number === '2')
      expect(first.sandbox.control.process('ACME', 'Zwiebel')).toBeNull()
      const kept = first.sandbox.control.process('ACME', '2')
      for (const file of readdirSync(folder))
        expect(readFileSync(join(folder, file), 'latin1')).not.toContain('Zwiebel')
      await first.close()
      const second = await practise({ storage, storageKey })
      expect(second.sandbox.control.process('ACME', '2')).toEqual(kept)
      // Its reference may be used again.
      expect((await second.create(account('Zwiebel', { references }))).status).toBe(201)
      second.sandbox.control.moveClock(20_000)
      expect(second.sandbox.control.process('ACME', 'Zwiebel')?.record.status).toBe('PROCESSED')
    },
  )

  it('keeps used references and continues its processes', async () => {
    const references = [{ namespace: 'crm', value: 'R-1' }]
    const first = await practise({ storage })
    await first.create(account('1', { references }))
    await first.close()
    const second = await practise({ storage })
    second.sandbox.control.moveClock(10_000)
    await second.create(account('2', { references }))
    await second.close()
    const third = await practise({ storage })
    third.sandbox.control.moveClock(10_000)
    expect(recordOf(await third.status('1')).status).toBe('PROCESSED')
    expect(recordOf(await third.status('2')).latest_error?.code).toBe('reference_already_exists')
  })

  it('keeps expired tokens expired', async () => {
    const first = await practise({ storage })
    const headers = { authorization: `Token ${first.token()}` }
    first.sandbox.control.expireTokens()
    await first.close()
    const second = await practise({ storage })
    expect((await second.send('GET', '/v2/data-import/accounts/ACME/1/', { headers })).status).toBe(401)
  })

  it('holds no payload data such as names or document paths', async () => {
    const { create, close } = await practise({ storage })
    const customers = [{ given_name: 'Canaria', family_name: 'Canariensis' }]
    expect((await create(account('1', { customers, documents: [{ path: '/canary.pdf' }] }))).status).toBe(201)
    await close()
    const database = new Database(storage)
    const bytes = database.serialize().toString('latin1').toLowerCase()
    database.close()
    expect(bytes).not.toContain('canar')
    expect(bytes).toContain('pending')
  })
})

it('an account answered with 201 survives a kill', async () => {
  const module = new URL('../../../electron/sandbox/sandbox.ts', import.meta.url).href
  const script = join(folder, 'host.mjs')
  writeFileSync(
    script,
    `import { createSandbox } from ${JSON.stringify(module)}
     const { baseUrl, apiKey } = await createSandbox({ storage: ${JSON.stringify(storage)} })
     process.send({ baseUrl, apiKey })`,
  )
  const child = fork(script, { execArgv: [] })
  const [message] = await once(child, 'message')
  const { baseUrl, apiKey } = z.object({ baseUrl: z.string(), apiKey: z.string() }).parse(message)
  const client = await practise()
  const query = 'mutation ($input: I!) { obtainPlatformToken(input: $input) { token } }'
  const signedIn = await client.send('POST', `${baseUrl}/v1/graphql/`, {
    body: { query, variables: { input: { APIKey: apiKey } } },
  })
  const token = z
    .object({ data: z.object({ obtainPlatformToken: z.object({ token: z.string() }) }) })
    .parse(signedIn.json()).data.obtainPlatformToken.token
  const headers = { authorization: `Token ${token}` }
  const numbers = Array.from({ length: 20 }, (_, at) => `n${at}`)
  for (const number of numbers) {
    const reply = await client.send('POST', `${baseUrl}/v2/data-import/accounts/`, {
      body: account(number),
      headers,
    })
    expect(reply.status).toBe(201)
  }
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { sandbox } = await practise({ storage })
  expect(sandbox.control.processes().map((process) => process.account)).toEqual(numbers)
  expect(sandbox.apiKey).toBe(apiKey)
})

describe('unusable storage', () => {
  it("another program's database is refused and unchanged", async () => {
    const other = new Database(storage)
    other.exec('CREATE TABLE theirs (a)')
    other.close()
    const { size } = statSync(storage)
    await expect(createSandbox({ storage })).rejects.toThrow("another program's database")
    expect(statSync(storage).size).toBe(size)
  })

  it('a file of a newer sandbox is refused', async () => {
    const { close } = await practise({ storage })
    await close()
    const newer = new Database(storage)
    newer.pragma('user_version = 99')
    newer.close()
    await expect(createSandbox({ storage })).rejects.toThrow('newer sandbox')
  })

  it('a port in use is reported in one sentence', async () => {
    const { sandbox } = await practise()
    const port = Number(new URL(sandbox.baseUrl).port)
    await expect(createSandbox({ port })).rejects.toThrow(`Port ${port} is taken`)
  })

  it('an unknown option is reported by name', async () => {
    await expect(createSandbox({ port: -1 })).rejects.toThrow('port')
  })
})
