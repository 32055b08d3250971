// Tests a process that is stopped while sending and continued (SIGSTOP, SIGCONT): the service sees it fall silent
// with requests in flight, and the process itself sees its clock jump.
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { createSandbox } from '../../../electron/sandbox/sandbox.ts'
import { accountStates } from '../../../shared/sending/states.ts'
import { connectionSettings } from '../../../shared/sending/connection.ts'
import { freshFolder } from '../api/harness.ts'
import { numbered, plainAccounts } from '../api/small-files.ts'

const endings: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

const reported = z.object({
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
  // The delay comes after the work is done: requests in flight at the stop have been received.
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
  const latest = (): z.infer<typeof reported> | null => {
    const line = text.slice(0, text.lastIndexOf('\n')).split('\n').at(-1) ?? ''
    return line === '' ? null : reported.parse(JSON.parse(line))
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

  await vi.waitUntil(() => latest()?.states.done === accounts, patience)
  const accepted = [...sandbox.ledger.acceptedCreates().values()]
  expect(accepted).toHaveLength(accounts)
  expect(accepted.filter((times) => times > 1)).toEqual([])
  // A busy machine may also have paused before or after it.
  const slept = latest()?.slept ?? []
  const isIt = ({ from, to }: { from: number; to: number }): boolean =>
    from <= before + 500 && to >= after - 100
  expect({ slept, before, after, found: slept.some(isIt) }).toMatchObject({ found: true })
  child.stdin.end()
  expect(await ended).toBe(0)
})
