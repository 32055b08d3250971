// Who may use the web host: a one-time code (in the address that a person opens) is exchanged for a bearer token. Both
// live in this process's memory only, as hashes. Ten wrong ones lock the host until it is started again.
import { createHash, timingSafeEqual } from 'node:crypto'

/** reliability.md section 4. */
export const codeLifeMs = 60_000
export const wrongTokensAllowed = 10

export type TokenVerdict = 'right' | 'wrong' | 'locked'
export type Exchange =
  | { readonly verdict: 'right'; readonly bearer: string }
  | { readonly verdict: 'wrong' | 'used' | 'expired' | 'locked' }

export type Tokens = ReturnType<typeof createTokens>

export function createTokens(options: {
  /** Milliseconds from any fixed point. */
  readonly now: () => number
  /** That many random bytes. */
  readonly random: (bytes: number) => Buffer
  /** Called once, when the tenth wrong token has come. */
  readonly onLocked: () => void
}) {
  const { now, random } = options
  const codes: { readonly hash: Buffer; readonly issuedAt: number; used: boolean }[] = []
  const bearers: Buffer[] = []
  let wrong = 0

  const locked = (): boolean => wrong >= wrongTokensAllowed
  const secret = (): string => random(32).toString('base64url')

  function countWrong(): 'wrong' | 'locked' {
    wrong += 1
    if (!locked()) return 'wrong'
    options.onLocked()
    return 'locked'
  }

  return {
    locked,
    /** A new code, good once and for 60 seconds. Codes issued before stay good for their own time. */
    issueCode(): string {
      const code = secret()
      codes.push({ hash: hashOf(code), issuedAt: now(), used: false })
      return code
    },
    /** A code that is late or was used before is no guess and does not count towards the lock. */
    exchange(code: string): Exchange {
      if (locked()) return { verdict: 'locked' }
      const hash = hashOf(code)
      const known = codes.find((one) => timingSafeEqual(one.hash, hash))
      if (known === undefined) return { verdict: countWrong() }
      if (known.used) return { verdict: 'used' }
      known.used = true
      if (now() - known.issuedAt >= codeLifeMs) return { verdict: 'expired' }
      const bearer = secret()
      bearers.push(hashOf(bearer))
      return { verdict: 'right', bearer }
    },
    check(bearer: string): TokenVerdict {
      if (locked()) return 'locked'
      const hash = hashOf(bearer)
      return bearers.some((one) => timingSafeEqual(one, hash)) ? 'right' : countWrong()
    },
  }
}

/** Hashes are of one length, so comparing them tells nothing about the secret. */
function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
