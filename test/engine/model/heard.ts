// Oracle's record of the traffic: bytes that the service validated, when a status was first answered after an account
// was sent, how long the service asked all clients to wait, and requests in flight. The ledger holds what the engine
// believes; this holds what it received.
import { createHash } from 'node:crypto'
import { codes } from '../../../shared/sending/service.ts'
import type { TransportResult } from '../../../electron/engine/sending/service-client/transport.ts'
import type { Sent } from './wire.ts'
import type { World } from './world.ts'

/** A wrong header must not stop a migration for a day: longer waits are not honoured. */
const longestAsked = 3_600_000

export type Heard = ReturnType<typeof createHeard>

export const hashOf = (body: Uint8Array | null): string =>
  createHash('sha256')
    .update(body ?? new Uint8Array())
    .digest('hex')

/** `validated`: hashes of bytes that the service has validated before. */
export function createHeard(world: World, validated: readonly string[]) {
  const validatedBytes = new Set(validated)
  /** By account key: when a status was first answered after its latest create left, in any engine instance. */
  const firstAnswer = new Map<string, number>()
  let asked: { readonly at: number; readonly until: number } | null = null
  let underWay = 0

  return {
    /** Another engine instance starts, with nothing in flight. */
    begin(): void {
      asked = null
      underWay = 0
    },
    /** A person or the machine gives a reason to retry at once. */
    tryAgain: () => void (asked = null),
    left({ route, account }: Sent): void {
      if (route === 'token') return
      underWay += 1
      if (route === 'create') firstAnswer.delete(account)
    },
    /** `result`: null if the engine instance that asked has ended. */
    heard({ route, account, request }: Sent, result: TransportResult | null): void {
      if (result === null || route === 'token') return
      underWay -= 1
      if (result.kind === 'failed') return
      if (result.status === 429) listenTo(result.headers['retry-after'])
      if (route === 'validate' && result.status === 200) validatedBytes.add(hashOf(request.body))
      if (route !== 'status' || firstAnswer.has(account)) return
      const text = Buffer.from(result.body).toString()
      if (result.status === 200 || text.includes(codes.notFound)) firstAnswer.set(account, world.elapsed())
    },
    isValidated: (sha256: string): boolean => validatedBytes.has(sha256),
    /** Time since the first answered status read after the account's latest create; null: none was answered yet. */
    quietFor(account: string): number | null {
      const since = firstAnswer.get(account)
      return since === undefined ? null : world.elapsed() - since
    },
    /** The rest of a wait that the service asked for; null if there is none. */
    waitLeft(): number | null {
      const now = world.elapsed()
      // Answers that arrive at the same moment are recorded one after the other.
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
