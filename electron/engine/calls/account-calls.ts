// Accounts: what the Fix, Submit and Watch steps look at, and what a person decides about them.
import { setImmediate as breathe } from 'node:timers/promises'
import { isLocked } from '../../../shared/account-state.ts'
import type { AccountLine, RowFilter } from '../../../shared/views.ts'
import { latestPassOf, lensOf } from '../cell-lens.ts'
import { lockOf } from '../editing/editing.ts'
import { failed, success } from '../failure.ts'
import type { Account } from '../store/accounts.ts'
import { batchOf, type CallContext, os, type Refuse, unwrap } from './call-context.ts'

/** Rows looked through in one go. */
const rowsAtOnce = 5000

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
        excluded: account.excluded === 1,
        supplier: account.supplier,
        rows: store.accounts.rowsOf(account.id),
        payload: JSON.parse(payload.body.toString('utf8')) as unknown,
        origins: payload.origins,
        omitted: [...payload.omitted],
        problems: store.history.problems(account.id),
        attempts: store.history.attempts(account.id),
        judgement: store.history.judgement(account.id, account.payload_id),
        passes: store.history.passes(account.id),
        latestPass: latestPassOf(store, account.id),
        serviceStatus: account.service_status,
        platformIdentifier: account.platform_identifier,
        existingAccountId: account.existing_account_id,
        locked: lockOf(account),
        events: [...store.history.events(account.id), ...store.choices.eventsOf(account.id)].sort(
          (a, b) => b.at - a.at,
        ),
        dueAt: account.due_at,
        settledAt: account.settled_at,
        since: account.since,
        stuck: false,
        wave: account.wave,
      }
    }),
    find: calls.find.handler(async ({ input, signal }) => {
      const { text, limit } = input
      const ids = await store.lookups.accounts({ text, batch: input.batch ?? null, limit }, signal)
      return ids.flatMap((id) => {
        const account = store.accounts.find(id)
        return account === null ? [] : [lineOf(context, account)]
      })
    }),
    list: calls.list.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const { offset, limit, batch: _, ...wanted } = input
      const { total, accounts } = store.grid.list(batch.id, wanted, clock.now(), offset, limit)
      return { total, accounts: accounts.map((account) => lineOf(context, account)) }
    }),
    cell: calls.cell.handler(({ input, errors }) => {
      const account = accountOf(input.account, errors)
      const lens = lensOf(store, batchOf(context, account.batch_id, errors), account, input)
      const missing = failed('input', 'no_such_cell', `Account ${account.key} has no such cell.`)
      return unwrap(lens === null ? missing : success(lens), errors)
    }),
    hold: calls.hold.handler(({ input, errors }) => hold(input.accounts, input, errors)),
    unhold: calls.unhold.handler(({ input, errors }) => hold(input.accounts, null, errors)),
    decide: calls.decide.handler(async ({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const { what } = input
      const accounts = 'accounts' in input.who ? input.who.accounts : await accountsOf(batch.id, input.who)
      const made = {
        what: what.kind,
        reason: what.kind === 'release' ? null : what.reason,
        until: what.kind === 'hold' ? what.until : null,
      }
      const chosen = store.choices.decide(batch.id, accounts, made, clock.now())
      if (chosen.choice !== null) {
        const told = { what: made.what, accounts: chosen.accounts, reason: made.reason }
        store.accounts.addEvent(clock.now(), batch.id, null, 'decided', told)
        news.batchChanged(batch.id)
      }
      if (what.kind === 'release' && batch.connectionId !== null) await office.ensure(batch.connectionId)
      return chosen
    }),
    undecide: calls.undecide.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const done = store.choices.undecide(batch.id, input.choice)
      const missing = failed(
        'input',
        'no_such_choice',
        'This was put back already, or its accounts were built anew since.',
      )
      const put = unwrap(done === null ? missing : success(done), errors)
      store.accounts.addEvent(clock.now(), batch.id, null, 'decided', { what: 'put_back', ...put })
      news.batchChanged(batch.id)
      return put
    }),
    judge: calls.judge.handler(async ({ input, errors }) => {
      const accounts =
        'accounts' in input
          ? input.accounts.map((id) => accountOf(id, errors).id)
          : await accountsOf(batchOf(context, input.batch, errors).id, input)
      const { asked, leftOut, batches, connections } = store.choices.judge(accounts)
      for (const batch of batches) news.batchChanged(batch)
      for (const connection of connections) await office.ensure(connection)
      return { asked, leftOut }
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

  /** Accounts of the rows that a filter leaves, each once. The rows are found as for the grid, the window stays free. */
  async function accountsOf(
    batch: number,
    { sheet, filter }: { readonly sheet: number; readonly filter: RowFilter },
  ): Promise<number[]> {
    const narrows = Object.values(filter).some((one) => one !== undefined)
    if (!narrows) return store.choices.accountsOn(batch, sheet, null)
    const asked = { batch, sheet, filter, sort: undefined }
    const { rows } = await store.lookups.rows(asked, 0, Number.MAX_SAFE_INTEGER, { soon: false })
    const found = new Set<number>()
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      for (const id of store.choices.accountsOn(batch, sheet, rows.slice(at, at + rowsAtOnce))) found.add(id)
      await breathe()
    }
    return [...found]
  }

  function hold(
    ids: readonly number[],
    hold: { readonly reason: string; readonly until: number | null; readonly exclude: boolean } | null,
    errors: Refuse,
  ): void {
    const accounts = ids.map((id) => accountOf(id, errors))
    const exclude = hold?.exclude === true
    const sent = exclude ? accounts.find(isSent) : undefined
    if (sent !== undefined) {
      const why = sent.outcome === 'created' ? 'it was created on the platform' : 'it is on its way'
      unwrap(failed('input', 'account_was_sent', `Account ${sent.key} cannot be excluded: ${why}.`), errors)
    }
    store.sending.together(() => {
      for (const { id, state, batch_id: batch } of accounts) {
        // What waits to be sent is taken back: it is decided that it is not sent.
        const to = exclude && state === 'queued' ? 'cleared' : state
        store.accounts.move(id, state, to, {
          held_reason: hold?.reason ?? null,
          held_until: exclude ? null : (hold?.until ?? null),
          excluded: exclude ? 1 : 0,
          ...(exclude ? { wanted: 0, recheck: 0 } : {}),
        })
        store.accounts.addEvent(
          clock.now(),
          batch,
          id,
          hold === null ? 'released_from_hold' : exclude ? 'excluded' : 'held',
          hold === null ? {} : { reason: hold.reason, until: exclude ? null : hold.until },
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

/** The service may have it, or has: what was sent is not decided anew. */
function isSent({ state, outcome }: Account): boolean {
  return isLocked(state) || outcome === 'created'
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
    excluded: account.excluded === 1,
    serviceStatus: account.service_status,
    platformIdentifier: account.platform_identifier,
    attempts: account.attempts,
    since: account.since ?? account.settled_at ?? account.first_sent_at,
    stuck: false,
    mindChanged: account.mind_changed_at !== null,
    advice: store.versionMarks.settles(account.id) ? null : adviceFor(account, clock.now()),
  }
}

/** What a person should know or do about an account. */
function adviceFor(account: Account, now: number): string | null {
  if (account.excluded === 1) return `Excluded: ${account.held_reason ?? ''}`
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
