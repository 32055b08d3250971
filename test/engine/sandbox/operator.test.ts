// Tests the operator's HTTP interface: off by default, behind a secret path, and with the functions that its module
// documents.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { account, practise, recordOf, type Practice } from './practice.ts'

async function operated(): Promise<Practice & { readonly at: (path: string) => string }> {
  const practice = await practise({ operator: true })
  return { ...practice, at: (path) => `${practice.sandbox.operatorUrl ?? ''}${path}` }
}

describe('access to the operator interface', () => {
  it('is closed by default', async () => {
    const { sandbox, send } = await practise()
    expect(sandbox.operatorUrl).toBeNull()
    expect((await send('GET', '/operator/')).headers['content-type']).toBe('text/html; charset=utf-8')
  })

  it('requires the secret in the path, which differs between runs', async () => {
    const first = await operated()
    const second = await operated()
    const pathOf = (url: string | null): string => new URL(url ?? '').pathname
    expect(pathOf(first.sandbox.operatorUrl)).toMatch(/^\/operator\/[0-9a-f]{32}\/$/)
    expect(pathOf(first.sandbox.operatorUrl)).not.toBe(pathOf(second.sandbox.operatorUrl))
    expect((await first.send('GET', pathOf(second.sandbox.operatorUrl))).status).toBe(404)
    expect((await first.send('GET', '/operator/suppliers')).status).toBe(404)
    expect((await first.send('GET', first.at(''))).status).toBe(200)
  })

  it('is not recorded in the ledger and not affected by faults', async () => {
    const { send, at, sandbox } = await operated()
    sandbox.faults.add({ effect: { kind: 'status', status: 503 } })
    expect((await send('GET', at('suppliers'))).status).toBe(200)
    expect(sandbox.ledger.entries().map(({ route }) => route)).toEqual(['token'])
  })
})

describe('suppliers and processes', () => {
  it('lists suppliers, sets a status, adds one', async () => {
    const { send, at, create } = await operated()
    expect((await send('GET', at('suppliers'))).json()).toContainEqual({
      code: 'ACME',
      status: 'ongoing',
      dryRun: false,
    })
    const changed = await send('PUT', at('suppliers/ACME'), { body: { status: 'paused' } })
    expect(changed.json()).toEqual({ code: 'ACME', status: 'paused', dryRun: false })
    expect((await create(account('1'))).status).toBe(400)
    await send('PUT', at('suppliers/NEW%20ONE'), { body: { dryRun: true } })
    expect((await create(account('1', { import_supplier: 'NEW ONE' }))).status).toBe(201)
    expect((await send('PUT', at('suppliers/ACME'), { body: { status: 'asleep' } })).status).toBe(400)
  })

  it('restates a finished process', async () => {
    const { send, at, create, sandbox } = await operated()
    await create(account('1'))
    const restate = (body: object, number = '1') =>
      send('POST', at(`processes/ACME/${number}/restate`), { body })
    expect((await restate({ status: 'ERRORED' })).json()).toMatchObject({ code: 'not_finished' })
    expect((await restate({ status: 'ERRORED' }, '2')).status).toBe(404)
    expect((await restate({ status: 'PENDING' })).status).toBe(400)
    sandbox.control.moveClock(60_000)
    expect((await restate({ status: 'ERRORED' })).json()).toMatchObject({ record: { status: 'ERRORED' } })
  })

  it('lists processes and cancels a pending one', async () => {
    const { send, at, create, status, sandbox } = await operated()
    await create(account('1'))
    await create(account('2'))
    const list = z.array(z.looseObject({ account: z.string() }))
    expect(list.parse((await send('GET', at('processes?supplier=ACME&limit=1'))).json())).toHaveLength(1)
    expect((await send('GET', at('processes/ACME/1'))).json()).toMatchObject({
      account: '1',
      events: [{ data: null }],
    })
    expect((await send('POST', at('processes/ACME/1/cancel'))).json()).toMatchObject({
      record: { status: 'CANCELLED' },
    })
    expect(recordOf(await status('1')).status).toBe('CANCELLED')
    expect((await send('POST', at('processes/ACME/1/cancel'))).status).toBe(409)
    expect((await send('POST', at('processes/ACME/9/cancel'))).status).toBe(404)
    expect((await send('GET', at('processes/ACME/9'))).status).toBe(404)
    sandbox.control.moveClock(10_000)
    expect(
      list.parse((await send('GET', at('processes?status=PROCESSED'))).json()).map((one) => one.account),
    ).toEqual(['2'])
  })
})

describe('clock, switches, tokens, faults, ledger', () => {
  it('moves the clock and sets the speed', async () => {
    const { send, at, create, status } = await operated()
    await create(account('1'))
    const reply = await send('POST', at('clock'), { body: { moveMs: 10_000, speed: 50 } })
    expect(reply.json()).toEqual({ now: expect.stringMatching(/^2026-03-04T09:30:10/), speed: 50 })
    expect(recordOf(await status('1')).status).toBe('PROCESSED')
    expect((await send('GET', at('clock'))).json()).toMatchObject({ speed: 50 })
  })

  it('changes one switch and leaves the others', async () => {
    const { send, at } = await operated()
    await send('PATCH', at('switches'), { body: { failShare: 0.5 } })
    await send('PATCH', at('switches'), { body: { omitNulls: true } })
    expect((await send('GET', at('switches'))).json()).toMatchObject({
      failShare: 0.5,
      omitNulls: true,
      closedOn: 'both',
    })
    expect((await send('PATCH', at('switches'), { body: { nonsense: 1 } })).status).toBe(400)
  })

  it('expires tokens', async () => {
    const { send, at, status } = await operated()
    await send('POST', at('tokens/expire'))
    expect((await status('1')).status).toBe(401)
  })

  it('sets, lists and clears faults by the same rules as in process', async () => {
    const { send, at, validate } = await operated()
    const rule = { id: 'down', route: 'validate', effect: { kind: 'status', status: 503 } }
    expect((await send('POST', at('faults'), { body: rule })).json()).toEqual({ id: 'down' })
    expect((await send('POST', at('faults'), { body: rule })).status).toBe(409)
    expect((await validate(account('1'))).status).toBe(503)
    expect((await send('GET', at('faults'))).json()).toMatchObject([{ id: 'down', matches: 1, met: 1 }])
    expect((await send('DELETE', at('faults/down'))).status).toBe(200)
    expect((await send('DELETE', at('faults/down'))).status).toBe(404)
    expect((await validate(account('1'))).status).toBe(200)
    await send('POST', at('faults'), { body: rule })
    await send('DELETE', at('faults'))
    expect((await validate(account('1'))).status).toBe(200)
    const wrong = await send('POST', at('faults'), { body: { effect: { kind: 'explode' } } })
    expect([wrong.status, wrong.json()]).toEqual([
      400,
      { code: 'bad_request', message: expect.stringContaining('effect') },
    ])
  })

  it('reads the ledger by pages, and its count of accepted creates', async () => {
    const { send, at, create } = await operated()
    await create(account('1'))
    await create(account('1'))
    const page = await send('GET', at('ledger?afterSeq=1&limit=1'))
    expect(page.json()).toMatchObject([{ seq: 2, route: 'create', work: 'created' }])
    expect((await send('GET', at('ledger/accepted-creates'))).json()).toEqual([
      { identity: '["ACME","1"]', count: 2 },
    ])
  })
})
