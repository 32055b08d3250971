// Client of the data-import service: validate, create and status, each returning one typed answer. Validate and status
// renew a refused token once and retry once. A create never does: every POST of a create is an attempt of its own that
// must be stored first.
import { yieldToEventLoop } from '../../system/yield.ts'
import type { NoAnswer } from './read-replies.ts'
import { paths } from '../../../../shared/sending/service.ts'
import type { ConnectionSettings } from '../../../../shared/sending/connection.ts'
import type { Clock } from '../../system/clock.ts'
import { type Classified, classifyCreate } from './classify.ts'
import {
  answerText,
  readStatus,
  readValidate,
  type StatusReading,
  type ValidateReading,
} from './read-replies.ts'
import { cutOf, parseJson, withoutJson } from './read-json.ts'
import { isSignIn } from './refusal-words.ts'
import { httpDate, retryAfter, statedRate } from './retry-after.ts'
import { createSecrets, type Secrets } from './secrets.ts'
import { createTokens, type Tokens } from './tokens.ts'
import { isPage, troubleOfReply } from './network/reply-trouble.ts'
import {
  type RequestNetwork,
  type Transport,
  type TransportReply,
  type TransportResult,
  withdrawnCode,
} from './transport.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'

export type ValidateAnswer = ValidateReading | NoAnswer

export type StatusAnswer =
  | (Extract<StatusReading, { kind: 'record' }> & { readonly skewMs: number | null })
  | Exclude<StatusReading, { kind: 'record' }>
  | NoAnswer

export type CreateAnswer = Classified & {
  readonly answer: string | null
  readonly skewMs: number | null
  readonly tokenGeneration: number | null
  /** What was not read of the answer, as a sentence. */
  readonly cut: Said | null
}

export type ServiceClient = {
  validate(body: Uint8Array): Promise<ValidateAnswer>
  /** Exactly one POST, or none where `mayLeave`, which is asked just before it, says no (`isWithdrawn`). */
  create(
    body: Uint8Array,
    token: { readonly token: string; readonly generation: number },
    mayLeave?: () => boolean,
  ): Promise<CreateAnswer>
  status(path: string): Promise<StatusAnswer>
  /** The service's clock minus ours by the latest reply, in milliseconds; null when none reported or ours was set since. */
  skewNow(): number | null
  /** Our clock was set since a reply last reported the service's: what begins now could not be reported from what began before. */
  clockLost(): boolean
  readonly tokens: Tokens
}

/** The create did not leave, since it was not to any more. */
export function isWithdrawn(answer: CreateAnswer): boolean {
  return answer.class === 'not_sent' && answer.code === withdrawnCode
}

/** Validating it creates nothing: a request that asks whether the service is there, and what time it is. */
export const emptyPayload = new TextEncoder().encode('{}')

/** A smaller step of the wall clock is drift. */
const clockStep = 2000

/** In bytes; documented answers have some thousand. */
const largeAnswer = 65_536

export function createServiceClient(options: {
  readonly settings: ConnectionSettings
  readonly transport: Transport
  readonly clock: Clock
  readonly readKey: () => Promise<string | null>
  /** What the way to the service needs of the key store; nothing when left out. */
  readonly readSecrets?: () => Promise<RequestNetwork['secrets']>
  /** Of the whole process, so that no service repeats what another connection used; its own when left out. */
  readonly used?: Secrets
}): ServiceClient {
  const { settings, clock, used = createSecrets() } = options
  const { readSecrets = () => Promise.resolve({ proxy_password: null, client_passphrase: null }) } = options
  /** Read once: other settings and other secrets come with another client. */
  let network: Promise<RequestNetwork> | null = null
  const networkNow = (): Promise<RequestNetwork> =>
    (network ??= readSecrets().then((secrets) => {
      for (const secret of Object.values(secrets)) used.add(secret)
      return { settings: settings.network, secrets }
    }))
  let skew: { readonly ms: number; readonly wallBehind: number } | null = null
  const wallBehind = (): number => clock.now() - clock.monotonic()
  const transport: Transport = async (request) => {
    const result = await options.transport({ ...request, network: await networkNow() })
    const ms = result.kind === 'reply' ? skewOf(result, clock.now()) : null
    if (ms !== null) skew = { ms, wallBehind: wallBehind() }
    // A reply without a time: nothing will tell it.
    else if (result.kind === 'reply' && clockLost()) skew = null
    return result
  }
  const clockLost = (): boolean => skew !== null && Math.abs(wallBehind() - skew.wallBehind) >= clockStep
  const skewNow = (): number | null => (skew === null || clockLost() ? null : skew.ms)
  const serviceNow = (): number => clock.now() + (skewNow() ?? 0)
  const tokens = createTokens({ ...options, transport, used })

  async function send(
    method: 'GET' | 'POST',
    path: string,
    body: Uint8Array | null,
    token: string,
    timeoutMs: number,
    mayLeave?: () => boolean,
  ): Promise<TransportResult> {
    const result = await transport({
      method,
      url: settings.baseUrl + path,
      headers: {
        authorization: settings.headerTemplate.replace('{token}', () => token),
        accept: 'application/json',
        ...(body === null ? {} : { 'content-type': 'application/json' }),
      },
      body,
      connectTimeoutMs: settings.limits.connectTimeoutMs,
      timeoutMs,
      mayLeave,
    })
    return used.resultWithout(result)
  }

  /** Signs in, asks, and on a refused token signs in and asks once more. */
  async function ask(
    method: 'GET' | 'POST',
    path: string,
    body: Uint8Array | null,
    timeoutMs: number,
  ): Promise<TransportReply | NoAnswer> {
    for (let round = 0; ; round += 1) {
      const signIn = await tokens.get()
      if (!signIn.ok)
        return { kind: 'sign_in', message: signIn.message, failure: signIn.kind, trouble: signIn.trouble }
      const result = await send(method, path, body, signIn.token, timeoutMs)
      if (result.kind === 'failed')
        return {
          kind: 'unreachable',
          code: result.code,
          message: message('service.no_answer', { why: result.message }),
          trouble: result.trouble,
        }
      const json = parseJson(result)
      // Reading a large answer takes long, and so does storing it: other work runs in between.
      if (result.body.length > largeAnswer) await yieldToEventLoop()
      const refused = isSignIn(result.status, json, settings.answers)
      // A page that a new token gets as well is a gateway's.
      if (!refused || (round > 0 && isPage(result))) {
        tokens.accepted(signIn.generation)
        return general(result) ?? result
      }
      tokens.refuse(signIn.generation)
      if (round > 0)
        return {
          kind: 'sign_in',
          failure: 'refused',
          message: message('service.new_token_refused', { status: result.status }),
        }
    }
  }

  function general(reply: TransportReply): NoAnswer | null {
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
        trouble: troubleOfReply(reply, settings.baseUrl),
      }
    }
    const isRedirect = reply.status >= 300 && reply.status < 400
    if (isRedirect || parseJson(reply) === undefined) {
      const { clause, elsewhere } = withoutJson(reply)
      const answered = { url: settings.baseUrl, status: reply.status, clause }
      return {
        kind: 'not_this_service',
        httpStatus: reply.status,
        message: elsewhere
          ? message('service.not_this_service', answered)
          : message('service.answer_not_understood', answered),
        trouble: troubleOfReply(reply, settings.baseUrl),
      }
    }
    return null
  }

  async function validate(body: Uint8Array): Promise<ValidateAnswer> {
    const reply = await ask('POST', paths.validate, body, settings.limits.validateTimeoutMs)
    return 'kind' in reply && reply.kind !== 'reply' ? reply : readValidate(reply, settings)
  }

  return {
    tokens,
    skewNow,
    clockLost,
    validate,
    async create(body, token, mayLeave) {
      const { createTimeoutMs } = settings.limits
      const result = await send('POST', paths.create, body, token.token, createTimeoutMs, mayLeave)
      const classified = classifyCreate(result, serviceNow(), settings.answers)
      if (classified.class === 'unauthorized') tokens.refuse(token.generation)
      else if (result.kind === 'reply') tokens.accepted(token.generation)
      return {
        ...classified,
        answer: result.kind === 'reply' ? answerText(result) : null,
        skewMs: result.kind === 'reply' ? skewOf(result, clock.now()) : null,
        tokenGeneration: token.generation,
        cut: result.kind === 'reply' ? cutOf(result) : null,
      }
    },
    async status(path) {
      const reply = await ask('GET', path, null, settings.limits.statusTimeoutMs)
      if ('kind' in reply && reply.kind !== 'reply') return reply
      const reading = readStatus(reply, settings.baseUrl)
      return reading.kind === 'record' ? { ...reading, skewMs: skewOf(reply, clock.now()) } : reading
    },
  }
}

/** A service's clock is not taken to be further off: such a `Date` tells nothing. */
const furthestOff = 50 * 365 * 24 * 3_600_000

/** The service's clock minus ours by the `Date` header, which has whole seconds. */
function skewOf(reply: TransportReply, now: number): number | null {
  const date = httpDate(reply.headers['date'] ?? '', now)
  return date === null || Math.abs(date - now) > furthestOff ? null : date + 500 - now
}
