// What a desktop of the model says to the database, and what it makes of the answers: as the engine does it.
import {
  beginComparison,
  claimAccounts,
  compareClaims,
  endClaims,
  endComparison,
  type Session,
  type Eligibility,
  takeBatchOver,
} from '../../../../electron/engine/team/claims/claims.ts'
import { freeClaims, openClaims } from '../../../../electron/engine/team/claims/free-unrecorded.ts'
import { takeOverWaitMs } from '../../../../electron/engine/team/claims/permits.ts'
import {
  leaveTeam,
  nameBatch,
  openSession,
  sendHeartbeat,
} from '../../../../electron/engine/team/claims/session.ts'
import { type Desktop, knownOf, noteGranted, unsaid } from './desktop.ts'
import { address, call, count, hashOf, hexOf, keyOf, type World } from './world.ts'

const wave = 1

/** A call whose answer comes, comes later, or is lost; or that does not arrive at all. */
export type Fate = 'comes' | 'late' | 'lost' | 'not made'

/** What it makes of its eligibility: outside the present term no permit is used. */
function noteEligibility(desktop: Desktop, eligibility: Eligibility): boolean {
  if (eligibility === 'ok') return true
  desktop.permits.clear()
  if (eligibility === 'left' || eligibility === 'replaced') desktop.session = null
  return false
}

export async function open(world: World, desktop: Desktop, join: boolean): Promise<void> {
  const { id, number } = desktop
  const opener = {
    desktop: id,
    name: `M${number}`,
    machine: 'machine',
    program: '0.1.0',
    known: knownOf(desktop),
    sent: desktop.sent,
  }
  const opened = await call(world, () => openSession(world.database, opener, join))
  // A session that is opened once more would end this one.
  world.messages.pop()
  desktop.permits.clear()
  desktop.answers = []
  desktop.hasFreed = false
  desktop.session = opened?.session ?? null
  if (opened !== null) await nameBatches(world, desktop, opened.session)
}

/** Before its next claim it frees what it was granted and did not record. An answer that is under way is recorded first. */
async function freeUnrecorded(world: World, desktop: Desktop, session: Session, fate: Fate): Promise<void> {
  if (desktop.hasFreed || desktop.answers.length > 0 || fate === 'not made') return
  const listed = await call(world, () => openClaims(world.database, { ...session }, address, Buffer.alloc(0)))
  const lacking = listed.filter(({ identity, epoch }) => {
    const entry = desktop.record.get(keyOf(identity.toString('hex')))
    return entry === undefined || (entry.state === 'free' && entry.epoch < epoch)
  })
  if (lacking.length > 0) {
    const recorded = knownOf(desktop)
    const freed = await call(world, () => freeClaims(world.database, session, address, recorded, lacking))
    count(world, freed > 0 ? 'freed as unrecorded' : 'not freed, the record is older')
  }
  desktop.hasFreed = fate === 'comes'
}

async function nameBatches(world: World, desktop: Desktop, session: Session): Promise<void> {
  const named = new Set([...desktop.batches, ...[...desktop.record.values()].map(({ batch }) => batch)])
  for (const id of named)
    await call(world, () =>
      nameBatch(world.database, session, { id, service: address, name: id.slice(0, 8) }),
    )
}

export async function claim(
  world: World,
  desktop: Desktop,
  wanted: readonly { readonly key: string; readonly batch: string }[],
  fate: Fate,
): Promise<void> {
  const { session, record } = desktop
  if (session === null || wanted.length === 0 || fate === 'not made') return
  if (!desktop.hasFreed && (await heartbeat(world, desktop, 'comes')) !== 'ok') return
  if (!desktop.hasFreed) return
  const asked = desktop.permits.moment()
  const list = wanted.map(({ key, batch }) => ({ identity: hashOf(key), batch, wave, supplier: '' }))
  const answer = await call(world, () => claimAccounts(world.database, { ...session }, address, list))
  if (fate === 'lost') {
    desktop.hasFreed = false
    return
  }
  const note = (): void => {
    for (const { number, doubt = 0 } of answer.granted.values())
      session.known = Math.max(session.known, number, doubt)
    if (desktop.session !== session || !noteEligibility(desktop, answer.eligibility)) return
    for (const { key, batch } of wanted) {
      const granted = answer.granted.get(hexOf(key))
      if (granted !== undefined) noteGranted(desktop, key, hexOf(key), batch, granted, asked)
      else if (fate === 'comes') desktop.permits.drop(hexOf(key))
      const held = answer.held.get(hexOf(key))
      if (held !== undefined && !held.mine && record.get(key)?.phase === 'ready') forgetReady(desktop, key)
      if (held !== undefined) count(world, 'held by another')
      if (granted !== undefined) count(world, 'granted')
      if (granted?.doubt !== undefined && granted.doubt > 0) count(world, 'granted in doubt')
      if (granted?.waitMs !== undefined && granted.waitMs > 0) count(world, 'granted with a wait')
      // A late answer may be older than a take-over by this desktop.
      if (fate === 'comes' && answer.moved.includes(hexOf(key))) desktop.batches.delete(batch)
    }
  }
  if (fate === 'late') desktop.answers.push(note)
  else note()
}

function forgetReady(desktop: Desktop, key: string): void {
  if (desktop.record.get(key)?.state === 'open') desktop.record.delete(key)
}

export async function sayEnds(world: World, desktop: Desktop, fate: Fate): Promise<void> {
  const { session } = desktop
  const ends = unsaid(desktop)
  if (session === null || ends.length === 0) return
  const list = ends.map(([key, { epoch, state }]) => ({
    identity: hashOf(key),
    epoch,
    state,
    outcome: state,
  }))
  const make = () => endClaims(world.database, session, address, list)
  if (fate === 'not made') {
    world.messages.push(make)
    return
  }
  await call(world, make)
  if (fate !== 'comes') return
  for (const [, entry] of ends) entry.said = true
  count(world, 'ended')
}

export async function takeOver(world: World, desktop: Desktop, batch: string, fate: Fate): Promise<void> {
  const { session } = desktop
  if (session === null || fate === 'not made') return
  const asked = desktop.permits.moment()
  const taken = await call(world, () => takeBatchOver(world.database, { ...session }, batch))
  if (fate === 'lost') return
  for (const { number } of taken.claims) session.known = Math.max(session.known, number)
  if (!noteEligibility(desktop, taken.eligibility)) return
  count(world, 'taken over')
  desktop.batches.add(batch)
  for (const { identity, epoch, number, state } of taken.claims) {
    const [hex, key] = [identity.toString('hex'), keyOf(identity.toString('hex'))]
    const entry = desktop.record.get(key)
    const isThere = state === 'there' || entry?.state === 'there'
    desktop.record.set(key, {
      batch,
      epoch,
      number,
      state: isThere ? 'there' : 'open',
      phase: 'unconfirmed',
      said: state === 'there',
      missedAt: null,
      doubt: entry?.doubt ?? 0,
      request: entry?.state === 'open' ? entry.request : null,
    })
    if (!isThere) desktop.permits.grant(hex, { epoch, number }, asked, takeOverWaitMs)
    count(world, isThere ? 'taken over as there' : 'taken over as open')
  }
}

/** Asks how it stands, and compares if it has to. With another fate than `comes` it stops before the end. */
export async function heartbeat(world: World, desktop: Desktop, fate: Fate): Promise<Eligibility> {
  const { session } = desktop
  if (session === null) return 'left'
  desktop.permits.moment()
  const { sent } = desktop
  const { eligibility } = await call(world, () => sendHeartbeat(world.database, { ...session }, [], sent))
  noteEligibility(desktop, eligibility)
  const now = eligibility === 'compare' ? await compare(world, desktop, session, fate) : eligibility
  if (now === 'ok') await freeUnrecorded(world, desktop, session, fate)
  return now
}

async function compare(world: World, desktop: Desktop, session: Session, fate: Fate): Promise<Eligibility> {
  const copy = { ...session }
  const term = await call(world, () => beginComparison(world.database, copy))
  await nameBatches(world, desktop, session)
  const own = [...desktop.record].map(([key, { batch, epoch, number, state }]) => ({
    identity: hashOf(key),
    batch,
    wave,
    epoch,
    number,
    state,
    outcome: state === 'open' ? null : state,
  }))
  if (own.length > 0) {
    const restored = await call(world, () => compareClaims(world.database, session, address, own))
    if (restored > 0) count(world, 'restored')
  }
  if (fate !== 'comes') return 'compare'
  const eligibility = await call(world, () => endComparison(world.database, copy, term))
  noteEligibility(desktop, eligibility)
  count(world, 'compared')
  return eligibility
}

/** `by`: who leaves it out, or the desktop itself. */
export async function leave(world: World, id: string, by: string): Promise<void> {
  await call(world, () => leaveTeam(world.database, id, by))
  world.messages.pop()
}
