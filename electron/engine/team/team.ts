// The team that the workspace belongs to: keeps a session open in the team's database, says every other second that this
// desktop is there, grants claims to sending, and mirrors what others paused. Without a team everything is as it was.
import type { BatchProgress } from '../../../shared/contract/team/board.ts'
import type { TeamStateName, TeamView } from '../../../shared/contract/team/team.ts'
import { identityFields, identityTemplate } from '../../../shared/payload/identity.ts'
import { serviceAt } from '../../../shared/sending/connection.ts'
import { sumOf } from '../../../shared/sending/endings.ts'
import { message, type Message } from '../../../shared/texts/message.ts'
import { commaList } from '../../../shared/texts/join.ts'
import type { ConnectionManager } from '../sending/connections/connection-manager.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { Store } from '../store/store.ts'
import { isDiskTrouble } from '../store/database/disk-trouble.ts'
import { type Clock, sleep } from '../system/clock.ts'
import type { EventBus } from '../system/event-bus.ts'
import { messageOf } from '../system/failure.ts'
import type { KeyStore } from '../system/key-store.ts'
import { yieldToEventLoop } from '../system/yield.ts'
import { createClaimQueue, type ClaimQueue, type Granting } from './claims/claim-queue.ts'
import { type Session, type Eligibility, takeBatchOver } from './claims/claims.ts'
import { freeUnrecorded } from './claims/free-unrecorded.ts'
import { identityKey } from './claims/identity-hash.ts'
import { compareAll, followHolders, reportEnded } from './claims/keep-record.ts'
import { isMadeKnown, makeSentKnown } from './claims/make-known.ts'
import { createPermits } from './claims/permits.ts'
import { machineName, openSession, sendHeartbeat, type TeamNow, teamOf } from './claims/session.ts'
import type { TeamCopies } from './copies/team-copies.ts'
import { openTeamDatabase, type TeamAccess, type TeamDatabase, usualLimits } from './database/connect.ts'
import { listen } from './database/listen.ts'
import { readTeamSchema } from './database/schema.ts'
import type { TeamTrouble } from './database/trouble.ts'
import { announce, hasToAnnounce } from './for-all/announce.ts'
import { pauseViewOf, quietViewOf } from './for-all/for-all-view.ts'
import { knownForAll, rememberForAll, withForgotten } from './for-all/known-for-all.ts'
import { mirrorPauses } from './for-all/mirror-pauses.ts'
import { createQuietOfTeam, type QuietOfTeam } from './for-all/quiet-hours.ts'
import type { Knowledge } from './knowledge/knowledge.ts'
import { createTeamShares, type TeamShares } from './limits/team-shares.ts'
import { belongsToTeam, desktopOf, readTeam, type StoredTeam, storeTeam } from './settings.ts'

export type TeamOptions = {
  readonly store: Store
  readonly clock: Clock
  readonly keyStore: KeyStore
  readonly version: string
  readonly isReadOnly: boolean
  readonly connectionManager: () => ConnectionManager
  readonly changed: (batch: number) => void
  readonly notice: EventBus['notice']
  /** Events of batches: a supplier may have been closed, or a brake may have tripped. */
  readonly listen: EventBus['listen']
  /** Takes what is queued of a batch out of the queue. */
  readonly cancelQueued: (batch: number) => Promise<unknown>
  /** Batches that others took over from a copy, and copies that are due. */
  readonly copies: () => Pick<TeamCopies, 'tick' | 'followMoved'>
  /** What the members share. */
  readonly knowledge: () => Pick<Knowledge, 'follow' | 'heard' | 'end'>
  /** The team's view has changed. */
  readonly viewChanged: () => void
  /** Errors that are bugs. */
  readonly left: (error: unknown) => void
  /** Logs such an error without a notice. True: the data folder is damaged, and nothing goes on. */
  readonly fault: (error: unknown) => boolean
  /** The engine ends: nothing new is begun. */
  readonly isEnding: () => boolean
}

export const heartbeatMs = 2000
const retryMs = 1000
/** The first pause after an unexpected error, which doubles with each further one, and the longest. */
const firstAgainMs = 2000
const longestAgainMs = 60_000
/** Accounts that are with others are looked at this often, or when others announce that claims have ended. */
const followMs = 15_000

/** One opened way to the database with its session. */
type Open = {
  readonly database: TeamDatabase
  readonly session: Session
  readonly stored: StoredTeam
  now: TeamNow | null
  followedAt: number
  /** Somebody announced ended claims since. */
  hasEnded: boolean
  /** What was granted and not recorded is freed. Until then nothing is claimed. */
  hasFreed: boolean
  /** How often all was done since an unexpected error. */
  rounds: number
}

export type TeamParts = TeamOptions & {
  readonly queue: ClaimQueue
  readonly shares: TeamShares
  readonly quiet: QuietOfTeam
  /** Batches that another desktop has, as long as this one settles it. */
  readonly movedBatches: Set<number>
  state: TeamStateName
  trouble: Message | null
  open: Open | null
  /** The database of a team whose tables a newer program made: it is only read. */
  reading: TeamDatabase | null
  /** Ends the loop of the present membership. */
  ending: AbortController
  /** Ends a wait between two heartbeats, or lets none follow the present one. */
  hurry: () => void
  isHurried: boolean
  running: Promise<void>
  /** Unexpected errors since all of the team's work was done once. */
  failures: number
  /** An unexpected error outside of the loop, which ends the session. */
  broken: { readonly error: unknown } | null
}

export type Team = ReturnType<typeof createTeam>

export function createTeam(options: TeamOptions) {
  const permits = createPermits(options.clock)
  const shares = createTeamShares({
    ...options,
    limiters: () => options.connectionManager().shares,
    changed: () => options.connectionManager().wakeAll(),
    broke: (error) => breakSession(parts, error),
  })
  const queue = createClaimQueue({
    ...options,
    hasShare: shares.isInForce,
    permits,
    isMember: () => belongsToTeam(options.store.settings),
    isMadeKnown: (connection, service) => isMadeKnown(options.store, connection, service),
    granting: () => (parts.open?.hasFreed === true ? grantingOf(parts) : null),
    failed: (trouble) => lose(parts, trouble),
    stands: (eligibility) => stand(parts, eligibility),
    wake: (connection) => void options.connectionManager().ensure(connection).catch(options.left),
    moved: (batch) => void meetMoved(parts, batch).catch(options.left),
    tell: () => parts.hurry(),
    unrecorded: () => {
      if (parts.open !== null) parts.open.hasFreed = false
      parts.hurry()
    },
    broke: (error) => breakSession(parts, error),
  })
  const parts: TeamParts = {
    ...options,
    queue,
    shares,
    quiet: createQuietOfTeam(options.clock),
    movedBatches: new Set(),
    state: 'connecting',
    trouble: null,
    open: null,
    reading: null,
    ending: new AbortController(),
    hurry: () => undefined,
    isHurried: false,
    running: Promise.resolve(),
    failures: 0,
    broken: null,
  }
  return {
    parts,
    claims: queue.claims,
    view: (): TeamView | null => viewOf(parts),
    /** Why nothing of a batch is created; null: its accounts are claimed and created, or there is no team. */
    why: (batch: Pick<StoredBatch, 'id' | 'name' | 'connectionId'>): Message | null =>
      whyNot(parts) ?? whyNameless(parts, batch),
    /** Quiet hours for all of a service. */
    quiet: parts.quiet,
    /** Begins to work for the team that is stored; does nothing without one. */
    start: (): void => start(parts),
    /** Ends the present membership's work, and waits for it. */
    stop: (): Promise<void> => stop(parts),
    /** Asks and says everything at once. */
    hurry: (): void => parts.hurry(),
    /** Says now what became of this desktop's claims; with the next heartbeat, if the database does not answer. */
    async reportEnded(): Promise<void> {
      // What is being granted at this moment ends as well, where its batch is not sent any more.
      await parts.queue.settled()
      const { open } = parts
      if (open !== null)
        await reportEnded(parts.store, open.database, open.session, open.stored.team, parts.queue.drop)
    },
    /** A pause that was made here has ended: one for all at the same place, which it hid, holds from now on. */
    followForAll(): void {
      const now = parts.open?.now ?? null
      if (now !== null) followForAll(parts, now)
    },
    /** The open way to the database while claims are granted; null otherwise. */
    granting: (): Granting | null => grantingOf(parts),
    /** The open way to the database; null while there is none. */
    open: (): Granting | null => {
      const { open } = parts
      return open === null ? null : { ...open, team: open.stored.team }
    },
    /** The database, also where it may only be read; null while there is no way to it. */
    readable: (): TeamDatabase | null => parts.open?.database ?? parts.reading,
  }
}

function grantingOf({ open, state }: TeamParts): Granting | null {
  return open === null || state !== 'ready'
    ? null
    : { database: open.database, session: open.session, team: open.stored.team }
}

function start(parts: TeamParts): void {
  const stored = readTeam(parts.store.settings)
  if (stored === null || parts.isReadOnly) return
  parts.ending = new AbortController()
  parts.state = 'connecting'
  parts.shares.follow(null)
  parts.failures = 0
  parts.running = keepRunning(parts, stored, parts.ending.signal)
  void announceSoon(parts, parts.ending.signal).catch(parts.left)
}

async function stop(parts: TeamParts): Promise<void> {
  await reportBeforeEnd(parts)
  parts.ending.abort()
  parts.hurry()
  await parts.running
  await parts.queue.settled()
  parts.queue.forget()
  if (readTeam(parts.store.settings) !== null) return
  parts.shares.leave()
  parts.quiet.forget()
}

/** What holds for all is said at once, not only with the next heartbeat. */
async function announceSoon(parts: TeamParts, signal: AbortSignal): Promise<void> {
  for await (const event of parts.listen(signal))
    if (event.kind === 'batch' && hasToAnnounce(parts.store)) parts.hurry()
}

/** Milliseconds that the end of the program waits for the team's database; the next start says the rest. */
const longestEndMs = 2000

async function reportBeforeEnd(parts: TeamParts): Promise<void> {
  const { open, state, clock } = parts
  if (open === null || state !== 'ready') return
  await Promise.race([sayLast(parts, open).catch(parts.left), sleep(clock, longestEndMs)])
}

/** What became of the claims, and for the board how far each batch is. */
async function sayLast(parts: TeamParts, { database, session, stored }: Open): Promise<void> {
  const ended = await reportEnded(parts.store, database, session, stored.team, parts.queue.drop)
  if (ended.ok) await sendHeartbeat(database, session, progressOf(parts))
}

/** An unexpected error ends the session, says so, and the next one is opened after a pause. */
async function keepRunning(parts: TeamParts, stored: StoredTeam, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await run(parts, stored, signal)
    } catch (error) {
      if (parts.fault(error)) return
      parts.failures += 1
      const againMs = againAfter(error, parts.failures)
      fail(parts, error, againMs)
      await sleep(parts.clock, againMs, signal)
    }
  }
}

/** A full disk is tried again soon: it goes on by itself after space was freed. */
function againAfter(error: unknown, failures: number): number {
  return isDiskTrouble(error) ? firstAgainMs : Math.min(longestAgainMs, firstAgainMs * 2 ** (failures - 1))
}

/** Nothing is created until all of the team's work is done again. */
function fail(parts: TeamParts, error: unknown, againMs: number): void {
  parts.queue.forget()
  const words = { why: messageOf(error), seconds: againMs / 1000 }
  const why = message(isDiskTrouble(error) ? 'team.failed_disk' : 'team.failed', words)
  enter(parts, 'failed', why, parts.failures > 1)
}

/** An unexpected error in what works beside the loop: claims and shares of limits. */
function breakSession(parts: TeamParts, error: unknown): void {
  parts.broken ??= { error }
  if (parts.open !== null) fail(parts, error, againAfter(error, parts.failures + 1))
  parts.hurry()
}

function throwBroken(parts: TeamParts): void {
  const { broken } = parts
  parts.broken = null
  if (broken !== null) throw broken.error
}

async function run(parts: TeamParts, stored: StoredTeam, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const opened = await openDatabase(parts, stored)
    if (opened === null) {
      await pause(parts, retryMs, signal)
      continue
    }
    const { database } = opened
    if (opened.isReading) {
      await keepReading(parts, stored, database, signal)
      continue
    }
    const stopListening = listen(database, ['carryover'], {
      connected: () => parts.hurry(),
      notified: (_, what) => hear(parts, what),
      lost: () => parts.hurry(),
      // The heartbeat meets it too, if it is more than a break.
      broke: (error) => void parts.fault(error),
    })
    try {
      await keepSession(parts, stored, database, signal)
    } finally {
      parts.open = null
      await stopListening()
      // A question that is under way ends first: it would meet a closed database.
      await parts.queue.settled()
      await database.close()
    }
  }
}

/** `isReading`: a newer program made the tables. Null: it is not reached. */
async function openDatabase(
  parts: TeamParts,
  stored: StoredTeam,
  access: TeamAccess = 'whole',
): Promise<{ readonly database: TeamDatabase; readonly isReading: boolean } | null> {
  const { keyStore } = parts
  const secrets = {
    password: await keyStore.teamSecret('password'),
    passphrase: await keyStore.teamSecret('passphrase'),
  }
  const opened = await openTeamDatabase(stored, secrets, usualLimits, access)
  if (!opened.ok) {
    lose(parts, opened.trouble)
    return null
  }
  const schema = await schemaOf(opened.value)
  const isReading = access === 'reading'
  if (schema.ok && schema.value.readOnly === isReading) return { database: opened.value, isReading }
  if (!schema.ok) lose(parts, schema.trouble)
  await opened.value.close()
  return schema.ok && !isReading ? openDatabase(parts, stored, 'reading') : null
}

async function schemaOf(database: TeamDatabase): ReturnType<typeof readTeamSchema> {
  try {
    return await readTeamSchema(database)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Until the database is not reached any more: the board and what members share are read, and nothing is written. */
async function keepReading(
  parts: TeamParts,
  stored: StoredTeam,
  database: TeamDatabase,
  signal: AbortSignal,
): Promise<void> {
  const session: Session = { desktop: desktopOf(parts.store.settings), session: 0, known: 0 }
  tellNewer(parts, database)
  parts.reading = database
  try {
    while (!signal.aborted) {
      const schema = await readTeamSchema(database)
      if (!schema.ok) return lose(parts, schema.trouble)
      if (!schema.value.readOnly) return
      parts.knowledge().follow({ database, session, team: stored.team, isReading: true })
      await pause(parts, heartbeatMs, signal)
    }
  } finally {
    parts.reading = null
    await parts.knowledge().end()
    await database.close()
  }
}

function tellNewer(parts: TeamParts, { address }: TeamDatabase): void {
  parts.queue.forget()
  enter(parts, 'read_only', message('team.newer_team', { host: address.shown }))
}

/** Until the session ends: by leaving, or because another one of the same data folder has begun. */
async function keepSession(
  parts: TeamParts,
  joined: StoredTeam,
  database: TeamDatabase,
  signal: AbortSignal,
): Promise<void> {
  const { store, version } = parts
  const team = await teamOf(database)
  if (!team.ok) {
    lose(parts, team.trouble)
    return pause(parts, retryMs, signal)
  }
  // Another team's database may be at this address: there accounts have other names, and nothing is known yet.
  const stored = team.value === joined.team ? joined : { ...joined, team: team.value, known: {} }
  const opener = {
    desktop: desktopOf(store.settings),
    name: stored.name,
    machine: machineName(),
    program: version,
    known: store.ownClaims.highestNumber(stored.team),
    sent: store.sentClaims.lastAttempt(),
  }
  const opened = await openSession(database, opener, false)
  if (!opened.ok) {
    lose(parts, opened.trouble)
    return pause(parts, retryMs, signal)
  }
  if (opened.value === null) {
    enter(parts, 'left', message('team.left'))
    return pause(parts, 5 * retryMs, signal)
  }
  parts.queue.forget()
  const { session } = opened.value
  // The team may have been left meanwhile.
  const before = readTeam(store.settings)
  if (signal.aborted || before === null) return
  if (before.team !== stored.team) storeTeam(store.settings, stored)
  const known = await makeSentKnown(store, database, session, stored.team)
  if (!known.ok) {
    lose(parts, known.trouble)
    return pause(parts, retryMs, signal)
  }
  if (signal.aborted) return
  parts.broken = null
  const open: Open = {
    database,
    session,
    stored,
    now: null,
    followedAt: 0,
    hasEnded: true,
    hasFreed: false,
    rounds: 0,
  }
  parts.open = open
  try {
    while (!signal.aborted) {
      const isBeating = await beat(parts, open)
      if (parts.state === 'left' || parts.state === 'read_only') return
      await pause(parts, isBeating ? heartbeatMs : retryMs, signal)
    }
  } finally {
    await Promise.all([parts.shares.end(), parts.knowledge().end()])
  }
}

/** One heartbeat and what follows from its answer; false if the database did not answer. */
async function beat(parts: TeamParts, open: Open): Promise<boolean> {
  const { store } = parts
  throwBroken(parts)
  // Notices a sleep.
  parts.queue.compareClocks()
  parts.isHurried = false
  const announced = await announce(store, open.database, open.session)
  if (!announced.ok) {
    lose(parts, announced.trouble)
    return false
  }
  const sent = store.sentClaims.lastAttempt()
  const answer = await sendHeartbeat(open.database, open.session, progressOf(parts), sent)
  if (!answer.ok) {
    lose(parts, answer.trouble)
    return false
  }
  if (answer.value.isNewer) {
    tellNewer(parts, open.database)
    return false
  }
  open.now = heedForAll(store, open.stored, answer.value)
  parts.shares.follow(open)
  followForAll(parts, open.now)
  if (!(await admit(parts, open, answer.value.eligibility))) return false
  if (parts.state !== 'left' && parts.state !== 'replaced')
    parts.knowledge().follow({ ...open, team: open.stored.team })
  if (answer.value.eligibility === 'compare') return compare(parts, open)
  if (parts.state !== 'ready') return true
  return exchange(parts, open)
}

/** In a new term, what the server may have forgotten holds until this desktop has given it its records. */
function heedForAll({ settings }: Store, { team }: StoredTeam, now: TeamNow): TeamNow {
  if (now.eligibility === 'compare') return withForgotten(now, knownForAll(settings, team))
  rememberForAll(settings, team, now)
  return now
}

/** Pauses and quiet hours for all, as the connections here have them from now on. */
function followForAll(parts: TeamParts, now: TeamNow): void {
  const { store, quiet, connectionManager, left } = parts
  const services = quiet.follow(now.quiet, now.at)
  const connections = new Set(mirrorPauses(store, now.pauses))
  for (const { id, settings } of store.connections.all())
    if (services.has(serviceAt(settings.baseUrl))) connections.add(id)
  for (const connection of connections) {
    connectionManager().putBack(connection)
    void connectionManager().ensure(connection).catch(left)
  }
  if (connections.size > 0 || services.size > 0) parts.viewChanged()
}

async function compare(parts: TeamParts, open: Open): Promise<boolean> {
  const compared = await compareAll(parts.store, open.database, open.session, open.stored.team)
  if (compared.ok) return admit(parts, open, compared.value)
  lose(parts, compared.trouble)
  return false
}

/** Before anything is claimed frees what was granted and not recorded. False if the database did not answer. */
async function admit(parts: TeamParts, open: Open, eligibility: Eligibility): Promise<boolean> {
  if (eligibility === 'ok' && !open.hasFreed) {
    // An answer that is still under way is recorded first.
    await parts.queue.settled()
    const freed = await freeUnrecorded(parts.store, open.database, open.session, open.stored.team)
    if (!freed.ok) {
      lose(parts, freed.trouble)
      return false
    }
    open.hasFreed = true
  }
  if (eligibility === 'ok' && parts.failures > 0) {
    // Only when all of it works is anything created again; what works beside the loop has until the next round to fail.
    if (!(await exchange(parts, open))) return false
    open.rounds += 1
    if (open.rounds === 1) return true
    parts.failures = 0
    parts.connectionManager().wakeAll()
  }
  stand(parts, eligibility)
  return true
}

/** Says what became of this desktop's claims, and learns what became of those of others. */
async function exchange(parts: TeamParts, open: Open): Promise<boolean> {
  const { store, clock } = parts
  const { team } = open.stored
  const known = await makeSentKnown(store, open.database, open.session, team)
  if (!known.ok) {
    lose(parts, known.trouble)
    return false
  }
  const reported = await reportEnded(store, open.database, open.session, team, parts.queue.drop)
  if (!reported.ok) {
    lose(parts, reported.trouble)
    return false
  }
  if (open.hasEnded || clock.monotonic() - open.followedAt >= followMs) {
    open.hasEnded = false
    open.followedAt = clock.monotonic()
    const followed = await followHolders(store, open.database, open.session, clock.now)
    if (!followed.ok) {
      lose(parts, followed.trouble)
      return false
    }
    for (const batch of followed.value) parts.changed(batch)
  }
  parts.queue.goOn()
  return true
}

function hear(parts: TeamParts, what: string): void {
  if (parts.open !== null && what === 'ended') {
    // Waits for the next heartbeat: others end claims all the time.
    parts.open.hasEnded = true
    return
  }
  if (what === 'knowledge') parts.knowledge().heard()
  else if (what === 'limits') parts.shares.renew()
  else parts.hurry()
}

/** Waits, or until somebody hurries it. */
async function pause(parts: TeamParts, ms: number, signal: AbortSignal): Promise<void> {
  const waiting = new AbortController()
  // Whoever ends the engine waits for copies before it ends the team's work.
  if (!parts.isEnding()) parts.copies().tick()
  if (!parts.isHurried) {
    parts.hurry = () => waiting.abort()
    await sleep(parts.clock, ms, AbortSignal.any([signal, waiting.signal]))
  }
  parts.isHurried = false
  // A hurry while something is under way may be too late for it.
  parts.hurry = () => {
    parts.isHurried = true
  }
}

const stateOf: Readonly<Record<Eligibility, TeamStateName>> = {
  ok: 'ready',
  left: 'left',
  replaced: 'replaced',
  compare: 'comparing',
  wait: 'waiting',
}

function stand(parts: TeamParts, eligibility: Eligibility): void {
  if (eligibility !== 'ok') parts.queue.forget()
  enter(parts, stateOf[eligibility], whyOf(parts, eligibility))
}

function whyOf({ open }: TeamParts, eligibility: Eligibility): Message | null {
  switch (eligibility) {
    case 'ok':
      return null
    case 'left':
      return message('team.left')
    case 'replaced':
      return message('team.replaced')
    case 'compare':
      return message('team.comparing')
    case 'wait': {
      const who = (open?.now?.waiting ?? []).map(({ member, machine }) => `${member} (${machine})`)
      return message('team.waits_for', { who: commaList(who) })
    }
    default:
      return eligibility satisfies never
  }
}

function lose(parts: TeamParts, trouble: TeamTrouble): void {
  enter(parts, 'away', message('team.away', { why: trouble.message }))
}

/** `isKnown`: a notice said it before. */
function enter(parts: TeamParts, state: TeamStateName, why: Message | null, isKnown = false): void {
  const before = parts.state
  parts.trouble = why
  if (before === state) return
  parts.state = state
  if (why !== null) {
    if (!isKnown) parts.notice('warning', why)
  } else if (before !== 'connecting') parts.notice('info', message('team.ready_again'))
  parts.viewChanged()
  if (state === 'ready') parts.queue.goOn()
}

/**
 * The team's database has this batch with another desktop. If it was handed over to this one since, by a project file, this
 * desktop goes on with it; otherwise it is taken out of the queue here, so that it does not stand before other batches.
 */
async function meetMoved(parts: TeamParts, batch: number): Promise<void> {
  const { store, open, movedBatches, notice } = parts
  if (movedBatches.has(batch)) return
  movedBatches.add(batch)
  try {
    await parts.copies().followMoved()
    const handover = store.handovers.of(batch)
    if (handover?.takenBy) return
    const isHere = handover?.state === 'here' && handover.at > store.ownClaims.takenAt(batch)
    if (isHere && open !== null) await takeOver(parts, open, batch)
    else {
      notice('warning', message('team.moved', { batch: store.batches.get(batch)?.name ?? '' }))
      await parts.cancelQueued(batch)
    }
  } finally {
    movedBatches.delete(batch)
  }
  parts.queue.goOn()
}

async function takeOver(parts: TeamParts, open: Open, batch: number): Promise<void> {
  const { store, clock, ending } = parts
  const { signal } = ending
  const code = store.ownClaims.codeOf(batch)
  const connection = store.batches.get(batch)?.connectionId ?? null
  if (connection === null) return
  const taken = await takeBatchOver(open.database, open.session, code)
  if (signal.aborted) return
  if (!taken.ok) return lose(parts, taken.trouble)
  if (taken.value.eligibility !== 'ok') return stand(parts, taken.value.eligibility)
  const service = store.sending.missed.serviceOf(connection)
  const claims = new Map(
    taken.value.claims.map((claim) => [
      claim.identity.toString('hex'),
      { ...claim, team: open.stored.team, service },
    ]),
  )
  const claimOf = ({ identity }: { readonly identity: string }) =>
    claims.get(identityKey(open.stored.team, service, identity))
  // What is not written when the program ends is granted to this desktop again, and looked up before it is sent.
  for (let after: number | null = 0; after !== null && !signal.aborted; ) {
    after = store.ownClaims.takePiece(batch, after, claimOf, clock.now())
    await yieldToEventLoop()
  }
}

function whyNot({ store, state, trouble, isReadOnly }: TeamParts): Message | null {
  if (state === 'ready' || isReadOnly || readTeam(store.settings) === null) return null
  return trouble ?? message('team.not_reached')
}

/** Some of its accounts cannot be claimed, because nothing names them for all desktops. */
function whyNameless(
  { store, queue }: TeamParts,
  { id, name, connectionId }: Pick<StoredBatch, 'id' | 'name' | 'connectionId'>,
): Message | null {
  if (!belongsToTeam(store.settings) || !queue.isNameless(id)) return null
  const statusPath =
    connectionId === null ? null : (store.connections.get(connectionId)?.settings.statusPath ?? null)
  return message('team.nameless', {
    batch: name,
    fields: commaList(identityFields(identityTemplate(statusPath))),
  })
}

function viewOf({ store, state, trouble, open, quiet }: TeamParts): TeamView | null {
  const stored = readTeam(store.settings)
  if (stored === null) return null
  return {
    name: stored.name,
    address: stored.address,
    caFile: stored.caFile,
    clientCertificate: stored.clientCertificate,
    clientKey: stored.clientKey,
    state,
    why: trouble,
    waiting: open?.now?.waiting ?? [],
    pauses: (open?.now?.pauses ?? []).map(pauseViewOf),
    quietHours: (open?.now?.quiet ?? []).map((one) => quietViewOf(quiet, one)),
    withOthers: store.holders.count(),
  }
}

/** Of each batch from which accounts were claimed. */
function progressOf({ store, connectionManager }: TeamParts): { id: string; progress: BatchProgress }[] {
  return store.ownClaims.codes().map(({ batch, code }) => {
    const { accounts, states, outcomes, endings } = store.batches.counts(batch)
    const connection = store.batches.get(batch)?.connectionId ?? null
    const pace = connection === null ? null : connectionManager().pace(connection)
    const isSending = states.queued + states.sending > 0
    return {
      id: code,
      progress: {
        accounts,
        states: withoutZeros(states),
        outcomes: withoutZeros(outcomes),
        needsPerson: sumOf(endings, 'to_fix') + sumOf(endings, 'failed') + endings.whose_account_unsure,
        perMinute: isSending ? (pace?.measured.createdPerMinute ?? null) : null,
        connection,
      },
    }
  })
}

function withoutZeros<Name extends string>(
  counts: Readonly<Record<Name, number>>,
): Partial<Record<Name, number>> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)) as Partial<
    Record<Name, number>
  >
}
