// What the team shares, as this desktop knew it last: work goes on with it while the team's database is away. Contents are
// kept as they came; whoever uses one parses it.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { bindOperations, immediateTransaction } from '../operations.ts'

const flag = z.union([z.literal(0), z.literal(1)]).transform((value) => value === 1)
const sharedRow = z.object({
  kind: z.string(),
  key: z.string(),
  /** 0: the team does not have it yet. */
  version: z.number(),
  /** JSON; null: the team shares it no more, or not yet. */
  content: z.string().nullable(),
  removed: flag,
  member: z.string(),
  machine: z.string(),
  /** Milliseconds since 1970, by the clock of the team's server. */
  at: z.number(),
  /** The version that was in step with the item here; 0: none yet. */
  baseVersion: z.number(),
  baseContent: z.string().nullable(),
  withdrawn: flag,
  fromHere: flag,
})
export type SharedRow = z.infer<typeof sharedRow>
/** A version as the team's database has it. */
export type TeamVersion = Pick<
  SharedRow,
  'kind' | 'key' | 'version' | 'content' | 'removed' | 'member' | 'machine' | 'at'
>
export type SharedName = Pick<SharedRow, 'kind' | 'key'>

export type SharedItemStore = ReturnType<typeof createSharedItemStore>

export function createSharedItemStore(database: Database) {
  return bindOperations(prepareShared(database), {
    all: listAll,
    get: getOne,
    begin,
    noteVersion,
    setBase,
    withdraw,
    forget,
    keepOnly,
    forgetAll,
  })
}

type Parts = ReturnType<typeof prepareShared>

function prepareShared(database: Database) {
  const select = `SELECT kind, key, version, content, removed, member, machine, at, base_version AS baseVersion,
    base_content AS baseContent, withdrawn, from_here AS fromHere FROM team_shared`
  return {
    inTransaction: immediateTransaction(database),
    selectAll: database.prepare(`${select} ORDER BY kind, key`),
    selectOne: database.prepare(`${select} WHERE kind = ? AND key = ?`),
    insert: database.prepare(
      `INSERT INTO team_shared (kind, key, version, content, removed, member, machine, at, from_here)
       VALUES (@kind, @key, 0, NULL, 0, @member, @machine, @at, 1)
       ON CONFLICT DO UPDATE SET content = NULL, removed = 0, withdrawn = 0, from_here = 1,
         base_version = version`,
    ),
    upsert: database.prepare(
      `INSERT INTO team_shared (kind, key, version, content, removed, member, machine, at)
       VALUES (@kind, @key, @version, @content, @removed, @member, @machine, @at)
       ON CONFLICT DO UPDATE SET version = excluded.version, content = excluded.content, removed = excluded.removed,
         member = excluded.member, machine = excluded.machine, at = excluded.at,
         withdrawn = iif(excluded.removed = 1, 0, withdrawn)`,
    ),
    updateBase: database.prepare(
      'UPDATE team_shared SET base_version = @version, base_content = @content WHERE kind = @kind AND key = @key',
    ),
    /** What repairs say comes from cells: it is not kept longer. */
    withdraw: database.prepare(
      `UPDATE team_shared SET withdrawn = 1, content = iif(kind = 'repair', NULL, content),
         base_content = iif(kind = 'repair', NULL, base_content) WHERE kind = ? AND key = ?`,
    ),
    deleteOne: database.prepare('DELETE FROM team_shared WHERE kind = ? AND key = ?'),
    deleteAll: database.prepare('DELETE FROM team_shared'),
  }
}

function listAll({ selectAll }: Parts): SharedRow[] {
  return selectAll.all().map((row) => sharedRow.parse(row))
}

function getOne({ selectOne }: Parts, { kind, key }: SharedName): SharedRow | null {
  const row = selectOne.get(kind, key)
  return row === undefined ? null : sharedRow.parse(row)
}

/** A person shares it: it goes to the team with the next answer of its database. */
function begin({ insert }: Parts, item: SharedName & Pick<SharedRow, 'member' | 'machine' | 'at'>): void {
  insert.run(item)
}

/** The newest version that the team has. */
function noteVersion({ upsert }: Parts, version: TeamVersion): void {
  upsert.run({ ...version, removed: version.removed ? 1 : 0 })
}

/** From now on the item here counts as changed where it differs from this content. */
function setBase(
  { updateBase }: Parts,
  item: SharedName & { readonly version: number; readonly content: string | null },
): void {
  updateBase.run(item)
}

function withdraw(parts: Parts, { kind, key }: SharedName): void {
  parts.withdraw.run(kind, key)
}

function forget({ deleteOne }: Parts, { kind, key }: SharedName): void {
  deleteOne.run(kind, key)
}

/** The server forgot changes: what it does not have any more has to be shared again. */
function keepOnly(parts: Parts, has: readonly SharedName[]): void {
  const names = new Set(has.map(({ kind, key }) => JSON.stringify([kind, key])))
  parts.inTransaction(() => {
    for (const { kind, key, member, machine, at, removed, withdrawn } of listAll(parts)) {
      if (names.has(JSON.stringify([kind, key]))) continue
      if (withdrawn || removed) parts.deleteOne.run(kind, key)
      else parts.upsert.run({ kind, key, version: 0, content: null, removed: 0, member, machine, at })
    }
  })
}

function forgetAll({ deleteAll }: Parts): void {
  deleteAll.run()
}
