// Tells the team what this desktop has met and what holds for all: suppliers that the service says are closed, and brakes
// that were marked so and have tripped. Both are in this folder's database until the team's database has them, so neither a
// crash nor a server that is away loses one.
import { closedReasons, type Pause, serviceAt } from '../../../../shared/sending/connection.ts'
import type { ClosedState } from '../../../../shared/sending/service-answers.ts'
import type { Store } from '../../store/store.ts'
import type { Session } from '../claims/claims.ts'
import { pauseForAll } from '../claims/session.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'
import type { ClosedDetail } from './for-all-now.ts'
import { rememberPause } from './known-for-all.ts'

/** True if the team does not know something yet that holds for all. */
export function hasToAnnounce(store: Store): boolean {
  return store.waves.stopsForAll().length > 0 || closedHere(store).length > 0
}

/** Resolves when the team knows all of it, and nothing is claimed there any more. */
export async function announce(
  store: Store,
  database: TeamDatabase,
  session: Session,
): Promise<TeamResult<null>> {
  for (const { pause, service } of closedHere(store)) {
    const { connectionId, supplier } = pause
    const closed = { service, supplier, reason: '', kind: 'closed', detail: closedDetailOf(pause) } as const
    const said = await pauseForAll(database, session, closed)
    if (!said.ok) return said
    rememberPause(store.settings, { ...closed, since: said.value })
    // A person may have resumed it here meanwhile: then it ends for all with the next answer.
    const now = store.connections.pauses(connectionId).find((one) => one.supplier === supplier)
    if (now?.since === pause.since && now.reason === pause.reason)
      store.connections.pause({ ...now, since: said.value, forAll: true })
  }
  for (const { batch, stop } of store.waves.stopsForAll()) {
    const found = store.batches.get(batch)
    const connection = found?.connectionId ?? null
    if (found !== null && connection !== null && isShared(store, connection)) {
      const { wave, reason: cause, code, detail } = stop
      const { answers, wrong, times } = detail
      const braked = {
        service: store.sending.missed.serviceOf(connection),
        // What the batch sends is stopped: one supplier's accounts, or those of several.
        supplier: found.supplier ?? '',
        reason: '',
        kind: 'brake' as const,
        detail: { batch: found.name.slice(0, 400), wave, cause, code, answers, wrong, times },
      }
      const said = await pauseForAll(database, session, braked)
      if (!said.ok) return said
      rememberPause(store.settings, { ...braked, since: said.value })
    }
    store.waves.stopAnnounced(batch)
  }
  return { ok: true, value: null }
}

/** The practice service is each desktop's own. */
function isShared(store: Store, connection: number): boolean {
  return store.connections.get(connection)?.environment !== 'practice'
}

type ClosedHere = { readonly pause: Pause; readonly service: string }

function closedHere(store: Store): ClosedHere[] {
  return store.connections.all().flatMap(({ id, settings, environment }) => {
    if (environment === 'practice') return []
    return store.connections
      .pauses(id)
      .filter(({ reason, forAll, supplier }) => isClosed(reason) && forAll !== true && supplier !== '')
      .map((pause) => ({ pause, service: serviceAt(settings.baseUrl) }))
  })
}

const isClosed = (reason: Pause['reason']): boolean => Object.hasOwn(closedReasons, reason)

function closedDetailOf({ reason, code }: Pause): ClosedDetail {
  const states: Readonly<Partial<Record<Pause['reason'], ClosedState>>> = closedReasons
  return { state: states[reason] ?? 'closed', code: code ?? '' }
}
