// A batch view for tests of values that the window derives from one: nothing released, no faults, plus the test's
// own changes.
import { noOutcomes, noStates, type AccountState, type Outcome } from '../../../shared/sending/states.ts'
import { endingsOf } from '../../support/endings-of.ts'
import type { BatchView } from '../../../shared/contract/contract.ts'
import { usualPlan, type WaveView } from '../../../shared/sending/wave-plan.ts'

type Changes = Partial<Omit<BatchView, 'states' | 'outcomes' | 'sending' | 'processing'>> & {
  readonly states?: Partial<Record<AccountState, number>>
  readonly outcomes?: Partial<Record<Outcome, number>>
  readonly sending?: Partial<Omit<BatchView['sending'], 'pace'>>
  readonly pace?: Partial<BatchView['sending']['pace']>
  readonly processing?: Partial<BatchView['processing']>
}

export function sampleBatch(changes: Changes = {}): BatchView {
  const { states, outcomes, sending, pace, processing, ...rest } = changes
  return {
    id: 1,
    name: 'sample.csv',
    fileName: 'sample.csv',
    files: [{ name: 'sample.csv', bytes: 1, sha256: null, found: null, readAs: {} }],
    supplier: 'ACME',
    connection: { id: 1, name: 'Practice', baseUrl: 'http://127.0.0.1:1', environment: 'practice' },
    stage: 'open',
    failure: null,
    work: null,
    rows: 100,
    strayRows: 0,
    blankRows: 0,
    leftOutRows: 0,
    accounts: 100,
    held: 0,
    excluded: 0,
    decisionsChanged: 0,
    runSettings: {},
    validating: false,
    validateEdited: { on: false, waiting: 0, perMinute: 60 },
    sameFileAs: [],
    mapping: null,
    catalogue: null,
    pauses: [],
    report: null,
    version: { number: 1, earlier: null, later: [], merge: 'none' },
    inFlight: 0,
    notAnswering: false,
    createdAt: 1,
    readAt: 1,
    workedAt: 1,
    handover: null,
    ...rest,
    states: { ...noStates(), ...states },
    outcomes: { ...noOutcomes(), ...outcomes },
    endings: endingsOf(states, outcomes),
    sending: {
      plan: usualPlan,
      waves: [],
      stop: null,
      version: 'one',
      ...sending,
      pace: {
        requestsPerSecond: null,
        sentPerMinute: null,
        concurrency: { now: 4, limit: 4 },
        waiting: null,
        slowedBy: null,
        silentMs: null,
        sendingLeft: null,
        finishingLeft: null,
        ...pace,
      },
    },
    processing: {
      stuck: 0,
      mindChanged: 0,
      mindChangedSinceReport: 0,
      sharedIdentifiers: 0,
      rechecking: 0,
      looking: null,
      cannotRead: null,
      ...processing,
    },
  }
}

export function sampleWave(number: number, counts: Partial<WaveView> = {}): WaveView {
  const none = { queued: 0, onTheWay: 0, created: 0, wrong: 0, other: 0 }
  return { number, size: null, accounts: 10, releasedAt: number, endedAt: null, ...none, ...counts }
}
