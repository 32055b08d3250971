// Tests the record of claims that came with a batch: it is written in pieces, and between them sending goes on.
import { expect, test } from 'vitest'
import { identityHash } from '../../../../electron/engine/team/claims/identity-hash.ts'
import { clear, practiceStore, start } from '../../store/practice-store.ts'

const service = 'http://127.0.0.1:9'
const nameOf = ({ identity }: { readonly identity: string }): Buffer =>
  identityHash('team', service, identity)

test('claims of a batch are taken in pieces, and what happened here between two of them stays', async () => {
  const { store, database, batch, ids } = await practiceStore({ accounts: 1500 })
  const code = store.ownClaims.codeOf(batch)
  const [, known = 0] = ids
  const late = ids[1200] ?? 0
  const there = ids[1300] ?? 0
  const recordOf = (account: number): unknown =>
    database
      .prepare('SELECT epoch, number, state, reported FROM team_claim WHERE account_id = ?')
      .get(account)
  const taken = (account: { readonly identity: string }) => ({
    team: 'team',
    service,
    identity: nameOf(account),
    batch: code,
    wave: 1,
    epoch: 2,
    number: 500,
    state: 'open' as const,
    outcome: null,
  })
  const first = store.ownClaims.takePiece(batch, 0, taken, start)
  expect([first, store.ownClaims.takenAt(batch)]).toEqual([ids[999], start])
  expect(recordOf(known)).toEqual({ epoch: 2, number: 500, state: 'open', reported: 1 })
  expect(recordOf(late)).toBeUndefined()

  // It is granted again with a later number, is sent, and another account turns out to be on the platform.
  clear({ store, ids: [late, there] })
  store.accounts.move(late, 'validated', 'queued')
  const identity = nameOf({ identity: store.accounts.get(late).identity ?? '' })
  store.ownClaims.record([
    { team: 'team', service, batch: code, wave: 1, identity, account: late, epoch: 2, number: 501, doubt: 0 },
  ])
  store.accounts.move(there, 'validated', 'queued')
  for (const account of [late, there]) {
    store.accounts.move(account, 'queued', 'sending')
    store.accounts.move(account, 'sending', 'done', { outcome: 'created' })
  }

  const second = store.ownClaims.takePiece(batch, first ?? 0, taken, start + 1)
  expect([second, store.ownClaims.takePiece(batch, second ?? 0, taken, start)]).toEqual([ids[1499], null])
  expect(recordOf(late)).toEqual({ epoch: 2, number: 501, state: 'there', reported: 0 })
  expect(recordOf(there)).toEqual({ epoch: 2, number: 500, state: 'there', reported: 0 })
  expect(store.ownClaims.takenAt(batch)).toBe(start)
})
