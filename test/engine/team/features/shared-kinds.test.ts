// Tests what else two desktops of a team share, on a real PostgreSQL: connection settings without any secret, notes on codes
// and suppliers, catalogues, and repairs, whose texts are forgotten when they are shared no more.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import example from '../../../../shared/catalogue/examples/example.json' with { type: 'json' }
import { serviceAt } from '../../../../shared/sending/connection.ts'
import { inEnglish } from '../../../../shared/texts/message.ts'
import { validated } from '../../api/bare-engine.ts'
import { freshFolder } from '../../api/harness.ts'
import {
  everything,
  isVersion,
  itemOf,
  mistyped,
  shared,
  twoDesktops,
  untilItem,
} from '../knowledge-fixture.ts'
import type { Desktop } from '../team-desktops.ts'

async function connectionOf({ client, connection }: Desktop) {
  const found = (await client().connections.list()).find(({ id }) => id === connection)
  if (found === undefined) throw new Error('The desktop has a connection.')
  return found
}

async function change(desktop: Desktop, changes: object): Promise<void> {
  const { name, settings } = await connectionOf(desktop)
  await desktop
    .client()
    .connections.save({ name, settings: { ...settings, ...changes }, environmentSaid: true })
}

test('settings of a connection are shared without its key; one that leads elsewhere is used only if a person agrees', async () => {
  const { dana, ina, sandbox, query } = await twoDesktops()
  const { name, settings } = await connectionOf(dana)
  const item = { kind: 'connection', key: name } as const
  await dana
    .client()
    .connections.setSecret({ id: dana.connection, secret: 'proxy_password', value: 'pr0xy-secret' })
  const limits = { ...settings.limits, rate: 17 }
  await change(dana, {
    limits,
    operator: 'Dana W.',
    network: { ...settings.network, proxyUser: 'dana-at-work' },
  })
  await dana.client().knowledge.share(item)
  // Ina has one of this name that differs.
  await untilItem(ina, item, ({ state }) => state === 'conflict')
  await ina.client().knowledge.resolve({ ...item, take: 'theirs', version: 1 })
  await untilItem(ina, item, isVersion(1))
  const here = await connectionOf(ina)
  expect([here.settings.limits.rate, here.settings.operator, here.hasKey]).toEqual([17, null, true])
  const all = await everything(query)
  expect(all).toContain('17')
  for (const secret of [sandbox.apiKey, 'pr0xy-secret', 'Dana W.', 'dana-at-work'])
    expect(all).not.toContain(secret)

  // A key in a header is not shared either.
  await change(dana, { headerTemplate: `Token {token} ${sandbox.apiKey}` })
  const refused = await untilItem(dana, item, ({ why }) => why !== null)
  expect([refused.state, refused.version, (refused.why as { key: string }).key]).toEqual([
    'changed_here',
    1,
    'knowledge.holds_key',
  ])
  await change(dana, { headerTemplate: 'Token {token}', environment: 'production' })
  const asks = await untilItem(ina, item, ({ version }) => version === 2)
  expect(asks.state).toBe('asks')
  expect((await connectionOf(ina)).settings.environment).toBe('test')
  await ina.client().knowledge.resolve({ ...item, take: 'mine', version: 2 })
  await untilItem(ina, item, isVersion(3))
  expect(await everything(query)).not.toContain(sandbox.apiKey)
})

test('notes on codes and suppliers reach the other desktop, the latter on each connection to the service', async () => {
  const { dana, ina, sandbox } = await twoDesktops()
  await dana.client().playbook.save({ code: 'E17', words: 'Ask the supplier for the meter.' })
  const note = { kind: 'playbook', key: 'E17' } as const
  await shared(dana, ina, note)
  expect((await ina.client().playbook.get({ code: 'E17' }))?.words).toBe('Ask the supplier for the meter.')
  await ina.client().playbook.save({ code: 'E17', words: 'Ask Tom.' })
  await untilItem(dana, note, isVersion(2))
  expect((await dana.client().playbook.get({ code: 'E17' }))?.words).toBe('Ask Tom.')

  await change(dana, { suppliers: [{ code: 'ACME', note: 'sends a letter' }] })
  const supplier = { kind: 'supplier_note', key: `${serviceAt(sandbox.baseUrl)} ACME` } as const
  await shared(dana, ina, supplier)
  expect((await connectionOf(ina)).settings.suppliers).toEqual([{ code: 'ACME', note: 'sends a letter' }])
  await change(ina, { suppliers: [{ code: 'ACME', note: 'sends two letters' }] })
  await untilItem(dana, supplier, isVersion(2))
  expect((await connectionOf(dana)).settings.suppliers).toEqual([{ code: 'ACME', note: 'sends two letters' }])
  expect((await ina.client().knowledge.list()).map(({ name, place }) => [name, place])).toEqual([
    ['E17', ''],
    ['ACME', serviceAt(sandbox.baseUrl)],
  ])
})

test('a catalogue and the connection that uses it arrive, also where the connection is there first', async () => {
  const { dana, ina } = await twoDesktops()
  const path = join(freshFolder(), 'own.json')
  writeFileSync(path, JSON.stringify({ ...example, title: 'Our fields' }))
  const { id } = await dana.client().catalogues.add({ path })
  await change(dana, { catalogue: id })
  const { name } = await connectionOf(dana)
  const [connection, catalogue] = [
    { kind: 'connection', key: name },
    { kind: 'catalogue', key: 'Our fields' },
  ] as const
  await dana.client().knowledge.share(connection)
  await untilItem(ina, connection, ({ state }) => state === 'conflict')
  await expect(ina.client().knowledge.resolve({ ...connection, take: 'theirs', version: 1 })).rejects.toThrow(
    'It needs the catalogue “Our fields”',
  )
  await dana.client().knowledge.share(catalogue)
  await untilItem(ina, catalogue, isVersion(1))
  await ina.client().knowledge.resolve({ ...connection, take: 'theirs', version: 1 })
  const { settings } = await connectionOf(ina)
  const used = (await ina.client().catalogues.list()).find((one) => one.id === settings.catalogue)
  expect([inEnglish(used?.title ?? ''), used?.shipped]).toEqual(['Our fields', false])
})

test('a repair is shared without a customer’s data, and forgotten everywhere when it is shared no more', async () => {
  const { dana, ina, query } = await twoDesktops()
  const batch = await mistyped(dana)
  await dana.client().edits.apply({
    batch,
    words: 'repaired',
    cells: [
      { sheet: 0, row: 2, column: 5, text: 'DOMESTIC' },
      { sheet: 0, row: 3, column: 5, text: 'DOMESTIC' },
      { sheet: 0, row: 2, column: 2, text: 'Smith' },
    ],
  })
  await validated(dana.client(), batch)
  const { repairs } = await dana.client().memory.list({ offset: 0, limit: 50 })
  const named = repairs.find(({ after }) => after === 'Smith')
  await expect(dana.client().knowledge.share({ kind: 'repair', key: named?.repair ?? '' })).rejects.toThrow(
    'values belong to one customer',
  )
  const candidates = await dana.client().knowledge.candidates({ kind: 'repair' })
  expect(candidates.map(({ name, place }) => [name, place])).toEqual([['Dometsic → DOMESTIC', 'Type']])
  const repair = { kind: 'repair', key: candidates[0]?.key ?? '' } as const
  await shared(dana, ina, repair)
  const known = await ina.client().memory.list({ offset: 0, limit: 50 })
  expect(known.repairs.map(({ before, after, origins }) => [before, after, origins[0]?.name])).toEqual([
    ['Dometsic', 'DOMESTIC', 'Dana'],
  ])
  const target = await mistyped(ina)
  const offers = await ina.client().memory.offers({ batch: target, offset: 0, limit: 50 })
  expect(offers.offers.map(({ after, cells }) => [after, cells])).toEqual([['DOMESTIC', 3]])
  expect(await everything(query)).toContain('Dometsic')

  await dana.client().knowledge.unshare(repair)
  await expect.poll(() => itemOf(ina, repair)).toBeUndefined()
  await expect.poll(() => itemOf(dana, repair)).toBeUndefined()
  expect((await ina.client().memory.list({ offset: 0, limit: 50 })).repairs).toEqual([])
  expect(await everything(query)).not.toContain('Dometsic')
})

test('a purge of batches takes the repairs that were shared from here out of the team', async () => {
  const { dana, ina, query } = await twoDesktops()
  const batch = await mistyped(dana)
  const cells = [2, 3].map((row) => ({ sheet: 0, row, column: 5, text: 'DOMESTIC' }))
  await dana.client().edits.apply({ batch, words: 'repaired', cells })
  await validated(dana.client(), batch)
  const [candidate] = await dana.client().knowledge.candidates({ kind: 'repair' })
  const repair = { kind: 'repair', key: candidate?.key ?? '' } as const
  await shared(dana, ina, repair)
  expect(await everything(query)).toContain('Dometsic')
  const asked = { connection: dana.connection, batches: [batch], olderThanDays: 0 }
  expect((await dana.client().purge.start(asked)).begun).toEqual([batch])
  // Ina's desktop learns it with the next answer of the team's database.
  await expect.poll(() => itemOf(ina, repair)).toBeUndefined()
  await expect.poll(() => everything(query)).not.toContain('Dometsic')
  expect((await ina.client().memory.list({ offset: 0, limit: 50 })).repairs).toEqual([])
})
