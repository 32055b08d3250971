// Pauses for all, as pauses of this workspace's connections to the same service: so they stop what is claimed already, and
// are shown as every other pause is. A pause that a person made here stays as it is.
import type { TeamPause } from './claims/session.ts'
import { serviceAt } from '../../../shared/sending/connection.ts'
import { message } from '../../../shared/texts/message.ts'
import type { Store } from '../store/store.ts'

/** Returns the connections whose pauses have changed. */
export function mirrorPauses(store: Store, pauses: readonly TeamPause[], now: number): readonly number[] {
  const changed = new Set<number>()
  for (const { id, settings } of store.connections.all()) {
    const service = serviceAt(settings.baseUrl)
    const wanted = new Map(
      pauses.filter((pause) => pause.service === service).map((pause) => [pause.supplier, pause]),
    )
    const here = store.connections.pauses(id)
    for (const { supplier, reason } of here)
      if (reason === 'team' && !wanted.has(supplier)) {
        store.connections.resume(id, supplier)
        changed.add(id)
      }
    for (const { supplier, member, reason } of wanted.values()) {
      if (here.some((pause) => pause.supplier === supplier)) continue
      store.connections.pause({
        connectionId: id,
        supplier,
        reason: 'team',
        code: null,
        message: message('team.paused_by', {
          member,
          reason: reason === '' ? 'empty' : 'given',
          // The sentence has its own full stop.
          words: reason.replace(/[.\s]+$/, ''),
        }),
        since: now,
      })
      changed.add(id)
    }
  }
  return [...changed]
}
