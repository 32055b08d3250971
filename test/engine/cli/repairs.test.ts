// Tests the command `repairs` (the preview as text and as JSON, and the edit) and the command `find`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { badPhone, good, header, mapping } from '../accounts/small-batch.ts'
import { asRepairer, repair } from '../fix-file/repairer.ts'
import { carryover, freshFolder, startSandbox, testSystem } from './command-line.ts'

test('a repaired fix file is shown first, and applied with --yes; keys are looked up', async () => {
  const sandbox = await startSandbox()
  const folder = freshFolder()
  const at = (name: string): string => join(folder, name)
  writeFileSync(at('accounts.csv'), `${[header, badPhone('A-1'), badPhone('A-2'), good('A-3')].join('\n')}\n`)
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
  const load = ['validate', at('accounts.csv'), '--mapping', at('mapping.json'), ...service, ...data]
  await carryover([...load, '--out', at('out')], sandbox.apiKey)
  const [made, repaired] = [join(at('out'), 'fix-me.xlsx'), at('fix-me.xlsx')]
  await asRepairer(made, repaired, (rows) => repair(rows, 'A-2', 'Phone 1', '020 7946 0009').toSpliced(1, 1))

  const preview = await carryover(['repairs', repaired, ...data])
  expect(preview.code).toBe(2)
  expect(preview.stdout).toMatch(/^fix-me\.xlsx: repairs of batch 1 \(accounts\.csv\), from its report of /)
  expect(preview.stdout).toContain('A-2  accounts 3 Phone 1  "(020) 7946-0A10" -> "020 7946 0009"')
  expect(preview.stdout).toContain('1 deleted as rows: not applied')
  expect(preview.stderr).toContain('Nothing was changed: say --yes to apply 1 repair.')
  const json = await carryover(['repairs', repaired, '--json', '--yes', ...data])
  expect(JSON.parse(json.stdout)).toMatchObject({
    file: 'fix-me.xlsx',
    batch: 1,
    counts: { answered: 1, row_deleted: 1 },
    unchanged: 11,
    items: [
      { kind: 'row_deleted', key: 'A-1' },
      { kind: 'answered', key: 'A-2', row: 3, column: 'Phone 1', after: '020 7946 0009', takes: true },
    ].toReversed(),
    applied: { cells: 1, accounts: 1 },
  })
  const again = await carryover(['repairs', repaired, ...data])
  expect(again.stdout).toContain('Repairs of this file were applied before')
  expect(again.stdout).toContain('1 already done: not applied')
  const own = await carryover(load.with(1, repaired), sandbox.apiKey)
  expect(own.stderr).toContain('fix-me.xlsx is a fix file of batch 1 (accounts.csv).')
  writeFileSync(at('keys.txt'), '"A-1"\nA-3\tA-3\nZ-9\n')
  const found = await carryover(['find', '--keys', at('keys.txt'), '--batch', '1', ...data])
  expect(found.code).toBe(2)
  expect(found.stdout).toContain('2 found, 1 not found\n   Z-9\n')
  const all = await carryover(['find', '--keys', at('keys.txt'), '--json', ...data])
  expect(JSON.parse(all.stdout)).toMatchObject({ found: 2, repeated: 1, missing: ['Z-9'] })
  const other = await carryover(['repairs', at('accounts.csv'), ...data])
  expect([other.code, other.stderr]).toEqual([3, expect.stringContaining('is no fix file of a batch')])
})
