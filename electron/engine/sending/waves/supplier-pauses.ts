// Builds the pause for an answer about a supplier: its reason, and its message for window, command line and notices.
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import { cutMessage } from '../../../../shared/payload/problems.ts'
import type { ClosedState } from '../../../../shared/sending/service-answers.ts'
import type { Closed } from '../service-client/refusal-words.ts'
import type { PauseEntry } from '../request-context.ts'

/** Most characters of the service's text and of its code in a short message. */
const longestWords = 150
const longestCode = 60

/** The supplier takes no accounts; paused and complete are distinguished if the service does so. */
export function closedPause(supplier: string, { state, code, detail }: Closed): PauseEntry {
  const named = `(${cutMessage(code, longestCode)})`
  const serviceWords =
    detail === '' ? named : `The service says: “${cutMessage(detail, longestWords)}” ${named}`
  return { supplier, ...sentenceOf(state), code, message: `${sentenceOf(state).message} ${serviceWords}` }
}

function sentenceOf(state: ClosedState): Pick<PauseEntry, 'reason' | 'message'> {
  switch (state) {
    case 'paused':
      return {
        reason: 'supplier_paused',
        message: 'Paused by the platform operator; more accounts are expected later.',
      }
    case 'complete':
      return { reason: 'supplier_complete', message: 'Complete: no more accounts are expected.' }
    case 'closed':
      return {
        reason: 'supplier_closed',
        message:
          'The supplier is paused or complete, and takes no accounts; the service does not say which of the two.',
      }
    default:
      return assertNever(state)
  }
}

/** Pause after the same rejection of one account after another. */
export function refusalPause(refusal: {
  readonly supplier: string
  readonly httpStatus: number | null
  readonly code: string | null
  readonly detail: string
  readonly times: number
  /** A documented validation error, at no field or at the supplier. */
  readonly documented: boolean
}): PauseEntry {
  const { supplier, httpStatus, code, detail, times, documented } = refusal
  const serviceWords =
    detail === '' || detail === `HTTP ${httpStatus}` ? '' : `: “${cutMessage(detail, longestWords)}”`
  const named = code === null ? '' : `, code ${cutMessage(code, longestCode)}`
  const message = `The service refused ${times} accounts in a row in the same way (HTTP ${httpStatus}${named})${serviceWords}`
  // An HTML page comes from a gateway and says nothing about permissions.
  const reason = documented
    ? 'same_refusals'
    : httpStatus === 403 && code !== 'not_json'
      ? 'not_permitted'
      : 'odd_answers'
  const way = documented
    ? ' Where that is about the accounts, correct them; where it is about the supplier, ask the platform operator. Then resume: those that were refused for it are asked about again.'
    : ''
  return { supplier, reason, code, message: `${message}${/[.!?”]$/.test(message) ? '' : '.'}${way}` }
}
