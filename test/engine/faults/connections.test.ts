// Connections that die at the worst moment: kept ones that are reset as a request is written to them, and half-open ones
// through which nothing comes and of which nobody is told.
import { describe, expect, test } from 'vitest'
import { inDatabase } from '../engine/harness.ts'
import { isOver, untilView } from '../engine/waiting.ts'
import { openShelter, type Shelter } from './shelter.ts'

const attemptsOf = (shelter: Shelter, where = '1'): number =>
  inDatabase(shelter.data, (database) =>
    database.prepare(`SELECT count(*) FROM attempt WHERE ${where}`).pluck().get(),
  ) as number

describe('keep-alive connection reset at the moment of sending, 1,000 times', () => {
  test('1,000 resets as a create is written: POSTs received = attempts written', {
    timeout: 120_000,
  }, async () => {
    const shelter = await openShelter({
      accounts: 1_000,
      state: 'cleared',
      limits: { concurrency: 32, createTimeoutMs: 15_000 },
      wired: true,
    })
    const met = new Set<string>()
    shelter.line.meet(({ route, account }) => {
      if (route !== 'create' || met.has(account)) return null
      met.add(account)
      return { where: 'reset' }
    })
    const view = await shelter.converge('all', { keepRule: true })

    expect(met.size).toBe(1_000)
    expect(view.outcomes.created).toBe(1_000)
    expect(shelter.line.received('create')).toBe(2_000)
    expect(attemptsOf(shelter)).toBe(2_000)
    expect(attemptsOf(shelter, "class = 'unknown'")).toBe(1_000)
    expect(shelter.sandbox.ledger.entries().filter(({ route }) => route === 'create')).toHaveLength(1_000)
  })

  test('200 kept connections that are reset behind a reply, as the next create may be on its way: no POST that is not an attempt', async () => {
    const shelter = await openShelter({
      accounts: 200,
      state: 'cleared',
      limits: { concurrency: 4 },
      wired: true,
    })
    shelter.line.meet(({ route, socket }) =>
      route === 'create'
        ? { where: 'reply', bytes: 'all', reached: () => void setImmediate(() => socket.resetAndDestroy()) }
        : null,
    )
    const view = await shelter.converge('all', { keepRule: true })

    expect(view.outcomes.created).toBe(200)
    const received = shelter.line.received('create')
    expect(received).toBeGreaterThanOrEqual(200)
    // One that never left is known as not sent, or as unknown; never as sent twice.
    expect(received).toBeLessThanOrEqual(attemptsOf(shelter))
    expect(received).toBeGreaterThanOrEqual(attemptsOf(shelter, "class <> 'unknown' AND class <> 'not_sent'"))
  })
})

describe('keep-alive connection reset at the moment of sending, 1,000 times', () => {
  test('a create that the network delivers twice is one account, and one attempt', async () => {
    const shelter = await openShelter({ accounts: 4, state: 'cleared' })
    shelter.sandbox.faults.add({ route: 'create', effect: { kind: 'duplicate' } })
    const view = await shelter.converge()
    expect(view.outcomes.created).toBe(4)
    expect(attemptsOf(shelter)).toBe(4)
    expect(shelter.sandbox.control.processes()).toHaveLength(4)
  })
})

describe('429 storm with every kind of Retry-After; 5xx storm; half-open connection', () => {
  const timeout = 1_000
  test('half-open: a create into silence is known as unknown within its time-out and 5 s, and is settled by its status', async () => {
    const shelter = await openShelter({
      accounts: 12,
      state: 'cleared',
      limits: { concurrency: 4, createTimeoutMs: timeout, statusTimeoutMs: timeout },
      wired: true,
    })
    const silent = new Set<string>()
    shelter.line.meet(({ route, account }) => {
      if (route !== 'create' || silent.size >= 4 || silent.has(account)) return null
      silent.add(account)
      return { where: 'silence' }
    })
    const view = await shelter.converge('all', { keepRule: true })
    expect(silent.size).toBe(4)
    expect(view.outcomes.created).toBe(12)
    expect(attemptsOf(shelter, "class = 'unknown'")).toBe(4)
    expect(attemptsOf(shelter, `ended_at - started_at > ${timeout + 5_000}`)).toBe(0)
  })

  test('half-open: kept connections that went silent while nothing was sent are found out, and nothing is sent twice', async () => {
    const shelter = await openShelter({
      accounts: 24,
      state: 'cleared',
      limits: { concurrency: 4, createTimeoutMs: timeout, statusTimeoutMs: timeout },
      wired: true,
    })
    const { client, close } = await shelter.open()
    await client.connections.setKey({ id: shelter.connection, key: shelter.sandbox.apiKey })
    await client.batches.release({ batch: shelter.batch, limit: 12 })
    await untilView(client, shelter.batch, isOver)
    shelter.line.freeze()
    await client.batches.release({ batch: shelter.batch, limit: null })
    const view = await untilView(client, shelter.batch, isOver)
    expect(view.outcomes.created).toBe(24)
    expect(attemptsOf(shelter, `ended_at - started_at > ${timeout + 5_000}`)).toBe(0)
    expect(attemptsOf(shelter, "class = 'unknown'"), 'creates that went into silence').toBeGreaterThan(0)
    await close()
    await shelter.converge()
  })
})
