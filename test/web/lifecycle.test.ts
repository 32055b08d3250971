// Tests the lifecycle of a host process: shutdown with requests in flight, recovery at the next start, and the lock
// on a data folder in use, for every pair of browser window, command line and desktop program.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRouterClient } from '@orpc/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createEngine } from '../../electron/engine/engine.ts'
import { createMemoryKeyStore } from '../../electron/engine/system/key-store.ts'
import { createProcessReader } from '../../electron/engine/import/process/process-reader.ts'
import { createTransport } from '../../electron/engine/sending/service-client/transport.ts'
import { createSandbox, type Sandbox } from '../../electron/sandbox/sandbox.ts'
import { connectionSettings } from '../../shared/sending/connection.ts'
import type { BatchView } from '../../shared/contract/contract.ts'
import { mappingFile } from '../../shared/mapping/file.ts'
import { usualPlan } from '../../shared/sending/wave-plan.ts'
import { start, type Started } from '../engine/cli/spawn.ts'
import { ask, callOver, endLater, freshFolder, samples } from './web-harness.ts'
import { sentenceOf } from '../../shared/texts/message.ts'

const patience = { timeout: 45_000, interval: 50 }
const root = join(import.meta.dirname, '..', '..')
type Client = Awaited<ReturnType<typeof callOver>>['client']

const processes: Started[] = []
afterEach(async () => {
  for (const { child, ended } of processes.splice(0)) {
    child.kill('SIGKILL')
    await ended
  }
})

function carryover(words: readonly string[], key?: string): Started {
  const started = start(words, key)
  processes.push(started)
  return started
}

async function sandboxThatTakes(ms: number): Promise<Sandbox> {
  const sandbox = await createSandbox({ speed: 'instant', operator: false })
  endLater(() => sandbox.close())
  if (ms > 0)
    sandbox.faults.add({ id: 'slow', route: 'create', effect: { kind: 'latency', ms, when: 'after_work' } })
  return sandbox
}

/** `carryover start` in its own process, and the contract's client to it. */
async function webHost(data: string): Promise<Started & { readonly client: Client }> {
  const started = carryover(['start', '--browser', '--no-open', '--no-sandbox-service', '--data-dir', data])
  const text = await started.saw('stdout', 'Ctrl-C ends')
  const [, port = '', code = ''] = /http:\/\/127\.0\.0\.1:(\d+)\/#code=([\w-]+)/.exec(text) ?? []
  const harness = { port: Number(port), authority: `127.0.0.1:${port}` }
  const answer = await ask(harness, {
    method: 'POST',
    target: '/api/session',
    body: JSON.stringify({ code }),
  })
  const { token } = z.object({ token: z.string() }).parse(JSON.parse(answer.body))
  const { client } = await callOver(harness, token)
  return { ...started, client }
}

const settingsOf = ({ baseUrl, tokenUrl }: Sandbox) =>
  connectionSettings.parse({
    baseUrl,
    tokenUrl,
    limits: { concurrency: 3, pollFirstMs: 100, readsPerMinute: null, pollLongestMs: 500, quietMs: 300 },
  })

/** Sends the sample's accounts until some are in flight. */
async function beginSending(client: Client, sandbox: Sandbox): Promise<number> {
  const { id: connection } = await client.connections.save({
    name: 'Platform',
    settings: settingsOf(sandbox),
  })
  await client.connections.setKey({ id: connection, key: sandbox.apiKey })
  const mapping = mappingFile.parse(
    JSON.parse(readFileSync(join(samples, 'wide-50.mapping.json'), 'utf8')) as unknown,
  )
  const path = join(samples, 'wide-50.csv')
  const { batch } = await client.batches.load({
    path,
    mapping,
    catalogue: { shipped: 'example' },
    connection,
    supplier: 'ACME',
  })
  await until(client, batch, ({ stage }) => stage === 'open')
  await client.batches.validate({ batch })
  await until(client, batch, ({ validating, states }) => !validating && states.validated > 20)
  // Waves that follow automatically: the process ends in the middle of one, with others left.
  await client.batches.setPlan({ batch, plan: { ...usualPlan, sizes: [6, 10], between: 'when_sent' } })
  await client.batches.release({ batch, limit: 6 })
  await until(client, batch, ({ states }) => states.sending > 0 && states.processing + states.done > 0)
  return batch
}

async function until(client: Client, batch: number, holds: (view: BatchView) => boolean): Promise<void> {
  await vi.waitUntil(async () => holds(await client.batches.get({ batch })), patience)
}

/** The next start, in this process: its initial state. */
async function nextStart(data: string) {
  const transport = createTransport()
  const engine = await createEngine({
    folder: data,
    reader: createProcessReader(),
    transport: transport.send,
    keyStore: createMemoryKeyStore(),
    version: 'test',
  })
  if (!engine.ok) throw new Error(sentenceOf(engine.failure.message))
  endLater(() => engine.value.close().then(transport.close))
  const client = createRouterClient(engine.value.router)
  const [view] = await client.batches.list()
  if (view === undefined) throw new Error('The batch is gone')
  return { client, view, status: await client.workspace.status() }
}

type Next = Awaited<ReturnType<typeof nextStart>>

/** Resumes after a crash, by one click. */
async function goesOn(data: string, sandbox: Sandbox): Promise<void> {
  const next = await nextStart(data)
  const { client, view, status } = next
  expect(status.endedCleanly).toBe(false)
  expect(status.foundInFlight).toBeGreaterThan(0)
  expect(view.states).toMatchObject({ sending: 0, unconfirmed: status.foundInFlight })
  expect(view.pauses).toMatchObject([{ reason: 'after_crash', supplier: '' }])
  const connection = await giveKey(next, sandbox)
  await client.connections.resume({ id: connection })
  await finishes(next, sandbox)
}

async function giveKey({ client }: Next, sandbox: Sandbox): Promise<number> {
  const [connection] = await client.connections.list()
  const id = connection?.id ?? 0
  sandbox.faults.remove('slow')
  await client.connections.setKey({ id, key: sandbox.apiKey })
  return id
}

/** All waves are sent and finish; the ledger has one create per account. */
async function finishes({ client, view }: Next, sandbox: Sandbox): Promise<void> {
  const { id: batch } = view
  const isOver = ({ states }: BatchView): boolean =>
    states.validated + states.queued + states.sending + states.unconfirmed + states.processing === 0
  await vi.waitUntil(async () => isOver(await client.batches.get({ batch })), patience)
  const accepted = [...sandbox.ledger.acceptedCreates().values()]
  expect(accepted.filter((times) => times > 1)).toEqual([])
  const { outcomes, sending } = await client.batches.get({ batch })
  expect(accepted).toHaveLength(outcomes.created + outcomes.failed + outcomes.cancelled)
  expect(sending.waves.map(({ size }) => size)).toEqual([6, 10, null])
}

describe('a signal to end while requests are in flight', () => {
  test.each(['SIGINT', 'SIGHUP'] as const)(
    '%s makes the host print their number and wait for their answers, and the next start continues',
    async (signal) => {
      const data = join(freshFolder(), 'data')
      const sandbox = await sandboxThatTakes(1500)
      const host = await webHost(data)
      await beginSending(host.client, sandbox)
      host.child.kill(signal)
      const { code, stderr } = await host.ended
      expect(code).toBe(0)
      expect(stderr).toMatch(
        /Ending: (1 account is|\d accounts are) being created, and the service’s answers? (is|are) waited for\. Ctrl-C again leaves/,
      )
      const next = await nextStart(data)
      const { view, status, client } = next
      expect(status).toMatchObject({ endedCleanly: true, foundInFlight: 0 })
      expect(view.states).toMatchObject({ sending: 0, unconfirmed: 0 })
      expect(view.states.queued + view.states.validated).toBeGreaterThan(0)
      expect(view.pauses).toEqual([])
      expect(await client.workspace.attention()).toEqual([])
      // No confirmation is needed: it was not interrupted by a crash.
      await giveKey(next, sandbox)
      await finishes(next, sandbox)
    },
  )

  test('a second signal leaves them unconfirmed; one click continues without duplicate accounts', async () => {
    const data = join(freshFolder(), 'data')
    const sandbox = await sandboxThatTakes(30_000)
    sandbox.faults.remove('slow')
    sandbox.faults.add({
      id: 'slow',
      route: 'create',
      skip: 3,
      effect: { kind: 'latency', ms: 30_000, when: 'after_work' },
    })
    const host = await webHost(data)
    await beginSending(host.client, sandbox)
    host.child.kill('SIGINT')
    await host.saw('stderr', 'Ending: ')
    host.child.kill('SIGINT')
    const { code, stderr } = await host.ended
    expect(code).toBe(5)
    expect(stderr).toContain(
      'Stopped at once. What was under way is looked up before anything is sent again.',
    )
    await goesOn(data, sandbox)
  })
})

describe('a data folder in use', () => {
  const inUse = (data: string): string =>
    `Another Carryover is using the data folder ${data}: HOLDER. Close it first, or choose another folder.`
  /** The holder's command and process differ between runs. */
  const withoutHolder = (sentence: string | null): string | null =>
    sentence?.replace(/“[a-z-]+”, process \d+, since [^.]+/, 'HOLDER') ?? null

  /** The desktop program with a fake Electron; real-program.test.ts tests the real one. */
  function desktop(data: string) {
    const script = join(root, 'test', 'desktop', 'run-source.ts')
    const child = spawn(process.execPath, [script, data], { stdio: ['ignore', 'pipe', 'inherit'] })
    endLater(() => void child.kill('SIGKILL'))
    const line = new Promise<{ refused: string | null }>((resolve, reject) => {
      let text = ''
      child.stdout.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
        if (text.includes('\n')) resolve(JSON.parse(text) as { refused: string | null })
      })
      child.once('error', reject)
    })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    return { child, line, ended }
  }

  const owners = {
    'the window in a browser': async (data: string, sandbox: Sandbox) => {
      const host = await webHost(data)
      await beginSending(host.client, sandbox)
      return async () => {
        host.child.kill('SIGTERM')
        await host.ended
      }
    },
    'the command line': async (data: string, sandbox: Sandbox) => {
      const mapping = join(samples, 'wide-50.mapping.json')
      const words = ['run', join(samples, 'wide-50.csv'), '--mapping', mapping, '--base-url', sandbox.baseUrl]
      const place = ['--environment', 'test', '--catalogue', 'example']
      const more = ['--supplier', 'ACME', '--data-dir', data, '--yes', '--waves', 'all', '--concurrency', '3']
      const run = carryover([...words, ...place, ...more, '--poll', '0.2'], sandbox.apiKey)
      await vi.waitUntil(() => sandbox.ledger.acceptedCreates().size > 0, patience)
      return async () => {
        run.child.kill('SIGTERM')
        await run.ended
      }
    },
    'the desktop program': async (data: string) => {
      const first = desktop(data)
      const { refused } = await first.line
      if (refused !== null) throw new Error(refused)
      return async () => {
        first.child.kill('SIGTERM')
        if ((await first.ended) !== 0) throw new Error('It did not end in order.')
      }
    },
  } satisfies Record<string, (data: string, sandbox: Sandbox) => Promise<() => Promise<void>>>

  test.each(Object.entries(owners))(
    'by %s is refused to every other program, in one sentence, and its owner continues',
    async (name, own) => {
      const data = join(freshFolder(), 'data')
      // The owner has work for longer than the other programs take to start.
      const sandbox = await sandboxThatTakes(3_000)
      const end = await own(data, sandbox)
      const second = desktop(data)
      const others = [
        carryover(['start', '--browser', '--no-open', '--data-dir', data]),
        carryover(['batches', '--data-dir', data]),
        carryover(['resume', '--data-dir', data, '--yes'], sandbox.apiKey),
      ]
      for (const { ended } of others) {
        const { code, stderr, stdout } = await ended
        expect({ code, stderr: withoutHolder(stderr), stdout }).toEqual({
          code: 3,
          stderr: `carryover: ${inUse(data)}\n`,
          stdout: '',
        })
      }
      const { refused } = await second.line
      expect(withoutHolder(refused)).toBe(inUse(data))
      expect(await second.ended).toBe(3)
      await end()
      if (name === 'the desktop program') return
      const { status } = await nextStart(data)
      expect(status).toMatchObject({ endedCleanly: true, foundInFlight: 0 })
      const accepted = [...sandbox.ledger.acceptedCreates().values()]
      expect(accepted.length).toBeGreaterThan(0)
      expect(accepted.filter((times) => times > 1)).toEqual([])
    },
  )
})
