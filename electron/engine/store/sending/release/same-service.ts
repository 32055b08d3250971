// Connections that point to the same service, and the accounts of this workspace that are there or on their way
// under one identity. A service knows one account per identity, however many connections and batches name it.
import type { Database, Statement } from 'better-sqlite3'
import { z } from 'zod'
import type { Outcome } from '../../../../../shared/sending/states.ts'
import { serviceAt } from '../../../../../shared/sending/connection.ts'
import { sqlList } from '../../database/sql-list.ts'
import { bindOperations } from '../../operations.ts'

/** On the platform, certainly or possibly sent by this workspace. */
const maybeOurs = sqlList(['created', 'whose_account_unsure'] satisfies Outcome[])

const address = z.object({ baseUrl: z.string() })

/** Effect of another account with the same identity on one that is to be sent. */
export type Other = {
  readonly batch: number
  readonly what: 'on_its_way' | 'created' | 'whose_account_unsure'
  readonly platformIdentifier: string | null
  readonly existingAccountId: string | null
  readonly serviceStatus: string | null
  readonly serviceEvent: string | null
}

export type SameServiceStore = ReturnType<typeof createSameServiceStore>

export function createSameServiceStore(database: Database) {
  return bindOperations(prepareSameService(database), {
    connections: listConnections,
    alone: findAlone,
    other: findOther,
    isInDoubt,
    withDuplicate: findDuplicate,
  })
}

type ServiceParts = ReturnType<typeof prepareSameService>

function prepareSameService(database: Database) {
  const countConnections = database.prepare('SELECT count(*) FROM connection').pluck()
  const selectConnections = database.prepare('SELECT id, settings FROM connection')
  const others = (onItsWay: string): Statement =>
    database.prepare(
      `SELECT batch_id AS batch, ifnull(outcome, 'on_its_way') AS what,
         s.platform_identifier AS platformIdentifier, s.existing_account_id AS existingAccountId,
         service_status AS serviceStatus, s.event AS serviceEvent
       FROM account INDEXED BY account_by_identity LEFT JOIN service_answer s ON s.account_id = id WHERE connection_id = ? AND identity = ? AND id <> ?
         AND (${onItsWay} OR outcome IN (${maybeOurs})) ORDER BY outcome IS NULL DESC LIMIT 1`,
    )
  const selectOthers = others("state IN ('queued','sending','unconfirmed','processing')")
  const selectUnderWay = others("state IN ('sending','unconfirmed','processing')")
  const selectShared = database
    .prepare(
      `SELECT p.value ->> 0 FROM json_each(@pairs) p CROSS JOIN account o INDEXED BY account_by_identity
         ON o.connection_id = @connection AND o.identity = p.value ->> 1 AND o.id <> p.value ->> 0
       WHERE o.state IN ('queued','sending','unconfirmed','processing') OR o.outcome IN (${maybeOurs}) OR EXISTS (SELECT 1 FROM doubt d WHERE d.account_id = o.id)`,
    )
    .pluck()
  const selectInDoubt = database
    .prepare(
      `SELECT 1 FROM account INDEXED BY account_by_identity
       WHERE connection_id = ? AND identity = ? AND id <> ?
         AND EXISTS (SELECT 1 FROM doubt d WHERE d.account_id = id) LIMIT 1`,
    )
    .pluck()
  const services = new Map<string, string>()
  return {
    countConnections,
    selectConnections,
    selectOthers,
    selectUnderWay,
    selectShared,
    selectInDoubt,
    services,
  }
}

function serviceOf(parts: ServiceParts, settings: string): string {
  let service = parts.services.get(settings)
  if (service === undefined) {
    service = serviceAt(address.parse(JSON.parse(settings)).baseUrl)
    parts.services.set(settings, service)
  }
  return service
}

/** The other connections to the same service. */
function listDuplicates(parts: ServiceParts, connection: number): number[] {
  if (parts.countConnections.get() === 1) return []
  const all = parts.selectConnections.all() as { id: number; settings: string }[]
  const own = all.find(({ id }) => id === connection)
  if (own === undefined) return []
  const service = serviceOf(parts, own.settings)
  return all
    .filter(({ id, settings }) => id !== connection && serviceOf(parts, settings) === service)
    .map(({ id }) => id)
}

/** All connections to the same service, this one first. */
function listConnections(parts: ServiceParts, connection: number): readonly number[] {
  return [connection, ...listDuplicates(parts, connection)]
}

/**
 * Those of these accounts whose identity no other account of these connections has in progress, created or in
 * doubt.
 */
function findAlone(
  parts: ServiceParts,
  connections: readonly number[],
  accounts: readonly { readonly id: number; readonly identity: string | null }[],
): ReadonlySet<number> {
  const pairs = JSON.stringify(accounts.map(({ id, identity }) => [id, identity]))
  const shared = new Set(
    connections.flatMap((connection) => parts.selectShared.all({ connection, pairs }) as number[]),
  )
  return new Set(accounts.filter(({ id }) => !shared.has(id)).map(({ id }) => id))
}

/** The account that prevents sending: one in progress before one that is done. */
function findOther(
  parts: ServiceParts,
  connections: readonly number[],
  identity: string,
  besides: number,
): Other | null {
  let found: Other | null = null
  for (const connection of connections) {
    const one = parts.selectOthers.get(connection, identity, besides) as Other | undefined
    if (one?.what === 'on_its_way') return one
    found ??= one ?? null
  }
  return found
}

/** True if it may have been sent from another batch since a restored backup. */
function isInDoubt(
  parts: ServiceParts,
  connections: readonly number[],
  identity: string,
  besides: number,
): boolean {
  return connections.some((connection) => parts.selectInDoubt.get(connection, identity, besides) === 1)
}

/**
 * An account of another connection to this service, created or sent: its address was changed since the release.
 */
function findDuplicate(parts: ServiceParts, connection: number, identity: string): Other | null {
  for (const duplicate of listDuplicates(parts, connection)) {
    const one = parts.selectUnderWay.get(duplicate, identity, 0) as Other | undefined
    if (one !== undefined) return one
  }
  return null
}
