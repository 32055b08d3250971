// Tests alerts: conditions of a batch that need a person, computed from the view that the window shows. Each is
// announced once, across changes and restarts.
import { endingsOf } from '../../support/endings-of.ts'
import { expect, test } from 'vitest'
import { followAttention } from '../../../electron/engine/system/alerts/attention.ts'
import { awayAfterMs, alertsOf } from '../../../electron/engine/system/alerts/alerts.ts'
import type { Doubted } from '../../../electron/engine/store/sending/attempts/doubt.ts'
import { createEventBus } from '../../../electron/engine/system/event-bus.ts'
import { noOutcomes } from '../../../shared/sending/states.ts'
import type { BatchView, Alert } from '../../../shared/contract/contract.ts'
import { usualPlan, type WaveView } from '../../../shared/sending/wave-plan.ts'
import { createFakeClock } from '../sending/fake-clock.ts'
import { sentenceOf } from '../../../shared/texts/message.ts'
import { english } from '../../support/english.ts'

type Changes = {
  readonly states?: Partial<BatchView['states']>
  readonly outcomes?: Partial<BatchView['outcomes']>
  readonly sending?: Partial<BatchView['sending']>
  readonly pauses?: BatchView['pauses']
  readonly stuck?: number
  readonly sharedIdentifiers?: number
  readonly cannotRead?: BatchView['processing']['cannotRead']
}

const noState = {
  invalid: 0,
  unvalidated: 0,
  rejected: 0,
  validated: 0,
  queued: 0,
  sending: 0,
  unconfirmed: 0,
  processing: 0,
  done: 0,
}

/** Only the fields of a view that are read. */
function viewOf(changes: Changes = {}, id = 1): BatchView {
  const view: Partial<BatchView> = {
    id,
    name: 'Spring',
    stage: 'open',
    connection: { id: 9, name: 'Platform', baseUrl: 'https://example.org', environment: 'production' },
    states: { ...noState, ...changes.states },
    outcomes: { ...noOutcomes(), ...changes.outcomes },
    endings: endingsOf(changes.states, changes.outcomes),
    runSettings: {},
    validating: false,
    validateEdited: { on: false, waiting: 0, perMinute: 60 },
    pauses: changes.pauses ?? [],
    sending: {
      plan: usualPlan,
      waves: [],
      stop: null,
      version: 'one',
      pace: {
        requestsPerSecond: null,
        sentPerMinute: null,
        concurrency: { now: 4, limit: 4 },
        waiting: null,
        slowedBy: null,
        silentMs: null,
        sendingLeft: null,
        finishingLeft: null,
      },
      ...changes.sending,
    },
    processing: {
      stuck: changes.stuck ?? 0,
      mindChanged: 0,
      mindChangedSinceReport: 0,
      sharedIdentifiers: changes.sharedIdentifiers ?? 0,
      rechecking: 0,
      looking: null,
      cannotRead: changes.cannotRead ?? null,
    },
  }
  return view as BatchView
}

const wave = (number: number, more: Partial<WaveView> = {}): WaveView => ({
  number,
  size: 10,
  accounts: 10,
  releasedAt: 1,
  endedAt: 2,
  queued: 0,
  onTheWay: 0,
  created: 9,
  wrong: 1,
  other: 0,
  ...more,
})
const stop = {
  reason: 'same_code',
  wave: 2,
  at: 77,
  code: 'x',
  message: 'Five in a row.',
  goOn: '88 are sent.',
} as const
const signIn = {
  connectionId: 9,
  supplier: '',
  reason: 'sign_in',
  code: null,
  message: 'The key is refused.',
  since: 5,
} as const
const asked = (view: BatchView, away: number | null = null) =>
  alertsOf(view, away).map(
    ({ what, step, isWaitingForPerson }) => `${what} ${step} ${isWaitingForPerson ? 'waits' : 'reported'}`,
  )

test.each([
  ['nothing sent yet', { states: { validated: 20 } }, []],
  ['on its way', { states: { queued: 20, processing: 3 } }, []],
  [
    'a wave that has ended, and more to send',
    { states: { validated: 20, done: 10 }, sending: { waves: [wave(1)] } },
    ['wave_ended submit waits'],
  ],
  [
    'a wave that has ended while the next is on its way by itself',
    {
      states: { queued: 20, done: 10, validated: 5 },
      sending: { waves: [wave(1), wave(2, { endedAt: null })], plan: { ...usualPlan, between: 'when_sent' } },
    },
    ['wave_ended submit reported'],
  ],
  [
    'two accounts with one identifier',
    { states: { done: 10 }, sharedIdentifiers: 2 },
    ['finished report reported', 'needs_person watch waits'],
  ],
  ['all done', { states: { done: 10 }, sending: { waves: [wave(1)] } }, ['finished report reported']],
  [
    'all that was sent done, some not sent',
    { states: { done: 10, invalid: 2 } },
    ['finished watch reported'],
  ],
  [
    'a brake',
    { states: { queued: 20, done: 10 }, sending: { stop, waves: [wave(1, { endedAt: null })] } },
    ['stopped submit waits'],
  ],
  ['sign-in needed', { states: { queued: 3 }, pauses: [signIn] }, ['needs_person submit waits']],
  ['a pause that keeps nothing waiting', { states: { validated: 3 }, pauses: [signIn] }, []],
  ['a pause that a person made', { states: { queued: 3 }, pauses: [{ ...signIn, reason: 'person' }] }, []],
  [
    'statuses that cannot be read',
    {
      states: { processing: 3 },
      cannotRead: { since: 1, httpStatus: 404, message: 'The status path is wrong.' },
    },
    ['needs_person watch waits'],
  ],
  ['accounts that take too long', { states: { processing: 3 }, stuck: 2 }, ['needs_person watch waits']],
] satisfies [string, Changes, string[]][])('%s', (_name, changes, expected) => {
  expect(asked(viewOf(changes))).toEqual(expected)
})

test('an unreachable service is reported after five minutes, not before', () => {
  const view = viewOf({ states: { queued: 1 } })
  expect(asked(view, awayAfterMs - 1)).toEqual([])
  expect(asked(view, awayAfterMs)).toEqual(['needs_person submit waits'])
})

test('a brake is reported with its reason and the effect of resuming', () => {
  const [reported] = alertsOf(viewOf({ states: { queued: 88 }, sending: { stop } }), null)
  expect(english(reported)).toMatchObject({
    title: 'Spring: stopped by a brake',
    message: 'Five in a row. 88 are sent.',
  })
})

/** A followed workspace of one batch that a test changes; `restart` keeps only the database. */
function workspace(doubted: Doubted | null = null) {
  const settings = new Map<string, string>()
  const batches = new Map([[1, viewOf()]])
  const clock = createFakeClock()
  const eventBus = createEventBus(clock)
  const reported: Alert[] = []
  const followed = { open: false }
  /** Milliseconds that making a view takes, and has taken. */
  let viewTakes = 0
  let spent = 0
  void (async () => {
    for await (const event of eventBus.listen(undefined))
      if (event.kind === 'attention') reported.push({ ...event })
  })()
  const begin = () =>
    followAttention({
      store: {
        batches: {
          all: () => [...batches.keys()].map((id) => ({ id, connectionId: 9 })),
          get: (id: number) => (batches.has(id) ? { id, connectionId: 9 } : null),
        },
        machine: { batchesOnTheWay: () => [...batches.keys()] },
        settings: {
          get: (name: string) => settings.get(name) ?? null,
          set: (name: string, value: string) => void settings.set(name, value),
        },
      } as never,
      views: {
        view: ({ id }) => {
          spent += viewTakes
          return batches.get(id) ?? viewOf()
        },
      },
      connectionManager: { breakerOpen: () => followed.open },
      clock: { ...clock, monotonic: () => clock.monotonic() + spent },
      eventBus,
      quarantined: 0,
      doubted,
    })
  let attention = begin()
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 500) {
      clock.advance(Math.min(500, left))
      for (let turn = 0; turn < 4; turn += 1) await new Promise<void>((resolve) => void setImmediate(resolve))
    }
  }
  return {
    reported,
    slow: (ms: number) => void (viewTakes = ms),
    away: (open: boolean) => void (followed.open = open),
    active: () => attention.active(),
    pass,
    async set(changes: Changes, id = 1) {
      batches.set(id, viewOf(changes, id))
      eventBus.batchChanged(id)
      await pass(2500)
    },
    remove: (id: number) => {
      batches.delete(id)
      eventBus.batchChanged(id)
    },
    async restart() {
      attention.stop()
      attention = begin()
      await pass(2500)
    },
  }
}

test('what the attempt journal knew and the database did not is reported once, with what is done about it', async () => {
  const lost = workspace({ broken: null, missed: 3, newFilesUntil: null })
  await lost.pass(2500)
  expect(english(lost.reported)).toMatchObject([
    {
      batch: null,
      title: 'Changes of the database were lost',
      message: expect.stringContaining('3 attempts') as unknown,
    },
  ])
  const unsure = workspace({ broken: 'gone', missed: 0, newFilesUntil: Date.UTC(2026, 3, 3) })
  await unsure.pass(2500)
  expect(english(unsure.reported)).toMatchObject([
    {
      message: expect.stringMatching(
        /is gone.*every account that is not created.*until 2026-04-03/s,
      ) as unknown,
    },
  ])
  await unsure.set({ states: { queued: 1 } })
  expect(unsure.reported).toHaveLength(1)
})

test('an alert is reported once, stands until it is dealt with, and not reported again by a restart', async () => {
  const { reported, set, pass, restart, active } = workspace()
  await pass(2000)
  await set({ states: { queued: 3 }, pauses: [signIn] })
  expect(english(reported)).toMatchObject([
    { what: 'needs_person', batch: 1, title: 'Platform: sign-in needed' },
  ])
  await set({ states: { queued: 2, processing: 1 }, pauses: [signIn] })
  await restart()
  await pass(60_000)
  expect(reported).toHaveLength(1)
  expect(active()).toHaveLength(1)
  await set({ states: { queued: 2, processing: 1 } })
  expect(active()).toEqual([])
  await set({ states: { queued: 2 }, pauses: [{ ...signIn, since: 6 }] })
  expect(reported).toHaveLength(2)
})

test('each wave is reported, and the end of the batch, which stands nowhere', async () => {
  const { reported, set, active } = workspace()
  await set({ states: { validated: 20, done: 10 }, sending: { waves: [wave(1)] } })
  expect(active()).toMatchObject([{ what: 'wave_ended' }])
  await set({
    states: { validated: 10, queued: 10, done: 10 },
    sending: { waves: [wave(1), wave(2, { endedAt: null })] },
  })
  expect(active()).toEqual([])
  await set({ states: { validated: 10, done: 20 }, sending: { waves: [wave(1), wave(2)] } })
  await set({ states: { done: 30 }, sending: { waves: [wave(1), wave(2), wave(3)] } })
  expect(reported.map(({ what, title }) => `${what} ${sentenceOf(title)}`)).toEqual([
    'wave_ended Spring: wave 1 has ended',
    'wave_ended Spring: wave 2 has ended',
    'finished Spring: all that was sent is done',
  ])
  expect(active()).toEqual([])
})

test('a pause of a connection with several batches is reported once, and leads to the newest', async () => {
  const { reported, set, active } = workspace()
  await set({ states: { queued: 3 } })
  await set({ states: { queued: 3 } }, 2)
  await set({ states: { queued: 3 }, pauses: [signIn] })
  await set({ states: { queued: 3 }, pauses: [signIn] }, 2)
  expect(reported).toHaveLength(1)
  expect(active()).toMatchObject([{ batch: 2 }])
})

test('batches that ended before alerts were first stored are not announced; waiting ones are', async () => {
  const { reported, set } = workspace()
  await set({ states: { done: 30 }, outcomes: { created: 30 } })
  expect(reported).toEqual([])
  await set({ states: { done: 30, processing: 4 }, stuck: 4 })
  expect(reported).toHaveLength(1)
})

test('an unreachable service that announces nothing is still detected, and reported once', async () => {
  const { reported, set, away, pass, restart } = workspace()
  await set({ states: { queued: 3 } })
  away(true)
  await pass(awayAfterMs + 40_000)
  expect(english(reported)).toMatchObject([{ title: 'Platform does not answer' }])
  away(false)
  await restart()
  away(true)
  await pass(awayAfterMs + 40_000)
  expect(reported, 'still away after a restart').toHaveLength(1)
  away(false)
  await pass(2 * awayAfterMs)
  away(true)
  await pass(awayAfterMs + 40_000)
  expect(reported, 'away again').toHaveLength(2)
})

test('many batches after a start are reviewed in portions, and nothing that was reported is reported again', async () => {
  const { reported, set, restart, active, slow } = workspace()
  for (let id = 1; id <= 30; id += 1) await set({ states: { processing: 3 }, stuck: 1 }, id)
  expect(reported).toHaveLength(30)
  slow(4)
  await restart()
  expect(active()).toHaveLength(30)
  expect(reported).toHaveLength(30)
})

test('a removed batch has no alerts', async () => {
  const { set, remove, pass, active } = workspace()
  await set({ states: { processing: 3 }, stuck: 1 })
  expect(active()).toHaveLength(1)
  remove(1)
  await pass(2500)
  expect(active()).toEqual([])
})
