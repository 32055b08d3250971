// Tests the commands `retention`, `support`, `attempt` and `find TEXT` on the data folder of a run.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { good, header, mapping } from '../accounts/small-batch.ts'
import { carryover, freshFolder, startSandbox, testSystem } from './command-line.ts'

const folder = freshFolder()
const at = (name: string): string => join(folder, name)
const data = ['--data-dir', at('data')]

beforeAll(async () => {
  const sandbox = await startSandbox()
  writeFileSync(at('accounts.csv'), `${[header, good('Q-1'), good('Q-2')].join('\n')}\n`)
  writeFileSync(at('mapping.json'), JSON.stringify(mapping))
  const service = [
    '--base-url',
    sandbox.baseUrl,
    ...testSystem,
    '--supplier',
    'ACME',
    '--catalogue',
    'example',
  ]
  const load = ['run', at('accounts.csv'), '--mapping', at('mapping.json'), ...service, ...data]
  const ran = await carryover([...load, '--connection', 'ours', '--yes', '--out', at('out')], sandbox.apiKey)
  if (ran.code !== 0) throw new Error(`The run ended with ${ran.code}: ${ran.stderr}`)
})

test('a retention period is shown and changed, and a period by which batches are due is asked for', async () => {
  const retention = (...words: string[]) => carryover(['retention', 'ours', ...words, ...data])
  expect((await retention()).stdout).toBe('Finished batches of ours are kept.\n')
  const given = await retention('--days', '30')
  expect([given.code, given.stdout]).toEqual([
    0,
    'Finished batches of ours are purged 30 days after their last change.\n',
  ])
  expect(JSON.parse((await retention('--json')).stdout)).toEqual({ connection: 'ours', days: 30 })
  expect((await retention('--never')).stdout).toBe('Finished batches of ours are kept.\n')
  const long = await retention('--days', '4000')
  expect([long.code, long.stderr]).toEqual([3, expect.stringContaining('1 to 3,650 days')])
  const both = await retention('--days', '3', '--never')
  expect(both.code).toBe(3)
  const unknown = await carryover(['retention', 'nobody', ...data])
  expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining('nobody')])
  const german = await retention('--language', 'de')
  expect(german.stdout).toBe('Abgeschlossene Stapel von ours bleiben.\n')
})

test('the support file is printed, or saved where no file is', async () => {
  const printed = await carryover(['support', ...data])
  expect([printed.code, printed.stderr]).toEqual([0, ''])
  expect(printed.stdout).toContain('== Program log, newest first')
  expect(printed.stdout).not.toContain('Q-1')
  const saved = await carryover(['support', at('support.txt'), ...data, '--language', 'de'])
  expect([saved.code, saved.stdout]).toEqual([0, ''])
  expect(readFileSync(at('support.txt'), 'utf8')).toContain('== Programmprotokoll, Neuestes zuerst')
  const again = await carryover(['support', at('support.txt'), ...data])
  expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('is not replaced')])
})

test('an attempt is printed or saved with its bytes and its answer', async () => {
  const attempt = (...words: string[]) => carryover(['attempt', ...words, '--batch', '1', ...data])
  const printed = await attempt('Q-2')
  expect(JSON.parse(printed.stdout)).toMatchObject({
    account: 'Q-2',
    attempt: 1,
    answer: { httpStatus: 201 },
    sensitiveValuesAreMasked: false,
  })
  const saved = await attempt('Q-2', '--number', '1', '--out', at('attempt.json'))
  expect([saved.code, saved.stdout, existsSync(at('attempt.json'))]).toEqual([0, '', true])
  expect(readFileSync(at('attempt.json'), 'utf8')).toBe(printed.stdout)
  const none = await attempt('Q-3')
  expect([none.code, none.stderr]).toEqual([3, expect.stringContaining('no account with the key Q-3')])
  const third = await attempt('Q-2', '--number', '3')
  expect([third.code, third.stderr]).toEqual([3, expect.stringContaining('has no attempt 3')])
})

test('accounts are found by the text of a cell, and a text or a file of keys has to be given', async () => {
  const find = (...words: string[]) => carryover(['find', ...words, ...data])
  const found = await find('ann lee')
  expect([found.code, found.stdout.split('\n').length]).toEqual([0, 4])
  expect(found.stdout).toContain('2 accounts found')
  const json = await find('Q-2', '--batch', '1', '--json')
  expect(JSON.parse(json.stdout)).toMatchObject({ accounts: [{ batch: 1, key: 'Q-2' }], mayBeMore: false })
  const nothing = await find('Zwiebelfisch')
  expect([nothing.code, nothing.stdout]).toEqual([2, 'No account found\n'])
  for (const words of [[], ['Q-1', '--keys', at('accounts.csv')]]) {
    const refused = await find(...words)
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining('a text, or --keys')])
  }
})
