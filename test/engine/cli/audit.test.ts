// Tests the commands about the audit log: a run leaves lines, the log and its export are verified, and a changed or cut
// export is found.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { carryover, type Ended, freshFolder, startSandbox } from './command-line.ts'

let sandbox: Sandbox
const folder = freshFolder()
const data = join(folder, 'data')
let exported: readonly string[] = []

const audit = (...words: string[]): Promise<Ended> => carryover(['audit', ...words, '--data-dir', data])

async function verified(lines: readonly string[]): Promise<Ended> {
  const file = join(folder, 'export.jsonl')
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
  return carryover(['audit', 'verify', file])
}

beforeAll(async () => {
  sandbox = await startSandbox({ speed: 'instant' })
  const file = join(folder, 'accounts.csv')
  writeFileSync(file, 'Account No,Occupier\nU-1,true\nU-2,true\n')
  const { code } = await carryover(
    [
      'run',
      file,
      '--base-url',
      sandbox.baseUrl,
      '--environment',
      'test',
      '--catalogue',
      'example',
      '--supplier',
      'ACME',
      '--data-dir',
      data,
      '--poll',
      '0.1',
      '--yes',
    ],
    sandbox.apiKey,
  )
  if (code !== 0) throw new Error(`The run ended with ${code}.`)
  exported = (await audit('export')).stdout.trimEnd().split('\n')
})

describe('the audit log of a run', () => {
  it('has a line for what was done, and a last line with the seal', () => {
    const actions = exported.slice(0, -1).map((line) => (JSON.parse(line) as { action: string }).action)
    for (const action of ['connections.save', 'batches.release', 'audit.startExport'])
      expect(actions).toContain(action)
    expect(JSON.parse(exported.at(-1) ?? '')).toMatchObject({ seq: exported.length - 1 })
    expect(exported.join('\n')).not.toContain(sandbox.apiKey)
  })

  it('is verified in the data folder and as an export', async () => {
    const lines = exported.length - 1
    const sound = `The audit log is as it was written: ${lines} lines.`
    const inFolder = await audit('verify')
    expect([inFolder.code, inFolder.stderr]).toEqual([0, expect.stringContaining(sound)])
    const asFile = await verified(exported)
    expect([asFile.code, asFile.stderr]).toEqual([0, expect.stringContaining(sound)])
    const json = await audit('verify', '--json')
    expect(JSON.parse(json.stdout)).toEqual({ lines, fault: null })
  })
})

describe('an export', () => {
  it.each([
    [
      'changed',
      (lines: string[]) =>
        lines.map((one, at) => (at === 1 ? one.replace(/"operator":"[^"]*"/, '"operator":"x"') : one)),
      2,
      'Line 2 of the audit log is not what was written.',
    ],
    [
      'without a line',
      (lines: string[]) => lines.filter((_, at) => at !== 1),
      2,
      'Of the audit log, line 2 is missing.',
    ],
    [
      'without two lines',
      (lines: string[]) => lines.filter((_, at) => at !== 1 && at !== 2),
      2,
      'Of the audit log, lines 2 to 3 are missing.',
    ],
    [
      'with a line that cannot be read',
      (lines: string[]) => lines.with(2, (lines[2] ?? '').slice(0, -5)),
      2,
      'Line 3 of the audit log is not what was written.',
    ],
    [
      'whose first line is of another kind',
      (lines: string[]) => lines.with(0, '{"seq":"one"}'),
      2,
      'Line 1 of the audit log is not what was written.',
    ],
    ['that was cut off', (lines: string[]) => lines.slice(0, -1), 3, 'its last line is not the seal'],
    ['that is another file', () => ['Account No,Occupier', 'U-1,true'], 3, 'is no export of the audit log'],
  ])('%s is found', async (_what, change, code, sentence) => {
    const ended = await verified(change([...exported]))
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(sentence)])
  })
})

describe('the audit log', () => {
  it('is written with the name that the data folder was given on the command line', async () => {
    expect((await carryover(['operator', '--data-dir', data])).stdout).toMatch(/the user of the system/)
    const changed = await carryover(['operator', 'Priya Nair', '--json', '--data-dir', data])
    expect(JSON.parse(changed.stdout)).toEqual({ name: 'Priya Nair', given: true })
    const log = (await audit('export')).stdout
    expect(log).toContain('"details":{"name":"Priya Nair"}')
    expect((await carryover(['operator', ' ', '--data-dir', data])).code).not.toBe(0)
  })
})
