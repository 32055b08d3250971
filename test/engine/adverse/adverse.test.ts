// Runs a sample of the adverse replies against a whole engine in its own process: every endpoint, some of the largest
// replies and every sixtieth of the rest. `npm run test:long` runs all of them and checks the figures against their
// limits.
import { expect, test } from 'vitest'
import { freshFolder } from '../api/harness.ts'
import { heavy, replies, slow } from './replies/catalogue.ts'
import { meetAll, summaryOf, wrongOf } from './trials.ts'

const every = 60
const some = replies.filter((reply, at) => at % every === 0 && !heavy.includes(reply))
const largest = heavy.filter((_, at) => at % 20 === 0)
const chosen = [...largest, ...some].filter((reply) => !slow.has(reply))
/** Milliseconds of CPU time. Any machine is faster unless something is quadratic. */
const generous = 1500

test(`${chosen.length} adverse replies cause no error, no double create and no unreported standstill`, {
  timeout: 300_000,
}, async () => {
  expect(new Set(chosen.map(({ on }) => on)).size).toBe(4)
  const all = await meetAll([null, ...chosen], { folder: freshFolder(), warm: 4 })
  process.stdout.write(`${summaryOf(all)}\n`)
  expect(all.trials).toHaveLength(chosen.length + 1)
  for (const trial of all.trials) {
    const name = trial.reply?.name ?? 'a service that answers well'
    expect([name, wrongOf(trial)]).toEqual([name, []])
    expect(Math.max(trial.gap.cpu, trial.lookGap.cpu), `the event loop, ${name}`).toBeLessThan(generous)
  }
})

test('all replies have different names, and each endpoint has enough replies', () => {
  expect(new Set(replies.map(({ name }) => name)).size).toBe(replies.length)
  for (const on of ['token', 'validate', 'create', 'status'])
    expect(replies.filter((reply) => reply.on === on).length, `replies of ${on}`).toBeGreaterThan(100)
})
