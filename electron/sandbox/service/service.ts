// Service logic without transport: takes a received call and returns an answer. Checks run in the order of the
// framework family: path, credential, method, media type, size, syntax; then those of the payload (payloads.ts).
import { assertNever } from '../../../shared/contract/assert-never.ts'
import * as answers from '../http/answers.ts'
import type { Answer } from '../http/answers.ts'
import { methodsOf, type Route } from '../http/routes.ts'
import type { RouteName } from '../faults/fault-rules.ts'
import type { Tokens } from './tokens.ts'
import type { TokenAnswer } from './token-endpoint.ts'
import { create, type Identity, identityIn, type PayloadParts, validate } from './payloads.ts'

export type ReadBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'not_json'; readonly reason: string }
  | { readonly kind: 'too_large' }

export type Call = {
  readonly route: Route
  readonly method: string
  readonly contentType: string
  readonly authorization: string | undefined
  readonly body: ReadBody
  /** From a fault: hide processes younger than this; shift the times of records. */
  readonly hideMs: number
  readonly skewMs: number
}

export type ServiceParts = PayloadParts & {
  readonly tokens: Tokens
  readonly signIn: (json: unknown) => TokenAnswer
}

export type Service = {
  readonly answer: (call: Call) => Answer
  readonly identityIn: (payload: unknown) => Identity
}

export function createService(parts: ServiceParts): Service {
  return {
    answer: (call) => answerTo(parts, call),
    identityIn: (payload) => identityIn(parts, payload),
  }
}

function answerTo(parts: ServiceParts, call: Call): Answer {
  const { route } = call
  switch (route.kind) {
    case 'unrouted':
      return answers.unrouted()
    case 'slash_missing':
      return answers.slashMissing(route.location)
    case 'token':
      return withJson(parts, call, 'token', (json) => {
        const { status, body, issued } = parts.signIn(json)
        return answers.json(status, body, issued ? 'token' : 'none')
      })
    case 'status':
      return (
        authenticated(parts, call) ??
        allowed(call, 'status') ??
        status(parts, route.supplier, route.account, call)
      )
    case 'validate':
      return authenticated(parts, call) ?? withJson(parts, call, 'validate', (json) => validate(parts, json))
    case 'create':
      return authenticated(parts, call) ?? withJson(parts, call, 'create', (json) => create(parts, json))
    default:
      return assertNever(route)
  }
}

/** Null if the credential is valid. */
function authenticated(parts: ServiceParts, call: Call): Answer | null {
  const { headerTemplate } = parts.switches()
  const [before = '', after = ''] = headerTemplate.split('{token}')
  const header = call.authorization?.trim() ?? ''
  const word = before.trim().toLowerCase()
  if (header === '' || (word !== '' && header.split(' ')[0]?.toLowerCase() !== word)) {
    return answers.notAuthenticated('absent', parts.switches())
  }
  const token = header.slice(word.length, header.length - after.length).trim()
  return parts.tokens.isAccess(token) ? null : answers.notAuthenticated('wrong', parts.switches())
}

function allowed(call: Call, route: RouteName): Answer | null {
  const methods: readonly string[] = methodsOf[route]
  return methods.includes(call.method) ? null : answers.methodNotAllowed(call.method, methods)
}

function withJson(
  parts: ServiceParts,
  call: Call,
  route: RouteName,
  work: (json: unknown) => Answer,
): Answer {
  const refused = allowed(call, route)
  if (refused !== null) return refused
  if (!/^application\/json\s*(?:;|$)/i.test(call.contentType))
    return answers.unsupportedMediaType(call.contentType)
  switch (call.body.kind) {
    case 'too_large':
      return answers.tooLarge(parts.switches())
    case 'not_json':
      return answers.parseError(call.body.reason)
    case 'json':
      return work(call.body.value)
    default:
      return assertNever(call.body)
  }
}

function status(parts: ServiceParts, supplier: string, account: string, call: Call): Answer {
  const { processes, clock, switches } = parts
  const process = processes.read(supplier, account)
  const hidden = process !== undefined && process.created_at + call.hideMs * 1_000 > clock.micros()
  if (process === undefined || hidden) return answers.processNotFound()
  return answers.statusRead(processes.record(process, call.skewMs), switches().recordNumbers)
}
