// The pause that an answer about a supplier makes: its reason, and its sentence for window, command line and notices.
import { assertNever } from '../../../shared/assert-never.ts'
import { cutMessage } from '../../../shared/problems.ts'
import type { ClosedState } from '../../../shared/service-answers.ts'
import type { Closed } from '../service-client/refusal-words.ts'
import type { PauseEntry } from './desk.ts'

/** Characters of the service's words, and of its code, in a sentence that is to be read at a glance. */
const longestWords = 150
const longestCode = 60

/** The supplier takes no accounts; paused and complete are told apart where the service does. */
export function closedPause(supplier: string, { state, code, detail }: Closed): PauseEntry {
  const named = `(${cutMessage(code, longestCode)})`
  const said = detail === '' ? named : `The service says: “${cutMessage(detail, longestWords)}” ${named}`
  return { supplier, ...sentenceOf(state), code, message: `${sentenceOf(state).message} ${said}` }
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

/** The same refusal of one account after another. */
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
  const said =
    detail === '' || detail === `HTTP ${httpStatus}` ? '' : `: “${cutMessage(detail, longestWords)}”`
  const named = code === null ? '' : `, code ${cutMessage(code, longestCode)}`
  const message = `The service refused ${times} accounts in a row in the same way (HTTP ${httpStatus}${named})${said}`
  // A page is a gateway's, which permits nothing and forbids nothing.
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
