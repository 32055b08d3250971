// What a connection adds to building accounts.
import { defaultBodyBytes, defaultPhoneRegion } from '../../../../shared/sending/connection.ts'
import { paths } from '../../../../shared/sending/service.ts'
import type { StoredConnection } from '../../store/sending/connections.ts'
import type { StoredBatch } from '../../store/import/batches.ts'
import type { Store } from '../../store/store.ts'

export type BuildTarget = {
  readonly statusTemplate: string | null
  readonly phoneRegion: string | null
  /** Size of the largest payload that may be sent; null: unlimited. */
  readonly bodyBytes: number | null
}

/** Its status path, its telephone country and its largest request; the usual ones without a connection. */
export function targetOf(connection: StoredConnection | null): BuildTarget {
  return connection === null
    ? { statusTemplate: paths.status, phoneRegion: defaultPhoneRegion, bodyBytes: defaultBodyBytes }
    : {
        statusTemplate: connection.settings.statusPath,
        phoneRegion: connection.settings.phoneRegion,
        bodyBytes: connection.settings.limits.bodyBytes,
      }
}

/** The target of a batch by its connection now. */
export function targetOfBatch(
  { connections }: Store,
  { connectionId }: Pick<StoredBatch, 'connectionId'>,
): BuildTarget {
  return targetOf(connectionId === null ? null : connections.get(connectionId))
}
