// Access tokens of the web host: a one-time code (in the address that a person opens) is exchanged for a bearer
// token. Both are kept only as hashes in the memory of this process. They are long and random, so guessing is
// hopeless: a wrong one slows its sender (front-door.ts) and affects nobody else.
import { createHash, timingSafeEqual } from 'node:crypto'

/** A code in an address is good for a minute. */
export const codeLifeMs = 60_000

export type Exchange =
  | { readonly verdict: 'right'; readonly bearer: string }
  | { readonly verdict: 'wrong' | 'used' | 'expired' }

export type Tokens = ReturnType<typeof createTokens>

type Code = {
  readonly hash: Buffer
  readonly issuedAt: number
  readonly onUse: (() => void) | null
  used: boolean
}

export function createTokens(options: {
  /** Milliseconds from any fixed point. */
  readonly now: () => number
  /** That many random bytes. */
  readonly random: (bytes: number) => Buffer
}) {
  const { now, random } = options
  const codes: Code[] = []
  const bearers: Buffer[] = []

  const secret = (): string => random(32).toString('base64url')

  return {
    /** A new code, valid once and for 60 seconds. Earlier codes stay valid for their own time. */
    issueCode(onUse: (() => void) | null = null): string {
      const code = secret()
      codes.push({ hash: hashOf(code), issuedAt: now(), onUse, used: false })
      return code
    },
    exchange(code: string): Exchange {
      const hash = hashOf(code)
      const known = codes.find((one) => timingSafeEqual(one.hash, hash))
      if (known === undefined) return { verdict: 'wrong' }
      if (known.used) return { verdict: 'used' }
      known.used = true
      known.onUse?.()
      if (now() - known.issuedAt >= codeLifeMs) return { verdict: 'expired' }
      const bearer = secret()
      bearers.push(hashOf(bearer))
      return { verdict: 'right', bearer }
    },
    check(bearer: string): 'right' | 'wrong' {
      const hash = hashOf(bearer)
      return bearers.some((one) => timingSafeEqual(one, hash)) ? 'right' : 'wrong'
    },
  }
}

/** Hashes have the same length, so comparing them reveals nothing about the secret. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
