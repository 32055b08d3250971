// Tests `watch`: it reads statuses until everything is done and never sends. A folder that is open elsewhere is
// refused.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openSession } from '../../../electron/cli/data-folder/session.ts'
import { createCall } from '../../support/invocation.ts'
import type { Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { accountStates, outcomes } from '../../../shared/sending/states.ts'
import {
  call,
  carryover,
  freshFolder,
  refusedWith,
  runWords,
  startSandbox,
  reported,
} from './command-line.ts'

// Runs a batch several times per test, on any machine.

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

/** A run that is interrupted when a wave of ten is accepted; the next would follow as soon as this one is done. */
async function scheduled(sandbox: Sandbox): Promise<string> {
  const folder = freshFolder()
  const words = runWords(sandbox, folder, '--supplier', 'ACME', '--yes', '--waves', '10')
  const { ended, saw, interrupt } = call([...words, '--between', 'done'], sandbox.apiKey)
  await saw('stderr', '10 watched')
  interrupt()
  expect(await ended).toMatchObject({ code: 5 })
  return join(folder, 'data')
}

describe('watch on a folder that no other process has open', () => {
  it('polls statuses until all are done, prints one JSON line per change, and sends no queued accounts', async () => {
    const sandbox = await startSandbox({ speed: 0.01 })
    const data = await scheduled(sandbox)
    const before = received(sandbox, 'create')
    const processing = call(['watch', '--data-dir', data, '--json'], sandbox.apiKey)
    await processing.saw('stdout', '\n')
    sandbox.control.moveClock(86_400_000)
    const ended = await processing.ended
    const lines = linesOf(ended.stdout)
    expect(lines[0]).toMatchObject({ batch: 1, states: { processing: 10, done: 0 }, settled: false })
    expect(lines.at(-1)).toMatchObject({
      states: { processing: 0, done: 10, validated: 36 },
      outcomes: { created: 10 },
      wave: { number: 1, of: 2 },
    })
    const lasting = lines.map((one) => JSON.stringify({ ...one, at: 0, leftMs: null }))
    expect(new Set(lasting).size).toBe(lines.length)
    expect(reported(ended)).toEqual(
      refusedWith(6, /36 accounts of batch 1 wait to be sent, which watching never does: "carryover resume/),
    )
    expect(received(sandbox, 'create')).toBe(before)
  })

  it('leaves the queued accounts of an interrupted run queued', async () => {
    const sandbox = await startSandbox({ speed: 'instant' })
    sandbox.faults.add({ route: 'create', skip: 8, effect: { kind: 'latency', ms: 300 } })
    const folder = freshFolder()
    const data = join(folder, 'data')
    const { ended, interrupt } = call(
      runWords(sandbox, folder, '--supplier', 'ACME', '--yes'),
      sandbox.apiKey,
    )
    await expect.poll(() => accepted(sandbox), { timeout: 120_000, interval: 10 }).toBeGreaterThan(8)
    interrupt()
    expect(await ended).toMatchObject({ code: 5 })
    sandbox.faults.clear()
    const sent = accepted(sandbox)
    const before = received(sandbox, 'create')
    const how = `1  wide-50.csv  ${sent} of 46 done · ${sent} created · ${46 - sent} to send\n`
    const watched = await carryover(['watch', '--data-dir', data], sandbox.apiKey)
    expect(watched.stdout.endsWith(how)).toBe(true)
    expect(reported(watched)).toEqual(refusedWith(6, `${46 - sent} accounts of batch 1 wait to be sent`))
    expect(received(sandbox, 'create')).toBe(before)
    const once = await carryover(['watch', '--data-dir', data, '--once'])
    expect(once).toMatchObject({ code: 0, stdout: how, stderr: '' })
  })

  it('reports a missing key, batch or folder', async () => {
    const sandbox = await startSandbox({ speed: 0.01 })
    const data = await scheduled(sandbox)
    const words = ['watch', '--data-dir', data]
    expect(reported(await carryover(words))).toEqual(refusedWith(4, 'There is no API key.'))
    expect(reported(await carryover(words, 'sk_wrong'))).toEqual(
      refusedWith(4, 'The service refused the API key'),
    )
    expect(reported(await carryover([...words, '--batch', '9', '--once']))).toEqual(
      refusedWith(3, 'There is no batch 9.'),
    )
    const none = join(freshFolder(), 'none')
    expect(reported(await carryover(['watch', '--data-dir', none]))).toEqual(
      refusedWith(3, 'There is no data of Carryover in'),
    )
    expect(existsSync(none)).toBe(false)
  })
})

it('watch names the process that has the folder open, and changes nothing there', async () => {
  const data = join(freshFolder(), 'data')
  const owner = await openSession(data, createCall().invocation)
  for (const more of [[], ['--once']])
    expect(reported(await carryover(['watch', '--data-dir', data, ...more], 'sk_practice'))).toEqual(
      refusedWith(
        3,
        new RegExp(`Another Carryover is using the data folder .*, process ${process.pid}, since`),
      ),
    )
  expect(await owner.client.batches.list()).toEqual([])
  await owner.close()
})
