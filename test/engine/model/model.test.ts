// reliability.md section 3, the last row: queue, watcher and a moody service against an in-memory model, by commands of
// fast-check. A failure prints its seed and path, and the fewest steps that it was shrunk to. The same run once more:
//
//   CARRYOVER_MODEL=SEED:FIRST_NUMBER_OF_PATH npx vitest run --config .vitest.config.ts test/engine/model/model.test.ts
import { expect, test } from 'vitest'
import { everythingSettles } from './run.ts'

/** As many as fit into a minute: about an eighth of a second each, of one processor. `npm run test:long` does 2,000. */
const usualRuns = 400

test('whatever happens, nothing is sent twice, and everything settles as the service has it', async () => {
  const [seed, ...path] = (process.env['CARRYOVER_MODEL'] ?? '').split(':')
  const again = seed === undefined || seed === '' ? {} : { seed: Number(seed), path: path.join(':') }
  const runs = Number(process.env['CARRYOVER_MODEL_RUNS'] ?? usualRuns)
  const sum = await everythingSettles({ runs, ...again })
  process.stdout.write(
    `${sum.runs} runs, ${sum.steps} steps, ${sum.creates} creates, ${sum.stops} stops, ${sum.lives} lives: ${JSON.stringify(Object.fromEntries(sum.outcomes))}\n`,
  )
  if (seed !== undefined && seed !== '') return
  expect(sum.runs).toBe(runs)
  // It means something only where accounts were sent, and came to every end that there is.
  expect(sum.steps / sum.runs).toBeGreaterThanOrEqual(50)
  expect(sum.creates / sum.runs).toBeGreaterThan(2)
  expect(sum.lives / sum.runs).toBeGreaterThan(1.5)
  expect(sum.stops).toBeGreaterThan(0)
  for (const end of ['created', 'already_there', 'failed', 'cancelled', 'dry_run', 'refused', 'blocked'])
    expect([end, (sum.outcomes.get(end) ?? 0) > 0]).toEqual([end, true])
}, 900_000)
