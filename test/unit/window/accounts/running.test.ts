// Tests the status line's sentence about the work in progress on a batch.
import { expect, it } from 'vitest'
import type { BatchView } from '../../../../shared/contract/contract.ts'
import { runningOf, sentence } from '../../../../renderer/accounts/running.ts'
import { currentState } from '../../../../renderer/steps/home/batch-state.ts'
import { sampleBatch } from '../sample-batch.ts'

const reading = { kind: 'reading', done: 1000, total: 4000, unit: 'accounts', left: null } as const

it('shows that loading waits for disk space instead of its speed, also in the list of batches', () => {
  const waiting = sampleBatch({ stage: 'reading', work: { ...reading, waits: true } })
  const running = runningOf(waiting)
  expect(running === null ? '' : sentence(running, 500)).toBe(
    'Reading: 1,000 of 4,000 accounts · waiting for disk space',
  )
  expect(currentState(waiting)).toBe('Reading, waiting for disk space')
  const going = runningOf(sampleBatch({ stage: 'reading', work: { ...reading, waits: false } }))
  expect(going === null ? '' : sentence(going, 500)).toContain('500 a second')
})

it('says how much of a file is read as a share, because its bytes are counted unpacked', () => {
  const work = { ...reading, unit: 'bytes', done: 7_800_000, total: 14_100_000, waits: false } as const
  const running = runningOf(sampleBatch({ stage: 'reading', work }))
  expect(running === null ? '' : sentence(running, null)).toBe('Reading: 55.3%')
})

it('says of a rebuild how many accounts of how many, and that a work without a total is being prepared', () => {
  const left = { fromMs: 45_000, likelyMs: 50_000, toMs: 55_000 }
  const work = { kind: 'building', unit: 'accounts', waits: false } as const
  const said = (done: number, total: number | null): string => {
    const running = runningOf(
      sampleBatch({ stage: 'building', work: { ...work, done, total, left: total === null ? null : left } }),
    )
    return running === null ? '' : sentence(running, null)
  }
  expect(said(42, 100)).toBe('Rebuilding: 42 of 100 accounts · about 50 s left')
  expect(said(0, null)).toBe('Preparing…')
})

it('can be stopped while it loads, validates, writes a report or is handed over, and not while edits are checked', () => {
  const of = (kind: NonNullable<BatchView['work']>['kind']) =>
    runningOf(sampleBatch({ work: { ...reading, kind, waits: false } }))?.stoppable
  expect(['reading', 'building', 'validating'].map((kind) => of(kind as 'reading'))).toEqual(
    Array.from({ length: 3 }, () => 'loading'),
  )
  expect([of('reporting'), of('handing_over'), of('sending_copy')]).toEqual([
    'report',
    'handover',
    'handover',
  ])
  expect(of('checking')).toBeNull()
})
