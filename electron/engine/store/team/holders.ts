// Accounts that another member of the team has claimed or created: they are done here as "with another operator", with who
// has them, and go back to the unvalidated ones when that claim ends without an account.
import type { Database } from 'better-sqlite3'
import { z } from 'zod'
import { withMemberCode } from '../../../../shared/sending/states.ts'
import { message } from '../../../../shared/texts/message.ts'
import type { AccountStore } from '../accounts/accounts.ts'
import { bindOperations, immediateTransaction } from '../operations.ts'

/** Who has the account. Times in milliseconds since 1970, by the clock of the team's server. */
export type StoredHolder = {
  readonly service: string
  readonly identity: Buffer
  readonly member: string
  /** The batch's name there. */
  readonly batch: string
  readonly wave: number
  readonly state: 'open' | 'there' | 'free'
  readonly outcome: string | null
  readonly since: number
  readonly changed: number
}

const heldRow = z.object({
  account: z.number(),
  batchId: z.number(),
  /** Null: its batch is not sent from here. */
  connection: z.number().nullable(),
  service: z.string(),
  identity: z.instanceof(Buffer),
  state: z.enum(['open', 'there', 'free']),
  changed: z.number(),
})
/** An account that is with somebody else, as it was known last. */
export type HeldElsewhere = z.infer<typeof heldRow>

export type HolderStore = ReturnType<typeof createHolderStore>

export function createHolderStore(database: Database, accounts: AccountStore) {
  return bindOperations(prepareHolders(database, accounts), {
    leaveTo,
    lookUpFirst,
    update: updateHolder,
    free,
    after: listAfter,
    count: countHeld,
  })
}

type Parts = ReturnType<typeof prepareHolders>

function prepareHolders(database: Database, accounts: AccountStore) {
  return {
    accounts,
    inTransaction: immediateTransaction(database),
    upsert: database.prepare(
      `INSERT INTO team_holder (account_id, service, identity, member, batch, wave, state, outcome, since, changed)
       VALUES (@account, @service, @identity, @member, @batch, @wave, @state, @outcome, @since, @changed)
       ON CONFLICT DO UPDATE SET member = excluded.member, batch = excluded.batch, wave = excluded.wave,
         state = excluded.state, outcome = excluded.outcome, since = excluded.since, changed = excluded.changed`,
    ),
    selectAfter: database.prepare(
      `SELECT h.account_id AS account, a.batch_id AS batchId, a.connection_id AS connection, h.service, h.identity, h.state, h.changed
       FROM team_holder h JOIN account a ON a.id = h.account_id WHERE h.account_id > ? ORDER BY h.account_id LIMIT ?`,
    ),
    countAll: database.prepare('SELECT count(*) FROM team_holder').pluck(),
  }
}

/** A queued account is not sent from here: the holder has it. */
function leaveTo(parts: Parts, account: number, holder: StoredHolder, now: number): void {
  const { accounts, upsert, inTransaction } = parts
  inTransaction(() => {
    const { batch_id: batch } = accounts.get(account)
    accounts.move(account, 'queued', 'validated', { wave: null, counted: null })
    accounts.move(account, 'validated', 'done', { outcome: 'with_member', since: now, validation: 'none' })
    upsert.run({ ...holder, account })
    sayWho(parts, account, batch, holder, now)
    accounts.addEvent(now, batch, account, 'with_member', { member: holder.member, wave: holder.wave })
  })
}

/**
 * A queued account may have been created already: its status is read before it is sent. Nothing happens if it was cancelled
 * or removed meanwhile. In the caller's transaction.
 */
function lookUpFirst({ accounts }: Parts, account: number, now: number): void {
  if (accounts.findCurrentState(account)?.state !== 'queued') return
  accounts.move(account, 'queued', 'unconfirmed', {
    doubt: 1,
    due_at: now,
    since: now,
    tries: 0,
    not_found_at: null,
  })
}

/** Something about the holder has changed. */
function updateHolder(
  parts: Parts,
  { account, batchId }: HeldElsewhere,
  holder: StoredHolder,
  now: number,
): void {
  parts.inTransaction(() => {
    parts.upsert.run({ ...holder, account })
    sayWho(parts, account, batchId, holder, now)
  })
}

function sayWho(
  { accounts }: Parts,
  account: number,
  batchId: number,
  holder: StoredHolder,
  now: number,
): void {
  const { member, batch, wave, state, outcome, since, changed } = holder
  const at = state === 'there' ? changed : since
  const said = message(state === 'there' ? 'team.there_with' : 'team.claimed_by', {
    member,
    batch,
    wave,
    at,
    ...(state === 'there' && { outcome: outcome ?? '' }),
  })
  const place = { kind: 'account', row: accounts.rowsOf(account)[0] ?? null } as const
  const problem = { source: 'create', attr: null, code: withMemberCode, message: said, place } as const
  accounts.replaceProblems(account, batchId, 'create', [problem], now)
}

/**
 * The other claim has ended without an account: it may be validated and released here again.
 * @param isInDoubt nobody knows how it ended: the account's status is read before it is sent
 */
function free(
  { accounts, inTransaction }: Parts,
  { account, batchId }: HeldElsewhere,
  isInDoubt: boolean,
  now: number,
): void {
  inTransaction(() => {
    accounts.dropProblemsOf(account, withMemberCode)
    const doubt = isInDoubt ? { doubt: 1 } : {}
    accounts.move(account, 'done', 'unvalidated', {
      outcome: null,
      since: now,
      due_at: 0,
      tries: 0,
      ...doubt,
    })
    accounts.addEvent(now, batchId, account, 'with_member_ended', {})
  })
}

/** In pieces, by the account's number. */
function listAfter({ selectAfter }: Parts, after: number, limit: number): HeldElsewhere[] {
  return selectAfter.all(after, limit).map((row) => heldRow.parse(row))
}

function countHeld({ countAll }: Parts): number {
  return countAll.get() as number
}
