// Sequences of steps of the model that random runs seldom make, each of which breaks if one rule of permits is missing.
import { expect, test } from 'vitest'
import { oneRun } from '../model/run.ts'
import type { Step } from '../model/steps.ts'
import { newTeam } from '../team-fixture.ts'

const step = (kind: Step['kind'], desktop: number, n = 1): Step => ({
  kind,
  desktop,
  n,
  ms: 500,
  fate: 'comes',
})

/** The second desktop takes the first one's batch over, looks the account up, and creates it. */
const takenOver = [step('takeOver', 1, 0), step('settle', 1)]

test.each([
  ['whose permit has ended', [step('claim', 0), ...takenOver, step('send', 0)]],
  [
    'that slept, and whose clock was set back',
    [step('claim', 0), step('sleep', 0), ...takenOver, step('wake', 0, 0), step('send', 0)],
  ],
])('a desktop %s sends nothing of a batch that another one took over', async (_words, steps) => {
  const { database } = await newTeam()
  const world = await oneRun(database, steps)
  // The account was created by the one that took it over, and the other account when everything came to rest.
  expect([...world.counts].filter(([what]) => what === 'settle' || what === 'taken over as open')).toEqual([
    ['taken over as open', 1],
    ['settle', 1],
  ])
  expect(world.service.requests[0]?.by).toBe(2)
  expect(world.service.creates()).toBe(2)
})

test('what a desktop sent before its folder was set back is looked up by who gets the claim that it freed', async () => {
  const { database } = await newTeam()
  const world = await oneRun(database, [
    step('keepFolder', 0),
    step('claim', 0),
    { ...step('send', 0), fate: 'late', ms: 20_000 },
    step('setFolderBack', 0),
    step('heartbeat', 0),
    step('claim', 1),
    step('send', 1),
  ])
  // No claim had ended that would have shown that the folder is an older one.
  expect(world.counts.get('freed as unrecorded')).toBe(1)
  expect(world.counts.get('granted with a wait')).toBeGreaterThan(0)
  expect(world.service.requests.map(({ by, key }) => [by, key])[0]).toEqual([1, 'A'])
  expect(world.service.creates()).toBe(2)
})
