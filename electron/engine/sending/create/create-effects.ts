// Effects of a create's answer beyond its account: whether it closes the breaker, pauses a supplier or the connection,
// and whether an odd answer is the account's own.
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import type { Attempt } from '../../store/sending/attempts/attempts.ts'
import type { PauseEntry, RequestContext } from '../request-context.ts'
import type { Closed } from '../service-client/refusal-words.ts'
import type { CreateAnswer } from '../service-client/service-client.ts'
import type { Token } from '../service-client/tokens.ts'
import { closedPause, refusalPause } from '../waves/supplier-pauses.ts'
import { message } from '../../../../shared/texts/message.ts'

/** A pause to write with the answer, and whether an odd answer is about the account alone. */
export type Effects = { readonly pause: PauseEntry | null; readonly isItsOwn: boolean }
const none: Effects = { pause: null, isItsOwn: false }

/** The newest token that the service refused since it last took one. */
export type RefusedToken = { generation: number | null }

/** Decides what the answer means for other requests on this connection. */
export function effectsOf(
  context: RequestContext,
  refused: RefusedToken,
  attempt: Attempt,
  answer: CreateAnswer,
  token: Token,
): Effects {
  const supplier = attempt.supplier ?? ''
  if (!isPage(answer) && answer.class !== 'unknown' && answer.class !== 'not_sent')
    context.stray.noteProperAnswer('create')
  switch (answer.class) {
    case 'accepted':
    case 'already_exists':
      context.sameRefusals.otherwise(supplier, attempt.accountId)
      refused.generation = null
      context.answered()
      return none
    case 'rejected':
      // The following validate tells whether it is about the account or the supplier.
      refused.generation = null
      context.answered()
      return none
    case 'rate_limited':
      context.answered()
      return none
    case 'unauthorized':
      context.answered()
      return signInRefused(context, refused, answer, token)
    case 'supplier_closed':
      context.answered()
      return { ...none, pause: closedPause(supplier, closedOf(answer)) }
    case 'unexpected':
      context.answered()
      return countOdd(context, attempt, answer)
    case 'not_sent':
    case 'unknown':
      if (isPage(answer) && isClientError(answer.httpStatus)) return countPage(context, answer)
      context.transportFailed()
      return none
    default:
      return assertNever(answer.class)
  }
}

/**
 * If several accounts in a row get the same undocumented answer, it is about the supplier and not about its
 * accounts.
 */
function countOdd(context: RequestContext, attempt: Attempt, answer: CreateAnswer): Effects {
  const { accountId: account } = attempt
  const supplier = attempt.supplier ?? ''
  const { httpStatus, code, detail } = answer
  const what = `${httpStatus} ${code}`
  const verdict = context.sameRefusals.refused({ supplier, account, what, scope: 'undocumented' })
  const times = context.answers.refusalsInARow
  return {
    isItsOwn: verdict === 'own',
    pause:
      verdict === 'everybody'
        ? refusalPause({ supplier, httpStatus, code, detail, times, documented: false })
        : null,
  }
}

/**
 * Many requests may be under way with one old token. Only a refused token newer than an earlier refused one proves
 * a sign-in problem.
 */
function signInRefused(
  context: RequestContext,
  refused: RefusedToken,
  answer: CreateAnswer,
  token: Token,
): Effects {
  const isNew = refused.generation !== null && token.generation > refused.generation
  refused.generation = Math.max(refused.generation ?? 0, token.generation)
  if (!isNew) return none
  const entry = {
    supplier: '',
    reason: 'sign_in',
    code: answer.code,
    message: message('service.new_token_refused_because', { why: answer.detail }),
  } as const
  return {
    ...none,
    pause: isPage(answer) ? context.stray.makePersistentPause('create', entry) : entry,
  }
}

/** A gateway's page says nothing about an account or a supplier; the status tells whether the create arrived. */
function countPage(context: RequestContext, { httpStatus, detail }: CreateAnswer): Effects {
  const code = `http_${httpStatus}`
  return {
    ...none,
    pause: context.stray.makePersistentPause('create', {
      supplier: '',
      reason: 'odd_answers',
      code,
      message: message('service.creates_by_page', { what: detail }),
    }),
  }
}

function closedOf({ closed, code, detail }: CreateAnswer): Closed {
  return closed ?? { state: 'closed', code: code ?? '', detail }
}

function isPage({ code }: CreateAnswer): boolean {
  return code === 'not_json'
}

function isClientError(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408
}
