// Claims that came with a batch from another desktop, and what they say of accounts that its copy has in an older state: an
// account that the other desktop may have sent, or has created, is looked up before anything else is done with it. All of it
// happens while the batch is hidden.
import type { Database } from 'better-sqlite3'
import { inFlightStates } from '../../../../shared/sending/states.ts'
import type { Account } from '../accounts/account-row.ts'
import type { AccountStore } from '../accounts/accounts.ts'
import { bindOperations, immediateTransaction } from '../operations.ts'
import { detachClaim } from './own-claims.ts'

/** A claim that is this desktop's now. Times in milliseconds since 1970, by the clock of this machine. */
export type TakenClaim = {
  readonly team: string
  readonly service: string
  /** The hash by which the team's database names the account. */
  readonly identity: Buffer
  readonly batch: string
  readonly wave: number
  readonly epoch: number
  readonly number: number
  readonly state: 'open' | 'there'
  readonly outcome: string | null
  /** When it was granted first: nothing was sent before. */
  readonly claimedAt: number
}

export type TakenClaimStore = ReturnType<typeof createTakenClaimStore>

export function createTakenClaimStore(database: Database, accounts: AccountStore) {
  return bindOperations(prepareTaken(database, accounts), { accountsAfter, settle, taken })
}

type Parts = ReturnType<typeof prepareTaken>

function prepareTaken(database: Database, accounts: AccountStore) {
  return {
    accounts,
    inTransaction: immediateTransaction(database),
    selectAccounts: database
      .prepare('SELECT id FROM account WHERE batch_id = ? AND id > ? ORDER BY id LIMIT ?')
      .pluck(),
    detach: database.prepare(detachClaim),
    upsert: database.prepare(
      `INSERT INTO team_claim (team, service, identity, account_id, batch, wave, epoch, number, state, outcome, doubt, reported)
       VALUES (@team, @service, @identity, @account, @batch, @wave, @epoch, @number, @state, @outcome, 0, 1)
       ON CONFLICT DO UPDATE SET account_id = excluded.account_id, batch = excluded.batch, wave = excluded.wave, granted = 1,
         epoch = excluded.epoch, number = excluded.number, state = excluded.state, outcome = excluded.outcome, reported = 1`,
    ),
    insertWave: database.prepare(
      `INSERT OR IGNORE INTO wave (batch_id, number, released_at, by_person, may_follow) VALUES (?, ?, ?, 1, 0)`,
    ),
    stopWaves: database.prepare('UPDATE wave SET may_follow = 0 WHERE batch_id = ?'),
    selectLast: database.prepare(
      'SELECT started_at AS startedAt, class FROM attempt WHERE account_id = ? AND number = ?',
    ),
    insertAttempt: database.prepare(
      `INSERT INTO attempt (account_id, number, payload_id, sha256, started_at, ended_at, class, code)
       SELECT @account, @number, p.id, p.sha256, @startedAt, @now, @class, 'of_claim' FROM payload p WHERE p.id = @payload`,
    ),
    setTakenAt: database.prepare('UPDATE team_batch SET taken_at = ? WHERE batch_id = ?'),
  }
}

/** In pieces, by the account's number. */
function accountsAfter(
  { selectAccounts, accounts }: Parts,
  batch: number,
  after: number,
  limit: number,
): Account[] {
  return (selectAccounts.all(batch, after, limit) as number[]).map((id) => accounts.get(id))
}

/** The batch is shown: from now on it is this desktop's. In the caller's transaction. */
function taken({ setTakenAt }: Parts, batch: number, at: number): void {
  setTakenAt.run(at, batch)
}

/**
 * Writes a piece of the claims, each with its account; null: the copy has no such account, and the claim is kept without one.
 * Accounts without a claim are given by themselves: those that were only queued wait for the next wave.
 */
function settle(
  parts: Parts,
  { batch, connection }: { readonly batch: number; readonly connection: number },
  claims: readonly { readonly claim: TakenClaim; readonly account: Account | null }[],
  unclaimed: readonly Account[],
  now: number,
): void {
  parts.inTransaction(() => {
    for (const { claim, account } of claims) {
      if (account !== null) parts.detach.run({ ...claim, account: account.id })
      parts.upsert.run({ ...claim, account: account?.id ?? null })
      if (account !== null) reflect(parts, account, claim, now)
    }
    for (const { id, state, first_sent_at: sentAt } of unclaimed) {
      if (state !== 'unconfirmed' || sentAt !== null) continue
      parts.accounts.move(id, 'unconfirmed', 'queued', {})
      parts.accounts.move(id, 'queued', 'validated', { wave: null, counted: null, connection_id: connection })
    }
    parts.stopWaves.run(batch)
  })
}

function isInFlight({ state }: Account): boolean {
  return inFlightStates.some((one) => one === state)
}

/**
 * An account that cannot be sent in its present state stays as it is: it is in doubt, so its status is read before it is
 * sent, and it is never sent if its claim says that it is there.
 */
function reflect(parts: Parts, account: Account, claim: TakenClaim, now: number): void {
  const { accounts } = parts
  const { id, state } = account
  const isThere = claim.state === 'there'
  if (isInFlight(account)) {
    const last = lastAttempt(parts, account)
    const isKnown = last !== null && mayHaveArrived.has(last.class)
    if (!isKnown || (isThere && claim.outcome === 'created')) addAttempt(parts, account, claim, now)
    accounts.move(id, state, state, { doubt: 0 })
    return
  }
  if (account.payload_id === null) return
  if (state === 'done') {
    if (isThere && account.outcome === claim.outcome) return
    accounts.move(id, 'done', 'queued', { outcome: null })
    return lookUp(parts, account, 'queued', claim, now)
  }
  if (state === 'unvalidated') {
    accounts.move(id, 'unvalidated', 'validated', {})
    return lookUp(parts, account, 'validated', claim, now)
  }
  if (state === 'validated' || state === 'queued') lookUp(parts, account, state, claim, now)
}

/** Its status is read when the batch is shown; until then it has no connection, as all accounts in flight. */
function lookUp(
  parts: Parts,
  account: Account,
  from: 'queued' | 'validated',
  claim: TakenClaim,
  now: number,
): void {
  const { accounts, insertWave } = parts
  insertWave.run(account.batch_id, claim.wave, now)
  accounts.move(account.id, from, 'unconfirmed', {
    connection_id: null,
    wave: claim.wave,
    counted: null,
    due_at: 0,
    since: now,
    tries: 0,
    not_found_at: null,
    doubt: 0,
  })
  addAttempt(parts, account, claim, now)
}

const mayHaveArrived: ReadonlySet<string | null> = new Set(['accepted', 'unknown', null])

type Last = { readonly startedAt: number; readonly class: string | null }

function lastAttempt({ selectLast }: Parts, { id, attempts }: Account): Last | null {
  return (selectLast.get(id, attempts) as Last | undefined) ?? null
}

/** The other desktop may have sent it since it had the claim, or has created it. */
function addAttempt(parts: Parts, account: Account, claim: TakenClaim, now: number): void {
  const { id, payload_id: payload, attempts } = account
  if (payload === null) return
  const { state } = parts.accounts.get(id)
  const last = isInFlight(account) ? lastAttempt(parts, account) : null
  const startedAt = Math.min(last?.startedAt ?? claim.claimedAt, claim.claimedAt)
  const kind =
    claim.outcome === 'created'
      ? 'accepted'
      : claim.outcome === 'already_there'
        ? 'already_exists'
        : 'unknown'
  parts.insertAttempt.run({ account: id, number: attempts + 1, payload, startedAt, now, class: kind })
  parts.accounts.move(id, state, state, {
    attempts: attempts + 1,
    first_sent_at: account.first_sent_at ?? startedAt,
  })
}
