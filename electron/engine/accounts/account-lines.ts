// List line of an account: its data with hints about what a person should know or do.
import { type Limits, limits as limitsSchema } from '../../../shared/sending/connection.ts'
import type { AccountLine } from '../../../shared/contract/views.ts'
import type { Clock } from '../system/clock.ts'
import type { AccountDetails } from '../store/accounts/account-row.ts'
import type { Store } from '../store/store.ts'
import { ageInWords, isStuck, waitingFor } from '../sending/status/stuck.ts'

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
      advice: store.versionMarks.finishes(account.id) ? null : adviceFor(account, limits, now),
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

/** Advice for a person about an account; null if there is nothing to do. */
export function adviceFor(account: AccountDetails, limits: Limits, now: number): string | null {
  if (account.excluded === 1) return `Excluded: ${account.held_reason ?? ''}`
  if (account.held_reason !== null)
    return account.held_until !== null && account.held_until <= now
      ? `The day of its hold has come: take it off hold, or hold it on. Held: ${account.held_reason}`
      : `Held: ${account.held_reason}`
  switch (account.state) {
    case 'invalid':
      return 'Problems in its cells keep it from being sent: fix them.'
    case 'rejected':
      return 'The service refused it: fix what it names, then validate again.'
    case 'unconfirmed':
    case 'processing':
      return adviceOnTheWay(account, limits, now)
    case 'done':
      return adviceDone(account)
    default:
      return null
  }
}

function adviceOnTheWay(account: AccountDetails, limits: Limits, now: number): string | null {
  const { state, status_path, service_status: word } = account
  const age = account.since === null ? null : ageInWords(now - account.since)
  const stuck = isStuck(account, limits.stuckAfterMs, now)
  if (status_path === null)
    return state === 'unconfirmed'
      ? 'Its answer was lost, and the connection has no status path: nothing tells whether it arrived. Ask the platform operator; if it did not, send it again.'
      : 'The service accepted it, and the connection has no status path: what became of it cannot be read. Ask the platform operator.'
  switch (waitingFor(account)) {
    case 'an_answer':
      return stuck
        ? `Its answer was lost ${age} ago, and its status could not be had since. Nothing is sent until it is known: recheck, and ask the platform operator whether account ${account.key} is there.`
        : 'Its answer was lost. Its status is being read; nothing is sent until that is known.'
    case 'being_visible':
      return stuck
        ? `The service accepted it ${age} ago and does not show it yet. It is not sent again by itself: ask the platform operator whether it arrived, and recheck.`
        : null
    case 'pending':
    case 'in_progress':
      if (account.not_found_at !== null)
        return `The service said ${word} and does not know it any more. It is looked at again by itself; if that lasts, ask the platform operator.`
      return stuck
        ? `The service has said ${word} for ${age}: ask the platform operator whether it still goes on, and recheck.`
        : null
    case 'another_word':
      if (word === 'PROCESSED')
        return 'The service says PROCESSED and has given no platform identifier yet. It is looked at a few times more.'
      return stuck
        ? `The service has said “${word}” for ${age}, a word that its specification does not have: ask the platform operator what it means.`
        : null
    default:
      return null
  }
}

function adviceDone(account: AccountDetails): string | null {
  const { outcome, service_status, platform_identifier } = account
  const outdatedReportNote =
    account.changed_at === null
      ? ''
      : `Changed after it was done (the service says ${service_status ?? 'no word'} now): a report from before is outdated. `
  if (account.shared_identifier === 1)
    return `${outdatedReportNote}The service gave its platform identifier to another account as well: ask the platform operator which one it belongs to.`
  if (outcome === 'failed')
    return `${outdatedReportNote}The service could not create it: look at its problem, fix it and send it again.`
  if (outcome === 'dry_run_failed')
    return `${outdatedReportNote}Its dry run failed, so a creation would fail too: look at its problem, fix it and send it again.`
  if (outcome === 'cancelled')
    return `${outdatedReportNote}The service cancelled it: ask the platform operator, or send it again.`
  if (outcome === 'whose_account_unsure')
    return `${outdatedReportNote}The platform has it, and whether this sending made it or somebody else shortly before is not certain: compare it with the platform, and ask the platform operator who made it.`
  if (outcome === 'already_there')
    return `${outdatedReportNote}The platform had it already, and it was not sent from this batch: decide what to do.`
  if (outcome === 'created' && account.not_found_at !== null)
    return `${outdatedReportNote}The service said that it was created and does not know it any more: ask the platform operator whether it is there.`
  if (outcome === 'created' && platform_identifier === null)
    return `${outdatedReportNote}The service says PROCESSED but gave no platform identifier: ask the platform operator for it.`
  return outdatedReportNote === '' ? null : outdatedReportNote.trim()
}
