// A thousand generated batches that are edited, and reported while they are sent (test/engine/report/agreement.ts), each
// hundred in a data folder of its own.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { agree, generatedBatch, openAgreement } from '../engine/report/agreement.ts'

/** With one seed for all, as in CI, each hundred would have the same cases. */
function ownSeed(hundred: number): { readonly seed?: number } {
  const { seed } = fc.readConfigureGlobal()
  return seed === undefined ? {} : { seed: seed + hundred }
}

const hundreds = Number(process.env['CARRYOVER_REPORTS'] ?? 1000) / 100

test.each(Array.from({ length: hundreds }, (_, at) => at + 1))(
  'all files of a hundred reports agree, hundred %i',
  async (hundred) => {
    const harness = await openAgreement()
    let cases = 0
    let changes = 0
    await fc.assert(
      fc.asyncProperty(generatedBatch, async (given) => {
        changes += await agree(harness, given)
        cases += 1
      }),
      { numRuns: 100, endOnFailure: true, ...ownSeed(hundred) },
    )
    expect(cases).toBe(100)
    // Most batches have cells that differ from their source.
    expect(changes).toBeGreaterThan(100)
  },
  1_800_000,
)
