// Tests an account's timeline: no event is left out, and the newest comes first.
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { timelineOf, type TimelineOf } from '../../../../renderer/accounts/timeline/timeline.ts'
import type { ServiceMoment } from '../../../../renderer/accounts/timeline/service-moments.ts'
import { tookWords } from '../../../../renderer/texts/format.ts'
import type { RecordFacts } from '../../../../shared/sending/service-record.ts'

const nothing: TimelineOf = {
  attempts: [],
  events: [],
  outcome: null,
  doneAt: null,
  serviceStatus: null,
  record: null,
}

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
        const life = timelineOf({ ...nothing, attempts: sent, events: happened }, validated)
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
  const [newest] = timelineOf({ ...nothing, doneAt: 9000, outcome: 'failed', serviceStatus: 'ERRORED' }, [])
  expect(newest).toEqual({ kind: 'ended', status: 'ERRORED', at: 9000, isGood: false })
  expect(timelineOf(nothing, [])).toEqual([])
})

const second = 1_000
const began = Date.UTC(2026, 4, 1, 10)
const iso = (at: number): string => new Date(at).toISOString()

/** An account that was created by our one attempt; its record was read ten seconds later. */
function recorded(facts: Partial<RecordFacts>, more: Partial<TimelineOf> = {}): TimelineOf {
  const attempt = {
    endedAt: began + 5,
    class: 'accepted',
    httpStatus: 201,
    code: null,
    answer: '{}',
    sha256: 'x',
  }
  return {
    ...nothing,
    attempts: [{ number: 1, startedAt: began, ...attempt }],
    outcome: 'created',
    doneAt: began + 10 * second,
    serviceStatus: 'PROCESSED',
    record: {
      text: '{}',
      at: began + 10 * second,
      facts: { createdAt: null, modifiedAt: null, event: null, eventAt: null, error: null, ...facts },
    },
    ...more,
  }
}

/** The kinds of the entries, of the service's moments what they are, from the newest to the oldest. */
const namesOf = (account: TimelineOf): string[] =>
  timelineOf(account, []).map((entry) =>
    entry.kind === 'service' ? entry.moment.parts.map(({ what }) => what).join(' and ') : entry.kind,
  )

const momentsOf = (account: TimelineOf): ServiceMoment[] =>
  timelineOf(account, []).flatMap((entry) => (entry.kind === 'service' ? [entry.moment] : []))

describe('the moments of the service on the timeline', () => {
  it('stand among ours in order of time, those of one time together', () => {
    const changed = iso(began + 7 * second)
    const account = recorded({
      createdAt: iso(began + second),
      modifiedAt: changed,
      event: 'DONE',
      eventAt: changed,
    })
    expect(namesOf(account)).toEqual(['ended', 'record', 'modified and event', 'created', 'attempt'])
    expect(momentsOf(account).map(({ clock, contradiction }) => [clock, contradiction])).toEqual([
      [began + 7 * second, null],
      [began + second, null],
    ])
  })

  it('keep their times, but stand where they must have happened, where the clock of the service is behind ours', () => {
    const account = recorded({ createdAt: iso(began - 60 * second), modifiedAt: iso(began - 53 * second) })
    expect(namesOf(account)).toEqual(['ended', 'record', 'modified', 'created', 'attempt'])
    expect(momentsOf(account).map(({ clock, contradiction }) => [clock, contradiction])).toEqual([
      [began - 53 * second, { is: 'before_we_sent', ms: 53 * second }],
      [began - 60 * second, { is: 'before_we_sent', ms: 60 * second }],
    ])
  })

  it('say by how much a clock that is ahead of ours is past the reading of the record', () => {
    const account = recorded({ createdAt: iso(began + 60 * second), modifiedAt: iso(began + 67 * second) })
    expect(namesOf(account)).toEqual(['ended', 'record', 'modified', 'created', 'attempt'])
    expect(momentsOf(account).map(({ contradiction }) => contradiction)).toEqual([
      { is: 'after_we_read', ms: 57 * second },
      { is: 'after_we_read', ms: 50 * second },
    ])
  })

  it('contradict nothing where somebody else created the account before we sent it', () => {
    const account = recorded(
      { createdAt: iso(began - 60 * second) },
      { outcome: 'already_there', attempts: [] },
    )
    expect(momentsOf(account)).toMatchObject([{ at: began - 60 * second, contradiction: null }])
  })

  it('without a time that can be read stand where the record was read', () => {
    const error = { code: 'E', detail: null, domain: 'import_process' }
    const account = recorded({ createdAt: 'yesterday', error })
    expect(momentsOf(account)).toEqual([
      {
        at: began + 10 * second,
        clock: null,
        text: null,
        parts: [{ what: 'error', error }],
        contradiction: null,
      },
      {
        at: began + 10 * second,
        clock: null,
        text: 'yesterday',
        parts: [{ what: 'created' }],
        contradiction: null,
      },
    ])
  })
})
