// Tests `--leave-out` and `--keep-rows`: which rows that look like no customer a command leaves out or keeps, how
// it counts them, and the values that it refuses.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Sandbox } from '../../../electron/sandbox/sandbox.ts'
import { parseCsv } from '../api/harness.ts'
import { customer, header, mapping } from '../api/odd-row-sample.ts'
import {
  carryover,
  type Ended,
  freshFolder,
  refusedWith,
  startSandbox,
  testSystem,
  reported,
} from './command-line.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ speed: 'instant' })
})

/** Two customers, and one row of each kind: row 3 (header), 5 (separator), 6 (total), 7 (note) and 8 (section). */
let places = 0
function place() {
  places += 1
  const folder = freshFolder()
  const file = join(folder, 'odd.csv')
  const [first, second] = [`O${places}-1`, `O${places}-2`]
  writeFileSync(
    file,
    [
      header.join(','),
      customer(first).join(','),
      header.join(','),
      customer(second).join(','),
      '-----,-----',
      'TOTAL,North,,,,3',
      '* balances as at 13 March',
      'Region North',
    ].join('\n'),
  )
  const mappingFile = join(folder, 'mapping.json')
  writeFileSync(mappingFile, JSON.stringify(mapping))
  const out = join(folder, 'out')
  const local = ['--mapping', mappingFile, '--supplier', 'ACME', '--catalogue', 'example']
  const service = [
    '--base-url',
    sandbox.baseUrl,
    ...testSystem,
    '--data-dir',
    join(folder, 'data'),
    '--out',
    out,
  ]
  const payloads = (...words: string[]): Promise<Ended> => carryover(['payloads', file, ...local, ...words])
  const ask = (command: 'run' | 'validate', ...words: string[]): Promise<Ended> =>
    carryover(
      [
        command,
        file,
        ...local,
        ...service,
        '--poll',
        '0.1',
        ...(command === 'run' ? ['--yes'] : []),
        ...words,
      ],
      sandbox.apiKey,
    )
  const report = () => ({
    endings: parseCsv(readFileSync(join(out, 'results.csv'), 'utf8')).map((line) => [
      line['carryover_row'],
      line['state'],
      line['outcome'],
    ]),
    summary: JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8')) as {
      readonly reconciliation: Readonly<Record<string, unknown>>
    },
  })
  const created = (): string[] =>
    sandbox.ledger
      .entries()
      .flatMap(({ route, account, status }) =>
        route === 'create' && status === 201 && account?.startsWith(`O${places}-`) === true ? [account] : [],
      )
  return { payloads, ask, report, created, first, second }
}
const accountsOf = ({ stdout }: Ended): unknown[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly key: unknown }).key)

it('a run leaves out the named kinds of rows, creates the customers and counts left-out rows apart', async () => {
  const { ask, report, first, second } = place()
  const ended = await ask('run', '--leave-out', 'all')
  expect(ended).toMatchObject({ code: 0 })
  expect(ended.stderr).toContain('1 row like totals (1 left out): odd!6 "TOTAL | North | 3"')
  const { endings, summary } = report()
  expect(endings).toEqual([
    ['2', 'done', 'created'],
    ['3', 'left out', 'left out: repeated header'],
    ['4', 'done', 'created'],
    ['5', 'left out', 'left out: separating line'],
    ['6', 'left out', 'left out: total row'],
    ['7', 'left out', 'left out: note'],
    ['8', 'left out', 'left out: section title'],
  ])
  expect(summary.reconciliation).toMatchObject({
    rowsRead: 7,
    rowsInAccounts: 2,
    leftOutRows: 5,
    strayRows: 0,
    unexplained: 0,
  })
  const sent = sandbox.ledger.entries().filter(({ route }) => route === 'create')
  const mine = sent.flatMap(({ account }) => (account === first || account === second ? [account] : []))
  expect(mine.sort()).toEqual([first, second])
})

it('a run without options sends no odd rows, and lists each kind with the options that decide it', async () => {
  const { ask, report } = place()
  const ended = await ask('run')
  expect(ended).toMatchObject({ code: 2 })
  for (const name of ['totals', 'notes', 'headers', 'sections', 'separators'])
    expect(ended.stderr).toContain(
      `1 row like ${name} (1 not sent before you decide: --leave-out ${name} or --keep-rows ${name})`,
    )
  const { endings, summary } = report()
  expect(endings.filter(([, , outcome]) => outcome === 'created').map(([row]) => row)).toEqual(['2', '4'])
  expect(summary.reconciliation).toMatchObject({ rowsInAccounts: 7, leftOutRows: 0, unexplained: 0 })
})

it('--keep-rows makes its kind a customer even with --leave-out all', async () => {
  const { ask, report } = place()
  const ended = await ask('run', '--leave-out', 'all', '--keep-rows', 'totals')
  expect(ended.stderr).toContain('1 row like totals (1 kept as customers)')
  const { endings, summary } = report()
  expect(endings.find(([row]) => row === '6')).toEqual(['6', 'done', 'created'])
  expect(summary.reconciliation).toMatchObject({ rowsInAccounts: 3, leftOutRows: 4, unexplained: 0 })
})

it('payloads and validate accept the same options', async () => {
  const { payloads, ask, report, first, second } = place()
  expect(accountsOf(await payloads())).toHaveLength(7)
  const some = await payloads('--leave-out', 'headers, separators,notes')
  expect(accountsOf(some)).toEqual([first, second, 'TOTAL', 'Region North'])
  expect(some.stderr).toContain('1 row like notes (1 left out)')
  const kept = await payloads('--leave-out', 'all', '--keep-rows', 'sections')
  expect(accountsOf(kept)).toEqual([first, second, 'Region North'])

  const ended = await ask('validate', '--leave-out', 'all')
  expect(ended).toMatchObject({ code: 0 })
  expect(report().summary.reconciliation).toMatchObject({ rowsInAccounts: 2, leftOutRows: 5, unexplained: 0 })
})

it.each([
  ['run', '--leave-out', 'total'],
  ['validate', '--keep-rows', 'customers'],
  ['payloads', '--leave-out', 'totals,everything'],
  ['payloads', '--keep-rows', ''],
  ['run', '--leave-out', 'all,totals'],
] as const)('%s %s “%s” is refused with the list of valid kinds', async (command, option, value) => {
  const { payloads, ask } = place()
  const ended = await (command === 'payloads' ? payloads(option, value) : ask(command, option, value))
  expect(reported(ended)).toEqual(
    refusedWith(3, 'Name some of totals, notes, headers, sections, separators, or all.'),
  )
  expect(ended.stdout).toBe('')
})
