// Claims of accounts that were sent, or are on the platform, without a grant of the team: before this folder belonged to it,
// or while their connection led to another address. They are in the record of claims, and are made known to the team's
// database, which says then which number it gave them.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { thereOutcomes } from '../../../../shared/sending/states.ts'
import { sqlList } from '../database/sql-list.ts'
import { bindOperations, immediateTransaction } from '../operations.ts'
import { positionSetting } from '../sending/attempts/doubt.ts'
import { detachClaim } from './own-claims.ts'

const position = z.object({ number: z.number() })

const sentRow = z.object({
  account: z.number(),
  batchId: z.number(),
  identity: z.string(),
  wave: z.number(),
  state: z.enum(['open', 'there']),
  outcome: z.string().nullable(),
})
/** An account that was sent, or is on the platform, and that no claim of the team at this service has as such. */
export type SentWithout = z.infer<typeof sentRow>

const unknownRow = z.object({
  service: z.string(),
  identity: z.instanceof(Buffer),
  batch: z.string(),
  wave: z.number(),
  state: z.enum(['open', 'there']),
  outcome: z.string().nullable(),
})
/** A claim that the team's database has to know; `identity`: the hash by which it names the account. */
export type UnknownClaim = z.infer<typeof unknownRow>

/** Where an account is sent. */
export type SentPlace = { readonly team: string; readonly connection: number; readonly service: string }

export type SentClaimStore = ReturnType<typeof createSentClaimStore>

export function createSentClaimStore(database: Database) {
  return bindOperations(prepareSent(database), {
    without: listWithout,
    record,
    unknown: listUnknown,
    known,
    lastAttempt,
  })
}

type Parts = ReturnType<typeof prepareSent>

function prepareSent(database: Database) {
  const columns = 'service, identity, batch, wave, state, outcome'
  return {
    inTransaction: immediateTransaction(database),
    // By the account's number, also where there is an index of connections: pieces follow each other in this order.
    selectWithout: database.prepare(
      `SELECT id AS account, batch_id AS batchId, identity, ifnull(wave, 1) AS wave, outcome,
         iif(outcome IS NULL, 'open', 'there') AS state
       FROM account a NOT INDEXED WHERE id > @after AND identity IS NOT NULL AND connection_id = @connection
         AND (state IN ('sending','unconfirmed','processing') OR outcome IN (${sqlList(thereOutcomes)}))
         AND NOT EXISTS (SELECT 1 FROM team_claim c
           WHERE c.account_id = a.id AND c.team = @team AND c.service = @service AND c.state <> 'free')
       ORDER BY id LIMIT @limit`,
    ),
    selectLast: database.prepare('SELECT value FROM setting WHERE name = ?').pluck(),
    detach: database.prepare(detachClaim),
    // One whose account has another name now is its claim again when the address was changed back.
    upsert: database.prepare(
      `INSERT INTO team_claim
         (team, service, identity, account_id, batch, wave, epoch, number, state, outcome, doubt, reported, granted)
       VALUES (@team, @service, @identity, @account, @batch, @wave, 1, 0, @state, @outcome, 0, 0, 0)
       ON CONFLICT (service, identity) DO UPDATE SET account_id = excluded.account_id, reported = 0,
         granted = iif(team_claim.state = 'free', 0, team_claim.granted),
         state = iif(team_claim.state = 'there', 'there', excluded.state),
         outcome = iif(team_claim.state = 'there', team_claim.outcome, excluded.outcome)
       WHERE team_claim.state = 'free' OR team_claim.account_id IS NULL`,
    ),
    selectUnknown: database.prepare(
      `SELECT ${columns} FROM team_claim WHERE team = ? AND reported = 0 AND granted = 0 AND state <> 'free' LIMIT ?`,
    ),
    setNumber: database.prepare(
      'UPDATE team_claim SET epoch = @epoch, number = @number, granted = 1 WHERE service = @service AND identity = @identity',
    ),
    setKnown: database.prepare(
      `UPDATE team_claim SET reported = 1 WHERE service = @service AND identity = @identity
         AND state = @state AND outcome IS @outcome`,
    ),
  }
}

/** In pieces, by the account's number. */
function listWithout(
  { selectWithout }: Parts,
  place: SentPlace,
  after: number,
  limit: number,
): SentWithout[] {
  return selectWithout.all({ ...place, after, limit }).map((row) => sentRow.parse(row))
}

function record(
  { detach, upsert, inTransaction }: Parts,
  claims: readonly (UnknownClaim & { readonly team: string; readonly account: number })[],
): void {
  inTransaction(() => {
    for (const claim of claims) {
      detach.run(claim)
      upsert.run(claim)
    }
  })
}

/** Those that the team's database does not know. */
function listUnknown({ selectUnknown }: Parts, team: string, limit: number): UnknownClaim[] {
  return selectUnknown.all(team, limit).map((row) => unknownRow.parse(row))
}

/**
 * The team's database knows them. One that has changed since stays unreported.
 * @param numbers of those that are this desktop's there, by their hashes in hexadecimal digits
 */
function known(
  { setNumber, setKnown, inTransaction }: Parts,
  claims: readonly UnknownClaim[],
  numbers: ReadonlyMap<string, { readonly epoch: number; readonly number: number }>,
): void {
  inTransaction(() => {
    for (const claim of claims) {
      const own = numbers.get(claim.identity.toString('hex'))
      if (own !== undefined) setNumber.run({ ...claim, ...own })
      setKnown.run(claim)
    }
  })
}

/** The number of the last create that was begun in this folder; 0: there was none. */
function lastAttempt({ selectLast }: Parts): number {
  const text = selectLast.get(positionSetting) as string | undefined
  return text === undefined ? 0 : position.parse(JSON.parse(text)).number
}
