// Tests how much of the limit of a service four desktops use together, on a real PostgreSQL and clocks of the test. The
// long tests do the same with processes, real clocks and a service that counts.
import { expect, test } from 'vitest'
import { openShareWorld, type ShareWorld } from '../share-world.ts'
import { usedInTenSeconds } from '../ten-seconds.ts'

/** All make as many requests as they may. Returns when each was made. */
async function send(world: ShareWorld, clock: { now: number }, ms: number): Promise<number[]> {
  const times: number[] = []
  for (let passed = 0; passed < ms; passed += 10) {
    clock.now += 10
    await world.advance(10)
    for (const desktop of world.desktops) {
      for (let made = desktop.use(); made > 0; made -= 1) times.push(clock.now)
      await desktop.answer()
    }
  }
  return times
}

/** What the engine does after a notice that somebody began or stopped. */
function announce({ desktops }: ShareWorld): void {
  for (const { running } of desktops) running?.share.renew()
}

async function fourOf(given: { rate: number; concurrency?: number }) {
  const world = await openShareWorld(['Ana', 'Ben', 'Cem', 'Dana', 'Eve'], { concurrency: 16, ...given })
  const clock = { now: 0 }
  for (const desktop of world.desktops.slice(0, 4)) await desktop.start()
  await send(world, clock, 4000)
  return { world, clock }
}

test('four desktops use 98 to 100.5 % of 100 requests a second in any ten seconds, also while one begins and one stops', async () => {
  const { world, clock } = await fourOf({ rate: 100 })
  const begin = clock.now
  const times = await send(world, clock, 6000)
  await world.desktops[4]?.start()
  await world.desktops[4]?.answer()
  announce(world)
  times.push(...(await send(world, clock, 6000)))
  await world.desktops[0]?.stop()
  announce(world)
  times.push(...(await send(world, clock, 8000)))
  const { least, most } = usedInTenSeconds(times, 100, begin, clock.now)
  expect(least).toBeGreaterThanOrEqual(0.98)
  expect(most).toBeLessThanOrEqual(1.005)
})

test('what four desktops saved up while they stood still does not add up', async () => {
  const { world, clock } = await fourOf({ rate: 100 })
  clock.now += 200
  await world.advance(200)
  const begin = clock.now
  const times = await send(world, clock, 10_500)
  const { least, most } = usedInTenSeconds(times, 100, begin, clock.now)
  expect(least).toBeGreaterThanOrEqual(0.98)
  expect(most).toBeLessThanOrEqual(1.005)
})

test('after a crash the whole limit is used again within ten seconds, and never more', async () => {
  const { world, clock } = await fourOf({ rate: 100 })
  const begin = clock.now
  world.desktops[0]?.crash()
  const times = await send(world, clock, 25_000)
  expect(usedInTenSeconds(times, 100, begin, clock.now).most).toBeLessThanOrEqual(1.01)
  const { least } = usedInTenSeconds(times, 100, begin + 8000, clock.now)
  expect(least).toBeGreaterThanOrEqual(0.95)
})

test('four desktops use one request a second together', async () => {
  const { world, clock } = await fourOf({ rate: 1 })
  const begin = clock.now
  const times = await send(world, clock, 60_000)
  expect((times.length / (clock.now - begin)) * 1000).toBeCloseTo(1, 1)
  // One request of each desktop is the smallest possible excess.
  expect(usedInTenSeconds(times, 1, begin, clock.now).most).toBeLessThanOrEqual(1.4)
})

test('what one does not use is used by the others', async () => {
  const { world, clock } = await fourOf({ rate: 100 })
  const [, ...busy] = world.desktops
  const begin = clock.now
  const times: number[] = []
  for (let passed = 0; passed < 20_000; passed += 10) {
    clock.now += 10
    await world.advance(10)
    for (const desktop of busy) for (let made = desktop.use(); made > 0; made -= 1) times.push(clock.now)
    for (const desktop of world.desktops) await desktop.answer()
  }
  const { least, most } = usedInTenSeconds(times, 100, begin + 8000, clock.now)
  expect(least).toBeGreaterThanOrEqual(0.95)
  expect(most).toBeLessThanOrEqual(1.01)
})
