// Tests finding the accounts of many keys: what is found, what is not, and the list as a filter of rows and accounts.
import { expect, test } from 'vitest'
import { accountStates } from '../../../shared/sending/states.ts'
import { namedKeys } from '../../../electron/engine/store/lookup/account-lists.ts'
import { partsOf } from '../../../electron/engine/store/lookup/rows/row-conditions.ts'
import { badPhone, good, mappedFile } from '../accounts/small-batch.ts'
import { inDatabase, openHarness } from './harness.ts'

test('accounts are found by key and by what the platform calls them, and missing keys are named', async () => {
  const harness = await openHarness()
  const client = harness.client()
  const batch = await mappedFile(harness, [good('A-1'), badPhone('A-2'), good('A-3'), badPhone('A-4')])
  const other = await mappedFile(harness, [good('Z-1')])
  await harness.send(batch)
  const listed = await client.accounts.list({ batch, states: [...accountStates], offset: 0, limit: 10 })
  const created = listed.accounts.find(({ key }) => key === 'A-3')
  const { platformIdentifier } = await client.accounts.get({ account: created?.id ?? 0 })
  expect(platformIdentifier).not.toBeNull()
  const keys = ['A-1', 'A-4', 'a-4', 'Z-1', 'A-1', platformIdentifier ?? '']
  const found = await client.accounts.findList({ batch, keys })
  expect(found).toMatchObject({ found: 3, accounts: 3, missing: ['a-4', 'Z-1'] })
  const list = found.list ?? 0

  const page = await client.accounts.list({ batch, states: [...accountStates], list, offset: 0, limit: 2 })
  expect(page.total).toBe(3)
  expect(page.accounts).toHaveLength(2)
  const rowsOf = async (filter: object): Promise<(string | undefined)[]> => {
    const { rows } = await client.sheets.page({ batch, sheet: 0, filter, offset: 0, limit: 10 })
    return rows.map(({ account }) => account?.key)
  }
  expect(await rowsOf({ list })).toEqual(['A-1', 'A-3', 'A-4'])
  expect(await rowsOf({ list, states: ['invalid'] })).toEqual(['A-4'])
  expect(await client.accounts.findList({ batch: other, keys: ['A-1'] })).toEqual({
    list: null,
    found: 0,
    accounts: 0,
    missing: ['A-1'],
  })
})

test('every look-up goes from the keys to their accounts by index, and walks no account', async () => {
  const harness = await openHarness()
  const batch = await mappedFile(harness, [good('A-1')])
  const from = partsOf({ list: 1 })[0]?.from ?? ''
  const plans = inDatabase(harness.data, (database) =>
    [namedKeys, from].map((sql) =>
      (
        database
          .prepare(`EXPLAIN QUERY PLAN ${sql}`)
          .all(sql === from ? { batch, sheet: 0, list: 1 } : { batch, given: '[]' }) as { detail: string }[]
      ).map(({ detail }) => detail),
    ),
  )
  for (const details of plans) {
    expect(details.join('\n')).toContain('account_by_key')
    expect(details.filter((detail) => /^SCAN (?!g\b|json_each|COMPOUND)/.test(detail))).toEqual([])
  }
})

test('ten thousand keys are looked up at once, and old lists are removed', async () => {
  const harness = await openHarness()
  const client = harness.client()
  const lines = Array.from({ length: 2_000 }, (_, at) => good(`K-${at}`))
  const batch = await mappedFile(harness, lines)
  const keys = Array.from({ length: 10_000 }, (_, at) => `K-${at + 100}`)
  const began = performance.now()
  const found = await client.accounts.findList({ batch, keys })
  expect(performance.now() - began).toBeLessThan(10_000)
  expect([found.found, found.missing.length]).toEqual([1_900, 8_100])
  for (let again = 0; again < 25; again += 1) await client.accounts.findList({ batch, keys: ['K-1'] })
  const kept = inDatabase(harness.data, (database) =>
    database.prepare('SELECT count(*) FROM account_list').pluck().get(),
  )
  expect(kept).toBe(20)
})
