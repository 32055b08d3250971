// Tests that need real time: a process that is stopped for a minute, and a service that hides accepted accounts for
// 30 s.
import { afterAll, describe, expect, test } from 'vitest'
import { createsOf } from '../engine/api/harness.ts'
import { hiddenFor } from '../engine/faults/hidden.ts'
import { createLives } from '../engine/faults/lives.ts'
import { stoppedFor } from '../engine/faults/stopped.ts'

const lives = createLives()
afterAll(lives.end)

describe('clock ±1 h, ±10 years; stopped and continued', () => {
  test('a process stopped for 60 s with requests in flight and continued sends nothing twice', {
    timeout: 300_000,
  }, async () => {
    expect(await stoppedFor(60_000, lives)).toEqual({ created: 30, accepted: 30 })
  })
})

describe('status eventually consistent (404 after 201)', () => {
  test('with 404 for 30 s after each 201 and half of the answers lost, there is no duplicate', {
    timeout: 300_000,
  }, async () => {
    const { faultHarness, view, missing } = await hiddenFor(30_000, 60_000)
    expect(missing).toBeGreaterThanOrEqual(20)
    expect(view.outcomes.created).toBe(20)
    expect(createsOf(faultHarness.sandbox)).toHaveLength(20)
  })
})
