// Tests the process of the command line, which most other tests leave out: each group of commands started once as a user
// does, with its output on the right stream and its exit code; and that only the process's own files touch it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { freshFolder, start, startSandbox, testSystem } from './command-line.ts'

it('a process of each group of commands prints to its streams and ends with its exit code', async () => {
  const sandbox = await startSandbox({ speed: 'instant' })
  const folder = freshFolder()
  const file = join(folder, 'accounts.csv')
  writeFileSync(file, 'Account No,Occupier\nP-1,true\n')
  const data = ['--data-dir', join(folder, 'data')]
  const service = ['--base-url', sandbox.baseUrl, ...testSystem]
  const run = [
    file,
    '--supplier',
    'ACME',
    '--connection',
    'Ours',
    '--poll',
    '0.1',
    '--reads-per-minute',
    'none',
    '--yes',
  ]
  const steps: [words: string[], code: number, stdout: RegExp, stderr: RegExp][] = [
    [['--help'], 0, /^Usage: carryover/, /^$/],
    [['rum'], 3, /^$/, /^carryover: unknown command 'rum'/],
    [['read', file], 0, /^\{"file":"accounts\.csv"/, /^$/],
    [['suggest', file], 0, /"external_account_number"/, /Account No → external_account_number/],
    [
      ['connections', 'set', 'Ours', ...service, ...data],
      0,
      /^Saved “Ours”/,
      /^The data folder .+ is not encrypted/,
    ],
    [['run', ...run, ...data], 0, /1 {2}created/, /Sending: 1 of 1 account done/],
    [['watch', '--once', ...data], 0, /1 created\n$/, /^$/],
    [['report', '1', '--out', join(folder, 'out'), ...data], 0, /1 {2}created/, /^Report: /],
    [['resume', ...data], 0, /1 {2}created/, /Nothing is left to do for batch 1/],
    [['restore', ...data], 3, /^$/, /^carryover: There is no backup in /],
  ]
  for (const [words, code, stdout, stderr] of steps)
    expect({ words, ...(await start(words, sandbox.apiKey).ended) }).toEqual({
      words,
      code,
      signal: null,
      stdout: expect.stringMatching(stdout) as unknown,
      stderr: expect.stringMatching(stderr) as unknown,
    })
})

it('commands take environment and streams from their invocation, never from the process', () => {
  const folder = join(import.meta.dirname, '..', '..', '..', 'electron', 'cli')
  const touching = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.ts') && /\bprocess\b(?!\.(?:platform|execPath))/.test(codeOf(join(folder, name))),
  )
  const ofTheProcess = [
    'demo.ts',
    'main.ts',
    join('terminal', 'invocation.ts'),
    join('terminal', 'signals.ts'),
  ]
  expect(touching.toSorted()).toEqual(ofTheProcess)
})

/** Without comments, quoted texts and imports. */
function codeOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replaceAll(/^import .*$/gm, '')
    .replaceAll(/\/\*.*?\*\//gs, '')
    .replaceAll(/(^|\s)\/\/.*$/gm, '')
    .replaceAll(/'[^'\n]*'/g, '')
}
