// One round with the team's database: takes what is new there, uses it here where nothing was changed since, and gives it what
// was changed here. Nothing is overwritten: where both sides changed an item, it waits for a person.
import { z } from 'zod'
import { networkSecret } from '../../../../shared/sending/network-settings.ts'
import { type Message, message, type Said } from '../../../../shared/texts/message.ts'
import type { Store } from '../../store/store.ts'
import type { SharedName, SharedRow } from '../../store/team/shared-items.ts'
import { type KeyStore, teamSecrets } from '../../system/key-store.ts'
import type { Session } from '../claims/claims.ts'
import type { TeamDatabase } from '../database/connect.ts'
import { stateOf } from './item-state.ts'
import type { Kind } from './kinds/kind.ts'
import type { Kinds } from './kinds/kinds.ts'
import {
  hasChange,
  mostBytes,
  type NewVersion,
  readNewVersions,
  shareVersion,
  versionsAtOnce,
} from './versions.ts'

export type FollowParts = {
  readonly store: Store
  readonly kinds: Kinds
  readonly keyStore: KeyStore
  /** Why a version is not used here yet, or the item here cannot be shared; by `nameOf`. */
  readonly whys: Map<string, Said>
  /** Something of the workspace has changed. */
  readonly changed: () => void
}

export type OpenTeam = {
  readonly database: TeamDatabase
  readonly session: Session
  readonly team: string
  /** A newer program made the tables: nothing is written. */
  readonly isReading?: boolean
}

const seenSetting = 'team_shared_seen'
/** The last change that was read, of which team. */
const seenValue = z.object({ team: z.string(), number: z.number(), id: z.string() })
type Seen = z.infer<typeof seenValue>

export const nameOf = ({ kind, key }: SharedName): string => JSON.stringify([kind, key])

export function kindOf(kinds: Kinds, { kind }: SharedName): Kind | undefined {
  return (kinds as Readonly<Record<string, Kind | undefined>>)[kind]
}

/** Reads what others changed. False: the database did not answer. */
export async function pull({ store }: FollowParts, { database, team }: OpenTeam): Promise<boolean> {
  const seen = readSeen(store, team)
  const isKnown = seen.number === 0 ? null : await hasChange(database, seen)
  if (isKnown?.ok === false) return false
  // A server that forgot changes is read from the beginning.
  const isForgotten = isKnown?.value === false
  const all: SharedName[] = []
  for (let at: Seen = isForgotten ? { team, number: 0, id: '' } : seen; ; ) {
    const found = await readNewVersions(database, at.number)
    if (!found.ok) return false
    for (const version of found.value) {
      if (isForgotten) compareWithBase(store, version)
      store.sharedItems.noteVersion(version)
      all.push(version)
      at = { team, number: version.number, id: version.id }
    }
    if (!isForgotten) writeSeen(store, at)
    if (found.value.length < versionsAtOnce) {
      if (isForgotten) store.sharedItems.keepOnly(all)
      writeSeen(store, at)
      return true
    }
  }
}

function readSeen(store: Store, team: string): Seen {
  const text = store.settings.get(seenSetting)
  const seen = text === null ? null : seenValue.parse(JSON.parse(text))
  if (seen?.team === team) return seen
  // What another team shared says nothing about this one.
  if (seen !== null) store.sharedItems.forgetAll()
  const none = { team, number: 0, id: '' }
  writeSeen(store, none)
  return none
}

function writeSeen({ settings }: Store, seen: Seen): void {
  settings.set(seenSetting, JSON.stringify(seen))
}

/** The server forgot changes: what only this desktop has becomes the next version; where another one took its place, a person decides. */
function compareWithBase({ sharedItems }: Store, { kind, key, version, content }: NewVersion): void {
  const row = sharedItems.get({ kind, key })
  if (row === null || version > row.baseVersion) return
  if (version < row.baseVersion) sharedItems.setBase({ kind, key, version, content })
  else if (content !== row.baseContent) sharedItems.setBase({ kind, key, version: 0, content: null })
}

/** Brings every item in step that can be. False: the database did not answer. */
export async function settleAll(parts: FollowParts, isOpen: () => OpenTeam | null): Promise<boolean> {
  const order = Object.keys(parts.kinds)
  const rows = parts.store.sharedItems
    .all()
    .toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
  for (const { kind, key } of rows) {
    const open = isOpen()
    if (open === null) return true
    const row = parts.store.sharedItems.get({ kind, key })
    if (row !== null && !(await settle(parts, open, row))) return false
  }
  return true
}

async function settle(parts: FollowParts, open: OpenTeam, row: SharedRow): Promise<boolean> {
  const { store, whys, kinds } = parts
  const kind = kindOf(kinds, row)
  // Of a newer program: this one keeps it as it came.
  if (kind === undefined) return true
  const { key, version } = row
  const { state, here, newest } = stateOf(row, kind)
  if (state === 'in_step' && (row.baseVersion !== version || row.baseContent !== row.content))
    store.sharedItems.setBase({ kind: row.kind, key, version, content: row.content })
  if (state === 'waits' && newest !== null) await use(parts, kind, row, newest)
  else if (state !== 'changed_here') whys.delete(nameOf(row))
  const isReading = open.isReading === true
  if (state === 'changed_here' && here !== null) return isReading || push(parts, open, kind, row, here)
  if (state !== 'ended') return true
  if (row.withdrawn) return isReading || withdraw(parts, open, row)
  if (kind.ended(key, row.baseContent)) store.sharedItems.forget(row)
  return true
}

/** Uses a version here. Returns why it is not used; null: it is. */
export async function use(
  { store, whys, changed }: FollowParts,
  kind: Kind,
  row: SharedRow,
  text: string,
): Promise<Said | null> {
  const why = await kind.apply(row.key, text, row.member)
  if (why !== null) {
    whys.set(nameOf(row), why)
    return why
  }
  whys.delete(nameOf(row))
  // A person may have changed it meanwhile.
  if (kind.read(row.key, text) === text)
    store.sharedItems.setBase({ kind: row.kind, key: row.key, version: row.version, content: row.content })
  changed()
  return null
}

async function push(
  parts: FollowParts,
  { database, session }: OpenTeam,
  kind: Kind,
  row: SharedRow,
  content: string,
): Promise<boolean> {
  const { store, whys } = parts
  const refusal = await refusalOf(parts, kind, row.key, content)
  if (refusal !== null) {
    whys.set(nameOf(row), refusal)
    return true
  }
  await kind.spread(row.key, content)
  const name = { kind: row.kind, key: row.key }
  const answer = await shareVersion(database, session, { ...name, base: row.version, content })
  if (!answer.ok) {
    whys.set(nameOf(row), answer.trouble.message)
    return false
  }
  whys.delete(nameOf(row))
  const { value } = answer
  if (value.verdict === 'lost') {
    store.sharedItems.noteVersion({ ...row, version: 0, content: null, removed: false })
    return true
  }
  if (!('newest' in value)) return true
  store.sharedItems.noteVersion(value.newest)
  if (value.verdict === 'shared')
    store.sharedItems.setBase({ ...name, version: value.newest.version, content })
  return true
}

async function withdraw(
  { store }: FollowParts,
  { database, session }: OpenTeam,
  { kind, key, version }: SharedRow,
): Promise<boolean> {
  if (version === 0) {
    store.sharedItems.forget({ kind, key })
    return true
  }
  const answer = await shareVersion(database, session, { kind, key, base: version, content: null })
  if (!answer.ok) return false
  if (answer.value.verdict === 'lost') store.sharedItems.forget({ kind, key })
  else if ('newest' in answer.value) store.sharedItems.noteVersion(answer.value.newest)
  return true
}

/** Why this content cannot be shared; null: it can. */
export async function refusalOf(
  { keyStore, store }: FollowParts,
  kind: Kind,
  key: string,
  content: string,
): Promise<Message | null> {
  if (/\p{Cc}/u.test(key)) return message('knowledge.name_unusable')
  if (Buffer.byteLength(content) > mostBytes)
    return message('knowledge.too_large', { bytes: Buffer.byteLength(content), most: mostBytes })
  if (await holdsSecret(keyStore, store, key + content)) return message('knowledge.holds_key')
  return kind.refusal(key, content)
}

/** Shorter ones would be found in any text. */
const shortestSecret = 6

/** A person may have written a key into a note or into a header. */
async function holdsSecret(keyStore: KeyStore, { connections }: Store, text: string): Promise<boolean> {
  const secrets = await Promise.all([
    ...teamSecrets.map((name) => keyStore.teamSecret(name)),
    ...connections
      .all()
      .flatMap(({ id }) => [
        keyStore.get(id),
        ...networkSecret.options.map((name) => keyStore.secret(id, name)),
      ]),
  ])
  return secrets.some(
    (secret) =>
      secret !== null &&
      secret.length >= shortestSecret &&
      (text.includes(secret) || text.includes(JSON.stringify(secret).slice(1, -1))),
  )
}
