// Tests `sandbox`, `validate`, `run`, `resume`, `report` and `batches` against the real service: their output, their
// exit codes, and that nothing is sent without consent.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { accountStates } from '../../../shared/sending/states.ts'
import { overrulingScopes } from '../../../shared/fixing/overruling.ts'
import type { Sandbox } from '../../../electron/sandbox/sandbox.ts'
import {
  call,
  carryover,
  refusedWith,
  reported,
  freshFolder,
  runWords,
  start,
  startSandbox,
  testSystem,
} from './command-line.ts'

const count = z.number().int().nonnegative()
const summary = z.strictObject({
  batch: z.number().int().positive(),
  rows: count,
  accounts: count,
  states: z.record(z.enum(accountStates), count),
  outcomes: z.strictObject({
    created: count,
    already_there: count,
    whose_account_unsure: count,
    failed: count,
    cancelled: count,
    dry_run: count,
    dry_run_failed: count,
    with_member: count,
    unsent: count,
    excluded: count,
  }),
  connection: z.string().nullable(),
  environment: z.enum(['practice', 'test', 'production']).nullable(),
  catalogue: z.string().nullable(),
  unexplained: count,
  seconds: z.number(),
  files: z.record(z.string(), z.string()),
  decisions: z.array(z.unknown()),
  leftToService: z.array(
    z.strictObject({
      scope: z.enum(overrulingScopes),
      code: z.string(),
      field: z.string().nullable(),
      problems: count,
      accounts: count,
    }),
  ),
})
/** Stdout of `--json`: one line, nothing else. */
function summaryOf(stdout: string): z.infer<typeof summary> {
  expect(stdout.trimEnd()).not.toContain('\n')
  return summary.parse(JSON.parse(stdout))
}
const accepted = (sandbox: Sandbox): number => sandbox.ledger.acceptedCreates().size

describe('sandbox', () => {
  it('prints one JSON line when it listens, answers requests, and ends cleanly on SIGTERM', async () => {
    const words = [
      'sandbox',
      '--speed',
      'instant',
      '--supplier',
      'A B=paused',
      '--supplier',
      'D=dry-run',
      '--operator',
    ]
    const { child, saw, ended } = start(words)
    const line = z
      .strictObject({
        ready: z.literal(true),
        baseUrl: z.url(),
        tokenUrl: z.url(),
        apiKey: z.string().min(1),
        operatorUrl: z.url(),
      })
      .parse(JSON.parse(await saw('stdout', '\n')))
    const answer = await fetch(`${line.operatorUrl}suppliers`)
    expect(await answer.json()).toEqual([
      { code: 'A B', status: 'paused', dryRun: false },
      { code: 'D', status: 'ongoing', dryRun: true },
    ])
    child.kill('SIGTERM')
    const { code, signal, stdout, stderr } = await ended
    expect(stdout.trimEnd()).not.toContain('\n')
    expect({ code, signal, stderr }).toEqual({ code: 0, signal: null, stderr: '' })
    await expect(fetch(line.baseUrl)).rejects.toThrow('fetch failed')
  })

  it('has no operator interface without --operator, and reports a port in use', async () => {
    const first = call(['sandbox'])
    const { operatorUrl, baseUrl } = JSON.parse(await first.saw('stdout', '\n')) as Record<string, string>
    expect(operatorUrl).toBeNull()
    const second = await carryover(['sandbox', '--port', new URL(baseUrl ?? '').port])
    expect(reported(second)).toEqual(refusedWith(3, /Port \d+ is taken by another program/))
    first.interrupt()
    expect(await first.ended).toMatchObject({ code: 0 })
  })
})

describe('run', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })

  it('sends nothing without --yes and a terminal, and lists what it would send', async () => {
    const before = accepted(sandbox)
    const ended = await carryover(runWords(sandbox, freshFolder(), '--supplier', 'ACME'), sandbox.apiKey)
    expect(reported(ended)).toEqual(
      refusedWith(
        2,
        /46 accounts will be created under the import supplier ACME on the TEST SYSTEM at http:/,
      ),
    )
    expect(ended.stderr).toContain('This command created no account: say --yes to go on.')
    expect(ended.stdout).toBe('')
    expect(accepted(sandbox)).toBe(before)
  })

  it('creates nothing on validate; --json prints only the summary, and progress goes to stderr', async () => {
    const before = accepted(sandbox)
    const [, ...words] = runWords(sandbox, freshFolder(), '--supplier', 'ACME', '--json')
    const { code, stdout, stderr } = await carryover(['validate', ...words], sandbox.apiKey)
    const printed = summaryOf(stdout)
    expect(printed).toMatchObject({ rows: 50, accounts: 50, unexplained: 0, files: {} })
    expect(printed.states).toMatchObject({ invalid: 3, rejected: 1, validated: 46, done: 0 })
    expect(printed.outcomes.unsent).toBe(50)
    expect(stderr).toContain('Validating: 47 of 47 accounts')
    expect(code).toBe(2)
    expect(accepted(sandbox)).toBe(before)
  })

  it.each(['validate', 'run'])('%s applies the options for reading the file', async (command) => {
    const folder = freshFolder()
    const file = join(folder, 'odd.txt')
    const lines = ['Made by;x', 'No:Surname', `READ-${command}:"J\xfcrgen`]
    writeFileSync(file, Buffer.from(`${lines.join('\n')}\n`, 'latin1'))
    const map = join(folder, 'odd.mapping.json')
    const columns = [
      { column: 'No', field: 'external_account_number' },
      { column: 'Surname', field: 'customers.0.family_name' },
    ]
    writeFileSync(map, JSON.stringify({ version: 1, key: 'No', columns }))
    const service = ['--base-url', sandbox.baseUrl, ...testSystem, '--supplier', 'ACME']
    const words = [command, file, '--mapping', map, ...service, '--data-dir', join(folder, 'data')]
    const asked = await carryover(words, sandbox.apiKey)
    expect(asked.code).toBe(3)
    expect(asked.stderr).toContain('--encoding NAME')
    const how = ['--encoding', 'latin1', '--delimiter', 'colon', '--quote', 'none', '--header-row', 'odd=2']
    const out = join(folder, 'out')
    await carryover([...words, ...how, '--out', out], sandbox.apiKey)
    expect(readFileSync(join(out, 'results.csv'), 'utf8')).toContain(`READ-${command},"""Jürgen"`)
  })

  it('--let-service-decide leaves local checks to the service, is stored, and refuses other checks', async () => {
    const folder = freshFolder()
    const [, ...words] = runWords(sandbox, folder, '--supplier', 'ACME', '--json')
    const decides = ['--let-service-decide', 'invalid_phone_number:customers.0.landline']
    const left = summaryOf((await carryover(['validate', ...words, ...decides], sandbox.apiKey)).stdout)
    expect(left.states.invalid).toBeLessThan(3)
    const expected = [{ scope: 'cause', code: 'invalid_phone_number', field: 'customers.*.landline' }]
    expect(left.leftToService).toMatchObject(expected)
    const again = summaryOf((await carryover(['validate', ...words], sandbox.apiKey)).stdout)
    expect(again.leftToService).toMatchObject(expected)
    expect(
      reported(
        await carryover(['validate', ...words, '--let-service-decide', 'key_missing'], sandbox.apiKey),
      ),
    ).toEqual(refusedWith(3, /key_missing stays: .*created twice/))
  })

  it('--yes sends, polls, reports and stores no key; a second run finds all accounts already created', async () => {
    const folder = freshFolder()
    const out = join(folder, 'report')
    const words = runWords(sandbox, folder, '--supplier', 'ACME', '--yes', '--json', '--out', out)
    const first = await carryover(words, sandbox.apiKey)
    const printed = summaryOf(first.stdout)
    expect(printed.outcomes).toEqual({
      created: 46,
      already_there: 0,
      whose_account_unsure: 0,
      failed: 0,
      cancelled: 0,
      dry_run: 0,
      dry_run_failed: 0,
      with_member: 0,
      unsent: 4,
      excluded: 0,
    })
    expect(printed).toMatchObject({ unexplained: 0, states: { done: 46, rejected: 1, invalid: 3 } })
    expect(Object.values(printed.files).toSorted()).toEqual(
      [
        'changes.csv',
        'errors.csv',
        'fix-me.xlsx',
        'results.csv',
        'results.xlsx',
        'summary.html',
        'summary.json',
        'summary.pdf',
      ].map((name) => join(out, name)),
    )
    for (const file of Object.values(printed.files)) expect(existsSync(file)).toBe(true)
    expect(first.code).toBe(2)
    expect(first.stderr).toMatch(/Sending: 46 of 46 accounts done/)

    const again = summaryOf((await carryover(words, sandbox.apiKey)).stdout)
    expect(again.outcomes).toMatchObject({ created: 0, already_there: 46, unsent: 4 })

    const data = join(folder, 'data')
    for (const name of readdirSync(data).filter((one) => one.includes('.'))) {
      const holdsKey = readFileSync(join(data, name)).includes(sandbox.apiKey)
      expect({ name, holdsKey }).toEqual({ name, holdsKey: false })
    }
    const listed = await carryover(['batches', '--data-dir', data])
    expect(listed.stdout).toMatch(/^1 {2}wide-50\.csv {2}\S+Z {2}50 accounts, 46 created\n2 {2}/)
    const later = join(folder, 'later')
    const report = await carryover(['report', '1', '--data-dir', data, '--out', later, '--json'])
    expect(summaryOf(report.stdout)).toMatchObject({ batch: 1, outcomes: printed.outcomes, unexplained: 0 })
    expect(readdirSync(later).toSorted()).toEqual(readdirSync(out).toSorted())
    expect(report.code).toBe(2)
    expect(reported(await carryover(['report', '9', '--data-dir', data, '--out', later]))).toEqual(
      refusedWith(3, 'There is no batch 9'),
    )

    const nothing = await carryover(['resume', '--data-dir', data, '--json'])
    expect(nothing.stderr).toContain('Nothing is left to do for batch 2 (wide-50.csv).')
    expect(summaryOf(nothing.stdout)).toMatchObject({ batch: 2 })
    expect(nothing.code).toBe(2)
  })

  it('--until scheduled ends when all accounts are accepted, and resume polls them until done', async () => {
    const slow = await startSandbox({ speed: 0.01 })
    const folder = freshFolder()
    const words = runWords(slow, folder, '--supplier', 'ACME', '--yes', '--json', '--until', 'scheduled')
    const scheduled = summaryOf((await carryover(words, slow.apiKey)).stdout)
    expect(scheduled.states.processing).toBeGreaterThan(0)
    expect(scheduled.states.processing + scheduled.states.done).toBe(46)
    expect(scheduled.states.queued + scheduled.states.unconfirmed).toBe(0)
    slow.control.moveClock(86_400_000)
    const resumed = await carryover(['resume', '--data-dir', join(folder, 'data'), '--json'], slow.apiKey)
    expect(summaryOf(resumed.stdout).outcomes).toMatchObject({ created: 46, unsent: 4 })
    expect([...slow.ledger.acceptedCreates().values()].every((times) => times === 1)).toBe(true)
  })

  it('ends with 0 when every account was created, and takes the key from a file', async () => {
    const folder = freshFolder()
    const file = join(folder, 'sound.csv')
    writeFileSync(file, 'Account No,Occupier\nS-1,true\nS-2,true\n')
    writeFileSync(join(folder, 'key'), `${sandbox.apiKey}\n`, { mode: 0o600 })
    const { code, stdout, stderr } = await carryover([
      'run',
      file,
      '--base-url',
      sandbox.baseUrl,
      ...testSystem,
      '--supplier',
      'ACME',
      '--data-dir',
      join(folder, 'data'),
      '--poll',
      '0.1',
      '--yes',
      '--api-key-file',
      join(folder, 'key'),
    ])
    expect(stdout).toMatch(/^2 rows of sound\.csv, 2 accounts:\n {2}2 {2}created\n0 rows unexplained/)
    expect(stderr).toContain('Account No → external_account_number')
    expect(stderr + stdout).not.toContain(sandbox.apiKey)
    expect(code).toBe(0)
  })

  it('a dry run is reported as a dry run', async () => {
    // Uses its own references: those of accounts created before are taken and would fail the dry run.
    const fresh = await startSandbox()
    const words = runWords(fresh, freshFolder(), '--supplier', 'ACME DRY RUN', '--yes', '--json')
    const { code, stdout } = await carryover(words, fresh.apiKey)
    expect(summaryOf(stdout).outcomes).toMatchObject({ created: 0, dry_run: 46, unsent: 4 })
    expect(code).toBe(2)
  })

  it('a failed dry run is reported as such, and needs attention', async () => {
    const failing = await startSandbox({ switches: { failShare: 1 } })
    const words = runWords(failing, freshFolder(), '--supplier', 'ACME DRY RUN', '--yes')
    const { code, stdout } = await carryover(words, failing.apiKey)
    expect(stdout).toContain('46  failed dry run')
    expect(stdout).not.toMatch(/\d {2}dry run/)
    expect(code).toBe(2)
  })
})

describe('interruption', () => {
  const slowCreates = async (): Promise<Sandbox> => {
    const sandbox = await startSandbox()
    sandbox.faults.add({ route: 'create', effect: { kind: 'latency', ms: 150 } })
    return sandbox
  }
  const received = async (sandbox: Sandbox, creates: number): Promise<void> => {
    await expect
      .poll(() => accepted(sandbox), { timeout: 120_000, interval: 10 })
      .toBeGreaterThanOrEqual(creates)
  }

  it('Ctrl-C waits for answers, ends with 5 and says how to resume; resume finishes the run', async () => {
    const sandbox = await slowCreates()
    const folder = freshFolder()
    const { child, ended } = start(
      runWords(sandbox, folder, '--supplier', 'ACME', '--yes', '--json'),
      sandbox.apiKey,
    )
    await received(sandbox, 5)
    child.kill('SIGINT')
    const { code, stdout, stderr } = await ended
    const data = join(folder, 'data')
    expect(stderr).toContain('Stopping: waiting for the requests under way')
    expect(stderr).toContain(`Go on with: carryover resume --data-dir ${data}`)
    expect(stdout).toBe('')
    expect(code).toBe(5)

    const asked = await carryover(['resume', '--data-dir', data], sandbox.apiKey)
    expect(reported(asked)).toEqual(
      refusedWith(2, /accounts will be created .* This command created no account: say --yes to go on/),
    )
    const resumed = await carryover(['resume', '--data-dir', data, '--yes', '--json'], sandbox.apiKey)
    expect(resumed.stderr).not.toContain('on the way when Carryover ended')
    expect(summaryOf(resumed.stdout)).toMatchObject({ outcomes: { created: 46, unsent: 4 }, unexplained: 0 })
    expect([...sandbox.ledger.acceptedCreates().values()].every((times) => times === 1)).toBe(true)
  })

  it('a second Ctrl-C ends at once; statuses of accounts in flight are read, and none is sent twice', async () => {
    const sandbox = await startSandbox()
    sandbox.faults.add({
      id: 'hang',
      route: 'create',
      skip: 10,
      effect: { kind: 'hang', when: 'after_work' },
    })
    const folder = freshFolder()
    const words = runWords(sandbox, folder, '--supplier', 'ACME', '--yes', '--quiet', '0.3')
    const { child, ended, saw } = start(words, sandbox.apiKey)
    await received(sandbox, 14)
    child.kill('SIGINT')
    await saw('stderr', 'Ctrl-C again to stop at once')
    const at = performance.now()
    child.kill('SIGINT')
    const { code, stderr } = await ended
    expect(performance.now() - at).toBeLessThan(30_000)
    expect(stderr).toContain('Stopped at once.')
    expect(code).toBe(5)
    sandbox.faults.clear()
    const resumed = await carryover(
      ['resume', '--data-dir', join(folder, 'data'), '--yes', '--json'],
      sandbox.apiKey,
    )
    // Four requests, and at most twelve intents prefetched for the next ones.
    expect(resumed.stderr).toMatch(/\b([4-9]|1[0-6]) accounts on the way when Carryover ended/)
    expect(summaryOf(resumed.stdout)).toMatchObject({ outcomes: { created: 46, unsent: 4 } })
    expect([...sandbox.ledger.acceptedCreates().values()].every((times) => times === 1)).toBe(true)
  })
})
