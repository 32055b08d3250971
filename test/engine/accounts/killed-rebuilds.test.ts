// Tests a kill (SIGKILL) while accounts are built again with another mapping. `npm run test:long` kills many more
// processes at random moments (test/long/rebuilds.test.ts).
import { afterAll, expect, test } from 'vitest'
import { createLives } from '../faults/lives.ts'
import { openKilledRebuilds } from './killed-rebuilds.ts'

const lives = createLives()
afterAll(lives.end)

test('a kill halfway through a rebuild loses no verdict, and leaves none on another payload', async () => {
  // More than are built in one transaction: some have their new payload, the others do not.
  const rebuilds = await openKilledRebuilds(620, lives)
  const changed = await rebuilds.killAndLook({
    statement: 'insert or replace into kept_verdict',
    when: 'before_commit',
    nth: 280,
    from: 'map',
  })
  expect(rebuilds.fell()).toBe(1)
  expect(changed).toBe(250)
})
