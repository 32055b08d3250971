// What happened, in sentences: every account is counted once, and an unknown kind is shown instead of hidden.
import { describe, expect, it } from 'vitest'
import { tell } from '../../../renderer/steps/submit/timeline-words.ts'
import type { EventView } from '../../../shared/views.ts'

let last = 0
function event(kind: string, account: number | null = null, detail: Record<string, unknown> = {}): EventView {
  last += 1
  return { id: last, at: 1_000 + last, batch: 1, account, kind, detail }
}
const sentences = (events: readonly EventView[]): string[] => tell(events).map((one) => one.sentence)

describe('the timeline of a batch', () => {
  it('tells neighbours of one kind together and counts an account once', () => {
    const events = [3, 2, 1, 1].map((account) => event('create_not_sent', account))
    const told = tell(events)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({ id: events[0]?.id, at: events[0]?.at, account: null })
    expect(told[0]?.sentence).toBe('The service could not be reached; 3 accounts went back into the queue.')
  })

  it('names the account where all of them are about one', () => {
    const told = tell([event('unconfirmed', 5), event('unconfirmed', 5)])
    expect(told).toMatchObject([{ account: 5, tone: 'warn' }])
    expect(told[0]?.sentence).toContain('1 account was lost. Its status is read')
  })

  it('keeps apart what had different reasons, and what is not about accounts', () => {
    const refused = (account: number, code: string): EventView =>
      event('refused_at_create', account, { code })
    expect(tell([refused(1, 'required'), refused(2, 'blank')])).toHaveLength(2)
    expect(tell([event('resumed'), event('resumed')])).toHaveLength(2)
  })

  it('gives the code of an answer before its HTTP status', () => {
    expect(sentences([event('unconfirmed', 1, { code: 'odd', http: 502 })])[0]).toContain('(odd)')
    expect(sentences([event('unconfirmed', 1, { http: 502 })])[0]).toContain('(HTTP 502)')
  })

  it('tells what was decided about many at once, with the reason, and that it was put back', () => {
    const decided = (what: string, reason: string | null = null): EventView =>
      event('decided', null, { what, accounts: 3, reason })
    expect(sentences([decided('exclude', 'Have left')])).toEqual(['Excluded 3 accounts: Have left'])
    expect(sentences([decided('hold', 'Moves'), decided('release'), decided('put_back')])).toEqual([
      'Held 3 accounts: Moves',
      'Ended the hold of 3 accounts.',
      'Put back how 3 accounts stood before a hold or an exclusion.',
    ])
  })

  it('says why sending paused and for whom, a reason without words included', () => {
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

  it('tells a pause once that two requests under way both found', () => {
    const paused = (supplier: string): EventView => event('paused', null, { reason: 'sign_in', supplier })
    expect(sentences([paused('ACME'), paused('ACME'), paused('BOLT')])).toHaveLength(2)
  })

  it('says of a release what was left out of it', () => {
    expect(sentences([event('released', null, { released: 10, elsewhere: 1 })])).toEqual([
      'Released 10 accounts. 1 account is on the way in another batch and was left out.',
    ])
  })

  it('shows a kind that nobody has words for', () => {
    expect(sentences([event('moved_to_mars', 1), event('moved_to_mars', 2)])).toEqual(['moved to mars × 2'])
  })

  it('has nothing to say about nothing', () => {
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
    'create_odd',
    'already_there',
  ]

  it('speaks of this account, in sentences that begin with a capital letter', () => {
    for (const kind of kinds) {
      const [told] = tell([event(kind, 1)], 'account')
      expect(told?.sentence).toMatch(/^[A-Z]/)
      expect(told?.sentence).toMatch(/this account/i)
    }
  })
})
