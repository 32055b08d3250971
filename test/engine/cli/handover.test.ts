// Tests the commands `hand-over`, `take-over` and `unlock-batch`: a batch goes to another data folder and comes back, each
// step says what it did, and a passphrase is no argument.
import { workFactorName } from '../../../electron/engine/handover/write-project.ts'
import { letInherit } from '../../../electron/engine/jobs/inherited.ts'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { good, header, mapping } from '../accounts/small-batch.ts'
import { carryover, freshFolder, startSandbox, testSystem } from './command-line.ts'

// A passphrase that nobody has to guess needs no expensive derivation.
letInherit(workFactorName, 10)

async function withBatch() {
  const sandbox = await startSandbox()
  const folder = freshFolder()
  const at = (name: string): string => join(folder, name)
  writeFileSync(at('accounts.csv'), `${[header, good('A-1'), good('A-2')].join('\n')}\n`)
  writeFileSync(at('mapping.json'), JSON.stringify(mapping))
  writeFileSync(at('passphrase'), 'open sesame\n', { mode: 0o600 })
  const service = ['--base-url', sandbox.baseUrl, ...testSystem, '--catalogue', 'example', '--quiet', '1']
  const validate = ['validate', at('accounts.csv'), '--mapping', at('mapping.json'), ...service]
  const here = ['--data-dir', at('here')]
  const there = ['--data-dir', at('there')]
  const validated = await carryover([...validate, '--supplier', 'ACME', ...here], sandbox.apiKey)
  expect(validated.code).toBe(0)
  await carryover(['connections', 'set', 'theirs', ...service, ...there])
  return { sandbox, at, here, there, secret: ['--passphrase-file', at('passphrase')] }
}

test('a batch is handed over, sent in the other data folder, and comes back with what changed', async () => {
  const { sandbox, at, here, there, secret } = await withBatch()
  const file = at('batch.carryover')
  const handed = await carryover(['hand-over', '1', '--out', file, ...secret, ...here])
  expect([handed.code, handed.stderr]).toEqual([0, ''])
  expect(handed.stdout).toContain('encrypted with the passphrase')
  expect(handed.stdout).toContain('cannot know whether a copy')
  expect((await carryover(['batches', ...here])).stdout).toContain('handed over')
  const again = await carryover(['hand-over', '1', '--out', at('second'), ...here])
  expect([again.code, again.stderr]).toEqual([3, expect.stringContaining('was handed over')])
  const resumed = await carryover(['resume', '--batch', '1', '--yes', ...here], sandbox.apiKey)
  expect(sandbox.ledger.acceptedCreates().size).toBe(0)
  expect(resumed.stderr).toContain('Batch 1 was handed over: nothing of it is sent from here.')

  const without = await carryover(['take-over', file, '--yes', ...there])
  expect([without.code, without.stderr]).toEqual([3, expect.stringContaining('is encrypted')])
  const asked = await carryover(['take-over', file, ...secret, ...there])
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('Is it opened here only?')])
  const taken = await carryover(['take-over', file, ...secret, '--yes', '--json', ...there])
  expect(taken.code).toBe(0)
  expect(JSON.parse(taken.stdout)).toMatchObject({ batch: 1, replaced: null, project: { accounts: 2 } })
  const sent = await carryover(['resume', '--batch', '1', '--yes', ...there], sandbox.apiKey)
  expect(sent.code).toBe(0)
  expect(sandbox.ledger.acceptedCreates().size).toBe(2)

  expect((await carryover(['hand-over', '1', '--out', at('back'), ...there])).stdout).toContain(
    'not encrypted',
  )
  const returned = await carryover(['take-over', at('back'), '--yes', ...here])
  expect([returned.code, returned.stderr]).toEqual([0, ''])
  expect(returned.stdout).toContain('came back and replaces batch 1')
  expect(returned.stdout).toContain('Created: 0 before, 2 now')
  expect(returned.stdout).toContain('1 wave released, 2 creates sent')
})

test('a batch is unlocked without its file only when a person says that nobody goes on with it', async () => {
  const { at, here } = await withBatch()
  const early = await carryover(['unlock-batch', '1', ...here])
  expect([early.code, early.stderr]).toEqual([3, expect.stringContaining('is here')])
  await carryover(['hand-over', '1', '--out', at('batch.carryover'), ...here])
  const asked = await carryover(['unlock-batch', '1', ...here])
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('both send')])
  const done = await carryover(['unlock-batch', '1', '--yes', ...here])
  expect([done.code, done.stderr]).toEqual([0, expect.stringContaining('goes on here')])
  const back = await carryover(['take-over', at('batch.carryover'), '--yes', ...here])
  expect([back.code, back.stderr]).toEqual([3, expect.stringContaining('was unlocked here')])
  expect(existsSync(at('batch.carryover'))).toBe(true)
})
