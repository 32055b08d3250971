// Pauses for all, as pauses of this workspace's connections to the same service: so they stop what is claimed already, and
// are shown as every other pause is. A pause that was made here and is not for all stays as it is.
import { closedReasons, serviceAt } from '../../../../shared/sending/connection.ts'
import type { Store } from '../../store/store.ts'
import { pauseEntryOf, type PauseForAll } from './for-all-now.ts'

/** Returns the connections whose pauses have changed. */
export function mirrorPauses(store: Store, pauses: readonly PauseForAll[]): readonly number[] {
  const changed = new Set<number>()
  for (const { id, settings } of store.connections.all()) {
    const service = serviceAt(settings.baseUrl)
    const wanted = new Map(
      pauses.filter((pause) => pause.service === service).map((pause) => [pause.supplier, pause]),
    )
    const here = store.connections.pauses(id)
    for (const { supplier, forAll } of here)
      if (forAll === true && !wanted.has(supplier)) {
        store.connections.resume(id, supplier)
        changed.add(id)
      }
    for (const pause of wanted.values()) {
      const { supplier, since } = pause
      const before = here.find((one) => one.supplier === supplier)
      if (before !== undefined && (before.forAll !== true || before.since === since)) continue
      store.connections.pause({
        connectionId: id,
        supplier,
        ...pauseEntryOf(pause),
        since,
        forAll: true,
      })
      changed.add(id)
    }
  }
  return [...changed]
}

/** The desktop has left the team: what was paused for all is not paused here; a supplier that is closed still is. */
export function endPausesForAll(store: Store): void {
  for (const { id } of store.connections.all())
    for (const pause of store.connections.pauses(id)) {
      if (pause.forAll !== true) continue
      if (Object.hasOwn(closedReasons, pause.reason)) store.connections.pause({ ...pause, forAll: false })
      else store.connections.resume(id, pause.supplier)
    }
}
