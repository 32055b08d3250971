// Tests every fault switch over real connections, and the ledger's record of what was really received and done.
import { mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { FaultRuleInput } from '../../../electron/sandbox/faults/fault-rules.ts'
import { createFaults, type FaultTarget } from '../../../electron/sandbox/faults/faults.ts'
import { identityOf, readLedgerFile } from '../../../electron/sandbox/storage/ledger.ts'
import { paths } from '../../../shared/sending/service.ts'
import { account, codeOf, failureOf, practise, recordOf, start, type Practice } from './practice.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function withFault(rule: FaultRuleInput): Promise<Practice> {
  const practice = await practise()
  practice.sandbox.faults.add(rule)
  return practice
}

const created = (practice: Practice): number => practice.sandbox.control.processes().length
const lastEntry = ({ sandbox }: Practice) => sandbox.ledger.entries().at(-1)

describe('the requests that match a fault rule', () => {
  const target = { route: 'create', supplier: 'ACME', account: 'A7' } as const
  const ten: readonly FaultTarget[] = Array.from({ length: 10 }, () => target)
  const metBy = (rule: Omit<FaultRuleInput, 'effect'>, targets = ten): string => {
    const faults = createFaults(1, () => 0)
    faults.add({ ...rule, effect: { kind: 'reset', when: 'before_work' } })
    return targets.map((one) => (faults.planFor(one).end === null ? '.' : 'x')).join('')
  }

  it('match all, after some, every nth, or a limited number', () => {
    expect(metBy({})).toBe('xxxxxxxxxx')
    expect(metBy({ skip: 3 })).toBe('...xxxxxxx')
    expect(metBy({ every: 3 })).toBe('..x..x..x.')
    expect(metBy({ skip: 1, every: 2, count: 2 })).toBe('..x.x.....')
  })

  it('match by route, supplier, account and pattern', () => {
    const four: readonly FaultTarget[] = [
      target,
      { ...target, route: 'validate' },
      { ...target, account: 'B7' },
      { ...target, supplier: 'X' },
    ]
    expect(metBy({ route: 'validate' }, four)).toBe('.x..')
    expect(metBy({ account: 'A7' }, four)).toBe('xx.x')
    expect(metBy({ supplier: 'ACME' }, four)).toBe('xxx.')
    expect(metBy({ accountPattern: '^B' }, four)).toBe('..x.')
    expect(metBy({ route: 'create', account: 'A7' }, four)).toBe('x..x')
  })

  it('match at random, with the same result for the same seed', () => {
    const met = metBy({ id: 'chance', probability: 0.5 })
    expect(met).toBe(metBy({ id: 'chance', probability: 0.5 }))
    expect(met).toMatch(/x.*\.|\..*x/)
    expect(metBy({ probability: 0 })).toBe('..........')
  })

  it('stop matching when one rule or all rules are removed', async () => {
    const practice = await withFault({ id: 'a', effect: { kind: 'status', status: 503 } })
    practice.sandbox.faults.add({ id: 'b', effect: { kind: 'status', status: 502 } })
    expect((await practice.status('1')).status).toBe(503)
    expect(practice.sandbox.faults.remove('a')).toBe(true)
    expect((await practice.status('1')).status).toBe(502)
    practice.sandbox.faults.clear()
    expect((await practice.status('1')).status).toBe(404)
    expect(() =>
      practice.sandbox.faults.add({ accountPattern: '(', effect: { kind: 'expire_tokens' } }),
    ).toThrow('regular')
  })
})

describe('answers', () => {
  it.each<[string, FaultRuleInput['effect'], string, string]>([
    [
      'JSON',
      { kind: 'status', status: 503, body: { kind: 'json', value: { detail: 'x' } } },
      'application/json',
      '{"detail":"x"}',
    ],
    [
      'HTML',
      { kind: 'status', status: 503, body: { kind: 'html', text: '<p>' } },
      'text/html; charset=utf-8',
      '<p>',
    ],
    [
      'text',
      { kind: 'status', status: 503, body: { kind: 'text', text: '{"a":', contentType: 'application/json' } },
      'application/json',
      '{"a":',
    ],
  ])('a status with %s, before the work', async (_name, effect, type, text) => {
    const practice = await withFault({ route: 'create', count: 1, effect })
    const reply = await practice.create(account('1'))
    expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([503, type, text])
    expect(created(practice)).toBe(0)
    expect((await practice.create(account('1'))).status).toBe(201)
  })

  it('a status with an empty body and headers, after the work', async () => {
    const headers = { location: '/elsewhere/' }
    const practice = await withFault({
      route: 'create',
      effect: { kind: 'status', status: 302, headers, when: 'after_work' },
    })
    const reply = await practice.create(account('1'))
    expect([reply.status, reply.text, reply.headers['location']]).toEqual([302, '', '/elsewhere/'])
    expect(created(practice)).toBe(1)
    expect(lastEntry(practice)).toMatchObject({ work: 'created', status: 201, faults: ['fault-1'] })
  })

  it('latency delays the work, or only the answer', async () => {
    const practice = await withFault({
      route: 'create',
      account: 'late',
      effect: { kind: 'latency', ms: 80 },
    })
    practice.sandbox.faults.add({
      route: 'create',
      account: 'slow',
      effect: { kind: 'latency', ms: 80, when: 'after_work' },
    })
    for (const number of ['late', 'slow']) {
      const from = performance.now()
      expect((await practice.create(account(number))).status).toBe(201)
      expect(performance.now() - from).toBeGreaterThan(75)
    }
  })

  it('clock skew shifts the Date header, the record, or both', async () => {
    const practice = await practise()
    await practice.create(account('1'))
    const plain = await practice.status('1')
    expect(Date.parse(String(plain.headers['date']))).toBe(Math.floor(start / 1_000) * 1_000)
    for (const [of, date, record] of [
      ['date', 60_000, 0],
      ['created_at', 0, 60_000],
      ['both', 60_000, 60_000],
    ] as const) {
      practice.sandbox.faults.clear()
      practice.sandbox.faults.add({ effect: { kind: 'skew', ms: 60_000, of } })
      const reply = await practice.status('1')
      expect(Date.parse(String(reply.headers['date'])) - Date.parse(String(plain.headers['date']))).toBe(date)
      expect(
        Date.parse(recordOf(reply).created_at ?? '') - Date.parse(recordOf(plain).created_at ?? ''),
      ).toBe(record)
    }
  })

  it('a process can be hidden for a while after its 201', async () => {
    const practice = await withFault({ route: 'status', effect: { kind: 'hide', ms: 30_000 } })
    expect((await practice.create(account('1'))).status).toBe(201)
    expect(codeOf(await practice.status('1'))).toBe('not_found')
    practice.sandbox.control.moveClock(30_001)
    expect((await practice.status('1')).status).toBe(200)
  })

  it('a fault expires every token once', async () => {
    const practice = await withFault({ route: 'create', count: 1, effect: { kind: 'expire_tokens' } })
    expect((await practice.create(account('1'))).status).toBe(401)
    expect((await practice.create(account('1'))).status).toBe(401)
    await practice.signInAgain()
    expect((await practice.create(account('1'))).status).toBe(201)
  })
})

describe('limits', () => {
  it('by rate: a burst passes, then 429 until the bucket refills', async () => {
    const practice = await withFault({
      route: 'validate',
      effect: { kind: 'rate', perSecond: 0.5, burst: 2 },
    })
    const replies = []
    for (let at = 0; at < 3; at += 1) replies.push(await practice.validate(account('1')))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429])
    expect([codeOf(replies[2] ?? (await practice.status('1'))), replies[2]?.headers['retry-after']]).toEqual([
      'throttled',
      '2',
    ])
    practice.sandbox.control.moveClock(2_000)
    expect((await practice.validate(account('1'))).status).toBe(200)
  })

  it('Retry-After can be a date, or absent', async () => {
    const practice = await withFault({
      route: 'validate',
      effect: { kind: 'rate', perSecond: 1, retryAfter: 'date' },
    })
    await practice.validate(account('1'))
    const dated = (await practice.validate(account('1'))).headers['retry-after']
    expect(Date.parse(String(dated))).toBe(Math.floor(start / 1_000) * 1_000 + 1_000)
    practice.sandbox.faults.clear()
    practice.sandbox.faults.add({ effect: { kind: 'concurrency', limit: 0, retryAfter: 'absent' } })
    const reply = await practice.validate(account('1'))
    expect([reply.status, reply.headers['retry-after']]).toEqual([429, undefined])
  })

  it('by concurrency: only a fixed number at once, and finished requests free their slot', async () => {
    const practice = await withFault({
      id: 'limit',
      route: 'create',
      effect: { kind: 'concurrency', limit: 2 },
    })
    practice.sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 400 } })
    const numbers = ['1', '2', '3', '4', '5']
    const replies = await Promise.all(numbers.map(async (number) => practice.create(account(number))))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 429, 429, 429])
    expect((await practice.create(account('6'))).status).toBe(201)
  })
})

describe('connections', () => {
  it('a reset before the work creates nothing; a reset after the work leaves the process created', async () => {
    const practice = await withFault({
      route: 'create',
      account: 'before',
      effect: { kind: 'reset', when: 'before_work' },
    })
    practice.sandbox.faults.add({
      route: 'create',
      account: 'after',
      effect: { kind: 'reset', when: 'after_work' },
    })
    expect(await failureOf(practice.create(account('before')))).toMatch(/ECONNRESET|UND_ERR_SOCKET/)
    expect(lastEntry(practice)).toMatchObject({ work: 'none', status: null, connection: 'reset' })
    expect(await failureOf(practice.create(account('after')))).toMatch(/ECONNRESET|UND_ERR_SOCKET/)
    expect(lastEntry(practice)).toMatchObject({ work: 'created', status: 201, connection: 'reset' })
    expect((await practice.status('before')).status).toBe(404)
    expect((await practice.status('after')).status).toBe(200)
  })

  it('a reply can be cut at any byte of head and body', async () => {
    const practice = await practise()
    const raw = async (bytes: number): Promise<string> => {
      practice.sandbox.faults.clear()
      practice.sandbox.faults.add({ route: 'validate', effect: { kind: 'cut', bytes, of: 'reply' } })
      return exchangeRaw(practice, JSON.stringify(account('1')))
    }
    const whole = await raw(10_000)
    expect(whole).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\{\}$/)
    for (const bytes of [0, 1, 12, 60, whole.length - 1]) expect(await raw(bytes)).toBe(whole.slice(0, bytes))
  })

  it('a body can be cut at any byte after a whole head', async () => {
    const practice = await withFault({ route: 'validate', effect: { kind: 'cut', bytes: 1 } })
    expect(await exchangeRaw(practice, JSON.stringify(account('1')))).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n\{$/,
    )
  })

  it('a cut body breaks the client’s connection, but the work is done', async () => {
    const practice = await withFault({ route: 'create', effect: { kind: 'cut', bytes: 1 } })
    expect(await failureOf(practice.create(account('1')))).toMatch(/UND_ERR|ECONNRESET/)
    expect((await practice.status('1')).status).toBe(200)
    expect(practice.sandbox.ledger.entries().find((entry) => entry.route === 'create')).toMatchObject({
      connection: 'cut',
    })
  })

  it.each([
    ['before_work', 0],
    ['after_work', 1],
  ] as const)('hangs %s until the client gives up', async (when, processes) => {
    const practice = await withFault({ route: 'create', effect: { kind: 'hang', when } })
    const giveUp = new AbortController()
    const call = failureOf(practice.call('POST', paths.create, { body: account('1'), signal: giveUp.signal }))
    await seen(() => lastEntry(practice)?.route === 'create')
    giveUp.abort()
    await call
    await seen(() => lastEntry(practice)?.connection === 'hung')
    expect(created(practice)).toBe(processes)
  })

  it('closing the sandbox ends a hung connection', async () => {
    const practice = await withFault({ route: 'create', effect: { kind: 'hang', when: 'after_work' } })
    const call = failureOf(practice.create(account('1')))
    await seen(() => lastEntry(practice)?.route === 'create')
    await practice.sandbox.close()
    expect(await call).toMatch(/UND_ERR_SOCKET|ECONNRESET/)
  })

  it('closing the sandbox drops a waiting request without doing its work', async () => {
    const bugs: unknown[] = []
    const practice = await practise({ onBug: (cause) => bugs.push(cause) })
    practice.sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 60_000 } })
    practice.sandbox.faults.add({ id: 'seen', route: 'create', effect: { kind: 'skew', ms: 0 } })
    const call = failureOf(practice.create(account('1')))
    await seen(() => practice.sandbox.faults.list().some(({ id, met }) => id === 'seen' && met === 1))
    await practice.sandbox.close()
    expect(await call).toMatch(/UND_ERR_SOCKET|ECONNRESET/)
    expect(lastEntry(practice)?.route).toBe('token')
    expect(bugs).toEqual([])
  })

  it('a body can be sent one byte at a time and arrives whole', async () => {
    const practice = await withFault({ route: 'status', effect: { kind: 'drip', bytesPerSecond: 500 } })
    const from = performance.now()
    const reply = await practice.status('1')
    expect(codeOf(reply)).toBe('not_found')
    expect(performance.now() - from).toBeGreaterThan((reply.text.length / 500) * 1_000 * 0.8)
  })

  it('a request delivered twice does its work twice and gives the client one answer', async () => {
    const practice = await practise({ speed: 'instant' })
    practice.sandbox.faults.add({ route: 'create', account: '1', effect: { kind: 'duplicate' } })
    practice.sandbox.faults.add({
      route: 'create',
      account: '2',
      effect: { kind: 'duplicate', answer: 'first' },
    })
    practice.sandbox.control.advance()
    const second = await practice.create(account('1'))
    expect(second.json()).toHaveProperty('account_id')
    expect((await practice.create(account('2'))).status).toBe(201)
    const works = practice.sandbox.ledger
      .entries()
      .slice(1)
      .map(({ work, duplicateOf }) => [work, duplicateOf !== null])
    expect(works).toEqual([
      ['created', false],
      ['already_imported', true],
      ['created', false],
      ['already_imported', true],
    ])
  })
})

describe('the ledger', () => {
  it('records received requests and completed work, without credentials', async () => {
    const practice = await practise()
    await practice.create(account('1'))
    await practice.create(account('1'))
    await practice.create({ import_supplier: 'ACME' })
    await practice.status('1')
    await practice.status('2')
    await practice.send('POST', paths.create, { body: '{' })
    const entries = practice.sandbox.ledger.entries()
    expect(entries.map(({ seq, route, work, status }) => [seq, route, work, status])).toEqual([
      [1, 'token', 'token', 200],
      [2, 'create', 'created', 201],
      [3, 'create', 'again', 201],
      [4, 'create', 'refused', 400],
      [5, 'status', 'read', 200],
      [6, 'status', 'missing', 404],
      [7, 'create', 'none', 401],
    ])
    expect(entries[1]).toMatchObject({
      method: 'POST',
      path: paths.create,
      supplier: 'ACME',
      account: '1',
      body: JSON.stringify(account('1')),
      bodyBytes: JSON.stringify(account('1')).length,
    })
    expect(entries[1]?.headers['authorization']).toMatch(/^sha256:[0-9a-f]{12} …/)
    expect(JSON.stringify(entries)).not.toContain(practice.token())
    expect(JSON.stringify(entries)).not.toContain(practice.sandbox.apiKey)
    expect(practice.sandbox.ledger.acceptedCreates()).toEqual(new Map([[identityOf('ACME', '1'), 2]]))
  })

  it('counts a delivery duplicated by our own fault once', async () => {
    const practice = await withFault({ route: 'create', effect: { kind: 'duplicate' } })
    await practice.create(account('1'))
    expect(practice.sandbox.ledger.entries().map(({ work }) => work)).toEqual(['token', 'created', 'again'])
    expect([...practice.sandbox.ledger.acceptedCreates().values()]).toEqual([1])
  })

  it('records a client that disconnects in the middle of its body', async () => {
    const practice = await practise()
    const { port } = new URL(practice.sandbox.baseUrl)
    const socket = connect(Number(port), '127.0.0.1')
    socket.end(
      `POST ${paths.create} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"import`,
    )
    socket.on('error', () => undefined)
    socket.resume()
    await seen(() => lastEntry(practice)?.connection === 'client_gone')
    expect(lastEntry(practice)).toMatchObject({ route: 'create', work: 'none', status: null })
  })

  it('keeps the newest entries and counts all', async () => {
    const practice = await practise({ ledgerKeep: 4, speed: 'instant' })
    for (let at = 0; at < 20; at += 1) await practice.create(account(`n${at}`))
    expect(practice.sandbox.ledger.entries().length).toBeLessThanOrEqual(5)
    expect(practice.sandbox.ledger.acceptedCreates().size).toBe(20)
  })

  it('is written to its file before the answer is sent, also across runs and after a cut last line', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carryover-ledger-'))
    folders.push(folder)
    const ledgerFile = join(folder, 'ledger.jsonl')
    const first = await practise({ ledgerFile })
    await first.create(account('1'))
    expect(readLedgerFile(ledgerFile).entries.map(({ work }) => work)).toEqual(['token', 'created'])
    await first.close()
    writeFileSync(ledgerFile, `${readFileSync(ledgerFile, 'utf8')}{"entry":{"se`)
    const second = await practise({ ledgerFile })
    await second.create(account('1'))
    await second.close()
    const { entries, acceptedCreates } = readLedgerFile(ledgerFile)
    expect(entries.map(({ work, connection }) => [work, connection])).toEqual([
      ['token', 'answered'],
      ['created', 'answered'],
      ['token', 'answered'],
      ['created', 'answered'],
    ])
    expect(acceptedCreates.get(identityOf('ACME', '1'))).toBe(2)
  })
})

/** Waits for a state that the sandbox declares; generous, since the machine may be busy. */
async function seen(state: () => boolean): Promise<void> {
  await vi.waitUntil(state, { timeout: 30_000, interval: 5 })
}

/** One request on a separate connection; returns everything received until its end. */
function exchangeRaw({ sandbox, token }: Practice, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(sandbox.baseUrl).port), '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => {
      resolve(text)
    })
    socket.write(
      `POST ${paths.validate} HTTP/1.1\r\nhost: x\r\nauthorization: Token ${token()}\r\n` +
        `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  })
}
