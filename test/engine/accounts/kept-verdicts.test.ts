// Tests that what the service said of a payload outlives a rebuild of its account where the bytes and the service are
// the same, also if the engine ends in between, and that it is asked again where they are not.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { type Harness, inDatabase, openHarness } from '../api/harness.ts'
import { isLoaded } from '../api/waiting.ts'
import { good, mappedFile, mapping, noSurname } from './small-batch.ts'

type Account = {
  readonly key: string
  readonly state: string
  readonly problems: string
  readonly at: number | null
  /** When the service reported its problems. */
  readonly reported: number | null
}

/** Every account, with the places of the service's problems and the time of its validation. */
const accountsOf = (harness: Harness, batch: number): Account[] =>
  inDatabase(
    harness.data,
    (database) =>
      database
        .prepare(
          `SELECT key, state, (SELECT json_group_array(place) FROM problem p WHERE p.account_id = a.id AND p.source = 'validate')
             AS problems,
             (SELECT max(at) FROM problem p WHERE p.account_id = a.id AND p.source = 'validate') AS reported,
             (SELECT max(at) FROM validation v WHERE v.account_id = a.id AND v.payload_id = a.payload_id) AS at
           FROM account a WHERE batch_id = ? ORDER BY position`,
        )
        .all(batch) as Account[],
  )

const keptIn = (harness: Harness): number =>
  inDatabase(harness.data, (database) =>
    Number(database.prepare('SELECT count(*) FROM kept_verdict').pluck().get()),
  )

const validations = (harness: Harness): number =>
  harness.sandbox.ledger.entries().filter(({ route }) => route === 'validate').length

type Changes = { readonly accountType?: string; readonly connection?: number }

/** Applies the mapping again. */
async function build(harness: Harness, batch: number, changes: Changes = {}): Promise<void> {
  const fixed = [
    { field: 'account_type', value: changes.accountType ?? 'DOMESTIC' },
    { field: 'unknown_occupier', value: false },
  ]
  await harness.client().mapping.apply({
    batch,
    mapping: mappingFile.parse({ ...mapping, fixed }),
    catalogue: 'example',
    supplier: 'ACME',
    connection: changes.connection ?? harness.connection,
  })
}

async function validated(harness: Harness, lines: readonly string[]): Promise<number> {
  const batch = await mappedFile(harness, lines)
  await harness.validate(batch)
  return batch
}

test('building the same accounts again keeps what the service said, with its problems at their places', async () => {
  const harness = await openHarness()
  const batch = await validated(harness, [good('N-1'), noSurname('N-2'), good('N-3')])
  const before = accountsOf(harness, batch)
  expect(before.map(({ state }) => state)).toEqual(['validated', 'rejected', 'validated'])
  expect(before.map(({ at, reported }) => (at === reported ? 'with its time' : reported))).toEqual([
    null,
    'with its time',
    null,
  ])
  const asked = validations(harness)
  await build(harness, batch)
  await harness.until(batch, isLoaded)
  expect(accountsOf(harness, batch)).toEqual(before)
  expect(validations(harness), 'the service was not asked again').toBe(asked)
  expect(keptIn(harness)).toBe(0)
})

/** The number of each account by its key, in the order of the batch. */
const numbersOf = (harness: Harness, batch: number): [key: string, id: number][] =>
  inDatabase(
    harness.data,
    (database) =>
      database
        .prepare('SELECT key, id FROM account WHERE batch_id = ? ORDER BY position')
        .raw()
        .all(batch) as [string, number][],
  )

test('a rebuild keeps accounts whose payloads stay the same, wherever they come to stand, and makes the others again', async () => {
  const harness = await openHarness()
  const batch = await validated(harness, [good('N-1'), good('N-2'), noSurname('N-3'), good('N-4')])
  const before = new Map(numbersOf(harness, batch))
  const stayed = (): string[] =>
    numbersOf(harness, batch).flatMap(([key, id]) => (before.get(key) === id ? [key] : []))
  await build(harness, batch)
  await harness.until(batch, isLoaded)
  expect(stayed(), 'a rejected one is made again, with its problems').toEqual(['N-1', 'N-2', 'N-4'])
  const cells = [{ sheet: 0, row: 2, column: 0, text: 'N-9' }]
  await harness.client().edits.apply({ batch, words: 'Key', cells })
  await harness.until(batch, isLoaded)
  expect(numbersOf(harness, batch).map(([key]) => key)).toEqual(['N-9', 'N-2', 'N-3', 'N-4'])
  expect(stayed()).toEqual(['N-2', 'N-4'])
  const [held = 0] = numbersOf(harness, batch).flatMap(([key, id]) => (key === 'N-4' ? [id] : []))
  await harness.client().accounts.hold({ accounts: [held], reason: 'Wait' })
  await build(harness, batch)
  await harness.until(batch, isLoaded)
  expect(stayed()).toEqual(['N-2'])
  expect(accountsOf(harness, batch).map(({ state }) => state)).toEqual([
    'unvalidated',
    'validated',
    'rejected',
    'validated',
  ])
})

/** How many payloads and validations each account has. */
const historyOf = (harness: Harness, batch: number): [key: string, payloads: number, validations: number][] =>
  inDatabase(
    harness.data,
    (database) =>
      database
        .prepare(
          `SELECT key, (SELECT count(*) FROM payload WHERE account_id = a.id),
             (SELECT count(*) FROM validation WHERE account_id = a.id)
           FROM account a WHERE batch_id = ? ORDER BY position`,
        )
        .raw()
        .all(batch) as [string, number, number][],
  )

test('all problems are still counted by cause after a rebuild that makes accounts again before others that stay', async () => {
  const harness = await openHarness()
  const batch = await validated(harness, [noSurname('N-1'), good('N-2'), noSurname('N-3'), good('N-4')])
  const causes = async () => (await harness.client().problems.groups({ batch })).groups
  const before = await causes()
  expect(before.map(({ code, accounts }) => [code, accounts])).toEqual([['customer_family_name_required', 2]])
  await build(harness, batch)
  await harness.until(batch, isLoaded)
  const ids = numbersOf(harness, batch).map(([, id]) => id)
  expect(ids, 'the first is made again, the last stays').not.toEqual(
    ids.toSorted((one, other) => one - other),
  )
  expect(await causes()).toEqual(before)
})

test('an account whose rows give another payload keeps its number, and nothing of its earlier payload', async () => {
  const harness = await openHarness()
  const batch = await validated(harness, [good('N-1'), good('N-2'), noSurname('N-3')])
  const before = numbersOf(harness, batch)
  await build(harness, batch, { accountType: 'BUSINESS' })
  await harness.until(batch, isLoaded)
  expect(numbersOf(harness, batch).slice(0, 2)).toEqual(before.slice(0, 2))
  expect(historyOf(harness, batch)).toEqual([
    ['N-1', 1, 0],
    ['N-2', 1, 0],
    ['N-3', 1, 0],
  ])
  const columns = mapping.columns.map((one) =>
    one.column === 'Country' ? { column: 'Country', ignore: true as const } : one,
  )
  await harness.client().mapping.apply({
    batch,
    mapping: mappingFile.parse({ ...mapping, columns }),
    catalogue: 'example',
    supplier: 'ACME',
    connection: harness.connection,
  })
  await harness.until(batch, isLoaded)
  expect(numbersOf(harness, batch).slice(0, 2)).toEqual(before.slice(0, 2))
  expect(accountsOf(harness, batch).map(({ state }) => state)).toEqual(['invalid', 'invalid', 'invalid'])
})

test('other bytes, and the same bytes for another service, are validated again', async () => {
  const harness = await openHarness()
  const batch = await validated(harness, [good('N-1'), noSurname('N-2')])
  await build(harness, batch, { accountType: 'BUSINESS' })
  await harness.until(batch, isLoaded)
  expect(accountsOf(harness, batch).map(({ state, at }) => [state, at])).toEqual([
    ['unvalidated', null],
    ['unvalidated', null],
  ])
  await harness.validate(batch)
  const { id } = await harness.client().connections.save({ name: 'another', settings: harness.settings })
  await build(harness, batch, { accountType: 'BUSINESS', connection: id })
  await harness.until(batch, isLoaded)
  expect(accountsOf(harness, batch).map(({ state }) => state)).toEqual(['unvalidated', 'unvalidated'])
  expect(keptIn(harness)).toBe(0)
})

test('an edited key asks the service again about its own account alone', async () => {
  const harness = await openHarness()
  const batch = await validated(harness, [good('N-1'), good('N-2'), noSurname('N-3')])
  await harness
    .client()
    .edits.apply({ batch, words: 'Key', cells: [{ sheet: 0, row: 3, column: 0, text: 'N-9' }] })
  await harness.until(batch, isLoaded)
  expect(accountsOf(harness, batch).map(({ key, state }) => [key, state])).toEqual([
    ['N-1', 'validated'],
    ['N-9', 'unvalidated'],
    ['N-3', 'rejected'],
  ])
})

test('an engine that ends while accounts are removed or built loses no verdict, and gives none to other bytes', async () => {
  const harness = await openHarness()
  const lines = Array.from({ length: 450 }, (_, at) => (at % 5 === 0 ? noSurname : good)(`N-${at}`))
  const batch = await validated(harness, lines)
  const before = accountsOf(harness, batch)
  const asked = validations(harness)
  for (const ms of [1, 5, 15, 40, 90]) {
    await build(harness, batch)
    await wait(ms)
    await harness.stop()
    const halfway = accountsOf(harness, batch)
    for (const { key, state, at } of halfway) {
      const same = before.find((one) => one.key === key)
      if (state !== 'unvalidated') expect([state, at]).toEqual([same?.state, same?.at])
    }
    await harness.start()
    await harness.until(batch, isLoaded)
    expect(accountsOf(harness, batch), `ended after ${ms} ms`).toEqual(before)
  }
  expect(validations(harness)).toBe(asked)
})
