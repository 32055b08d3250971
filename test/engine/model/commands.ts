// Commands of a model run and their weights: actions of people in the window, of an operator at the service, of the
// machine and of the network.
import type * as fc from 'fast-check'
import * as outside from './outside.ts'
import * as people from './people.ts'
import type { Step } from './step.ts'

/** By weight: most commands send, wait, or make one of these fail. */
const weights: readonly (readonly [number, fc.Arbitrary<Step>])[] = [
  [16, people.release],
  [18, outside.passing],
  [12, outside.behaviour],
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
  [2, people.cancelQueued],
  [2, people.validate],
  [3, people.validateAccounts],
  [3, people.edit],
  [1, people.undo],
  [1, people.validateEdited],
  [2, people.hold],
  [2, people.unhold],
  [1, people.exclude],
  [3, people.recheck],
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

/** Repeats each arbitrary by its weight: fast-check picks uniformly. */
export const allSteps = weights.flatMap(([weight, arbitrary]) =>
  Array.from({ length: weight }, () => arbitrary),
)
