// Tests the sentences about events: every account is counted once, and an unknown kind is shown rather than hidden.
import { describe, expect, it } from 'vitest'
import { eventWords } from '../../../../renderer/accounts/timeline/event-words.ts'
import { tell } from '../../../../renderer/accounts/timeline/timeline-words.ts'
import type { EventView } from '../../../../shared/contract/views.ts'
import { writtenKinds } from '../event-kinds.ts'

let last = 0
function event(kind: string, account: number | null = null, detail: Record<string, unknown> = {}): EventView {
  last += 1
  return { id: last, at: 1_000 + last, batch: 1, account, kind, detail }
}
const sentences = (events: readonly EventView[]): string[] => tell(events).map((one) => one.sentence)

describe('every kind of event that the engine can write', () => {
  it('has words, and there are no words for unknown kinds', () => {
    expect(Object.keys(eventWords).toSorted()).toEqual(writtenKinds())
  })

  it('is a whole sentence, whatever its detail contains, for a batch and for an account', () => {
    const details = [{}, { code: 'odd', http: 502, wave: 2, reason: 'x', before: 1, sizes: 'x' }]
    for (const kind of Object.keys(eventWords))
      for (const of of ['batch', 'account'] as const)
        for (const detail of details) {
          const [reported] = tell([event(kind, 1, detail)], of)
          expect(reported?.sentence).toMatch(/^[A-Z0-9].*[a-zA-Z0-9.]$/)
          expect(reported?.sentence).not.toMatch(/undefined|null|NaN|\[object/)
        }
  })
})

describe('the timeline of a batch that is sent', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['released', { wave: 3, released: 100, elsewhere: 0 }, 'Wave 3: released 100 accounts.'],
    ['cancelled', { cancelled: 4, supplier: 'ACME' }, 'Cancelled 4 accounts of ACME that had not been sent.'],
    ['wave_sent', { wave: 2, created: 3, wrong: 0, other: 0 }, 'Wave 2 has been sent: 3 created.'],
    [
      'wave_ended',
      { wave: 2, created: 8, wrong: 1, other: 1 },
      'Wave 2 is done: 8 created, 1 dry run, 1 went wrong.',
    ],
    [
      'stopped',
      { wave: 2, reason: 'error_rate', code: null, answers: 40, wrong: 5, times: null },
      'A brake stopped wave 2: 5 of 40 answers were wrong.',
    ],
    [
      'stopped',
      { wave: 2, reason: 'same_code', code: 'taken', answers: 40, wrong: 5, times: 5 },
      'A brake stopped wave 2: taken came 5 times in a row.',
    ],
    [
      'stopped',
      { wave: 2, reason: 'stop_code', code: 'taken', answers: 1, wrong: 1, times: null },
      'A brake stopped wave 2: taken occurred; this code always stops sending.',
    ],
    [
      'plan_set',
      { sizes: [1, 5], between: 'when_done' },
      'The plan was changed: 1, 5, the rest; go on when done.',
    ],
    ['recheck', { what: 'done', accounts: 9 }, 'Rechecking 9 accounts that are done.'],
    ['rechecked', { accounts: 9, changed: 0 }, 'Rechecked 9 accounts: no status changed.'],
    ['rechecked', { accounts: 9, changed: 1 }, 'Rechecked 9 accounts: the status of 1 account changed.'],
    ['clock_set', { byMs: -3_600_000 }, 'This machine’s clock was set back by 60 min.'],
  ])('%s %j', (kind, detail, sentence) => {
    expect(sentences([event(kind, null, detail)])).toEqual([sentence])
  })

  it('shows the old and the new status of an account when the service changes it', () => {
    const before = { outcome: 'failed', status: 'ERRORED', identifier: null }
    const after = { outcome: 'created', status: 'PROCESSED', identifier: 'A-1' }
    const [reported] = tell([event('mind_changed', 1, { before, after })], 'account')
    expect(reported?.sentence).toBe(
      'The service changed its mind about this account: from failed (ERRORED) to created (PROCESSED).',
    )
  })

  it('names the codes of an account that was revalidated just before its create request', () => {
    const [reported] = tell([event('refused_before_create', 1, { codes: ['blank'] })], 'account')
    expect(reported?.sentence).toBe(
      'Revalidated just before the create, this account was refused (blank); no account was created.',
    )
  })

  it('shows a hold of one account with its reason and its day', () => {
    const until = new Date(2099, 11, 3).getTime()
    expect(sentences([event('held', 1, { reason: 'Moves out', until })])[0]).toMatch(
      /^Held 1 account until .*2099: Moves out$/,
    )
  })
})

describe('the timeline of a batch', () => {
  it('groups neighbouring events of one kind and counts an account once', () => {
    const events = [3, 2, 1, 1].map((account) => event('create_not_sent', account))
    const reported = tell(events)
    expect(reported).toHaveLength(1)
    expect(reported[0]).toMatchObject({ id: events[0]?.id, at: events[0]?.at, account: null })
    expect(reported[0]?.sentence).toBe(
      'The service could not be reached; 3 accounts went back into the queue.',
    )
  })

  it('names the account if all of the events are about one', () => {
    const reported = tell([event('unconfirmed', 5), event('unconfirmed', 5)])
    expect(reported).toMatchObject([{ account: 5, tone: 'warn' }])
    expect(reported[0]?.sentence).toContain('1 account was lost. Its status is read')
  })

  it('separates events with different reasons, and events that are not about accounts', () => {
    const refused = (account: number, code: string): EventView =>
      event('refused_at_create', account, { code })
    expect(tell([refused(1, 'required'), refused(2, 'blank')])).toHaveLength(2)
    expect(tell([event('resumed'), event('resumed')])).toHaveLength(2)
  })

  it('shows the code of an answer before its HTTP status', () => {
    expect(sentences([event('unconfirmed', 1, { code: 'odd', http: 502 })])[0]).toContain('(odd)')
    expect(sentences([event('unconfirmed', 1, { http: 502 })])[0]).toContain('(HTTP 502)')
  })

  it('shows a decision about many accounts at once, with the reason, and that it was reverted', () => {
    const decided = (what: string, reason: string | null = null): EventView =>
      event('decided', null, { what, accounts: 3, reason })
    expect(sentences([decided('exclude', 'Have left')])).toEqual(['Excluded 3 accounts: Have left'])
    expect(sentences([decided('hold', 'Moves'), decided('release'), decided('put_back')])).toEqual([
      'Held 3 accounts: Moves',
      'Ended the hold of 3 accounts.',
      'Undid a hold or an exclusion of 3 accounts.',
    ])
  })

  it('says why sending paused and for which supplier, including a reason without words', () => {
    const paused = (reason: string, supplier: string): EventView =>
      event('paused', null, { reason, supplier })
    expect(
      sentences([paused('supplier_closed', 'ACME'), paused('moon', ''), paused('constructor', '')]),
    ).toEqual([
      'Sending paused for ACME: the supplier does not take accounts.',
      'Sending paused: moon.',
      'Sending paused: constructor.',
    ])
  })

  it('shows a pause once if two parallel requests caused it', () => {
    const paused = (supplier: string): EventView => event('paused', null, { reason: 'sign_in', supplier })
    expect(sentences([paused('ACME'), paused('ACME'), paused('BOLT')])).toHaveLength(2)
  })

  it('shows how many accounts a release left out', () => {
    expect(sentences([event('released', null, { released: 10, elsewhere: 1 })])).toEqual([
      'Released 10 accounts. 1 account is on the way in another batch and was left out.',
    ])
  })

  it('shows an event of an unknown kind', () => {
    expect(sentences([event('moved_to_mars', 1), event('moved_to_mars', 2)])).toEqual(['moved to mars × 2'])
  })

  it('is empty without events', () => {
    expect(tell([])).toEqual([])
  })
})

describe('the timeline of an account', () => {
  const kinds = [
    'unconfirmed',
    'confirmed',
    'not_received',
    'found_in_flight',
    'held',
    'excluded',
    'create_unexpected',
    'already_there',
  ]

  it('is about this account, in sentences that begin with a capital letter', () => {
    for (const kind of kinds) {
      const [reported] = tell([event(kind, 1)], 'account')
      expect(reported?.sentence).toMatch(/^[A-Z]/)
      expect(reported?.sentence).toMatch(/this account/i)
    }
  })
})
