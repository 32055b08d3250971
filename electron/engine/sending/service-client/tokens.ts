// Access tokens: one holder and one sign-in at a time for all callers. A token is renewed
// after part of its life. Failed sign-ins share a cool-down of one minute that doubles up to thirty, because clients
// of this family have locked themselves out by signing in at every failure.
import { message } from '../../../../shared/texts/message.ts'
import { signIn, type SignInFailure, type SignInParts } from './sign-in.ts'

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

const firstCoolDown = 60_000
const longestCoolDown = 30 * 60_000

type Held = Token & { /** By the monotonic clock. */ renewAt: number }

/** The token in use, and what the service answered to it and to the sign-ins. */
type Holder = SignInParts & {
  current: Held | null
  generation: number
  pending: Promise<SignIn> | null
  /** The newest generation that the service accepted. */
  acceptedGeneration: number
  /** Number of tokens in a row that were granted and never accepted. */
  refusedInARow: number
  failures: number
  lastFailure: SignInFailure | null
  coolUntil: number
}

export function createTokens(parts: SignInParts): Tokens {
  const holder: Holder = {
    ...parts,
    current: null,
    generation: 0,
    pending: null,
    acceptedGeneration: 0,
    refusedInARow: 0,
    failures: 0,
    lastFailure: null,
    coolUntil: Number.NEGATIVE_INFINITY,
  }
  return {
    getHeldToken: () => getHeldToken(holder),
    get: () => getToken(holder),
    refuse: (generation) => refuse(holder, generation),
    accepted: (generation) => accept(holder, generation),
    networkBack() {
      if (holder.lastFailure?.kind === 'unreachable') forgive(holder)
    },
    age(uncountedMs) {
      if (holder.current !== null) holder.current.renewAt -= uncountedMs
    },
    reset() {
      holder.refusedInARow = 0
      forgive(holder)
    },
  }
}

function getHeldToken({ current, clock }: Holder): Token | null {
  return current !== null && clock.monotonic() < current.renewAt ? current : null
}

async function getToken(holder: Holder): Promise<SignIn> {
  const held = getHeldToken(holder)
  if (held !== null) return { ok: true, token: held.token, generation: held.generation }
  const { lastFailure } = holder
  const coolForMs = holder.coolUntil - holder.clock.monotonic()
  if (holder.pending === null && lastFailure !== null && coolForMs > 0) {
    const seconds = Math.ceil(coolForMs / 1000)
    return {
      ok: false,
      kind: 'cooling_down',
      message: message('service.next_try', { why: lastFailure.message, seconds }),
    }
  }
  holder.pending ??= renew(holder).finally(() => {
    holder.pending = null
  })
  return holder.pending
}

/** Signs in, and holds the token. */
async function renew(holder: Holder): Promise<SignIn> {
  const answer = await signIn(holder)
  if (!answer.ok) {
    if (answer.kind !== 'no_key') cool(holder, answer)
    return answer
  }
  const { token, lifeMs } = answer
  const renewAfterMs = Math.max(1000, (lifeMs * holder.settings.tokenRenewAfterPercent) / 100)
  holder.generation += 1
  const { generation } = holder
  holder.current = { token, generation, renewAt: holder.clock.monotonic() + renewAfterMs }
  // A token that is granted and then refused is a failure as well: only an accepted token ends the cool-down.
  if (holder.refusedInARow === 0) forgive(holder)
  return { ok: true, token, generation }
}

function refuse(holder: Holder, generation: number): void {
  if (holder.current?.generation !== generation) return
  holder.current = null
  holder.refusedInARow = generation === holder.acceptedGeneration ? 0 : holder.refusedInARow + 1
  if (holder.refusedInARow < 2) return
  cool(holder, { ok: false, kind: 'refused', message: message('service.tokens_refused') })
}

function accept(holder: Holder, generation: number): void {
  holder.acceptedGeneration = Math.max(holder.acceptedGeneration, generation)
  if (holder.refusedInARow === 0 || generation !== holder.current?.generation) return
  holder.refusedInARow = 0
  forgive(holder)
}

function forgive(holder: Holder): void {
  holder.failures = 0
  holder.lastFailure = null
  holder.coolUntil = Number.NEGATIVE_INFINITY
}

function cool(holder: Holder, failure: SignInFailure): void {
  const coolMs = Math.min(longestCoolDown, firstCoolDown * 2 ** holder.failures)
  holder.coolUntil = holder.clock.monotonic() + coolMs
  holder.failures += 1
  holder.lastFailure = failure
}
