// Tests that the SQL conditions for accounts that may not be edited agree with the sentence that gives the reason, in
// every state.
import { expect, test } from 'vitest'
import { lockOf } from '../../../electron/engine/accounts/editing.ts'
import { type AccountState, accountStates, type Outcome, outcomes } from '../../../shared/sending/states.ts'
import { practiceStore } from '../store/practice-store.ts'

test('an account is locked in the SQL statements exactly where its refusal says so', async () => {
  const { store, database, batch, first } = await practiceStore()
  database.prepare('INSERT INTO account_row VALUES (?, 0, 2, ?)').run(batch, first)
  const edit = store.edits.add(
    batch,
    'x',
    [{ sheet: 0, cells: '[[2,0,"y",0]]', count: 1, anyAsRead: false }],
    1,
    0,
  )
  type CurrentState = { readonly state: AccountState; readonly outcome: Outcome | null }
  const currentStates = accountStates.flatMap((state): CurrentState[] =>
    state === 'done' ? outcomes.map((outcome) => ({ state, outcome })) : [{ state, outcome: null }],
  )
  for (const currentState of currentStates) {
    database
      .prepare('UPDATE account SET state = ?, outcome = ? WHERE id = ?')
      .run(currentState.state, currentState.outcome, first)
    const isLocked = lockOf(currentState) !== null
    expect([currentState, store.edits.anyLocked(batch)]).toEqual([currentState, isLocked])
    expect([currentState, store.edits.lockedOf(batch, edit) !== null]).toEqual([currentState, isLocked])
    expect([currentState, store.fixRows.locked(batch, 0, 1, 9).has(first)]).toEqual([currentState, isLocked])
  }
})
