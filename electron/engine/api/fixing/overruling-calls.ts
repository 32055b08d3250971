// API calls that overrule our own checks and leave the decision to the service. Affected accounts are rebuilt, a
// few at once and many in the background; afterwards only the remaining checks apply to them.
import type { OverrulingView, ActiveOverruling } from '../../../../shared/contract/fixing/overrulings.ts'
import { generalPath } from '../../../../shared/catalogue/catalogue.ts'
import { overrulingFault } from '../../../../shared/fixing/overruling.ts'
import { failed, type Failure, type Result, success } from '../../system/failure.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { StoredOverruling, WantedOverruling } from '../../store/fixing/overrulings.ts'
import {
  accountOf,
  batchOf,
  type CallContext,
  connectionOf,
  type Inputs,
  os,
  type Refuse,
  unwrap,
} from '../call-context.ts'
import { message } from '../../../../shared/texts/create-message.ts'

export function overrulingCalls(context: CallContext) {
  const { store } = context
  const calls = os.overrulings

  return {
    list: calls.list.handler(({ input, errors }) =>
      store.overrulings
        .list(connectionOf(context, input.connection, errors).id)
        .map((one) => viewOf(context, one)),
    ),
    get: calls.get.handler(({ input, errors }) => viewOf(context, overrulingOf(context, input.id, errors))),
    currentState: calls.currentState.handler(({ input, errors }) =>
      store.overrulings.currentStateIn(batchOf(context, input.batch, errors).id).map(plainView),
    ),
    inBatch: calls.inBatch.handler(({ input, errors }) =>
      store.overrulings.inBatch(batchOf(context, input.batch, errors).id).map((one) => viewWith(one, one)),
    ),
    reach: calls.reach.handler(({ input, errors }) => reach(context, input, errors)),
    add: calls.add.handler(({ input, errors }) => addOverruling(context, input, errors)),
    addToConnection: calls.addToConnection.handler(({ input, errors }) =>
      unwrap(add(context, connectionOf(context, input.connection, errors), null, input.what), errors),
    ),
    revert: calls.revert.handler(({ input, errors }) => revert(context, input, errors)),
  }
}

function viewOf({ store }: CallContext, overruling: StoredOverruling): OverrulingView {
  return viewWith(overruling, store.overrulings.counts(overruling.id))
}

/** Has these accounts rebuilt; returns their number. */
function refresh({ store, editing }: CallContext, affected: ReadonlyMap<number, readonly number[]>): number {
  let accounts = 0
  for (const [id, some] of affected) {
    const batch = store.batches.get(id)
    accounts += some.length
    if (batch !== null && some.length > 0) editing.refresh(batch, some)
  }
  return accounts
}

function add(
  context: CallContext,
  connection: { readonly id: number; readonly settings: { readonly statusPath: string | null } },
  batch: number | null,
  wanted: WantedOverruling,
): Result<{ overruling: OverrulingView; accounts: number }> {
  const { store, clock, eventBus } = context
  const fault = faultOf(context, wanted, connection.settings.statusPath)
  if (fault !== null) return failed(fault.kind, fault.code, fault.message)
  const done = store.sending.together(() => {
    const made = store.overrulings.add(connection.id, batch, wanted, clock.now())
    const affected = store.overrulings.affected(made)
    const accounts = refresh(context, affected)
    for (const [id, some] of affected)
      if (some.length > 0 || id === batch)
        tell(context, id, 'overruled', {
          scope: made.scope,
          code: made.code,
          field: made.field,
          accounts: some.length,
        })
    return { overruling: viewOf(context, made), accounts }
  })
  eventBus.connectionsChanged()
  return success(done)
}

function overrulingOf({ store }: CallContext, id: number, errors: Refuse): StoredOverruling {
  const missing = failed('input', 'no_such_overruling', message('fixing.no_such_decision'))
  return store.overrulings.get(id) ?? unwrap(missing, errors)
}

function tell(
  { store, clock, eventBus }: CallContext,
  batch: number,
  kind: string,
  detail: Readonly<Record<string, unknown>>,
): void {
  store.accounts.addEvent(clock.now(), batch, null, kind, detail)
  eventBus.batchChanged(batch)
}

function faultOf(
  { store }: CallContext,
  wanted: WantedOverruling,
  statusPath: string | null,
): Failure | null {
  const field =
    wanted.scope === 'cause' ? wanted.field : wanted.scope === 'problem' ? generalOf(wanted.attr) : null
  const found =
    wanted.scope === 'problem'
      ? store.overrulings.problemOf(wanted.account, wanted.code, wanted.attr)
      : { noValue: false }
  if (found === null)
    return { kind: 'input', code: 'no_such_problem', message: message('fixing.no_such_problem') }
  const why = overrulingFault({ code: wanted.code, field, noValue: found.noValue }, statusPath)
  return why === null
    ? null
    : {
        kind: 'input',
        code: 'not_overrulable',
        message: message('fixing.check_stays', { code: wanted.code, why }),
      }
}

function reach(context: CallContext, input: Inputs['overrulings']['reach'], errors: Refuse) {
  const { store } = context
  const batch = batchOf(context, input.batch, errors)
  const connection = connectionOf(context, unwrap(connectionIdOf(batch), errors), errors)
  const { code, field } = input
  return {
    cause: store.overrulings.reach(batch.id, connection, { scope: 'cause', code, field }),
    kind: store.overrulings.reach(batch.id, connection, { scope: 'kind', code }),
  }
}

function addOverruling(context: CallContext, input: Inputs['overrulings']['add'], errors: Refuse) {
  const batch = batchOf(context, input.batch, errors)
  const { what } = input
  if (what.scope === 'problem' && accountOf(context, what.account, errors).batch_id !== batch.id)
    unwrap(
      failed('input', 'no_such_account', message('fixing.account_of_other_batch', { account: what.account })),
      errors,
    )
  const connection = unwrap(connectionIdOf(batch), errors)
  return unwrap(add(context, connectionOf(context, connection, errors), batch.id, what), errors)
}

function revert(context: CallContext, input: Inputs['overrulings']['revert'], errors: Refuse) {
  const { store, clock, eventBus } = context
  const overruling = overrulingOf(context, input.id, errors)
  const done = store.sending.together(() => {
    const affected = store.overrulings.revert(input.id, clock.now())
    if (affected === null) return { reverted: false, accounts: 0 }
    const accounts = refresh(context, affected)
    const { scope, code, field } = overruling
    for (const [id, some] of affected)
      tell(context, id, 'overruling_reverted', { scope, code, field, accounts: some.length })
    return { reverted: true, accounts }
  })
  eventBus.connectionsChanged()
  return done
}

type Counts = Pick<OverrulingView, 'problems' | 'accounts'>

function connectionIdOf({ connectionId }: StoredBatch): Result<number> {
  const words = message('fixing.connection_needed')
  return connectionId === null ? failed('input', 'batch_without_connection', words) : success(connectionId)
}

function viewWith(overruling: StoredOverruling, { problems, accounts }: Counts): OverrulingView {
  return { ...plainView(overruling), reverted: overruling.revertedAt !== null, problems, accounts }
}

function plainView(overruling: StoredOverruling): ActiveOverruling {
  const { id, connection, scope, code, field, batch, attr, key, at } = overruling
  return { id, connection, scope, code, field, batch, attr, key, at }
}

/** `customers.0.landline` → `customers.*.landline`. */
function generalOf(attr: string | null): string | null {
  return attr === null ? null : generalPath(attr)
}
