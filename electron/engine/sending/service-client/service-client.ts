// Client of the data-import service: validate, create and status, each returning one typed answer. Validate and status
// renew a refused token once and retry once. A create never does: every POST of a create is an attempt of its own that
// must be stored first.
import { yieldToEventLoop } from '../../system/yield.ts'
import { noReply, readNoAnswer } from './no-answer.ts'
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
import { cutOf, parseJson } from './read-json.ts'
import { isSignIn } from './refusal-words.ts'
import { createSecrets, type Secrets } from './secrets.ts'
import { createServiceClock, type ServiceClock } from './service-clock.ts'
import { createTokens, type Token, type Tokens } from './tokens.ts'
import { isPage } from './network/reply-trouble.ts'
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

/** In bytes; documented answers have some thousand. */
const largeAnswer = 65_536

export type ClientOptions = {
  readonly settings: ConnectionSettings
  readonly transport: Transport
  readonly clock: Clock
  readonly readKey: () => Promise<string | null>
  /** What the way to the service needs of the key store; nothing when left out. */
  readonly readSecrets?: () => Promise<RequestNetwork['secrets']>
  /** Of the whole process, so that no service repeats what another connection used; its own when left out. */
  readonly used?: Secrets
}

export function createServiceClient(options: ClientOptions): ServiceClient {
  const parts = createParts(options)
  const { settings, tokens, serviceClock } = parts
  return {
    tokens,
    skewNow: serviceClock.skewNow,
    clockLost: serviceClock.isLost,
    async validate(body) {
      const reply = await ask(parts, 'POST', paths.validate, body, settings.limits.validateTimeoutMs)
      return 'kind' in reply && reply.kind !== 'reply' ? reply : readValidate(reply, settings)
    },
    create: (body, token, mayLeave) => create(parts, body, token, mayLeave),
    async status(path) {
      const reply = await ask(parts, 'GET', path, null, settings.limits.statusTimeoutMs)
      if ('kind' in reply && reply.kind !== 'reply') return reply
      const reading = readStatus(reply, settings.baseUrl)
      return reading.kind === 'record' ? { ...reading, skewMs: serviceClock.skewOf(reply) } : reading
    },
  }
}

type Parts = {
  readonly settings: ConnectionSettings
  readonly used: Secrets
  readonly transport: Transport
  readonly serviceClock: ServiceClock
  readonly tokens: Tokens
}

/** The transport with this connection's network, whose replies set the service's clock. */
function createParts(options: ClientOptions): Parts {
  const { settings, clock, used = createSecrets() } = options
  const { readSecrets = () => Promise.resolve({ proxy_password: null, client_passphrase: null }) } = options
  const serviceClock = createServiceClock(clock)
  /** Read once: other settings and other secrets come with another client. */
  let network: Promise<RequestNetwork> | null = null
  const networkNow = (): Promise<RequestNetwork> =>
    (network ??= readSecrets().then((secrets) => {
      for (const secret of Object.values(secrets)) used.add(secret)
      return { settings: settings.network, secrets }
    }))
  const transport: Transport = async (request) => {
    const result = await options.transport({ ...request, network: await networkNow() })
    if (result.kind === 'reply') serviceClock.note(result)
    return result
  }
  const tokens = createTokens({ settings, transport, clock, readKey: options.readKey, used })
  return { settings, used, transport, serviceClock, tokens }
}

type ServiceRequest = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body: Uint8Array | null
  readonly token: string
  readonly timeoutMs: number
  readonly mayLeave?: (() => boolean) | undefined
}

async function send({ settings, transport, used }: Parts, request: ServiceRequest): Promise<TransportResult> {
  const { method, path, body, token, timeoutMs, mayLeave } = request
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
  parts: Parts,
  method: 'GET' | 'POST',
  path: string,
  body: Uint8Array | null,
  timeoutMs: number,
): Promise<TransportReply | NoAnswer> {
  const { settings, tokens, serviceClock } = parts
  for (let round = 0; ; round += 1) {
    const signIn = await tokens.get()
    if (!signIn.ok)
      return { kind: 'sign_in', message: signIn.message, failure: signIn.kind, trouble: signIn.trouble }
    const result = await send(parts, { method, path, body, token: signIn.token, timeoutMs })
    if (result.kind === 'failed') return noReply(result)
    const json = parseJson(result)
    // Reading a large answer takes long, and so does storing it: other work runs in between.
    if (result.body.length > largeAnswer) await yieldToEventLoop()
    const refused = isSignIn(result.status, json, settings.answers)
    // A page that a new token gets as well is a gateway's.
    if (!refused || (round > 0 && isPage(result))) {
      tokens.accepted(signIn.generation)
      return readNoAnswer(result, settings.baseUrl, serviceClock.now) ?? result
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

async function create(
  parts: Parts,
  body: Uint8Array,
  { token, generation }: Token,
  mayLeave: (() => boolean) | undefined,
): Promise<CreateAnswer> {
  const { settings, tokens, serviceClock } = parts
  const timeoutMs = settings.limits.createTimeoutMs
  const result = await send(parts, { method: 'POST', path: paths.create, body, token, timeoutMs, mayLeave })
  const classified = classifyCreate(result, serviceClock.now(), settings.answers)
  if (classified.class === 'unauthorized') tokens.refuse(generation)
  else if (result.kind === 'reply') tokens.accepted(generation)
  return {
    ...classified,
    answer: result.kind === 'reply' ? answerText(result) : null,
    skewMs: result.kind === 'reply' ? serviceClock.skewOf(result) : null,
    tokenGeneration: generation,
    cut: result.kind === 'reply' ? cutOf(result) : null,
  }
}
