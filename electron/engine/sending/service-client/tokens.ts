// Access tokens: one holder and one sign-in at a time for all callers (field-notes.md section 6). A token is renewed
// after part of its life. Failed sign-ins share a cool-down of one minute that doubles up to thirty, because clients
// of this family have locked themselves out by signing in at every failure. The key is read from the key store for
// each sign-in; key and tokens are removed from every later answer.
import { cutMessage } from '../../../../shared/payload/problems.ts'
import { codedReply, grantIn, namedTokenReply } from '../../../../shared/sending/service.ts'
import type { ConnectionSettings } from '../../../../shared/sending/connection.ts'
import type { Trouble } from '../../../../shared/sending/network-trouble.ts'
import type { Clock } from '../../system/clock.ts'
import { isPage, troubleOfReply } from './network/reply-trouble.ts'
import { parseJson, withoutJson } from './read-json.ts'
import { httpDate } from './retry-after.ts'
import type { Secrets } from './secrets.ts'
import type { Transport, TransportReply } from './transport.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'

export type SignInFailure = {
  readonly ok: false
  /**
   * unreachable: nothing is known about the key; not_this_service: the answer is no token reply; refused: the key is
   * refused.
   */
  readonly kind: 'no_key' | 'unreachable' | 'not_this_service' | 'refused' | 'cooling_down'
  readonly message: Said
  /** The network trouble, if known. */
  readonly trouble?: Trouble | undefined
}
export type SignIn =
  | { readonly ok: true; readonly token: string; readonly generation: number }
  | SignInFailure

/** A token, and which of those obtained so far it is. */
export type Token = { readonly token: string; readonly generation: number }

export type Tokens = {
  /** The current token if it need not be renewed yet. */
  getHeldToken(): Token | null
  /** The current token; signs in if there is none. */
  get(): Promise<SignIn>
  /** The service refused the token of this generation: it is not used again. */
  refuse(generation: number): void
  /** The service accepted the token of this generation. */
  accepted(generation: number): void
  /**
   * The network is reported as back: a sign-in that did not reach the service may be retried; a refused one may not.
   */
  networkBack(): void
  /** After a sleep: the token is that much older than the monotonic clock says. */
  age(uncountedMs: number): void
  /** Ends the cool-down, because a person entered a key or asked to try again. */
  reset(): void
}

/** Text that can be sent in a header value, at a length that servers accept. */
const headerText = /^[\t\x20-\x7e\x80-\xff]{1,8192}$/
/** Most characters of a refusal that are quoted. */
const longestWords = 200
const firstCoolDown = 60_000
const longestCoolDown = 30 * 60_000

/** A refusal in the shape of the service's other errors; a coded 404 is about a path, not about a key. */
function codedWords(status: number, json: unknown): string | null {
  const coded = codedReply.safeParse(json)
  return coded.success && [400, 401, 403, 422].includes(status)
    ? (coded.data.detail ?? coded.data.code)
    : null
}

/** For an answer without a token that is not a refusal either. */
function tokenlessMessage(url: string, reply: TransportReply, json: unknown): Said {
  const { status } = reply
  if (json === undefined)
    return message('service.no_token_endpoint', { url, status, clause: withoutJson(reply).clause })
  return status < 300
    ? message('service.sign_in_odd_json', { url, status })
    : message('service.no_token', { url, status })
}

export function createTokens(options: {
  readonly settings: ConnectionSettings
  readonly transport: Transport
  readonly clock: Clock
  readonly readKey: () => Promise<string | null>
  readonly used: Secrets
}): Tokens {
  const { settings, transport, clock, readKey, used } = options
  let current: { token: string; generation: number; renewAt: number } | null = null
  let generation = 0
  let pending: Promise<SignIn> | null = null
  /** The newest generation that the service accepted, and how many tokens in a row it granted but never accepted. */
  let acceptedGeneration = 0
  let refusedInARow = 0
  let failures = 0
  let lastFailure: SignInFailure | null = null
  let coolUntil = Number.NEGATIVE_INFINITY

  async function signIn(): Promise<SignIn> {
    const key = await readKey().catch(() => null)
    if (key === null)
      return {
        ok: false,
        kind: 'no_key',
        message: message('service.key_missing'),
      }
    used.add(key)
    const started = clock.now()
    const body = JSON.stringify({
      query: settings.tokenMutation,
      variables: { input: { [settings.tokenKeyField]: key } },
    })
    const answered = await transport({
      method: 'POST',
      url: settings.tokenUrl,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: new TextEncoder().encode(body),
      connectTimeoutMs: settings.limits.connectTimeoutMs,
      timeoutMs: settings.limits.statusTimeoutMs,
    })
    const result = used.resultWithout(answered)
    if (result.kind === 'failed') {
      return {
        ok: false,
        kind: 'unreachable',
        message: message('service.sign_in_failed', { why: result.message }),
        trouble: result.trouble,
      }
    }
    if (result.status >= 500 || result.status === 429) {
      return {
        ok: false,
        kind: 'unreachable',
        message: message('service.sign_in_answered', { url: settings.tokenUrl, status: result.status }),
        trouble: result.status === 429 ? undefined : troubleOfReply(result, settings.tokenUrl),
      }
    }
    // The raw reply is parsed for the token only, which may be the one granted before.
    const parsedReply = namedTokenReply.safeParse(answered.kind === 'reply' ? parseJson(answered) : undefined)
    const granted = parsedReply.success ? grantIn(parsedReply.data, settings) : null
    if (granted !== null && !headerText.test(granted.token)) {
      used.add(granted.token)
      const { length } = granted.token
      return {
        ok: false,
        kind: 'not_this_service',
        message: message('service.token_not_sendable', { url: settings.tokenUrl, length }),
      }
    }
    if (granted !== null) {
      const { expires } = granted
      used.add(granted.token)
      // By the service's own clock: ours may be wrong by years.
      const since = httpDate(result.headers['date'] ?? '', started) ?? started
      const statedLifeMs = expires === null ? 0 : expires * 1000 - since
      const life = statedLifeMs > 0 ? statedLifeMs : settings.tokenLifeMs
      generation += 1
      current = {
        token: granted.token,
        generation,
        renewAt: clock.monotonic() + Math.max(1000, (life * settings.tokenRenewAfterPercent) / 100),
      }
      return { ok: true, token: granted.token, generation }
    }
    const json = parseJson(result)
    const parsed = namedTokenReply.safeParse(json)
    const words =
      (parsed.success ? parsed.data.errors?.[0]?.message : null) ?? codedWords(result.status, json)
    if (words !== null && words !== undefined) {
      return {
        ok: false,
        kind: 'refused',
        message: message('service.key_refused', {
          words: cutMessage(words, longestWords).replace(/[.\s]+$/, ''),
        }),
      }
    }
    // A page comes from a gateway and says nothing about the key (field-notes.md section 1).
    const isRefused = result.status === 401 || result.status === 403
    const isRefusedByPage = isRefused && isPage(result)
    if (isRefused && !isRefusedByPage) {
      return {
        ok: false,
        kind: 'refused',
        message: message('service.sign_in_refused', { status: result.status }),
      }
    }
    // The answer is not shown: it may contain a token in an unexpected place.
    return {
      ok: false,
      kind: 'not_this_service',
      message: isRefusedByPage
        ? message('service.sign_in_page', {
            url: settings.tokenUrl,
            status: result.status,
            clause: withoutJson(result).clause,
          })
        : tokenlessMessage(settings.tokenUrl, result, json),
      trouble: troubleOfReply(result, settings.tokenUrl),
    }
  }

  async function signInOnce(): Promise<SignIn> {
    const answer = await signIn()
    if (answer.ok) {
      // A token that is granted and then refused is a failure as well: only an accepted token ends the cool-down.
      if (refusedInARow === 0) forgive()
    } else if (answer.kind !== 'no_key') {
      cool(answer)
    }
    return answer
  }

  function forgive(): void {
    failures = 0
    lastFailure = null
    coolUntil = Number.NEGATIVE_INFINITY
  }

  function cool(failure: SignInFailure): void {
    coolUntil = clock.monotonic() + Math.min(longestCoolDown, firstCoolDown * 2 ** failures)
    failures += 1
    lastFailure = failure
  }

  const getHeldToken = (): { token: string; generation: number } | null =>
    current !== null && clock.monotonic() < current.renewAt ? current : null

  return {
    getHeldToken,
    async get() {
      const token = getHeldToken()
      if (token !== null) return { ok: true, token: token.token, generation: token.generation }
      if (pending === null && lastFailure !== null && clock.monotonic() < coolUntil) {
        const seconds = Math.ceil((coolUntil - clock.monotonic()) / 1000)
        return {
          ok: false,
          kind: 'cooling_down',
          message: message('service.next_try', { why: lastFailure.message, seconds }),
        }
      }
      pending ??= signInOnce().finally(() => {
        pending = null
      })
      return pending
    },
    refuse(refused) {
      if (current?.generation !== refused) return
      current = null
      refusedInARow = refused === acceptedGeneration ? 0 : refusedInARow + 1
      if (refusedInARow < 2) return
      cool({ ok: false, kind: 'refused', message: message('service.tokens_refused') })
    },
    accepted(used) {
      acceptedGeneration = Math.max(acceptedGeneration, used)
      if (refusedInARow === 0 || used !== current?.generation) return
      refusedInARow = 0
      forgive()
    },
    networkBack() {
      if (lastFailure?.kind === 'unreachable') forgive()
    },
    age(uncountedMs) {
      if (current !== null) current.renewAt -= uncountedMs
    },
    reset() {
      refusedInARow = 0
      forgive()
    },
  }
}
