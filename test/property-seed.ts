// Property tests draw other cases every time, but not in CI: there the same work gets the same answer, and a change is
// refused for what it broke. CARRYOVER_SEED=n draws the cases of that seed; a failure prints its seed.
import * as fc from 'fast-check'

const usualSeed = '20261122'
const seed = process.env['CARRYOVER_SEED'] ?? (process.env['CI'] === undefined ? undefined : usualSeed)
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) })
