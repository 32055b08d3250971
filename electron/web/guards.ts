// Security rules for every request, including WebSocket upgrades and uploads, in the order in which
// they are applied. A rule is a function from a call to a refusal or null; the first refusal is the answer.
import { assertNever } from '../../shared/contract/assert-never.ts'
import { type Refusal, refusal, tooLarge } from './replies.ts'
import type { Tokens } from './tokens.ts'

/** Head of a request, unchanged. */
export type Call = {
  readonly remoteAddress: string | undefined
  readonly method: string
  /** The request line's target, undecoded. */
  readonly target: string
  /** Every value of every header, so that repeated ones are visible. */
  readonly headers: Readonly<Record<string, readonly string[] | undefined>>
  /** True if it requests a WebSocket (or any other change of protocol). */
  readonly upgrade: boolean
}

/** Properties of a route that the guards need. */
export type RouteRules = {
  readonly methods: readonly string[]
  /**
   * document: a person opens it; asset: the document loads it; exchange: for a client without a token; api: with a
   * token.
   */
  readonly access: 'document' | 'asset' | 'exchange' | 'api'
  readonly body: /** unread: nothing is there that would read it. */
    | { readonly kind: 'none' | 'unread' }
    | { readonly kind: 'json' | 'bytes' /** In bytes. */; readonly limit: number }
}

export type Gate = {
  /** `127.0.0.1:PORT`. */
  readonly authority: string
  readonly tokens: Pick<Tokens, 'check'>
  /** A file currently passes a code: a browser may come from it. */
  readonly awaitsFile: () => boolean
}

type Guard = (call: Call, route: RouteRules, gate: Gate) => Refusal | null

const guards: readonly Guard[] = [
  fromLoopback,
  plainTarget,
  oneExactHost,
  methodAllowed,
  sameSite,
  sameOrigin,
  rightBearer,
  rightContentType,
  withinSize,
]

/** Null: the route may serve the call. */
export function refuseCall(call: Call, route: RouteRules, gate: Gate): Refusal | null {
  for (const guard of guards) {
    const refused = guard(call, route, gate)
    if (refused !== null) return refused
  }
  return null
}

function fromLoopback({ remoteAddress }: Call): Refusal | null {
  return remoteAddress !== undefined && /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(remoteAddress)
    ? null
    : refusal(403, 'not_loopback', (words) => words.not_loopback)
}

function plainTarget({ target }: Call): Refusal | null {
  return /^\/(?!\/)/.test(target) ? null : refusal(400, 'bad_target', (words) => words.bad_target)
}

function oneExactHost({ headers }: Call, _route: RouteRules, { authority }: Gate): Refusal | null {
  const hosts = headers['host'] ?? []
  if (hosts.length !== 1)
    return refusal(400, 'one_host', (words) => words.one_host({ hosts: `${hosts.length}` }))
  return hosts[0] === authority
    ? null
    : refusal(421, 'wrong_host', (words) => words.wrong_host({ authority }))
}

function methodAllowed({ method }: Call, { methods }: RouteRules): Refusal | null {
  return methods.includes(method)
    ? null
    : refusal(405, 'method_not_allowed', (words) =>
        words.method_not_allowed({ method, methods: methods.join(', ') }),
      )
}

function sameSite({ headers, upgrade }: Call, { access }: RouteRules, { awaitsFile }: Gate): Refusal | null {
  const sites = headers['sec-fetch-site'] ?? []
  // Chromium sends no Sec-Fetch-Site with a WebSocket's handshake; its Origin, which is always sent, must be exact.
  if (sites.length === 0 && upgrade) return null
  const site = sites.length === 1 ? sites[0] : undefined
  if (site === 'same-origin' || (site === 'none' && access === 'document')) return null
  // From the file that passes a code, which a browser treats as another site; at no other time, and never in a frame.
  if (access === 'document' && isPageOpened(headers) && awaitsFile()) return null
  return refusal(403, 'not_same_origin', (words) => (site === undefined ? words.no_site : words.other_site))
}

function isPageOpened(headers: Call['headers']): boolean {
  const { 'sec-fetch-mode': mode = [], 'sec-fetch-dest': dest = [] } = headers
  return mode.length === 1 && mode[0] === 'navigate' && dest.length === 1 && dest[0] === 'document'
}

function sameOrigin(
  { headers, method, upgrade }: Call,
  _route: RouteRules,
  { authority }: Gate,
): Refusal | null {
  const origins = headers['origin'] ?? []
  if (origins.length === 0 && method === 'GET' && !upgrade) return null
  return origins.length === 1 && origins[0] === `http://${authority}`
    ? null
    : refusal(403, 'wrong_origin', (words) => words.wrong_origin)
}

function rightBearer({ headers, upgrade }: Call, { access }: RouteRules, { tokens }: Gate): Refusal | null {
  switch (access) {
    case 'document':
    case 'asset':
      return null
    case 'exchange':
      return null
    case 'api': {
      // A page cannot set a header on a WebSocket: there the token is the first message (socket.ts).
      if (upgrade) return null
      const given = headers['authorization'] ?? []
      if (given.length === 0) return tokenMissing
      const bearer = given.length === 1 ? /^Bearer ([\w-]+)$/.exec(given[0] ?? '')?.[1] : undefined
      return tokens.check(bearer ?? '') === 'right' ? null : tokenWrong
    }
    default:
      return assertNever(access)
  }
}

const bodyTypes = {
  json: { pattern: /^application\/json(?:; ?charset=utf-8)?$/i, name: 'application/json' },
  bytes: { pattern: /^application\/octet-stream$/i, name: 'application/octet-stream' },
} as const

function rightContentType({ headers }: Call, { body }: RouteRules): Refusal | null {
  if (body.kind === 'none' || body.kind === 'unread') return null
  const { pattern, name } = bodyTypes[body.kind]
  const types = headers['content-type'] ?? []
  return types.length === 1 && pattern.test(types[0] ?? '')
    ? null
    : refusal(415, 'wrong_content_type', (words) => words.wrong_content_type({ type: name }))
}

/** By the declared length; a body without one is counted while it is read. */
function withinSize({ headers }: Call, { body }: RouteRules): Refusal | null {
  if (body.kind === 'unread') return null
  if (body.kind === 'none' && headers['transfer-encoding'] !== undefined) return tooLarge(0)
  const limit = 'limit' in body ? body.limit : 0
  return Number(headers['content-length']?.[0] ?? 0) > limit ? tooLarge(limit) : null
}

export const tokenMissing = refusal(401, 'token_missing', (words) => words.token_missing)
export const tokenWrong = refusal(401, 'token_wrong', (words) => words.token_wrong)

export const codeWrong = refusal(401, 'code_wrong', (words) => words.code_wrong)

/** True if the caller used a token or a code that was never issued, and may be guessing. */
export function isWrongSecret({ code }: Refusal): boolean {
  return code === tokenWrong.code || code === codeWrong.code
}
