// Tests connections that fail at the worst moment: kept ones that are reset while a request is written to them, and
// half-open ones that carry nothing and report no error.
import { describe, expect, test } from 'vitest'
import { inDatabase } from '../api/harness.ts'
import { isOver, untilView } from '../api/waiting.ts'
import { openFaultHarness, type FaultHarness } from './fault-harness.ts'
import { patience, times } from '../../support/repeats.ts'

const attemptsOf = (faultHarness: FaultHarness, where = '1'): number =>
  inDatabase(faultHarness.data, (database) =>
    database.prepare(`SELECT count(*) FROM attempt WHERE ${where}`).pluck().get(),
  ) as number

describe('keep-alive connection reset at the moment of sending, 1,000 times', () => {
  /** 1,000 in the long tests. */
  const resets = times(200)

  test(`with ${resets} resets during the write of a create, the POSTs received equal the attempts written`, {
    timeout: patience,
  }, async () => {
    const faultHarness = await openFaultHarness({
      accounts: resets,
      state: 'validated',
      limits: { concurrency: 32, createTimeoutMs: 15_000 },
      wired: true,
    })
    const met = new Set<string>()
    faultHarness.line.meet(({ route, account }) => {
      if (route !== 'create' || met.has(account)) return null
      met.add(account)
      return { where: 'reset' }
    })
    const view = await faultHarness.converge('all', { keepRule: true })

    expect(met.size).toBe(resets)
    expect(view.outcomes.created).toBe(resets)
    expect(faultHarness.line.received('create')).toBe(2 * resets)
    expect(attemptsOf(faultHarness)).toBe(2 * resets)
    expect(attemptsOf(faultHarness, "class = 'unknown'")).toBe(resets)
    expect(faultHarness.sandbox.ledger.entries().filter(({ route }) => route === 'create')).toHaveLength(
      resets,
    )
  })

  test('with 200 kept connections reset after a reply, possibly with the next create in flight, every POST belongs to an attempt', async () => {
    const faultHarness = await openFaultHarness({
      accounts: 200,
      state: 'validated',
      limits: { concurrency: 4 },
      wired: true,
    })
    faultHarness.line.meet(({ route, socket }) =>
      route === 'create'
        ? { where: 'reply', bytes: 'all', reached: () => void setImmediate(() => socket.resetAndDestroy()) }
        : null,
    )
    const view = await faultHarness.converge('all', { keepRule: true })

    expect(view.outcomes.created).toBe(200)
    const received = faultHarness.line.received('create')
    expect(received).toBeGreaterThanOrEqual(200)
    // A create that never left is known as not sent or as unknown, and is never sent twice.
    expect(received).toBeLessThanOrEqual(attemptsOf(faultHarness))
    expect(received).toBeGreaterThanOrEqual(
      attemptsOf(faultHarness, "class <> 'unknown' AND class <> 'not_sent'"),
    )
  })
})

describe('keep-alive connection reset at the moment of sending, 1,000 times', () => {
  test('a create that the network delivers twice makes one account and counts as one attempt', async () => {
    const faultHarness = await openFaultHarness({ accounts: 4, state: 'validated' })
    faultHarness.sandbox.faults.add({ route: 'create', effect: { kind: 'duplicate' } })
    const view = await faultHarness.converge()
    expect(view.outcomes.created).toBe(4)
    expect(attemptsOf(faultHarness)).toBe(4)
    expect(faultHarness.sandbox.control.processes()).toHaveLength(4)
  })
})

describe('429 storm with every kind of Retry-After; 5xx storm; half-open connection', () => {
  const timeout = 5_000
  test('a create on a half-open connection is unknown within its timeout plus 5 s, and done once its status is read', async () => {
    const faultHarness = await openFaultHarness({
      accounts: 12,
      state: 'validated',
      limits: { concurrency: 4, createTimeoutMs: timeout, statusTimeoutMs: timeout },
      wired: true,
    })
    const silent = new Set<string>()
    faultHarness.line.meet(({ route, account }) => {
      if (route !== 'create' || silent.size >= 4 || silent.has(account)) return null
      silent.add(account)
      return { where: 'silence' }
    })
    const view = await faultHarness.converge('all', { keepRule: true })
    expect(silent.size).toBe(4)
    expect(view.outcomes.created).toBe(12)
    expect(attemptsOf(faultHarness, "class = 'unknown'")).toBe(4)
    expect(attemptsOf(faultHarness, `ended_at - started_at > ${timeout + 5_000}`)).toBe(0)
  })

  test('kept connections that became half-open while idle are detected, and nothing is sent twice', async () => {
    const faultHarness = await openFaultHarness({
      accounts: 24,
      state: 'validated',
      limits: { concurrency: 4, createTimeoutMs: timeout, statusTimeoutMs: timeout },
      wired: true,
    })
    const { client, close } = await faultHarness.open()
    await client.connections.setKey({ id: faultHarness.connection, key: faultHarness.sandbox.apiKey })
    await client.batches.release({ batch: faultHarness.batch, limit: 12 })
    await untilView(client, faultHarness.batch, isOver)
    faultHarness.line.freeze()
    await client.batches.release({ batch: faultHarness.batch, limit: null })
    const view = await untilView(client, faultHarness.batch, isOver)
    expect(view.outcomes.created).toBe(24)
    expect(attemptsOf(faultHarness, `ended_at - started_at > ${timeout + 5_000}`)).toBe(0)
    expect(attemptsOf(faultHarness, "class = 'unknown'"), 'creates that went into silence').toBeGreaterThan(0)
    await close()
    await faultHarness.converge()
  })
})
