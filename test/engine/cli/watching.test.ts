// `watch`: reads statuses until everything is settled and never sends; beside a window that has the folder open it looks
// without disturbing it, and reads by itself once that is gone.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createRates } from '../../../electron/cli/rates.ts'
import { openSession } from '../../../electron/cli/session.ts'
import { openDatabaseFile } from '../../../electron/engine/store/database-file.ts'
import type { Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { accountStates, outcomes } from '../../../shared/account-state.ts'
import { carryover, freshFolder, refusedWith, runWords, start, startSandbox, told } from './command-line.ts'
import { judgedSample } from './judged-sample.ts'

// Several processes each, on whatever machine.
vi.setConfig({ testTimeout: 150_000 })

const accepted = (sandbox: Sandbox): number => sandbox.ledger.acceptedCreates().size
const received = (sandbox: Sandbox, route: string): number =>
  sandbox.ledger.entries().filter((entry) => entry.route === route).length

const line = z.strictObject({
  at: z.number(),
  batch: z.number(),
  file: z.string(),
  accounts: z.number(),
  states: z.record(z.enum(accountStates), z.number()),
  outcomes: z.record(z.enum(outcomes), z.number()),
  wave: z.strictObject({ number: z.number(), of: z.number() }).nullable(),
  stuck: z.number(),
  oldestSince: z.number().nullable(),
  stop: z.string().nullable(),
  needsYou: z.array(z.string()),
  leftMs: z.strictObject({ from: z.number(), to: z.number() }).nullable(),
  settled: z.boolean(),
})
const linesOf = (stdout: string): z.infer<typeof line>[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)))

/** A run that is interrupted when a wave of ten is accepted; the next would follow as soon as this one has settled. */
async function scheduled(sandbox: Sandbox): Promise<string> {
  const folder = freshFolder()
  const words = runWords(sandbox, folder, '--supplier', 'ACME', '--yes', '--waves', '10')
  const { child, ended, saw } = start([...words, '--between', 'settled'], sandbox.apiKey)
  await saw('stderr', '10 watched')
  child.kill('SIGINT')
  expect(await ended).toMatchObject({ code: 5 })
  return join(folder, 'data')
}

describe('on a folder that nobody has open', () => {
  it('reads statuses until all are settled, a JSON line a change, and sends nothing of what waits', async () => {
    const sandbox = await startSandbox({ speed: 0.01 })
    const data = await scheduled(sandbox)
    const before = received(sandbox, 'create')
    const watching = start(['watch', '--data-dir', data, '--json'], sandbox.apiKey)
    await watching.saw('stdout', '\n')
    sandbox.control.moveClock(86_400_000)
    const ended = await watching.ended
    const lines = linesOf(ended.stdout)
    expect(lines[0]).toMatchObject({ batch: 1, states: { watching: 10, settled: 0 }, settled: false })
    expect(lines.at(-1)).toMatchObject({
      states: { watching: 0, settled: 10, cleared: 36 },
      outcomes: { created: 10 },
      wave: { number: 1, of: 2 },
    })
    const lasting = lines.map((one) => JSON.stringify({ ...one, at: 0, leftMs: null }))
    expect(new Set(lasting).size).toBe(lines.length)
    expect(told(ended)).toEqual(
      refusedWith(6, /36 accounts of batch 1 wait to be sent, which watching never does: "carryover resume/),
    )
    expect(received(sandbox, 'create')).toBe(before)
  })

  it('what an interrupted run left queued stays queued, though nothing else would keep it', async () => {
    const sandbox = await startSandbox({ speed: 'instant' })
    sandbox.faults.add({ route: 'create', skip: 8, effect: { kind: 'latency', ms: 300 } })
    const folder = freshFolder()
    const data = join(folder, 'data')
    const { child, ended } = start(runWords(sandbox, folder, '--supplier', 'ACME', '--yes'), sandbox.apiKey)
    await expect.poll(() => accepted(sandbox), { timeout: 30_000, interval: 10 }).toBeGreaterThan(8)
    child.kill('SIGINT')
    expect(await ended).toMatchObject({ code: 5 })
    sandbox.faults.clear()
    const sent = accepted(sandbox)
    const before = received(sandbox, 'create')
    const how = `1  wide-50.csv  ${sent} of 46 settled · ${sent} created · ${46 - sent} to send\n`
    const watched = await carryover(['watch', '--data-dir', data], sandbox.apiKey)
    expect(watched.stdout.endsWith(how)).toBe(true)
    expect(told(watched)).toEqual(refusedWith(6, `${46 - sent} accounts of batch 1 wait to be sent`))
    expect(received(sandbox, 'create')).toBe(before)
    const once = await carryover(['watch', '--data-dir', data, '--once'])
    expect(once).toMatchObject({ code: 0, stdout: how, stderr: '' })
  })

  it('without a key, without such a batch, or without a folder it says so', async () => {
    const sandbox = await startSandbox({ speed: 0.01 })
    const data = await scheduled(sandbox)
    const words = ['watch', '--data-dir', data]
    expect(told(await carryover(words))).toEqual(refusedWith(4, 'There is no API key.'))
    expect(told(await carryover(words, 'sk_wrong'))).toEqual(
      refusedWith(4, 'The service refused the API key'),
    )
    expect(told(await carryover([...words, '--batch', '9', '--once']))).toEqual(
      refusedWith(3, 'There is no batch 9.'),
    )
    const database = openDatabaseFile(join(data, 'carryover.sqlite'))
    const version = database.pragma('user_version', { simple: true }) as number
    database.pragma(`user_version = ${version - 1}`)
    database.close()
    expect(told(await carryover([...words, '--once']))).toEqual(
      refusedWith(3, /was written by an older Carryover\. Open it with this one/),
    )
    const none = join(freshFolder(), 'none')
    expect(told(await carryover(['watch', '--data-dir', none]))).toEqual(
      refusedWith(3, 'There is no data of Carryover in'),
    )
    expect(existsSync(none)).toBe(false)
  })
})

describe('beside a window that has the folder open', () => {
  it('shows what the owner writes down and disturbs nothing; when the owner ends it reads by itself', async () => {
    const sandbox = await startSandbox({ speed: 0.01 })
    const data = join(freshFolder(), 'data')
    const owner = await openSession(data)
    const { client } = owner
    const batch = await judgedSample(client, sandbox, { pollFirstMs: 100, readsPerMinute: null })
    await client.batches.release({ batch, limit: 5 })

    const watching = start(['watch', '--data-dir', data, '--json'], sandbox.apiKey)
    await watching.saw('stderr', 'is open in a window or another command, which reads the statuses')
    await watching.saw('stdout', '"watching":5')
    await client.batches.release({ batch, limit: null })
    await watching.saw('stdout', '"watching":46')
    const once = await carryover(['watch', '--once', '--json', '--data-dir', data])
    expect(linesOf(once.stdout)).toMatchObject([{ states: { watching: 46 }, settled: false }])
    expect(once.code).toBe(0)

    await owner.close()
    await watching.saw('stderr', 'its statuses are read from here now')
    sandbox.control.moveClock(86_400_000)
    const { code, stdout } = await watching.ended
    expect(linesOf(stdout).at(-1)).toMatchObject({ outcomes: { created: 46 }, settled: true, needsYou: [] })
    expect(code).toBe(2)
    expect([...sandbox.ledger.acceptedCreates().values()].every((times) => times === 1)).toBe(true)
  })
})

describe('the remaining time beside an owner', () => {
  it('is a range from a slower and a faster half, and nothing while too little was seen', () => {
    const rates = createRates()
    const seen = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((second) =>
      rates.left(1, second < 5 ? second * 10 : 50 + (second - 5) * 20, 600, second * 1000),
    )
    expect(seen.slice(0, 10)).toEqual(Array(10).fill(null))
    expect(seen[10]).toEqual({ fromMs: 30_000, toMs: 60_000 })
    expect(rates.left(1, 170, 0, 11_000)).toBeNull()
    expect(rates.left(2, 170, 5, 11_000)).toBeNull()
  })

  it('is not said where nothing settles', () => {
    const rates = createRates()
    for (let second = 0; second < 60; second += 1) expect(rates.left(1, 7, 100, second * 1000)).toBeNull()
  })
})
