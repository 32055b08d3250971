// Tests the command line's own messages: help for every command, mistakes reported with exit code 3, nothing on
// stdout but the requested output, and no way to pass the key as an argument.
import { describe, expect, it } from 'vitest'
import { carryover, refusedWith, reported, freshFolder, sample, start } from './command-line.ts'

const commands = [
  'sandbox',
  'read',
  'suggest',
  'payloads',
  'validate',
  'run',
  'resume',
  'watch',
  'report',
  'batches',
  'start',
]

describe('help', () => {
  it.concurrent.each(commands)('%s --help describes the command and ends with 0', async (command) => {
    const { code, stdout, stderr } = await carryover([command, '--help'])
    expect(stdout).toContain(`Usage: carryover ${command}`)
    expect(stderr).toBe('')
    expect(code).toBe(0)
  })

  it('lists every command, the exit codes and where the key comes from', async () => {
    const { code, stdout } = await carryover(['--help'])
    for (const command of commands) expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'))
    expect(stdout).toContain('CARRYOVER_API_KEY or --api-key-file, never from an argument')
    expect(stdout).toMatch(
      /0 done.*\n.*1 a fault.*2 .*3 .*\n4 .*5 interrupted; 6 stopped by a brake, or a person/,
    )
    expect(code).toBe(0)
  })

  it('is shown without arguments, and the command ends with 3', async () => {
    const { code, stdout, stderr } = await carryover([])
    expect(stderr).toContain('Usage: carryover')
    expect(stdout).toBe('')
    expect(code).toBe(3)
  })
})

describe('mistakes in the arguments', () => {
  const run = ['run', 'x.csv', '--base-url', 'http://127.0.0.1:1']
  const mistakes: [string, string[], RegExp][] = [
    ['an unknown command', ['rum'], /unknown command 'rum'\n\(Did you mean run\?\)/],
    [
      'an unknown option',
      [...run, '--concurency', '3'],
      /unknown option '--concurency'\n\(Did you mean --concurrency\?\)/,
    ],
    ['a key as an argument', [...run, '--api-key', 'sk_secret'], /unknown option '--api-key'/],
    ['a missing file', ['read'], /missing required argument 'file'/],
    ['a second file to read', ['read', 'x.csv', 'y.csv'], /Expected 1 argument but got 2/],
    ['no base URL', ['run', 'x.csv'], /Say where to: --base-url with the address/],
    ['an option without its value', ['run', 'x.csv', '--base-url'], /argument missing/],
    ['an invalid number', [...run, '--rate', 'fast'], /'fast' is invalid. It must be a number above 0/],
    ['too many requests at once', [...run, '--concurrency', '99'], /It must be a whole number from 1 to 64/],
    ['an unknown stage', [...run, '--until', 'never'], /Allowed choices are scheduled, done/],
    ['a batch that is not a number', ['report', '0', '--out', 'x'], /It must be a whole number from 1/],
    ['an invalid port', ['sandbox', '--port', '70000'], /It must be a port from 1 to 65535/],
    [
      'a supplier with an unknown status',
      ['sandbox', '--supplier', 'A=closed'],
      /write CODE=ongoing, CODE=paused/,
    ],
    [
      'an address that is none',
      ['run', 'x.csv', '--base-url', 'nowhere'],
      /--base-url: must be an http or https address/,
    ],
    ['waves that are not sizes', [...run, '--waves', '1,ten'], /It must be sizes such as 1,10,100/],
    ['an unknown value of --between', [...run, '--between', 'never'], /choices are ask, sent, done/],
    ['an invalid rate', [...run, '--brake-error-rate', '0'], /It must be a percentage from 1% to 100%/],
    ['a brake after 0 accounts', [...run, '--brake-after', '0'], /It must be a whole number from 1/],
    ['a brake after one repeat', [...run, '--brake-same-code', '1'], /It must be a whole number from 2/],
    ['an empty code', [...run, '--brake-on-code', ' '], /It must be a code of the service/],
    [
      'brakes and no brakes',
      [...run, '--no-brakes', '--brake-same-code', '3'],
      /--no-brakes leaves nothing for the other --brake options to set/,
    ],
    [
      'a number of answers without a rate',
      [...run, '--brake-after', '5'],
      /--brake-after goes with --brake-error-rate/,
    ],
    ['invalid hours', [...run, '--quiet-hours', 'at night'], /It must be hours such as "22:00-06:00"/],
    ['an invalid day', [...run, '--quiet-hours', 'Funday 22:00-06:00'], /“Funday” is no day/],
    [
      'an age without a unit',
      [...run, '--max-validation-age', '24'],
      /It must be a time such as 90s, 30min, 24h or 2d/,
    ],
    ['a batch to watch that is not a number', ['watch', '--batch', 'all'], /It must be a whole number/],
    ['a status path without a slash', [...run, '--status-path', 'v2'], /must begin with a slash/],
  ]
  it.concurrent.each(mistakes)('%s ends with 3 and an explanation', async (_, words, says) => {
    const { code, stdout, stderr } = await carryover(words, 'key')
    expect(stderr).toMatch(says)
    expect(stderr).toMatch(/^carryover: /)
    expect(stderr).not.toContain('sk_secret')
    expect(stderr).not.toMatch(/^ {4}at /m)
    expect(stdout).toBe('')
    expect(code).toBe(3)
  })

  it.concurrent('a connection without a name is refused by the engine, and ends with 3', async () => {
    const where = ['--data-dir', `${freshFolder()}/data`, '--base-url', 'https://a.example']
    const { code, stderr } = await carryover(['connections', 'set', '', ...where, '--environment', 'test'])
    expect(stderr).toMatch(
      /^carryover: This was refused, and nothing was changed: name is empty: it must hold something\.$/m,
    )
    expect(code).toBe(3)
  })

  it('--go-on with --cancel-queued is refused before anything is opened', async () => {
    const ended = await carryover(['resume', '--data-dir', 'none', '--go-on', '--cancel-queued'])
    expect(reported(ended)).toEqual(refusedWith(3, '--go-on sends what --cancel-queued would keep'))
  })

  it('reading a missing data folder does not create it', async () => {
    const folder = `${freshFolder()}/mistyped`
    expect(reported(await carryover(['resume', '--data-dir', folder]))).toEqual(
      refusedWith(3, 'There is no data of Carryover in'),
    )
    expect(reported(await carryover(['report', '1', '--data-dir', folder, '--out', folder]))).toEqual(
      refusedWith(3, 'There is no data'),
    )
    const listed = await carryover(['batches', '--data-dir', folder])
    expect(listed).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('Nothing has been stored'),
    })
    expect(reported(await carryover(['read', folder]))).toEqual(refusedWith(3, 'There is no file'))
  })
})

it('a reader that closes the pipe early causes no error', async () => {
  const { child, ended } = start([
    'payloads',
    sample('linked-500.xlsx'),
    '--mapping',
    sample('linked-500.mapping.json'),
    '--supplier',
    'ACME',
  ])
  child.stdout?.once('data', () => child.stdout?.destroy())
  const { stderr, signal } = await ended
  expect(stderr).not.toMatch(/EPIPE|^ {4}at /m)
  expect(signal).toBeNull()
})
