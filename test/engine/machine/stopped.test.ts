// A process that is stopped in the middle of sending and continued (SIGSTOP, SIGCONT): to the service it fell silent with
// requests in flight, to itself the clock jumped.
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createSandbox } from '../../../electron/sandbox/sandbox.ts'
import { accountStates } from '../../../shared/account-state.ts'
import { connectionSettings } from '../../../shared/connection.ts'
import { freshFolder } from '../engine/harness.ts'
import { numbered, plainAccounts } from '../engine/small-files.ts'

const endings: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const told = z.object({
  states: z.record(z.enum(accountStates), z.number()),
  slept: z.array(z.object({ from: z.number(), to: z.number() })),
})
const patience = { timeout: 50_000, interval: 20 }

test('stopped with requests in flight and continued, it sends nothing twice, loses nothing, and says from when to when', async (context) => {
  context.skip(process.platform === 'win32', 'because Windows cannot stop and continue a process')
  const accounts = 30
  const stopMs = 4000
  const sandbox = await createSandbox({ speed: 20 })
  endings.push(() => sandbox.close())
  const folder = freshFolder()
  const plain = await plainAccounts(folder, numbered(accounts))
  // Slow after the work is done: what is in flight when it is stopped was received.
  const slow = { kind: 'latency', ms: 300, when: 'after_work' } as const
  sandbox.faults.add({ id: 'slow', route: 'create', effect: slow })
  // The service ends connections that fall silent, as services do.
  const limits = {
    concurrency: 3,
    pollFirstMs: 100,
    readsPerMinute: null,
    pollLongestMs: 400,
    quietMs: 500,
    createTimeoutMs: 2000,
  }
  const { baseUrl, tokenUrl, apiKey } = sandbox
  const settings = connectionSettings.parse({ baseUrl, tokenUrl, limits })
  const order = JSON.stringify({ folder: `${folder}/data`, settings, gapMs: 2500, ...plain })
  const child = spawn(process.execPath, [fileURLToPath(new URL('./stopped.ts', import.meta.url)), order], {
    env: { ...process.env, STOPPED_KEY: apiKey },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  endings.push(async () => {
    child.kill('SIGKILL')
    await ended
  })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  const latest = (): z.infer<typeof told> | null => {
    const line = text.slice(0, text.lastIndexOf('\n')).split('\n').at(-1) ?? ''
    return line === '' ? null : told.parse(JSON.parse(line))
  }

  await vi.waitUntil(
    () => (latest()?.states.sending ?? 0) > 0 && sandbox.ledger.acceptedCreates().size > 5,
    patience,
  )
  const before = Date.now()
  child.kill('SIGSTOP')
  await wait(stopMs)
  const after = Date.now()
  child.kill('SIGCONT')

  await vi.waitUntil(() => latest()?.states.settled === accounts, patience)
  const accepted = [...sandbox.ledger.acceptedCreates().values()]
  expect(accepted).toHaveLength(accounts)
  expect(accepted.filter((times) => times > 1)).toEqual([])
  // A machine that is busy may have stood still before or after it as well.
  const slept = latest()?.slept ?? []
  const isIt = ({ from, to }: { from: number; to: number }): boolean =>
    from <= before + 500 && to >= after - 100
  expect({ slept, before, after, found: slept.some(isIt) }).toMatchObject({ found: true })
  child.stdin.end()
  expect(await ended).toBe(0)
})
