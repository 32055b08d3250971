// Tests runs that start in the window and continue on the command line, and the reverse: the same plan, the same
// waves, one create per account, nothing asked twice. The window is a process of its own; the sandbox's ledger is the
// reference.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Sandbox } from '../../../electron/sandbox/sandbox.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { type SendingPlan, usualPlan } from '../../../shared/sending/wave-plan.ts'
import { ask, callOver } from '../../web/web-harness.ts'
import { call, carryover, freshFolder, startSandbox } from './command-line.ts'
import { storedViews } from './stored-views.ts'
import { validatedSample } from './validated-sample.ts'

// Starts several processes per test, on any machine.

const entry = fileURLToPath(new URL('window-process.ts', import.meta.url))
const plan: SendingPlan = { ...usualPlan, sizes: [5, 30], between: 'when_sent' }
const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** The window's process and its client: the engine's calls over its socket. */
async function openWindow(data: string) {
  const child = spawn(process.execPath, [entry, data], { stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const kill = async (): Promise<unknown> => {
    if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
      process.kill(-child.pid, 'SIGKILL')
    return ended
  }
  endings.push(kill)
  let reported = ''
  const url = await new Promise<URL>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        reported += text
        const found = /http:\/\/127\.0\.0\.1:\d+\/#code=[\w-]+/.exec(reported)
        if (found !== null) resolve(new URL(found[0]))
      })
    child.once('close', () => reject(new Error(`The window ended: ${reported}`)))
  })
  const harness = { port: Number(url.port), authority: url.host }
  const code = url.hash.replace('#code=', '')
  const answer = await ask(harness, {
    method: 'POST',
    target: '/api/session',
    body: JSON.stringify({ code }),
  })
  const { token } = z.object({ token: z.string() }).parse(JSON.parse(answer.body))
  const { client, socket } = await callOver(harness, token)
  return {
    client,
    kill,
    /** Closes it as Ctrl-C does; returns its exit code. */
    close() {
      socket.terminate()
      child.kill('SIGTERM')
      return ended
    },
  }
}
type Client = Awaited<ReturnType<typeof openWindow>>['client']

const prepare = (client: Client, sandbox: Sandbox): Promise<number> =>
  validatedSample(client, sandbox, { pollFirstMs: 100, quietMs: 300, readsPerMinute: null }, plan)

const accepted = (sandbox: Sandbox): number => sandbox.ledger.acceptedCreates().size
const reaches = (sandbox: Sandbox, creates: number): Promise<void> =>
  expect.poll(() => accepted(sandbox), { timeout: 120_000, interval: 10 }).toBeGreaterThanOrEqual(creates)

const stored = (data: string): BatchView | undefined => storedViews(data)[0]

function expectExact(sandbox: Sandbox, data: string): void {
  const view = stored(data)
  expect(view?.sending.plan).toEqual(plan)
  expect(
    view?.sending.waves.map(({ number, size, accounts, created }) => [number, size, accounts, created]),
  ).toEqual([
    [1, 5, 5, 5],
    [2, 30, 30, 30],
    [3, null, 11, 11],
  ])
  expect(view?.states).toMatchObject({
    validated: 0,
    queued: 0,
    sending: 0,
    unconfirmed: 0,
    processing: 0,
    done: 46,
  })
  const creates = [...sandbox.ledger.acceptedCreates().values()]
  expect({ accounts: creates.length, twice: creates.filter((times) => times > 1) }).toEqual({
    accounts: 46,
    twice: [],
  })
}

it('resume finishes a wave after its window is closed', async () => {
  const sandbox = await startSandbox({ speed: 'instant' })
  sandbox.faults.add({ id: 'slow', route: 'create', skip: 8, effect: { kind: 'latency', ms: 200 } })
  const data = join(freshFolder(), 'data')
  const { client, close } = await openWindow(data)
  const batch = await prepare(client, sandbox)
  await client.batches.release({ batch, limit: 5 })
  await reaches(sandbox, 12)
  expect(await close()).toBe(0)
  expect(stored(data)?.states).toMatchObject({ sending: 0, unconfirmed: 0 })
  expect(accepted(sandbox)).toBeLessThan(35)
  sandbox.faults.clear()

  const { code, stdout, stderr } = await carryover(
    ['resume', '--data-dir', data, '--yes', '--json'],
    sandbox.apiKey,
  )
  expect(JSON.parse(stdout)).toMatchObject({ outcomes: { created: 46, unsent: 4 }, unexplained: 0 })
  expect(stderr).not.toContain('on the way when Carryover ended')
  expect(code).toBe(2)
  expectExact(sandbox, data)
})

it('a batch continues after a killed window, an interrupted resume and a second window', async () => {
  const sandbox = await startSandbox({ speed: 'instant' })
  // Accepted, but the reply never comes: after a kill its result is in doubt.
  sandbox.faults.add({ id: 'lost', route: 'create', skip: 3, effect: { kind: 'hang', when: 'after_work' } })
  const data = join(freshFolder(), 'data')
  const first = await openWindow(data)
  const batch = await prepare(first.client, sandbox)
  await first.client.batches.release({ batch, limit: 5 })
  await reaches(sandbox, 5)
  await first.kill()
  sandbox.faults.clear()

  sandbox.faults.add({ id: 'slow', route: 'create', skip: 2, effect: { kind: 'latency', ms: 200 } })
  const { ended, interrupt } = call(['resume', '--data-dir', data, '--yes', '--json'], sandbox.apiKey)
  await reaches(sandbox, 12)
  interrupt()
  const { code, stderr } = await ended
  // Two were never answered; the replies to the others may have come just before the kill.
  expect(stderr).toMatch(/[2-5] accounts on the way when Carryover ended/)
  expect(code).toBe(5)
  expect(accepted(sandbox)).toBeLessThan(35)
  sandbox.faults.clear()

  const last = await openWindow(data)
  const connections = await last.client.connections.list()
  expect(connections).toMatchObject([{ name: 'The service', pauses: [] }])
  // With its key it continues automatically: no consent, no release, no click.
  await last.client.connections.setKey({ id: connections[0]?.id ?? 0, key: sandbox.apiKey })
  // Includes accounts whose creator was unclear at first: a single reply shows nothing about the clock of
  // created_at.
  await expect
    .poll(async () => (await last.client.batches.get({ batch })).outcomes.created, { timeout: 120_000 })
    .toBe(46)
  expect(await last.close()).toBe(0)
  expectExact(sandbox, data)
})
