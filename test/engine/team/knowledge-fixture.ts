// What the tests of shared knowledge have in common: two desktops of one team, and waiting for what an item becomes.
import type { SharedItem, SharedItemName } from '../../../shared/contract/team/knowledge.ts'
import type { Mapping } from '../../../shared/mapping/file.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { type Desktop, joinTeam, openDesktop, openService } from './team-desktops.ts'

export const template: SharedItemName = { kind: 'template', key: 'Tariff list' }

/** A mapping whose account's key comes from a column. */
export function mappingOf(key: string, name = 'Name'): Mapping {
  return mappingFile.parse({
    version: 1,
    key,
    columns: [
      { column: key, field: 'customers.0.reference' },
      { column: name, field: 'customers.0.family_name' },
    ],
  })
}

export async function twoDesktops() {
  const server = await sharedPostgres()
  const address = await server.createDatabase()
  const sandbox = await openService()
  const [dana, ina] = [await openDesktop(sandbox), await openDesktop(sandbox)]
  await joinTeam(dana, server, address, 'Dana')
  await joinTeam(ina, server, address, 'Ina')
  return { server, address, sandbox, dana, ina, query: (sql: string) => server.query(sql, address) }
}

export async function itemOf(
  { client }: Pick<Desktop, 'client'>,
  { kind, key }: SharedItemName,
): Promise<SharedItem | undefined> {
  return (await client().knowledge.list()).find((one) => one.kind === kind && one.key === key)
}

/** Asks until it holds; the test's own time limit ends it. */
export async function untilItem(
  desktop: Pick<Desktop, 'client'>,
  name: SharedItemName,
  holds: (item: SharedItem) => boolean,
): Promise<SharedItem> {
  for (;;) {
    const item = await itemOf(desktop, name)
    if (item !== undefined && holds(item)) return item
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

export const isVersion =
  (version: number) =>
  (item: SharedItem): boolean =>
    item.version === version && item.state === 'in_step'

/** Shared by one desktop, and in step on both. */
export async function shared(
  from: Desktop,
  to: Desktop,
  name: SharedItemName,
): Promise<readonly [SharedItem, SharedItem]> {
  await from.client().knowledge.share(name)
  return [await untilItem(from, name, isVersion(1)), await untilItem(to, name, isVersion(1))]
}
