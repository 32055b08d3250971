// One sign-in: sends the API key, read from the key store each time, to the token endpoint and reads the token from its
// reply. Key and token are registered as secrets, so that they are blanked out of later replies. A failure says whether
// the key, the address or the network is at fault.
import { cutMessage } from '../../../../shared/payload/problems.ts'
import { codedReply, grantIn, namedTokenReply } from '../../../../shared/sending/service.ts'
import type { ConnectionSettings } from '../../../../shared/sending/connection.ts'
import type { Trouble } from '../../../../shared/sending/network-trouble.ts'
import { message, type Said } from '../../../../shared/texts/message.ts'
import type { Clock } from '../../system/clock.ts'
import { isPage, troubleOfReply } from './network/reply-trouble.ts'
import { parseJson, withoutJson } from './read-json.ts'
import { httpDate } from './retry-after.ts'
import type { Secrets } from './secrets.ts'
import type { Transport, TransportReply, TransportResult } from './transport.ts'

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
export type SignInParts = {
  readonly settings: ConnectionSettings
  readonly transport: Transport
  readonly clock: Clock
  readonly readKey: () => Promise<string | null>
  readonly used: Secrets
}

/** A granted token, and how long it is valid. */
type Granted = { readonly ok: true; readonly token: string; readonly lifeMs: number }

/** Text that can be sent in a header value, at a length that servers accept. */
const headerText = /^[\t\x20-\x7e\x80-\xff]{1,8192}$/
/** Most characters of a refusal that are quoted. */
const longestWords = 200

export async function signIn(parts: SignInParts): Promise<Granted | SignInFailure> {
  const { settings, clock, used } = parts
  const key = await parts.readKey().catch(() => null)
  if (key === null) return { ok: false, kind: 'no_key', message: message('service.key_missing') }
  used.add(key)
  const started = clock.now()
  const answered = await requestToken(parts, key)
  const result = used.resultWithout(answered)
  const url = settings.tokenUrl
  if (result.kind === 'failed')
    return unreachable(message('service.sign_in_failed', { why: result.message }), result.trouble)
  const { status } = result
  if (status === 429) return unreachable(message('service.sign_in_answered', { url, status }), undefined)
  if (status >= 500)
    return unreachable(message('service.sign_in_answered', { url, status }), troubleOfReply(result, url))
  // The raw reply is parsed for the token only, which may be the one granted before.
  const parsed = namedTokenReply.safeParse(answered.kind === 'reply' ? parseJson(answered) : undefined)
  const granted = parsed.success ? grantIn(parsed.data, settings) : null
  if (granted === null) return failureOf(result, url)
  used.add(granted.token)
  if (!headerText.test(granted.token)) {
    const { length } = granted.token
    const sentence = message('service.token_not_sendable', { url, length })
    return { ok: false, kind: 'not_this_service', message: sentence }
  }
  // By the service's own clock: ours may be wrong by years.
  const since = httpDate(result.headers['date'] ?? '', started) ?? started
  const statedLifeMs = granted.expires === null ? 0 : granted.expires * 1000 - since
  return { ok: true, token: granted.token, lifeMs: statedLifeMs > 0 ? statedLifeMs : settings.tokenLifeMs }
}

function requestToken({ settings, transport }: SignInParts, key: string): Promise<TransportResult> {
  const body = JSON.stringify({
    query: settings.tokenMutation,
    variables: { input: { [settings.tokenKeyField]: key } },
  })
  return transport({
    method: 'POST',
    url: settings.tokenUrl,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: new TextEncoder().encode(body),
    connectTimeoutMs: settings.limits.connectTimeoutMs,
    timeoutMs: settings.limits.statusTimeoutMs,
  })
}

/** Nothing is known about the key. */
function unreachable(sentence: Said, trouble: Trouble | undefined): SignInFailure {
  return { ok: false, kind: 'unreachable', message: sentence, trouble }
}

/** Why an answer has no token. */
function failureOf(reply: TransportReply, url: string): SignInFailure {
  const { status } = reply
  const json = parseJson(reply)
  const parsed = namedTokenReply.safeParse(json)
  const words = (parsed.success ? parsed.data.errors?.[0]?.message : null) ?? codedWords(status, json)
  if (words !== null && words !== undefined) {
    const quoted = cutMessage(words, longestWords).replace(/[.\s]+$/, '')
    return { ok: false, kind: 'refused', message: message('service.key_refused', { words: quoted }) }
  }
  // A page comes from a gateway and says nothing about the key.
  const isRefused = status === 401 || status === 403
  const isRefusedByPage = isRefused && isPage(reply)
  if (isRefused && !isRefusedByPage)
    return { ok: false, kind: 'refused', message: message('service.sign_in_refused', { status }) }
  // The answer is not shown: it may contain a token in an unexpected place.
  return {
    ok: false,
    kind: 'not_this_service',
    message: isRefusedByPage
      ? message('service.sign_in_page', { url, status, clause: withoutJson(reply).clause })
      : tokenlessMessage(url, reply, json),
    trouble: troubleOfReply(reply, url),
  }
}

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
