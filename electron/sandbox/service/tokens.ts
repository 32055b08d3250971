// Access and refresh tokens: signed, so that they survive a restart, and checked against the sandbox's own clock.
// Expiring all of them starts a new generation; tokens of an older generation are rejected regardless of their
// time.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

const claims = z.strictObject({
  iss: z.literal('carryover-sandbox'),
  kind: z.enum(['access', 'refresh']),
  generation: z.number().int(),
  serial: z.number().int(),
  iat: z.number(),
  exp: z.number(),
})
type Claims = z.infer<typeof claims>

export type IssuedToken = {
  readonly token: string
  /** `exp` and `iat` are Unix times in seconds. */
  readonly payload: Claims
  readonly refreshToken: string
  /** A Unix time in seconds, despite its name. */
  readonly refreshExpiresIn: number
}

export type Tokens = ReturnType<typeof createTokens>

const refreshLifeSeconds = 7 * 24 * 3_600
const cachedAtMost = 1_000

export type TokenSettings = {
  readonly secret: string
  readonly apiKey: string
  readonly lifeSeconds: number
  /** Unix time in seconds. */
  readonly now: () => number
  readonly generation: () => number
  readonly expireAll: () => void
}

export function createTokens(settings: TokenSettings) {
  const { secret, apiKey, lifeSeconds, now, generation } = settings
  const cache = new Map<string, Claims>()
  let serial = 0

  function sign(kind: Claims['kind'], life: number): { text: string; payload: Claims } {
    const iat = Math.floor(now())
    serial += 1
    const payload: Claims = {
      iss: 'carryover-sandbox',
      kind,
      generation: generation(),
      serial,
      iat,
      exp: iat + life,
    }
    return { text: signed(secret, payload), payload }
  }

  function issue(): IssuedToken {
    const access = sign('access', lifeSeconds)
    const refresh = sign('refresh', refreshLifeSeconds)
    return {
      token: access.text,
      payload: access.payload,
      refreshToken: refresh.text,
      refreshExpiresIn: refresh.payload.exp,
    }
  }

  function read(text: string): Claims | null {
    const known = cache.get(text)
    if (known !== undefined) return known
    const found = verified(secret, text)
    if (found === null) return null
    if (cache.size >= cachedAtMost) cache.clear()
    cache.set(text, found)
    return found
  }

  const isGood = (text: string, kind: Claims['kind']): boolean => {
    const found = read(text)
    return found !== null && found.kind === kind && found.generation === generation() && found.exp > now()
  }

  return {
    issue,
    isAccess: (text: string): boolean => isGood(text, 'access'),
    isRefresh: (text: string): boolean => isGood(text, 'refresh'),
    isApiKey: (text: string): boolean => sameText(text, apiKey),
    expireAll: settings.expireAll,
  }
}

/** A JSON Web Token (RFC 7519) with an HMAC. */
function signed(secret: string, payload: Claims): string {
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(payload)}`
  return `${body}.${signature(secret, body)}`
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function signature(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('base64url')
}

function sameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function verified(secret: string, text: string): Claims | null {
  const cut = text.lastIndexOf('.')
  const body = text.slice(0, cut)
  if (cut < 0 || !sameText(text.slice(cut + 1), signature(secret, body))) return null
  const payload = body.split('.')[1] ?? ''
  return claims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
}
