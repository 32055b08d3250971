// Kills 60 engine processes (SIGKILL) at random moments while the accounts of a batch are built again with another
// mapping: what the service said is never lost, and never kept for another payload.
import { afterAll, expect, test } from 'vitest'
import { after, openKilledRebuilds } from '../engine/accounts/killed-rebuilds.ts'
import { randomFrom } from '../engine/accounts/doomed-columns.ts'
import { createLives } from '../engine/faults/lives.ts'

const kills = 60
/** Most of a rebuild of so many accounts is over after that, on two cores. */
const longestMs = 900

const lives = createLives()
afterAll(lives.end)

test('sixty kills at random moments of a rebuild lose no verdict and mix none up', {
  timeout: 1_800_000,
}, async () => {
  const random = randomFrom(20_261_127)
  const rebuilds = await openKilledRebuilds(1000, lives)
  for (let count = 0; count < kills; count += 1) await rebuilds.killAndLook(after(random() * longestMs))
  expect(rebuilds.fell(), 'kills that fell while accounts were built').toBeGreaterThan(kills / 5)
})
