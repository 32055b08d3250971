// This folder's record of its claims in the team's database: written before an account may be sent, followed by triggers
// as the account moves, and reported to the database afterwards.
import { randomUUID } from 'node:crypto'
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { thereOutcomes } from '../../../../shared/sending/states.ts'
import { sqlList } from '../database/sql-list.ts'
import { bindOperations, immediateTransaction } from '../operations.ts'

/** SQL: the account has another name in this team now, and the claim under its earlier name stays as it is. */
export const detachClaim =
  'UPDATE team_claim SET account_id = NULL WHERE account_id = @account AND team = @team AND identity <> @identity'

const claimRow = z.object({
  team: z.string(),
  service: z.string(),
  identity: z.instanceof(Buffer),
  batch: z.string(),
  wave: z.number(),
  epoch: z.number(),
  number: z.number(),
  state: z.enum(['open', 'there', 'free']),
  outcome: z.string().nullable(),
})
/** A claim; `identity` is the hash by which the team's database names the account, `batch` the team's code of the batch. */
export type StoredClaim = z.infer<typeof claimRow>

/** A claim that was granted. */
export type NewClaim = Omit<StoredClaim, 'state' | 'outcome'> & {
  readonly account: number
  readonly doubt: number
}

/** What the record says of an account before it is claimed. */
export type KnownClaim = Pick<StoredClaim, 'epoch' | 'state'> & {
  readonly doubt: number
  readonly isReported: boolean
}

type KnownRow = Omit<KnownClaim, 'isReported'> & { readonly name: string; readonly reported: number }

export type OwnClaimStore = ReturnType<typeof createOwnClaimStore>

export function createOwnClaimStore(database: Database) {
  return bindOperations(prepareClaims(database), {
    codeOf,
    batchOf,
    codes: listCodes,
    takenAt,
    takePiece,
    known: findKnown,
    batches: listBatches,
    record,
    unreported: listUnreported,
    reported: markReported,
    after: listAfter,
    services: listServices,
    highestNumber,
  })
}

type Parts = ReturnType<typeof prepareClaims>

function prepareClaims(database: Database) {
  const columns = 'team, service, identity, batch, wave, epoch, number, state, outcome'
  return {
    inTransaction: immediateTransaction(database),
    selectCode: database.prepare('SELECT code FROM team_batch WHERE batch_id = ?').pluck(),
    selectBatch: database.prepare('SELECT max(batch_id) FROM team_batch WHERE code = ?').pluck(),
    selectCodes: database.prepare('SELECT batch_id AS batch, code FROM team_batch ORDER BY batch_id'),
    insertCode: database.prepare('INSERT INTO team_batch (batch_id, code) VALUES (?, ?)'),
    selectTakenAt: database.prepare('SELECT taken_at FROM team_batch WHERE batch_id = ?').pluck(),
    setTakenAt: database.prepare('UPDATE team_batch SET taken_at = ? WHERE batch_id = ?'),
    selectAccounts: database.prepare(
      'SELECT id, connection_id, identity FROM account WHERE batch_id = ? AND id > ? AND identity IS NOT NULL ORDER BY id LIMIT ?',
    ),
    upsertTaken: database.prepare(
      `INSERT INTO team_claim (team, service, identity, account_id, batch, wave, epoch, number, state, outcome, doubt, reported)
       VALUES (@team, @service, @identity, @account, @batch, @wave, @epoch, @number, @state, @outcome, 0, 1)
       ON CONFLICT DO UPDATE SET account_id = excluded.account_id, batch = excluded.batch, wave = excluded.wave, granted = 1,
         epoch = excluded.epoch, number = excluded.number, state = excluded.state, outcome = excluded.outcome, reported = 1
       WHERE excluded.number > team_claim.number`,
    ),
    // An account may have been found on the platform before its claim came.
    endTaken: database.prepare(
      `UPDATE team_claim SET reported = 0, state = 'there', outcome = a.outcome FROM account a
       WHERE a.id = team_claim.account_id AND team_claim.account_id = ? AND team_claim.state = 'open'
         AND a.outcome IN (${sqlList(thereOutcomes)})`,
    ),
    upsert: database.prepare(
      `INSERT INTO team_claim (team, service, identity, account_id, batch, wave, epoch, number, state, outcome, doubt, reported)
       SELECT @team, @service, @identity, @account, @batch, @wave, @epoch, @number, iif(a.state = 'queued', 'open', 'free'), NULL,
         @doubt, a.state = 'queued'
       FROM account a WHERE a.id = @account
       ON CONFLICT DO UPDATE SET account_id = excluded.account_id, batch = excluded.batch, wave = excluded.wave, granted = 1,
         epoch = excluded.epoch, number = excluded.number, state = excluded.state, outcome = NULL, doubt = excluded.doubt, reported = excluded.reported`,
    ),
    // An account that was built again has another number, and its identity may have changed.
    detach: database.prepare(detachClaim),
    selectKnown: database.prepare(
      `SELECT lower(hex(identity)) AS name, epoch, state, doubt, reported FROM team_claim
       WHERE service = ? AND identity IN (SELECT unhex(value) FROM json_each(?))`,
    ),
    selectBatches: database
      .prepare('SELECT DISTINCT batch FROM team_claim WHERE team = ? AND service = ?')
      .pluck(),
    selectUnreported: database.prepare(
      `SELECT ${columns} FROM team_claim WHERE team = ? AND reported = 0 AND (granted = 1 OR state = 'free') LIMIT ?`,
    ),
    setReported: database.prepare(
      `UPDATE team_claim SET reported = 1 WHERE service = @service AND identity = @identity AND epoch = @epoch
         AND state = @state AND outcome IS @outcome`,
    ),
    selectAfter: database.prepare(
      `SELECT ${columns} FROM team_claim WHERE team = ? AND service = ? AND identity > ? ORDER BY identity LIMIT ?`,
    ),
    selectServices: database.prepare('SELECT DISTINCT service FROM team_claim WHERE team = ?').pluck(),
    selectHighest: database.prepare('SELECT ifnull(max(number), 0) FROM team_claim WHERE team = ?').pluck(),
  }
}

/** The team's code of a batch, which it gets here if it has none. */
function codeOf({ selectCode, insertCode }: Parts, batch: number): string {
  const known = selectCode.get(batch) as string | undefined
  if (known !== undefined) return known
  const code = randomUUID()
  insertCode.run(batch, code)
  return code
}

/** Null: this folder has no such batch any more. */
function batchOf({ selectBatch }: Parts, code: string): number | null {
  return (selectBatch.get(code) as number | undefined) ?? null
}

/** Of all batches from which accounts were claimed. */
function listCodes({ selectCodes }: Parts): { readonly batch: number; readonly code: string }[] {
  return selectCodes.all() as { readonly batch: number; readonly code: string }[]
}

/** Those of these accounts that were claimed from here before, by their hashes in hexadecimal digits. */
function findKnown(
  { selectKnown }: Parts,
  service: string,
  names: readonly string[],
): ReadonlyMap<string, KnownClaim> {
  // Asked for again and again while accounts are sent, so it is not parsed.
  const rows = selectKnown.all(service, JSON.stringify(names)) as KnownRow[]
  return new Map(rows.map(({ name, reported, ...known }) => [name, { ...known, isReported: reported === 1 }]))
}

/** The team's codes of all batches with claims at a service. */
function listBatches({ selectBatches }: Parts, team: string, service: string): string[] {
  return selectBatches.all(team, service) as string[]
}

/** When the batch was taken over from another desktop; 0: never, or it was never claimed from. */
function takenAt({ selectTakenAt }: Parts, batch: number): number {
  return (selectTakenAt.get(batch) as number | undefined) ?? 0
}

/** An account that a claim may be of. */
export type ClaimedAccount = {
  readonly id: number
  readonly connection_id: number
  readonly identity: string
}

const accountsAtOnce = 1000

/**
 * Writes a piece of the claims that came with a batch, each with its account; the batch is taken over from the first piece on.
 * A claim that was granted here again since, or ended, is newer. Returns the last account of the piece, and null when there
 * is none left.
 * @param after the last account of the piece before; 0: none
 * @param claimOf the claim that came with an account, if any
 */
function takePiece(
  { selectAccounts, upsertTaken, endTaken, detach, setTakenAt, inTransaction }: Parts,
  batch: number,
  after: number,
  claimOf: (account: ClaimedAccount) => StoredClaim | undefined,
  now: number,
): number | null {
  const page = selectAccounts.all(batch, after, accountsAtOnce) as ClaimedAccount[]
  inTransaction(() => {
    if (after === 0) setTakenAt.run(now, batch)
    for (const account of page) {
      const claim = claimOf(account)
      if (claim === undefined) continue
      detach.run({ ...claim, account: account.id })
      upsertTaken.run({ ...claim, account: account.id })
      endTaken.run(account.id)
    }
  })
  return page.at(-1)?.id ?? null
}

/**
 * Before any of these accounts may be sent. The claim of one that has left the queue meanwhile is given back. False if the
 * record lacks one, because its account was removed meanwhile.
 */
function record({ upsert, detach, inTransaction }: Parts, claims: readonly NewClaim[]): boolean {
  let isWhole = true
  inTransaction(() => {
    for (const claim of claims) {
      detach.run(claim)
      if (upsert.run(claim).changes === 0) isWhole = false
    }
  })
  return isWhole
}

/** Claims whose present state the team's database does not know, but for those that are made known (sent-claims.ts). */
function listUnreported({ selectUnreported }: Parts, team: string, limit: number): StoredClaim[] {
  return selectUnreported.all(team, limit).map((row) => claimRow.parse(row))
}

/** Those that have changed since stay unreported. */
function markReported({ setReported, inTransaction }: Parts, claims: readonly StoredClaim[]): void {
  inTransaction(() => {
    for (const claim of claims) setReported.run(claim)
  })
}

/** All claims of a service in pieces, in the order of their identities. `after`: the last identity of the piece before. */
function listAfter(
  { selectAfter }: Parts,
  team: string,
  service: string,
  after: Buffer,
  limit: number,
): StoredClaim[] {
  return selectAfter.all(team, service, after, limit).map((row) => claimRow.parse(row))
}

function listServices({ selectServices }: Parts, team: string): string[] {
  return selectServices.all(team) as string[]
}

/** 0: there is no claim of this team. */
function highestNumber({ selectHighest }: Parts, team: string): number {
  return selectHighest.get(team) as number
}
