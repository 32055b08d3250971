// Tests `run` and `resume` in waves with brakes: what is sent when, what stops it, how it ends, and how it continues.
// The sandbox's ledger shows what was really sent.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDatabaseFile } from '../../../electron/engine/store/database/database-file.ts'
import type { Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { connectionSettings, limits } from '../../../shared/sending/connection.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import {
  call,
  carryover,
  freshFolder,
  refusedWith,
  runWords,
  start,
  startSandbox,
  reported,
} from './command-line.ts'
import { storedViews } from './stored-views.ts'

// Runs a batch several times per test, on any machine.

const accepted = (sandbox: Sandbox): number => sandbox.ledger.acceptedCreates().size
/** Accounts that were accepted more than once. */
const twice = (sandbox: Sandbox): string[] =>
  [...sandbox.ledger.acceptedCreates()].filter(([, times]) => times > 1).map(([key]) => key)

const stored = (data: string): BatchView | undefined => storedViews(data).at(-1)
const sizes = (data: string): number[] | undefined =>
  stored(data)?.sending.waves.map(({ accounts }) => accounts)

/** A run of the sample in waves; 46 of its accounts can be sent. */
function harness(sandbox: Sandbox) {
  const folder = freshFolder()
  const data = join(folder, 'data')
  const words = runWords(sandbox, folder, '--supplier', 'ACME', '--yes', '--json')
  return {
    data,
    words,
    run: (...more: string[]) => carryover([...words, ...more], sandbox.apiKey),
    resume: (...more: string[]) =>
      carryover(['resume', '--data-dir', data, '--json', ...more], sandbox.apiKey),
  }
}

describe('waves', () => {
  it('a run without a terminal ends with 6 after each wave and says how to continue', async () => {
    const sandbox = await startSandbox({ speed: 'instant' })
    const { data, run, resume } = harness(sandbox)
    const first = await run('--waves', '1,10')
    expect(reported(first)).toEqual(
      refusedWith(
        6,
        /Wave 1: 1 account, 1 created\. The next is wave 2 \(10 accounts\), which a person releases: "carryover resume --go-on --batch 1 --data-dir /,
      ),
    )
    expect(accepted(sandbox)).toBe(1)

    const unsaid = await resume()
    expect(reported(unsaid)).toEqual(refusedWith(6, 'The next is wave 2 (10 accounts)'))
    expect(reported(await resume('--go-on'))).toEqual(
      refusedWith(
        2,
        /45 accounts will be created .* They go in waves of 10 and 35: a person releases each\./,
      ),
    )
    expect(accepted(sandbox)).toBe(1)

    const second = await resume('--go-on', '--yes')
    expect(reported(second)).toEqual(
      refusedWith(6, 'Wave 2: 10 accounts, 10 created. The next is wave 3 (35 accounts)'),
    )
    const listed = await carryover(['batches', '--data-dir', data])
    expect(listed.stdout).toMatch(
      /50 accounts, 11 created, 2 of 3 waves released, unfinished\n {3}needs you: Wave 3 \(35 accounts\) waits to be released\./,
    )

    const last = await resume('--go-on', '--yes')
    expect(last.code).toBe(2)
    expect(JSON.parse(last.stdout)).toMatchObject({ outcomes: { created: 46, unsent: 4 }, unexplained: 0 })
    expect(sizes(data)).toEqual([1, 10, 35])
    expect({ accepted: accepted(sandbox), twice: twice(sandbox) }).toEqual({ accepted: 46, twice: [] })
  })

  it('with --between sent, one run starts each wave when the previous wave is sent', async () => {
    const sandbox = await startSandbox({ speed: 'instant' })
    const { data, run } = harness(sandbox)
    const ended = await run('--waves', '2,20', '--between', 'sent', '--no-brakes')
    expect(ended.code).toBe(2)
    expect(JSON.parse(ended.stdout)).toMatchObject({ outcomes: { created: 46, unsent: 4 } })
    expect(sizes(data)).toEqual([2, 20, 24])
    expect(stored(data)?.sending.plan).toEqual({
      sizes: [2, 20],
      between: 'when_sent',
      brakes: { errorRate: null, sameCode: null, stopCodes: [], forAll: false },
    })
    expect({ accepted: accepted(sandbox), twice: twice(sandbox) }).toEqual({ accepted: 46, twice: [] })
  })

  it('with --between done, each wave waits until the previous one is done, even with --until scheduled', async () => {
    const sandbox = await startSandbox({ speed: 10 })
    const { data, run } = harness(sandbox)
    const ended = await run('--waves', '3', '--between', 'done', '--until', 'scheduled')
    const [first, second, ...more] = stored(data)?.sending.waves ?? []
    expect([first?.accounts, second?.accounts, more]).toEqual([3, 43, []])
    expect(first?.endedAt).toBeLessThanOrEqual(second?.releasedAt ?? 0)
    expect(JSON.parse(ended.stdout)).toMatchObject({ states: { queued: 0, sending: 0, validated: 0 } })
    expect({ accepted: accepted(sandbox), twice: twice(sandbox) }).toEqual({ accepted: 46, twice: [] })
  })

  it('Ctrl-C during a wave leaves queued accounts queued, and resume continues with the same plan', async () => {
    const sandbox = await startSandbox({ speed: 'instant' })
    sandbox.faults.add({ id: 'slow', route: 'create', skip: 8, effect: { kind: 'latency', ms: 300 } })
    const { data, words, resume } = harness(sandbox)
    const { ended, saw, interrupt } = call([...words, '--waves', '5,30', '--between', 'sent'], sandbox.apiKey)
    await expect.poll(() => accepted(sandbox), { timeout: 120_000, interval: 10 }).toBeGreaterThan(9)
    interrupt()
    await saw('stderr', 'waiting for the requests under way')
    expect(await ended).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('Go on with: carryover resume') as string,
    })
    const left = stored(data)
    expect(left?.states).toMatchObject({ sending: 0, unconfirmed: 0 })
    expect(left?.states.queued).toBeGreaterThan(0)
    expect(sizes(data)).toEqual([5, 30])
    sandbox.faults.clear()
    const resumed = await resume('--yes')
    expect(JSON.parse(resumed.stdout)).toMatchObject({ outcomes: { created: 46 } })
    expect(sizes(data)).toEqual([5, 30, 11])
    expect({ accepted: accepted(sandbox), twice: twice(sandbox) }).toEqual({ accepted: 46, twice: [] })
  })

  it('resume after kill −9 in a wave reads the open statuses, sends none twice and keeps the waves', async () => {
    const sandbox = await startSandbox({ speed: 'instant' })
    sandbox.faults.add({ route: 'create', skip: 8, effect: { kind: 'hang', when: 'after_work' } })
    const { data, words, resume } = harness(sandbox)
    // No brakes: as long as no answer has measured the service's clock, whose accounts the killed ones are is unsure.
    const waves = ['--quiet', '0.3', '--waves', '5,30', '--between', 'sent', '--no-brakes']
    const { child, ended } = start([...words, ...waves], sandbox.apiKey)
    await expect.poll(() => accepted(sandbox), { timeout: 120_000, interval: 10 }).toBe(12)
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await ended
    sandbox.faults.clear()
    const resumed = await resume('--yes')
    expect(resumed.stderr).toMatch(/\d+ accounts on the way when Carryover ended/)
    expect(JSON.parse(resumed.stdout)).toMatchObject({ outcomes: { created: 46 }, unexplained: 0 })
    expect(sizes(data)).toEqual([5, 30, 11])
    expect({ accepted: accepted(sandbox), twice: twice(sandbox) }).toEqual({ accepted: 46, twice: [] })
  })
})

it('a run without a status path ends when all is sent, and says that results cannot be read', async () => {
  const sandbox = await startSandbox({ speed: 'instant' })
  sandbox.faults.add({ route: 'create', skip: 3, count: 1, effect: { kind: 'reset', when: 'after_work' } })
  const { run, resume } = harness(sandbox)
  const ended = await run('--status-path', 'none', '--waves', '2', '--between', 'done')
  expect(ended.stderr).toContain('The status path is not known')
  expect(reported(ended)).toEqual(
    refusedWith(6, /The next is wave 2 \(44 accounts\), which a person releases/),
  )
  const rest = await resume('--go-on', '--yes')
  expect(JSON.parse(rest.stdout)).toMatchObject({ states: { processing: 45, unconfirmed: 1, queued: 0 } })
  expect(rest.code).toBe(2)
  expect({ accepted: accepted(sandbox), twice: twice(sandbox) }).toEqual({ accepted: 46, twice: [] })
})

describe('brakes', () => {
  /** Every create is rejected, as if rules had changed since the accounts were validated. */
  const refuseCreates = (sandbox: Sandbox): void =>
    void sandbox.faults.add({
      route: 'create',
      effect: {
        kind: 'status',
        status: 400,
        body: {
          kind: 'json',
          value: {
            code: 'import_process_failed_validation',
            detail: 'Use the validate operation.',
            domain: 'import_process',
          },
        },
      },
    })
  const creates = (sandbox: Sandbox): number =>
    sandbox.ledger.entries().filter(({ route }) => route === 'create').length

  it('a brake ends the run with 6; only resume --go-on continues past it, also with other brakes', async () => {
    const sandbox = await startSandbox({ speed: 'instant' })
    refuseCreates(sandbox)
    const { data, run, resume } = harness(sandbox)
    const stopped = await run('--waves', '20', '--brake-same-code', '3', '--concurrency', '1')
    expect(reported(stopped)).toEqual(
      refusedWith(
        6,
        /Stopped by a brake\. The code import_process_failed_validation occurred 3 times in a row in wave 1\. .*Fix the cause, or cancel .*"carryover resume --go-on .*The 17 queued accounts of wave 1 are sent, and the brakes count again/,
      ),
    )
    expect(creates(sandbox)).toBe(3)

    expect(reported(await resume('--yes'))).toEqual(refusedWith(6, 'Stopped by a brake.'))
    const listed = await carryover(['batches', '--data-dir', data])
    expect(listed.stdout).toMatch(
      /1 of 2 waves released, stopped by a brake, unfinished\n {3}needs you: The code import_process_failed_validation occurred/,
    )
    expect(creates(sandbox)).toBe(3)

    const again = await resume('--go-on', '--yes', '--brake-error-rate', '50%', '--brake-after', '2')
    expect(reported(again)).toEqual(
      refusedWith(6, /2 of the 2 accounts of wave 1 that have an answer went wrong \(100%\)/),
    )
    expect(creates(sandbox)).toBe(5)
    expect(stored(data)?.sending.plan).toMatchObject({
      sizes: [20],
      between: 'ask',
      brakes: { errorRate: { percent: 50, atLeast: 2 }, sameCode: 3 },
    })

    sandbox.faults.clear()
    const ended = await resume('--go-on', '--yes', '--between', 'done')
    expect(ended.code).toBe(2)
    expect(JSON.parse(ended.stdout)).toMatchObject({ states: { rejected: 6 }, outcomes: { created: 41 } })
    expect({ accepted: accepted(sandbox), twice: twice(sandbox) }).toEqual({ accepted: 41, twice: [] })
    expect(stored(data)?.sending.waves.map(({ accounts, wrong }) => [accounts, wrong])).toEqual([
      [20, 5],
      [26, 0],
    ])
  })

  it('--brake-on-code stops at the first occurrence; --cancel-queued cancels queued accounts', async () => {
    const sandbox = await startSandbox({ speed: 'instant' })
    refuseCreates(sandbox)
    const { data, run, resume } = harness(sandbox)
    const code = 'import_process_failed_validation'
    const stopped = await run('--brake-on-code', code, '--concurrency', '1', '--between', 'sent')
    expect(reported(stopped)).toEqual(
      refusedWith(6, `The code ${code} occurred in wave 1; the batch stops the first time it occurs.`),
    )
    const taken = await resume('--cancel-queued')
    expect(taken.stderr).toContain('45 accounts of batch 1 cancelled; a person releases what is sent next.')
    expect(taken.code).toBe(2)
    expect(stored(data)?.states).toMatchObject({ validated: 45, queued: 0, sending: 0, unconfirmed: 0 })
    expect(creates(sandbox)).toBe(1)

    sandbox.faults.clear()
    const ended = await resume('--go-on', '--yes', '--no-brakes')
    expect(JSON.parse(ended.stdout)).toMatchObject({ outcomes: { created: 45 }, states: { rejected: 2 } })
    expect({ accepted: accepted(sandbox), twice: twice(sandbox) }).toEqual({ accepted: 45, twice: [] })
  })
})

it('quiet hours, rate and validation age belong to the batch, not the connection; resume changes them', async () => {
  const sandbox = await startSandbox({ speed: 'instant' })
  const { data, words, resume } = harness(sandbox)
  // Quiet hours for the whole week: nothing can be sent, whatever the time is.
  const hours = ['--quiet-hours', '00:00-24:00', '--max-validation-age', '2h', '--waves', '1']
  const quiet = call([...words, ...hours], sandbox.apiKey)
  await quiet.saw('stderr', 'paused because of quiet hours')
  quiet.interrupt()
  expect(await quiet.ended).toMatchObject({ code: 5 })
  expect(accepted(sandbox)).toBe(0)
  const ended = await resume('--yes', '--quiet-hours', 'none', '--rate', '50', '--concurrency', '2')
  expect(ended.code).toBe(6)
  expect(accepted(sandbox)).toBe(1)
  const database = openDatabaseFile(join(data, 'carryover.sqlite'), { readonly: true })
  const at = (sql: string): unknown => JSON.parse(String(database.prepare(sql).pluck().get()))
  const ofRun = at('SELECT run_settings FROM batch')
  const saved = connectionSettings.parse(at('SELECT settings FROM connection'))
  database.close()
  expect(ofRun).toEqual({
    'limits.quietHours': [],
    'limits.validationMaxAgeMs': 7_200_000,
    'limits.rate': 50,
    'limits.concurrency': 2,
    'limits.pollFirstMs': 100,
    'limits.pollLongestMs': 300_000,
    'limits.readsPerMinute': null,
  })
  expect(saved.limits).toEqual(limits.parse({}))
})
