// Tests the bar of counts: no account is lost, the most advanced state comes first, and no two states look alike.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fillOf, piecesOf } from '../../../renderer/components/charts/count-pieces.ts'
import { type Mark, markLooks } from '../../../renderer/components/charts/mark-looks.ts'
import { type AccountState, accountStates, type Outcome, outcomes } from '../../../shared/sending/states.ts'

const amount = fc.nat(5_000)
const countsOf = <Name extends string>(names: readonly Name[]) =>
  fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), amount)))

function isMark(name: string): name is Mark {
  return Object.hasOwn(markLooks, name)
}

it('has a piece for every account, including done accounts without a known outcome', () => {
  fc.assert(
    fc.property(
      countsOf(accountStates),
      countsOf(outcomes),
      amount,
      amount,
      (states, ends, untold, excluded) => {
        const ended = ends.reduce((sum, [, count]) => sum + count, 0)
        const byState = { ...Object.fromEntries(states), done: ended + untold }
        const counts = {
          excluded,
          states: byState as Record<AccountState, number>,
          outcomes: Object.fromEntries(ends) as Record<Outcome, number>,
        }
        const pieces = piecesOf(counts)
        const all = Object.values(byState).reduce((sum, count) => sum + count, excluded)
        expect(pieces.reduce((sum, piece) => sum + piece.count, 0)).toBe(all)
        expect(pieces.every((piece) => piece.count > 0)).toBe(true)
      },
    ),
  )
})

it('puts the states that are furthest along first', () => {
  const one = <Name extends string>(names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, 1])) as Record<Name, number>
  const pieces = piecesOf({
    states: { ...one(accountStates), done: 5 },
    outcomes: one(outcomes),
    excluded: 1,
  })
  expect(pieces.map((piece) => piece.mark)).toEqual([
    ...outcomes,
    'processing',
    'unconfirmed',
    'sending',
    'queued',
    'validated',
    'unvalidated',
    'rejected',
    'invalid',
    'excluded',
  ])
})

it('gives each state a different fill', () => {
  const marks = Object.keys(markLooks).filter(isMark)
  const fills = marks.map((mark) => JSON.stringify(fillOf(mark)))
  expect(new Set(fills).size).toBe(marks.length)
})
