// Wraps the service client for the rate limiter: times and counts every request and reports its end to the limiter,
// in one place for all kinds of work.
import { assertNever } from '../../../../shared/contract/assert-never.ts'
import {
  type CreateAnswer,
  isWithdrawn,
  type ServiceClient,
  type StatusAnswer,
  type ValidateAnswer,
} from '../service-client/service-client.ts'
import type { PaceMeter } from './meter.ts'
import type { RateLimiter, RequestEnd } from './rate-limiter.ts'

export function createLimitedClient(
  client: ServiceClient,
  rateLimiter: RateLimiter,
  meter: PaceMeter,
): ServiceClient {
  return {
    ...client,
    async validate(body) {
      const ended = rateLimiter.request('validate')
      const answer = await client.validate(body)
      meter.ended('validate')
      ended(endOf(answer))
      return answer
    },
    async create(body, token, mayLeave) {
      const ended = rateLimiter.request('create')
      const answer = await client.create(body, token, mayLeave)
      if (!isWithdrawn(answer)) meter.ended('create')
      if (answer.class === 'accepted') meter.created()
      if (leftQueue(answer)) meter.left()
      ended(endOfCreate(answer))
      return answer
    },
    async status(path) {
      const ended = rateLimiter.request('status')
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
    case 'validated':
    case 'rejected':
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
    case 'accepted':
    case 'rejected':
    case 'already_exists':
    case 'supplier_closed':
    case 'unexpected':
      return answered
    case 'rate_limited':
      return { what: 'slow_down', retryAfterMs: answer.retryAfterMs, statedRate: answer.statedRate ?? null }
    case 'not_sent':
    case 'unknown':
      return isWithdrawn(answer) ? none : { what: 'failed', retryAfterMs: answer.retryAfterMs }
    case 'unauthorized':
      return none
    default:
      return assertNever(answer.class)
  }
}

/** True if the account left the queue for good. */
function leftQueue(answer: CreateAnswer): boolean {
  const { class: kind } = answer
  return kind === 'accepted' || kind === 'rejected' || kind === 'already_exists' || kind === 'unknown'
}
