// Asks for claims of the accounts that are next in the queue of a connection, many at once and ahead of their sending. What
// is granted is written to this folder's record before it can be used; what somebody else has leaves the queue.
import { isDiskTrouble } from '../../store/database/disk-trouble.ts'
import type { Claimed, Claims } from '../../sending/create/claims.ts'
import type { ClaimedAhead } from '../../store/accounts/accounts.ts'
import type { KnownClaim } from '../../store/team/own-claims.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../../system/clock.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamTrouble } from '../database/trouble.ts'
import {
  type ClaimAnswer,
  claimAccounts,
  type Granted,
  type Session,
  type Eligibility,
  type Wanted,
} from './claims.ts'
import { identityKey } from './identity-hash.ts'
import type { Permits } from './permits.ts'
import { nameBatch } from './session.ts'

/**
 * Accounts that are claimed ahead: as many as are sent in a second or two, because nobody else can send them meanwhile. Those
 * that are not sent in time are claimed again.
 */
const aheadLeast = 64
const aheadMost = 512
/** More are asked for when so many are left, or a quarter of those that are claimed ahead. */
const fewLeast = 32
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
  /** False: this desktop has no share of the service's limits now, so nothing is created there. */
  readonly hasShare: (service: string) => boolean
  /** False: the team does not know yet what was sent at this connection, so nothing is claimed there. */
  readonly isMadeKnown: (connection: number, service: string) => boolean
  readonly failed: (trouble: TeamTrouble) => void
  readonly stands: (eligibility: Eligibility) => void
  /** Wakes the connection's scheduler. */
  readonly wake: (connection: number) => void
  readonly changed: (batch: number) => void
  readonly moved: (batch: number) => void
  /** The database has to learn first what was sent, or what became of earlier claims. */
  readonly tell: () => void
  /** What was granted may not be in this folder's record: it is freed before anything else is claimed. */
  readonly unrecorded: () => void
  /** Errors that are bugs. */
  readonly broke: (error: unknown) => void
}

export type ClaimQueue = ReturnType<typeof createClaimQueue>

/** What an account is called in the team's database; `key`: the hash in hexadecimal digits. */
type Name = { readonly connection: number; readonly service: string; readonly key: string }

type Queue = ClaimQueueParts & {
  /** Names of accounts whose create was begun: just before it leaves, they are looked up again. */
  readonly begun: WeakMap<Claimed, Name>
  readonly wanted: Set<number>
  /** Connections that got no answer: they are asked for again with the next heartbeat. */
  readonly waiting: Set<number>
  /** Connections whose scheduler met an account without a permit. */
  readonly lacking: Set<number>
  /** Permits of a connection that were not used yet, about. */
  readonly left: Map<number, number>
  /** When a connection's accounts were asked for last, and how many ahead. */
  readonly asked: Map<number, { readonly at: number; readonly ahead: number }>
  /** Batches of a connection with accounts that have no identity, so that nobody can claim them. */
  readonly nameless: Map<number, ReadonlySet<number>>
  /** Batches that the database knows, in this session, each with its service. */
  readonly knownBatches: Set<string>
  working: Promise<void> | null
}

export function createClaimQueue(parts: ClaimQueueParts) {
  const queue: Queue = {
    ...parts,
    begun: new WeakMap(),
    wanted: new Set(),
    waiting: new Set(),
    lacking: new Set(),
    left: new Map(),
    asked: new Map(),
    nameless: new Map(),
    knownBatches: new Set(),
    working: null,
  }
  const claims: Claims = {
    mayBegin: (account) => mayBegin(queue, account),
    mayLeave: (account) => mayLeave(queue, account),
  }
  return {
    claims,
    /** Claims may be granted again: asks for all connections that wait. */
    goOn(): void {
      for (const connection of queue.waiting) queue.wanted.add(connection)
      queue.waiting.clear()
      if (queue.wanted.size > 0) work(queue)
    },
    /** A new session: nothing is granted or known to the database. */
    forget(): void {
      queue.permits.clear()
      queue.left.clear()
      queue.knownBatches.clear()
    },
    drop: queue.permits.drop,
    /** Accounts of the batch that are next in the queue have no identity: they are not sent. */
    isNameless: (batch: number): boolean =>
      [...queue.nameless.values()].some((batches) => batches.has(batch)),
    compareClocks: (): void => void queue.permits.moment(),
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
  return { connection, service, key: identityKey(team, service, identity) }
}

function mayBegin(queue: Queue, account: Claimed): boolean {
  const { connection_id: connection } = account
  if (connection === null) return true
  const name = nameOf(queue, account)
  // A permit is only given for what is guarded, so the connection need not be looked at.
  const permit = name === null ? null : queue.permits.get(name.key)
  if (permit === null && !isGuarded(queue, account)) return true
  // Schedulers check again when there is a share.
  const service = name?.service ?? queue.store.sending.missed.serviceOf(connection)
  if (!queue.hasShare(service)) return false
  const left = (queue.left.get(connection) ?? 0) - (permit === null ? 0 : 1)
  queue.left.set(connection, Math.max(0, left))
  if (permit === null) queue.lacking.add(connection)
  if (permit === null || left < fewOf(aheadOf(queue, connection))) want(queue, connection)
  if (name === null || permit === null) return false
  queue.begun.set(account, name)
  return true
}

function mayLeave(queue: Queue, account: Claimed): boolean {
  const begun = queue.begun.get(account)
  // The account's connection may have another address by now.
  const isSame = begun !== undefined && begun.service === serviceNow(queue, begun)
  const name = isSame ? begun : nameOf(queue, account)
  const isGranted =
    name !== null &&
    queue.granting() !== null &&
    queue.hasShare(name.service) &&
    queue.permits.get(name.key) !== null
  return isGranted || (!isSame && !isGuarded(queue, account))
}

function serviceNow({ store }: Queue, { connection }: Name): string {
  return store.sending.missed.serviceOf(connection)
}

function aheadOf(queue: Queue, connection: number): number {
  return queue.asked.get(connection)?.ahead ?? aheadLeast
}

function fewOf(ahead: number): number {
  return Math.max(fewLeast, ahead / 4)
}

/** How many to claim ahead from now on, by the time since the last question. */
function nextAhead(queue: Queue, connection: number): number {
  const last = queue.asked.get(connection)
  const before = last?.ahead ?? aheadLeast
  const since = last === undefined ? lateMs : queue.clock.monotonic() - last.at
  const ahead = since < soonMs ? 2 * before : since > lateMs ? before / 2 : before
  return Math.min(aheadMost, Math.max(aheadLeast, ahead))
}

function want(queue: Queue, connection: number): void {
  if (queue.waiting.has(connection)) return
  queue.wanted.add(connection)
  work(queue)
}

function work(queue: Queue): void {
  queue.working ??= askAll(queue)
    .catch(queue.broke)
    .finally(() => {
      queue.working = null
      if (queue.wanted.size > 0) work(queue)
    })
}

async function askAll(queue: Queue): Promise<void> {
  // Not in the transaction from which a scheduler may have asked.
  await Promise.resolve()
  const connections = [...queue.wanted]
  queue.wanted.clear()
  for (const connection of connections) {
    const granting = queue.granting()
    if (granting === null) {
      queue.waiting.add(connection)
      continue
    }
    const answer = await ask(queue, granting, connection)
    if (answer === 'changed') {
      // If the scheduler still lacks one, it says so again.
      queue.lacking.delete(connection)
      queue.wake(connection)
    }
    if (answer === 'later') queue.waiting.add(connection)
  }
}

/**
 * later: the database did not answer, or grants nothing at present; complete: enough have permits. Who wakes a scheduler then
 * goes round in a circle, without a pause, if the scheduler still cannot send.
 */
async function ask(
  queue: Queue,
  granting: Granting,
  connection: number,
): Promise<'changed' | 'complete' | 'later'> {
  const { clock, permits } = queue
  const ahead = nextAhead(queue, connection)
  const service = queue.store.sending.missed.serviceOf(connection)
  if (!queue.isMadeKnown(connection, service)) {
    queue.tell()
    return 'later'
  }
  const { permitted, isWhole, asked, isOneUnreported } = lookAhead(queue, granting, {
    connection,
    service,
    ahead,
  })
  // The whole queue is granted: it is asked again when an account without a permit is met.
  queue.left.set(connection, isWhole ? Infinity : permitted)
  if (isOneUnreported) queue.tell()
  if (asked === null) return 'complete'
  if (asked.length === 0) return 'later'
  queue.asked.set(connection, { at: clock.monotonic(), ahead })
  if (!(await nameAll(queue, granting, service, asked))) return 'later'
  const moment = permits.moment()
  const answer = await claimAccounts(
    granting.database,
    granting.session,
    service,
    asked.map((one) => one.wanted),
  )
  if (!answer.ok) {
    // They may be granted all the same.
    queue.unrecorded()
    queue.failed(answer.trouble)
    return 'later'
  }
  if (answer.value.eligibility !== 'ok') {
    queue.stands(answer.value.eligibility)
    return 'later'
  }
  return keep(queue, { team: granting.team, connection, service, asked, answer: answer.value, moment })
    ? 'changed'
    : 'later'
}

type Asked = {
  readonly account: ClaimedAhead
  readonly wanted: Wanted
  readonly key: string
  /** What this folder's record says of it. */
  readonly before: KnownClaim | null
}

type Ahead = {
  /** How many of the first ones have permits. */
  readonly permitted: number
  /** The queue holds no others than these. */
  readonly isWhole: boolean
  /** Null: all have permits, or enough of the first. */
  readonly asked: readonly Asked[] | null
  readonly isOneUnreported: boolean
}

/**
 * The accounts of the next `ahead` ones to claim now. Where not even the first one has a permit, the scheduler waits for the
 * answer: a few are asked for, which takes less time than many, and the others follow.
 */
function lookAhead(
  queue: Queue,
  { team }: Granting,
  { connection, service, ahead }: { connection: number; service: string; ahead: number },
): Ahead {
  const { store, clock, permits } = queue
  const ids = store.sending.queuedNow(connection, clock.now(), ahead)
  const isLacking = queue.lacking.delete(connection)
  const accounts = withKeys(queue, team, service, ids)
  noteNameless(queue, connection, accounts)
  const isPermitted = ({ key }: AccountWithKey): boolean => key !== null && permits.get(key) !== null
  const withoutPermit = accounts.filter((one) => !isPermitted(one))
  const permitted = accounts.length - withoutPermit.length
  const [next] = withoutPermit
  if (next === undefined)
    return { permitted, isWhole: ids.length < ahead, asked: null, isOneUnreported: false }
  const before = accounts.indexOf(next)
  if (before >= fewOf(ahead) && !isLacking)
    return { permitted: before, isWhole: false, asked: null, isOneUnreported: false }
  const most = before === 0 ? Math.max(aheadLeast, fewOf(ahead)) : ahead
  const { asked, isCut, isOneUnreported } = wantedOf(queue, service, withoutPermit, most)
  return { permitted, isWhole: ids.length < ahead && !isCut, asked, isOneUnreported }
}

function noteNameless(queue: Queue, connection: number, accounts: readonly AccountWithKey[]): void {
  const before = queue.nameless.get(connection) ?? new Set<number>()
  const now = new Set(accounts.flatMap(({ account, key }) => (key === null ? [account.batch_id] : [])))
  queue.nameless.set(connection, now)
  for (const batch of new Set([...now, ...before]))
    if (now.has(batch) !== before.has(batch)) queue.changed(batch)
}

/** The first `most` of these that may be asked for; `isCut`: there are more. */
function wantedOf({ store }: Queue, service: string, withoutPermit: readonly AccountWithKey[], most: number) {
  const keys = withoutPermit.flatMap(({ key }) => key ?? [])
  const known = store.ownClaims.known(service, keys)
  const codes = new Map<number, string>()
  const asked: Asked[] = []
  let [isCut, isOneUnreported] = [false, false]
  for (const { account, key } of withoutPermit) {
    if (key === null) continue
    const before = known.get(key) ?? null
    if (before?.isReported === false) {
      isOneUnreported = true
      continue
    }
    isCut = asked.length === most
    if (isCut) break
    const { batch_id: batch, wave, supplier } = account
    const code = codes.get(batch) ?? store.ownClaims.codeOf(batch)
    codes.set(batch, code)
    const identity = Buffer.from(key, 'hex')
    const wanted = { identity, batch: code, wave: wave ?? 1, supplier: supplier ?? '' }
    asked.push({ account, key, wanted, before })
  }
  return { asked, isCut, isOneUnreported }
}

type AccountWithKey = { readonly account: ClaimedAhead; readonly key: string | null }

/** Accounts in the order of these numbers; `key`: what the team's database calls them, or null without an identity. */
function withKeys({ store }: Queue, team: string, service: string, ids: readonly number[]): AccountWithKey[] {
  const byId = new Map(store.accounts.claimedAhead(ids).map((one) => [one.id, one]))
  return ids.flatMap((id) => {
    const account = byId.get(id)
    if (account === undefined) return []
    const { identity } = account
    return [{ account, key: identity === null ? null : identityKey(team, service, identity) }]
  })
}

/** The database knows each batch before accounts of it are claimed. */
async function nameAll(
  queue: Queue,
  { database, session }: Granting,
  service: string,
  asked: readonly Asked[],
): Promise<boolean> {
  for (const { account, wanted } of asked) {
    const place = `${wanted.batch} ${service}`
    if (queue.knownBatches.has(place)) continue
    const name = queue.store.batches.get(account.batch_id)?.name ?? ''
    const named = await nameBatch(database, session, { id: wanted.batch, service, name: name.slice(0, 400) })
    if (!named.ok) {
      queue.failed(named.trouble)
      return false
    }
    queue.knownBatches.add(place)
  }
  return true
}

/**
 * The account has to be looked up before it is sent: it was open before and this folder does not know why, or a desktop may
 * have created it that was left out since.
 */
function isDoubtful({ again, epoch, doubt = 0 }: Granted, before: KnownClaim | null): boolean {
  const isKnown = before !== null && before.state === 'open' && before.epoch === epoch
  return (again === true && !isKnown) || doubt > (before?.doubt ?? 0)
}

type Kept = {
  readonly team: string
  readonly connection: number
  readonly service: string
  readonly asked: readonly Asked[]
  readonly answer: ClaimAnswer
  readonly moment: ReturnType<Permits['moment']>
}

/**
 * Writes what was granted, then makes it usable. An answer of an earlier term is ignored. False if it is to be asked for
 * again: the disk takes no writes, or nothing can be used yet.
 */
function keep(queue: Queue, { team, connection, service, asked, answer, moment }: Kept): boolean {
  const { store, permits, clock } = queue
  if (!permits.isCurrent(moment)) {
    queue.unrecorded()
    return false
  }
  const granted = asked.flatMap(({ account, wanted, key, before }) => {
    const one = answer.granted.get(key)
    if (one === undefined) return []
    const claim = { ...wanted, ...one, doubt: one.doubt ?? 0, team, service, account: account.id }
    return [{ key, one, claim, isDoubtful: isDoubtful(one, before) }]
  })
  const changed = new Set<number>()
  let isWhole = false
  try {
    store.sending.together(() => {
      isWhole = store.ownClaims.record(granted.map(({ claim }) => claim))
      for (const { claim, isDoubtful: isLookedUp } of granted)
        if (isLookedUp) store.holders.lookUpFirst(claim.account, clock.now())
      for (const { account, wanted, key } of asked) {
        const holder = answer.held.get(key)
        // It may have been cancelled meanwhile, or removed.
        if (holder === undefined || store.accounts.findCurrentState(account.id)?.state !== 'queued') continue
        store.holders.leaveTo(account.id, { ...holder, service, identity: wanted.identity }, clock.now())
        changed.add(account.batch_id)
      }
    })
  } catch (error) {
    queue.unrecorded()
    if (!isDiskTrouble(error)) throw error
    return false
  }
  if (!isWhole) queue.unrecorded()
  for (const { key, one } of granted) permits.grant(key, one, moment)
  const isAnyUsable = granted.some(({ key }) => permits.get(key) !== null)
  queue.left.set(connection, (queue.left.get(connection) ?? 0) + granted.length)
  const isMoved = new Set(answer.moved)
  for (const { account, key } of asked) if (isMoved.has(key)) queue.moved(account.batch_id)
  for (const batch of changed) queue.changed(batch)
  // Otherwise all are paused for all, or must wait: they are asked for again later.
  return isAnyUsable || changed.size > 0
}
