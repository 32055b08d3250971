// Makes known to the team what this folder sent, or found on the platform, without a claim: before it belonged to the team, or
// while a connection led to another address. Nothing is claimed at a connection before that is done for its present address.
import { z } from 'zod'
import type { UnknownClaim } from '../../store/team/sent-claims.ts'
import type { Store } from '../../store/store.ts'
import { yieldToEventLoop } from '../../system/yield.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'
import { readTeam, storeTeam } from '../settings.ts'
import { type Eligibility, eligibilities, type Session } from './claims.ts'
import { identityHash } from './identity-hash.ts'
import { nameBatchHere } from './name-batch.ts'

const sentAtOnce = 1000

/** True if the team knows all that was sent at this connection, by the names that accounts have at its present address. */
export function isMadeKnown({ settings }: Store, connection: number, service: string): boolean {
  return readTeam(settings)?.known[connection] === service
}

/** At all connections of which the team does not know it yet. The practice service is each desktop's own. */
export async function makeSentKnown(
  store: Store,
  database: TeamDatabase,
  session: Session,
  team: string,
): Promise<TeamResult<null>> {
  const before = readTeam(store.settings)
  if (before === null || before.team !== team) return { ok: true, value: null }
  const places = store.connections
    .all()
    .filter(({ environment }) => environment !== 'practice')
    .map(({ id }) => ({ connection: id, service: store.sending.missed.serviceOf(id) }))
    .filter(({ connection, service }) => before.known[connection] !== service)
  if (places.length === 0) return { ok: true, value: null }
  for (const place of places) await recordSent(store, { ...place, team })
  const reported = await reportSent(store, database, session, team)
  if (!reported.ok) return reported
  // The team may have been left meanwhile.
  const now = readTeam(store.settings)
  if (now === null || reported.value !== 'ok') return { ok: true, value: null }
  const known = { ...now.known, ...Object.fromEntries(places.map((one) => [one.connection, one.service])) }
  storeTeam(store.settings, { ...now, known })
  return { ok: true, value: null }
}

type Place = { readonly team: string; readonly connection: number; readonly service: string }

async function recordSent(store: Store, place: Place): Promise<void> {
  const { team, service } = place
  for (let after = 0; ; ) {
    const piece = store.sentClaims.without(place, after, sentAtOnce)
    const last = piece.at(-1)
    if (last === undefined) return
    after = last.account
    store.sentClaims.record(
      piece.map(({ batchId, identity, ...sent }) => {
        const name = identityHash(team, service, identity)
        return { ...sent, team, service, identity: name, batch: store.ownClaims.codeOf(batchId) }
      }),
    )
    await yieldToEventLoop()
  }
}

/** `left` and `replaced`: the team's database took none of them. */
export async function reportSent(
  store: Store,
  database: TeamDatabase,
  session: Session,
  team: string,
): Promise<TeamResult<Eligibility>> {
  for (;;) {
    const piece = store.sentClaims.unknown(team, sentAtOnce)
    for (const [service, claims] of Map.groupBy(piece, (claim) => claim.service)) {
      for (const batch of new Set(claims.map((claim) => claim.batch))) {
        const named = await nameBatchHere({ store, database, session, service }, batch)
        if (!named.ok) return named
      }
      const said = await makeKnown(database, session, service, claims)
      if (!said.ok || said.value.eligibility !== 'ok')
        return said.ok ? { ok: true, value: said.value.eligibility } : said
      store.sentClaims.known(claims, said.value.numbers)
    }
    if (piece.length < sentAtOnce) return { ok: true, value: 'ok' }
  }
}

const knownRow = z.object({
  verdict: z.string(),
  identity: z.instanceof(Buffer).nullable(),
  epoch: z.number().nullable(),
  number: z.number().nullable(),
})

type MadeKnown = {
  /** `ok`, `left` or `replaced`. */
  readonly eligibility: Eligibility
  /** Of those that are this desktop's now, by their hashes in hexadecimal digits. */
  readonly numbers: ReadonlyMap<string, { readonly epoch: number; readonly number: number }>
}

/** What is nobody's is this desktop's from then on, and what is there is so whoever claimed it. */
export async function makeKnown(
  database: TeamDatabase,
  session: Session,
  service: string,
  claims: readonly UnknownClaim[],
): Promise<TeamResult<MadeKnown>> {
  const found = await database.run(
    knownRow,
    'SELECT * FROM carryover.make_known($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    [
      session.desktop,
      session.session,
      session.known,
      service,
      claims.map(({ batch }) => batch),
      claims.map(({ wave }) => wave),
      claims.map(({ identity }) => identity),
      claims.map(({ state }) => state),
      claims.map(({ outcome }) => outcome ?? ''),
    ],
  )
  if (!found.ok) return found
  let eligibility: Eligibility = 'ok'
  const numbers = new Map<string, { readonly epoch: number; readonly number: number }>()
  for (const { verdict, identity, epoch, number } of found.value) {
    if (verdict !== 'known') eligibility = z.enum(eligibilities).parse(verdict)
    if (identity === null || epoch === null || number === null) continue
    session.known = Math.max(session.known, number)
    numbers.set(identity.toString('hex'), { epoch, number })
  }
  return { ok: true, value: { eligibility, numbers } }
}
