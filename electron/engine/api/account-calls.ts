// API calls about accounts: queries of the Fix, Submit and Watch steps, and decisions about accounts.
import { yieldToEventLoop } from '../system/yield.ts'
import { isLocked } from '../../../shared/sending/states.ts'
import { generalPath } from '../../../shared/catalogue/catalogue.ts'
import { readRecordFacts } from '../../../shared/sending/service-record.ts'
import { overrulingFault } from '../../../shared/fixing/overruling.ts'
import type { AccountView } from '../../../shared/contract/views.ts'
import type { RowFilter } from '../../../shared/fixing/row-filter.ts'
import { limitsOf, linesOf } from '../accounts/account-lines.ts'
import { latestPassOf, lensOf } from '../accounts/cell-lens.ts'
import type { Hide } from '../accounts/masking/mask-values.ts'
import { maskedLines } from '../accounts/masking/masked-lines.ts'
import { lockOf } from '../accounts/editing.ts'
import { checkExpected } from '../system/expected-version.ts'
import { failed, type Result, success } from '../system/failure.ts'
import type { Account, AccountDetails } from '../store/accounts/account-row.ts'
import type { StoredBatch } from '../store/import/batches.ts'
import type { Choice, Chosen } from '../store/accounts/decisions/choices.ts'
import type { AccountFilter } from '../store/lookup/grid.ts'
import { versionOfAllRows } from '../store/lookup/rows/row-versions.ts'
import { isStuck } from '../sending/status/stuck.ts'
import { accountOf, batchOf, type CallContext, os, type Refuse, unwrap } from './call-context.ts'
import { asksToSendAgain, hideAnswer } from './watch-calls.ts'
import { message, type Message } from '../../../shared/texts/message.ts'

/** Rows read in one go. */
const rowsAtOnce = 5000

export function accountCalls(context: CallContext) {
  const { store, connectionManager, eventBus, masking } = context
  const calls = os.accounts
  return {
    get: calls.get.handler(({ input, errors }) => viewOf(context, accountOf(context, input.account, errors))),
    find: calls.find.handler(async ({ input, signal }) => {
      const { text, limit } = input
      const ids = await store.lookups.accounts({ text, batch: input.batch ?? null, limit }, signal)
      const found = ids.flatMap((id) => store.accounts.find(id) ?? [])
      return maskedLines(context, linesOf(context, found))
    }),
    findList: calls.findList.handler(({ input, errors }) =>
      findList(context, batchOf(context, input.batch, errors).id, input.keys),
    ),
    list: calls.list.handler(({ input, errors }) => {
      const { batch, offset, limit, ...wanted } = input
      return list(context, batchOf(context, batch, errors), wanted, { offset, limit })
    }),
    cell: calls.cell.handler(({ input, errors }) => {
      const account = accountOf(context, input.account, errors)
      const batch = batchOf(context, account.batch_id, errors)
      const lens = lensOf(store, batch, account, input)
      const missing = failed('input', 'no_such_cell', message('accounts.no_such_cell', { key: account.key }))
      const found = unwrap(lens === null ? missing : success(lens), errors)
      return masking.lens(batch, account.id, input, found)
    }),
    hold: calls.hold.handler(({ input, errors }) => hold(context, input.accounts, input, errors)),
    unhold: calls.unhold.handler(({ input, errors }) => hold(context, input.accounts, null, errors)),
    decide: calls.decide.handler(async ({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      const { who, what } = input
      const accounts = 'accounts' in who ? who.accounts : await accountsOf(context, batch.id, who, errors)
      const chosen = decideAbout(context, batch, accounts, {
        what: what.kind,
        reason: what.kind === 'release' ? null : what.reason,
        until: what.kind === 'hold' ? what.until : null,
      })
      if (what.kind === 'release' && batch.connectionId !== null)
        await connectionManager.ensure(batch.connectionId)
      return chosen
    }),
    undecide: calls.undecide.handler(({ input, errors }) =>
      unwrap(undecide(context, batchOf(context, input.batch, errors), input.choice), errors),
    ),
    validate: calls.validate.handler(async ({ input, errors }) => {
      const accounts =
        'accounts' in input
          ? input.accounts.map((id) => accountOf(context, id, errors).id)
          : await accountsOf(context, batchOf(context, input.batch, errors).id, input, errors)
      const { asked, leftOut, batches, connections } = store.choices.validate(accounts)
      for (const batch of batches) eventBus.batchChanged(batch)
      for (const connection of connections) await connectionManager.ensure(connection)
      return { asked, leftOut }
    }),
  }
}

const keysAtOnce = 500

/** In pieces, so that the window's thread is free between them. */
async function findList({ store, clock }: CallContext, batch: number, keys: readonly string[]) {
  const asked = [...new Set(keys)]
  const found = new Map<string, readonly string[]>()
  for (let from = 0; from < asked.length; from += keysAtOnce) {
    await yieldToEventLoop()
    const piece = store.accountLists.keysOf(batch, asked.slice(from, from + keysAtOnce))
    for (const [given, named] of piece) found.set(given, named)
  }
  const named = [...new Set([...found.values()].flat())]
  const list = named.length === 0 ? null : store.accountLists.add(batch, named, clock.now())
  return {
    list,
    found: found.size,
    accounts: list === null ? 0 : store.accountLists.count(batch, list),
    missing: asked.filter((key) => !found.has(key)),
  }
}

function viewOf(context: CallContext, account: AccountDetails): AccountView {
  const { store, clock, masking } = context
  if (account.payload_id === null) throw new Error(`Account ${account.id} has no payload`)
  const payload = store.accounts.payload(account.payload_id)
  const batch = store.batches.get(account.batch_id)
  const sent = JSON.parse(payload.body.toString('utf8')) as unknown
  const hide = masking.hideOf(batch, account.id)
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
    payload: batch === null ? sent : masking.payload(batch, sent, payload.origins),
    origins: payload.origins,
    omitted: hide([...payload.omitted]),
    problems: masking.problems(batch, hide, problemsOf(context, account)),
    attempts: store.history.attempts(account.id).map((one) => hideAnswer(hide, one)),
    validation: hideVerdict(hide, store.history.validation(account.id, account.payload_id)),
    passes: store.history.passes(account.id),
    latestPass: latestPassOf(store, account.id),
    serviceStatus: account.service_status,
    record: hideRecord(hide, store.history.record(account.id)),
    platformIdentifier: account.platform_identifier,
    existingAccountId: account.existing_account_id,
    locked: lockOf(account),
    events: hide([...store.history.events(account.id), ...store.choices.eventsOf(account.id)]).sort(
      (a, b) => b.at - a.at,
    ),
    dueAt: account.due_at,
    doneAt: account.state === 'done' ? account.since : null,
    since: account.since,
    stuck: isStuck(account, limitsOf(store, account.connection_id).stuckAfterMs, clock.now()),
    wave: account.wave,
    asksToSendAgain: asksToSendAgain(account),
  }
}

function hideVerdict(hide: Hide, verdict: AccountView['validation']): AccountView['validation'] {
  return verdict === null ? null : { ...verdict, answer: hide.text(verdict.answer) }
}

function hideRecord(hide: Hide, record: AccountView['record']): AccountView['record'] {
  if (record === null) return null
  const text = hide.text(record.text)
  return { ...record, text, facts: readRecordFacts(text) }
}

function problemsOf(
  { store }: CallContext,
  { id, connection_id: connection }: Account,
): AccountView['problems'] {
  const statusPath =
    connection === null ? null : (store.connections.get(connection)?.settings.statusPath ?? null)
  return store.history.problems(id).map(({ noValue, ...problem }) => {
    const { source, code, attr } = problem
    const field = attr === null ? null : generalPath(attr)
    return {
      ...problem,
      stays: source === 'local' ? overrulingFault({ code, field, noValue }, statusPath) : null,
    }
  })
}

function list(
  context: CallContext,
  batch: StoredBatch,
  wanted: AccountFilter,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) {
  const { store, clock } = context
  const { stuckAfterMs } = limitsOf(store, batch.connectionId)
  const now = clock.now()
  if (isOnlyStuck(wanted)) {
    const ids = store.processing.stuckAccounts(batch.id, stuckAfterMs, now, offset, limit)
    const accounts = ids.map((id) => store.accounts.details(id))
    return {
      total: store.processing.stuck(batch.id, stuckAfterMs, now),
      accounts: maskedLines(context, linesOf(context, accounts)),
    }
  }
  const { total, accounts } = store.grid.list(batch.id, wanted, now, stuckAfterMs, offset, limit)
  return { total, accounts: maskedLines(context, linesOf(context, accounts)) }
}

/**
 * Accounts of the rows that match a filter, each once. Rows are found as for the grid, without blocking the window.
 */
async function accountsOf(
  { store }: CallContext,
  batch: number,
  { sheet, filter, expected }: OfRows,
  errors: Refuse,
): Promise<number[]> {
  const narrows = Object.values(filter).some((one) => one !== undefined)
  if (!narrows && expected === undefined) return store.choices.accountsOn(batch, sheet, null)
  const asked = { batch, sheet, filter, sort: undefined }
  const most = narrows ? Number.MAX_SAFE_INTEGER : 0
  const { rows, total, version } = await store.lookups.rows(asked, 0, most, { soon: false })
  const current = narrows ? (version ?? '') : versionOfAllRows(total)
  const changed = (): Message => message('accounts.rows_changed', { total })
  unwrap(checkExpected(expected, current, changed), errors)
  if (!narrows) return store.choices.accountsOn(batch, sheet, null)
  const found = new Set<number>()
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    for (const id of store.choices.accountsOn(batch, sheet, rows.slice(at, at + rowsAtOnce))) found.add(id)
    await yieldToEventLoop()
  }
  return [...found]
}

function hold(
  context: CallContext,
  ids: readonly number[],
  hold: { readonly reason: string; readonly until: number | null; readonly exclude: boolean } | null,
  errors: Refuse,
): void {
  const accounts = [...new Set(ids)].map((id) => accountOf(context, id, errors))
  const exclude = hold?.exclude === true
  const sent = exclude ? accounts.find(isSent) : undefined
  if (sent !== undefined) {
    const created = sent.outcome === 'created' ? 'yes' : 'no'
    const sentence = message('accounts.not_excludable', { key: sent.key, created })
    unwrap(failed('input', 'account_was_sent', sentence), errors)
  }
  for (const [id, some] of Map.groupBy(accounts, (account) => account.batch_id))
    context.editing.decide(batchOf(context, id, errors), () => {
      for (const account of some) holdOne(context, account, hold, exclude)
      return { accounts: some.map((account) => account.id), answer: undefined }
    })
}

function holdOne(
  { store, clock }: CallContext,
  { id, state, batch_id: batch }: Account,
  hold: { readonly reason: string; readonly until: number | null } | null,
  exclude: boolean,
): void {
  // Queued accounts are cancelled, because it is decided that they are not sent.
  const to = exclude && state === 'queued' ? 'validated' : state
  store.accounts.move(id, state, to, {
    held_reason: hold?.reason ?? null,
    held_until: exclude ? null : (hold?.until ?? null),
    held_by: hold === null ? null : store.operators.ofBatch(batch),
    excluded: exclude ? 1 : 0,
    ...(to === state ? {} : { wave: null, counted: null }),
    ...(exclude ? { validation: 'none' } : {}),
  })
  const by = store.operators.ofBatch(batch)
  store.accounts.addEvent(
    clock.now(),
    batch,
    id,
    hold === null ? 'released_from_hold' : exclude ? 'excluded' : 'held',
    hold === null ? { by } : { reason: hold.reason, until: exclude ? null : hold.until, by },
  )
}

/** Restores the state of accounts before a decision. */
function undecide(
  { store, clock, eventBus, editing }: CallContext,
  batch: StoredBatch,
  choice: number,
): Result<{ readonly accounts: number; readonly left: number }> {
  const done = editing.decide(batch, () => {
    const accounts = store.choices.accountsOf(choice)
    return { accounts, answer: store.choices.undecide(batch.id, choice) }
  })
  if (done === null) return failed('input', 'no_such_choice', message('accounts.put_back_already'))
  const by = store.operators.ofBatch(batch.id)
  store.accounts.addEvent(clock.now(), batch.id, null, 'decided', { what: 'put_back', ...done, by })
  eventBus.batchChanged(batch.id)
  return success(done)
}

/** One durable decision about many accounts, with its effects on their duplicates. */
export function decideAbout(
  { store, clock, editing }: CallContext,
  batch: StoredBatch,
  accounts: readonly number[],
  made: Choice,
): Chosen {
  return editing.decide(batch, () => {
    const chosen = store.choices.decide(batch.id, accounts, made, clock.now())
    if (chosen.choice === null) return { accounts: [], answer: chosen }
    const reported = { what: made.what, accounts: chosen.accounts, reason: made.reason }
    store.accounts.addEvent(clock.now(), batch.id, null, 'decided', reported)
    return { accounts: store.choices.accountsOf(chosen.choice), answer: chosen }
  })
}

type OfRows = {
  readonly sheet: number
  readonly filter: RowFilter
  readonly expected?: string | undefined
}

/** The service has it or may have it: a sent account cannot be decided again. */
function isSent({ state, outcome }: Account): boolean {
  return isLocked(state) || outcome === 'created'
}

/** True if the filter is only "stuck": an index has those accounts in order. */
function isOnlyStuck({ states, stuck, ...more }: AccountFilter): boolean {
  return (
    stuck === true &&
    states.includes('unconfirmed') &&
    states.includes('processing') &&
    Object.values(more).every((one) => one === undefined)
  )
}
