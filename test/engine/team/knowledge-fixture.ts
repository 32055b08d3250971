// What the tests of shared knowledge have in common: two desktops of one team, a batch to repair, waiting for what an item
// becomes, and all that the team's database holds.
import type { SharedItem, SharedItemName } from '../../../shared/contract/team/knowledge.ts'
import type { Mapping } from '../../../shared/mapping/file.ts'
import { mappingFile } from '../../../shared/mapping/file.ts'
import { sharedPostgres } from '../../support/postgres/postgres.ts'
import { workbook } from '../api/small-files.ts'
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

/** Every value of every row of the team's database; bytes as hexadecimal digits. */
export async function everything(query: (sql: string) => Promise<readonly object[]>): Promise<string> {
  const tables = await query("SELECT tablename FROM pg_tables WHERE schemaname = 'carryover'")
  const rows = await Promise.all(
    tables.map((table) =>
      query(`SELECT to_jsonb(t) FROM carryover.${(table as { tablename: string }).tablename} t`),
    ),
  )
  return JSON.stringify(rows)
}

const header = ['Account No', 'Supplier', 'Surname', 'Street', 'Postcode', 'Type']

/** A batch in which the account type and the surnames are mistyped. */
export async function mistyped(
  desktop: Desktop,
  keys: readonly string[] = ['A', 'B', 'C'],
  { surname = 'Smyth', type = 'Dometsic' } = {},
): Promise<number> {
  const rows = keys.map((key) => [key, 'ACME', `${surname} ${key}`, '1 Road', 'QA1 1AB', type])
  const file = await workbook(desktop.folder, 'types', [{ name: 'Accounts', rows: [header, ...rows] }])
  const column = (name: string, field: string) => ({ column: name, field })
  const mapping = {
    version: 1 as const,
    key: 'Account No',
    columns: [
      column('Account No', 'external_account_number'),
      column('Supplier', 'import_supplier'),
      column('Surname', 'customers.0.family_name'),
      column('Street', 'billing_address.street_address'),
      column('Postcode', 'billing_address.postal_code'),
      column('Type', 'account_type'),
    ],
    fixed: [{ field: 'billing_address.country', value: 'GB' }],
  }
  return desktop.load({ file, mapping })
}
