// Tests permits: how long a claim may be used by both clocks of a desktop, whatever happens to them.
import { expect, test } from 'vitest'
import { createPermits, permitMs, takeOverWaitMs } from '../../../electron/engine/team/claims/permits.ts'

const granted = { epoch: 1, number: 7 }

function newPermits() {
  const clock = { wall: 1_800_000_000_000, monotonic: 5000 }
  const permits = createPermits({ now: () => clock.wall, monotonic: () => clock.monotonic })
  const pass = (ms: number): void => {
    clock.wall += ms
    clock.monotonic += ms
  }
  return { clock, permits, pass }
}

test('a permit lasts from when it was asked for, not from its answer', () => {
  const { permits, pass } = newPermits()
  const asked = permits.moment()
  pass(permitMs - 1)
  permits.grant('A', granted, asked)
  expect(permits.get('A')).toMatchObject(granted)
  pass(1)
  expect(permits.get('A')).toBeNull()
  expect(permits.size).toBe(0)
})

test('after a sleep, in which only the wall clock went on, nothing may be sent', () => {
  const { clock, permits } = newPermits()
  permits.grant('A', granted, permits.moment())
  clock.wall += permitMs
  expect(permits.get('A')).toBeNull()
})

test('a clock that is set back after a sleep does not hide the sleep', () => {
  const { clock, permits } = newPermits()
  permits.grant('A', granted, permits.moment())
  clock.wall += 3_600_000
  permits.moment()
  clock.wall -= 3_600_000
  expect(permits.get('A')).toBeNull()
})

test('small corrections of the clock end no permit', () => {
  const { clock, permits, pass } = newPermits()
  permits.grant('A', granted, permits.moment())
  for (let second = 0; second < 20; second += 1) {
    pass(1000)
    clock.wall -= 10
    expect(permits.get('A')).not.toBeNull()
  }
})

test('an answer that comes after all permits were ended grants nothing', () => {
  const { permits } = newPermits()
  const asked = permits.moment()
  permits.clear()
  expect(permits.isCurrent(asked)).toBe(false)
  permits.grant('A', granted, asked)
  expect(permits.get('A')).toBeNull()
  permits.grant('A', granted, permits.moment())
  expect(permits.get('A')).toMatchObject(granted)
})

test('a claim with a wait is not used before, however often it is granted', () => {
  const { permits, pass } = newPermits()
  for (let waitMs = takeOverWaitMs; waitMs > 0; waitMs -= 10_000) {
    permits.grant('A', { ...granted, waitMs }, permits.moment())
    expect(permits.get('A')).toBeNull()
    pass(10_000)
  }
  permits.grant('A', { ...granted, waitMs: 0 }, permits.moment())
  expect(permits.get('A')).toMatchObject(granted)
})
