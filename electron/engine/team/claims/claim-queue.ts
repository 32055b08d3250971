// Asks for claims of the accounts that are next in the queue of a connection, many at once and ahead of their sending. What
// is granted is written to this folder's record before it can be used; what somebody else has leaves the queue.
import { isDiskTrouble } from '../../store/database/disk-trouble.ts'
import type { Claimed, Claims } from '../../sending/create/claims.ts'
import type { Account } from '../../store/accounts/account-row.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../../system/clock.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamTrouble } from '../database/trouble.ts'
import { type ClaimAnswer, claimAccounts, type Session, type Standing, type Wanted } from './claims.ts'
import { identityHash } from './identity-hash.ts'
import type { Permits } from './permits.ts'
import { nameBatch } from './session.ts'

/**
 * Accounts that are claimed ahead: as many as are sent in a second or two, because nobody else can send them meanwhile. Those
 * that are not sent in time are claimed again.
 */
const aheadLeast = 64
const aheadMost = 512
/** Milliseconds between two questions: sooner, the next one asks for twice as many; later, for half as many. */
const soonMs = 500
const lateMs = 5000

/** An open session in which claims may be granted. */
export type Granting = { readonly database: TeamDatabase; readonly session: Session; readonly team: string }

export type ClaimQueueParts = {
  readonly store: Store
  readonly clock: Clock
  readonly permits: Permits
  /** True if the workspace belongs to a team. */
  readonly isMember: () => boolean
  /** Null while nothing is granted. */
  readonly granting: () => Granting | null
  readonly failed: (trouble: TeamTrouble) => void
  readonly stands: (standing: Standing) => void
  /** Wakes the connection's scheduler. */
  readonly wake: (connection: number) => void
  readonly changed: (batch: number) => void
  readonly moved: (batch: number) => void
}

export type ClaimQueue = ReturnType<typeof createClaimQueue>

/** What an account is called in the team's database; `key`: the hash in hexadecimal digits. */
type Name = { readonly connection: number; readonly service: string; readonly key: string }

type Queue = ClaimQueueParts & {
  /** Names of accounts whose create was begun: just before it leaves, they are looked up again. */
  readonly begun: WeakMap<Claimed, Name>
  readonly wanted: Set<number>
  /** Permits of a connection that were not used yet, about. */
  readonly left: Map<number, number>
  /** When a connection's accounts were asked for last, and how many ahead. */
  readonly asked: Map<number, { readonly at: number; readonly ahead: number }>
  /** Batches that the database knows, in this session. */
  readonly named: Set<string>
  working: Promise<void> | null
}

export function createClaimQueue(parts: ClaimQueueParts) {
  const queue: Queue = {
    ...parts,
    begun: new WeakMap(),
    wanted: new Set(),
    left: new Map(),
    asked: new Map(),
    named: new Set(),
    working: null,
  }
  const claims: Claims = {
    mayBegin: (account) => mayBegin(queue, account),
    mayLeave: (account) => mayLeave(queue, account),
  }
  return {
    claims,
    /** Claims may be granted again: asks for all connections that wait. */
    goOn: () => work(queue),
    /** A new session: nothing is granted or known to the database. */
    forget(): void {
      queue.permits.clear()
      queue.left.clear()
      queue.named.clear()
    },
    /** Resolves when no question is under way. */
    async settled(): Promise<void> {
      await queue.working
    },
  }
}

/** The practice service is each desktop's own. */
function isGuarded({ store, isMember }: Queue, { connection_id: connection }: Claimed): boolean {
  if (!isMember() || connection === null) return false
  return store.connections.get(connection)?.environment !== 'practice'
}

/** Null while nothing is granted. */
function nameOf(queue: Queue, { connection_id: connection, identity }: Claimed): Name | null {
  const team = queue.granting()?.team
  if (connection === null || identity === null || team === undefined) return null
  const service = queue.store.sending.missed.serviceOf(connection)
  return { connection, service, key: identityHash(team, service, identity).toString('hex') }
}

function permitOf(queue: Queue, account: Claimed) {
  const name = nameOf(queue, account)
  return name === null ? null : queue.permits.get(name.key)
}

function mayBegin(queue: Queue, account: Claimed): boolean {
  const { connection_id: connection } = account
  if (connection === null || !isGuarded(queue, account)) return true
  const name = nameOf(queue, account)
  const permit = name === null ? null : queue.permits.get(name.key)
  const left = (queue.left.get(connection) ?? 0) - (permit === null ? 0 : 1)
  queue.left.set(connection, Math.max(0, left))
  if (permit === null || left < aheadOf(queue, connection) / 2) want(queue, connection)
  if (name === null || permit === null) return false
  queue.begun.set(account, name)
  return true
}

function mayLeave(queue: Queue, account: Claimed): boolean {
  const { store, permits, begun } = queue
  const name = begun.get(account)
  // The account's connection may have another address by now.
  if (name !== undefined && name.service === store.sending.missed.serviceOf(name.connection))
    return queue.granting() !== null && permits.get(name.key) !== null
  return !isGuarded(queue, account) || permitOf(queue, account) !== null
}

function aheadOf(queue: Queue, connection: number): number {
  return queue.asked.get(connection)?.ahead ?? aheadLeast
}

/** How many to claim ahead from now on, by the time since the last question. */
function adapt(queue: Queue, connection: number): number {
  const at = queue.clock.monotonic()
  const last = queue.asked.get(connection)
  const before = last?.ahead ?? aheadLeast
  const since = last === undefined ? lateMs : at - last.at
  const ahead = since < soonMs ? 2 * before : since > lateMs ? before / 2 : before
  const kept = Math.min(aheadMost, Math.max(aheadLeast, ahead))
  queue.asked.set(connection, { at, ahead: kept })
  return kept
}

function want(queue: Queue, connection: number): void {
  queue.wanted.add(connection)
  work(queue)
}

function work(queue: Queue): void {
  queue.working ??= askAll(queue).finally(() => {
    queue.working = null
    if (queue.wanted.size > 0 && queue.granting() !== null) work(queue)
  })
}

async function askAll(queue: Queue): Promise<void> {
  // Not in the transaction from which a scheduler may have asked.
  await Promise.resolve()
  for (const connection of queue.wanted) {
    const granting = queue.granting()
    if (granting === null) return
    queue.wanted.delete(connection)
    if (await ask(queue, granting, connection)) queue.wake(connection)
    else queue.wanted.add(connection)
    if (queue.granting() === null) return
  }
}

/** False if the database did not answer, or grants nothing at present. */
async function ask(queue: Queue, granting: Granting, connection: number): Promise<boolean> {
  const { store, clock, permits } = queue
  const wanted = adapt(queue, connection)
  const ahead = store.sending.queuedNow(connection, clock.now(), wanted).map((id) => store.accounts.get(id))
  const next = ahead.filter((account) => permitOf(queue, account) === null)
  // The whole queue is granted: it is asked again when an account without a permit is met.
  queue.left.set(connection, ahead.length < wanted ? Infinity : ahead.length - next.length)
  if (next.length === 0) return true
  const service = store.sending.missed.serviceOf(connection)
  const asked = next.flatMap((account) => wantedOf(queue, granting, account))
  if (!(await nameAll(queue, granting, service, asked))) return false
  const moment = permits.moment()
  const answer = await claimAccounts(
    granting.database,
    granting.session,
    service,
    asked.map(({ wanted }) => wanted),
  )
  if (!answer.ok) {
    queue.failed(answer.trouble)
    return false
  }
  if (answer.value.standing !== 'ok') {
    queue.stands(answer.value.standing)
    return false
  }
  return keep(queue, { connection, service, asked, answer: answer.value, moment })
}

type Asked = { readonly account: Account; readonly wanted: Wanted; readonly key: string }

function wantedOf(queue: Queue, { team }: Granting, account: Account): Asked[] {
  const { connection_id: connection, identity } = account
  if (connection === null || identity === null) return []
  const hash = identityHash(team, queue.store.sending.missed.serviceOf(connection), identity)
  const batch = queue.store.ownClaims.codeOf(account.batch_id)
  const wanted = { identity: hash, batch, wave: account.wave ?? 1, supplier: account.supplier ?? '' }
  return [{ account, wanted, key: hash.toString('hex') }]
}

/** The database knows each batch before accounts of it are claimed. */
async function nameAll(
  queue: Queue,
  { database, session }: Granting,
  service: string,
  asked: readonly Asked[],
): Promise<boolean> {
  for (const { account, wanted } of asked) {
    if (queue.named.has(wanted.batch)) continue
    const name = queue.store.batches.get(account.batch_id)?.name ?? ''
    const named = await nameBatch(database, session, { id: wanted.batch, service, name: name.slice(0, 400) })
    if (!named.ok) {
      queue.failed(named.trouble)
      return false
    }
    queue.named.add(wanted.batch)
  }
  return true
}

type Kept = {
  readonly connection: number
  readonly service: string
  readonly asked: readonly Asked[]
  readonly answer: ClaimAnswer
  readonly moment: ReturnType<Permits['moment']>
}

/** Writes what was granted, then makes it usable. False if the disk takes no writes: it is asked for again. */
function keep(queue: Queue, { connection, service, asked, answer, moment }: Kept): boolean {
  const { store, permits, clock } = queue
  const granted = asked.flatMap(({ account, wanted, key }) => {
    const one = answer.granted.get(key)
    return one === undefined ? [] : [{ key, one, claim: { ...wanted, ...one, service, account: account.id } }]
  })
  const changed = new Set<number>()
  try {
    store.sending.together(() => {
      store.ownClaims.record(granted.map(({ claim }) => claim))
      for (const { account, wanted, key } of asked) {
        const holder = answer.held.get(key)
        // It may have been cancelled meanwhile.
        if (holder === undefined || store.accounts.get(account.id).state !== 'queued') continue
        store.holders.leaveTo(account.id, { ...holder, service, identity: wanted.identity }, clock.now())
        changed.add(account.batch_id)
      }
    })
  } catch (error) {
    if (!isDiskTrouble(error)) throw error
    return false
  }
  for (const { key, one } of granted) permits.grant(key, one, moment)
  queue.left.set(connection, (queue.left.get(connection) ?? 0) + granted.length)
  const isMoved = new Set(answer.moved)
  for (const { account, key } of asked) if (isMoved.has(key)) queue.moved(account.batch_id)
  for (const batch of changed) queue.changed(batch)
  return true
}
