// Tests how this desktop follows accounts that are with others, with a real PostgreSQL and a real workspace.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { claimAccounts, endClaims } from '../../../electron/engine/team/claims/claims.ts'
import { identityHash } from '../../../electron/engine/team/claims/identity-hash.ts'
import { followHolders } from '../../../electron/engine/team/claims/keep-record.ts'
import { nameBatch, openSession } from '../../../electron/engine/team/claims/session.ts'
import type { TeamDatabase } from '../../../electron/engine/team/database/connect.ts'
import { practiceStore, queue, start } from '../store/practice-store.ts'
import { newTeam, valueOf } from './team-fixture.ts'

test('accounts that were edited or removed while the database answered are left as they are now', async () => {
  const { database } = await newTeam()
  const practice = await practiceStore({ accounts: 3, settings: { environment: 'test' } })
  queue(practice)
  const { store, connection, ids } = practice
  const service = store.sending.missed.serviceOf(connection)
  const opener = { desktop: randomUUID(), name: 'Ina', machine: 'laptop', program: '0.1.0', known: 0 }
  const session = valueOf(await openSession(database, opener, true))?.session
  if (session === undefined) throw new Error('not joined')
  const batch = randomUUID()
  valueOf(await nameBatch(database, session, { id: batch, service, name: 'Ina’s accounts' }))
  const identities = ids.map((id) => identityHash('team', service, store.accounts.get(id).identity ?? ''))
  const wanted = identities.map((identity) => ({ identity, batch, wave: 1, supplier: 'ACME' }))
  const { granted } = valueOf(await claimAccounts(database, session, service, wanted))
  const since = { since: start, changed: start }
  const holder = {
    service,
    member: 'Ina',
    batch: 'hers',
    wave: 1,
    state: 'open',
    outcome: null,
    ...since,
  } as const
  for (const [at, id] of ids.entries())
    store.holders.leaveTo(id, { ...holder, identity: identities[at] ?? Buffer.alloc(32) }, start)
  const [edited = 0, removed = 0, left = 0] = ids
  const ended = [...granted.values()].map(({ epoch }, at) => ({
    identity: identities[at] ?? Buffer.alloc(32),
    epoch,
    state: 'free' as const,
    outcome: 'failed',
  }))
  valueOf(await endClaims(database, session, service, ended))
  const late: TeamDatabase = {
    ...database,
    run: (async (...words: Parameters<TeamDatabase['run']>) => {
      const answer = await database.run(...words)
      store.accounts.move(edited, 'done', 'invalid', { outcome: null, since: start })
      practice.database.prepare('DELETE FROM account WHERE id = ?').run(removed)
      return answer
    }) as TeamDatabase['run'],
  }
  const followed = valueOf(await followHolders(store, late, session, () => start))
  expect([...followed]).toEqual([practice.batch])
  const state = (id: number) => store.accounts.findCurrentState(id)?.state ?? null
  expect([state(edited), state(removed), state(left)]).toEqual(['invalid', null, 'unvalidated'])
})
