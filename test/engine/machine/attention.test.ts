// Who needs a person, and that it is told once: from what the window is shown of a batch, across changes and restarts.
import { expect, test } from 'vitest'
import { followAttention } from '../../../electron/engine/attention.ts'
import { awayAfterMs, concernsOf } from '../../../electron/engine/concerns.ts'
import type { Doubted } from '../../../electron/engine/store/doubt.ts'
import { createNews } from '../../../electron/engine/news.ts'
import { noOutcomes } from '../../../shared/account-state.ts'
import type { BatchView, Concern } from '../../../shared/contract.ts'
import { usualPlan, type WaveView } from '../../../shared/sending-plan.ts'
import { createFakeClock } from '../queue/fake-clock.ts'

type Changes = {
  readonly states?: Partial<BatchView['states']>
  readonly outcomes?: Partial<BatchView['outcomes']>
  readonly sending?: Partial<BatchView['sending']>
  readonly pauses?: BatchView['pauses']
  readonly stuck?: number
  readonly sharedIdentifiers?: number
  readonly cannotRead?: BatchView['watching']['cannotRead']
}

const noState = {
  blocked: 0,
  ready: 0,
  refused: 0,
  cleared: 0,
  queued: 0,
  sending: 0,
  unconfirmed: 0,
  watching: 0,
  settled: 0,
}

/** Of a view only what is looked at. */
function viewOf(changes: Changes = {}, id = 1): BatchView {
  const view: Partial<BatchView> = {
    id,
    name: 'Spring',
    stage: 'open',
    connection: { id: 9, name: 'Platform', baseUrl: 'https://example.org', environment: 'production' },
    states: { ...noState, ...changes.states },
    outcomes: { ...noOutcomes(), ...changes.outcomes },
    runSettings: {},
    validating: false,
    judgeEdited: { on: false, waiting: 0, perMinute: 60 },
    pauses: changes.pauses ?? [],
    sending: {
      plan: usualPlan,
      waves: [],
      stop: null,
      pace: {
        requestsPerSecond: null,
        sentPerMinute: null,
        concurrency: { now: 4, limit: 4 },
        waiting: null,
        slowedBy: null,
        sendingLeft: null,
        settlingLeft: null,
      },
      ...changes.sending,
    },
    watching: {
      stuck: changes.stuck ?? 0,
      mindChanged: 0,
      mindChangedSinceReport: 0,
      sharedIdentifiers: changes.sharedIdentifiers ?? 0,
      lookingAgain: 0,
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
  concernsOf(view, away).map(({ what, step, waits }) => `${what} ${step} ${waits ? 'waits' : 'told'}`)

test.each([
  ['nothing sent yet', { states: { cleared: 20 } }, []],
  ['on its way', { states: { queued: 20, watching: 3 } }, []],
  [
    'a wave that has ended, and more to send',
    { states: { cleared: 20, settled: 10 }, sending: { waves: [wave(1)] } },
    ['wave_ended submit waits'],
  ],
  [
    'a wave that has ended while the next is on its way by itself',
    {
      states: { queued: 20, settled: 10, cleared: 5 },
      sending: { waves: [wave(1), wave(2, { endedAt: null })], plan: { ...usualPlan, between: 'when_sent' } },
    },
    ['wave_ended submit told'],
  ],
  [
    'two accounts with one identifier',
    { states: { settled: 10 }, sharedIdentifiers: 2 },
    ['finished report told', 'needs_person watch waits'],
  ],
  ['all settled', { states: { settled: 10 }, sending: { waves: [wave(1)] } }, ['finished report told']],
  [
    'all that was sent settled, some not sent',
    { states: { settled: 10, blocked: 2 } },
    ['finished watch told'],
  ],
  [
    'a brake',
    { states: { queued: 20, settled: 10 }, sending: { stop, waves: [wave(1, { endedAt: null })] } },
    ['stopped submit waits'],
  ],
  ['sign-in needed', { states: { queued: 3 }, pauses: [signIn] }, ['needs_person submit waits']],
  ['a pause that keeps nothing waiting', { states: { cleared: 3 }, pauses: [signIn] }, []],
  ['a pause that a person made', { states: { queued: 3 }, pauses: [{ ...signIn, reason: 'person' }] }, []],
  [
    'statuses that cannot be read',
    {
      states: { watching: 3 },
      cannotRead: { since: 1, httpStatus: 404, message: 'The status path is wrong.' },
    },
    ['needs_person watch waits'],
  ],
  ['accounts that take too long', { states: { watching: 3 }, stuck: 2 }, ['needs_person watch waits']],
] satisfies [string, Changes, string[]][])('%s', (_name, changes, expected) => {
  expect(asked(viewOf(changes))).toEqual(expected)
})

test('a service that is away is told after five minutes, not before', () => {
  const view = viewOf({ states: { queued: 1 } })
  expect(asked(view, awayAfterMs - 1)).toEqual([])
  expect(asked(view, awayAfterMs)).toEqual(['needs_person submit waits'])
})

test('a brake is told with what stopped it and what going on does', () => {
  const [told] = concernsOf(viewOf({ states: { queued: 88 }, sending: { stop } }), null)
  expect(told).toMatchObject({ title: 'Spring: stopped by a brake', message: 'Five in a row. 88 are sent.' })
})

/** A workspace of one batch that a test changes, followed; `restart` keeps only what is in the database. */
function workspace(doubted: Doubted | null = null) {
  const settings = new Map<string, string>()
  const batches = new Map([[1, viewOf()]])
  const clock = createFakeClock()
  const news = createNews(clock)
  const told: Concern[] = []
  const followed = { open: false }
  /** Milliseconds that making a view takes, and has taken. */
  let viewTakes = 0
  let spent = 0
  void (async () => {
    for await (const event of news.listen(undefined)) if (event.kind === 'attention') told.push({ ...event })
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
      office: { breakerOpen: () => followed.open },
      clock: { ...clock, monotonic: () => clock.monotonic() + spent },
      news,
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
    told,
    slow: (ms: number) => void (viewTakes = ms),
    away: (open: boolean) => void (followed.open = open),
    standing: () => attention.standing(),
    pass,
    async set(changes: Changes, id = 1) {
      batches.set(id, viewOf(changes, id))
      news.batchChanged(id)
      await pass(2500)
    },
    remove: (id: number) => {
      batches.delete(id)
      news.batchChanged(id)
    },
    async restart() {
      attention.stop()
      attention = begin()
      await pass(2500)
    },
  }
}

test('what the attempt journal knew and the database did not is told once, with what is done about it', async () => {
  const lost = workspace({ broken: null, missed: 3, newFilesUntil: null })
  await lost.pass(2500)
  expect(lost.told).toMatchObject([
    {
      batch: null,
      title: 'Changes of the database were lost',
      message: expect.stringContaining('3 attempts') as unknown,
    },
  ])
  const unsure = workspace({ broken: 'gone', missed: 0, newFilesUntil: Date.UTC(2026, 3, 3) })
  await unsure.pass(2500)
  expect(unsure.told).toMatchObject([
    {
      message: expect.stringMatching(
        /is gone.*every account that is not created.*until 2026-04-03/s,
      ) as unknown,
    },
  ])
  await unsure.set({ states: { queued: 1 } })
  expect(unsure.told).toHaveLength(1)
})

test('it is told once, stands until it is dealt with, and not told again by a restart', async () => {
  const { told, set, pass, restart, standing } = workspace()
  await pass(2000)
  await set({ states: { queued: 3 }, pauses: [signIn] })
  expect(told).toMatchObject([{ what: 'needs_person', batch: 1, title: 'Platform: sign-in needed' }])
  await set({ states: { queued: 2, watching: 1 }, pauses: [signIn] })
  await restart()
  await pass(60_000)
  expect(told).toHaveLength(1)
  expect(standing()).toHaveLength(1)
  await set({ states: { queued: 2, watching: 1 } })
  expect(standing()).toEqual([])
  await set({ states: { queued: 2 }, pauses: [{ ...signIn, since: 6 }] })
  expect(told).toHaveLength(2)
})

test('each wave is told, and the end of the batch, which stands nowhere', async () => {
  const { told, set, standing } = workspace()
  await set({ states: { cleared: 20, settled: 10 }, sending: { waves: [wave(1)] } })
  expect(standing()).toMatchObject([{ what: 'wave_ended' }])
  await set({
    states: { cleared: 10, queued: 10, settled: 10 },
    sending: { waves: [wave(1), wave(2, { endedAt: null })] },
  })
  expect(standing()).toEqual([])
  await set({ states: { cleared: 10, settled: 20 }, sending: { waves: [wave(1), wave(2)] } })
  await set({ states: { settled: 30 }, sending: { waves: [wave(1), wave(2), wave(3)] } })
  expect(told.map(({ what, title }) => `${what} ${title}`)).toEqual([
    'wave_ended Spring: wave 1 has ended',
    'wave_ended Spring: wave 2 has ended',
    'finished Spring: all that was sent has settled',
  ])
  expect(standing()).toEqual([])
})

test('a pause of a connection with several batches is told once, and leads to the newest', async () => {
  const { told, set, standing } = workspace()
  await set({ states: { queued: 3 } })
  await set({ states: { queued: 3 } }, 2)
  await set({ states: { queued: 3 }, pauses: [signIn] })
  await set({ states: { queued: 3 }, pauses: [signIn] }, 2)
  expect(told).toHaveLength(1)
  expect(standing()).toMatchObject([{ batch: 2 }])
})

test('what had come to its end before anything was kept is no news; what waits is', async () => {
  const { told, set } = workspace()
  await set({ states: { settled: 30 }, outcomes: { created: 30 } })
  expect(told).toEqual([])
  await set({ states: { settled: 30, watching: 4 }, stuck: 4 })
  expect(told).toHaveLength(1)
})

test('a service that is away announces nothing, and is found all the same, once', async () => {
  const { told, set, away, pass, restart } = workspace()
  await set({ states: { queued: 3 } })
  away(true)
  await pass(awayAfterMs + 40_000)
  expect(told).toMatchObject([{ title: 'Platform does not answer' }])
  away(false)
  await restart()
  away(true)
  await pass(awayAfterMs + 40_000)
  expect(told, 'still away after a restart').toHaveLength(1)
  away(false)
  await pass(2 * awayAfterMs)
  away(true)
  await pass(awayAfterMs + 40_000)
  expect(told, 'away again').toHaveLength(2)
})

test('many batches after a start are looked at in pieces, and nothing that was told is told again', async () => {
  const { told, set, restart, standing, slow } = workspace()
  for (let id = 1; id <= 30; id += 1) await set({ states: { watching: 3 }, stuck: 1 }, id)
  expect(told).toHaveLength(30)
  slow(4)
  await restart()
  expect(standing()).toHaveLength(30)
  expect(told).toHaveLength(30)
})

test('a batch that is removed needs nobody', async () => {
  const { set, remove, pass, standing } = workspace()
  await set({ states: { watching: 3 }, stuck: 1 })
  expect(standing()).toHaveLength(1)
  remove(1)
  await pass(2500)
  expect(standing()).toEqual([])
})
