// Segments of the count bars of a team's board: of one batch, of all batches together, and of a target. Pure functions.
import type { BatchProgress, TeamBoard, TeamTarget } from '../../../shared/contract/team/board.ts'
import { accountStates, outcomes } from '../../../shared/sending/states.ts'
import { type CountPiece, piecesOf } from '../../components/charts/count-pieces.ts'

/** The others said only what is not zero. */
export function piecesOfProgress({ states, outcomes: ended }: Pick<BatchProgress, 'states' | 'outcomes'>) {
  const all = <Name extends string>(names: readonly Name[], of: Partial<Record<Name, number>>) =>
    Object.fromEntries(names.map((name) => [name, of[name] ?? 0])) as Record<Name, number>
  return piecesOf({ states: all(accountStates, states), outcomes: all(outcomes, ended), excluded: 0 })
}

/** Of all batches together, in the order in which a batch has them. */
export const piecesOfAll = ({ sums }: TeamBoard): readonly CountPiece[] => piecesOfProgress(sums)

/** Keys of a target by what became of them; `rest`: claimed by nobody yet. */
export function partsOfTarget(targets: readonly TeamTarget[]) {
  const sum = (of: (target: TeamTarget) => number): number =>
    targets.reduce((before, target) => before + of(target), 0)
  const [keys, created, found, open] = [
    sum((one) => one.keys),
    sum((one) => one.created),
    sum((one) => one.found),
    sum((one) => one.open),
  ]
  return { keys, created, found, open, rest: Math.max(0, keys - created - found - open) }
}
