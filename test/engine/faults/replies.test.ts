// Tests replies that are cut, malformed or endless. Each is unknown or rejected as classify-table.test.ts says, nothing
// that may have arrived is sent again, and memory does not grow.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../electron/engine/system/clock.ts'
import { createServiceClient } from '../../../electron/engine/sending/service-client/service-client.ts'
import { createTransport } from '../../../electron/engine/sending/service-client/transport.ts'
import type { FaultRuleInput } from '../../../electron/sandbox/faults/fault-rules.ts'
import { createSandbox } from '../../../electron/sandbox/sandbox.ts'
import { connectionSettings, defaultTokenUrl } from '../../../shared/sending/connection.ts'
import { atEnd, createsOf, inDatabase } from '../api/harness.ts'
import { untilView } from '../api/waiting.ts'
import { payloadOf } from '../store/practice-store.ts'
import { measured } from './memory-words.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'
import { inEnglish } from '../../../shared/texts/message.ts'

type Effect = FaultRuleInput['effect']
const html = { kind: 'html' } as const
const json = (text: string) => ({ kind: 'text', text, contentType: 'application/json' }) as const

/** The outcomes of an account's attempts, in order. */
function classesOf(faultHarness: FaultHarness, key: string): unknown[] {
  return inDatabase(faultHarness.data, (database) =>
    database
      .prepare(
        'SELECT t.class FROM attempt t JOIN account a ON a.id = t.account_id WHERE a.key = ? ORDER BY t.number',
      )
      .pluck()
      .all(key),
  )
}

/** Longer than any whole reply to a create. */
const longestReply = 200

describe('reply cut at every byte; invalid JSON bodies; HTML 200; 302; gzip; 100 MB body; 1 byte a second', () => {
  test('a reply to a create that is cut at any byte is unknown, and each account ends with one create', async () => {
    // An intact reply follows each cut one: five failures in a row would open the circuit breaker.
    const faultHarness = await openFaultHarness({
      accounts: 2 * longestReply,
      state: 'validated',
      // A whole reply never counts as one that timed out, however busy the machine is.
      limits: { concurrency: 16, createTimeoutMs: 15_000 },
    })
    const cut = (bytes: number): string => `A-${2 * bytes + 1}`
    for (let bytes = 0; bytes < longestReply; bytes += 1) {
      const effect = { kind: 'cut', bytes, of: 'reply' } as const
      faultHarness.sandbox.faults.add({ route: 'create', account: cut(bytes), count: 1, effect })
    }
    const view = await faultHarness.converge()

    expect(view.outcomes.created).toBe(2 * longestReply)
    expect(createsOf(faultHarness.sandbox)).toHaveLength(2 * longestReply)
    const classes = Array.from({ length: longestReply }, (_, bytes) =>
      classesOf(faultHarness, cut(bytes)).join(),
    )
    const whole = classes.indexOf('accepted')
    expect(whole, 'some were cut behind their last byte').toBeGreaterThan(100)
    expect(new Set(classes.slice(0, whole))).toEqual(new Set(['unknown']))
    expect(new Set(classes.slice(whole))).toEqual(new Set(['accepted']))
  })

  test.each([
    { name: 'a validation', route: 'validate', whole: 'validated', longest: 250, known: false },
    { name: 'a validation that refuses', route: 'validate', whole: 'rejected', longest: 500, known: false },
    { name: 'a status', route: 'status', whole: 'record', longest: 750, known: true },
    {
      name: 'a status of what is not there',
      route: 'status',
      whole: 'not_found',
      longest: 300,
      known: false,
    },
  ] as const)(
    'the reply to $name, cut at every byte, says nothing up to its last one',
    async ({ route, whole, longest, known }) => {
      const sandbox = await createSandbox({ speed: 'instant' })
      atEnd(sandbox.close)
      const transport = createTransport()
      atEnd(transport.close)
      const { baseUrl } = sandbox
      const client = createServiceClient({
        settings: connectionSettings.parse({ baseUrl, tokenUrl: defaultTokenUrl(baseUrl) }),
        transport: transport.send,
        clock: systemClock,
        readKey: () => Promise.resolve(sandbox.apiKey),
      })
      const body = payloadOf('A-1', whole === 'rejected' ? 'NOBODY' : 'ACME')
      const token = await client.tokens.get()
      if (!token.ok) throw new Error(inEnglish(token.message))
      if (known) await client.create(body, token)
      for (let bytes = 0; bytes < longest; bytes += 1)
        sandbox.faults.add({ route, skip: bytes, count: 1, effect: { kind: 'cut', bytes, of: 'reply' } })

      const kinds: string[] = []
      for (let bytes = 0; bytes < longest; bytes += 1) {
        const answer =
          route === 'status'
            ? await client.status('/v2/data-import/accounts/ACME/A-1/')
            : await client.validate(body)
        kinds.push(answer.kind)
      }
      const from = kinds.indexOf(whole)
      expect(from, 'some were cut behind their last byte').toBeGreaterThan(100)
      expect(new Set(kinds.slice(0, from))).toEqual(new Set(['unreachable']))
      expect(new Set(kinds.slice(from))).toEqual(new Set([whole]))
    },
  )

  const gzip = { headers: { 'content-encoding': 'gzip' }, body: { kind: 'json', value: {} } } as const
  const elsewhere = { location: '/v2/data-import/accounts/elsewhere/' }
  /** The fault of an account's first create, and how many creates the service then receives in all. */
  const onCreate: readonly { readonly name: string; readonly effect: Effect; readonly creates: number }[] = [
    { name: '500', effect: { kind: 'status', status: 500 }, creates: 2 },
    { name: '500 after the work', effect: { kind: 'status', status: 500, when: 'after_work' }, creates: 1 },
    { name: 'no answer', effect: { kind: 'hang', when: 'before_work' }, creates: 2 },
    { name: 'no answer after the work', effect: { kind: 'hang', when: 'after_work' }, creates: 1 },
    { name: '1 byte a second', effect: { kind: 'drip', bytesPerSecond: 1 }, creates: 1 },
    { name: '100 MB, declared', effect: { kind: 'flood', bytes: 1e8 }, creates: 1 },
    { name: '100 MB in chunks', effect: { kind: 'flood', bytes: 1e8, declared: false }, creates: 1 },
    { name: 'HTML 200', effect: { kind: 'status', status: 200, body: html }, creates: 2 },
    {
      name: 'HTML 201 after the work',
      effect: { kind: 'status', status: 201, body: html, when: 'after_work' },
      creates: 1,
    },
    { name: 'JSON 200', effect: { kind: 'status', status: 200, body: json('{}') }, creates: 2 },
    { name: 'HTML 502', effect: { kind: 'status', status: 502, body: html }, creates: 2 },
    {
      name: 'HTML 502 after the work',
      effect: { kind: 'status', status: 502, body: html, when: 'after_work' },
      creates: 1,
    },
    { name: '302', effect: { kind: 'status', status: 302, headers: elsewhere }, creates: 2 },
    { name: '307', effect: { kind: 'status', status: 307, headers: elsewhere }, creates: 2 },
    {
      name: '302 after the work',
      effect: { kind: 'status', status: 302, headers: elsewhere, when: 'after_work' },
      creates: 1,
    },
    { name: 'gzip', effect: { kind: 'status', status: 201, ...gzip, when: 'after_work' }, creates: 1 },
    { name: '408', effect: { kind: 'status', status: 408, body: json('{}') }, creates: 2 },
    ...['', 'null', '[]', 'true', '"{}"', '{"half', '{} {}', "{'a':1}", 'NaN', '\u0000', '[{}'].map(
      (text) => ({
        name: `invalid JSON ${JSON.stringify(text)}`,
        effect: { kind: 'status', status: 201, body: json(text), when: 'after_work' } as const,
        creates: 1,
      }),
    ),
  ]
  test('every other invalid answer to a create is unknown, and only creates that never arrived are sent again', async () => {
    const faultHarness = await openFaultHarness({
      accounts: onCreate.length,
      state: 'validated',
      limits: { concurrency: 8, createTimeoutMs: 1_500 },
    })
    for (const [at, { effect }] of onCreate.entries())
      faultHarness.sandbox.faults.add({ route: 'create', account: `A-${at + 1}`, count: 1, effect })
    const view = await faultHarness.converge()

    expect(view.outcomes.created).toBe(onCreate.length)
    for (const [at, { name, creates }] of onCreate.entries()) {
      expect([name, createsOf(faultHarness.sandbox, `A-${at + 1}`).length]).toEqual([name, creates])
      expect([name, classesOf(faultHarness, `A-${at + 1}`)[0]]).toEqual([name, 'unknown'])
    }
    expect(
      faultHarness.sandbox.ledger.entries().filter(({ path }) => path.includes('elsewhere')),
      'redirects are never followed',
    ).toEqual([])
  })

  const onStatus: readonly { readonly name: string; readonly effect: Effect }[] = [
    { name: '500', effect: { kind: 'status', status: 500 } },
    { name: 'HTML 200', effect: { kind: 'status', status: 200, body: html } },
    { name: 'HTML 404', effect: { kind: 'status', status: 404, body: html } },
    { name: '302', effect: { kind: 'status', status: 302, headers: elsewhere } },
    { name: 'gzip', effect: { kind: 'status', status: 200, ...gzip } },
    { name: 'torn JSON', effect: { kind: 'status', status: 200, body: json('{"status": "PROC') } },
    { name: 'JSON that is no record', effect: { kind: 'status', status: 200, body: json('{"a":1}') } },
    { name: 'a reset', effect: { kind: 'reset', when: 'after_work' } },
    { name: 'no answer', effect: { kind: 'hang', when: 'before_work' } },
    { name: '100 MB', effect: { kind: 'flood', bytes: 1e8 } },
    { name: '1 byte a second', effect: { kind: 'drip', bytesPerSecond: 1 } },
  ]
  test('after an invalid answer to a status read, the status is read again and no account is done, answered create or not', async () => {
    const faultHarness = await openFaultHarness({
      accounts: 2 * onStatus.length,
      state: 'validated',
      // Also that of a sign-in, which is tried again only after a minute.
      limits: { concurrency: 8, statusTimeoutMs: 4_000 },
    })
    const { faults } = faultHarness.sandbox
    for (const [at, { effect }] of onStatus.entries()) {
      for (const account of [`A-${2 * at + 1}`, `A-${2 * at + 2}`])
        faults.add({ route: 'status', account, count: 1, effect })
      // The second of each pair has also lost the answer to its create.
      faults.add({
        route: 'create',
        account: `A-${2 * at + 2}`,
        count: 1,
        effect: { kind: 'reset', when: 'after_work' },
      })
    }
    const view = await faultHarness.converge()

    expect(view.outcomes.created).toBe(2 * onStatus.length)
    expect(createsOf(faultHarness.sandbox)).toHaveLength(2 * onStatus.length)
  })

  test.each([
    {
      name: 'HTML 200',
      reason: 'not_this_service',
      effect: { kind: 'status', status: 200, body: html },
    },
    {
      name: 'JSON 200 that is not empty',
      reason: 'odd_answers',
      effect: { kind: 'status', status: 200, body: json('[]') },
    },
    {
      name: '302',
      reason: 'not_this_service',
      effect: { kind: 'status', status: 302, headers: elsewhere },
    },
  ] satisfies readonly { name: string; reason: string; effect: Effect }[])(
    'a validation answered with $name clears nobody',
    async ({ reason, effect }) => {
      const faultHarness = await openFaultHarness({ accounts: 3, state: 'unvalidated' })
      faultHarness.sandbox.faults.add({ id: 'odd', route: 'validate', effect })
      const { client, close } = await faultHarness.open()
      await client.connections.setKey({ id: faultHarness.connection, key: faultHarness.sandbox.apiKey })
      await client.batches.validate({ batch: faultHarness.batch })
      const view = await untilView(client, faultHarness.batch, ({ pauses }) => pauses.length > 0)
      expect(view.pauses.map((pause) => pause.reason)).toEqual([reason])
      expect(view.states.unvalidated).toBe(3)
      await close()
      faultHarness.sandbox.faults.remove('odd')
      expect((await faultHarness.converge()).outcomes.created).toBe(3)
    },
  )

  test('endless replies use at most 32 MB of memory', async () => {
    const sandbox = await createSandbox()
    atEnd(sandbox.close)
    const rules: readonly Effect[] = [
      { kind: 'flood', bytes: 1e8 },
      { kind: 'flood', bytes: 1e8, declared: false },
      { kind: 'drip', bytesPerSecond: 1 },
    ]
    // The first forty requests are warm-up.
    rules.forEach((effect, at) =>
      sandbox.faults.add({ route: 'status', skip: 40 + 2 * at, count: 2, effect }),
    )
    const program = fileURLToPath(new URL('./memory-child.ts', import.meta.url))
    const child = spawn(process.execPath, [program, sandbox.baseUrl, '40', '6'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, CARRYOVER_KEY: sandbox.apiKey },
    })
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    await once(child, 'close')
    const { before, after, codes } = measured.parse(JSON.parse(said))
    expect(codes).toEqual([...Array<string>(4).fill('reply_too_large'), ...Array<string>(2).fill('timeout')])
    expect((after - before) / 1024, 'MiB that the process grew').toBeLessThanOrEqual(32)
  })
})
