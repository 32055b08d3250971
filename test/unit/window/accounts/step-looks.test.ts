// Tests what the rail says about each step: a red number only counts accounts to fix, and whatever else needs a person is
// named.
import { expect, it } from 'vitest'
import { type StepLook, stepLooks } from '../../../../renderer/accounts/batch-parts.ts'
import { sampleBatch } from '../sample-batch.ts'

function look(step: StepLook['step'], changes: Parameters<typeof sampleBatch>[0]): StepLook | undefined {
  return stepLooks(sampleBatch(changes)).find((one) => one.step === step)
}

it('counts accounts to fix in Fix: those with errors, rejected and failed ones', () => {
  const states = { invalid: 2, rejected: 1, done: 9 }
  expect(look('fix', { states, outcomes: { created: 8, failed: 1 } })).toMatchObject({
    count: 4,
    mark: 'attention',
    why: null,
  })
})

it('names a stop in Submit, and counts what is still queued', () => {
  const stop = {
    reason: 'same_code',
    wave: 1,
    at: 1,
    code: 'taken',
    message: 'It came.',
    goOn: 'Sent.',
  } as const
  const stopped = { states: { queued: 2, done: 7, validated: 3 }, sending: { stop } }
  expect(look('submit', stopped)).toMatchObject({ count: 2, mark: 'attention', why: { kind: 'stopped' } })
  expect(look('submit', { ...stopped, sending: {} })).toMatchObject({ count: 3, mark: 'open', why: null })
})

it('asks for nobody in Watch while unconfirmed accounts are read, but where accounts are stuck or nothing can be read', () => {
  const states = { unconfirmed: 3 }
  expect(look('watch', { states })).toMatchObject({ count: 3, mark: 'open', why: null })
  expect(look('watch', { states, processing: { stuck: 2 } })).toMatchObject({
    mark: 'attention',
    why: { kind: 'stuck', accounts: 2 },
  })
  const cannotRead = { since: 1, httpStatus: 404, message: 'Not there.' }
  expect(look('watch', { states, processing: { cannotRead } })).toMatchObject({
    mark: 'attention',
    why: { kind: 'no_status' },
  })
})

it('names a file that cannot be read', () => {
  expect(look('load', { stage: 'failed' })).toMatchObject({ mark: 'attention', why: { kind: 'unreadable' } })
})
