// The statements that look for accounts which may not be edited agree with the sentence that says why, in every state.
import { expect, test } from 'vitest'
import { lockOf } from '../../../electron/engine/editing/editing.ts'
import { type AccountState, accountStates, type Outcome, outcomes } from '../../../shared/account-state.ts'
import { practiceStore } from '../store/practice-store.ts'

test('an account is locked for the statements where it is locked in words', async () => {
  const { store, database, batch, first } = await practiceStore()
  database.prepare('INSERT INTO account_row VALUES (?, 0, 2, ?)').run(batch, first)
  const edit = store.edits.add(
    batch,
    'x',
    [{ sheet: 0, cells: '[[2,0,"y",0]]', count: 1, anyAsRead: false }],
    1,
    0,
  )
  type Standing = { readonly state: AccountState; readonly outcome: Outcome | null }
  const standings = accountStates.flatMap((state): Standing[] =>
    state === 'settled' ? outcomes.map((outcome) => ({ state, outcome })) : [{ state, outcome: null }],
  )
  for (const standing of standings) {
    database
      .prepare('UPDATE account SET state = ?, outcome = ? WHERE id = ?')
      .run(standing.state, standing.outcome, first)
    const isLocked = lockOf(standing) !== null
    expect([standing, store.edits.anyLocked(batch)]).toEqual([standing, isLocked])
    expect([standing, store.edits.lockedOf(batch, edit) !== null]).toEqual([standing, isLocked])
    expect([standing, store.fixRows.locked(batch, 0, 1, 9).has(first)]).toEqual([standing, isLocked])
  }
})
