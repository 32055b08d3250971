// Seed of the property tests. Locally each run generates new cases. In CI the seed is fixed, so that the same
// commit always gives the same result. CARRYOVER_SEED=n repeats the cases of a seed; a failure prints its seed.
import * as fc from 'fast-check'

const usualSeed = '20261122'
const seed = process.env['CARRYOVER_SEED'] ?? (process.env['CI'] === undefined ? undefined : usualSeed)
if (seed !== undefined) fc.configureGlobal({ seed: Number(seed) })
