// Tests the gate's notes about suppliers, and when consent must be given again.
import { describe, expect, it } from 'vitest'
import {
  consentOf,
  isAgreed,
  notNotedWords,
  supplierWords,
} from '../../../../renderer/steps/submit/gate/supplier-notes.ts'
import type { Environment } from '../../../../shared/sending/connection.ts'

const suppliers = [
  { code: 'ACME', note: 'Sends a letter.' },
  { code: 'BOLT', note: '' },
]
type Batch = Parameters<typeof consentOf>[0]
const batch = (
  supplier: string | null,
  baseUrl = 'https://example.org',
  environment: Environment = 'test',
): Batch => ({
  supplier,
  connection: { id: 1, name: 'Practice', baseUrl, environment },
})

describe('the notes on the suppliers of a batch', () => {
  it('contain the note of its own supplier only', () => {
    expect(supplierWords('ACME', suppliers)).toEqual([{ code: 'ACME', note: 'Sends a letter.' }])
  })

  it('say that there is no note if it is empty or the code is not in the list', () => {
    expect(supplierWords('BOLT', suppliers)).toEqual([{ code: 'BOLT', note: null }])
    expect(supplierWords('acme', suppliers)).toEqual([{ code: 'acme', note: null }])
  })

  it('cover every code of the connection if each account names its own supplier', () => {
    expect(supplierWords(null, suppliers)).toEqual([
      { code: 'ACME', note: 'Sends a letter.' },
      { code: 'BOLT', note: null },
    ])
  })

  it.each([
    [
      [],
      'Ask the operator what these suppliers do to customers, such as e-mails or letters, and record it in the connection.',
    ],
    [
      ['ACME'],
      'Ask the operator what ACME does to customers, such as e-mails or letters, and record it in the connection.',
    ],
    [
      ['ACME', 'BOLT'],
      'Ask the operator what ACME and BOLT do to customers, such as e-mails or letters, and record it in the connection.',
    ],
  ])('name the suppliers without a note: %j', (codes, sentence) => {
    expect(notNotedWords(codes)).toBe(sentence)
  })
})

describe('the consent', () => {
  const notes = supplierWords('ACME', suppliers)
  const agreed = consentOf(batch('ACME'), notes)

  it('is valid while none of it changes, also while the notes are loading', () => {
    expect(isAgreed(batch('ACME'), notes, agreed)).toBe(true)
    expect(isAgreed(batch('ACME'), null, agreed)).toBe(true)
    expect(isAgreed(batch('ACME'), notes, null)).toBe(false)
  })

  it('is required again when the note changes', () => {
    expect(isAgreed(batch('ACME'), [{ code: 'ACME', note: 'Sends two letters.' }], agreed)).toBe(false)
    expect(isAgreed(batch('ACME'), [{ code: 'ACME', note: null }], agreed)).toBe(false)
  })

  it('is required again with another supplier or environment', () => {
    expect(isAgreed(batch('BOLT'), notes, agreed)).toBe(false)
    expect(isAgreed(batch('ACME', 'https://other.example.org'), notes, agreed)).toBe(false)
    expect(isAgreed(batch('ACME', 'https://example.org', 'production'), notes, agreed)).toBe(false)
    const { connection } = batch('ACME')
    const another = { supplier: 'ACME', connection: connection && { ...connection, id: 2 } }
    expect(isAgreed(another, notes, agreed)).toBe(false)
  })
})
