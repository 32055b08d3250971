// Result of a connection test: turns the answer to an empty payload into text for a person. Pure.
import type { ConnectionTest } from '../../../../shared/contract/workspace.ts'
import { type Trouble, troubleWords } from '../../../../shared/sending/network-trouble.ts'
import type { ServiceProblem } from './classify.ts'
import type { ValidateAnswer } from './service-client.ts'

export function testAnswer(answer: ValidateAnswer, baseUrl: string): ConnectionTest {
  switch (answer.kind) {
    case 'rejected':
      // A 403 does not depend on the payload: the key lacks the permission.
      if (answer.httpStatus === 403) return notPermitted(answer.errors[0], baseUrl)
      return fine(`${baseUrl} answers as the data-import service does, and accepts the key.`)
    case 'not_understood':
      return {
        result: 'not_understood',
        title: 'The answer could not be understood',
        message: answer.message,
        advice: 'Something answers in JSON, and not as documented. Ask whoever runs the service.',
      }
    case 'validated':
    case 'closed':
      return fine(`${baseUrl} answers as the data-import service does, and accepts the key.`)
    case 'slow_down':
      return fine(`${baseUrl} accepts the key and asks for fewer requests for now.`)
    case 'unreachable':
      return answer.trouble === undefined ? unknownTrouble(answer.message, baseUrl) : inWords(answer.trouble)
    case 'not_this_service':
      return answer.trouble === undefined ? otherServer(answer.message) : inWords(answer.trouble)
    case 'sign_in':
      if (answer.trouble !== undefined) return inWords(answer.trouble)
      if (answer.failure === 'no_key')
        return {
          result: 'no_key',
          title: 'There is no key yet',
          message: 'There is no API key for this connection.',
          advice: 'Put the key in, then test again.',
        }
      if (answer.failure === 'refused')
        return {
          result: 'key_refused',
          title: 'The key was refused',
          message: answer.message,
          advice: 'The service is there and does not take this key. Is it the key of this environment?',
        }
      return answer.failure === 'not_this_service'
        ? otherServer(answer.message)
        : unknownTrouble(answer.message, baseUrl)
    default:
      return answer satisfies never
  }
}

function fine(message: string): ConnectionTest {
  return {
    result: 'fine',
    title: 'Everything works',
    message,
    advice: 'The service answered and took the key.',
  }
}

function notPermitted(serviceProblem: ServiceProblem | undefined, baseUrl: string): ConnectionTest {
  return {
    result: 'not_permitted',
    title: 'The key may not validate',
    message: `${baseUrl} accepts the key and refuses the operation (HTTP 403, ${serviceProblem?.code ?? 'no code'}): ${serviceProblem?.detail ?? ''}`,
    advice: 'Ask the platform operator for the permission.',
  }
}

function inWords(trouble: Trouble): ConnectionTest {
  const { title, what, advice } = troubleWords(trouble)
  return { result: trouble.kind, title, message: `${what.charAt(0).toUpperCase()}${what.slice(1)}.`, advice }
}

function otherServer(message: string): ConnectionTest {
  return {
    result: 'not_this_service',
    title: 'Something else answers there',
    message,
    advice:
      'The address answers, but not like the data-import service. Check the base URL and the token URL.',
  }
}

function unknownTrouble(message: string, baseUrl: string): ConnectionTest {
  return {
    result: 'service_error',
    title: 'The service has trouble',
    message: `${baseUrl} does not answer as it should. ${message}`,
    advice: 'Try again later. If it stays so, ask whoever runs the service.',
  }
}
