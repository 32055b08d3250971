// Tests templates that two desktops of a team share, on a real PostgreSQL: they arrive, later changes follow, both sides are
// kept where both changed, and everything goes on while the database is away.
import { expect, test } from 'vitest'
import { verifyTeamAudit } from '../../../../electron/engine/team/audit/verify.ts'
import { freshFolder } from '../../api/harness.ts'
import { numbered, plainAccounts } from '../../api/small-files.ts'
import { inEnglish } from '../../../../shared/texts/message.ts'
import { ownPostgres, openTeam, valueOf } from '../team-fixture.ts'
import { isVersion, mappingOf, shared, template, twoDesktops, untilItem } from '../knowledge-fixture.ts'
import { joinTeam, openDesktop, openService, untilTeam } from '../team-desktops.ts'

const name = template.key

test('a shared template arrives on the other desktop, later changes of either follow by themselves', async () => {
  const { dana, ina, query } = await twoDesktops()
  await dana.client().templates.save({ name, mapping: mappingOf('Account'), supplier: 'ACME' })
  const [mine, theirs] = await shared(dana, ina, template)
  expect([mine.member, theirs.member, theirs.name]).toEqual(['Dana', 'Dana', name])
  expect(await ina.client().templates.load({ name })).toEqual(mappingOf('Account'))
  expect((await ina.client().templates.list())[0]?.supplier).toBe('ACME')

  await ina.client().templates.save({ name, mapping: mappingOf('Number'), supplier: 'ACME' })
  await untilItem(dana, template, isVersion(2))
  expect(await dana.client().templates.load({ name })).toEqual(mappingOf('Number'))
  // What was there before is an earlier version of the template itself.
  expect((await dana.client().templates.list())[0]?.earlier.length).toBe(1)
  const history = await dana.client().knowledge.history(template)
  expect(history.map(({ version, member }) => `${version} ${member}`)).toEqual(['2 Ina', '1 Dana'])

  await dana.client().knowledge.bringBack({ ...template, version: 1 })
  await untilItem(ina, template, isVersion(3))
  expect(await ina.client().templates.load({ name })).toEqual(mappingOf('Account'))
  const lines = await query("SELECT member, what, detail FROM carryover.audit WHERE what LIKE '%share'")
  expect(
    lines.map(({ member, what, detail }) => [member, what, (detail as { version: number }).version]),
  ).toEqual([
    ['Dana', 'share', 1],
    ['Ina', 'share', 2],
    ['Dana', 'share', 3],
  ])
  expect(lines[0]?.['detail']).toMatchObject({ kind: 'template', name })
  // Nor does the superuser change a version by a statement.
  for (const statement of [
    "UPDATE carryover.knowledge SET content = '{}'",
    'UPDATE carryover.knowledge SET content = NULL',
    'DELETE FROM carryover.knowledge',
    'TRUNCATE carryover.knowledge',
  ])
    await expect(query(statement)).rejects.toThrow('versions of what is shared are append-only')
})

test('windows are notified when an item that was shared has reached the team, and when one of another desktop came', async () => {
  const { dana, ina } = await twoDesktops()
  await dana.client().templates.save({ name, mapping: mappingOf('Account') })
  const notified = async ({ client }: typeof dana): Promise<() => Promise<string>> => {
    const events = await client().events()
    return async () => {
      for await (const { kind } of events) {
        const item = (await client().knowledge.list()).find(({ key }) => key === name)
        if (kind === 'connections' && item?.state === 'in_step') return item.state
      }
      return 'no more events'
    }
  }
  const desktops = [await notified(dana), await notified(ina)]
  await dana.client().knowledge.share(template)
  expect(await Promise.all(desktops.map((until) => until()))).toEqual(['in_step', 'in_step'])
})

test('a batch keeps its mapping when a new version of its template arrives', async () => {
  const { dana, ina } = await twoDesktops()
  await dana.client().templates.save({ name, mapping: mappingOf('Account') })
  await shared(dana, ina, template)
  const batch = await ina.load(await plainAccounts(freshFolder(), numbered(3), 'mapped'))
  const before = (await ina.client().batches.get({ batch })).mapping
  expect(before).not.toBeNull()
  await ina.client().templates.save({ name, mapping: before ?? mappingOf('Account') })
  await untilItem(dana, template, isVersion(2))
  await dana.client().templates.save({ name, mapping: mappingOf('Number') })
  await untilItem(ina, template, isVersion(3))
  expect(await ina.client().templates.load({ name })).toEqual(mappingOf('Number'))
  expect((await ina.client().batches.get({ batch })).mapping).toEqual(before)
})

test('where both desktops changed a template nothing is overwritten, and a person decides', async () => {
  const server = await ownPostgres()
  const sandbox = await openService()
  const [dana, ina] = [await openDesktop(sandbox), await openDesktop(sandbox)]
  await joinTeam(dana, server, server.url, 'Dana')
  await joinTeam(ina, server, server.url, 'Ina')
  await dana.client().templates.save({ name, mapping: mappingOf('Account') })
  await shared(dana, ina, template)

  await server.stop('fast')
  await untilTeam(ina, ({ state }) => state === 'away')
  await untilTeam(dana, ({ state }) => state === 'away')
  // Everything goes on with the last copy.
  expect(await ina.client().templates.load({ name })).toEqual(mappingOf('Account'))
  await dana.client().templates.save({ name, mapping: mappingOf('Number', 'Surname') })
  await ina.client().templates.save({ name, mapping: mappingOf('Customer', 'Surname') })
  const waiting = await untilItem(ina, template, ({ state }) => state === 'changed_here')
  expect(waiting.version).toBe(1)
  await server.restart()

  const first = await Promise.race(
    [dana, ina].map(async (desktop) => {
      await untilItem(desktop, template, ({ version, state }) => version === 2 && state === 'conflict')
      return desktop
    }),
  )
  const other = first === dana ? ina : dana
  const [ours, theirs] = first === dana ? ['Number', 'Customer'] : ['Customer', 'Number']
  await untilItem(other, template, isVersion(2))
  expect(await first.client().templates.load({ name })).toEqual(mappingOf(ours, 'Surname'))
  expect(await other.client().templates.load({ name })).toEqual(mappingOf(theirs, 'Surname'))
  const { item, differences } = await first.client().knowledge.compare(template)
  expect(item.member).toBe(first === dana ? 'Ina' : 'Dana')
  expect(differences.map(({ part, mine, theirs: there }) => [inEnglish(part), mine, there])).toEqual([
    ['Column of the account’s key', ours, theirs],
    [`Column “${ours}”`, 'customers.0.reference', null],
    [`Column “${theirs}”`, null, 'customers.0.reference'],
  ])

  const decision = { ...template, take: 'mine' as const }
  await expect(first.client().knowledge.resolve({ ...decision, version: 1 })).rejects.toThrow(
    'Another version has arrived meanwhile.',
  )
  await first.client().knowledge.resolve({ ...decision, version: 2 })
  await untilItem(other, template, isVersion(3))
  expect(await other.client().templates.load({ name })).toEqual(mappingOf(ours, 'Surname'))
  const history = await first.client().knowledge.history(template)
  expect(history.map(({ version }) => version)).toEqual([3, 2, 1])
})

test('a template of the same name that nobody shared before stays until a person takes the other one', async () => {
  const { dana, ina } = await twoDesktops()
  await dana.client().templates.save({ name, mapping: mappingOf('Account') })
  await ina.client().templates.save({ name, mapping: mappingOf('Number') })
  await dana.client().knowledge.share(template)
  await untilItem(ina, template, ({ state }) => state === 'conflict')
  expect(await ina.client().templates.load({ name })).toEqual(mappingOf('Number'))
  await ina.client().knowledge.resolve({ ...template, take: 'theirs', version: 1 })
  await untilItem(ina, template, isVersion(1))
  expect(await ina.client().templates.load({ name })).toEqual(mappingOf('Account'))
})

test('everybody keeps a template that is shared no more, and may share it again', async () => {
  const { dana, ina } = await twoDesktops()
  await dana.client().templates.save({ name, mapping: mappingOf('Account') })
  await shared(dana, ina, template)
  await ina.client().knowledge.unshare(template)
  const ended = await untilItem(dana, template, ({ version }) => version === 2)
  expect([ended.state, ended.member]).toEqual(['ended', 'Ina'])
  expect(await dana.client().templates.load({ name })).toEqual(mappingOf('Account'))
  await dana.client().templates.save({ name, mapping: mappingOf('Number') })
  await dana.client().knowledge.share(template)
  await untilItem(dana, template, isVersion(3))
  // Ina did not change hers since.
  await untilItem(ina, template, isVersion(3))
  expect(await ina.client().templates.load({ name })).toEqual(mappingOf('Number'))
})

test('a template that was removed here comes back only when a person wants it', async () => {
  const { dana, ina } = await twoDesktops()
  await dana.client().templates.save({ name, mapping: mappingOf('Account') })
  await shared(dana, ina, template)
  await ina.client().templates.remove({ name })
  await untilItem(ina, template, ({ state }) => state === 'absent')
  await dana.client().templates.save({ name, mapping: mappingOf('Number') })
  const absent = await untilItem(ina, template, ({ version }) => version === 2)
  expect(absent.state).toBe('absent')
  await ina.client().knowledge.resolve({ ...template, take: 'theirs', version: 2 })
  expect(await ina.client().templates.load({ name })).toEqual(mappingOf('Number'))
})

test('a version that this program does not understand changes nothing, and says so', async () => {
  const { dana, ina, query } = await twoDesktops()
  await dana.client().templates.save({ name, mapping: mappingOf('Account') })
  await shared(dana, ina, template)
  const insert = (version: number, content: string) =>
    query(`INSERT INTO carryover.knowledge (kind, key, version, number, content, is_removed, member, desktop, at)
      SELECT 'template', '${name}', ${version}, (SELECT max(number) + 1 FROM carryover.knowledge), '${content}', false,
        d.member, d.id, now() FROM carryover.desktop d LIMIT 1; NOTIFY carryover, 'knowledge'`)
  const hostile = [
    '{"mapping": {"version": 2, "newer": true}}',
    '{"__proto__": {"polluted": 1}, "mapping": null}',
    '[1, 2, 3]',
    `{"mapping": {"version": 1, "key": ${JSON.stringify('x'.repeat(300_000))}, "columns": "all"}}`,
  ]
  for (const [at, content] of hostile.entries()) {
    await insert(at + 2, content)
    const item = await untilItem(ina, template, ({ version }) => version === at + 2)
    expect(item.state).toBe('refused')
    expect(inEnglish(item.why ?? '')).toContain('Nothing was changed here')
  }
  expect(await ina.client().templates.load({ name })).toEqual(mappingOf('Account'))
  await expect(ina.client().knowledge.resolve({ ...template, take: 'theirs', version: 5 })).rejects.toThrow(
    'There is nothing to decide',
  )
  // Of a kind that this program does not have.
  await query(`INSERT INTO carryover.knowledge (kind, key, version, number, content, is_removed, member, desktop, at)
    SELECT 'later', 'x', 1, 100, '{}', false, d.member, d.id, now() FROM carryover.desktop d LIMIT 1;
    NOTIFY carryover, 'knowledge'`)
  await dana.client().knowledge.bringBack({ ...template, version: 1 })
  await untilItem(ina, template, isVersion(6))
  expect((await ina.client().knowledge.list()).length).toBe(1)
})

test('changes that a server forgot are shared again, once', async () => {
  const { server, address, dana, ina, query } = await twoDesktops()
  await dana.client().templates.save({ name, mapping: mappingOf('Account') })
  await shared(dana, ina, template)
  await dana.client().templates.save({ name, mapping: mappingOf('Number') })
  await untilItem(ina, template, isVersion(2))
  await dana.client().playbook.save({ code: 'E1', words: 'Ask the supplier.' })
  const note = { kind: 'playbook', key: 'E1' } as const
  await shared(dana, ina, note)
  await query(`ALTER TABLE carryover.knowledge DISABLE TRIGGER ALL; DELETE FROM carryover.knowledge WHERE number > 1;
    ALTER TABLE carryover.knowledge ENABLE ALWAYS TRIGGER knowledge_unchanged; NOTIFY carryover, 'knowledge'`)
  await expect
    .poll(
      async () => (await query('SELECT kind, key, version FROM carryover.knowledge ORDER BY 1, 3')).length,
    )
    .toBe(3)
  for (const desktop of [dana, ina]) {
    await untilItem(desktop, template, isVersion(2))
    await untilItem(desktop, note, isVersion(1))
    expect(await desktop.client().templates.load({ name })).toEqual(mappingOf('Number'))
  }
  const database = await openTeam(server, address)
  expect(valueOf(await verifyTeamAudit(database)).fault).toBeNull()
})
