// Stores a rejection by the service's validate: problems at their places, and the answer. Also decides whether the
// rejection is about the account or about its supplier.
import { type Place, type PlacingContext, place } from '../../../../shared/payload/problems.ts'
import type { ServiceProblem } from '../service-client/classify.ts'
import { cutSaid } from '../service-client/read-json.ts'
import type { ValidateAnswer } from '../service-client/service-client.ts'
import type { PlacedProblem } from '../../store/accounts/account-problems.ts'
import type { Account } from '../../store/accounts/account-row.ts'
import { codesOf, countAnswer, countCodes } from '../waves/brake-feed.ts'
import type { RequestContext } from '../request-context.ts'
import type { RefusalVerdict } from '../decisions/same-refusals.ts'
import { refusalPause } from '../waves/supplier-pauses.ts'

export type Refusal = Extract<ValidateAnswer, { kind: 'rejected' }>

/**
 * Decides whether a rejection is about this account or about its supplier; in the second case, pauses the supplier.
 * Call it before storing: a queued account stays queued if the rejection is not its own.
 */
export function rejectionVerdict(
  requestContext: RequestContext,
  { id: account, supplier: code }: Pick<Account, 'id' | 'supplier'>,
  { scope, httpStatus, errors }: Refusal,
): RefusalVerdict {
  const supplier = code ?? ''
  const [first] = errors
  if (scope === 'account' || first === undefined) {
    requestContext.sameRefusals.otherwise(supplier, account)
    return 'own'
  }
  const verdict = requestContext.sameRefusals.refused({
    supplier,
    account,
    what: `${httpStatus} ${first.code}`,
    scope,
  })
  const { refusalsInARow, sameProblemInARow } = requestContext.answers
  const times = scope === 'whole_account' ? (sameProblemInARow ?? 0) : refusalsInARow
  if (verdict === 'everybody')
    requestContext.pause(
      refusalPause({
        supplier,
        httpStatus,
        code: first.code,
        detail: first.detail,
        times,
        documented: scope !== 'undocumented',
        isOfAccount: scope === 'whole_account',
      }),
      account,
    )
  return verdict
}

/** A proper answer of the service ends the count of stray answers. */
export function noteServiceAnswer({ stray }: RequestContext, { kind }: ValidateAnswer): void {
  if (kind !== 'validated' && kind !== 'rejected' && kind !== 'closed') return
  stray.noteProperAnswer('token')
  stray.noteProperAnswer('validate')
}

/**
 * Stores a rejection: problems at their places, and the answer for a person to read. `from` is the account's state;
 * `rejected` means that a create was rejected just before.
 */
export function recordRejection(
  requestContext: RequestContext,
  account: number,
  payloadId: number,
  refusal: Refusal,
  from: 'unvalidated' | 'rejected' | 'queued',
): void {
  const { store, clock } = requestContext
  if (!isStillCurrent(requestContext, account, payloadId, from)) return
  const placedProblems = placeProblems(requestContext, account, payloadId, refusal)
  const now = clock.now()
  store.sending.together(() => {
    const currentAccount = store.accounts.get(account)
    const batch = currentAccount.batch_id
    const named = refusal.errors.map(({ attr, code }) => [attr, code] as const)
    store.accounts.addValidation(
      account,
      payloadId,
      now,
      refusal.httpStatus,
      'rejected',
      refusal.answer,
      named,
    )
    store.accounts.replaceProblems(account, batch, 'validate', placedProblems, now)
    const codes = codesOf(
      named.map(([, code]) => code),
      'account_failed_validation',
    )
    const counted =
      from === 'queued'
        ? countAnswer(store, currentAccount, { from, to: 'rejected', outcome: null, codes })
        : null
    store.accounts.move(account, from, 'rejected', {
      validation: 'none',
      due_at: 0,
      tries: 0,
      ...counted?.fields,
    })
    if (from === 'queued')
      store.accounts.addEvent(now, batch, account, 'refused_before_create', { codes: codes.slice(0, 5) })
    counted?.brake(now)
    if (from === 'rejected') countCodes(store, currentAccount, codes, now)
  })
}

/** The problems at their places in the payload that was refused. */
function placeProblems(
  { store, attrPrefix }: RequestContext,
  account: number,
  payloadId: number,
  { errors }: Refusal,
): PlacedProblem[] {
  const payload = store.accounts.payload(payloadId)
  const context: PlacingContext = {
    payload: JSON.parse(payload.body.toString('utf8')) as unknown,
    origins: payload.origins,
    omitted: payload.omitted,
    row: store.accounts.rowsOf(account)[0] ?? null,
    stripPrefix: attrPrefix,
  }
  /** Cache of places: a thousand problems are often at a few places. */
  const places = new Map<string, Place>()
  return errors.map((error) => {
    const name = JSON.stringify([error.attr, error.code])
    const found = places.get(name) ?? place(error.attr, context, error.code)
    places.set(name, found)
    return placed(error, found)
  })
}

/** False if a person has edited or removed the account meanwhile: the answer is for an old payload. */
export function isStillCurrent(
  requestContext: RequestContext,
  id: number,
  payloadId: number,
  state: 'unvalidated' | 'rejected' | 'queued',
): boolean {
  const account = requestContext.store.accounts.findCurrentState(id)
  return account?.payload_id === payloadId && account.state === state
}

function placed(error: ServiceProblem, place: Place): PlacedProblem {
  return {
    source: 'validate',
    attr: error.attr,
    code: error.code,
    message: cutSaid(error.detail),
    place,
  }
}
