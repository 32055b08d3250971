// Makes a batch of this folder known to the team's database, before claims of it are.
import type { Store } from '../../store/store.ts'
import type { TeamDatabase } from '../database/connect.ts'
import type { TeamResult } from '../database/trouble.ts'
import type { Session } from './claims.ts'
import { nameBatch } from './session.ts'

/** `service`: of the claims. */
export type ClaimPlace = {
  readonly store: Store
  readonly database: TeamDatabase
  readonly session: Session
  readonly service: string
}

/** At the service to which its connection leads now, which may be another one than that of its claims. */
export function nameBatchHere(
  { store, database, session, service }: ClaimPlace,
  code: string,
): Promise<TeamResult<null>> {
  const number = store.ownClaims.batchOf(code)
  const batch = number === null ? null : store.batches.get(number)
  const connection = batch?.connectionId ?? null
  return nameBatch(database, session, {
    id: code,
    service: connection === null ? service : store.sending.missed.serviceOf(connection),
    name: (batch?.name ?? '').slice(0, 400),
  })
}
