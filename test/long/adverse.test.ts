// Tests every reply of the adverse service against its limits: the event loop is never blocked for more than 250
// ms, and the process grows by at most 32 MiB. On a busy machine a process also waits to be scheduled, so a reply
// that seems to block the loop is repeated alone, and fails only if it blocks every time.
import { expect, test } from 'vitest'
import { heavy, replies } from '../engine/adverse/replies/catalogue.ts'
import { growthOf, heldBy, meetAll, summaryOf, type Trial, wrongOf } from '../engine/adverse/trials.ts'
import { freshFolder } from '../engine/api/harness.ts'

const longestHeld = 250
const mostGrowth = 32
const triesAlone = 3

test(`${replies.length} adverse replies`, { timeout: 7_200_000 }, async () => {
  // The largest are used for warming up, and are repeated among the others.
  const all = await meetAll([null, ...heavy, ...replies], { folder: freshFolder(), warm: heavy.length + 1 })
  process.stdout.write(`${summaryOf(all)}\n`)
  const wrong = all.trials.map((trial) => [trial.reply?.name, wrongOf(trial)] as const)
  expect(wrong.filter(([, words]) => words.length > 0)).toEqual([])
  expect(all.trials).toHaveLength(1 + heavy.length + replies.length)
  expect(growthOf(all).rss).toBeLessThanOrEqual(mostGrowth)

  const holds = (trial: Trial): boolean => heldBy(trial).wall > longestHeld
  let suspects = all.trials.filter(holds).map(({ reply }) => reply)
  for (let round = 0; round < triesAlone && suspects.length > 0; round += 1) {
    const again = await meetAll([null, ...suspects], { folder: freshFolder(), warm: 1 })
    process.stdout.write(`Again: ${summaryOf(again)}\n`)
    suspects = again.trials.filter(holds).map(({ reply }) => reply)
  }
  expect(suspects.map((reply) => reply?.name)).toEqual([])
})
