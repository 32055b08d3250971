// Accounts: what the Fix, Submit and Watch steps look at, and what a person decides about them.
import type { AccountLine } from '../../../shared/views.ts'
import { lockOf } from '../editing/editing.ts'
import { failed } from '../failure.ts'
import type { Account } from '../store/accounts.ts'
import { batchOf, type CallContext, os, type Refuse, unwrap } from './call-context.ts'

export function accountCalls(context: CallContext) {
  const { store, clock, office, news } = context
  const calls = os.accounts

  function accountOf(id: number, errors: Refuse): Account {
    const account = store.accounts.find(id)
    return account ?? unwrap(failed('input', 'no_such_account', `There is no account ${id}.`), errors)
  }

  return {
    get: calls.get.handler(({ input, errors }) => {
      const account = accountOf(input.account, errors)
      if (account.payload_id === null) throw new Error(`Account ${account.id} has no payload`)
      const payload = store.accounts.payload(account.payload_id)
      return {
        id: account.id,
        batch: account.batch_id,
        key: account.key,
        state: account.state,
        outcome: account.outcome,
        held: account.held_reason,
        heldUntil: account.held_until,
        supplier: account.supplier,
        rows: store.accounts.rowsOf(account.id),
        payload: JSON.parse(payload.body.toString('utf8')) as unknown,
        origins: payload.origins,
        omitted: [...payload.omitted],
        problems: store.history.problems(account.id),
        attempts: store.history.attempts(account.id),
        judgement: store.history.judgement(account.id, account.payload_id),
        passes: store.history.passes(account.id),
        serviceStatus: account.service_status,
        platformIdentifier: account.platform_identifier,
        existingAccountId: account.existing_account_id,
        locked: lockOf(account),
        events: store.history.events(account.id),
        dueAt: account.due_at,
        settledAt: account.settled_at,
      }
    }),
    find: calls.find.handler(({ input }) =>
      store.grid
        .find(input.text, input.batch ?? null, input.limit)
        .map((account) => lineOf(context, account)),
    ),
    list: calls.list.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const { offset, limit, batch: _, ...wanted } = input
      const { total, accounts } = store.grid.list(batch.id, wanted, clock.now(), offset, limit)
      return { total, accounts: accounts.map((account) => lineOf(context, account)) }
    }),
    hold: calls.hold.handler(({ input, errors }) => hold(input.accounts, input, errors)),
    unhold: calls.unhold.handler(({ input, errors }) => hold(input.accounts, null, errors)),
    judge: calls.judge.handler(async ({ input, errors }) => {
      const accounts = input.accounts.map((id) => accountOf(id, errors))
      store.sending.together(() => {
        for (const account of accounts) {
          const { id, state, outcome } = account
          if (state === 'ready') store.accounts.move(id, 'ready', 'ready', { wanted: 1, due_at: 0 })
          if (state === 'refused' || state === 'cleared')
            store.accounts.move(id, state, 'ready', { wanted: 1, due_at: 0, tries: 0 })
          if (
            state === 'settled' &&
            (outcome === 'failed' || outcome === 'cancelled' || outcome === 'dry_run')
          )
            store.accounts.move(id, 'settled', 'ready', {
              wanted: 1,
              outcome: null,
              settled_at: null,
              due_at: 0,
              tries: 0,
            })
        }
      })
      await wake(accounts)
    }),
    lookAgain: calls.lookAgain.handler(async ({ input, errors }) => {
      const accounts = input.accounts.map((id) => accountOf(id, errors))
      store.sending.together(() => {
        for (const { id, state, outcome, attempts } of accounts) {
          if (state === 'watching' || state === 'unconfirmed')
            store.accounts.move(id, state, state, { due_at: clock.now() })
          const maySettleOtherwise = state === 'settled' && outcome !== 'already_there' && attempts > 0
          if (maySettleOtherwise)
            store.accounts.move(id, 'settled', 'watching', {
              outcome: null,
              settled_at: null,
              due_at: clock.now(),
              tries: 0,
            })
        }
      })
      await wake(accounts)
    }),
  }

  function hold(
    ids: readonly number[],
    hold: { readonly reason: string; readonly until: number | null } | null,
    errors: Refuse,
  ): void {
    const accounts = ids.map((id) => accountOf(id, errors))
    store.sending.together(() => {
      for (const { id, state, batch_id: batch } of accounts) {
        store.accounts.move(id, state, state, {
          held_reason: hold?.reason ?? null,
          held_until: hold?.until ?? null,
        })
        store.accounts.addEvent(
          clock.now(),
          batch,
          id,
          hold === null ? 'released_from_hold' : 'held',
          hold === null ? {} : { reason: hold.reason, until: hold.until },
        )
      }
    })
    for (const account of accounts) news.batchChanged(account.batch_id)
  }

  async function wake(accounts: readonly Account[]): Promise<void> {
    for (const batch of new Set(accounts.map((account) => account.batch_id))) news.batchChanged(batch)
    for (const connection of new Set(accounts.map((account) => account.connection_id))) {
      if (connection !== null) await office.ensure(connection)
    }
  }
}

/** An account as a line of a list. */
export function lineOf({ store, clock }: CallContext, account: Account): AccountLine {
  return {
    id: account.id,
    batch: account.batch_id,
    batchName: store.batches.get(account.batch_id)?.name ?? '',
    key: account.key,
    state: account.state,
    outcome: account.outcome,
    held: account.held_reason,
    heldUntil: account.held_until,
    serviceStatus: account.service_status,
    platformIdentifier: account.platform_identifier,
    attempts: account.attempts,
    since: account.settled_at ?? account.first_sent_at,
    advice: adviceFor(account, clock.now()),
  }
}

/** What a person should know or do about an account. */
function adviceFor(account: Account, now: number): string | null {
  if (account.held_reason !== null)
    return account.held_until !== null && account.held_until <= now
      ? `The day of its hold has come: take it off hold, or hold it on. Held: ${account.held_reason}`
      : `Held: ${account.held_reason}`
  switch (account.state) {
    case 'blocked':
      return 'Problems in its cells keep it from being sent: fix them.'
    case 'refused':
      return 'The service refused it: fix what it names, then validate again.'
    case 'unconfirmed':
      return 'Its answer was lost. Its status is being read; nothing is sent until that is known.'
    case 'settled':
      if (account.outcome === 'failed')
        return 'The service could not create it: look at its problem, fix it and send it again.'
      if (account.outcome === 'cancelled')
        return 'The service cancelled it: ask the platform operator, or send it again.'
      if (account.outcome === 'already_there')
        return 'The platform had it already, and it was not sent from this batch: decide what to do.'
      return null
    default:
      return null
  }
}
