// Tests the next act of a batch on Home, in every state that a batch can be in, and which batch is continued.
import { describe, expect, it } from 'vitest'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { actWords, headingWords } from '../../../../renderer/steps/home/batch-state.ts'
import { batchToContinue, besidesOf, nextActOf } from '../../../../renderer/steps/home/next-act.ts'
import { sampleBatch } from '../sample-batch.ts'

const mapping = { version: 1, key: 'A', columns: [], fixed: [], linked: [], grouped: [] } as never

/** Mapped and built; the states add up to its accounts. */
function built(changes: Parameters<typeof sampleBatch>[0] = {}): BatchView {
  const accounts = Object.values(changes.states ?? {}).reduce((sum, count) => sum + count, 0)
  return sampleBatch({ mapping, accounts: accounts + (changes.excluded ?? 0), ...changes })
}

const stop = { reason: 'same_code', wave: 1, at: 1, code: 'x', message: 'm', goOn: 'g' } as never
const report = { at: 1, folder: 'f', files: {}, counts: null }

const away = { state: 'away' } as never

const cases: readonly [string, BatchView, string, string][] = [
  [
    'was handed over',
    built({ handover: away, states: { validated: 3 } }),
    'Handed over: another data folder goes on with it',
    'Show',
  ],
  ['is being read', sampleBatch({ stage: 'reading', accounts: 0 }), 'The file is being read', 'Show'],
  [
    'could not be loaded',
    sampleBatch({ stage: 'failed', accounts: 0 }),
    'The file could not be loaded',
    'See why',
  ],
  [
    'waits for its mapping',
    sampleBatch({ stage: 'mapping', accounts: 0 }),
    'Continue: map its columns',
    'Map',
  ],
  ['is being built', sampleBatch({ stage: 'building', accounts: 0 }), 'Accounts are being built', 'Show'],
  [
    'is being built again',
    built({ stage: 'building', states: { invalid: 3 } }),
    'Accounts are being built again',
    'Show',
  ],
  ['has errors', built({ states: { invalid: 2, validated: 5 } }), 'Continue: fix 2 accounts', 'Fix 2'],
  ['has one rejected account', built({ states: { rejected: 1 } }), 'Continue: fix 1 account', 'Fix 1'],
  [
    'has only failed accounts',
    built({ states: { done: 5 }, outcomes: { failed: 1, created: 4 } }),
    'Continue: look at 1 failed account',
    'See 1 failed',
  ],
  [
    'is not validated',
    built({ states: { unvalidated: 1500 } }),
    'Continue: validate 1,500 accounts',
    'Validate 1,500',
  ],
  [
    'is being validated',
    built({ validating: true, states: { unvalidated: 7, validated: 3 } }),
    'Validating: 7 accounts to go',
    'Show',
  ],
  ['is ready', built({ states: { validated: 8 } }), 'Continue: release 8 accounts', 'Release 8'],
  [
    'was stopped by a brake',
    built({ states: { queued: 4, done: 2 }, outcomes: { created: 2 }, sending: { stop } }),
    'A brake stopped sending: 4 accounts are queued',
    'Decide',
  ],
  [
    'is on the way',
    built({ states: { processing: 3, done: 2 }, outcomes: { created: 2 } }),
    '3 accounts are on the way',
    'Watch',
  ],
  [
    'is done without a report',
    built({ states: { done: 5 }, outcomes: { created: 5 } }),
    'Continue: make the report',
    'Make the report',
  ],
  [
    'is done and reported',
    built({ states: { done: 5 }, outcomes: { created: 5 }, report }),
    'Nothing is left to do: 5 accounts are done',
    'See the report',
  ],
  [
    'has only excluded accounts',
    built({ excluded: 4, states: {} }),
    'Nothing is left to do: 0 accounts are done',
    'See the report',
  ],
]

describe('the next act of a batch', () => {
  it.each(cases)('that %s', (_, batch, heading, button) => {
    const act = nextActOf(batch)
    expect([headingWords(act), actWords(act)]).toEqual([heading, button])
  })

  it('has those that are ready, or else those on the way, beside it while others are to be fixed', () => {
    expect(besidesOf(built({ states: { invalid: 1, validated: 2, processing: 3 } }))).toMatchObject({
      code: 'submit',
      accounts: 2,
    })
    expect(besidesOf(built({ states: { invalid: 1, processing: 3 } }))).toMatchObject({
      code: 'watch',
      accounts: 3,
    })
    expect(besidesOf(built({ states: { invalid: 1 } }))).toBeNull()
    expect(besidesOf(built({ states: { validated: 1 } }))).toBeNull()
  })
})

describe('the batch to continue', () => {
  const open = (id: number, workedAt: number): BatchView => built({ id, workedAt, states: { invalid: 1 } })
  const done = (id: number, workedAt: number): BatchView =>
    built({ id, workedAt, states: { done: 1 }, outcomes: { created: 1 }, report })

  it('is the one worked on last that is not finished', () => {
    expect(batchToContinue([open(1, 5), open(2, 9), done(3, 20)])?.id).toBe(2)
  })

  it('is none that was handed over while another one is open', () => {
    const handedOver = built({ id: 4, handover: away, states: { validated: 3 }, workedAt: 30 })
    expect(batchToContinue([open(1, 5), handedOver])?.id).toBe(1)
  })

  it('is the one worked on last where all are finished, and none where there is none', () => {
    expect(batchToContinue([done(1, 5), done(2, 3)])?.id).toBe(1)
    expect(batchToContinue([])).toBeNull()
  })
})
