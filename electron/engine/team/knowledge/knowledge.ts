// What the members of a team share, as one desktop has it: follows the team's database while it answers, and does what a
// person asks. Without an answer everything goes on with what was known last.
import type {
  Shareable,
  SharedDifference,
  SharedItem,
  SharedItemName,
  SharedKind,
  SharedVersion,
} from '../../../../shared/contract/team/knowledge.ts'
import { sharedKinds } from '../../../../shared/contract/team/knowledge.ts'
import { message } from '../../../../shared/texts/message.ts'
import type { Store } from '../../store/store.ts'
import type { SharedRow } from '../../store/team/shared-items.ts'
import type { Clock } from '../../system/clock.ts'
import { failed, type Result, success } from '../../system/failure.ts'
import type { KeyStore } from '../../system/key-store.ts'
import { yieldToEventLoop } from '../../system/yield.ts'
import { machineName } from '../claims/session.ts'
import type { TeamResult } from '../database/trouble.ts'
import { readTeam } from '../settings.ts'
import { type FollowParts, kindOf, nameOf, type OpenTeam, pull, refusalOf, settleAll, use } from './follow.ts'
import { type ItemState, stateOf } from './item-state.ts'
import type { Kind } from './kinds/kind.ts'
import type { Kinds } from './kinds/kinds.ts'
import { readContent, readHistory } from './versions.ts'

type KnowledgeOptions = {
  readonly store: Store
  readonly clock: Clock
  readonly keyStore: KeyStore
  readonly kinds: Kinds
  /** Something of the workspace has changed: windows read it again. */
  readonly changed: () => void
  /** Errors that are bugs. */
  readonly left: (error: unknown) => void
}

type Parts = KnowledgeOptions &
  FollowParts & {
    open: OpenTeam | null
    /** Somebody announced changes, or they are to be read in any case. */
    isDue: boolean
    pulledAt: number
    /** A round has to follow the one that is under way. */
    isAsked: boolean
    running: Promise<void> | null
  }

/** Changes of others are read this often, or when somebody announces them. */
const pullMs = 15_000

export type Knowledge = ReturnType<typeof createKnowledge>

export function createKnowledge(options: KnowledgeOptions) {
  const parts: Parts = {
    ...options,
    whys: new Map(),
    open: null,
    isDue: true,
    pulledAt: 0,
    isAsked: false,
    running: null,
  }
  return {
    /** The team's database answers: called with each heartbeat. Work goes on in the background. */
    follow(open: OpenTeam): void {
      if (parts.open?.session !== open.session) parts.isDue = true
      parts.open = open
      begin(parts)
    },
    /** Somebody announced a change. */
    heard(): void {
      parts.isDue = true
      begin(parts)
    },
    /** Reads what is new now. */
    async refresh(): Promise<void> {
      parts.isDue = true
      begin(parts)
      await parts.running
    },
    /** The way to the database ends. Waits for what is under way. */
    async end(): Promise<void> {
      parts.open = null
      await parts.running
    },
    list: (): SharedItem[] => list(parts),
    candidates: (kind: SharedKind, text: string): Promise<Shareable[]> => candidates(parts, kind, text),
    share: (name: SharedItemName): Promise<Result<void>> => share(parts, name),
    unshare: (name: SharedItemName): Result<void> => unshare(parts, name),
    compare: (name: SharedItemName): Result<Compared> => compare(parts, name),
    resolve: (name: SharedItemName, take: 'mine' | 'theirs', version: number): Promise<Result<void>> =>
      resolve(parts, name, take, version),
    history: (
      name: SharedItemName,
      database: OpenTeam['database'],
    ): Promise<TeamResult<readonly SharedVersion[]>> => readHistory(database, name),
    bringBack: (name: SharedItemName, version: number, open: OpenTeam): Promise<TeamResult<Result<void>>> =>
      bringBack(parts, name, version, open),
  }
}

function begin(parts: Parts): void {
  parts.isAsked = true
  parts.running ??= rounds(parts)
    .catch(parts.left)
    .finally(() => {
      parts.running = null
    })
}

async function rounds(parts: Parts): Promise<void> {
  while (parts.isAsked) {
    parts.isAsked = false
    if (parts.open === null) return
    const before = shownOf(parts)
    const isAnswered = await round(parts, parts.open)
    if (shownOf(parts) !== before) parts.changed()
    if (!isAnswered) return
  }
}

/** False: the database did not answer. */
async function round(parts: Parts, open: OpenTeam): Promise<boolean> {
  const now = parts.clock.monotonic()
  if (parts.isDue || now - parts.pulledAt >= pullMs) {
    parts.isDue = false
    parts.pulledAt = now
    if (!(await pull(parts, open))) {
      parts.isDue = true
      return false
    }
  }
  return settleAll(parts, () => parts.open)
}

/** What windows show of the items, without their contents, which have a version each. */
function shownOf({ store, whys }: Parts): string {
  const rows = store.sharedItems.all()
  const items = rows.map(({ kind, key, version, baseVersion, member, removed, withdrawn }) => [
    kind,
    key,
    version,
    baseVersion,
    member,
    removed,
    withdrawn,
  ])
  return JSON.stringify([items, [...whys]])
}

type Known = { readonly row: SharedRow; readonly kind: Kind; readonly now: ItemState }

function known(parts: Parts, name: SharedItemName): Known | null {
  const row = parts.store.sharedItems.get(name)
  const kind = kindOf(parts.kinds, name)
  return row === null || kind === undefined ? null : { row, kind, now: stateOf(row, kind) }
}

const notShared = (): Result<never> => failed('input', 'not_shared', message('knowledge.not_shared'))

function itemOf({ whys }: Parts, name: SharedItemName, { row, kind, now }: Known): SharedItem {
  return {
    ...name,
    ...kind.named(name.key, now.newest ?? now.here ?? row.baseContent),
    state: now.state,
    why: now.why ?? whys.get(nameOf(name)) ?? null,
    version: row.version,
    member: row.member,
    machine: row.machine,
    at: row.at,
  }
}

function list(parts: Parts): SharedItem[] {
  if (readTeam(parts.store.settings) === null) return []
  const items = parts.store.sharedItems.all().flatMap(({ kind, key }) => {
    const name = sharedKinds.find((one) => one === kind)
    const found = name === undefined ? null : known(parts, { kind: name, key })
    return name === undefined || found === null ? [] : [itemOf(parts, { kind: name, key }, found)]
  })
  return items.toSorted(
    (one, other) =>
      sharedKinds.indexOf(one.kind) - sharedKinds.indexOf(other.kind) || one.name.localeCompare(other.name),
  )
}

const mostCandidates = 200
/** Between two pieces windows are served. */
const lookedAtAtOnce = 500

async function candidates({ store, kinds }: Parts, kind: SharedKind, text: string): Promise<Shareable[]> {
  const wanted = text.trim().toLowerCase()
  const found: Shareable[] = []
  for (const [at, key] of (await kinds[kind].keys()).entries()) {
    if (at % lookedAtAtOnce === lookedAtAtOnce - 1) await yieldToEventLoop()
    const row = store.sharedItems.get({ kind, key })
    if (row !== null && !row.removed && !row.withdrawn) continue
    const one = { kind, key, ...kinds[kind].named(key, await kinds[kind].find(key)) }
    if (!`${one.name} ${one.place}`.toLowerCase().includes(wanted)) continue
    if (found.push(one) >= mostCandidates) break
  }
  return found.toSorted((one, other) => one.name.localeCompare(other.name))
}

async function share(parts: Parts, { kind, key }: SharedItemName): Promise<Result<void>> {
  const { store, kinds, clock } = parts
  const team = readTeam(store.settings)
  if (team === null) return failed('input', 'no_team', message('team.not_joined'))
  const content = await kinds[kind].find(key)
  if (content === null) return failed('input', 'nothing_to_share', message('knowledge.not_here'))
  const refusal = await refusalOf(parts, kinds[kind], key, content)
  if (refusal !== null) return failed('input', 'not_shareable', refusal)
  const before = store.sharedItems.get({ kind, key })
  if (before === null || before.removed || before.withdrawn) {
    store.sharedItems.begin({ kind, key, member: team.name, machine: machineName(), at: clock.now() })
    store.sharedItems.setBase({ kind, key, version: before?.version ?? 0, content })
    parts.changed()
  }
  begin(parts)
  return success(undefined)
}

function unshare(parts: Parts, name: SharedItemName): Result<void> {
  const found = known(parts, name)
  if (found === null) return notShared()
  if (found.row.version === 0) parts.store.sharedItems.forget(name)
  else if (!found.row.removed) parts.store.sharedItems.withdraw(name)
  parts.changed()
  begin(parts)
  return success(undefined)
}

type Compared = { readonly item: SharedItem; readonly differences: SharedDifference[] }

function compare(parts: Parts, name: SharedItemName): Result<Compared> {
  const found = known(parts, name)
  if (found === null) return notShared()
  const { kind, now } = found
  return success({
    item: itemOf(parts, name, found),
    differences: kind.differences(name.key, now.here, now.newest),
  })
}

async function resolve(
  parts: Parts,
  name: SharedItemName,
  take: 'mine' | 'theirs',
  version: number,
): Promise<Result<void>> {
  const found = known(parts, name)
  if (found === null) return notShared()
  const { row, kind, now } = found
  if (row.version !== version) return failed('input', 'changed', message('knowledge.changed'))
  const { newest } = now
  const isOpen = ['conflict', 'asks', 'absent', 'waits'].includes(now.state)
  if (!isOpen || newest === null)
    return failed('input', 'nothing_to_decide', message('knowledge.nothing_to_decide'))
  if (take === 'mine') parts.store.sharedItems.setBase({ ...name, version, content: row.content })
  else {
    const why = await use(parts, kind, row, newest)
    if (why !== null) return failed('input', 'not_used', why)
  }
  begin(parts)
  return success(undefined)
}

async function bringBack(
  parts: Parts,
  name: SharedItemName,
  version: number,
  { database }: OpenTeam,
): Promise<TeamResult<Result<void>>> {
  const done = (value: Result<void>) => ({ ok: true as const, value })
  const read = await readContent(database, name, version)
  if (!read.ok) return read
  const found = known(parts, name)
  if (found === null) return done(notShared())
  const { row, kind, now } = found
  if (now.state === 'conflict')
    return done(failed('input', 'decide_first', message('knowledge.decide_first')))
  const content = kind.parse(name.key, read.value)
  if (content === null) return done(failed('input', 'not_understood', message('knowledge.not_understood')))
  const why = await kind.apply(name.key, content, row.member)
  if (why !== null) return done(failed('input', 'not_used', why))
  const after = known(parts, name)
  if (after !== null && after.now.newest !== content) {
    const { member, machine, at, version: newest } = after.row
    parts.store.sharedItems.begin({ ...name, member, machine, at })
    parts.store.sharedItems.setBase({ ...name, version: newest, content })
  }
  parts.changed()
  begin(parts)
  return done(success(undefined))
}
