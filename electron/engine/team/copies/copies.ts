// Copies of batches in the team's database: writing one in chunks, reading it, removing it, and taking its batch over. Each
// function is one statement. The rules are in the database's functions (database/schema/copies.ts).
import { z } from 'zod'
import { eligibilities, type Session } from '../claims/claims.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'

/** Bytes of all chunks of a copy but the last. */
export const chunkBytes = 256 * 1024

export type NewCopy = {
  /** The code of its project file. */
  readonly id: string
  /** The batch in the team's database. */
  readonly batch: string
  readonly bytes: number
  readonly chunks: number
  readonly sha256: Buffer
  readonly encrypted: boolean
  readonly handedOver: boolean
  readonly accounts: number
}

/**
 * ok; moved: another desktop goes on with the batch; cut: not all chunks are there; otherwise why this desktop may do nothing
 * in the team.
 */
const verdicts = ['ok', 'moved', 'cut', 'left', 'replaced', 'compare', 'wait'] as const
export type CopyVerdict = (typeof verdicts)[number]
const verdictRow = z.object({ verdict: z.enum(verdicts) })

/** Begins a copy. The batch has to be known to the database. */
export function beginCopy(
  database: TeamDatabase,
  { desktop, session, known }: Session,
  { batch, id, bytes, chunks, sha256, encrypted, handedOver, accounts }: NewCopy,
): Promise<TeamResult<CopyVerdict>> {
  return verdictOf(
    database,
    'SELECT * FROM carryover.begin_copy($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    [desktop, session, known, batch, id, bytes, chunks, sha256, encrypted, handedOver, accounts],
  )
}

/** False: the copy was removed meanwhile. The same chunk twice is false the second time. */
export async function addChunk(
  database: TeamDatabase,
  { desktop, session }: Session,
  copy: string,
  number: number,
  bytes: Buffer,
): Promise<TeamResult<boolean>> {
  const added = await database.run(
    z.object({ added: z.boolean() }),
    'SELECT * FROM carryover.add_chunk($1, $2, $3, $4, $5)',
    [desktop, session, copy, number, bytes],
  )
  return added.ok ? { ok: true, value: added.value[0]?.added === true } : added
}

/** Completes a copy: from now on its batch can be taken over, and all other copies of the batch are gone. */
export function endCopy(
  database: TeamDatabase,
  { desktop, session, known }: Session,
  copy: string,
): Promise<TeamResult<CopyVerdict>> {
  return verdictOf(database, 'SELECT * FROM carryover.end_copy($1, $2, $3, $4)', [
    desktop,
    session,
    known,
    copy,
  ])
}

/** Removes all copies of a batch, or only this one, unless another desktop goes on with the batch. */
export function removeCopies(
  database: TeamDatabase,
  { desktop }: Pick<Session, 'desktop'>,
  batch: string,
  copy: string | null = null,
): Promise<TeamResult<CopyVerdict>> {
  return verdictOf(database, 'SELECT * FROM carryover.remove_copies($1, $2, $3)', [desktop, batch, copy])
}

async function verdictOf(
  database: TeamDatabase,
  text: string,
  values: readonly unknown[],
): Promise<TeamResult<CopyVerdict>> {
  const found = await database.run(verdictRow, text, values)
  return found.ok ? { ok: true, value: found.value[0]?.verdict ?? 'left' } : found
}

/**
 * taken; gone: there is no such copy any more; other: somebody else goes on with the batch; there: its desktop answers and
 * has not handed it over; own: it is this desktop's own copy; otherwise why nothing is granted.
 */
const takings = ['taken', 'gone', 'other', 'there', 'own', ...eligibilities] as const
export type Taking = (typeof takings)[number]

/** Moves the claims of the copy's batch to this desktop, with higher epochs. Of two that ask, one gets them. */
export async function takeCopy(
  database: TeamDatabase,
  { desktop, session, known }: Session,
  copy: string,
): Promise<TeamResult<Taking>> {
  const found = await database.run(
    z.object({ verdict: z.enum(takings) }),
    'SELECT * FROM carryover.take_copy($1, $2, $3, $4)',
    [desktop, session, known, copy],
  )
  return found.ok ? { ok: true, value: found.value[0]?.verdict ?? 'left' } : found
}

const time = z.date().transform((at) => at.getTime())

const copyRow = z.object({
  id: z.string(),
  batch: z.string(),
  name: z.string(),
  service: z.string(),
  /** Who made it. */
  desktop: z.string(),
  member: z.string(),
  machine: z.string(),
  at: time,
  bytes: z.number(),
  chunks: z.number(),
  sha256: z.instanceof(Buffer),
  encrypted: z.boolean(),
  handedOver: z.boolean(),
  accounts: z.number(),
  /** The desktop that has the batch now. */
  owner: z.string(),
  seen: time,
  /** It does not answer any more. */
  isSilent: z.boolean(),
})
export type StoredCopy = z.infer<typeof copyRow>

/** All complete copies, the newest first; only that of `id`, if it is given. */
export function readCopies(
  database: TeamDatabase,
  id: string | null = null,
): Promise<TeamResult<readonly StoredCopy[]>> {
  return database.run(
    copyRow,
    `SELECT c.id::text, c.batch::text, b.name, s.address AS service, c.desktop::text, m.name AS member, d.machine, c.at,
       c.bytes, c.chunks, c.sha256, c.encrypted, c.handed_over AS "handedOver", c.accounts, b.desktop::text AS owner,
       o.seen_at AS seen, carryover.is_silent(o.id) AS "isSilent"
     FROM carryover.copy c JOIN carryover.batch b ON b.id = c.batch JOIN carryover.service s ON s.id = b.service
     JOIN carryover.desktop d ON d.id = c.desktop JOIN carryover.member m ON m.id = d.member
     JOIN carryover.desktop o ON o.id = b.desktop
     WHERE c.is_complete AND ($1::text IS NULL OR c.id::text = $1) ORDER BY c.at DESC LIMIT 500`,
    [id],
  )
}

/** Null: it is not there. */
export async function readChunk(
  database: TeamDatabase,
  copy: string,
  number: number,
): Promise<TeamResult<Buffer | null>> {
  const found = await database.run(
    z.object({ bytes: z.instanceof(Buffer) }),
    'SELECT k.bytes FROM carryover.copy_chunk k WHERE k.copy = $1 AND k.number = $2',
    [copy, number],
  )
  return found.ok ? { ok: true, value: found.value[0]?.bytes ?? null } : found
}

const movedRow = z.object({
  batch: z.string(),
  copy: z.string(),
  member: z.string(),
  at: time,
})
/** A batch that another desktop took over with a copy. */
export type Moved = z.infer<typeof movedRow>

/** Those of these batches that another desktop took over with a copy. */
export function readMoved(
  database: TeamDatabase,
  { desktop }: Pick<Session, 'desktop'>,
  batches: readonly string[],
): Promise<TeamResult<readonly Moved[]>> {
  return database.run(
    movedRow,
    `SELECT b.id::text AS batch, b.taken_copy::text AS copy, m.name AS member, b.taken_at AS at
     FROM carryover.batch b JOIN carryover.desktop d ON d.id = b.desktop JOIN carryover.member m ON m.id = d.member
     WHERE b.id = ANY ($1) AND b.desktop <> $2 AND b.taken_copy IS NOT NULL`,
    [batches, desktop],
  )
}

const claimRow = z.object({
  identity: z.instanceof(Buffer),
  epoch: z.number(),
  number: z.number(),
  wave: z.number(),
  state: z.enum(['open', 'there']),
  outcome: z.string().nullable(),
  claimedAt: time,
  now: time,
})
export type MovedClaim = z.infer<typeof claimRow>

type OfBatch = { readonly service: string; readonly batch: string }

const selectClaims = `SELECT c.identity, c.epoch, c.number, c.wave, c.state, c.outcome, c.claimed_at AS "claimedAt",
   clock_timestamp() AS now
 FROM carryover.claim c JOIN carryover.service s ON s.id = c.service
 WHERE s.address = $1 AND c.batch = $2 AND c.desktop = $3 AND c.state <> 'free'`

/** Claims of a batch that this desktop has now, in pieces by their identities. `now`: by the server's clock. */
export function readMovedClaims(
  database: TeamDatabase,
  { desktop }: Pick<Session, 'desktop'>,
  { service, batch }: OfBatch,
  after: Buffer,
  limit: number,
): Promise<TeamResult<readonly MovedClaim[]>> {
  return database.run(claimRow, `${selectClaims} AND c.identity > $4 ORDER BY c.identity LIMIT $5`, [
    service,
    batch,
    desktop,
    after,
    limit,
  ])
}

/** The same, of these accounts. */
export function readMovedClaimsOf(
  database: TeamDatabase,
  { desktop }: Pick<Session, 'desktop'>,
  { service, batch }: OfBatch,
  identities: readonly Buffer[],
): Promise<TeamResult<readonly MovedClaim[]>> {
  return database.run(claimRow, `${selectClaims} AND c.identity = ANY ($4)`, [
    service,
    batch,
    desktop,
    identities,
  ])
}
