// Builds the pause for an answer about a supplier: its reason, and its message for window, command line and notices.
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import { cutMessage } from '../../../../shared/payload/problems.ts'
import type { ClosedState } from '../../../../shared/sending/service-answers.ts'
import { cutSaid } from '../service-client/read-json.ts'
import type { Closed } from '../service-client/refusal-words.ts'
import type { PauseEntry } from '../request-context.ts'
import { message, type Message, type Said } from '../../../../shared/texts/message.ts'

/** Most characters of the service's text and of its code in a short message. */
const longestWords = 150
const longestCode = 60

/** The supplier takes no accounts; paused and complete are distinguished if the service does so. */
export function closedPause(supplier: string, { state, code, detail }: Closed): PauseEntry {
  const { reason, why } = closedAs(state)
  const named = cutMessage(code, longestCode)
  return {
    supplier,
    reason,
    code,
    message:
      detail === ''
        ? message('service.closed_with_code', { why, code: named })
        : message('service.closed_in_words', { why, words: cutSaid(detail, longestWords), code: named }),
  }
}

function closedAs(state: ClosedState): { readonly reason: PauseEntry['reason']; readonly why: Message } {
  switch (state) {
    case 'paused':
      return { reason: 'supplier_paused', why: message('service.supplier_paused') }
    case 'complete':
      return { reason: 'supplier_complete', why: message('service.supplier_complete') }
    case 'closed':
      return { reason: 'supplier_closed', why: message('service.supplier_closed') }
    default:
      return assertNever(state)
  }
}

/** Pause after the same rejection of one account after another. */
export function refusalPause(refusal: {
  readonly supplier: string
  readonly httpStatus: number | null
  readonly code: string | null
  readonly detail: Said
  readonly times: number
  /** The service's words are about one account and may quote its values: the accounts' own pages have them. */
  readonly isOfAccount?: boolean
  /** A documented validation error, at no field or at the supplier. */
  readonly documented: boolean
}): PauseEntry {
  const { supplier, httpStatus, code, detail, times, documented, isOfAccount = false } = refusal
  const what = message('service.refused_alike', {
    times,
    status: String(httpStatus),
    coded: code === null ? 'no' : 'yes',
    code: cutMessage(code ?? '', longestCode),
    worded: isOfAccount || detail === '' || detail === `HTTP ${httpStatus}` ? 'no' : 'yes',
    words: isOfAccount ? '' : cutSaid(detail, longestWords),
  })
  // An HTML page comes from a gateway and says nothing about permissions.
  const reason = documented
    ? 'same_refusals'
    : httpStatus === 403 && code !== 'not_json'
      ? 'not_permitted'
      : 'odd_answers'
  return {
    supplier,
    reason,
    code,
    message: documented ? message('service.refused_alike_documented', { what }) : what,
  }
}
