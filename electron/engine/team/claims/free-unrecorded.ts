// Frees what was granted to this desktop and never reached its record: its program ended before, or the answer was lost. It is
// done before a session asks for its first claim, and between two questions: a claim whose answer is under way is not in the
// record either.
import { z } from 'zod'
import { serviceAt } from '../../../../shared/sending/connection.ts'
import type { Store } from '../../store/store.ts'
import { yieldToEventLoop } from '../../system/yield.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'
import type { Session } from './claims.ts'

/** A claim of this desktop that is open in the team's database. `identity`: of `identityHash`. */
export type OpenClaim = z.infer<typeof openRow>

const openRow = z.object({ identity: z.instanceof(Buffer), epoch: z.number(), number: z.number() })

export const listedAtOnce = 10_000
const lookedUpAtOnce = 1000

/**
 * Open claims that this desktop got itself, in the order of their identities, at most `listedAtOnce`. None while no claims
 * are granted.
 * @param after the last identity of the piece before
 */
export function openClaims(
  database: TeamDatabase,
  { desktop, session, known }: Session,
  service: string,
  after: Buffer,
): Promise<TeamResult<readonly OpenClaim[]>> {
  return database.run(openRow, 'SELECT * FROM carryover.open_claims($1, $2, $3, $4, $5, $6)', [
    desktop,
    session,
    known,
    service,
    after,
    listedAtOnce,
  ])
}

/**
 * Frees claims as they were listed. Returns how many: none where the database shows that the record is an older one.
 * @param recorded the highest number in this desktop's record
 */
export async function freeClaims(
  database: TeamDatabase,
  { desktop, session }: Session,
  service: string,
  recorded: number,
  claims: readonly OpenClaim[],
): Promise<TeamResult<number>> {
  const freed = await database.run(
    z.object({ freed: z.number() }),
    'SELECT * FROM carryover.free_unrecorded($1, $2, $3, $4, $5, $6)',
    [
      desktop,
      session,
      recorded,
      service,
      claims.map(({ identity }) => identity),
      claims.map(({ number }) => number),
    ],
  )
  return freed.ok ? { ok: true, value: freed.value[0]?.freed ?? 0 } : freed
}

/** At all services of the workspace. */
export async function freeUnrecorded(
  store: Store,
  database: TeamDatabase,
  session: Session,
  team: string,
): Promise<TeamResult<null>> {
  const connections = store.connections.all().filter(({ environment }) => environment !== 'practice')
  const services = connections.map(({ settings }) => serviceAt(settings.baseUrl))
  for (const service of new Set([...services, ...store.ownClaims.services(team)])) {
    for (let after: Buffer = Buffer.alloc(0); ; ) {
      const listed = await openClaims(database, session, service, after)
      if (!listed.ok) return listed
      const lacking = await lackingIn(store, service, listed.value)
      if (lacking.length > 0) {
        const recorded = store.ownClaims.highestNumber(team)
        const freed = await freeClaims(database, session, service, recorded, lacking)
        if (!freed.ok) return freed
      }
      const last = listed.value.at(-1)
      if (last === undefined || listed.value.length < listedAtOnce) break
      after = last.identity
    }
  }
  return { ok: true, value: null }
}

/** Those that the record lacks, or has as ended before they were granted. */
async function lackingIn(
  store: Store,
  service: string,
  listed: readonly OpenClaim[],
): Promise<readonly OpenClaim[]> {
  const lacking: OpenClaim[] = []
  for (let at = 0; at < listed.length; at += lookedUpAtOnce) {
    const piece = listed.slice(at, at + lookedUpAtOnce)
    const known = store.ownClaims.known(
      service,
      piece.map(({ identity }) => identity.toString('hex')),
    )
    for (const claim of piece) {
      const one = known.get(claim.identity.toString('hex'))
      if (one === undefined || (one.state === 'free' && one.epoch < claim.epoch)) lacking.push(claim)
    }
    await yieldToEventLoop()
  }
  return lacking
}
