// Tests the command `purge`: what it lists, that nothing goes without consent, and what is left afterwards.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { good, header, mapping } from '../accounts/small-batch.ts'
import { openPractice, sentBatch } from '../purge/practice-folder.ts'
import { filesHolding } from '../purge/purge-fixture.ts'
import { untilView } from '../api/waiting.ts'
import { carryover, freshFolder, startSandbox, testSystem } from './command-line.ts'

const key = 'Zwiebel-1'

async function withBatch() {
  const sandbox = await startSandbox()
  const folder = freshFolder()
  const at = (name: string): string => join(folder, name)
  writeFileSync(at('accounts.csv'), `${[header, good(key), good('A-2')].join('\n')}\n`)
  writeFileSync(at('mapping.json'), JSON.stringify(mapping))
  const data = ['--data-dir', at('data')]
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
  expect(ran.code).toBe(0)
  return { data, folder: at('data') }
}

test('a purge lists first, needs a person who agrees, and then removes all data of the connection', async () => {
  const { data, folder } = await withBatch()
  const purge = ['purge', '--connection', 'ours', ...data]
  const listed = await carryover([...purge, '--dry-run'])
  expect([listed.code, listed.stderr]).toEqual([0, ''])
  expect(listed.stdout).toContain('Batch 1 “accounts.csv” goes: 2 rows, 2 accounts')
  const young = await carryover([...purge, '--older-than', '30', '--yes'])
  expect([young.code, young.stdout]).toEqual([0, expect.stringContaining('stays: It changed too recently.')])
  const asked = await carryover(purge)
  expect(asked.code).toBe(2)
  expect(asked.stderr).toContain('then only the service prevents a second one')
  expect(asked.stderr).toContain('Nothing was purged: give --yes')
  expect(filesHolding(folder, key)).not.toEqual([])

  const done = await carryover([...purge, '--yes', '--json'])
  expect(done.code).toBe(0)
  expect(JSON.parse(done.stdout)).toMatchObject({
    connection: 'ours',
    batches: [{ batch: 1, name: 'accounts.csv', rows: 2, accounts: 2, stays: null }],
    purged: [{ batch: 1, rows: 2, accounts: 2, endings: { created: 2, failed: 0 } }],
  })
  expect(filesHolding(folder, key)).toEqual([])
  const nothing = await carryover([...purge, '--yes'])
  expect([nothing.code, nothing.stdout]).toEqual([0, 'There is no batch of the connection ours.\n'])
  // Without any batch it removes what else is there, and ends only when that is gone.
  const aside = join(folder, 'damaged-1700000000000')
  mkdirSync(aside)
  writeFileSync(join(aside, 'carryover.sqlite'), key)
  const alone = await carryover([...purge, '--yes'])
  expect([alone.code, alone.stderr]).toEqual([0, 'What was listed is removed.\n'])
  expect(alone.stdout).toContain('1 copy set aside, no unused upload')
  expect(existsSync(aside)).toBe(false)
  const unknown = await carryover(['purge', '--connection', 'nobody', ...data])
  expect([unknown.code, unknown.stderr]).toEqual([3, expect.stringContaining('nobody')])
  const without = await carryover(['purge', ...data])
  expect([without.code, without.stderr]).toEqual([3, expect.stringContaining('--connection')])
})

test('a purge of the practice connection runs the practice service, which forgets the accounts', async () => {
  const folder = freshFolder()
  const data = join(folder, 'data')
  const ends: (() => Promise<void>)[] = []
  const { client, practise, end } = await openPractice(data, (one) => ends.push(one))
  const { sandbox, connection } = await practise()
  await sentBatch(client, folder, connection, 'Zwiebel')
  writeFileSync(join(folder, 'later.csv'), `${header}\n${good('Later-1')}\n`)
  const { batch } = await client.batches.open({ path: join(folder, 'later.csv') })
  await untilView(client, batch, ({ stage }) => stage === 'mapping')
  await end()
  await sandbox.close()
  expect(filesHolding(data, 'Zwiebel-2')).toEqual(['carryover.sqlite', 'sandbox.sqlite'])
  const purge = ['purge', '--connection', 'Practice service', '--data-dir', data]
  const done = await carryover([...purge, '--yes'])
  expect(done.stdout).toContain('The practice service forgets the accounts of these batches.')
  expect([done.code, done.stderr]).toEqual([0, '1 batch was purged.\n'])
  expect(filesHolding(data, 'Zwiebel-2')).toEqual([])
  expect(done.stdout).toContain('1 batch has no connection and stays: --without-connection purges it, too.')
  expect(filesHolding(data, 'Later-1')).not.toEqual([])
  const more = await carryover([...purge, '--yes', '--without-connection'])
  expect([more.code, more.stderr]).toEqual([0, '1 batch was purged.\n'])
  expect(filesHolding(data, 'Later-1')).toEqual([])
})
