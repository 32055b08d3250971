// What a refusal of the service's validate means for an account: its problems at their places, its answer kept.
import { cutMessage, type Place, type PlacingContext, place } from '../../../shared/problems.ts'
import type { ServiceProblem } from '../service-client/classify.ts'
import type { ValidateAnswer } from '../service-client/service-client.ts'
import type { PlacedProblem } from '../store/account-problems.ts'
import type { Account } from '../store/account-row.ts'
import { codesOf, countAnswer, countCodes } from './brake-feed.ts'
import type { Desk } from './desk.ts'
import type { RefusalVerdict } from './same-refusals.ts'
import { refusalPause } from './supplier-pauses.ts'

export type Refusal = Extract<ValidateAnswer, { kind: 'refused' }>

/**
 * Whether a refusal is this account's; where it is everybody's its supplier is paused. To be asked before it is kept: a
 * queued account whose refusal is not its own stays queued.
 */
export function whoseRefusal(
  desk: Desk,
  { id: account, supplier: code }: Pick<Account, 'id' | 'supplier'>,
  { scope, httpStatus, errors }: Refusal,
): RefusalVerdict {
  const supplier = code ?? ''
  const [first] = errors
  if (scope === 'account' || first === undefined) {
    desk.sameRefusals.otherwise(supplier, account)
    return 'own'
  }
  const verdict = desk.sameRefusals.refused({ supplier, account, what: `${httpStatus} ${first.code}`, scope })
  const { refusalsInARow, sameProblemInARow } = desk.answers
  const times = scope === 'whole_account' ? (sameProblemInARow ?? 0) : refusalsInARow
  if (verdict === 'everybody')
    desk.pause(
      refusalPause({
        supplier,
        httpStatus,
        code: first.code,
        detail: first.detail,
        times,
        documented: scope !== 'undocumented',
      }),
    )
  return verdict
}

/** The service itself answered: what came in its place before does not persist. */
export function noteProper({ stray }: Desk, { kind }: ValidateAnswer): void {
  if (kind !== 'cleared' && kind !== 'refused' && kind !== 'closed') return
  stray.proper('token')
  stray.proper('validate')
}

/** Keeps a refusal: its problems at their places, the answer for a person to read. `from` is ready, queued, or refused by a create. */
export function judge(
  desk: Desk,
  account: number,
  payloadId: number,
  refusal: Refusal,
  from: 'ready' | 'refused' | 'queued',
): void {
  const { store, clock } = desk
  const payload = store.accounts.payload(payloadId)
  const context: PlacingContext = {
    payload: JSON.parse(payload.body.toString('utf8')) as unknown,
    origins: payload.origins,
    omitted: payload.omitted,
    row: store.accounts.rowsOf(account)[0] ?? null,
    stripPrefix: desk.attrPrefix,
  }
  /** A thousand problems are often at a few places. */
  const places = new Map<string | null, Place>()
  const placeOf = (attr: string | null): Place => {
    const found = places.get(attr) ?? place(attr, context)
    places.set(attr, found)
    return found
  }
  const now = clock.now()
  if (!stillAsks(desk, account, payloadId, from)) return
  store.sending.together(() => {
    const told = store.accounts.get(account)
    const batch = told.batch_id
    const named = refusal.errors.map(({ attr, code }) => [attr, code] as const)
    store.accounts.addJudgement(account, payloadId, now, refusal.httpStatus, 'refused', refusal.answer, named)
    store.accounts.replaceProblems(
      account,
      batch,
      'validate',
      refusal.errors.map((error) => placed(error, placeOf(error.attr))),
    )
    const codes = codesOf(
      named.map(([, code]) => code),
      'account_failed_validation',
    )
    const counted =
      from === 'queued' ? countAnswer(store, told, { from, to: 'refused', outcome: null, codes }) : null
    store.accounts.move(account, from, 'refused', {
      judged_payload_id: payloadId,
      judged_at: now,
      wanted: 0,
      recheck: 0,
      due_at: 0,
      tries: 0,
      ...counted?.fields,
    })
    if (from === 'queued')
      store.accounts.addEvent(now, batch, account, 'refused_before_create', { codes: codes.slice(0, 5) })
    counted?.brake(now)
    if (from === 'refused') countCodes(store, told, codes, now)
  })
}

/** False when a person has edited the account meanwhile: the answer is for bytes that are no longer its own. */
export function stillAsks(
  desk: Desk,
  id: number,
  payloadId: number,
  state: 'ready' | 'refused' | 'queued',
): boolean {
  const account = desk.store.accounts.standing(id)
  return account.payload_id === payloadId && account.state === state
}

function placed(error: ServiceProblem, place: Place): PlacedProblem {
  return {
    source: 'validate',
    attr: error.attr,
    code: error.code,
    message: cutMessage(error.detail),
    place,
  }
}
