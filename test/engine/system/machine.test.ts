// Tests the power events inferred from clocks, with or without a report of the host: a sleep that the monotonic clock
// does not count (Linux) and one that it does (macOS, Windows, a stopped process), a clock that was set, a cancelled
// suspension, and the network.
import { describe, expect, test } from 'vitest'
import { createMachine, type Gap } from '../../../electron/engine/system/power/machine.ts'
import { createFakeClock } from '../sending/fake-clock.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

function openMachine(counts: 'asleep too' | 'awake only' = 'awake only') {
  const clock = createFakeClock()
  let slept = 0
  const reported: { gaps: Gap[]; set: number[]; rested: number; network: boolean[] } = {
    gaps: [],
    set: [],
    rested: 0,
    network: [],
  }
  // A clock that counts the sleep jumps while no timer fires.
  let jumped = 0
  const machine = createMachine({
    clock: { ...clock, monotonic: () => clock.monotonic() + jumped },
    uptime: () => clock.monotonic() + slept,
    woke: (gap) => void reported.gaps.push(gap),
    rested: () => void (reported.rested += 1),
    clockSet: (by) => void reported.set.push(by),
    network: (isThere) => void reported.network.push(isThere),
  })
  return {
    clock,
    machine,
    reported,
    sleep(ms: number): void {
      slept += ms
      if (counts === 'asleep too') jumped += ms
      clock.setBy(ms)
    },
  }
}

describe.each(['awake only', 'asleep too'] as const)('a monotonic clock that counts %s', (counts) => {
  test('an unreported sleep is detected at the next tick, with its start and end', () => {
    const { clock, reported, sleep } = openMachine(counts)
    clock.advance(5 * second)
    const from = clock.now()
    sleep(8 * hour)
    clock.advance(second)
    expect(reported.gaps).toHaveLength(1)
    const [gap] = reported.gaps
    expect(gap?.to).toBe(clock.now())
    expect(Math.abs((gap?.from ?? 0) - from)).toBeLessThanOrEqual(second)
    expect(gap?.uncountedMs).toBe(counts === 'awake only' ? 8 * hour : 0)
    clock.advance(minute)
    expect(reported.gaps).toHaveLength(1)
    expect(reported.set).toEqual([])
  })

  test('a sleep is detected before the first request after it, not only at the next tick', () => {
    const { clock, reported, machine, sleep } = openMachine(counts)
    clock.advance(minute)
    sleep(minute)
    machine.checkForSleep()
    expect(reported.gaps).toHaveLength(1)
    machine.checkForSleep()
    clock.advance(minute)
    expect(reported.gaps).toHaveLength(1)
  })

  test('a sleep reported by the host is announced once, however it was noticed first, and ends the rest', () => {
    const { clock, reported, machine, sleep } = openMachine(counts)
    machine.tell('suspend')
    expect(machine.resting).toBe(true)
    sleep(hour)
    machine.checkForSleep()
    expect(machine.resting).toBe(false)
    machine.tell('resume')
    clock.advance(minute)
    expect(reported.gaps).toHaveLength(1)
    expect(reported.rested).toBe(0)
  })

  test('a reported sleep counts however short it is', () => {
    const { reported, machine, sleep } = openMachine(counts)
    machine.tell('suspend')
    sleep(3 * second)
    machine.tell('resume')
    expect(reported.gaps).toMatchObject([{ uncountedMs: counts === 'awake only' ? 3 * second : 0 }])
  })

  test('a clock that is set while the machine sleeps is distinguished from the sleep', () => {
    const { clock, reported, sleep } = openMachine(counts)
    sleep(hour)
    clock.setBy(-2 * hour)
    clock.advance(second)
    expect(reported.gaps).toHaveLength(1)
    expect(reported.set).toEqual([-2 * hour])
  })
})

test('a reported suspension that does not happen ends after 30 s awake, with a message', () => {
  const { clock, reported, machine } = openMachine()
  machine.tell('suspend')
  clock.advance(29 * second)
  expect(machine.resting).toBe(true)
  clock.advance(2 * second)
  expect(machine.resting).toBe(false)
  expect(reported).toMatchObject({ gaps: [], rested: 1 })
})

test.each([
  ['an hour on', hour],
  ['an hour back', -hour],
  ['ten years on', 87_660 * hour],
  ['ten years back', -87_660 * hour],
])('a clock that is set %s is no sleep', (_name, by) => {
  const { clock, reported } = openMachine()
  clock.advance(minute)
  clock.setBy(by)
  clock.advance(minute)
  expect(reported).toMatchObject({ gaps: [], set: [by] })
})

test('short standstills and small clock corrections cause no event', () => {
  const { clock, reported, sleep } = openMachine('asleep too')
  for (let round = 0; round < 20; round += 1) {
    sleep(4 * second)
    clock.setBy(round % 2 === 0 ? 5 * second : -5 * second)
    clock.advance(second)
  }
  expect(reported).toMatchObject({ gaps: [], set: [] })
})

test('a lost network is reported once, and each report of its return is passed on', () => {
  const { machine, reported } = openMachine()
  machine.tell('offline')
  machine.tell('offline')
  expect(machine.offline).toBe(true)
  machine.tell('online')
  machine.tell('online')
  expect(machine.offline).toBe(false)
  expect(reported.network).toEqual([false, true, true])
})

test('after it was stopped, the sleep detection calls nobody', () => {
  const { clock, reported, machine, sleep } = openMachine()
  machine.stop()
  sleep(hour)
  clock.advance(minute)
  expect(reported.gaps).toEqual([])
})
