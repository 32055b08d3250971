// Everything that may happen in a run, and how often: what people do in the window, what an operator does at the service,
// what the machine and the network do.
import type * as fc from 'fast-check'
import * as outside from './outside.ts'
import * as people from './people.ts'
import type { Step } from './step.ts'

/** By how often they come: most of what happens is sending, waiting, and what goes wrong with both. */
const weights: readonly (readonly [number, fc.Arbitrary<Step>])[] = [
  [16, people.release],
  [18, outside.passing],
  [12, outside.mood],
  [5, outside.fate],
  [4, outside.dieAt],
  [1, outside.die],
  [1, outside.restart],
  [1, people.settings],
  [8, people.resume],
  [2, people.pause],
  [1, people.pauseLane],
  [1, people.resumeLane],
  [2, people.goOn],
  [4, people.setPlan],
  [2, people.takeBack],
  [2, people.validate],
  [3, people.judge],
  [3, people.edit],
  [1, people.undo],
  [1, people.judgeEdited],
  [2, people.hold],
  [2, people.unhold],
  [1, people.exclude],
  [3, people.lookAgain],
  [4, outside.setClock],
  [1, outside.machine],
  [2, outside.calm],
  [2, outside.operator],
  [2, outside.changesMind],
  [1, outside.somebodyElse],
  [1, outside.tokensEnd],
  [1, outside.keyEnds],
  [3, people.newKey],
]

/** Each arbitrary as often as it weighs: fast-check picks evenly among those that it is given. */
export const allSteps = weights.flatMap(([weight, arbitrary]) =>
  Array.from({ length: weight }, () => arbitrary),
)
