// The service client as the pace sees it: every request is timed and counted, and its end told to the pacer, in one
// place for all kinds of work.
import { assertNever } from '../../../shared/assert-never.ts'
import {
  type CreateAnswer,
  isWithdrawn,
  type ServiceClient,
  type StatusAnswer,
  type ValidateAnswer,
} from '../service-client/service-client.ts'
import type { PaceMeter } from './pace-meter.ts'
import type { Pacer, RequestEnd } from './pacer.ts'

export function pacedClient(client: ServiceClient, pacer: Pacer, meter: PaceMeter): ServiceClient {
  return {
    ...client,
    async validate(body) {
      const ended = pacer.request('validate')
      const answer = await client.validate(body)
      meter.ended('validate')
      ended(endOf(answer))
      return answer
    },
    async create(body, token, mayLeave) {
      const ended = pacer.request('create')
      const answer = await client.create(body, token, mayLeave)
      if (!isWithdrawn(answer)) meter.ended('create')
      if (answer.class === 'yes') meter.created()
      if (leftQueue(answer)) meter.left()
      ended(endOfCreate(answer))
      return answer
    },
    async status(path) {
      const ended = pacer.request('status')
      const answer = await client.status(path)
      meter.ended('status')
      ended(endOf(answer))
      return answer
    },
  }
}

const answered: RequestEnd = { what: 'answered' }
const none: RequestEnd = { what: 'none' }

function endOf(answer: ValidateAnswer | StatusAnswer): RequestEnd {
  switch (answer.kind) {
    case 'cleared':
    case 'refused':
    case 'closed':
    case 'record':
    case 'not_found':
    case 'not_understood':
      return answered
    case 'slow_down':
      return { what: 'slow_down', retryAfterMs: answer.retryAfterMs, statedRate: answer.statedRate ?? null }
    case 'unreachable':
      return { what: 'failed', retryAfterMs: answer.retryAfterMs ?? null }
    case 'sign_in':
    case 'not_this_service':
      return none
    default:
      return assertNever(answer)
  }
}

function endOfCreate(answer: CreateAnswer): RequestEnd {
  switch (answer.class) {
    case 'yes':
    case 'no':
    case 'exists':
    case 'closed':
    case 'odd':
      return answered
    case 'slow_down':
      return { what: 'slow_down', retryAfterMs: answer.retryAfterMs, statedRate: answer.statedRate ?? null }
    case 'not_sent':
    case 'unknown':
      return isWithdrawn(answer) ? none : { what: 'failed', retryAfterMs: answer.retryAfterMs }
    case 'sign_in':
      return none
    default:
      return assertNever(answer.class)
  }
}

/** It is not queued again. */
function leftQueue(answer: CreateAnswer): boolean {
  const { class: kind } = answer
  return kind === 'yes' || kind === 'no' || kind === 'exists' || kind === 'unknown'
}
