// This desktop's shares of the limits of all services that its connections lead to. Creating needs a share that is in
// force. Validating and reading statuses go on with the last share while the team's database is away, or slowly where there
// was none: they create nothing, and must not stand still for it.
import { serviceAt } from '../../../../shared/sending/connection.ts'
import type { ServiceShares, ShareLimits } from '../../sending/limits/shared-limiter.ts'
import type { Store } from '../../store/store.ts'
import type { Clock } from '../../system/clock.ts'
import type { Session } from '../claims/claims.ts'
import type { TeamDatabase } from '../database/connect.ts'
import { startTeamShare, type TeamShare } from './team-share.ts'

export type TeamSharesOptions = {
  readonly store: Store
  readonly clock: Clock
  readonly limiters: () => ServiceShares
  /** A share has changed: the schedulers check again. */
  readonly changed: () => void
  readonly broke: (error: unknown) => void
}

/** Without a share: so that what creates nothing goes on. */
const slow: ShareLimits = { rate: 1, concurrency: 1, readsPerMinute: 60 }

const none: ShareLimits = { rate: 0, concurrency: 0, readsPerMinute: 0 }

const underWay = ['queued', 'sending', 'unconfirmed', 'processing'] as const

export type TeamShares = ReturnType<typeof createTeamShares>

export function createTeamShares(options: TeamSharesOptions) {
  const { store, limiters } = options
  const shares = new Map<string, TeamShare>()
  const last = new Map<string, ShareLimits>()

  function services(): string[] {
    const all = store.connections.all().filter(({ environment }) => environment !== 'practice')
    return [...new Set(all.map(({ settings }) => serviceAt(settings.baseUrl)))]
  }

  function goOnWithout(service: string): void {
    limiters().share(service, { limits: last.get(service) ?? slow, isInForce: () => true })
  }

  /** The share that is in force, or what stands in its place. */
  function note(service: string, share: TeamShare | undefined): void {
    if (share === undefined) return
    const { now } = share
    if (now.limits !== null) last.set(service, now.limits)
    else if (now.reason === 'away') goOnWithout(service)
    // A validation of nothing ends with the scheduler's next look, for which the service must not be closed.
    else if (now.reason === 'idle') limiters().share(service, { limits: slow, isInForce: () => true })
    // The database answers again, and what stood in the place of a share ends.
    else limiters().share(service, { limits: none, isInForce: () => false })
    options.changed()
  }

  function begin(service: string, database: TeamDatabase, session: Session): void {
    const share = startTeamShare({
      ...options,
      database,
      session,
      service,
      limiters: limiters(),
      isSending: () => isSending(store, service),
      // It may change before it is returned.
      changed: () => note(service, shares.get(service)),
    })
    shares.set(service, share)
    note(service, share)
  }

  return {
    /** Services that have none yet get a share: with a session, or while there is none, what stands in its place. */
    follow(open: { readonly database: TeamDatabase; readonly session: Session } | null): void {
      for (const service of services()) {
        if (shares.has(service)) continue
        if (open === null) goOnWithout(service)
        else begin(service, open.database, open.session)
      }
    },
    /** Others began or stopped to send, or this desktop did. */
    renew(): void {
      for (const share of shares.values()) share.renew()
    },
    isInForce(service: string): boolean {
      const share = shares.get(service)
      return share !== undefined && share.now.limits !== null
    },
    /** The session has ended. */
    async end(): Promise<void> {
      const all = [...shares]
      shares.clear()
      await Promise.all(all.map(([, share]) => share.stop().catch(options.broke)))
      for (const [service] of all) goOnWithout(service)
    },
    /** The team was left: each connection's own limits hold alone. */
    leave(): void {
      for (const service of services()) limiters().share(service, null)
    },
  }
}

function isSending(store: Store, service: string): boolean {
  return store.connections
    .all()
    .some(
      ({ id, settings }) =>
        serviceAt(settings.baseUrl) === service &&
        (underWay.some((state) => store.sending.countInState(id, state) > 0) ||
          store.sending.validatingBatches(id).length > 0 ||
          isRechecking(store, id)),
    )
}

function isRechecking(store: Store, connection: number): boolean {
  return store.batches
    .all()
    .some(({ id, connectionId }) => connectionId === connection && store.rechecks.waiting(id) > 0)
}
