// Reading the status of an account that has settled, and keeping what it says: the account stays settled while it is
// asked, and a person may edit it meanwhile, whose word then counts.
import type { Outcome } from '../../../shared/account-state.ts'
import { assertNever } from '../../../shared/assert-never.ts'
import type { Problem } from '../../../shared/problems.ts'
import type { StatusAnswer } from '../service-client/service-client.ts'
import type { Account } from '../store/account-row.ts'
import { endLooking } from '../look-again.ts'
import { codesOf, countAnswer, type Told } from './brake-feed.ts'
import type { Moment } from './decide.ts'
import { decideLook, decideLookNotFound, type Look } from './decide-look.ts'
import type { Desk } from './desk.ts'
import { sharedIdentifierCode, tellSharedIdentifier } from './shared-identifiers.ts'

type Answer = Extract<StatusAnswer, { kind: 'record' | 'not_found' }>

/** Keeps what the service says of a settled account; in a transaction of its own. */
export function keepLook(desk: Desk, asked: Account, answer: Answer, moment: Moment): void {
  const { store } = desk
  const account = store.accounts.get(asked.id)
  // Edited while the service was asked: what it said is of what was sent before.
  if (account.state !== 'settled' || account.attempts !== asked.attempts) return
  const attempt = store.sending.oursSince(account.id)
  const look =
    answer.kind === 'not_found'
      ? decideLookNotFound(account, moment)
      : decideLook(
          answer.record,
          {
            account,
            attemptStartedAt:
              attempt === null ? null : attempt.started_at + (attempt.skew_ms ?? answer.skewMs ?? 0),
            saidYes: attempt?.latest_class === 'yes',
            clock: store.connections.processClock(desk.connectionId),
            skewMs: answer.skewMs,
            onItsWayElsewhere: store.watching.onItsWayElsewhere(
              account.connection_id,
              account.identity,
              account.id,
            ),
          },
          moment,
        )
  const told = store.sending.together(() => {
    carryOut(desk, account, look, moment)
    if (account.look === 2) endLooking(store, account.batch_id, moment.now)
    return look.kind === 'other' ? null : tellSharedIdentifier(store, account, moment.now)
  })
  if (told !== null) desk.changed(told)
}

function carryOut({ store }: Desk, account: Account, look: Look, moment: Moment): void {
  const { id, batch_id: batch } = account
  switch (look.kind) {
    case 'same':
      store.accounts.move(id, 'settled', 'settled', look.fields)
      replaceIfOther(store, account, look.problems)
      return
    case 'other':
      store.accounts.move(id, 'settled', 'settled', look.fields)
      store.accounts.addEvent(moment.now, batch, id, 'other_process', { which: look.which })
      return
    case 'changed': {
      // The brakes count what became of an account as it is known now.
      const { before, after } = look
      const counted =
        after.outcome === null || after.outcome === before.outcome
          ? null
          : countAnswer(store, account, toldBy(look, after.outcome))
      store.accounts.move(id, 'settled', look.to, { ...look.fields, ...counted?.fields })
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

function toldBy({ to, problems }: Extract<Look, { kind: 'changed' }>, outcome: Outcome): Told {
  const codes = codesOf(
    (problems ?? []).map(({ code }) => code),
    outcome,
  )
  return { from: 'settled', to, outcome, codes }
}

/** Problems keep their ids where they say the same. */
function replaceIfOther(
  store: Desk['store'],
  { id, batch_id: batch }: Account,
  problems: readonly Problem[] | null,
): void {
  if (problems === null) return
  const words = (list: readonly Problem[]): string =>
    JSON.stringify(list.map(({ code, message }) => [code, message]))
  const standing = store.accounts
    .problems(id)
    .filter(({ source, code }) => source === 'process' && code !== sharedIdentifierCode)
  if (words(standing) === words(problems)) return
  const row = problems.length === 0 ? null : (store.accounts.rowsOf(id)[0] ?? null)
  store.accounts.replaceProblems(
    id,
    batch,
    'process',
    problems.map((problem) => ({ ...problem, place: { kind: 'account', row } as const })),
  )
}
