// Tests the status of a batch, which the window, the command line and the notifications render: its state, what that
// holds up, the next wave, what a person must do, and the remaining time.
import { describe, expect, it } from 'vitest'
import type { Pause } from '../../../shared/sending/connection.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { usualPlan } from '../../../shared/sending/wave-plan.ts'
import { pausedSuppliers, statusOf } from '../../../shared/status/batch-status.ts'
import { currentWave } from '../../../shared/status/wave-steps.ts'
import { sampleBatch, sampleWave } from '../window/sample-batch.ts'

type Changes = NonNullable<Parameters<typeof sampleBatch>[0]>

const pause = (reason: Pause['reason'], supplier = '', since = 1): Pause => ({
  connectionId: 1,
  supplier,
  reason,
  code: null,
  message: 'Because of this.',
  since,
})
const stop: NonNullable<BatchView['sending']['stop']> = {
  reason: 'same_code',
  wave: 2,
  at: 1,
  code: 'taken',
  message: 'It came five times.',
  goOn: 'They are sent.',
}
const waiting = (kind: 'slow_down' | 'quiet_hours' | 'not_answering' | 'offline', until: number | null) => ({
  pace: { waiting: { for: kind, until } },
})
const toSend = { states: { queued: 5, sending: 2, done: 4 } } as const
const toRead = { states: { processing: 3, unconfirmed: 1, done: 4 } } as const
const nothing = { states: { done: 9 } } as const

describe('the state, and what it holds up', () => {
  it.each<[string, Changes, object, 'sending' | 'everything' | null]>([
    ['nothing is released', { states: { validated: 9 } }, { kind: 'nothing_released' }, null],
    ['accounts are sent', toSend, { kind: 'sending', wave: null }, null],
    ['all are sent', toRead, { kind: 'waiting' }, null],
    ['a brake stopped it', { ...toSend, sending: { stop } }, { kind: 'stopped', stop }, 'sending'],
    [
      'a brake stopped it, and it is paused',
      { ...toSend, sending: { stop }, pauses: [pause('person')] },
      { kind: 'stopped' },
      'sending',
    ],
    [
      'a person paused it',
      { ...toSend, pauses: [pause('person')] },
      { kind: 'paused', pause: pause('person') },
      'sending',
    ],
    [
      'it is paused twice',
      { ...toSend, pauses: [pause('person', '', 1), pause('fault', '', 2)] },
      { kind: 'paused', pause: pause('fault', '', 2) },
      'sending',
    ],
    ['the key is refused', { ...toRead, pauses: [pause('sign_in')] }, { kind: 'paused' }, 'everything'],
    ['a pause has nothing to hold up', { ...toRead, pauses: [pause('person')] }, { kind: 'waiting' }, null],
    [
      'another supplier is paused',
      { ...toSend, pauses: [pause('supplier_closed', 'BOLT')] },
      { kind: 'sending' },
      null,
    ],
    [
      'the data folder is checked',
      { ...toSend, pace: { waiting: { for: 'data_check', until: null, percent: 40 } } },
      { kind: 'data_check', percent: 40 },
      'sending',
    ],
    [
      'the data folder is damaged',
      { ...nothing, pace: { waiting: { for: 'unsound_data', until: null, message: 'It is.' } } },
      { kind: 'unsound_data', message: 'It is.' },
      'everything',
    ],
    ['there is no network', { ...toRead, ...waiting('offline', null) }, { kind: 'offline' }, 'everything'],
    [
      'there are no answers',
      { ...toRead, ...waiting('not_answering', 7) },
      { kind: 'not_answering', until: 7 },
      'everything',
    ],
    ['no answers, and nothing to ask', { ...nothing, notAnswering: true }, { kind: 'done' }, null],
    [
      'the team’s database is away',
      { ...toSend, pace: { waiting: { for: 'team', until: null, message: 'It is away.' } } },
      { kind: 'team', message: 'It is away.' },
      'sending',
    ],
    [
      'the team’s database is away after all are sent',
      { ...toRead, pace: { waiting: { for: 'team', until: null, message: 'It is away.' } } },
      { kind: 'waiting' },
      null,
    ],
    [
      'quiet hours',
      { ...toSend, ...waiting('quiet_hours', 7) },
      { kind: 'quiet_hours', until: 7 },
      'sending',
    ],
    [
      'quiet hours after all are sent',
      { ...toRead, ...waiting('quiet_hours', 7) },
      { kind: 'waiting' },
      null,
    ],
    [
      'the service asks for fewer requests',
      { ...toSend, ...waiting('slow_down', null) },
      { kind: 'slow_down', until: null },
      'sending',
    ],
    [
      'a wave is done',
      { states: { done: 1, validated: 9 }, sending: { waves: [sampleWave(1)] } },
      { kind: 'between_waves', last: sampleWave(1) },
      null,
    ],
    [
      'all are done',
      { ...nothing, outcomes: { created: 8, failed: 1 } },
      { kind: 'done', failed: 1, toCheck: 0 },
      null,
    ],
    [
      'all were sent, and some exist already',
      { ...nothing, outcomes: { created: 8, already_there: 1 } },
      { kind: 'done', failed: 0, toCheck: 1 },
      null,
    ],
    [
      'all are created',
      { ...nothing, outcomes: { created: 9 } },
      { kind: 'done', failed: 0, toCheck: 0 },
      null,
    ],
  ])('when %s', (_, changes, state, blocks) => {
    const status = statusOf(sampleBatch(changes))
    expect(status.state).toMatchObject(state)
    expect(status.blocks).toBe(blocks)
  })

  it('names paused suppliers only where others continue', () => {
    const pauses = [pause('supplier_closed', 'BOLT'), pause('person')]
    expect(pausedSuppliers({ supplier: null, pauses })).toEqual(['BOLT'])
    expect(pausedSuppliers({ supplier: 'ACME', pauses })).toEqual([])
  })
})

describe('waves', () => {
  const cancelled = sampleWave(2, { accounts: 0, created: 0 })

  it('the next one has the size of a wave that was cancelled completely', () => {
    const sending = { plan: usualPlan, waves: [sampleWave(1, { accounts: 1 }), cancelled] }
    const batch = sampleBatch({ states: { validated: 99, done: 1 }, sending })
    expect(statusOf(batch).next).toEqual({ number: 3, accounts: 10, follows: 'ask' })
    expect(currentWave(batch)).toEqual({ number: 1, of: 4 })
  })

  it('the current one is the first that has accounts to send', () => {
    const waves = [sampleWave(1, { queued: 2 }), sampleWave(2, { queued: 3 })]
    expect(currentWave(sampleBatch({ states: { queued: 5 }, sending: { waves } }))).toEqual({
      number: 1,
      of: 2,
    })
  })
})

describe('what a person must do', () => {
  const kinds = (changes: Changes) => statusOf(sampleBatch(changes)).needs.map(({ kind }) => kind)
  const released = { waves: [sampleWave(1)] }
  const cannotRead = { since: 1, httpStatus: 404, message: 'It is not there.' }

  it.each<[string, Changes, string[]]>([
    ['a stop, also with nothing on the way', { ...nothing, sending: { stop } }, ['stop']],
    ['a pause of the connection', { ...toRead, pauses: [pause('person')] }, ['pause']],
    ['a pause with nothing on the way', { ...nothing, pauses: [pause('person')] }, []],
    [
      'a pause while accounts are validated',
      { states: { unvalidated: 3 }, validating: true, pauses: [pause('sign_in')] },
      ['pause'],
    ],
    ['a pause of another supplier', { ...toSend, pauses: [pause('fault', 'BOLT')] }, []],
    [
      'a pause of one of several suppliers',
      { ...toSend, supplier: null, pauses: [pause('fault', 'BOLT')] },
      ['pause'],
    ],
    ['a wave to release', { states: { validated: 9, done: 1 }, sending: released }, ['release']],
    [
      'a wave to release while statuses are read',
      { states: { validated: 9, processing: 1 }, sending: released },
      ['release'],
    ],
    ['a wave behind one that is sent', { states: { validated: 9, queued: 1 }, sending: released }, []],
    ['a wave after a stop', { states: { validated: 9 }, sending: { ...released, stop } }, ['stop']],
    [
      'a wave that follows by itself',
      { states: { validated: 9 }, sending: { ...released, plan: { ...usualPlan, between: 'when_done' } } },
      [],
    ],
    ['the first wave', { states: { validated: 9 } }, []],
    ['statuses that cannot be read', { ...toRead, processing: { cannotRead } }, ['unreadable']],
    ['statuses that nobody reads', { ...nothing, processing: { cannotRead } }, []],
    [
      'accounts to look at, and decisions',
      { ...toRead, processing: { stuck: 2, sharedIdentifiers: 1 }, decisionsChanged: 3 },
      ['shared_identifiers', 'stuck', 'decisions_changed'],
    ],
  ])('%s', (_, changes, needs) => {
    expect(kinds(changes)).toEqual(needs)
  })

  it('without waves in the plan the consent to send includes the rest', () => {
    const plan = { ...usualPlan, sizes: [] }
    const batch = sampleBatch({ states: { validated: 9 }, sending: { ...released, plan } })
    expect(statusOf(batch).needs).toMatchObject([{ kind: 'release', isPlanned: false }])
  })
})

describe('the remaining time', () => {
  const pace = {
    sendingLeft: { fromMs: 1, likelyMs: 1, toMs: 2 },
    finishingLeft: { fromMs: 3, likelyMs: 3, toMs: 4 },
  }

  it('is that of sending only while there is something to send', () => {
    expect(statusOf(sampleBatch({ ...toSend, pace })).left).toEqual({
      sent: pace.sendingLeft,
      done: pace.finishingLeft,
    })
    expect(statusOf(sampleBatch({ ...toRead, pace })).left).toEqual({ sent: null, done: pace.finishingLeft })
  })
})
