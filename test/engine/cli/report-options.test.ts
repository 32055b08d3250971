// Tests the options of `report` that say which columns are in its files: sensitive ones are withheld until an option shows
// them, all or single ones, and the choice is kept for the batch.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { good, header, mapping } from '../accounts/small-batch.ts'
import { carryover, freshFolder, refusedWith, reported, startSandbox, testSystem } from './command-line.ts'

const born = '1977-03-29'
const code = 'Zwiebelfisch'

test('sensitive columns are withheld until --show-sensitive, which is kept until --no-show-sensitive', async () => {
  const sandbox = await startSandbox()
  const folder = freshFolder()
  const at = (name: string): string => join(folder, name)
  const columns = [
    ...mapping.columns,
    { column: 'Born', field: 'customers.0.date_of_birth' },
    { column: 'Needs', field: 'customers.0.priority_services.0.code' },
  ]
  writeFileSync(at('accounts.csv'), `${header},Born,Needs\n${good('A-1')},${born},${code}\n`)
  writeFileSync(at('mapping.json'), JSON.stringify({ ...mapping, columns }))
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
  await carryover(
    [
      'validate',
      at('accounts.csv'),
      '--mapping',
      at('mapping.json'),
      '--out',
      at('out'),
      ...service,
      ...data,
    ],
    sandbox.apiKey,
  )
  const held = (name: string): boolean[] => {
    const text = readFileSync(join(at(name), 'results.csv'), 'utf8')
    return [text.includes(born), text.includes(code)]
  }
  const report = async (name: string, ...options: string[]): Promise<boolean[]> => {
    const ended = await carryover(['report', '1', ...data, '--out', at(name), ...options])
    expect(ended.stderr).not.toContain('error')
    return held(name)
  }
  expect(held('out')).toEqual([false, false])
  expect(await report('usual')).toEqual([false, false])
  expect(await report('one', '--show-sensitive', 'Born')).toEqual([true, false])
  expect(await report('kept')).toEqual([true, false])
  expect(await report('all', '--show-sensitive')).toEqual([true, true])
  expect(await report('all-but', '--withhold', 'accounts!Needs')).toEqual([true, false])
  expect(await report('none', '--no-show-sensitive', '--separator', 'tab')).toEqual([false, false])
  const wrong = await carryover(['report', '1', ...data, '--out', at('wrong'), '--show-sensitive', 'Nowhere'])
  expect(reported(wrong)).toEqual(refusedWith(3, /no column “Nowhere”/))
  const log = await carryover(['audit', 'export', ...data])
  const actions = log.stdout.split('\n').filter((line) => line.includes('"report.showSensitive"'))
  expect(actions).toHaveLength(4)
  expect(actions[0]).toContain('customers.*.date_of_birth')
})
