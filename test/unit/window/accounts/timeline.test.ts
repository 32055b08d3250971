// Tests an account's timeline: no event is left out, and the newest comes first.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timelineOf } from '../../../../renderer/accounts/timeline/timeline.ts'
import { tookWords } from '../../../../renderer/texts/format.ts'

const at = fc.integer({ min: 1, max: 1_000 })
const attempts = fc.array(at).map((all) =>
  all.map((startedAt, index) => ({
    number: index + 1,
    startedAt,
    endedAt: startedAt + 5,
    class: 'accepted',
    httpStatus: 201,
    code: null,
    answer: '{}',
    sha256: 'x',
  })),
)
const validations = fc.array(at).map((all) =>
  all.map((when, index) => ({
    pass: index + 1,
    at: when,
    httpStatus: 200,
    verdict: 'validated' as const,
    answer: '{}',
    current: true,
  })),
)
const events = fc
  .array(at)
  .map((all) =>
    all.map((when, id) => ({ id, at: when, batch: 1, account: 1, kind: 'confirmed', detail: {} })),
  )

describe('the timeline of an account', () => {
  it('contains every validation, attempt and event once, the newest first', () => {
    fc.assert(
      fc.property(attempts, validations, events, (sent, validated, happened) => {
        const life = timelineOf(sent, validated, happened)
        expect(life).toHaveLength(sent.length + validated.length + happened.length)
        for (const [index, entry] of life.entries())
          expect(entry.at).toBeLessThanOrEqual(life[index - 1]?.at ?? Infinity)
      }),
    )
  })

  it.each([
    [0, 'under 1 ms'],
    [84, '84 ms'],
    [1_234, '1.2 s'],
    [45_000, '45 s'],
  ])('shows %i ms as %s', (ms, words) => {
    expect(tookWords(ms)).toBe(words)
  })
})

it('ends with what the service said when it was done, above what came before', () => {
  const ended = { at: 9000, status: 'ERRORED', isGood: false }
  const [newest] = timelineOf([], [], [], ended)
  expect(newest).toMatchObject({ kind: 'ended', status: 'ERRORED', at: 9000 })
  expect(timelineOf([], [], [])).toEqual([])
})
