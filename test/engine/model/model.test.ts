import { expect, test } from 'vitest'
import { everythingSettles } from './run.ts'

test('whatever happens, no account is sent twice, and everything settles as the service has it', async () => {
  const s = performance.now()
  const c = process.cpuUsage()
  const sum = await everythingSettles({
    runs: Number(process.env['CARRYOVER_MODEL_RUNS'] ?? 100),
    ...(process.env['SEED'] ? { seed: Number(process.env['SEED']), path: process.env['PATHS'] ?? '' } : {}),
  })
  const u = process.cpuUsage(c)
  process.stdout.write(
    `${sum.runs} runs, ${sum.steps} steps, ${sum.creates} creates, ${JSON.stringify([...sum.outcomes])} wall ${Math.round(performance.now() - s)} cpu ${Math.round((u.user + u.system) / 1000)}\n`,
  )
  expect(sum.runs).toBeGreaterThan(0)
}, 900_000)
