// Rechecks a done account: reads its status once more and stores what changed. The account stays done meanwhile. If a
// person edits it during the request, the answer is dropped.
import type { Outcome } from '../../../../shared/sending/states.ts'
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import type { Problem } from '../../../../shared/payload/problems.ts'
import type { StatusAnswer } from '../service-client/service-client.ts'
import type { AccountDetails, MoveFields } from '../../store/accounts/account-row.ts'
import { evidenceOf } from './evidence.ts'
import { finishRecheck } from './recheck-many.ts'
import { codesOf, countAnswer, type CountedMove } from '../waves/brake-feed.ts'
import type { Moment } from '../decisions/decide-create.ts'
import { decideRecheck, decideRecheckNotFound, type RecheckDecision } from '../decisions/decide-recheck.ts'
import type { RequestContext } from '../request-context.ts'
import { sharedIdentifierCode, reportSharedIdentifier } from '../decisions/shared-identifiers.ts'

type Answer = Extract<StatusAnswer, { kind: 'record' | 'not_found' }>

/** Stores what the service says of a done account, in its own transaction. */
export function storeRecheck(
  requestContext: RequestContext,
  asked: AccountDetails,
  answer: Answer,
  moment: Moment,
): void {
  const { store } = requestContext
  const account = store.accounts.details(asked.id)
  // Edited during the request: the answer is about what was sent before.
  if (account.state !== 'done' || account.attempts !== asked.attempts) return
  const attempt = store.sending.oursSince(account.id)
  const recheckDecision =
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
  const batchToNotify = store.sending.together(() => {
    const isAsked = store.rechecks.isAsked(account.id)
    const evidence = answer.kind === 'record' ? evidenceOf(answer, moment) : {}
    applyRecheck(requestContext, account, recheckDecision, evidence, moment)
    if (isAsked) finishRecheck(store, account.batch_id, moment.now)
    return recheckDecision.kind === 'other' ? null : reportSharedIdentifier(store, account, moment.now)
  })
  if (batchToNotify !== null) requestContext.changed(batchToNotify)
}

function applyRecheck(
  { store }: RequestContext,
  account: AccountDetails,
  recheckDecision: RecheckDecision,
  evidence: MoveFields,
  moment: Moment,
): void {
  const { id, batch_id: batch } = account
  switch (recheckDecision.kind) {
    case 'same':
      store.accounts.move(id, 'done', 'done', { ...recheckDecision.fields, ...evidence })
      replaceChangedProblems(store, account, recheckDecision.problems, moment.now)
      return
    case 'other':
      store.accounts.move(id, 'done', 'done', recheckDecision.fields)
      store.accounts.addEvent(moment.now, batch, id, 'other_process', { which: recheckDecision.which })
      return
    case 'changed': {
      // The brakes count the outcome as it is known now.
      const { before, after } = recheckDecision
      const counted =
        after.outcome === null || after.outcome === before.outcome
          ? null
          : countAnswer(store, account, answerOf(recheckDecision, after.outcome))
      store.accounts.move(id, 'done', recheckDecision.to, {
        ...recheckDecision.fields,
        ...counted?.fields,
        ...evidence,
      })
      replaceChangedProblems(store, account, recheckDecision.problems, moment.now)
      store.accounts.addEvent(
        moment.now,
        batch,
        id,
        recheckDecision.whoseKnown ? 'whose_known' : 'mind_changed',
        {
          before,
          after,
        },
      )
      counted?.brake(moment.now)
      return
    }
    default:
      assertNever(recheckDecision)
  }
}

function answerOf(
  { to, problems }: Extract<RecheckDecision, { kind: 'changed' }>,
  outcome: Outcome,
): CountedMove {
  const codes = codesOf(
    (problems ?? []).map(({ code }) => code),
    outcome,
  )
  return { from: 'done', to, outcome, codes }
}

/** Replaces problems only if they differ, so that unchanged ones keep their ids. */
function replaceChangedProblems(
  store: RequestContext['store'],
  { id, batch_id: batch }: AccountDetails,
  problems: readonly Problem[] | null,
  now: number,
): void {
  if (problems === null) return
  const problemsKey = (list: readonly Problem[]): string =>
    JSON.stringify(list.map(({ code, message }) => [code, message]))
  const currentState = store.accounts
    .problems(id)
    .filter(({ source, code }) => source === 'process' && code !== sharedIdentifierCode)
  if (problemsKey(currentState) === problemsKey(problems)) return
  const row = problems.length === 0 ? null : (store.accounts.rowsOf(id)[0] ?? null)
  store.accounts.replaceProblems(
    id,
    batch,
    'process',
    problems.map((problem) => ({ ...problem, place: { kind: 'account', row } as const })),
    now,
  )
}
