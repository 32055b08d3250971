// List line of an account: its data with hints about what a person should know or do.
import { type Limits, limits as limitsSchema } from '../../../shared/sending/connection.ts'
import type { AccountLine } from '../../../shared/contract/views.ts'
import type { Clock } from '../system/clock.ts'
import type { AccountDetails } from '../store/accounts/account-row.ts'
import type { Store } from '../store/store.ts'
import { ageInWords, isStuck, waitingFor } from '../sending/status/stuck.ts'
import { stands } from '../../../shared/payload/problems.ts'
import { message, type Message, type Said } from '../../../shared/texts/message.ts'
import { sentences } from '../../../shared/texts/join.ts'

type From = { readonly store: Store; readonly clock: Clock }

const usual = limitsSchema.parse({})

/** Limits of a connection; the default ones if there is none. */
export function limitsOf(store: Store, connection: number | null): Limits {
  return (connection === null ? null : store.connections.get(connection))?.settings.limits ?? usual
}

/** Lines by account; values of the batch and the connection are looked up once for all. */
export function linesOf({ store, clock }: From, accounts: readonly AccountDetails[]): AccountLine[] {
  const now = clock.now()
  const nameOf = remember((batch: number) => store.batches.get(batch)?.name ?? '')
  const limitsFor = remember((connection: number | null) => limitsOf(store, connection))
  return accounts.map((account) => {
    const limits = limitsFor(account.connection_id)
    return {
      id: account.id,
      batch: account.batch_id,
      batchName: nameOf(account.batch_id),
      key: account.key,
      state: account.state,
      outcome: account.outcome,
      held: account.held_reason,
      heldUntil: account.held_until,
      excluded: account.excluded === 1,
      serviceStatus: account.service_status,
      platformIdentifier: account.platform_identifier,
      attempts: account.attempts,
      since: account.since ?? account.first_sent_at,
      stuck: isStuck(account, limits.stuckAfterMs, now),
      mindChanged: account.changed_at !== null,
      advice: store.versionMarks.finishes(account.id) ? null : adviceWithProblem(store, account, limits, now),
    }
  })
}

export function lineOf(from: From, account: AccountDetails): AccountLine {
  const [line] = linesOf(from, [account])
  if (line === undefined) throw new Error('One account has one line')
  return line
}

function remember<K, V>(find: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const value = known.get(key) ?? find(key)
    known.set(key, value)
    return value
  }
}

/** What failed, and what our own checks keep back, says its own problem. */
function adviceWithProblem(
  { history }: Store,
  account: AccountDetails,
  limits: Limits,
  now: number,
): Said | null {
  const { state, outcome } = account
  const isFailed = state === 'rejected' || outcome === 'failed'
  const advice = adviceFor(account, limits, now)
  if (account.held_reason !== null || account.changed_at !== null) return advice
  if (state === 'invalid' && account.excluded === 0)
    return history.problems(account.id).find(stands)?.message ?? advice
  if (!isFailed) return advice
  const problem = history.problems(account.id).findLast((one) => stands(one) && one.source !== 'local')
  return problem === undefined ? advice : message('accounts.failed_because', { why: problem.message })
}

/** Advice for a person about an account; null if there is nothing to do. */
export function adviceFor(account: AccountDetails, limits: Limits, now: number): Said | null {
  const reason = account.held_reason
  if (account.excluded === 1) return message('accounts.excluded', { reason: reason ?? '' })
  if (reason !== null)
    return account.held_until !== null && account.held_until <= now
      ? message('accounts.hold_is_due', { reason })
      : message('accounts.held', { reason })
  switch (account.state) {
    case 'invalid':
      return message('accounts.fix_its_cells')
    case 'rejected':
      return message('accounts.fix_what_is_named')
    case 'unconfirmed':
    case 'processing':
      return adviceOnTheWay(account, limits, now)
    case 'done':
      return adviceDone(account)
    default:
      return null
  }
}

function adviceOnTheWay(account: AccountDetails, limits: Limits, now: number): Said | null {
  const { state, status_path, key } = account
  const age = ageInWords(now - (account.since ?? now))
  const status = account.service_status ?? ''
  const stuck = isStuck(account, limits.stuckAfterMs, now)
  if (status_path === null)
    return state === 'unconfirmed'
      ? message('accounts.lost_without_status')
      : message('accounts.accepted_without_status')
  switch (waitingFor(account)) {
    case 'an_answer':
      return stuck ? message('accounts.lost_for_long', { age, key }) : message('accounts.lost')
    case 'being_visible':
      return stuck ? message('accounts.not_visible', { age }) : null
    case 'pending':
    case 'in_progress':
      if (account.not_found_at !== null) return message('accounts.not_known_any_more', { status })
      return stuck ? message('accounts.same_for_long', { status, age }) : null
    case 'another_word':
      if (status === 'PROCESSED') return message('accounts.processed_without_identifier')
      return stuck ? message('accounts.odd_status_for_long', { status, age }) : null
    default:
      return null
  }
}

function adviceDone(account: AccountDetails): Said | null {
  const advice = adviceOnOutcome(account)
  if (account.changed_at === null) return advice
  const status = account.service_status ?? message('accounts.no_status')
  const changed = message('accounts.changed_when_done', { status })
  return advice === null ? changed : sentences(changed, advice)
}

function adviceOnOutcome(account: AccountDetails): Message | null {
  const { outcome, platform_identifier } = account
  if (account.shared_identifier === 1) return message('accounts.shares_identifier')
  switch (outcome) {
    case 'failed':
      return message('accounts.failed')
    case 'dry_run_failed':
      return message('accounts.dry_run_failed')
    case 'cancelled':
      return message('accounts.cancelled')
    case 'whose_account_unsure':
      return message('accounts.whose_unsure')
    case 'already_there':
      return message('accounts.already_there')
    case 'created':
      if (account.not_found_at !== null) return message('accounts.created_and_gone')
      return platform_identifier === null ? message('accounts.created_without_identifier') : null
    default:
      return null
  }
}
