// Tests how a desktop keeps its share of the limits of a service: on a real PostgreSQL, with a clock of the test, and with
// calls that are late, lost or never answered.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NoShareReason } from '../../../../electron/engine/team/limits/team-share.ts'
import { inEnglish } from '../../../../shared/texts/message.ts'
import { patience, times } from '../../../support/repeats.ts'
import { openShareTeam, openShareWorld, type ShareWorld, type Way } from '../share-world.ts'

const names = ['Ana', 'Ben', 'Cem', 'Dana']
const usual = { rate: 100, concurrency: 8, readsPerMinute: 600 }
const open = (): Promise<ShareWorld> => openShareWorld(names, usual)

async function startAll(world: ShareWorld): Promise<void> {
  for (const desktop of world.desktops) await desktop.start()
  await world.flow(4000)
}

const ratesOf = (world: ShareWorld): (number | null)[] => world.shares().map(({ rate }) => rate)

/** Why the desktop may send nothing; null if it may. */
function reasonAt({ desktops }: ShareWorld, at: number): NoShareReason | null {
  const now = desktops[at]?.running?.share.now
  return now?.limits === null ? now.reason : null
}

test('a desktop that begins has its share within two seconds, and all together use the whole limit', async () => {
  const world = await open()
  const [ana, ben] = world.desktops
  await ana?.start()
  await world.flow(1000)
  expect(ratesOf(world)).toEqual([100])
  await ben?.start()
  await world.flow(2000)
  expect([ratesOf(world), world.total()]).toEqual([
    [50, 50],
    { rate: 100, concurrency: 8, reads: 600, underWay: 0 },
  ])
})

test('nothing starts before the first answer, and nothing is saved up until then', async () => {
  const world = await open()
  const [ana] = world.desktops
  await ana?.start()
  ana?.take(8)
  expect([reasonAt(world, 0), world.total().underWay]).toEqual(['asking', 0])
  await ana?.answer()
  ana?.take(8)
  expect([reasonAt(world, 0), world.total().underWay]).toEqual([null, 0])
  await world.advance(41)
  ana?.take(8)
  expect(world.total().underWay).toBe(4)
})

test('a share ends five seconds after it was asked for, the desktop says why and sends nothing, and goes on later', async () => {
  const world = await open()
  await startAll(world)
  const [ana] = world.desktops
  const asked = ana?.clock.monotonic() ?? 0
  while (reasonAt(world, 0) === null) await world.advance(100)
  expect((ana?.clock.monotonic() ?? 0) - asked).toBeLessThanOrEqual(5000)
  ana?.take(1)
  expect([reasonAt(world, 0), world.total().underWay]).toEqual(['away', 0])
  await ana?.lose()
  const now = ana?.running?.share.now
  expect(now?.limits === null ? inEnglish(now.why) : '').toBe(
    'Nothing is sent until this desktop gets its share of the limits again. The connection to the team’s database at team.example broke before its answer came (ECONNRESET).',
  )
  await world.flow(8000)
  expect(ratesOf(world)).toEqual([25, 25, 25, 25])
})

test('the share of a desktop that crashed is in use again within ten seconds', async () => {
  const world = await open()
  await startAll(world)
  world.desktops[0]?.crash()
  let passed = 0
  while (world.total().rate < 99.9 && passed < 20_000) {
    await world.flow(125)
    passed += 125
  }
  expect(passed).toBeLessThanOrEqual(8000)
  for (const rate of ratesOf(world)) expect(rate).toBeCloseTo(100 / 3)
})

test('a desktop that slept uses nothing of its old share when it wakes', async () => {
  const world = await open()
  await startAll(world)
  const [ana] = world.desktops
  ana?.sleep()
  await world.flow(30_000)
  expect(world.total().rate).toBeCloseTo(100)
  ana?.wake()
  ana?.take(1)
  expect([reasonAt(world, 0), world.total().underWay]).toEqual(['away', 0])
})

test('a desktop that stops gives its share back at once, and may begin again in the same session', async () => {
  const world = await open()
  await startAll(world)
  const [ana, ...others] = world.desktops
  await ana?.stop()
  for (const one of others) one.running?.share.renew()
  await world.flow(250)
  expect(world.total().rate).toBeCloseTo(100)
  await ana?.start()
  await world.flow(4000)
  expect(ratesOf(world)).toEqual([25, 25, 25, 25])
})

test('a share that stays the same announces no change', async () => {
  const world = await open()
  await startAll(world)
  const before = world.desktops.map(({ changes }) => changes)
  await world.flow(10_000)
  expect(world.desktops.map(({ changes }) => changes)).toEqual(before)
})

const step = fc.record({
  kind: fc.oneof(
    { weight: 8, arbitrary: fc.constant('flow' as const) },
    { weight: 2, arbitrary: fc.constantFrom('advance' as const, 'take' as const) },
    { weight: 3, arbitrary: fc.constantFrom('answer' as const, 'carryOut' as const) },
    { weight: 3, arbitrary: fc.constantFrom('lose' as const, 'carryOutLost' as const) },
    { weight: 4, arbitrary: fc.constantFrom('start' as const, 'stop' as const, 'crash' as const) },
    { weight: 2, arbitrary: fc.constantFrom('sleep' as const, 'wake' as const, 'giveAll' as const) },
  ),
  who: fc.integer({ min: 0, max: names.length - 1 }),
  ways: fc.array(fc.constantFrom<Way>('open', 'open', 'open', 'late', 'cut'), {
    minLength: names.length,
    maxLength: names.length,
  }),
  ms: fc.oneof(fc.integer({ min: 1, max: 700 }), fc.integer({ min: 1, max: 4000 })),
})

test('whatever is late or lost, and whoever begins, stops, crashes or sleeps: all together never have more than the limit, and in the end all of it', {
  timeout: patience,
}, async () => {
  const team = await openShareTeam()
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(0.5, 1, 7, 100),
      fc.integer({ min: 1, max: 9 }),
      fc.array(step, { minLength: 10, maxLength: 60 }),
      async (rate, concurrency, steps) => {
        const world = await openShareWorld(names, { ...usual, rate, concurrency }, team)
        const check = (): void => {
          const total = world.total()
          expect(total.rate).toBeLessThanOrEqual(rate + 1e-6)
          expect(total.concurrency).toBeLessThanOrEqual(concurrency)
          expect(total.underWay).toBeLessThanOrEqual(concurrency)
          expect(total.reads).toBeLessThanOrEqual(600 + 1e-6)
        }
        for (const { kind, who, ways, ms } of steps) {
          const desktop = world.desktops[who]
          if (kind === 'flow') await world.flow(ms, check, ways)
          else if (kind === 'advance') await world.advance(ms)
          else if (kind === 'take') desktop?.take(ms % 10)
          else await desktop?.[kind]()
          check()
        }
        for (const desktop of world.desktops) {
          desktop.wake()
          desktop.giveAll()
          await desktop.start()
        }
        await world.flow(world.untilMiddleOfTurn() + 2000, check)
        const { rate: all, concurrency: slots } = world.total()
        expect(slots).toBeGreaterThan(concurrency - names.length)
        expect(all).toBeCloseTo(rate, 4)
        const parts = ratesOf(world).filter((part) => part !== 0)
        for (const part of parts) expect(part).toBeCloseTo(rate / Math.min(names.length, concurrency), 4)
        for (const desktop of world.desktops) desktop.crash()
      },
    ),
    { numRuns: times(12), endOnFailure: true },
  )
})
