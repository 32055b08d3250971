// API calls for rechecks, and for the request history of one account.
import { createHash } from 'node:crypto'
import { paths } from '../../../shared/sending/service.ts'
import { failed } from '../system/failure.ts'
import type { Account } from '../store/accounts/account-row.ts'
import { type AttemptWhole, printAttempt } from '../accounts/attempt-file.ts'
import type { Hide } from '../accounts/masking/mask-values.ts'
import { writeTextFile } from '../system/text-file.ts'
import { accountOf, batchOf, type CallContext, openBatch, os, type Refuse, unwrap } from './call-context.ts'
import { message, type Message } from '../../../shared/texts/message.ts'

export function watchCalls(context: CallContext) {
  const { connectionManager, eventBus, recheck } = context
  const calls = os.batches
  return {
    recheck: calls.recheck.handler(async ({ input, errors }) => {
      const batch = openBatch(context, input.batch, errors)
      const accounts = recheck.begin(batch, input.what)
      await connectionManager.ensure(batch.connectionId)
      eventBus.batchChanged(batch.id)
      return { accounts }
    }),
    stopLooking: calls.stopLooking.handler(({ input, errors }) => {
      const batch = batchOf(context, input.batch, errors)
      recheck.stop(batch)
      eventBus.batchChanged(batch.id)
    }),
  }
}

export function accountHistoryCalls(context: CallContext) {
  const { store, connectionManager, eventBus, clock, masking } = context
  const calls = os.accounts
  return {
    /** Selected accounts first, both in progress and done. */
    recheck: calls.recheck.handler(async ({ input, errors }) => {
      const accounts = input.accounts.map((id) => accountOf(context, id, errors))
      store.sending.together(() => {
        for (const { id, state } of accounts) {
          if (state === 'processing' || state === 'unconfirmed')
            store.accounts.move(id, state, state, { due_at: 0 })
          else store.rechecks.recheck(id)
        }
      })
      for (const batch of new Set(accounts.map((account) => account.batch_id))) eventBus.batchChanged(batch)
      for (const connection of new Set(accounts.map((account) => account.connection_id)))
        if (connection !== null) await connectionManager.ensure(connection)
    }),
    sendAgain: calls.sendAgain.handler(async ({ input, errors }) => {
      const account = accountOf(context, input.account, errors)
      if (!asksToSendAgain(account)) unwrap(failed('input', 'not_for_a_person', whyNotAgain(account)), errors)
      const now = clock.now()
      store.sending.together(() => {
        const queued = { due_at: now, since: now, tries: 0, doubt: 0 }
        store.accounts.move(account.id, 'unconfirmed', 'queued', queued)
        store.sending.missed.lookedUp(account)
        store.accounts.addEvent(now, account.batch_id, account.id, 'sent_again_by_person', {})
      })
      eventBus.batchChanged(account.batch_id)
      if (account.connection_id !== null) await connectionManager.ensure(account.connection_id)
    }),
    attempt: calls.attempt.handler(({ input, errors }) =>
      maskedAttempt(context, input, attemptOf(context, input, errors)),
    ),
    attemptFile: calls.attemptFile.handler(async ({ input, errors }) => {
      const account = accountOf(context, input.account, errors)
      const connection = account.connection_id === null ? null : store.connections.get(account.connection_id)
      const file = printAttempt({
        account: account.key,
        service: connection?.settings.baseUrl ?? null,
        ...maskedParts(context, input, {
          attempt: attemptOf(context, input, errors),
          record: store.history.record(account.id),
        }),
      })
      const path = input.folder === null ? null : unwrap(await writeTextFile(input.folder, file), errors)
      return { ...file, path }
    }),
    validations: calls.validations.handler(({ input, errors }) => {
      const account = accountOf(context, input.account, errors)
      const hide = masking.hideOf(store.batches.get(account.batch_id), account.id)
      return store.history.validations(account.id).map((one) => ({ ...one, answer: hide.text(one.answer) }))
    }),
  }
}

function attemptOf(
  context: CallContext,
  input: { readonly account: number; readonly number: number },
  errors: Refuse,
): AttemptWhole {
  const account = accountOf(context, input.account, errors)
  const found = context.store.history.attempt(account.id, input.number)
  if (found === null)
    return unwrap<never>(
      failed(
        'input',
        'no_such_attempt',
        message('system.no_such_attempt', {
          account: account.key,
          number: input.number,
          attempts: account.attempts,
        }),
      ),
      errors,
    )
  const { body, skewMs, payloadId: _, ...attempt } = found
  return {
    ...attempt,
    method: 'POST' as const,
    path: paths.create,
    body: body.toString('utf8'),
    intact: createHash('sha256').update(body).digest('hex') === attempt.sha256,
    isMasked: false,
    clockDifferenceMs: skewMs,
  }
}

type AttemptAsked = { readonly account: number; readonly number: number }

/** An attempt whose answer quotes no sensitive value. */
export function hideAnswer<One extends { readonly answer: string | null }>(hide: Hide, one: One): One {
  return { ...one, answer: one.answer === null ? null : hide.text(one.answer) }
}

/** The attempt as a window may have it; `intact` and the hash are those of the bytes that were sent. */
function maskedAttempt(context: CallContext, asked: AttemptAsked, attempt: AttemptWhole): AttemptWhole {
  const { store, masking } = context
  const { batch_id: id } = store.accounts.get(asked.account)
  const batch = store.batches.get(id)
  const stored = store.history.attempt(asked.account, asked.number)
  if (batch === null || stored === null || !masking.isAnyMasked(batch)) return attempt
  const { origins } = store.accounts.payload(stored.payloadId)
  const body = JSON.stringify(masking.payload(batch, JSON.parse(attempt.body), origins))
  const shown = hideAnswer(masking.hideOf(batch, asked.account), { ...attempt, body })
  const as = JSON.stringify(JSON.parse(attempt.body))
  return { ...shown, isMasked: body !== as || shown.answer !== attempt.answer }
}

function maskedParts(
  context: CallContext,
  asked: AttemptAsked,
  { attempt, record }: Pick<Parameters<typeof printAttempt>[0], 'attempt' | 'record'>,
) {
  const { store, masking } = context
  const batch = store.batches.get(store.accounts.get(asked.account).batch_id)
  const hide = masking.hideOf(batch, asked.account)
  const shown = maskedAttempt(context, asked, attempt)
  const text = record === null ? null : hide.text(record.text)
  return {
    attempt: { ...shown, isMasked: shown.isMasked || text !== (record?.text ?? null) },
    record: record === null || text === null ? null : { ...record, text },
  }
}

/** Nothing shows if the request arrived, so only a person may decide to send it again. */
export function asksToSendAgain({ state, status_path: path }: Account): boolean {
  return state === 'unconfirmed' && path === null
}

function whyNotAgain({ key: account, state }: Account): Message {
  return state === 'unconfirmed'
    ? message('system.sends_again_by_itself', { account })
    : message('system.not_to_be_sent_again', { account })
}
