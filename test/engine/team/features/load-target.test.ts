// Tests loading a target with real desktops: the keys of a file are those of the accounts that were created, whichever way
// the file names them, and a file without keys changes nothing.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sharedPostgres } from '../../../support/postgres/postgres.ts'
import { freshFolder } from '../../api/harness.ts'
import { numbered, plainAccounts } from '../../api/small-files.ts'
import { isOver, untilView } from '../../api/waiting.ts'
import { type Desktop, joinTeam, openDesktop, openService } from '../team-desktops.ts'

const supplier = 'ACME'

type Source = Parameters<ReturnType<Desktop['client']>['team']['loadTarget']>[0]['source']

async function load({ client, connection }: Desktop, source: Source, of = '') {
  const input = { connection, supplier: of, source }
  let last: unknown = null
  for await (const event of await client().team.loadTarget(input)) last = event
  return last
}

const refusalOf = (loading: Promise<unknown>): Promise<unknown> =>
  loading.then(
    () => 'loaded',
    (error: unknown) => (error as { data?: { code?: string } }).data?.code,
  )

test('a target knows the accounts that were created, from a mapped file, a bare list and pasted keys', async () => {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const sandbox = await openService()
  const dana = await openDesktop(sandbox)
  await joinTeam(dana, server, address, 'Dana')
  const folder = freshFolder()
  const batch = await dana.load(await plainAccounts(folder, numbered(12), 'all'))
  await dana.client().batches.release({ batch, limit: null })
  await untilView(dana.client(), batch, isOver)
  const { accounts } = await dana.client().accounts.list({ batch, states: ['done'], offset: 0, limit: 100 })
  const keys = accounts.map(({ key }) => key)
  const more = [...keys, ...keys.slice(0, 3), 'Z-1', 'Z-2']

  const named = join(folder, 'target.csv')
  writeFileSync(
    named,
    `Name;external_account_number;import_supplier\n${more.map((key) => `x;${key};${supplier}`).join('\n')}\n`,
  )
  expect(await load(dana, { path: named })).toEqual({
    kind: 'done',
    keys: 14,
    repeated: 3,
    empty: 0,
    column: 'external_account_number',
  })
  const reported = async () => {
    for (;;) {
      const { targets, left } = await dana.client().team.board()
      const [target] = targets
      if (target?.created === 12) return { target, left, count: targets.length }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
  expect(await reported()).toMatchObject({
    target: { keys: 14, open: 0, name: 'target.csv' },
    left: null,
    count: 1,
  })

  const mapped = join(folder, 'mapped.csv')
  writeFileSync(mapped, `City;Account No\n${more.map((key) => `Linz;${key}`).join('\n')}\n;\nGraz;\n`)
  expect(await load(dana, { path: mapped }, supplier)).toMatchObject({
    keys: 14,
    empty: 1,
    column: 'Account No',
  })
  expect(await reported()).toMatchObject({ target: { keys: 14, supplier }, count: 1 })

  const bare = join(folder, 'keys.txt')
  writeFileSync(bare, `${more.join('\n')}\n`)
  expect(await load(dana, { path: bare }, supplier)).toMatchObject({ keys: 14, repeated: 3, column: null })
  expect(await reported()).toMatchObject({ target: { keys: 14, supplier }, count: 1 })

  await load(dana, { keys: keys.slice(0, 12) }, supplier)
  expect(await reported()).toMatchObject({ target: { keys: 12, created: 12 }, count: 1 })
  const board = await dana.client().team.board()
  expect(board.days.at(-1)).toMatchObject({ created: 12 })

  const other = join(folder, 'other.csv')
  writeFileSync(other, 'Name;City\nx;Linz\ny;Graz\n')
  expect(await refusalOf(load(dana, { path: other }, supplier))).toBe('target_no_column')
  expect(await refusalOf(load(dana, { path: join(folder, 'none.csv') }, supplier))).toBe('file_missing')
  expect(await refusalOf(load(dana, { keys: ['A'] }))).toBe('target_no_supplier')
  expect((await dana.client().team.board()).targets).toMatchObject([{ keys: 12 }])
  const lines = await dana.client().audit.newest({ before: null })
  expect(lines.map(({ action }) => action)).toContain('team.loadTarget')
})
