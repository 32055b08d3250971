// Rechecks a done account: reads its status once more and stores what changed. The account stays done meanwhile. If a
// person edits it during the request, the answer is dropped.
import type { Outcome } from '../../../shared/sending/states.ts'
import { assertNever } from '../../../shared/contract/assert-never.ts'
import type { Problem } from '../../../shared/payload/problems.ts'
import type { StatusAnswer } from './service-client/service-client.ts'
import type { Account } from '../store/accounts/account-row.ts'
import { finishRecheck } from './recheck-many.ts'
import { codesOf, countAnswer, type Reported } from './waves/brake-feed.ts'
import type { Moment } from './decisions/decide-create.ts'
import { decideRecheck, decideRecheckNotFound, type Look } from './decisions/decide-recheck.ts'
import type { RequestContext } from './request-context.ts'
import { sharedIdentifierCode, reportSharedIdentifier } from './decisions/shared-identifiers.ts'

type Answer = Extract<StatusAnswer, { kind: 'record' | 'not_found' }>

/** Stores what the service says of a done account, in its own transaction. */
export function storeRecheck(
  requestContext: RequestContext,
  asked: Account,
  answer: Answer,
  moment: Moment,
): void {
  const { store } = requestContext
  const account = store.accounts.get(asked.id)
  // Edited during the request: the answer is about what was sent before.
  if (account.state !== 'done' || account.attempts !== asked.attempts) return
  const attempt = store.sending.oursSince(account.id)
  const look =
    answer.kind === 'not_found'
      ? decideRecheckNotFound(account, moment)
      : decideRecheck(
          answer.record,
          {
            account,
            attemptStartedAt:
              attempt === null ? null : attempt.started_at + (attempt.skew_ms ?? answer.skewMs ?? 0),
            wasAccepted: attempt?.latest_class === 'accepted',
            clock: store.connections.processClock(requestContext.connectionId),
            skewMs: answer.skewMs,
            onItsWayElsewhere: store.processing.onItsWayElsewhere(
              account.connection_id,
              account.identity,
              account.id,
            ),
          },
          moment,
        )
  const reported = store.sending.together(() => {
    applyRecheck(requestContext, account, look, moment)
    if (account.recheck === 2) finishRecheck(store, account.batch_id, moment.now)
    return look.kind === 'other' ? null : reportSharedIdentifier(store, account, moment.now)
  })
  if (reported !== null) requestContext.changed(reported)
}

function applyRecheck({ store }: RequestContext, account: Account, look: Look, moment: Moment): void {
  const { id, batch_id: batch } = account
  switch (look.kind) {
    case 'same':
      store.accounts.move(id, 'done', 'done', look.fields)
      replaceIfOther(store, account, look.problems)
      return
    case 'other':
      store.accounts.move(id, 'done', 'done', look.fields)
      store.accounts.addEvent(moment.now, batch, id, 'other_process', { which: look.which })
      return
    case 'changed': {
      // The brakes count the outcome as it is known now.
      const { before, after } = look
      const counted =
        after.outcome === null || after.outcome === before.outcome
          ? null
          : countAnswer(store, account, answerOf(look, after.outcome))
      store.accounts.move(id, 'done', look.to, { ...look.fields, ...counted?.fields })
      replaceIfOther(store, account, look.problems)
      store.accounts.addEvent(moment.now, batch, id, look.whoseKnown ? 'whose_known' : 'mind_changed', {
        before,
        after,
      })
      counted?.brake(moment.now)
      return
    }
    default:
      assertNever(look)
  }
}

function answerOf({ to, problems }: Extract<Look, { kind: 'changed' }>, outcome: Outcome): Reported {
  const codes = codesOf(
    (problems ?? []).map(({ code }) => code),
    outcome,
  )
  return { from: 'done', to, outcome, codes }
}

/** Replaces problems only if they differ, so that unchanged ones keep their ids. */
function replaceIfOther(
  store: RequestContext['store'],
  { id, batch_id: batch }: Account,
  problems: readonly Problem[] | null,
): void {
  if (problems === null) return
  const words = (list: readonly Problem[]): string =>
    JSON.stringify(list.map(({ code, message }) => [code, message]))
  const currentState = store.accounts
    .problems(id)
    .filter(({ source, code }) => source === 'process' && code !== sharedIdentifierCode)
  if (words(currentState) === words(problems)) return
  const row = problems.length === 0 ? null : (store.accounts.rowsOf(id)[0] ?? null)
  store.accounts.replaceProblems(
    id,
    batch,
    'process',
    problems.map((problem) => ({ ...problem, place: { kind: 'account', row } as const })),
  )
}
