// Keeps the team's database and this folder's record alike: says what became of claims, makes known again what the server
// forgot, and follows the accounts that are with somebody else.
import { z } from 'zod'
import type { HeldElsewhere, StoredHolder } from '../../store/team/holders.ts'
import type { Store } from '../../store/store.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'
import { knownForAll, restoreForAll } from '../for-all/known-for-all.ts'
import {
  beginComparison,
  claimStates,
  compareClaims,
  endClaims,
  endComparison,
  type Session,
  type Eligibility,
} from './claims.ts'
import { reportSent } from './make-known.ts'
import { type ClaimPlace, nameBatchHere } from './name-batch.ts'

const reportedAtOnce = 500
const comparedAtOnce = 2000
const followedAtOnce = 1000

/**
 * Says what became of all claims of which the database does not know it, and makes known those that were not granted.
 * @param drop ends the permit of an account before others may claim it
 */
export async function reportEnded(
  store: Store,
  database: TeamDatabase,
  session: Session,
  team: string,
  drop: (identity: string) => void,
): Promise<TeamResult<null>> {
  const sent = await reportSent(store, database, session, team)
  if (!sent.ok) return sent
  for (;;) {
    const unreported = store.ownClaims.unreported(team, reportedAtOnce)
    for (const { identity } of unreported) drop(identity.toString('hex'))
    for (const [service, claims] of Map.groupBy(unreported, (claim) => claim.service)) {
      const reported = await endClaims(database, session, service, claims)
      if (!reported.ok) return reported
      store.ownClaims.reported(claims)
    }
    if (unreported.length < reportedAtOnce) return { ok: true, value: null }
  }
}

/** In a new term: gives the database this folder's whole record, and what it knows to hold for all. */
export async function compareAll(
  store: Store,
  database: TeamDatabase,
  session: Session,
  team: string,
): Promise<TeamResult<Eligibility>> {
  const services = store.ownClaims.services(team)
  for (const service of services) {
    const named = await nameBatches({ store, database, session, team, service })
    if (!named.ok) return named
  }
  const term = await beginComparison(database, session)
  if (!term.ok) return term
  for (const service of services) {
    const compared = await compareService({ store, database, session, team, service })
    if (!compared.ok) return compared
  }
  const restored = await restoreForAll(database, session, knownForAll(store.settings, team))
  if (!restored.ok) return restored
  session.known = Math.max(session.known, store.ownClaims.highestNumber(team))
  return endComparison(database, session, term.value)
}

type Comparison = ClaimPlace & { readonly team: string }

async function nameBatches(place: Comparison): Promise<TeamResult<null>> {
  for (const batch of place.store.ownClaims.batches(place.team, place.service)) {
    const named = await nameBatchHere(place, batch)
    if (!named.ok) return named
  }
  return { ok: true, value: null }
}

async function compareService({
  store,
  database,
  session,
  team,
  service,
}: Comparison): Promise<TeamResult<null>> {
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const piece = store.ownClaims.after(team, service, after, comparedAtOnce)
    const last = piece.at(-1)
    if (last === undefined) return { ok: true, value: null }
    const compared = await compareClaims(database, session, service, piece)
    if (!compared.ok) return compared
    after = last.identity
  }
}

const holderRow = z.object({
  identity: z.instanceof(Buffer),
  desktop: z.string(),
  member: z.string(),
  batch: z.string(),
  wave: z.number(),
  state: z.enum(claimStates),
  outcome: z.string().nullable(),
  since: z.date(),
  changed: z.date(),
  left_out: z.boolean(),
})
type HolderRow = z.infer<typeof holderRow>

/**
 * Looks at the claims of accounts that are with somebody else: frees those whose claim has ended without an account or may be
 * claimed, and notes what else has changed. What the database does not have any more is looked up before it is sent: whoever
 * has it may not belong to a new team yet. Returns the batches in which something changed.
 */
export async function followHolders(
  store: Store,
  database: TeamDatabase,
  session: Session,
  now: () => number,
): Promise<TeamResult<ReadonlySet<number>>> {
  const changed = new Set<number>()
  for (let after = 0; ; ) {
    const piece = store.holders.after(after, followedAtOnce)
    const last = piece.at(-1)
    if (last === undefined) return { ok: true, value: changed }
    after = last.account
    const atNow = servicesOf(store, piece)
    for (const [service, held] of Map.groupBy(piece, (one) => one.service)) {
      const found = await database.run(
        holderRow,
        `SELECT c.identity, c.desktop, m.name AS member, b.name AS batch, c.wave, c.state, c.outcome, c.claimed_at AS since,
           c.changed_at AS changed, d.left_out
         FROM carryover.claim c JOIN carryover.service s ON s.id = c.service JOIN carryover.batch b ON b.id = c.batch
         JOIN carryover.desktop d ON d.id = c.desktop JOIN carryover.member m ON m.id = d.member
         WHERE s.address = $1 AND c.identity = ANY ($2)`,
        [service, held.map(({ identity }) => identity)],
      )
      if (!found.ok) return found
      const byIdentity = new Map(found.value.map((row) => [row.identity.toString('hex'), row]))
      for (const one of held) {
        const row = byIdentity.get(one.identity.toString('hex'))
        // At another address since, so another claim decides.
        const isElsewhere = row?.state !== 'there' && (atNow.get(one.connection) ?? service) !== service
        const isInDoubt = row === undefined || isElsewhere
        const isFree = isInDoubt || mayBeClaimed(row)
        if (!isFree && row.state === one.state && row.changed.getTime() === one.changed) continue
        // It may have been edited, merged or removed while the database answered.
        if (!isStillHeld(store, one)) continue
        if (isFree) store.holders.free(one, isInDoubt, now())
        else store.holders.update(one, storedOf(row, service), now())
        changed.add(one.batchId)
      }
    }
  }
}

/** The services to which the connections of these accounts lead now. */
function servicesOf(store: Store, held: readonly HeldElsewhere[]): ReadonlyMap<number | null, string> {
  const connections = new Set(held.flatMap(({ connection }) => connection ?? []))
  return new Map([...connections].map((one) => [one, store.sending.missed.serviceOf(one)]))
}

function mayBeClaimed({ state, left_out: isLeftOut }: HolderRow): boolean {
  return state === 'free' || (state === 'open' && isLeftOut)
}

function isStillHeld({ holders }: Store, { account, service, identity }: HeldElsewhere): boolean {
  const [now] = holders.after(account - 1, 1)
  return now?.account === account && now.service === service && now.identity.equals(identity)
}

function storedOf(row: HolderRow, service: string): StoredHolder {
  return { ...row, service, since: row.since.getTime(), changed: row.changed.getTime() }
}
