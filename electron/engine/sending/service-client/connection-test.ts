// Result of a connection test, and of the check of a supplier code: turns the answer to an empty payload, or to one with
// only the code, into messages for a person. Pure.
import type { ConnectionTest, SupplierCheck } from '../../../../shared/contract/workspace.ts'
import type { ConnectionSettings } from '../../../../shared/sending/connection.ts'
import { type Trouble, troubleWords } from '../../../../shared/sending/network-trouble.ts'
import { supplierField } from '../../../../shared/sending/service.ts'
import type { ServiceProblem } from './classify.ts'
import { isSupplier } from './refusal-words.ts'
import type { ValidateAnswer } from './service-client.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'

export function testAnswer(answer: ValidateAnswer, baseUrl: string): ConnectionTest {
  switch (answer.kind) {
    case 'rejected':
      // A 403 does not depend on the payload: the key lacks the permission.
      if (answer.httpStatus === 403) return notPermitted(answer.errors[0], baseUrl)
      return fine(message('service.test_fine', { url: baseUrl }))
    case 'not_understood':
      return {
        result: 'not_understood',
        title: message('service.test_odd_title'),
        message: answer.message,
        advice: message('service.test_odd_advice'),
      }
    case 'validated':
    case 'closed':
      return fine(message('service.test_fine', { url: baseUrl }))
    case 'slow_down':
      return fine(message('service.test_fine_slower', { url: baseUrl }))
    case 'unreachable':
      return answer.trouble === undefined ? unknownTrouble(answer.message, baseUrl) : inWords(answer.trouble)
    case 'not_this_service':
      return answer.trouble === undefined ? otherServer(answer.message) : inWords(answer.trouble)
    case 'sign_in':
      if (answer.trouble !== undefined) return inWords(answer.trouble)
      if (answer.failure === 'no_key')
        return {
          result: 'no_key',
          title: message('service.test_no_key_title'),
          message: message('service.test_no_key'),
          advice: message('service.test_no_key_advice'),
        }
      if (answer.failure === 'refused')
        return {
          result: 'key_refused',
          title: message('service.test_key_refused_title'),
          message: answer.message,
          advice: message('service.test_key_refused_advice'),
        }
      return answer.failure === 'not_this_service'
        ? otherServer(answer.message)
        : unknownTrouble(answer.message, baseUrl)
    default:
      return answer satisfies never
  }
}

function fine(sentence: Said): ConnectionTest {
  return {
    result: 'fine',
    title: message('service.test_fine_title'),
    message: sentence,
    advice: message('service.test_fine_advice'),
  }
}

function notPermitted(serviceProblem: ServiceProblem | undefined, baseUrl: string): ConnectionTest {
  return {
    result: 'not_permitted',
    title: message('service.test_not_permitted_title'),
    message: message('service.test_not_permitted', {
      url: baseUrl,
      code: serviceProblem?.code ?? message('service.no_code'),
      words: serviceProblem?.detail ?? '',
    }),
    advice: message('service.test_not_permitted_advice'),
  }
}

function inWords(trouble: Trouble): ConnectionTest {
  const { title, sentence, advice } = troubleWords(trouble)
  return { result: trouble.kind, title, message: sentence, advice }
}

function otherServer(sentence: Said): ConnectionTest {
  return {
    result: 'not_this_service',
    title: message('service.test_other_title'),
    message: sentence,
    advice: message('service.test_other_advice'),
  }
}

function unknownTrouble(why: Said, baseUrl: string): ConnectionTest {
  return {
    result: 'service_error',
    title: message('service.test_trouble_title'),
    message: message('service.test_trouble', { url: baseUrl, why }),
    advice: message('service.test_trouble_advice'),
  }
}

/** The service documents no list of suppliers: it is asked by validating this. */
export function payloadOfSupplier(code: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ [supplierField]: code }))
}

export function supplierAnswer(answer: ValidateAnswer, settings: ConnectionSettings): SupplierCheck {
  if (answer.kind === 'closed')
    return { result: 'closed', message: message(`service.supplier_${answer.closed.state}`) }
  if (answer.kind === 'validated') return noObjection
  if (answer.kind === 'slow_down') return supplierNotChecked(message('service.supplier_slow'))
  if (answer.kind !== 'rejected' || answer.httpStatus === 403)
    return supplierNotChecked(testAnswer(answer, settings.baseUrl).title)
  const { attrPrefix: prefix } = settings
  const place = (attr: string | null): string | null =>
    attr?.startsWith(prefix) === true ? attr.slice(prefix.length) : attr
  const own = answer.errors.find(({ attr }) => attr !== null && isSupplier(place(attr)))
  const said = own ?? (answer.scope === 'undocumented' ? answer.errors[0] : undefined)
  if (said === undefined) return noObjection
  const words = { words: said.detail, code: said.code ?? message('service.no_code') }
  return own === undefined
    ? { result: 'unclear', message: message('service.supplier_unclear', words) }
    : { result: 'refused', message: message('service.supplier_refused', words) }
}

/** `why`: a part of a sentence. */
export function supplierNotChecked(why: Said): SupplierCheck {
  return { result: 'unclear', message: message('service.supplier_not_checked', { why }) }
}

const noObjection: SupplierCheck = {
  result: 'no_objection',
  message: message('service.supplier_no_objection'),
}
