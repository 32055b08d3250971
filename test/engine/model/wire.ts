// Wire between the engine and the service: requests lost before or after they arrive, foreign answers, replies cut
// short. Each fault applies to a number of requests of a route, and the last ones are good again. A request in flight
// when the engine dies still arrives.
import { setImmediate } from 'node:timers/promises'
import type {
  Transport,
  TransportReply,
  TransportRequest,
  TransportResult,
} from '../../../electron/engine/sending/service-client/transport.ts'
import { codes } from '../../../shared/sending/service.ts'
import { read, reply, type Route, type Service } from './moody-service.ts'
import type { World } from './world.ts'

type Treatment = {
  /**
   * `never`: the request does not reach the service; otherwise the delay in milliseconds, negative: that long
   * before the time-out.
   */
  readonly arrives: 'never' | number
  /** The reply that the engine sees: none, a different one, or a changed one. */
  readonly sees: 'answer' | 'nothing' | TransportResult | ((answer: TransportReply) => TransportReply)
  readonly afterMs?: number
}

const failed = (maybeSent: boolean, code: string): TransportResult => ({
  kind: 'failed',
  maybeSent,
  code,
  message: `it broke (${code})`,
})
const page = (status: number): TransportResult =>
  reply(status, '<!doctype html>', { 'content-type': 'text/html' })
const coded = (status: number, code: string): TransportResult => reply(status, { code, detail: 'In words.' })

/** Changes a status record; any other reply stays unchanged. */
function recordWith(
  change: (record: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): (answer: TransportReply) => TransportReply {
  return (answer) => {
    const json = JSON.parse(Buffer.from(answer.body).toString()) as Readonly<Record<string, unknown>>
    return 'status' in json
      ? { ...answer, body: Buffer.from(JSON.stringify({ ...json, ...change(json) })) }
      : answer
  }
}

/** A create that was accepted is never answered with a rejection: such a service could not be used at all. */
export const behaviours = {
  lost_before: { arrives: 'never', sees: 'nothing' },
  lost_after: { arrives: 0, sees: 'nothing' },
  late: { arrives: -500, sees: 'nothing' },
  reset_before: { arrives: 'never', sees: failed(true, 'ECONNRESET') },
  reset_after: { arrives: 0, sees: failed(true, 'ECONNRESET') },
  // The request is in a gateway's queue when the connection breaks.
  reset_late: { arrives: 6000, sees: failed(true, 'ECONNRESET') },
  broken_late: { arrives: 5000, sees: page(504) },
  no_connection: { arrives: 'never', sees: failed(false, 'ECONNREFUSED') },
  slow: { arrives: 0, sees: 'answer', afterMs: 3000 },
  very_slow: { arrives: 3500, sees: 'answer', afterMs: 3800 },
  busy: { arrives: 'never', sees: reply(429, {}, { 'retry-after': '7' }) },
  busy_bare: { arrives: 'never', sees: reply(429, {}) },
  busy_for_long: { arrives: 'never', sees: reply(429, {}, { 'retry-after': '86400' }) },
  broken_before: { arrives: 'never', sees: page(502) },
  broken_after: { arrives: 0, sees: reply(500, {}) },
  gone_by: { arrives: 0, sees: reply(408, {}) },
  signed_out: { arrives: 'never', sees: coded(401, 'not_authenticated') },
  forbidden: { arrives: 'never', sees: coded(403, 'authentication_failed') },
  gateway: { arrives: 'never', sees: page(403) },
  wrong_path: { arrives: 'never', sees: page(404) },
  elsewhere: { arrives: 'never', sees: reply(302, '', { location: '/' }) },
  welcome: { arrives: 'never', sees: page(200) },
  cut: { arrives: 0, sees: reply(201, '{"') },
  wrong_type: { arrives: 0, sees: reply(201, '{}', { 'content-type': 'text/plain' }) },
  ok: { arrives: 0, sees: reply(200, {}) },
  refused: { arrives: 'never', sees: coded(400, codes.importFailedValidation) },
  odd: { arrives: 'never', sees: coded(400, 'parse_error') },
  other_404: { arrives: 'never', sees: coded(404, 'something_else') },
  too_large: { arrives: 'never', sees: coded(413, 'too_large') },
  odd_word: {
    arrives: 0,
    sees: recordWith((record) => (record['status'] === 'PENDING' ? { status: 'RESTING' } : {})),
  },
  nameless: { arrives: 0, sees: recordWith(() => ({ platform_identifier: null })) },
  bare: { arrives: 0, sees: recordWith(() => ({ modified_at: null, latest_event: null })) },
} as const satisfies Record<string, Treatment>
export type Behaviour = keyof typeof behaviours

export type Sent = {
  readonly route: Route
  readonly account: string
  readonly supplier: string
  readonly request: TransportRequest
}

/**
 * Points at which the program may die: the intent is written and the request has not left; it has just left; its
 * reply has arrived.
 */
export const deathPoints = ['before_sending', 'while_sending', 'before_the_answer_is_written'] as const
export type DeathPoint = (typeof deathPoints)[number]

export type Wire = ReturnType<typeof createWire>

export function createWire(
  world: World,
  service: Service,
  watcher: { sending(sent: Sent): string; answered(sent: Sent, result: TransportResult | null): void },
) {
  const held = new Map<Route, { behaviour: Behaviour; times: number }>()
  let armed: { readonly at: DeathPoint; left: number; readonly die: () => void } | null = null

  function behaviourOf(route: Route): Treatment | null {
    const now = held.get(route)
    if (now === undefined) return null
    now.times -= 1
    if (now.times <= 0) held.delete(route)
    return behaviours[now.behaviour]
  }

  /** True when this is the moment at which the program dies. */
  function dies(at: DeathPoint): boolean {
    if (armed === null || armed.at !== at) return false
    armed.left -= 1
    if (armed.left > 0) return false
    const { die } = armed
    armed = null
    die()
    return true
  }

  /** The wire of one engine instance: replies after its end are dropped. */
  function transportOf(life: { readonly isOver: () => boolean; readonly over: Promise<void> }): Transport {
    // A request yields first, as when a connection is chosen, and other replies arrive meanwhile.
    return async (request) => {
      if (request.mayLeave !== undefined) await setImmediate()
      return leave(request)
    }
    function leave(request: TransportRequest): Promise<TransportResult> {
      if (life.isOver()) return Promise.resolve(failed(false, 'dead'))
      if (request.mayLeave?.() === false) return Promise.resolve(failed(false, 'withdrawn'))
      world.happened()
      const sent: Sent = { ...read(request), request }
      const attempt = watcher.sending(sent)
      const isCreate = sent.route === 'create'
      const diesBefore = isCreate && dies('before_sending')
      const treatment: Treatment = diesBefore
        ? { arrives: 'never', sees: 'nothing' }
        : (behaviourOf(sent.route) ?? { arrives: 0, sees: 'answer' })
      const answer = carry(request, attempt, treatment)
      if (isCreate && !diesBefore) dies('while_sending')
      return new Promise((resolve) => {
        const hear = (result: TransportResult): void => {
          watcher.answered(sent, life.isOver() ? null : result)
          if (isCreate && !life.isOver()) dies('before_the_answer_is_written')
          if (!life.isOver()) resolve(result)
        }
        void answer.then(hear)
        void life.over.then(() => resolve(failed(true, 'dead')))
      })
    }
  }

  function carry(request: TransportRequest, attempt: string, treatment: Treatment): Promise<TransportResult> {
    const { arrives, sees, afterMs = 0 } = treatment
    const reached: { answer: TransportReply | null } = { answer: null }
    const arrive = (): void => {
      reached.answer = service.answer(request, attempt)
    }
    if (arrives === 0) arrive()
    else if (arrives !== 'never')
      world.after(arrives > 0 ? arrives : Math.max(0, request.timeoutMs + arrives), arrive)
    return new Promise((resolve) => {
      const seen = (result: TransportResult): void => {
        world.happened()
        resolve(dated(result))
      }
      const answered = (): TransportResult => {
        if (reached.answer === null) return failed(true, 'timeout')
        return typeof sees === 'function' ? sees(reached.answer) : reached.answer
      }
      if (sees === 'nothing') world.after(request.timeoutMs, () => seen(failed(true, 'timeout')))
      else if (typeof sees === 'object') seen(sees)
      else if (afterMs === 0) seen(answered())
      else world.after(Math.min(afterMs, request.timeoutMs), () => seen(answered()))
    })
  }

  /** The service's clock is unaffected when somebody sets ours. */
  function dated(result: TransportResult): TransportResult {
    return result.kind === 'failed'
      ? result
      : { ...result, headers: { date: new Date(world.serviceNow()).toUTCString(), ...result.headers } }
  }

  return {
    transportOf,
    setBehaviour: (route: Route, behaviour: Behaviour, times: number) =>
      void held.set(route, { behaviour, times }),
    calm: () => held.clear(),
    /** The program dies at the nth such moment of a create from now. */
    arm(at: DeathPoint, nth: number, die: () => void): void {
      armed = { at, left: nth, die }
    },
    disarm: () => void (armed = null),
  }
}
