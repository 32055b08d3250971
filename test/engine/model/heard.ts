// What the oracle remembers of what went over the wire: bytes that the service cleared, when a status was first answered
// since an account was sent, for how long the service asked everybody to wait, and what is under way. The ledger says what
// the engine believes; this is what it was told.
import { createHash } from 'node:crypto'
import { codes } from '../../../shared/service.ts'
import type { TransportResult } from '../../../electron/engine/service-client/transport.ts'
import type { Sent } from './wire.ts'
import type { World } from './world.ts'

/** A wrong header must not stop a migration for a day: no wait that is asked for is longer. */
const longestAsked = 3_600_000

export type Heard = ReturnType<typeof createHeard>

export const hashOf = (body: Uint8Array | null): string =>
  createHash('sha256')
    .update(body ?? new Uint8Array())
    .digest('hex')

/** `cleared`: hashes of bytes that the service has judged before. */
export function createHeard(world: World, cleared: readonly string[]) {
  const clearedBytes = new Set(cleared)
  /** By account key: when a status was first answered since its latest create left, in whichever life. */
  const firstAnswer = new Map<string, number>()
  let asked: { readonly at: number; readonly until: number } | null = null
  let underWay = 0

  return {
    /** Another life begins, with nothing under way. */
    begin(): void {
      asked = null
      underWay = 0
    },
    /** A person or the machine gives a reason to try at once. */
    tryAnew: () => void (asked = null),
    left({ route, account }: Sent): void {
      if (route === 'token') return
      underWay += 1
      if (route === 'create') firstAnswer.delete(account)
    },
    /** `result`: null where the life that asked is over. */
    heard({ route, account, request }: Sent, result: TransportResult | null): void {
      if (result === null || route === 'token') return
      underWay -= 1
      if (result.kind === 'failed') return
      if (result.status === 429) listenTo(result.headers['retry-after'])
      if (route === 'validate' && result.status === 200) clearedBytes.add(hashOf(request.body))
      if (route !== 'status' || firstAnswer.has(account)) return
      const text = Buffer.from(result.body).toString()
      if (result.status === 200 || text.includes(codes.notFound)) firstAnswer.set(account, world.elapsed())
    },
    isCleared: (sha256: string): boolean => clearedBytes.has(sha256),
    /** For how long the service has said of an account that it does not have it, or only what is over; null: not at all. */
    quietFor(account: string): number | null {
      const since = firstAnswer.get(account)
      return since === undefined ? null : world.elapsed() - since
    },
    /** What is left of a wait that the service asked for; null where none is. */
    waitLeft(): number | null {
      const now = world.elapsed()
      // Answers that come in one moment are heard one after the other.
      return asked === null || now - asked.at < 50 || now >= asked.until ? null : asked.until - now
    },
    underWay: (): number => underWay,
  }

  function listenTo(header: string | undefined): void {
    if (header === undefined) return
    const at = world.elapsed()
    const until = at + Math.min(longestAsked, Number(header) * 1000)
    if (asked === null || until > asked.until) asked = { at, until }
  }
}
