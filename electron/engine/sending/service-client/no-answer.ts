// Replies that answer no question, whatever was asked: none came, the service asks for fewer requests or is down, or
// something else answers in its place.
import { message } from '../../../../shared/texts/message.ts'
import { troubleOfReply } from './network/reply-trouble.ts'
import { parseJson, withoutJson } from './read-json.ts'
import type { NoAnswer } from './read-replies.ts'
import { retryAfter, statedRate } from './retry-after.ts'
import type { TransportFailure, TransportReply } from './transport.ts'

export function noReply({ code, message: why, trouble }: TransportFailure): NoAnswer {
  return { kind: 'unreachable', code, message: message('service.no_answer', { why }), trouble }
}

/**
 * Null for a reply to what was asked. `serviceNow`: milliseconds since 1970 by the service's clock; read only for a
 * reply that may say how long to wait.
 */
export function readNoAnswer(reply: TransportReply, url: string, serviceNow: () => number): NoAnswer | null {
  if (reply.status === 429) {
    return {
      kind: 'slow_down',
      retryAfterMs: retryAfter(reply, serviceNow()),
      statedRate: statedRate(reply),
      message: message('service.asks_for_fewer'),
    }
  }
  if (reply.status === 408 || reply.status >= 500) {
    return {
      kind: 'unreachable',
      code: `http_${reply.status}`,
      message: message('service.answered', { status: reply.status }),
      retryAfterMs: reply.status === 503 ? retryAfter(reply, serviceNow()) : null,
      trouble: troubleOfReply(reply, url),
    }
  }
  const isRedirect = reply.status >= 300 && reply.status < 400
  if (isRedirect || parseJson(reply) === undefined) {
    const { clause, elsewhere } = withoutJson(reply)
    const answered = { url, status: reply.status, clause }
    return {
      kind: 'not_this_service',
      httpStatus: reply.status,
      message: elsewhere
        ? message('service.not_this_service', answered)
        : message('service.answer_not_understood', answered),
      trouble: troubleOfReply(reply, url),
    }
  }
  return null
}
